"""Sets of hexes in five words of sixty bits, three rows of twenty hexes each.

Compiled code floods a map with these many times as fast as with one long number; in pure Python the long number wins.
"""

from typing import Final

from drumhead.core.native import i64, native

WIDTH: Final = 20
ROWS: Final = 15
FULL: Final = (1 << 60) - 1
PENDING: Final = 5
"""How many prices are looked after at a time: no hex costs more than four half points."""
BYTES: Final = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


@native(allow_interpreted_subclasses=True, serializable=True)
class Words:
    """A set of hexes."""

    __slots__ = ("a", "b", "c", "d", "e")

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 0
        self.e: i64 = 0

    def read(self, hexes: int) -> None:
        """Takes a set that was one number."""
        self.a = i64(hexes & FULL)
        self.b = i64(hexes >> 60 & FULL)
        self.c = i64(hexes >> 120 & FULL)
        self.d = i64(hexes >> 180 & FULL)
        self.e = i64(hexes >> 240)

    def turn(self, hex_: int) -> None:
        """Adds a hex that is not in the set, or takes one out that is."""
        bit: i64 = 1
        bit <<= hex_ % 60
        word = hex_ // 60
        if word == 0:
            self.a ^= bit
        elif word == 1:
            self.b ^= bit
        elif word == 2:
            self.c ^= bit
        elif word == 3:
            self.d ^= bit
        else:
            self.e ^= bit

    def take(self, more: "Words") -> None:
        """Takes all hexes of another set over, and leaves that one empty."""
        self.a |= more.a
        self.b |= more.b
        self.c |= more.c
        self.d |= more.d
        self.e |= more.e
        more.clear()

    def clear(self) -> None:
        """Takes all hexes out."""
        self.a = self.b = self.c = self.d = self.e = 0

    def hexes(self) -> int:
        """The set as one number."""
        return int(self.a) | int(self.b) << 60 | int(self.c) << 120 | int(self.d) << 180 | int(self.e) << 240


def words(hexes: int) -> Words:
    """A set that was one number."""
    found = Words()
    found.read(hexes)
    return found


@native(allow_interpreted_subclasses=True, serializable=True)
class Sheet:
    """What a map means to floods: the columns, and the hexes of each price by weather and arm."""

    __slots__ = ("even", "layers", "left", "near", "not_first", "not_last", "odd", "prices")

    def __init__(
        self, odd: int, even: int, not_first: int, not_last: int, prices: list[list[list[tuple[int, int]]]]
    ) -> None:
        self.odd: Words = words(odd)
        self.even: Words = words(even)
        self.not_first: Words = words(not_first)
        self.not_last: Words = words(not_last)
        self.prices: list[list[list[tuple[int, Words]]]] = [
            [[(price, words(hexes)) for price, hexes in priced] for priced in arms] for arms in prices
        ]
        # Slates that every flood writes on: new ones would take longer than the flood.
        self.layers: list[Words] = [Words() for _ in range(PENDING)]
        self.left: Words = Words()
        self.near: Words = Words()


def reached_in_words(
    sheet: Sheet, start: int, points: int, prices: list[tuple[int, Words]], passable: int, goal: int
) -> int:
    """[AA-4.1] All hexes that are reached at any price; with a goal that is a hex, it stops beside it."""
    layers, left, near = sheet.layers, sheet.left, sheet.near
    aim, found = Words(), Words()
    layers[0].turn(start)
    left.read(passable & ~(1 << start))
    if goal >= 0:
        aim.turn(goal)
    last = points - 1
    for paid in range(points):
        new = layers[paid % PENDING]
        if not new.a | new.b | new.c | new.d | new.e:
            continue
        around(sheet, new, left, near)
        found.take(new)
        for price, priced in prices:
            layer = layers[(paid + price) % PENDING]
            layer.a |= near.a & priced.a
            layer.b |= near.b & priced.b
            layer.c |= near.c & priced.c
            layer.d |= near.d & priced.d
            layer.e |= near.e & priced.e
        if near.a & aim.a | near.b & aim.b | near.c & aim.c | near.d & aim.d | near.e & aim.e:
            last = paid
            break
    for still in range(last + 1, min(last + PENDING, points + 1)):
        found.take(layers[still % PENDING])
    for layer in layers:
        layer.clear()
    found.turn(start)
    return found.hexes()


def around(sheet: Sheet, new: Words, left: Words, near: Words) -> None:
    """Finds the hexes around a set that are left; they are left no more."""
    a, b, c, d, e = new.a, new.b, new.c, new.d, new.e
    first, last, odd, even = sheet.not_first, sheet.not_last, sheet.odd, sheet.even
    # Those beside them in their rows; what goes up from these and from the set, and what goes down.
    ba: i64 = (a & last.a) << 1 | (a & first.a) >> 1
    bb: i64 = (b & last.b) << 1 | (b & first.b) >> 1
    bc: i64 = (c & last.c) << 1 | (c & first.c) >> 1
    bd: i64 = (d & last.d) << 1 | (d & first.d) >> 1
    be: i64 = (e & last.e) << 1 | (e & first.e) >> 1
    ua: i64 = a | ba & even.a
    ub: i64 = b | bb & even.b
    uc: i64 = c | bc & even.c
    ud: i64 = d | bd & even.d
    ue: i64 = e | be & even.e
    da: i64 = a | ba & odd.a
    db: i64 = b | bb & odd.b
    dc: i64 = c | bc & odd.c
    dd: i64 = d | bd & odd.d
    de: i64 = e | be & odd.e
    near.a = (ba | ua << 20 | da >> 20 | db << 40) & left.a
    near.b = (bb | ub << 20 | ua >> 40 | db >> 20 | dc << 40) & left.b
    near.c = (bc | uc << 20 | ub >> 40 | dc >> 20 | dd << 40) & left.c
    near.d = (bd | ud << 20 | uc >> 40 | dd >> 20 | de << 40) & left.d
    near.e = (be | ue << 20 | ud >> 40 | de >> 20) & left.e
    left.a ^= near.a
    left.b ^= near.b
    left.c ^= near.c
    left.d ^= near.d
    left.e ^= near.e


def picked_in_words(hexes: int, row: list[int]) -> list[int]:
    """The entries of a row whose bits are set."""
    found: list[int] = []
    first = 0
    while hexes:
        word = hexes & FULL
        at = first
        while word:
            byte = word & 255
            if byte == 255:
                found += row[at : at + 8]
            else:
                for bit in BYTES[byte]:
                    found.append(row[at + bit])
            word >>= 8
            at += 8
        hexes >>= 60
        first += 60
    return found
