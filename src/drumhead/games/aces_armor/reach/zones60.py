"""Sets of enemies, and the hexes that go with each: what `Plan60` is made of."""

from drumhead.games.aces_armor.reach.bitset60 import Bitset60


class Zone:
    """Hexes that go with a set of enemies: where exactly these may intercept, or what is reached past these."""

    __slots__ = ("enemies", "hexes")

    def __init__(self, enemies: int, hexes: Bitset60) -> None:
        self.enemies: int = enemies
        self.hexes: Bitset60 = hexes


def fewest(waiting: list[int]) -> int:
    """The set with the fewest enemies, as `plan.fewest_first` orders them."""
    found = waiting[0]
    least = found.bit_count()
    for enemies in waiting:
        count = enemies.bit_count()
        if count < least or (count == least and enemies < found):
            found, least = enemies, count
    return found


def split_zones(inside: Bitset60, beside: list[Bitset60]) -> list[Zone]:
    """Sets of enemies, and the hexes that are beside exactly these; first those beside none."""
    zones = [Zone(0, inside.copy())]
    for index, near in enumerate(beside):
        for zone in zones[:]:
            if zone.hexes.meets(near):
                common = zone.hexes.copy()
                common.keep(near)
                zone.hexes.drop(common)
                zones.append(Zone(zone.enemies | 1 << index, common))
    return [zone for zone in zones if zone.hexes.has_any()]


def least_zones(groups: list[Zone]) -> list[Zone]:
    """The hexes by the sets of enemies that no way betters."""
    found: list[Zone] = []
    for index, zone in enumerate(groups):
        own = zone.hexes.copy()
        for fewer in groups[:index]:
            if fewer.enemies & zone.enemies == fewer.enemies:
                own.drop(fewer.hexes)
        if own.has_any():
            found.append(Zone(zone.enemies, own))
    return found
