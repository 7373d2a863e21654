"""Where a unit can go, at what price and past whom: floods of sets of hexes, cost by cost."""

from drumhead.games.aces_armor.codes import WAY_SHIFT
from drumhead.games.aces_armor.ground import Ground, picked


class Plan:
    """All that a unit can reach in one move, friends not counted: they are passed but not ended on.

    `layers` holds, for every price, sets of enemies and the hexes first reached at it past these enemies and no others;
    `groups` the hexes for which no path provokes fewer, by sets of enemies. Enemies are bits in the order of `provoked`.
    """

    __slots__ = ("direct", "groups", "layers", "provoked", "reached", "start", "touched", "zones")

    def __init__(self, start: int) -> None:
        self.start: int = start
        self.layers: list[dict[int, int]] = []
        self.groups: list[tuple[int, int]] = []
        self.reached: int = 0
        """All hexes of them."""
        self.provoked: list[int] = []
        """The enemy units that may intercept somewhere on the way."""
        self.zones: list[tuple[int, int]] = []
        """Sets of enemies, and the hexes where exactly these may intercept."""
        self.direct: int = 0
        """The hexes that take the whole move: water, and factories to be occupied."""
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
        groups = self.groups
        if len(groups) == 1:
            return picked(groups[0][1] & free, row)
        found: list[int] = []
        once = 0
        repeated: list[int] = []
        for _, hexes in groups:
            again = once & hexes
            once |= hexes
            for index, others in enumerate(repeated):
                if not again:
                    break
                repeated[index], again = others | again, others & again
            if again:
                repeated.append(again)
        found = picked(once & free, row)
        for way, hexes in enumerate(repeated, 1):
            found += [action + (way << WAY_SHIFT) for action in picked(hexes & free, row)]
        return found


def flood(ground: Ground, start: int, points: int, prices: list[tuple[int, int]], passable: int) -> list[int]:
    """[AA-4.1] By price, the hexes that are first reached at it."""
    layers = [0] * (points + 5)
    layers[0] = 1 << start
    seen = 0
    spread = ground.spread
    for paid in range(points + 1):
        new = layers[paid] & ~seen
        layers[paid] = new
        if new:
            seen |= new
            if paid < points:
                beyond = spread(new) & passable & ~seen
                for price, hexes in prices:
                    layers[paid + price] |= beyond & hexes
    del layers[points + 1 :]
    return layers


def beside(
    ground: Ground, layers: list[int], prices: list[tuple[int, int]], zones: list[tuple[int, int]]
) -> list[dict[int, int]]:
    """[AA-6.1] What is first entered beside enemies from hexes that are reached unseen, by price and enemies."""
    found: list[dict[int, int]] = [{} for _ in layers]
    last = len(layers)
    seen = 0
    for paid, layer in enumerate(layers):
        if not layer:
            continue
        beyond = ground.spread(layer) & ~seen
        for price, priced in prices:
            entered = beyond & priced
            if not entered or paid + price >= last:
                continue
            onward = found[paid + price]
            for enemies, hexes in zones:
                part = entered & hexes
                if part:
                    onward[enemies] = onward.get(enemies, 0) | part
    return found


def flood_past(
    ground: Ground,
    unseen: list[int],
    entered: list[dict[int, int]],
    prices: list[tuple[int, int]],
    passable: int,
    zones: list[tuple[int, int]],
) -> list[dict[int, int]]:
    """[AA-6.1] The same for all that lies farther on; none is kept that another betters in price and in enemies."""
    last = len(unseen)
    done: dict[int, int] = {}
    before = 0
    pending = entered
    for paid in range(last):
        before |= unseen[paid]
        found: dict[int, int] = {}
        layer = pending[paid]
        for enemies in sorted(layer, key=_by_number) if len(layer) > 1 else layer:
            new = layer[enemies] & ~before
            for fewer, hexes in done.items():
                if fewer & enemies == fewer:
                    new &= ~hexes
            if not new:
                continue
            done[enemies] = done.get(enemies, 0) | new
            found[enemies] = new
            beyond = ground.spread(new) & passable & ~before
            for price, priced in prices:
                part = beyond & priced
                if not part or paid + price >= last:
                    continue
                onward = pending[paid + price]
                for more, hexes in zones:
                    here = part & hexes
                    if here:
                        both = enemies | more
                        onward[both] = onward.get(both, 0) | here
        pending[paid] = found
    for paid, layer_unseen in enumerate(unseen):
        if layer_unseen:
            pending[paid][0] = layer_unseen
    return pending


def _by_number(enemies: int) -> tuple[int, int]:
    return enemies.bit_count(), enemies


def by_number(group: tuple[int, int]) -> tuple[int, int]:
    """Orders groups: the fewest enemies first."""
    return group[0].bit_count(), group[0]


def least(layers: list[dict[int, int]], direct: dict[int, int], start: int) -> list[tuple[int, int]]:
    """By sets of enemies, the hexes that cannot be reached past fewer of them; the fewest enemies first."""
    whole: dict[int, int] = dict(direct)
    for layer in layers:
        for enemies, hexes in layer.items():
            whole[enemies] = whole.get(enemies, 0) | hexes
    found = []
    for enemies in sorted(whole, key=_by_number):
        hexes = whole[enemies] & ~(1 << start)
        for fewer, others in whole.items():
            if fewer != enemies and fewer & enemies == fewer:
                hexes &= ~others
        if hexes:
            found.append((enemies, hexes))
    return found
