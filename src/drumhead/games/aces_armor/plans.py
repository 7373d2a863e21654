"""Where a unit can go, at what price and past whom: floods of sets of hexes, price by price.

Only the hex that is entered is paid for [AA-4.1], so whoever comes next to a hex first also enters it at the least price.
"""

from drumhead.games.aces_armor.codes import WAY_SHIFT
from drumhead.games.aces_armor.ground import Ground, picked

Prices = list[tuple[int, int]]
"""What is paid in half points, and the hexes where it is."""
Zones = list[tuple[int, int]]
"""Sets of enemies, and the hexes where exactly these may intercept."""


class Plan:
    """All that a unit can reach in one move, friends not counted: they are passed but not ended on.

    `layers` holds, for every price, sets of enemies and the hexes first reached at it past these enemies and no others;
    `groups` the hexes by sets of enemies for which no way provokes fewer. Enemies are bits in the order of `provoked`.
    """

    __slots__ = ("direct", "groups", "layers", "provoked", "reached", "start", "touched", "zones")

    def __init__(self, start: int, direct: int) -> None:
        self.start: int = start
        self.direct: int = direct
        """The hexes that take the whole move: water, and factories to be occupied."""
        self.layers: list[dict[int, int]] = []
        self.groups: list[tuple[int, int]] = []
        self.reached: int = 0
        """All hexes of the groups."""
        self.provoked: list[int] = []
        """The enemy units that may intercept somewhere on the way."""
        self.zones: Zones = []
        self.touched: int = 0
        """The hexes beside enemies that may intercept; whether a friend stands there matters."""

    def past(self, hex_: int) -> int:
        """The enemies that may intercept on a hex."""
        for enemies, hexes in self.zones:
            if hexes >> hex_ & 1:
                return enemies
        return 0

    def enemies(self, hex_: int, way: int) -> int:
        """The enemies that a listed move provokes, or -1 where there is no such move."""
        for enemies, hexes in self.groups:
            if hexes >> hex_ & 1:
                if way == 0:
                    return enemies
                way -= 1
        return -1

    def moves(self, free: int, row: list[int]) -> list[int]:
        """The moves to hexes of a set; `row` has the move to every hex."""
        found = picked(self.reached & free, row)
        if len(self.groups) > 1:
            once = 0
            again: list[int] = []
            for _, hexes in self.groups:
                once, more = once | hexes, once & hexes
                for index, others in enumerate(again):
                    if not more:
                        break
                    again[index], more = others | more, others & more
                if more:
                    again.append(more)
            for way, hexes in enumerate(again, 1):
                found += [action + (way << WAY_SHIFT) for action in picked(hexes & free, row)]
        return found


def flood(
    ground: Ground, start: int, points: int, prices: Prices, passable: int, watched: int
) -> tuple[list[int], list[int]]:
    """[AA-4.1, AA-6.1] By price, the hexes reached unseen, and the watched ones that are entered from these."""
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    entered = layers[:]
    layers[0] = 1 << start
    left = passable & ~layers[0]
    for paid in range(points):
        new = layers[paid]
        if not new:
            continue
        # The hexes around these, as in Ground.spread, written out because nothing is asked more often.
        beside = (new & not_last) << 1 | (new & not_first) >> 1
        near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
        if not near:
            continue
        left ^= near
        seen = near & watched
        if seen:
            near ^= seen
            for price, priced in prices:
                entered[paid + price] |= seen & priced
        for price, priced in prices:
            layers[paid + price] |= near & priced
    del layers[points + 1 :], entered[points + 1 :]
    return layers, entered


def all_reached(ground: Ground, start: int, points: int, prices: Prices, passable: int) -> int:
    """[AA-4.1] The hexes that are reached at any price, seen or unseen."""
    reached = 0
    for layer in flood(ground, start, points, prices, passable, 0)[0]:
        reached |= layer
    return reached


def leads_on(ground: Ground, entered: list[int], prices: Prices, elsewhere: int) -> bool:
    """Says whether some hex elsewhere can be entered straight from the watched ones."""
    points = len(entered) - 1
    for paid, layer in enumerate(entered):
        if layer:
            beyond = ground.spread(layer) & elsewhere
            if beyond:
                for price, priced in prices:
                    if paid + price <= points and beyond & priced:
                        return True
    return False


def split(entered: list[int], zones: Zones) -> list[dict[int, int]]:
    """What was entered, by price and by the enemies that watch it."""
    return [
        {enemies: layer & hexes for enemies, hexes in zones if layer & hexes} if layer else {} for layer in entered
    ]


def flood_past(
    ground: Ground, unseen: list[int], pending: list[dict[int, int]], prices: Prices, passable: int, zones: Zones
) -> list[dict[int, int]]:
    """[AA-6.1] What lies past watched hexes; no way is kept that another betters in price and in enemies."""
    points = len(unseen) - 1
    done: dict[int, int] = {}
    before = 0
    spread = ground.spread
    for paid in range(points + 1):
        before |= unseen[paid]
        layer = pending[paid]
        if not layer:
            continue
        found = pending[paid] = {}
        for enemies in sorted(layer, key=fewest_first) if len(layer) > 1 else layer:
            new = layer[enemies] & ~before
            for fewer, hexes in done.items():
                if fewer & enemies == fewer:
                    new &= ~hexes
            if not new:
                continue
            done[enemies] = done.get(enemies, 0) | new
            found[enemies] = new
            beyond = spread(new) & passable & ~before
            if not beyond:
                continue
            for more, hexes in zones:
                part = beyond & hexes
                if not part:
                    continue
                both = enemies | more
                for price, priced in prices:
                    here = part & priced
                    if here and paid + price <= points:
                        onward = pending[paid + price]
                        onward[both] = onward.get(both, 0) | here
    return pending


def fewest_first(enemies: int) -> tuple[int, int]:
    """Orders sets of enemies."""
    return enemies.bit_count(), enemies


def gather(layers: list[dict[int, int]], whole: dict[int, int]) -> list[tuple[int, int]]:
    """All hexes by sets of enemies, the fewest enemies first."""
    for layer in layers:
        for enemies, hexes in layer.items():
            whole[enemies] = whole.get(enemies, 0) | hexes
    return [(enemies, whole[enemies]) for enemies in sorted(whole, key=fewest_first)]


def least(groups: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The hexes by the sets of enemies that no way betters."""
    found: list[tuple[int, int]] = []
    for index, (enemies, hexes) in enumerate(groups):
        for fewer, others in groups[:index]:
            if fewer & enemies == fewer:
                hexes &= ~others
        if hexes:
            found.append((enemies, hexes))
    return found
