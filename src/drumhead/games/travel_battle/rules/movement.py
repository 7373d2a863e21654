"""Chapters 3 and 4: command, moving, forming square, and brigadiers who give way."""

from typing import Final

from drumhead.core.compiled import i64, is_compiled
from drumhead.core.frames import GO_ON, KIND
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine.encoding import (
    AT_DISPLACE,
    AT_ENTER,
    AT_FIRE,
    AT_GO_ON,
    BYTE,
    DISPLACE,
    END_MOVEMENT,
    ENDING_MOVEMENT,
    FIRST,
    FORM,
    FOURTH,
    HALT,
    MOVE,
    RESERVE,
    SECOND,
    SIDE,
    THIRD,
    pack,
    step,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.move_cache import MoveCache
from drumhead.games.travel_battle.reach.moves import (
    APART,
    FAR,
    MoveLister,
    MoveLister200,
    forming,
    joinable,
    yielding,
    yielding_far,
)
from drumhead.games.travel_battle.reach.moves60 import MoveLister60
from drumhead.games.travel_battle.rules.boards import ALL, BIT, DEEP, GRID, NEIGHBOURS, WIDE, bits, spread

COMPILED: Final = is_compiled()
ROWS_BELOW: Final = [(1 << WIDE * row) - 1 for row in range(DEEP + 1)]
"""The squares of the first n rows, from that of seat 0 on."""
PLACE_BIT: Final = [*BIT, 0, 0, 0]
"""The bit of every square, and none for pieces off the field."""


def commanded(f: Field, seat: int) -> int:
    """[TB-3.3] The pieces of a seat that a chain of their own brigade joins to its brigadier."""
    square = f.square
    found = 0
    for number in range(seat * 3, seat * 3 + 3):
        leader = f.force.leader[number]
        if square[leader] >= RESERVE:
            continue
        found |= 1 << leader
        brigade = 0
        for unit in f.force.units[number]:
            brigade |= PLACE_BIT[square[unit]]
        linked = chain(square[leader], brigade)
        if linked:
            for unit in f.force.units[number]:
                if linked & PLACE_BIT[square[unit]]:
                    found |= 1 << unit
    return found


def chain(home: int, brigade: int) -> int:
    """[TB-3.3] The squares of a brigade from which a chain leads to its brigadier's."""
    linked = 0
    more = NEIGHBOURS[home] & brigade
    while more:
        linked |= more
        more = spread(more) & brigade & ~linked
    return linked


def step_move(f: Field, frame: int) -> int:
    """[TB-2.1] The active seat moves any or all of its units."""
    return f.active


def list_move(f: Field) -> list[int]:
    """[TB-2.1] Returns the end of movement, and what every own piece that has not moved and is not turned may do.

    A piece's moves are listed anew only where `MoveCache` no longer holds. After one move that is decided by its two
    ends, `one` and `two`; after more than two changes nothing of the cache is used.
    """
    seat = f.active
    one = two = FAR
    changed = f.changed_squares
    if changed:
        one, two = APART[changed[0]], APART[changed[-1]]
        if len(changed) > 2 or is_brigadier_near(f, 1 - seat, one, two):
            f.move_cache, f.shares_move_cache = MoveCache(), False
        f.changed_squares = []
    if f.shares_move_cache:
        f.move_cache, f.shares_move_cache = f.move_cache.copy(), False
    square, kept, ranges = f.square, f.move_cache.moves, f.move_cache.ranges
    command: i64 = f.command
    busy: i64 = f.moved | f.turned
    first: i64 = seat * SIDE
    lister: MoveLister | None = None
    out = [ENDING_MOVEMENT]
    for unit in range(first, first + SIDE):
        if busy >> unit & 1:
            if f.halted >> unit & 1 and not f.moved >> unit & 1:
                out += forming(f, unit, square[unit])
            continue
        place: i64 = square[unit]
        if place >= RESERVE:
            continue
        moves = kept[unit]
        if moves is None or one[place] <= ranges[unit] or two[place] <= ranges[unit]:
            if not command >> unit & 1:
                moves = forming(f, unit, place)
            else:
                if lister is None:
                    lister = MoveLister60(f, seat) if COMPILED else MoveLister200(f, seat)
                moves = lister.moves(f, unit, place)
                ranges[unit] = f.force.steps[unit] + f.ground.on_road[place]
            kept[unit] = moves
        out += moves
    return out


def is_brigadier_near(f: Field, seat: int, one: list[int], two: list[int]) -> bool:
    """[TB-3.7] Returns whether a change may decide if a brigadier of the seat can give way: it is beside him.

    The changed squares are given by their distances from all squares.
    """
    square, first = f.square, seat * SIDE
    for unit in (first, first + 1, first + 2):
        place = square[unit]
        if place < RESERVE and (one[place] <= 1 or two[place] <= 1):
            return True
    return False


def reach(f: Field, unit: int, steps: int, *, on_road: bool) -> int:
    """[TB-3.1, TB-3.2, TB-3.6, TB-3.7] Returns where a unit can go in a number of steps, one more from road to road."""
    seat = SEAT[unit]
    bit = BIT[f.square[unit]]
    walk = ALL & ~f.occupied() & f.passable(unit)
    stop = walk
    if f.force.foot >> unit & 1:
        stop |= joinable(f, seat)
    free = free_ground(f)
    far = stop | yielding_far(f, 1 - seat, free) & f.passable(unit)
    stop |= yielding(f, 1 - seat, free) & f.passable(unit)
    seen = bit
    to = 0
    for _ in range(steps):
        ring = spread(seen)
        to |= ring & stop
        seen |= ring & walk
        stop = far
    if on_road:
        to |= spread(seen) & stop & f.ground.road
    return to & ~bit


def steps_to(f: Field, unit: int, square: int) -> int:
    """[TB-3.1, TB-3.6] How many steps over free squares lead a unit to a square."""
    walk = ALL & ~f.occupied() & f.passable(unit)
    seen = BIT[f.square[unit]]
    steps = 1
    ring = spread(seen)
    while not ring & BIT[square]:
        seen |= ring & walk
        ring = spread(seen)
        steps += 1
    return steps


def approach(f: Field, unit: int, to: int) -> int:
    """[TB-3.7] The last square before a brigadier on a shortest way to him: on the straightest, if there are more."""
    walk = ALL & ~f.occupied() & f.passable(unit)
    seen = BIT[f.square[unit]]
    ring = seen
    while not ring & NEIGHBOURS[to]:
        seen |= spread(seen) & walk
        ring = seen
    here = f.square[unit]
    across, up = to % WIDE - here % WIDE, to // WIDE - here // WIDE
    return min(
        bits(ring & NEIGHBOURS[to]),
        key=lambda way: abs(across * (way // WIDE - here // WIDE) - up * (way % WIDE - here % WIDE)),
    )


def free_ground(f: Field) -> int:
    """[TB-3.5, TB-9.2] The squares without a piece that others than infantry may enter."""
    return ALL & ~f.occupied() & f.ground.passable[f.force.closed]


def escapes(f: Field, square: int) -> int:
    """[TB-3.7, TB-6.9] Where a brigadier can give way to: 1 or 2 squares along free ones, without a road bonus."""
    free = free_ground(f)
    return spread(NEIGHBOURS[square] & free) & free


def ways_out(f: Field, leader: int, pusher: int) -> int:
    """[TB-3.7, TB-6.9] Where a brigadier can give way to a unit of a seat: to his own side back, else sideways."""
    home = f.square[leader]
    ways = escapes(f, home)
    if SEAT[leader] != pusher:
        return ways
    row = home // WIDE
    behind = ways & (ROWS_BELOW[row] if pusher == 0 else ALL ^ ROWS_BELOW[row + 1])
    return behind or ways & GRID.row[row]


def choose_move(f: Field, action: int) -> None:
    """[TB-2.1, TB-3.1, TB-4.1] Moves a unit, forms or leaves a square, or ends the movement step."""
    kind = action & KIND
    if kind == END_MOVEMENT:
        f.stack[-1] = AT_FIRE
        return
    unit = action >> FIRST & BYTE
    f.moved |= 1 << unit
    if kind == MOVE:
        on_road = 1 if f.ground.on_road[f.square[unit]] else 0
        go(f, unit, action >> SECOND & BYTE, f.force.steps[unit], on_road)
    elif kind == FORM:
        f.form(unit)
        if f.events is not None:
            f.events.append(("form", "TB-4.1", unit))
    elif f.force.slow_to_reform:
        f.reforming |= 1 << unit
        if f.events is not None:
            f.events.append(("reform", "TB-4.1", unit))
    else:
        f.unform(unit)
        if f.events is not None:
            f.events.append(("unform", "TB-4.1", unit))


def go(f: Field, unit: int, to: int, steps: int, on_road: int) -> None:
    """[TB-3.7] Moves a piece; a brigadier whose square it enters gives way first, when it has come up to him."""
    if f.led[1 - SEAT[unit]] & BIT[to]:
        left = steps - steps_to(f, unit, to) + 1
        before = approach(f, unit, to)
        if before != f.square[unit]:
            go(f, unit, before, 0, 0)
        f.stack.append(step(AT_ENTER, unit, to, left, on_road))
        f.stack.append(step(AT_DISPLACE, f.brigadier_at(to)))
        return
    if f.events is not None:
        f.events.append(("move", "TB-3.1", unit, f.square[unit], to))
    f.put(unit, to)


def step_enter(f: Field, frame: int) -> int:
    """[TB-3.7] The unit takes the brigadier's square, and may go on if it has movement left."""
    f.stack.pop()
    unit, to, left, on_road = frame >> FIRST & BYTE, frame >> SECOND & BYTE, frame >> THIRD & BYTE, frame >> FOURTH
    go(f, unit, to, 0, 0)
    if left > 0 and reach(f, unit, left - 1, on_road=bool(on_road)):
        f.stack.append(step(AT_GO_ON, unit, left - 1, on_road))
    return GO_ON


def step_go_on(f: Field, frame: int) -> int:
    """[TB-3.7] The owner of the unit halts it or moves it on."""
    unit, left, on_road = frame >> FIRST & BYTE, frame >> SECOND & BYTE, frame >> THIRD & BYTE
    f.options = [pack(HALT, unit)]
    f.options += [pack(MOVE, unit, square) for square in bits(reach(f, unit, left, on_road=bool(on_road)))]
    return SEAT[unit]


def choose_go_on(f: Field, action: int) -> None:
    """[TB-3.7] Halts, or goes on with the steps that are left."""
    frame = f.stack.pop()
    if action & KIND == MOVE:
        go(f, action >> FIRST & BYTE, action >> SECOND & BYTE, frame >> SECOND & BYTE, frame >> THIRD & BYTE)


def step_displace(f: Field, frame: int) -> int:
    """[TB-3.7, TB-6.9] The owner of a brigadier in the way moves him; a single way out is taken for him."""
    unit = frame >> FIRST & BYTE
    f.options = [pack(DISPLACE, unit, square) for square in bits(ways_out(f, unit, SEAT[f.stack[-2] >> FIRST & BYTE]))]
    if len(f.options) > 1:
        return SEAT[unit]
    choose_displace(f, f.options[0])
    return GO_ON


def choose_displace(f: Field, action: int) -> None:
    """[TB-3.7] The brigadier gives way."""
    f.stack.pop()
    unit, to = action >> FIRST & BYTE, action >> SECOND & BYTE
    if f.events is not None:
        f.events.append(("displace", "TB-3.7", unit, f.square[unit], to))
    f.put(unit, to)
