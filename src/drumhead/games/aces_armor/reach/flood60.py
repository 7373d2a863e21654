"""Floods of a map as bitsets of sixty-bit words: what is reached at any price, or price by price past watched hexes."""

from typing import Any, Final

from drumhead.core.compiled import i64, native
from drumhead.games.aces_armor.reach.bitset60 import Bitset60, bitset60

PENDING: Final = 5
"""How many prices are looked after at a time: no hex costs more than four half points."""


class Priced(Bitset60):
    """The hexes that cost the same to enter."""

    __slots__ = ("price",)

    def __init__(self, price: int, hexes: int) -> None:
        super().__init__()
        self.price: i64 = price
        self.read(hexes)

    def __reduce__(self) -> tuple[Any, ...]:
        return Priced, (int(self.price), self.hexes())


@native(allow_interpreted_subclasses=True, serializable=True)
class FloodMap:
    """What a map means to floods: the columns, and the hexes of each price by weather and arm."""

    __slots__ = (
        "entered",
        "even",
        "found",
        "inside",
        "layers",
        "left",
        "near",
        "not_first",
        "not_last",
        "odd",
        "prices",
    )

    def __init__(
        self,
        inside: int,
        odd: int,
        even: int,
        not_first: int,
        not_last: int,
        prices: list[list[list[tuple[int, int]]]],
    ) -> None:
        self.inside: Bitset60 = bitset60(inside)
        self.odd: Bitset60 = bitset60(odd)
        self.even: Bitset60 = bitset60(even)
        self.not_first: Bitset60 = bitset60(not_first)
        self.not_last: Bitset60 = bitset60(not_last)
        self.prices: list[list[list[Priced]]] = [
            [[Priced(price, hexes) for price, hexes in priced] for priced in arms] for arms in prices
        ]
        self.entered: list[Priced] = [Priced(0, inside)]
        """The prices of hexes that have been entered and paid for."""
        # Slates that every flood writes on: new ones would take longer than the flood.
        self.layers: list[Bitset60] = [Bitset60() for _ in range(PENDING)]
        self.left: Bitset60 = Bitset60()
        self.near: Bitset60 = Bitset60()
        self.found: Bitset60 = Bitset60()


def reached60(flood_map: FloodMap, start: int, points: int, prices: list[Priced], barred: int, goal: int) -> int:
    """[AA-4.1] All hexes that are reached at any price; with a goal that is a hex, it stops beside it."""
    flood_map.left.read(barred)
    fill60(flood_map, start, points, prices, goal)
    return flood_map.found.hexes()


def fill60(flood_map: FloodMap, start: int, points: i64, prices: list[Priced], goal: int) -> None:
    """[AA-4.1] Floods from a hex over all that is not on the slate `left`; what it reaches is then on `found`."""
    layers, left, near, found = flood_map.layers, flood_map.left, flood_map.near, flood_map.found
    left.invert(flood_map.inside)
    if left.has(start):
        left.turn(start)
    found.clear()
    layers[0].turn(start)
    last = points - 1
    paid: i64 = 0
    while paid < points:
        new = layers[paid % PENDING]
        if new.has_any():
            around(flood_map, new, left, near)
            found.add(new)
            new.clear()
            for priced in prices:
                layers[(paid + priced.price) % PENDING].add_common(near, priced)
            if goal >= 0 and near.has(goal):
                last = paid
                break
        paid += 1
    still = last + 1
    while still < last + PENDING and still <= points:
        found.add(layers[still % PENDING])
        still += 1
    for layer in layers:
        layer.clear()
    found.turn(start)


def reached_until60(flood_map: FloodMap, start: int, points: i64, prices: list[Priced], barred: int, halts: int) -> int:
    """[AA-4.1, AA-6.1] All hexes that are reached without leaving one of `halts` that was entered."""
    layers, left, near, found = flood_map.layers, flood_map.left, flood_map.near, flood_map.found
    left.read(barred)
    left.invert(flood_map.inside)
    if left.has(start):
        left.turn(start)
    stops = bitset60(halts)
    if stops.has(start):
        stops.turn(start)
    found.clear()
    layers[0].turn(start)
    paid: i64 = 0
    while paid < points:
        new = layers[paid % PENDING]
        if new.has_any():
            found.add(new)
            new.drop(stops)
            if new.has_any():
                around(flood_map, new, left, near)
                new.clear()
                for priced in prices:
                    layers[(paid + priced.price) % PENDING].add_common(near, priced)
        paid += 1
    found.add(layers[points % PENDING])
    for layer in layers:
        layer.clear()
    found.turn(start)
    return found.hexes()


def reaches60(flood_map: FloodMap, start: int, points: int, prices: list[Priced], barred: int, goal: int) -> bool:
    """[AA-4.1] Returns whether a hex is reached."""
    flood_map.left.read(barred)
    fill60(flood_map, start, points, prices, goal)
    return flood_map.found.has(goal)


def around(flood_map: FloodMap, new: Bitset60, left: Bitset60, near: Bitset60) -> None:
    """Finds the hexes around a set that are left; they are left no more."""
    a, b, c, d, e = new.a, new.b, new.c, new.d, new.e
    first, last, odd, even = flood_map.not_first, flood_map.not_last, flood_map.odd, flood_map.even
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


def flood60(
    flood_map: FloodMap,
    start: int,
    points: i64,
    prices: list[Priced],
    passable: Bitset60,
    watched: Bitset60,
    entered: list[Bitset60],
) -> list[Bitset60]:
    """[AA-4.1, AA-6.1] By price, the hexes reached unseen; what is watched and entered from these goes to another list.

    Both lists may be longer than the points go.
    """
    left, near = flood_map.left, flood_map.near
    layers = [Bitset60() for _ in range(points + PENDING)]
    layers[0].turn(start)
    left.set_to(passable)
    if left.has(start):
        left.turn(start)
    paid: i64 = 0
    while paid < points:
        new = layers[paid]
        if new.has_any():
            around(flood_map, new, left, near)
            if near.meets(watched):
                for priced in prices:
                    entered[paid + priced.price].add_three(near, watched, priced)
                near.drop(watched)
            for priced in prices:
                layers[paid + priced.price].add_common(near, priced)
        paid += 1
    return layers


def spread60(flood_map: FloodMap, hexes: int) -> int:
    """The hexes next to any hex of a set."""
    flood_map.left.set_to(flood_map.inside)
    flood_map.found.read(hexes)
    around(flood_map, flood_map.found, flood_map.left, flood_map.near)
    return flood_map.near.hexes()
