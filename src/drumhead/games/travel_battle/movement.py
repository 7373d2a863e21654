"""Chapters 3 and 4: command, moving, forming square, and brigadiers who give way."""

from typing import Final

from drumhead.games.travel_battle.codes import (
    AT_DISPLACE,
    AT_ENTER,
    AT_FIRE,
    AT_GO_ON,
    DISPLACE,
    END_MOVEMENT,
    ENDING_MOVEMENT,
    FORM,
    GO_ON,
    HALT,
    MOVE,
    PIECES,
    RESERVE,
    SIDE,
    UNFORM,
    pack,
    step,
)
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.force import LEADERS, SEAT
from drumhead.games.travel_battle.ground import ALL, BIT, NEIGHBOURS, WIDE, WITHIN_2, WITHIN_3, bits, spread

PLACE_BIT: Final = [*BIT, 0, 0, 0]
"""The bit of every square, and none for pieces off the field."""


def _offsets(row: int, wide: int) -> list[tuple[int, ...]]:
    """By the bits of a row of a window, where they lie from its middle, as added to the square field of an action."""
    half = wide // 2
    return [
        tuple([(row - half) * WIDE + file - half << 13 for file in range(wide) if bits_of >> file & 1])
        for bits_of in range(1 << wide)
    ]


NEAR_ROWS: Final = [_offsets(row, 5) for row in range(5)]
FAR_ROWS: Final = [_offsets(row, 7) for row in range(7)]
FORMING: Final = [pack(FORM, unit) for unit in range(PIECES)]
UNFORMING: Final = [pack(UNFORM, unit) for unit in range(PIECES)]


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


def joinable(f: Field, seat: int) -> int:
    """[TB-1.6] The squares where one more infantry unit of the seat may stand beside one that is there."""
    return f.foot[seat] & ~(f.paired | f.posts | f.ground.rough)


def step_move(f: Field, frame: int) -> int:
    """[TB-2.1] The active seat moves any or all of its units."""
    return f.active


def list_move(f: Field) -> list[int]:
    """[TB-3.1, TB-3.2, TB-3.5, TB-3.6, TB-4.3] Every unit in command, neither turned nor in square, that has not moved.

    A step leads to a neighbouring free square; infantry may end beside another; the road gives one square more. The
    moves of a piece are listed anew only when what they hang on has changed.
    """
    seat = f.active
    ground = f.ground
    square, keys, plans = f.square, f.keys, f.plans
    free = ALL ^ (f.held[0] | f.held[1] | f.led[0] | f.led[1])
    passable = free & ground.passable[f.force.closed]
    land = free | f.foot[seat] & ~(f.paired | f.posts | ground.rough)
    no_square = f.paired | ground.rough
    road, on_road = ground.road, ground.on_road
    entered = passable
    enemy_led, ousted = f.led[1 - seat], 0
    busy = f.moved | f.turned
    able = f.command & ~f.formed
    slow, foot, formed = f.force.slow, f.force.foot, f.formed
    out = [ENDING_MOVEMENT]
    for unit in range(seat * SIDE, seat * SIDE + SIDE):
        if busy >> unit & 1:
            continue
        place = square[unit]
        if place >= RESERVE:
            continue
        if foot >> unit & 1:
            if formed >> unit & 1:
                out.append(UNFORMING[unit])
                continue
            if not no_square & BIT[place]:
                out.append(FORMING[unit])
        if not able >> unit & 1:
            continue
        if enemy_led and enemy_led & WITHIN_3[place]:
            enemy_led, ousted = 0, yielding(f, 1 - seat)
            land |= ousted
            entered |= ousted & ground.passable[f.force.closed]
        if slow >> unit & 1:
            walk, land_here = (free, land) if foot >> unit & 1 else (passable, entered)
            to = NEIGHBOURS[place] & land_here
            if on_road[place]:
                to |= spread(NEIGHBOURS[place] & walk) & land_here & road & ~BIT[place]
            if keys[unit] != to:
                keys[unit] = to
                plans[unit] = near_moves(unit, place, to)
        elif ousted and ousted & WITHIN_3[place] and not LEADERS >> unit & 1:
            one = NEIGHBOURS[place] & passable
            two = spread(one)
            to = (NEIGHBOURS[place] | two) & entered
            if on_road[place]:
                to |= spread(one | two & passable) & entered & road
            out += far_moves(unit, place, to)
            continue
        elif on_road[place]:
            key = passable & WITHIN_3[place]
            if keys[unit] != key:
                keys[unit] = key
                two = spread(NEIGHBOURS[place] & key) & key
                plans[unit] = far_moves(unit, place, (two | spread(two) & road) & key)
        else:
            key = passable & WITHIN_2[place]
            if keys[unit] != key:
                keys[unit] = key
                plans[unit] = near_moves(unit, place, spread(NEIGHBOURS[place] & key) & key)
        out += plans[unit]
    return out


def near_moves(unit: int, place: int, to: int) -> list[int]:
    """The moves of a piece to squares that are all within two of its own."""
    near = to << 42 >> place
    body = MOVE | unit << 5 | place << 13
    one, two, three, four, five = NEAR_ROWS
    return [
        body + offset
        for offset in one[near & 31]
        + two[near >> 20 & 31]
        + three[near >> 40 & 31]
        + four[near >> 60 & 31]
        + five[near >> 80 & 31]
    ]


def far_moves(unit: int, place: int, to: int) -> list[int]:
    """The moves of a piece to squares that are all within three of its own."""
    far = to << 63 >> place
    body = MOVE | unit << 5 | place << 13
    out: list[int] = []
    for row in FAR_ROWS:
        out += [body + offset for offset in row[far & 127]]
        far >>= 20
    return out


def reach(f: Field, unit: int, steps: int, *, on_road: bool) -> int:
    """[TB-3.1, TB-3.2, TB-3.6, TB-3.7] Where a unit can go with so many steps, one more from road to road."""
    seat = SEAT[unit]
    bit = BIT[f.square[unit]]
    walk = ALL & ~f.occupied() & f.passable(unit)
    stop = walk
    if f.force.foot >> unit & 1:
        stop |= joinable(f, seat)
    if not LEADERS >> unit & 1:
        stop |= yielding(f, 1 - seat) & f.passable(unit)
    seen = bit
    to = 0
    for _ in range(steps):
        ring = spread(seen)
        to |= ring & stop
        seen |= ring & walk
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


def yielding(f: Field, seat: int) -> int:
    """[TB-3.7] The squares of a seat's brigadiers who could give way."""
    free = ALL & ~f.occupied() & f.ground.passable[f.force.closed]
    out = 0
    for square in bits(f.led[seat]):
        if NEIGHBOURS[square] & free:
            out |= BIT[square]
    return out


def escapes(f: Field, square: int) -> int:
    """[TB-3.7, TB-6.9] Where a brigadier can give way to: 1 or 2 squares along free ones, without a road bonus."""
    free = ALL & ~f.occupied() & f.ground.passable[f.force.closed]
    return spread(NEIGHBOURS[square] & free) & free


def choose_move(f: Field, action: int) -> None:
    """[TB-2.1, TB-3.1, TB-4.1] Moves a unit, forms or leaves a square, or ends the movement step."""
    kind = action & 31
    if kind == END_MOVEMENT:
        f.stack[-1] = AT_FIRE
        return
    unit = action >> 5 & 255
    f.moved |= 1 << unit
    if kind == MOVE:
        on_road = 1 if f.ground.road & BIT[f.square[unit]] else 0
        go(f, unit, action >> 13 & 255, f.force.steps[unit], on_road)
    elif kind == FORM:
        f.form(unit)
        if f.events is not None:
            f.events.append(("form", "TB-4.1", unit))
    else:
        f.unform(unit)
        if f.events is not None:
            f.events.append(("unform", "TB-4.1", unit))


def go(f: Field, unit: int, to: int, steps: int, on_road: int) -> None:
    """[TB-3.7] Moves a unit; a brigadier whose square it enters gives way first."""
    if f.led[1 - SEAT[unit]] & BIT[to]:
        left = steps - steps_to(f, unit, to) + 1
        f.stack.append(step(AT_ENTER, unit, to, left, on_road))
        f.stack.append(step(AT_DISPLACE, f.brigadier_at(to)))
        return
    if f.events is not None:
        f.events.append(("move", "TB-3.1", unit, f.square[unit], to))
    f.put(unit, to)


def step_enter(f: Field, frame: int) -> int:
    """[TB-3.7] The unit takes the brigadier's square, and may go on if it has movement left."""
    f.stack.pop()
    unit, to, left, on_road = frame >> 5 & 255, frame >> 13 & 255, frame >> 21 & 255, frame >> 29
    go(f, unit, to, 0, 0)
    if left > 0 and reach(f, unit, left - 1, on_road=bool(on_road)):
        f.stack.append(step(AT_GO_ON, unit, left - 1, on_road))
    return GO_ON


def step_go_on(f: Field, frame: int) -> int:
    """[TB-3.7] The owner of the unit halts it or moves it on."""
    unit, left, on_road = frame >> 5 & 255, frame >> 13 & 255, frame >> 21 & 255
    f.options = [pack(HALT, unit)]
    f.options += [pack(MOVE, unit, square) for square in bits(reach(f, unit, left, on_road=bool(on_road)))]
    return SEAT[unit]


def choose_go_on(f: Field, action: int) -> None:
    """[TB-3.7] Halts, or goes on with the steps that are left."""
    frame = f.stack.pop()
    if action & 31 == MOVE:
        go(f, action >> 5 & 255, action >> 13 & 255, frame >> 13 & 255, frame >> 21 & 255)


def step_displace(f: Field, frame: int) -> int:
    """[TB-3.7, TB-6.9] The owner of a brigadier in the way moves him; a single way out is taken for him."""
    unit = frame >> 5 & 255
    f.options = [pack(DISPLACE, unit, square) for square in bits(escapes(f, f.square[unit]))]
    if len(f.options) > 1:
        return SEAT[unit]
    choose_displace(f, f.options[0])
    return GO_ON


def choose_displace(f: Field, action: int) -> None:
    """[TB-3.7] The brigadier gives way."""
    f.stack.pop()
    unit, to = action >> 5 & 255, action >> 13 & 255
    if f.events is not None:
        f.events.append(("displace", "TB-3.7", unit, f.square[unit], to))
    f.put(unit, to)
