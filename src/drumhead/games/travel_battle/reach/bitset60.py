"""Bitsets of squares in four words of sixty bits, three rows of twenty squares each.

Compiled code handles these many times as fast as one long number; in pure Python the long number wins.
"""

from typing import Final

from drumhead.core.compiled import i64

FULL: Final = (1 << 60) - 1
NOT_FIRST: Final = FULL & ~(1 | 1 << 20 | 1 << 40)
NOT_LAST: Final = FULL & ~(1 << 19 | 1 << 39 | 1 << 59)
LAST_ROW: Final = (1 << 20) - 1
"""The fourth word has one row."""

Bitset60 = tuple[i64, i64, i64, i64]
"""A set of squares: rows 1 to 3, 4 to 6, 7 to 9, and 10."""


def bitset60(squares: int) -> Bitset60:
    """Returns a set that was one number."""
    return i64(squares & FULL), i64(squares >> 60 & FULL), i64(squares >> 120 & FULL), i64(squares >> 180)


def only(square: i64) -> Bitset60:
    """The set of one square."""
    # Shifted in place: a plain 1 on the left of a shift would be a C int, of 32 bits.
    bit: i64 = 1
    bit <<= square % 60
    if square < 60:
        return bit, 0, 0, 0
    if square < 120:
        return 0, bit, 0, 0
    if square < 180:
        return 0, 0, bit, 0
    return 0, 0, 0, bit


def both(one: Bitset60, other: Bitset60) -> Bitset60:
    """The squares that are in both sets."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2], one[3] & other[3]


def either(one: Bitset60, other: Bitset60) -> Bitset60:
    """The squares that are in one of two sets."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]


def without(one: Bitset60, other: Bitset60) -> Bitset60:
    """The squares of a set that are not in another."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2], one[3] & ~other[3]


def meet(one: Bitset60, other: Bitset60) -> bool:
    """Returns whether a square is in both sets."""
    return (one[0] & other[0] | one[1] & other[1] | one[2] & other[2] | one[3] & other[3]) != 0


def spread60(squares: Bitset60) -> Bitset60:
    """The squares of a set and all around them."""
    a, b, c, d = squares
    a |= a << 1 & NOT_FIRST | a >> 1 & NOT_LAST
    b |= b << 1 & NOT_FIRST | b >> 1 & NOT_LAST
    c |= c << 1 & NOT_FIRST | c >> 1 & NOT_LAST
    d |= d << 1 & NOT_FIRST | d >> 1 & NOT_LAST
    return (
        (a | a << 20 | a >> 20 | b << 40) & FULL,
        (b | b << 20 | b >> 20 | a >> 40 | c << 40) & FULL,
        (c | c << 20 | c >> 20 | b >> 40 | d << 40) & FULL,
        (d | c >> 40) & LAST_ROW,
    )
