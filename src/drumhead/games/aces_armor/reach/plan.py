"""Where a unit can go, at what price and past whom: floods of sets of hexes, price by price.

Only the hex that is entered is paid for [AA-4.1]: whoever comes next to a hex first also enters it at the least price.
"""

from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.reach.flood60 import reached_in_words, reached_until_in_words, reaches_in_words

Prices = list[tuple[int, int]]
"""What is paid in half points, and the hexes where it is."""
Zones = list[tuple[int, int]]
"""Sets of enemies, and the hexes where exactly these may intercept."""


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


def reached_from(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, goal: int = -1) -> int:
    """[AA-4.1] All hexes that are reached at any price; with a goal that is a hex, it stops beside it."""
    if ground.sheet is not None:
        return reached_in_words(ground.sheet, start, points, ground.sheet.prices[weather][arm], barred, goal)
    prices = ground.prices[weather][arm]
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    layers[0] = new = 1 << start
    left = ground.inside & ~(barred | new)
    for paid in range(points):
        new = layers[paid]
        if new:
            beside = (new & not_last) << 1 | (new & not_first) >> 1
            near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
            if near:
                left ^= near
                for price, priced in prices:
                    layers[paid + price] |= near & priced
                if goal >= 0 and near >> goal & 1:
                    break
    layers[0] = 0
    return united(layers[: points + 1])


def reaches(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, goal: int) -> bool:
    """[AA-4.1] Says whether a hex is reached at any price."""
    if ground.sheet is not None:
        return reaches_in_words(ground.sheet, start, points, ground.sheet.prices[weather][arm], barred, goal)
    return reached_from(ground, start, points, weather, arm, barred, goal) >> goal & 1 == 1


def reached_until(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, halts: int) -> int:
    """[AA-4.1, AA-6.1] All hexes that are reached without leaving one of `halts` that was entered."""
    if ground.sheet is not None:
        return reached_until_in_words(ground.sheet, start, points, ground.sheet.prices[weather][arm], barred, halts)
    prices = ground.prices[weather][arm]
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    layers[0] = new = 1 << start
    left = ground.inside & ~(barred | new)
    on = ~halts | new
    found = 0
    for paid in range(points):
        found |= layers[paid]
        new = layers[paid] & on
        if new:
            beside = (new & not_last) << 1 | (new & not_first) >> 1
            near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
            if near:
                left ^= near
                for price, priced in prices:
                    layers[paid + price] |= near & priced
    return (found | layers[points]) & ~(1 << start)


def united(layers: list[int]) -> int:
    """All hexes of all layers."""
    found = 0
    for layer in layers:
        found |= layer
    return found


def split_zones(inside: int, beside: list[int]) -> Zones:
    """Sets of enemies, and the hexes that are beside exactly these; first those beside none."""
    zones = [(0, inside)]
    for index, near in enumerate(beside):
        for place, (enemies, hexes) in enumerate(zones[:]):
            common = hexes & near
            if common:
                zones[place] = (enemies, hexes ^ common)
                zones.append((enemies | 1 << index, common))
    return [(enemies, hexes) for enemies, hexes in zones if hexes]


class Plan:
    """The ways of a unit: what it reaches unseen, and what past enemies that may intercept, by sets of these.

    Enemies are bits in the order of `provoked`. Friends do not count here: they are passed but not ended on.
    """

    __slots__ = (
        "arm",
        "barred",
        "beside",
        "direct",
        "entered",
        "ground",
        "groups",
        "layers",
        "passable",
        "prices",
        "provoked",
        "quiet",
        "start",
        "sure",
        "unseen",
        "weather",
        "zones",
    )

    def __init__(self, ground: Ground, start: int, direct: int) -> None:
        self.ground: Ground = ground
        self.start: int = start
        self.direct: int = direct
        """The hexes that take the whole move: water, and factories to be occupied."""
        self.provoked: list[int] = []
        """The enemy units that may intercept somewhere on the way."""
        self.beside: list[int] = []
        """The hexes where each of them may."""
        self.groups: list[tuple[int, int]] = []
        """Once they were searched: sets of enemies, and the hexes that no way past fewer leads to; the fewest first."""
        self.layers: dict[int, list[int]] = {}
        """Once they were searched: by sets of enemies and by price, the hexes first reached past exactly these."""
        self.zones: Zones = []
        self.sure: list[int] = []
        """The way that was found last where there is only one."""

    def fill(self, points: int, weather: int, arm: int, barred: int, halts: int = 0) -> None:
        """[AA-4.1, AA-6.1] Finds what is reached unseen, and the watched hexes that are entered from there.

        Watched is what lies beside enemies that may intercept, and `halts`.
        """
        watched = halts
        for hexes in self.beside:
            watched |= hexes
        self.weather: int = weather
        self.arm: int = arm
        self.prices: Prices = self.ground.prices[weather][arm]
        self.barred: int = barred
        self.passable: int = self.ground.inside & ~barred
        self.unseen, self.entered = flood(self.ground, self.start, points, self.prices, self.passable, watched)
        self.quiet: int = united(self.unseen) ^ 1 << self.start

    def search(self) -> None:
        """[AA-6.1] Goes on past watched hexes, set of enemies by set of enemies, the fewest first."""
        self.zones = split_zones(self.ground.inside, self.beside)
        self.layers = {0: self.unseen}
        waiting: list[int] = []
        for paid, layer in enumerate(self.entered):
            if layer:
                waiting += self.enter(0, layer, paid, ((0, -1),))
        before = 0
        quiet = []
        for layer in self.unseen:
            before |= layer
            quiet.append(before)
        whole = {0: self.quiet}
        while waiting:
            enemies = min(waiting, key=fewest_first)
            waiting = [more for more in waiting if more != enemies]
            whole[enemies] = self.pass_by(enemies, quiet, waiting)
        for enemies, hexes in self.zones:
            if self.direct & hexes:
                whole[enemies] = whole.get(enemies, 0) | self.direct & hexes
        self.groups = least([(enemies, whole[enemies]) for enemies in sorted(whole, key=fewest_first)])

    def pass_by(self, enemies: int, quiet: list[int], waiting: list[int]) -> int:
        """Reaches what it can without provoking more than these, enters what others watch, and answers what it reached.

        No way is kept that fewer enemies, or none, allow at no higher price.
        """
        layers = self.layers[enemies]
        points = len(layers) - 1
        better = self.better(enemies, quiet)
        own = 0
        for some, hexes in self.zones:
            if some & enemies == some:
                own |= hexes
        left = self.passable
        prices = self.prices
        spread = self.ground.spread
        for paid, layer in enumerate(layers):
            if not layer:
                continue
            new = layer & left & ~better[paid]
            layers[paid] = new
            if not new:
                continue
            left ^= new
            if paid == points:
                break
            near = spread(new) & left & ~better[paid]
            inner = near & own
            if inner:
                for price, priced in prices:
                    if paid + price <= points:
                        layers[paid + price] |= inner & priced
            if near != inner:
                waiting += self.enter(enemies, near ^ inner, paid, prices)
        return self.passable ^ left

    def better(self, enemies: int, quiet: list[int]) -> list[int]:
        """By price, what fewer of these enemies, or none, let a unit reach at no higher one."""
        found = quiet
        for fewer, others in self.layers.items():
            if fewer and fewer != enemies and fewer & enemies == fewer:
                before = 0
                found = found[:]
                for paid, hexes in enumerate(others):
                    before |= hexes
                    found[paid] |= before
        return found

    def enter(self, enemies: int, near: int, paid: int, prices: Prices | tuple[tuple[int, int], ...]) -> list[int]:
        """Enters hexes that more enemies watch; answers past which sets of enemies the way then leads."""
        onward = []
        points = len(self.unseen) - 1
        for more, hexes in self.zones:
            part = near & hexes
            if part:
                both = enemies | more
                layers = self.layers.get(both)
                if layers is None:
                    layers = self.layers[both] = [0] * (points + 1)
                onward.append(both)
                for price, priced in prices:
                    if paid + price <= points:
                        layers[paid + price] |= part & priced
        return onward

    def past(self, hex_: int) -> int:
        """The enemies that may intercept on a hex."""
        enemies = 0
        for index, hexes in enumerate(self.beside):
            if hexes >> hex_ & 1:
                enemies |= 1 << index
        return enemies

    def ways(self, hex_: int) -> list[int]:
        """[AA-6.1] The sets of enemies past which a unit can go to a hex, but for those that another betters."""
        if self.quiet >> hex_ & 1:
            return [0]
        if not self.groups:
            if (united(self.entered) | self.direct) >> hex_ & 1:
                return [self.past(hex_)]  # whoever comes there provokes these at least
            enemies = self.only_way(hex_)
            if enemies:
                return [enemies]
            self.search()
        return [enemies for enemies, hexes in self.groups if hexes >> hex_ & 1]

    def only_way(self, hex_: int) -> int:
        """The enemies on the cheapest way to a hex, if it cannot be reached past any of them; else none."""
        ground, points = self.ground, len(self.unseen) - 1
        layers = flood(ground, self.start, points, self.prices, self.passable, 0)[0]
        if not united(layers) >> hex_ & 1:
            return 0
        path = self.back(layers, hex_, layers)
        enemies = 0
        for passed in path:
            enemies |= self.past(passed)
        for index, hexes in enumerate(self.beside):
            if enemies >> index & 1:
                if reaches(ground, self.start, points, self.weather, self.arm, self.barred | hexes, hex_):
                    return 0
        self.sure = path
        return enemies

    def leg(self, hex_: int) -> list[int]:
        """[AA-6.1] The cheapest way to a hex without leaving a watched one on the way; empty where there is none."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.quiet >> hex_ & 1:
            return self.back(self.unseen, hex_, self.unseen)
        return self.back(self.unseen, hex_, self.entered) if united(self.entered) >> hex_ & 1 else []

    def trace(self, hex_: int, enemies: int) -> list[int]:
        """The hexes of the cheapest way to a hex past these enemies."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.sure and self.sure[-1] == hex_:
            return self.sure
        if not self.layers:
            return self.back(self.unseen, hex_, self.entered if enemies else self.unseen)
        paid = self.paid(hex_, self.layers[enemies])
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            here = self.past(hex_)
            paid -= self.price(hex_)
            hex_, enemies = next(
                (near, some)
                for near in self.ground.board.neighbours[hex_]
                for some, reached in self.layers.items()
                if reached[paid] >> near & 1 and some | here == enemies
            )
        path.reverse()
        return path

    def back(self, layers: list[int], hex_: int, last: list[int]) -> list[int]:
        """The way to a hex of the layers `last` through hexes that were reached at just the price that is left."""
        neighbours = self.ground.board.neighbours
        paid = self.paid(hex_, last)
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            paid -= self.price(hex_)
            layer = layers[paid]
            for near in neighbours[hex_]:
                if layer >> near & 1:
                    hex_ = near
                    break
        path.reverse()
        return path

    def price(self, hex_: int) -> int:
        """What it takes to enter a hex."""
        return self.ground.price[self.weather][self.arm][hex_]

    @staticmethod
    def paid(hex_: int, layers: list[int]) -> int:
        """The least price at which a hex is reached."""
        return next(paid for paid, layer in enumerate(layers) if layer >> hex_ & 1)


def fewest_first(enemies: int) -> tuple[int, int]:
    """Orders sets of enemies."""
    return enemies.bit_count(), enemies


def least(groups: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The hexes by the sets of enemies that no way betters."""
    found: list[tuple[int, int]] = []
    for index, (enemies, hexes) in enumerate(groups):
        better = 0
        for fewer, others in groups[:index]:
            if fewer & enemies == fewer:
                better |= others
        if hexes & ~better:
            found.append((enemies, hexes & ~better))
    return found
