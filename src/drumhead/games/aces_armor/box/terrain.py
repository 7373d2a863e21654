"""What a map means to units: what every hex costs, which hexes lie in range, sets of hexes as bits."""

from collections.abc import Callable
from itertools import compress
from typing import Final

from drumhead.core.compiled import is_compiled, native
from drumhead.core.grid.hexes import WAYS
from drumhead.games.aces_armor.box.maps import BRIDGE, FACTORY, FOREST, MOUNTAIN, RIVER, ROAD, SEA, STANDARD, HexMap
from drumhead.games.aces_armor.engine.encoding import DRY, FROST, MUD
from drumhead.games.aces_armor.reach import bitset60, flood60

# How units move: by arm, in the numbers of `unit_types`, so that infantry is 0 and aircraft 3.
AIR: Final = 3
TRACKS: Final = 1
WEATHERS: Final = 6
CLOSED: Final = 99
"""The price of a hex that cannot be entered in the course of a move."""

COMPILED: Final = is_compiled()
_FLAGS: Final = bytes([1 if digit == ord("1") else 0 for digit in range(256)])


def picked(mask: int, row: list[int]) -> list[int]:
    """The entries of a row whose bits are set."""
    if COMPILED:
        return bitset60.picked60(mask, row)
    if not mask:
        return []
    first = (mask & -mask).bit_length() - 1
    return list(compress(row[first:], bin(mask >> first)[:1:-1].encode().translate(_FLAGS)))


@native(allow_interpreted_subclasses=True, serializable=True)
class Ground:
    """A map, or half of one, with prices and ranges ready."""

    def __init__(self, board: HexMap, *, mountains: bool) -> None:
        grid = board.grid
        self.board: HexMap = board
        self.width: int = grid.width
        self.count: int = grid.count
        self.mountains: bool = mountains
        self.inside: int = self._those(lambda hex_: bool(board.inside[hex_]))
        self.odd: int = self._those(lambda hex_: bool(hex_ % grid.width & 1))
        self.even: int = self.inside & ~self.odd
        self.not_last: int = self._those(lambda hex_: hex_ % grid.width < grid.width - 1)
        self.not_first: int = self._those(lambda hex_: hex_ % grid.width > 0)
        self.water: int = self._of(RIVER) | self._of(SEA)
        self.forest: int = self._of(FOREST)
        self.is_water: list[bool] = [self.water >> hex_ & 1 == 1 for hex_ in range(self.count)]
        self.is_forest: list[bool] = [self.forest >> hex_ & 1 == 1 for hex_ in range(self.count)]
        self.peaks: int = self._of(MOUNTAIN) if mountains else 0
        """The mountains, where they count."""
        self.roads: int = self._of(ROAD) | self._of(BRIDGE)
        self.factories: int = self._of(FACTORY)
        self.shore: int = self._those(lambda hex_: bool(board.shore[hex_]))
        self.around: list[int] = [sum(1 << near for near in nears) for nears in board.neighbours]
        self.price: list[list[list[int]]] = [
            [[self._price(weather, arm, hex_) for hex_ in range(self.count)] for arm in range(4)]
            for weather in range(WEATHERS)
        ]
        """[AA-4.1, AA-12.2] By weather and arm, the half points it takes to enter every hex."""
        self.prices: list[list[list[tuple[int, int]]]] = [
            [self._by_price(self.price[weather][arm]) for arm in range(4)] for weather in range(WEATHERS)
        ]
        """The same the other way round: what is paid, and the hexes where it is, as bits."""
        is_small = COMPILED and self.width == bitset60.WIDTH and self.count <= bitset60.WIDTH * bitset60.ROWS
        self.flood_map: flood60.FloodMap | None = (
            flood60.FloodMap(self.inside, self.odd, self.even, self.not_first, self.not_last, self.prices)
            if is_small
            else None
        )
        """The same for floods of bitsets, in the compiled build and where the map is small enough for them."""
        self.next: list[list[int]] = [[self._beyond(hex_, way) for way in range(6)] for hex_ in range(self.count)]
        """The hex that each of the six ways out leads to, or -1."""
        self.reaches: dict[int, dict[int, int]] = {}
        """By closed factories: what units reach where no enemy is in the way, as far as it has been asked for."""
        self._bands: dict[int, int] = {}
        self._rings: dict[tuple[int, int], list[int]] = {}

    def spread(self, mask: int) -> int:
        """The hexes next to any hex of a set."""
        if self.flood_map is not None:
            return flood60.spread60(self.flood_map, mask)
        wide = self.width
        beside = (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (
            mask << wide | mask >> wide | beside | (beside & self.odd) >> wide | (beside & self.even) << wide
        ) & self.inside

    def band(self, hex_: int, near: int, far: int) -> int:
        """[AA-7.1] The hexes from near to far away, as bits; nothing lies beyond the border [AA-1.4]."""
        key = hex_ << 8 | near << 4 | far
        found = self._bands.get(key)
        if found is None:
            distance = self.board.distance[hex_]
            found = sum([1 << other for other in self.board.hexes if near <= distance[other] <= far])
            self._bands[key] = found
        return found

    def ring(self, hex_: int, steps: int) -> list[int]:
        """The hexes some steps away, clockwise from the top."""
        key = (hex_, steps)
        if key not in self._rings:
            self._rings[key] = self.board.ring(hex_, steps)
        return self._rings[key]

    def _price(self, weather: int, arm: int, hex_: int) -> int:
        """[AA-4.1, AA-4.2, AA-4.3, AA-12.2, AA-12.4] The half points it takes to enter a hex, or CLOSED."""
        if not self.board.inside[hex_]:
            return CLOSED
        if arm == AIR:
            return 2
        terrain = self.board.terrain[hex_]
        if terrain in (RIVER, SEA):
            return 2 if weather == FROST else CLOSED
        if terrain == MOUNTAIN and self.mountains:
            return CLOSED if arm == TRACKS else 3
        kind = ROAD if terrain in (ROAD, BRIDGE) else FOREST if terrain == FOREST else STANDARD
        if weather == MUD:
            return {ROAD: 2, STANDARD: 3, FOREST: 4}[kind]
        if weather == DRY and kind == STANDARD:
            return 1
        return {ROAD: 1, STANDARD: 2, FOREST: 3}[kind]

    def _by_price(self, price: list[int]) -> list[tuple[int, int]]:
        kinds = sorted(set(price) - {CLOSED})
        return [(paid, sum([1 << hex_ for hex_ in range(self.count) if price[hex_] == paid])) for paid in kinds]

    def _beyond(self, hex_: int, way: int) -> int:
        across, along = WAYS[way]
        column, row = self.board.grid.place(hex_)
        to = column + across
        to_row = row - (column >> 1) + along + (to >> 1)
        if not (0 <= to < self.width and 0 <= to_row < self.count // self.width):
            return -1
        found = to_row * self.width + to
        return found if self.board.inside[found] and self.board.inside[hex_] else -1

    def _of(self, terrain: int) -> int:
        return self._those(lambda hex_: self.board.terrain[hex_] == terrain)

    def _those(self, wanted: Callable[[int], bool]) -> int:
        return sum([1 << hex_ for hex_ in range(self.count) if self.board.inside[hex_] and wanted(hex_)])
