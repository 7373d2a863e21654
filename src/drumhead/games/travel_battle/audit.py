"""What is true of every position that legal play can reach."""

from drumhead.core.errors import BrokenPromise
from drumhead.games.travel_battle import codes
from drumhead.games.travel_battle.codes import ABSENT, NONE, PIECES, REMOVED, RESERVE
from drumhead.games.travel_battle.field import Field, is_leader
from drumhead.games.travel_battle.force import FIGHTERS, OWN, SEAT
from drumhead.games.travel_battle.ground import BIT, GRID, bits
from drumhead.games.travel_battle.names import KEYS
from drumhead.games.travel_battle.rolls import rollers

ON_FIELD = (
    *(codes.AT_ENTER, codes.AT_GO_ON, codes.AT_DISPLACE, codes.AT_HIT, codes.AT_EFFECT, codes.AT_THROW_AGAIN),
    *(codes.AT_PUSH, codes.AT_RETREAT, codes.AT_RALLY),
)
"""The pending steps of a piece that stands on the field."""


def audit(f: Field) -> None:
    """Raises BrokenPromise where squares, brigades, marks or dice do not add up."""
    _squares(f)
    for unit in range(PIECES):
        _piece(f, unit)
    _losses(f)
    _marks(f)
    _combat(f)
    _pending(f)


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
        raise BrokenPromise(f"{' and '.join(KEYS[unit] for unit in units)} cannot share {name}")
    if f.ground.rough & BIT[square] or any(f.formed >> unit & 1 for unit in units):
        raise BrokenPromise(f"nobody shares {name}: it is a wood or building, or a unit is in square")


def _piece(f: Field, unit: int) -> None:
    """[TB-3.5, TB-4.2, TB-8.1] A piece stands where its kind may, and a brigadier stays while he has units."""
    square, key = f.square[unit], KEYS[unit]
    if not 0 <= square <= ABSENT:
        raise BrokenPromise(f"{key} is nowhere")
    if square < RESERVE and not f.passable(unit) & BIT[square]:
        raise BrokenPromise(f"{key} cannot stand on {GRID.names[square]}")
    if f.formed >> unit & 1:
        if square >= RESERVE or not f.force.foot >> unit & 1 or f.ground.rough & BIT[square]:
            raise BrokenPromise(f"{key} cannot be in square")
    if f.turned >> unit & 1 and (square >= RESERVE or is_leader(unit)):
        raise BrokenPromise(f"{key} cannot be turned")
    if is_leader(unit) and square != ABSENT:
        alive = f.alive[f.force.brigade[unit]]
        if (square == REMOVED) != (alive == 0):
            raise BrokenPromise(f"{key} {'leads nobody' if alive == 0 else 'has left units behind'}")


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
            raise BrokenPromise(f"{KEYS[units[0]]} has no brigadier")
    if removed != f.removed or beaten != f.beaten:
        raise BrokenPromise("the losses are not those that were counted")
    if max(beaten) > 1 and f.stack[-1] & 31 != codes.AT_END:
        raise BrokenPromise("two brigades are lost, but the battle goes on")


def _marks(f: Field) -> None:
    """[TB-3.3, TB-7.1] Marks of a turn belong to those who can bear them."""
    own = OWN[f.active]
    if f.fresh & ~(f.turned & own) or f.moved & ~own or f.fired & ~(own & f.force.guns) or f.command & ~own:
        raise BrokenPromise("a piece bears a mark of the other side's turn")
    if f.able & ~(own & FIGHTERS) or (f.fled | f.fought | f.shifted) & ~FIGHTERS or f.fled & own:
        raise BrokenPromise("a piece is said to have fought that cannot")
    if f.fired & f.moved & ~f.force.horse_guns:
        raise BrokenPromise("a gun has moved and fired")
    if not 0 <= f.turn <= f.force.max_turns:
        raise BrokenPromise(f"there is no turn {f.turn}")


def _combat(f: Field) -> None:
    """[TB-6.2, TB-6.3] Attackers touch the square they attack, and only dice of that combat lie on the table."""
    if f.target == NONE:
        if f.attackers or f.dice or f.rerolled:
            raise BrokenPromise("dice lie on the table, but nobody fights")
        return
    if not f.defenders():
        raise BrokenPromise("nobody is attacked")
    for unit in bits(f.attackers):
        if SEAT[unit] != f.active or GRID.distance(f.square[unit], f.target) != 1:
            raise BrokenPromise(f"{KEYS[unit]} does not touch what it attacks")
    both = dict(rollers(f))
    if f.rerolled & ~f.force.rerollers:
        raise BrokenPromise("a unit has re-rolled that may not")
    for unit in range(PIECES):
        own = f.dice >> unit * 8 & 255
        thrown = [face for face in (own & 15, own >> 4) if face]
        if len(thrown) > both.get(unit, 0) or any(face > 6 for face in thrown):
            raise BrokenPromise(f"{KEYS[unit]} has dice that it cannot have")


def _pending(f: Field) -> None:
    """[TB-5.1, TB-6.9] What is pending concerns pieces that are there to do it."""
    for frame in f.stack:
        kind, unit, square = frame & 31, frame >> 5 & 255, frame >> 13 & 255
        if kind in ON_FIELD and f.square[unit] >= RESERVE:
            raise BrokenPromise(f"{KEYS[unit]} is not on the field, but something of it is pending")
        if kind in (codes.AT_HIT, codes.AT_EFFECT):
            if not f.force.guns & OWN[f.active] & 1 << unit or not f.held[1 - f.active] & BIT[square]:
                raise BrokenPromise(f"{KEYS[unit]} cannot have fired at {GRID.names[square]}")
        if kind == codes.AT_DISPLACE and not is_leader(unit):
            raise BrokenPromise(f"{KEYS[unit]} is no brigadier and gives no way")
