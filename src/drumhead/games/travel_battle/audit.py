"""What is true of every position that legal play can reach."""

from drumhead.core.errors import BrokenPromise
from drumhead.games.travel_battle import codes
from drumhead.games.travel_battle.codes import ABSENT, PIECES, REMOVED, RESERVE
from drumhead.games.travel_battle.field import Field, is_leader
from drumhead.games.travel_battle.force import FIGHTERS, OWN, SEAT
from drumhead.games.travel_battle.ground import BIT, GRID, bits
from drumhead.games.travel_battle.names import KEYS
from drumhead.games.travel_battle.waiting import audit_pending


def audit(f: Field) -> None:
    """Raises BrokenPromise where squares, brigades, marks or dice do not add up."""
    _squares(f)
    _army(f)
    for unit in range(PIECES):
        _piece(f, unit)
    _losses(f)
    _marks(f)
    _turn(f)
    audit_pending(f)


def _squares(f: Field) -> None:
    """[TB-1.6] The sets of squares are those where the pieces stand, and no square holds too many."""
    held, foot, led = [0, 0], [0, 0], [0, 0]
    paired = posts = 0
    on_square: dict[int, list[int]] = {}
    for unit, square in enumerate(f.square):
        if square < RESERVE:
            on_square.setdefault(square, []).append(unit)
    for square, units in on_square.items():
        seat, bit = SEAT[units[0]], BIT[square]
        if is_leader(units[0]):
            led[seat] |= bit
        else:
            held[seat] |= bit
        if f.force.foot >> units[0] & 1:
            foot[seat] |= bit
        if len(units) > 1:
            paired |= bit
            _pair(f, square, units)
        if any(f.formed >> unit & 1 for unit in units):
            posts |= bit
    kept = (f.held, f.foot, f.led, f.paired, f.posts)
    if kept != (held, foot, led, paired, posts):
        raise BrokenPromise("the sets of squares are not where the pieces stand")


def _pair(f: Field, square: int, units: list[int]) -> None:
    """[TB-1.6] Two infantry of one side, out of square, in open ground."""
    name = GRID.names[square]
    foot = sum(f.force.foot >> unit & 1 for unit in units)
    if len(units) > 2 or foot < len(units) or SEAT[units[0]] != SEAT[units[1]]:
        raise BrokenPromise(f"{' and '.join(KEYS[unit] for unit in units)} cannot share {name}", "TB-1.6")
    if f.ground.rough & BIT[square] or any(f.formed >> unit & 1 for unit in units):
        raise BrokenPromise(f"nobody shares {name}: it is a wood or building, or a unit is in square", "TB-1.6")


def _army(f: Field) -> None:
    """[TB-9.1] Horse artillery is an option, and rides only with cavalry and its like."""
    force = f.force
    for units in force.members if force.horse_guns else ():
        mounted = units & force.horse_guns
        if mounted and not force.horse_artillery:
            raise BrokenPromise(f"{_keys(mounted)}: the option horse_artillery is off", "TB-9.1")
        others = units & ~(mounted | force.cavalry)
        if mounted and others:
            raise BrokenPromise(f"{_keys(mounted)} cannot ride with {_keys(others)}: they are not cavalry", "TB-9.1")


def _keys(units: int) -> str:
    return ", ".join(KEYS[unit] for unit in bits(units))


def _piece(f: Field, unit: int) -> None:
    """[TB-3.5, TB-4.2, TB-8.1] A piece stands where its kind may, and a brigadier stays while he has units."""
    square, key = f.square[unit], KEYS[unit]
    if not 0 <= square <= ABSENT:
        raise BrokenPromise(f"{key} is nowhere")
    if square < RESERVE and not f.passable(unit) & BIT[square]:
        raise BrokenPromise(f"{key} cannot stand on {GRID.names[square]}", "TB-3.5")
    if f.formed >> unit & 1:
        if square >= RESERVE or not f.force.foot >> unit & 1 or f.ground.rough & BIT[square]:
            raise BrokenPromise(f"{key} cannot be in square", "TB-4.2")
    if f.turned >> unit & 1 and (square >= RESERVE or is_leader(unit)):
        raise BrokenPromise(f"{key} cannot be turned", "TB-7.1")
    if is_leader(unit) and square != ABSENT:
        alive = f.alive[f.force.brigade[unit]]
        if (square == REMOVED) != (alive == 0):
            raise BrokenPromise(f"{key} {'leads nobody' if alive == 0 else 'has left units behind'}", "TB-8.1")


def _losses(f: Field) -> None:
    """[TB-8.1] What was counted is what is gone; two brigades lost end the battle."""
    removed, beaten = [0, 0], [0, 0]
    for number, members in enumerate(f.force.members):
        units = [unit for unit in bits(members) if f.square[unit] != ABSENT]
        gone = sum(f.square[unit] == REMOVED for unit in units)
        removed[number // 3] += gone
        beaten[number // 3] += bool(units) and gone == len(units)
        if f.alive[number] != len(units) - gone:
            raise BrokenPromise(f"brigade {number % 3 + 1} has {len(units) - gone} units, not {f.alive[number]}")
        if units and f.square[f.force.leader[number]] == ABSENT:
            raise BrokenPromise(f"{KEYS[units[0]]} has no brigadier", "TB-1.2")
    if removed != f.removed or beaten != f.beaten:
        raise BrokenPromise("the losses are not those that were counted")
    if max(beaten) > 1 and f.stack[-1] & 31 != codes.AT_END:
        raise BrokenPromise("two brigades are lost, but the battle goes on", "TB-8.1")


def _marks(f: Field) -> None:
    """[TB-3.3, TB-7.1] Marks of a turn belong to those who can bear them."""
    own = OWN[f.active]
    if f.fresh & ~(f.turned & own) or f.moved & ~own or f.fired & ~(own & f.force.guns) or f.command & ~own:
        raise BrokenPromise("a piece bears a mark of the other side's turn", "TB-2.1")
    if f.able & ~(own & FIGHTERS) or (f.fled | f.fought | f.shifted) & ~FIGHTERS or f.fled & own:
        raise BrokenPromise("a piece is said to have fought that cannot", "TB-6.1")
    if f.fired & f.moved & ~f.force.horse_guns:
        raise BrokenPromise("a gun has moved and fired", "TB-3.8")
    if not 0 <= f.turn <= f.force.max_turns:
        raise BrokenPromise(f"there is no turn {f.turn}", "TB-8.2")


def _turn(f: Field) -> None:
    """[TB-1.4, TB-2.1] Turns are counted from 1, when all pieces have been placed."""
    kind = f.stack[0] & 31
    if kind < codes.AT_MOVE:
        if f.turn:
            raise BrokenPromise("the field is being laid, and yet a turn has begun", "TB-2.1")
        return
    waiting = [unit for unit in range(PIECES) if f.square[unit] == RESERVE]
    if waiting:
        raise BrokenPromise(f"{KEYS[waiting[0]]} is in reserve, and yet a turn has begun", "TB-1.4")
    if not f.turn:
        raise BrokenPromise("the first turn is turn 1", "TB-2.1")
