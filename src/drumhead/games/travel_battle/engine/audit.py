"""What is true of every position that legal play can reach."""

from drumhead.core.errors import BrokenPromise
from drumhead.core.frames import KIND
from drumhead.games.travel_battle.army.force import FIGHTERS, LEADERS, OWN, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.audit_frames import audit_pending
from drumhead.games.travel_battle.engine.encoding import ABSENT, PIECES, REMOVED, RESERVE, SIDE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BIT, GRID, bits
from drumhead.games.travel_battle.text.names import KEYS


def audit(f: Field) -> None:
    """Raises BrokenPromise where squares, brigades, marks or dice do not add up."""
    _squares(f)
    _army(f)
    _pieces(f)
    _leaders(f)
    _losses(f)
    _marks(f)
    _turn(f)
    audit_pending(f)


def _squares(f: Field) -> None:
    """[TB-1.6] The sets of squares are those where the pieces stand, and no square holds too many."""
    held, foot, led = [0, 0], [0, 0], [0, 0]
    all_foot = f.force.foot
    taken = paired = formed_squares = 0
    for unit, square in enumerate(f.square):
        if square >= RESERVE:
            continue
        seat, bit = SEAT[unit], BIT[square]
        if taken & bit:
            paired |= bit
            _pair(f, square, [other for other in range(PIECES) if f.square[other] == square])
        taken |= bit
        if LEADERS >> unit & 1:
            led[seat] |= bit
        else:
            held[seat] |= bit
        if all_foot >> unit & 1:
            foot[seat] |= bit
    for unit in bits(f.formed):
        formed_squares |= BIT[f.square[unit]] if f.square[unit] < RESERVE else 0
    kept = (f.held, f.foot, f.led, f.paired, f.formed_squares)
    if kept != (held, foot, led, paired, formed_squares):
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
    """[TB-1.2, TB-9.1] Brigades are formed, then placed; horse artillery is an option and rides with cavalry only."""
    force = f.force
    if force.pool and f.stack[0] & KIND > encoding.AT_SPLIT:
        raise BrokenPromise(f"{_keys(force.pool)}: in no brigade, and yet brigades are placed", "TB-1.2")
    for unit in bits(force.pool):
        if f.square[unit] != RESERVE:
            raise BrokenPromise(f"{KEYS[unit]} is in no brigade, and yet on the field", "TB-1.2")
    for units in force.members if force.horse_guns else ():
        mounted = units & force.horse_guns
        if mounted and not force.horse_artillery:
            raise BrokenPromise(f"{_keys(mounted)}: the option horse_artillery is off", "TB-9.1")
        others = units & ~(mounted | force.cavalry)
        if mounted and others:
            raise BrokenPromise(f"{_keys(mounted)} cannot ride with {_keys(others)}: they are not cavalry", "TB-9.1")


def _keys(units: int) -> str:
    return ", ".join(KEYS[unit] for unit in bits(units))


def _pieces(f: Field) -> None:
    """[TB-3.5, TB-4.2, TB-7.1] A piece stands where its kind may, and only infantry forms square."""
    square, foot, passable = f.square, f.force.foot, f.ground.passable[f.force.closed]
    for unit, place in enumerate(square):
        if not 0 <= place <= ABSENT:
            raise BrokenPromise(f"{KEYS[unit]} is nowhere")
        if place < RESERVE and not foot >> unit & 1 and not passable & BIT[place]:
            raise BrokenPromise(f"{KEYS[unit]} cannot stand on {GRID.names[place]}", "TB-3.5")
    for unit in bits(f.formed):
        if square[unit] >= RESERVE or not foot >> unit & 1 or f.ground.rough & BIT[square[unit]]:
            raise BrokenPromise(f"{KEYS[unit]} cannot be in square", "TB-4.2")
    if f.halted & ~f.turned or f.halted & f.turned_now:
        raise BrokenPromise(f"{_keys(f.halted)}: halted, but not turned by fire", "TB-7.1")
    if f.reforming & ~(f.formed & f.moved):
        raise BrokenPromise(f"{_keys(f.reforming)}: leaving square, but not in square", "TB-4.1")
    for unit in bits(f.turned):
        if square[unit] >= RESERVE or LEADERS >> unit & 1:
            raise BrokenPromise(f"{KEYS[unit]} cannot be turned", "TB-7.1")


def _leaders(f: Field) -> None:
    """[TB-8.1] A brigadier stays while he has units, and no longer."""
    for unit in bits(LEADERS):
        if f.square[unit] != ABSENT and not f.force.pool & OWN[SEAT[unit]]:
            alive = f.alive[unit // SIDE * 3 + unit % SIDE]
            if (f.square[unit] == REMOVED) != (alive == 0):
                raise BrokenPromise(
                    f"{KEYS[unit]} {'leads nobody' if alive == 0 else 'has left units behind'}", "TB-8.1"
                )


def _losses(f: Field) -> None:
    """[TB-8.1] What was counted is what is gone; two brigades lost end the battle."""
    removed, lost_brigades = [0, 0], [0, 0]
    square = f.square
    for number, members in enumerate(f.force.units):
        units = [unit for unit in members if square[unit] != ABSENT]
        gone = [square[unit] for unit in units].count(REMOVED)
        removed[number // 3] += gone
        lost_brigades[number // 3] += bool(units) and gone == len(units)
        if f.alive[number] != len(units) - gone:
            raise BrokenPromise(f"brigade {number % 3 + 1} has {len(units) - gone} units, not {f.alive[number]}")
        if units and square[f.force.leader[number]] == ABSENT:
            raise BrokenPromise(f"{KEYS[units[0]]} has no brigadier", "TB-1.2")
    if removed != f.removed or lost_brigades != f.lost_brigades:
        raise BrokenPromise("the losses are not those that were counted")
    if max(lost_brigades) > 1 and f.stack[-1] & KIND != encoding.AT_END:
        raise BrokenPromise("two brigades are lost, but the battle goes on", "TB-8.1")


def _marks(f: Field) -> None:
    """[TB-3.3, TB-7.1] Marks of a turn belong to those who can bear them."""
    own = OWN[f.active]
    if f.turned_now & ~(f.turned & own) or f.moved & ~own or f.fired & ~(own & f.force.guns) or f.command & ~own:
        raise BrokenPromise("a piece bears a mark of the other side's turn", "TB-2.1")
    if f.able & ~(own & FIGHTERS) or (f.fled | f.fought | f.shifted) & ~FIGHTERS or f.fled & own:
        raise BrokenPromise("a piece is said to have fought that cannot", "TB-6.1")
    for unit in range(PIECES):
        if f.came_from >> unit * 8 & 255 and not (f.shifted & OWN[1 - f.active]) >> unit & 1:
            raise BrokenPromise(f"{KEYS[unit]} was not displaced", "TB-6.2")
        if (f.came_from >> unit * 8 & 255) > GRID.count:
            raise BrokenPromise(f"{KEYS[unit]} came from nowhere", "TB-6.2")
    if f.fired & f.moved & ~f.force.horse_guns:
        raise BrokenPromise("a gun has moved and fired", "TB-3.8")
    if not 0 <= f.last_loss <= f.turn or (f.force.max_turns and (f.last_loss or f.turn > f.force.max_turns)):
        raise BrokenPromise(f"there is no turn {f.turn}", "TB-8.2")


def _turn(f: Field) -> None:
    """[TB-1.4, TB-2.1] Turns are counted from 1, when all pieces have been placed."""
    kind = f.stack[0] & KIND
    if kind < encoding.AT_MOVE:
        if f.turn:
            raise BrokenPromise("the field is being laid, and yet a turn has begun", "TB-2.1")
        return
    waiting = [unit for unit in range(PIECES) if f.square[unit] == RESERVE]
    if waiting:
        raise BrokenPromise(f"{KEYS[waiting[0]]} is in reserve, and yet a turn has begun", "TB-1.4")
    if not f.turn:
        raise BrokenPromise("the first turn is turn 1", "TB-2.1")
