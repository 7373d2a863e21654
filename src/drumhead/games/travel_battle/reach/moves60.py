"""Chapters 3 and 4: where a piece may go from where it stands, with bitsets of 60-bit words, for compiled play."""

from typing import Any

from drumhead.core.compiled import i64
from drumhead.games.travel_battle.engine.encoding import PIECES, RESERVE, SIDE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.bitset60 import (
    FULL,
    LAST_ROW,
    Bitset60,
    both,
    either,
    meet,
    only,
    spread60,
    without,
)
from drumhead.games.travel_battle.reach.moves import APART, MOVES, UNFORMED, MoveLister, forming


class MoveLister60(MoveLister):
    """Lists moves with bitsets of 60-bit words."""

    __slots__ = (
        "asked",
        "barred",
        "entered",
        "entered_far",
        "free",
        "joined",
        "land",
        "land_far",
        "passable",
        "seat",
    )

    def __init__(self, f: Field, seat: int) -> None:
        self.seat: i64 = seat
        self.free: Bitset60 = without((FULL, FULL, FULL, LAST_ROW), occupied(f.square))
        self.barred: Bitset60 = f.ground.rough60 if f.force.closed else f.ground.wood60
        self.passable: Bitset60 = without(self.free, self.barred)
        self.entered: Bitset60 = self.passable
        """Where others than infantry may end."""
        self.land: Bitset60 = self.free
        """Where infantry may end: beside another too, once that is known."""
        self.entered_far: Bitset60 = self.passable
        self.land_far: Bitset60 = self.free
        """The same for squares that are not beside their own: fewer brigadiers give way there."""
        self.joined = False
        self.asked = not f.led[1 - seat]
        """Whether it is known which enemy brigadiers give way."""

    def moves(self, f: Field, unit: int, place: int) -> list[int]:
        """[TB-3.1, TB-3.2, TB-3.5, TB-3.6] Every move of a unit in command."""
        if f.formed >> unit & 1:
            return UNFORMED[unit]
        if not self.asked and self.is_led(f, place):
            self.ask(f)
        if not f.force.foot >> unit & 1:
            return self.found(f, unit, place, self.passable, self.entered, self.entered_far)
        if not self.joined:
            self.joined = True
            beside = joinable60(f, self.seat)
            self.land = either(self.land, beside)
            self.land_far = either(self.land_far, beside)
        return self.found(f, unit, place, self.free, self.land, self.land_far)

    def found(self, f: Field, unit: int, place: int, walk: Bitset60, stop: Bitset60, far: Bitset60) -> list[int]:
        """[TB-3.1, TB-3.2] The moves of a unit that may pass some squares and end on others, near ones and far ones."""
        own = only(place)
        one = without(spread60(own), own)
        to = both(one, stop)
        slow = f.force.slow >> unit & 1
        on_road = f.ground.on_road[place]
        if on_road or not slow:
            one = both(one, walk)
            two = spread60(one)
            if not slow:
                to = either(to, both(two, far))
                if on_road:
                    two = spread60(either(one, both(two, walk)))
            if on_road:
                to = either(to, both(both(two, far), f.ground.road60))
        out = forming(f, unit, place)[:] if slow else []
        add_moves(without(to, own), MOVES[unit], out)
        return out

    def is_led(self, f: Field, place: int) -> bool:
        """[TB-3.7] Returns whether an enemy brigadier is within three squares of one."""
        apart = APART[place]
        first: i64 = (1 - self.seat) * SIDE
        for unit in range(first, first + 3):
            where: i64 = f.square[unit]
            if where < RESERVE and apart[where] <= 3:
                return True
        return False

    def ask(self, f: Field) -> None:
        """[TB-3.7] Finds out which enemy brigadiers give way."""
        self.asked = True
        first: i64 = (1 - self.seat) * SIDE
        for unit in range(first, first + 3):
            where: i64 = f.square[unit]
            if where < RESERVE:
                own = only(where)
                ways = both(spread60(own), self.passable)
                if meet(ways, ways):
                    self.land = either(self.land, own)
                    self.entered = either(self.entered, without(own, self.barred))
                if are_many(ways):
                    self.land_far = either(self.land_far, own)
                    self.entered_far = either(self.entered_far, without(own, self.barred))


def are_many(squares: Bitset60) -> bool:
    """Returns whether a set has more than one square."""
    seen = False
    for word in squares:
        if word:
            if seen or word & (word - 1):
                return True
            seen = True
    return False


def occupied(square: list[int]) -> Bitset60:
    """The squares with any piece."""
    a: i64 = 0
    b: i64 = 0
    c: i64 = 0
    d: i64 = 0
    for unit in range(PIECES):
        place: i64 = square[unit]
        bit: i64 = 1
        bit <<= place % 60
        if place < 60:
            a |= bit
        elif place < 120:
            b |= bit
        elif place < 180:
            c |= bit
        elif place < RESERVE:
            d |= bit
    return a, b, c, d


def joinable60(f: Field, seat: i64) -> Bitset60:
    """[TB-1.6] The squares where one more infantry unit of the seat may stand beside one that is there."""
    square = f.square
    foot: i64 = f.force.foot
    formed: i64 = f.formed
    found: Bitset60 = (0, 0, 0, 0)
    full: Bitset60 = f.ground.rough60
    first: i64 = seat * SIDE
    for unit in range(first + 3, first + SIDE):
        place: i64 = square[unit]
        if foot >> unit & 1 and place < RESERVE:
            own = only(place)
            full = either(full, own if formed >> unit & 1 else both(found, own))
            found = either(found, own)
    return without(found, full)


def add_moves(to: Bitset60, moves: list[Any], out: list[int]) -> None:
    """Adds the moves to a set of squares, in their order."""
    a, b, c, d = to
    add_word(a, 0, moves, out)
    add_word(b, 60, moves, out)
    add_word(c, 120, moves, out)
    add_word(d, 180, moves, out)


def add_word(rest: i64, first: i64, moves: list[Any], out: list[int]) -> None:
    """Adds the moves to the squares of one word."""
    while rest:
        low = rest & -rest
        out.append(moves[first + int(low).bit_length() - 1])
        rest ^= low
