"""Chapter 6, second half: pushing back, retreating and rallying."""

from typing import Final

from drumhead.core.frames import GO_ON, KIND
from drumhead.core.state import CHANCE
from drumhead.games.travel_battle.army.force import RALLY, SEAT
from drumhead.games.travel_battle.engine.encoding import (
    AT_DISPLACE,
    AT_FIRE,
    AT_PUSH,
    AT_RALLY,
    BYTE,
    FIRST,
    NONE,
    PUSH,
    RETREAT,
    SECOND,
    THIRD,
    pack,
    step,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BIT, DEEP, GRID, WIDE, bits
from drumhead.games.travel_battle.rules.movement import ways_out

# Flags of a push: whether the unit lost the combat (or shared the loser's square), whether a rally on the edge holds
# its row up, which of the three ways back are closed (straight, to the left, to the right of seat 0), and above these
# the way that others are just clearing, from 1.
ORIGINAL: Final = 1
HELD_UP: Final = 2
CLOSED: Final = 4
CLEARING: Final = 5  # bits to the left
NOT_CLEARING: Final = (1 << CLEARING) - 1
EDGE_ROW: Final[tuple[int, ...]] = (GRID.row[0], GRID.row[-1])


def _behind(seat: int, square: int) -> tuple[int, ...]:
    row = square // WIDE + (1 if seat else -1)
    if not 0 <= row < DEEP:
        return ()
    file = square % WIDE
    straight = row * WIDE + file
    return straight, straight - 1 if file > 0 else NONE, straight + 1 if file < WIDE - 1 else NONE


BEHIND: Final = [[_behind(seat, square) for square in range(GRID.count)] for seat in (0, 1)]
"""The squares straight and diagonally behind, NONE beyond the side of the field; nothing behind the edge row."""


def is_closed(f: Field, unit: int, square: int) -> bool:
    """[TB-6.9, TB-9.2] Returns whether a unit cannot be pushed there: no square, enemies, terrain, a brigadier."""
    if square == NONE:
        return True
    bit = BIT[square]
    if f.held[1 - SEAT[unit]] & bit or not f.passable(unit) & bit:
        return True
    if not (f.led[0] | f.led[1]) & bit:
        return False
    return not ways_out(f, f.brigadier_at(square), SEAT[unit])


def step_push(f: Field, frame: int) -> int:
    """[TB-6.9] Straight back, else diagonally as the owner chooses; over the own edge it takes a rally to stay."""
    unit, mate, flags = frame >> FIRST & BYTE, frame >> SECOND & BYTE, frame >> THIRD
    seat = SEAT[unit]
    ways = BEHIND[seat][f.square[unit]]
    if not ways:
        f.stack.pop()
        for other in (mate, unit):
            if other != NONE:
                f.stack.append(step(AT_RALLY, other, 1))
        return GO_ON
    cleared = flags >> CLEARING
    if cleared and f.occupied() & BIT[ways[cleared - 1]]:
        flags = flags & NOT_CLEARING | CLOSED << cleared - 1
        if EDGE_ROW[seat] & BIT[ways[cleared - 1]]:
            flags |= HELD_UP
        cleared = 0
        f.stack[-1] = step(AT_PUSH, unit, mate, flags)
    f.options = pushes(f, unit, mate, [ways[cleared - 1]] if cleared else open_ways(f, unit, flags))
    if len(f.options) > 1:
        return seat
    if f.options:
        choose_push(f, f.options[0])
    else:
        find_no_room(f, unit, mate, flags)
    return GO_ON


def open_ways(f: Field, unit: int, flags: int) -> list[int]:
    """[TB-6.9] Straight back if that is open, else the rear diagonals that are."""
    ways = BEHIND[SEAT[unit]][f.square[unit]]
    if not flags & CLOSED and not is_closed(f, unit, ways[0]):
        return [ways[0]]
    return [way for side, way in enumerate(ways) if side and not flags & CLOSED << side and not is_closed(f, unit, way)]


def pushes(f: Field, unit: int, mate: int, ways: list[int]) -> list[int]:
    """[TB-6.9] The pushes to choose from: two in one square go together, or one first where they may not share."""
    out = []
    for way in ways:
        out.append(pack(PUSH, unit, way))
        if mate != NONE and f.ground.rough & BIT[way] and not f.occupied() & BIT[way]:
            out.append(pack(PUSH, mate, way))
    return out


def choose_push(f: Field, action: int) -> None:
    """[TB-6.9] Enters a free square; own units in the way are pushed first, a brigadier is moved aside."""
    frame = f.stack[-1]
    unit, mate, flags = frame >> FIRST & BYTE, frame >> SECOND & BYTE, frame >> THIRD & NOT_CLEARING
    chosen, way = action >> FIRST & BYTE, action >> SECOND & BYTE
    side = BEHIND[SEAT[unit]][f.square[unit]].index(way)
    if f.occupied() & BIT[way]:
        f.stack[-1] = step(AT_PUSH, unit, mate, flags | side + 1 << CLEARING)
        if (f.led[0] | f.led[1]) & BIT[way]:
            f.stack.append(step(AT_DISPLACE, f.brigadier_at(way)))
        else:
            others = [*f.units_at(SEAT[unit], way), NONE]
            f.stack.append(step(AT_PUSH, others[0], others[1]))
        return
    if mate != NONE and f.ground.rough & BIT[way]:
        left = mate if chosen == unit else unit
        f.stack[-1] = step(AT_PUSH, left, NONE, flags | CLOSED << side)
        give_ground(f, chosen, way)
        return
    f.stack.pop()
    give_ground(f, unit, way)
    if mate != NONE:
        give_ground(f, mate, way)


def give_ground(f: Field, unit: int, way: int) -> None:
    """[TB-4.4, TB-6.7, TB-6.9] The unit goes back, loses its square formation and is turned."""
    if f.formed >> unit & 1:
        f.unform(unit)
    if f.events is not None:
        f.events.append(("pushed", "TB-6.9", unit, f.square[unit], way))
    if SEAT[unit] != f.active and not f.fought >> unit & 1 and not f.came_from >> unit * 8 & 255:
        f.came_from |= f.square[unit] + 1 << unit * 8
    f.put(unit, way)
    f.shifted |= 1 << unit
    f.turn_round(unit, "TB-6.7")


def find_no_room(f: Field, unit: int, mate: int, flags: int) -> None:
    """[TB-6.9] Who lost the combat is removed; others, and a row held up by a rally on the edge, stay, turned."""
    f.stack.pop()
    units = [other for other in (unit, mate) if other != NONE]
    if flags & ORIGINAL and not flags & HELD_UP:
        for other in units:
            f.remove(other, "TB-6.9")
        return
    if flags & HELD_UP and f.stack[-1] & KIND == AT_PUSH:
        f.stack[-1] |= HELD_UP << THIRD
    for other in units:
        hold(f, other)


def hold(f: Field, unit: int) -> None:
    """[TB-4.4, TB-6.9] The unit cannot give way: it stays where it is, turned and out of square."""
    if f.formed >> unit & 1:
        f.unform(unit)
    if f.events is not None:
        f.events.append(("stays", "TB-6.9", unit))
    f.turn_round(unit, "TB-6.9")


def step_retreat(f: Field, frame: int) -> int:
    """[TB-6.10] The unit flees to its edge; its owner chooses between equally near squares."""
    unit = frame >> FIRST & BYTE
    squares = [] if is_surrounded(f, unit) else retreat_squares(f, unit)
    f.options = [pack(RETREAT, unit, square) for square in squares]
    if len(squares) > 1:
        return SEAT[unit]
    if squares:
        choose_retreat(f, f.options[0])
    else:
        f.stack.pop()
        if f.events is not None:
            f.events.append(("surrounded", "TB-6.10", unit))
        f.remove(unit, "TB-6.10")
    return GO_ON


def is_surrounded(f: Field, unit: int) -> bool:
    """[TB-6.10] Returns whether straight back and both rear diagonals are closed."""
    ways = BEHIND[SEAT[unit]][f.square[unit]]
    return bool(ways) and all(is_closed(f, unit, way) for way in ways)


def retreat_squares(f: Field, unit: int) -> list[int]:
    """[TB-6.10] The free squares of the own edge row nearest to the brigadier's file; its own square is one."""
    seat = SEAT[unit]
    own = BIT[f.square[unit]]
    free = EDGE_ROW[seat] & ~(f.occupied() & ~(own & ~f.paired)) & f.passable(unit)
    file = f.square[f.force.leader[f.force.brigade[unit]]] % WIDE
    nearest: list[int] = []
    shortest = WIDE
    for square in bits(free):
        distance = abs(square % WIDE - file)
        if distance < shortest:
            nearest, shortest = [square], distance
        elif distance == shortest:
            nearest.append(square)
    return nearest


def choose_retreat(f: Field, action: int) -> None:
    """[TB-4.4, TB-6.10] The unit reaches its edge, out of square, and has to rally."""
    f.stack.pop()
    unit, to = action >> FIRST & BYTE, action >> SECOND & BYTE
    if f.formed >> unit & 1:
        f.unform(unit)
    if f.events is not None:
        f.events.append(("retreat", "TB-6.10", unit, f.square[unit], to))
    f.put(unit, to)
    if f.stack[0] & KIND == AT_FIRE:
        f.fled |= 1 << unit
    else:
        f.shifted |= 1 << unit
    f.stack.append(step(AT_RALLY, unit, 0))


def step_rally(f: Field, frame: int) -> int:
    """[TB-6.10] The unit throws to rally."""
    return CHANCE


def throw_rally(f: Field, outcome: int) -> None:
    """[TB-6.9, TB-6.10] 4 or more stays, turned; guards 3 or more, artillery 5 or more; else it is removed."""
    frame = f.stack.pop()
    unit, over_edge = frame >> FIRST & BYTE, frame >> SECOND & BYTE
    needed = RALLY[f.force.kind[unit]]
    clause = "TB-6.9" if over_edge else "TB-6.10"
    if f.events is not None:
        f.events.append(("rallies" if outcome >= needed else "breaks", clause, unit, outcome, needed))
    if outcome < needed:
        f.remove(unit, clause)
        return
    if f.formed >> unit & 1:
        f.unform(unit)
    f.turn_round(unit, clause)
