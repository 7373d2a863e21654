"""Bitsets of hexes in five words of sixty bits, three rows of twenty hexes each.

Compiled code floods a map with these many times as fast as with one long number; in pure Python the long number wins.
"""

from typing import Any, Final

from drumhead.core.compiled import i64

WIDTH: Final = 20
ROWS: Final = 15
FULL: Final = (1 << 60) - 1
OCTETS: Final = 38
"""How many bytes a map takes: what is read from a long number comes through these."""


class Bitset60:
    """A set of hexes."""

    __slots__ = ("a", "b", "c", "d", "e")

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0
        self.e: i64 = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return bitset60, (self.hexes(),)

    def read(self, hexes: int) -> None:
        """Takes a set that was one number."""
        octets = hexes.to_bytes(OCTETS, "little")
        self.a = eight(octets, 0) & FULL
        self.b = eight(octets, 7) >> 4 & FULL
        self.c = eight(octets, 15) & FULL
        self.d = eight(octets, 22) >> 4 & FULL
        self.e = eight(octets, 30) & FULL

    def has(self, hex_: int) -> bool:
        """Returns whether a hex is in the set."""
        place: i64 = hex_
        word = self.a
        if place >= 240:
            word = self.e
        elif place >= 180:
            word = self.d
        elif place >= 120:
            word = self.c
        elif place >= 60:
            word = self.b
        return word >> place % 60 & 1 != 0

    def has_any(self) -> bool:
        """Returns whether there is a hex in the set."""
        return self.a | self.b | self.c | self.d | self.e != 0

    def meets(self, other: "Bitset60") -> bool:
        """Returns whether a hex is in both sets."""
        return self.a & other.a | self.b & other.b | self.c & other.c | self.d & other.d | self.e & other.e != 0

    def turn(self, hex_: int) -> None:
        """Adds a hex that is not in the set, or takes one out that is."""
        place: i64 = hex_
        bit: i64 = 1
        bit <<= place % 60
        if place < 60:
            self.a ^= bit
        elif place < 120:
            self.b ^= bit
        elif place < 180:
            self.c ^= bit
        elif place < 240:
            self.d ^= bit
        else:
            self.e ^= bit

    def add(self, more: "Bitset60") -> None:
        """Takes all hexes of another set over."""
        self.a |= more.a
        self.b |= more.b
        self.c |= more.c
        self.d |= more.d
        self.e |= more.e

    def add_common(self, one: "Bitset60", other: "Bitset60") -> None:
        """Takes over the hexes that are in both of two other sets."""
        self.a |= one.a & other.a
        self.b |= one.b & other.b
        self.c |= one.c & other.c
        self.d |= one.d & other.d
        self.e |= one.e & other.e

    def add_three(self, one: "Bitset60", other: "Bitset60", third: "Bitset60") -> None:
        """Takes over the hexes that are in all of three other sets."""
        self.a |= one.a & other.a & third.a
        self.b |= one.b & other.b & third.b
        self.c |= one.c & other.c & third.c
        self.d |= one.d & other.d & third.d
        self.e |= one.e & other.e & third.e

    def keep(self, other: "Bitset60") -> None:
        """Takes out what is not in another set."""
        self.a &= other.a
        self.b &= other.b
        self.c &= other.c
        self.d &= other.d
        self.e &= other.e

    def drop(self, other: "Bitset60") -> None:
        """Takes out what is in another set."""
        self.a &= ~other.a
        self.b &= ~other.b
        self.c &= ~other.c
        self.d &= ~other.d
        self.e &= ~other.e

    def invert(self, inside: "Bitset60") -> None:
        """Becomes what another set has besides this one."""
        self.a = inside.a & ~self.a
        self.b = inside.b & ~self.b
        self.c = inside.c & ~self.c
        self.d = inside.d & ~self.d
        self.e = inside.e & ~self.e

    def set_to(self, other: "Bitset60") -> None:
        """Becomes equal to another set."""
        self.a, self.b, self.c, self.d, self.e = other.a, other.b, other.c, other.d, other.e

    def copy(self) -> "Bitset60":
        """A set of the same hexes."""
        found = Bitset60()
        found.set_to(self)
        return found

    def clear(self) -> None:
        """Takes all hexes out."""
        self.a = self.b = self.c = self.d = self.e = 0

    def hexes(self) -> int:
        """The set as one number."""
        found = int(self.a)
        if self.b:
            found |= int(self.b) << 60
        if self.c:
            found |= int(self.c) << 120
        if self.d:
            found |= int(self.d) << 180
        if self.e:
            found |= int(self.e) << 240
        return found


def eight(octets: bytes, at: i64) -> i64:
    """Eight bytes from a place on as one number, the least first."""
    low: i64 = octets[at] | octets[at + 1] << 8 | octets[at + 2] << 16 | octets[at + 3] << 24
    high: i64 = octets[at + 4] | octets[at + 5] << 8 | octets[at + 6] << 16 | octets[at + 7] << 24
    return low | high << 32


def bitset60(hexes: int) -> Bitset60:
    """A set that was one number."""
    found = Bitset60()
    found.read(hexes)
    return found


def picked60(hexes: int, row: list[Any]) -> list[Any]:
    """The entries of a row whose bits are set.

    They are no numbers to the compiler: these it would take apart and make anew.
    """
    octets = hexes.to_bytes((len(row) + 7) // 8, "little")
    found: list[Any] = []
    first: i64 = 0
    for octet in octets:
        left: i64 = octet
        at = first
        while left:
            if left & 1:
                found.append(row[at])
            left >>= 1
            at += 1
        first += 8
    return found
