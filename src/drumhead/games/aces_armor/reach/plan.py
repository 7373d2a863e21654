"""The ways of a unit: what it reaches unseen, and what past which enemies that may intercept.

`Plan` holds what does not depend on how sets of hexes are kept; `LongPlan` keeps them as long numbers, and `Plan60` as
bitsets of sixty-bit words for the compiled build. A test compares the two.
"""

from typing import Final

from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.reach.flood import Prices, flood, reaches, united

Zones = list[tuple[int, int]]
"""Sets of enemies, and the hexes where exactly these may intercept."""

# The layers of a plan: by price, the hexes that are reached.
UNSEEN: Final = 0  # without entering a hex that is watched
ENTERED: Final = 1  # the watched hexes that are entered from these
CHEAPEST: Final = 2  # whoever watches


class Plan:
    """The ways of a unit: what it reaches unseen, and what past enemies that may intercept, by sets of these.

    Enemies are bits in the order of `provoked`. Friends do not count here: they are passed but not ended on.
    """

    __slots__ = ("arm", "barred", "beside", "direct", "ground", "points", "provoked", "start", "sure", "weather")

    def __init__(self, ground: Ground, start: int, direct: int) -> None:
        self.ground: Ground = ground
        self.start: int = start
        self.direct: int = direct
        """The hexes that take the whole move: water, and factories to be occupied."""
        self.provoked: list[int] = []
        """The enemy units that may intercept somewhere on the way."""
        self.beside: list[int] = []
        """The hexes where each of them may."""
        self.sure: list[int] = []
        """The way that was found last where there is only one."""

    def fill(self, points: int, weather: int, arm: int, barred: int, halts: int = 0) -> None:
        """[AA-4.1, AA-6.1] Finds what is reached unseen, and the watched hexes that are entered from there.

        Watched is what lies beside enemies that may intercept, and `halts`.
        """
        self.points: int = points
        self.weather: int = weather
        self.arm: int = arm
        self.barred: int = barred
        self.flood_unseen(halts)

    # What depends on how sets of hexes are kept.

    def flood_unseen(self, halts: int) -> None:
        """Fills the layers UNSEEN and ENTERED."""
        raise NotImplementedError

    def flood_cheapest(self) -> None:
        """Fills the layers CHEAPEST."""
        raise NotImplementedError

    def is_unseen(self, hex_: int) -> bool:
        """Returns whether a unit comes to a hex unseen."""
        raise NotImplementedError

    def paid(self, layers: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached in some layers, or -1."""
        raise NotImplementedError

    def previous(self, layers: int, paid: int, hex_: int) -> int:
        """Returns the first neighbour of a hex that is reached at just this price in some layers."""
        raise NotImplementedError

    def past(self, hex_: int) -> int:
        """Returns the enemies that may intercept on a hex."""
        raise NotImplementedError

    def can_avoid(self, enemy: int, hex_: int) -> bool:
        """Returns whether a hex can be reached without coming next to an enemy."""
        raise NotImplementedError

    def has_searched(self) -> bool:
        """Returns whether `search` was called."""
        raise NotImplementedError

    def search(self) -> None:
        """[AA-6.1] Goes on past watched hexes, set of enemies by set of enemies, the fewest first."""
        raise NotImplementedError

    def searched_ways(self, hex_: int) -> list[int]:
        """Returns the sets of enemies of `ways`, once they were searched."""
        raise NotImplementedError

    def paid_past(self, enemies: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached past exactly these enemies, once they were searched."""
        raise NotImplementedError

    def previous_past(self, enemies: int, here: int, paid: int, hex_: int) -> tuple[int, int]:
        """Returns the hex before another on a way past enemies, and past whom the way leads up to there.

        `here` are the enemies that may intercept on the other hex, `paid` the price of the way without it.
        """
        raise NotImplementedError

    # What follows from that.

    def ways(self, hex_: int) -> list[int]:
        """[AA-6.1] Returns the sets of enemies past which a unit can go to a hex, without what another betters."""
        if self.is_unseen(hex_):
            return [0]
        if not self.has_searched():
            if self.direct >> hex_ & 1 or self.paid(ENTERED, hex_) >= 0:
                return [self.past(hex_)]  # whoever comes there provokes these at least
            enemies = self.only_way(hex_)
            if enemies:
                return [enemies]
            self.search()
        return self.searched_ways(hex_)

    def only_way(self, hex_: int) -> int:
        """Returns the enemies on the cheapest way to a hex, if it cannot be reached past any of them; else none."""
        self.flood_cheapest()
        if self.paid(CHEAPEST, hex_) < 0:
            return 0
        path = self.back(CHEAPEST, hex_, CHEAPEST)
        enemies = 0
        for passed in path:
            enemies |= self.past(passed)
        for enemy in range(len(self.beside)):
            if enemies >> enemy & 1 and self.can_avoid(enemy, hex_):
                return 0
        self.sure = path
        return enemies

    def leg(self, hex_: int) -> list[int]:
        """[AA-6.1] Returns the cheapest way to a hex without leaving a watched one; empty if there is none."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.is_unseen(hex_):
            return self.back(UNSEEN, hex_, UNSEEN)
        return self.back(UNSEEN, hex_, ENTERED) if self.paid(ENTERED, hex_) >= 0 else []

    def trace(self, hex_: int, enemies: int) -> list[int]:
        """Returns the hexes of the cheapest way to a hex past these enemies."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.sure and self.sure[-1] == hex_:
            return self.sure
        if not self.has_searched():
            return self.back(UNSEEN, hex_, ENTERED if enemies else UNSEEN)
        paid = self.paid_past(enemies, hex_)
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            here = self.past(hex_)
            paid -= self.price(hex_)
            hex_, enemies = self.previous_past(enemies, here, paid, hex_)
        path.reverse()
        return path

    def back(self, layers: int, hex_: int, last: int) -> list[int]:
        """Returns the way to a hex of the layers `last` through hexes that were reached at just the price left."""
        paid = self.paid(last, hex_)
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            paid -= self.price(hex_)
            hex_ = self.previous(layers, paid, hex_)
        path.reverse()
        return path

    def price(self, hex_: int) -> int:
        """Returns the half points that it takes to enter a hex."""
        return self.ground.price[self.weather][self.arm][hex_]


def fewest_first(enemies: int) -> tuple[int, int]:
    """Orders sets of enemies."""
    return enemies.bit_count(), enemies


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


class LongPlan(Plan):
    """A plan that keeps sets of hexes as long numbers."""

    __slots__ = ("groups", "layers", "layers_past", "passable", "prices", "quiet", "zones")

    def __init__(self, ground: Ground, start: int, direct: int) -> None:
        super().__init__(ground, start, direct)
        self.layers: list[list[int]] = [[], [], []]
        """By UNSEEN, ENTERED and CHEAPEST, and by price, the hexes that are reached."""
        self.layers_past: dict[int, list[int]] = {}
        """Once they were searched: by sets of enemies and by price, the hexes first reached past exactly these."""
        self.groups: list[tuple[int, int]] = []
        """Once they were searched: sets of enemies, and the hexes that no way past fewer leads to; the fewest first."""
        self.zones: Zones = []

    def flood_unseen(self, halts: int) -> None:
        """Fills the layers UNSEEN and ENTERED."""
        watched = halts
        for hexes in self.beside:
            watched |= hexes
        self.prices: Prices = self.ground.prices[self.weather][self.arm]
        self.passable: int = self.ground.inside & ~self.barred
        unseen, entered = flood(self.ground, self.start, self.points, self.prices, self.passable, watched)
        self.layers[UNSEEN], self.layers[ENTERED] = unseen, entered
        self.quiet: int = united(unseen) ^ 1 << self.start

    def flood_cheapest(self) -> None:
        """Fills the layers CHEAPEST."""
        self.layers[CHEAPEST] = flood(self.ground, self.start, self.points, self.prices, self.passable, 0)[0]

    def is_unseen(self, hex_: int) -> bool:
        """Returns whether a unit comes to a hex unseen."""
        return self.quiet >> hex_ & 1 == 1

    def paid(self, layers: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached in some layers, or -1."""
        for paid, layer in enumerate(self.layers[layers]):
            if layer >> hex_ & 1:
                return paid
        return -1

    def previous(self, layers: int, paid: int, hex_: int) -> int:
        """Returns the first neighbour of a hex that is reached at just this price in some layers."""
        layer = self.layers[layers][paid]
        for near in self.ground.board.neighbours[hex_]:
            if layer >> near & 1:
                return near
        raise AssertionError("no way leads here")

    def past(self, hex_: int) -> int:
        """Returns the enemies that may intercept on a hex."""
        enemies = 0
        for index, hexes in enumerate(self.beside):
            if hexes >> hex_ & 1:
                enemies |= 1 << index
        return enemies

    def can_avoid(self, enemy: int, hex_: int) -> bool:
        """Returns whether a hex can be reached without coming next to an enemy."""
        barred = self.barred | self.beside[enemy]
        return reaches(self.ground, self.start, self.points, self.weather, self.arm, barred, hex_)

    def has_searched(self) -> bool:
        """Returns whether `search` was called."""
        return bool(self.layers_past)

    def searched_ways(self, hex_: int) -> list[int]:
        """Returns the sets of enemies of `ways`, once they were searched."""
        return [enemies for enemies, hexes in self.groups if hexes >> hex_ & 1]

    def paid_past(self, enemies: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached past exactly these enemies, once they were searched."""
        return next(paid for paid, layer in enumerate(self.layers_past[enemies]) if layer >> hex_ & 1)

    def previous_past(self, enemies: int, here: int, paid: int, hex_: int) -> tuple[int, int]:
        """Returns the hex before another on a way past enemies, and past whom the way leads up to there."""
        for near in self.ground.board.neighbours[hex_]:
            for some, reached in self.layers_past.items():
                if some | here == enemies and reached[paid] >> near & 1:
                    return near, some
        raise AssertionError("no way leads here")

    def search(self) -> None:
        """[AA-6.1] Goes on past watched hexes, set of enemies by set of enemies, the fewest first."""
        unseen, entered = self.layers[UNSEEN], self.layers[ENTERED]
        self.zones = split_zones(self.ground.inside, self.beside)
        self.layers_past = {0: unseen}
        waiting: list[int] = []
        for paid, layer in enumerate(entered):
            if layer:
                waiting += self.enter(0, layer, paid, ((0, -1),))
        before = 0
        quiet = []
        for layer in unseen:
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
        """Reaches what it can without provoking more than these, enters what others watch, and returns what it reached.

        No way is kept that fewer enemies, or none, allow at no higher price.
        """
        layers = self.layers_past[enemies]
        points = self.points
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
        for fewer, others in self.layers_past.items():
            if fewer and fewer != enemies and fewer & enemies == fewer:
                before = 0
                found = found[:]
                for paid, hexes in enumerate(others):
                    before |= hexes
                    found[paid] |= before
        return found

    def enter(self, enemies: int, near: int, paid: int, prices: Prices | tuple[tuple[int, int], ...]) -> list[int]:
        """Enters hexes that more enemies watch; returns past which sets of enemies the way then leads."""
        onward = []
        points = self.points
        for more, hexes in self.zones:
            part = near & hexes
            if part:
                both = enemies | more
                layers = self.layers_past.get(both)
                if layers is None:
                    layers = self.layers_past[both] = [0] * (points + 1)
                onward.append(both)
                for price, priced in prices:
                    if paid + price <= points:
                        layers[paid + price] |= part & priced
        return onward
