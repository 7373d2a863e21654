"""The ways of a unit as bitsets of sixty-bit words: `LongPlan` for the compiled build."""

from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.reach.bitset60 import Bitset60, bitset60
from drumhead.games.aces_armor.reach.flood60 import FloodMap, Priced, around, fill60, flood60
from drumhead.games.aces_armor.reach.plan import CHEAPEST, ENTERED, UNSEEN, Plan, fewest_first
from drumhead.games.aces_armor.reach.zones60 import Zone, fewest, least_zones, split_zones


class Plan60(Plan):
    """A plan that keeps sets of hexes as bitsets of sixty-bit words."""

    __slots__ = ("closed", "groups", "layers", "layers_past", "map", "passable", "prices", "quiet", "watched", "zones")

    def __init__(self, ground: Ground, flood_map: FloodMap, start: int, direct: int) -> None:
        super().__init__(ground, start, direct)
        self.map: FloodMap = flood_map
        self.watched: list[Bitset60] = []
        """`beside` as bitsets."""
        self.layers: list[list[Bitset60]] = [[], [], []]
        """By UNSEEN, ENTERED and CHEAPEST, and by price, the hexes that are reached."""
        self.layers_past: dict[int, list[Bitset60]] = {}
        """Once they were searched: by sets of enemies and by price, the hexes first reached past exactly these."""
        self.groups: list[Zone] = []
        """Once they were searched: the hexes that no way past fewer enemies leads to; the fewest first."""
        self.zones: list[Zone] = []

    def flood_unseen(self, halts: int) -> None:
        """Fills the layers UNSEEN and ENTERED."""
        watched = bitset60(halts)
        for hexes in self.beside:
            seen = bitset60(hexes)
            self.watched.append(seen)
            watched.add(seen)
        self.prices: list[Priced] = self.map.prices[self.weather][self.arm]
        self.closed: Bitset60 = bitset60(self.barred)
        self.passable: Bitset60 = Bitset60()
        self.passable.set_to(self.map.inside)
        self.passable.drop(self.closed)
        entered = [Bitset60() for _ in range(self.points + 5)]
        unseen = self.flood(watched, entered)
        del entered[self.points + 1 :]
        self.layers[UNSEEN], self.layers[ENTERED] = unseen, entered
        self.quiet: Bitset60 = Bitset60()
        for layer in unseen:
            self.quiet.add(layer)
        self.quiet.turn(self.start)

    def flood(self, watched: Bitset60, entered: list[Bitset60]) -> list[Bitset60]:
        """Returns, by price, what is reached without entering watched hexes."""
        layers = flood60(self.map, self.start, self.points, self.prices, self.passable, watched, entered)
        del layers[self.points + 1 :]
        return layers

    def flood_cheapest(self) -> None:
        """Fills the layers CHEAPEST."""
        self.layers[CHEAPEST] = self.flood(Bitset60(), [])

    def is_unseen(self, hex_: int) -> bool:
        """Returns whether a unit comes to a hex unseen."""
        return self.quiet.has(hex_)

    def paid(self, layers: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached in some layers, or -1."""
        return cheapest(hex_, self.layers[layers])

    def previous(self, layers: int, paid: int, hex_: int) -> int:
        """Returns the first neighbour of a hex that is reached at just this price in some layers."""
        layer = self.layers[layers][paid]
        for near in self.ground.board.neighbours[hex_]:
            if layer.has(near):
                return near
        raise AssertionError("no way leads here")

    def past(self, hex_: int) -> int:
        """Returns the enemies that may intercept on a hex."""
        enemies = 0
        for index, hexes in enumerate(self.watched):
            if hexes.has(hex_):
                enemies |= 1 << index
        return enemies

    def can_avoid(self, enemy: int, hex_: int) -> bool:
        """Returns whether a hex can be reached without coming next to an enemy."""
        left = self.map.left
        left.set_to(self.closed)
        left.add(self.watched[enemy])
        fill60(self.map, self.start, self.points, self.prices, hex_)
        return self.map.found.has(hex_)

    def has_searched(self) -> bool:
        """Returns whether `search` was called."""
        return bool(self.layers_past)

    def searched_ways(self, hex_: int) -> list[int]:
        """Returns the sets of enemies of `ways`, once they were searched."""
        return [zone.enemies for zone in self.groups if zone.hexes.has(hex_)]

    def paid_past(self, enemies: int, hex_: int) -> int:
        """Returns the least price at which a hex is reached past exactly these enemies, once they were searched."""
        return cheapest(hex_, self.layers_past[enemies])

    def previous_past(self, enemies: int, here: int, paid: int, hex_: int) -> tuple[int, int]:
        """Returns the hex before another on a way past enemies, and past whom the way leads up to there."""
        for near in self.ground.board.neighbours[hex_]:
            for some, reached in self.layers_past.items():
                if some | here == enemies and reached[paid].has(near):
                    return near, some
        raise AssertionError("no way leads here")

    def search(self) -> None:
        """[AA-6.1] Goes on past watched hexes, set of enemies by set of enemies, the fewest first."""
        unseen, entered = self.layers[UNSEEN], self.layers[ENTERED]
        self.zones = split_zones(self.map.inside, self.watched)
        self.layers_past = {0: unseen}
        waiting: list[int] = []
        for paid, layer in enumerate(entered):
            if layer.has_any():
                self.enter_zones(0, layer, paid, self.map.entered, waiting)
        before = Bitset60()
        quiet: list[Bitset60] = []
        for layer in unseen:
            before.add(layer)
            quiet.append(before.copy())
        whole = {0: self.quiet}
        while waiting:
            enemies = fewest(waiting)
            waiting = [more for more in waiting if more != enemies]
            whole[enemies] = self.pass_enemies(enemies, quiet, waiting)
        direct = bitset60(self.direct)
        for zone in self.zones:
            if direct.meets(zone.hexes):
                known = whole.get(zone.enemies)
                found = Bitset60() if known is None else known.copy()
                found.add_common(direct, zone.hexes)
                whole[zone.enemies] = found
        self.groups = least_zones([Zone(enemies, whole[enemies]) for enemies in sorted(whole, key=fewest_first)])

    def pass_enemies(self, enemies: int, quiet: list[Bitset60], waiting: list[int]) -> Bitset60:
        """Reaches what it can without provoking more than these, enters what others watch, and returns what it reached.

        No way is kept that fewer enemies, or none, allow at no higher price.
        """
        layers = self.layers_past[enemies]
        better = self.bettered(enemies, quiet)
        own = Bitset60()
        for zone in self.zones:
            if zone.enemies & enemies == zone.enemies:
                own.add(zone.hexes)
        left, near, reached = self.passable.copy(), self.map.near, Bitset60()
        for paid, layer in enumerate(layers):
            layer.keep(left)
            layer.drop(better[paid])
            if not layer.has_any():
                continue
            left.drop(layer)
            reached.add(layer)
            if paid == self.points:
                break
            self.map.left.set_to(left)
            self.map.left.drop(better[paid])
            around(self.map, layer, self.map.left, near)
            for priced in self.prices:
                at = paid + priced.price
                if at <= self.points:
                    layers[at].add_three(near, own, priced)
            near.drop(own)
            if near.has_any():
                self.enter_zones(enemies, near, paid, self.prices, waiting)
        return reached

    def bettered(self, enemies: int, quiet: list[Bitset60]) -> list[Bitset60]:
        """By price, what fewer of these enemies, or none, let a unit reach at no higher one."""
        found = quiet
        for fewer, others in self.layers_past.items():
            if fewer and fewer != enemies and fewer & enemies == fewer:
                if found is quiet:
                    found = [hexes.copy() for hexes in quiet]
                before = Bitset60()
                for paid, hexes in enumerate(others):
                    before.add(hexes)
                    found[paid].add(before)
        return found

    def enter_zones(self, enemies: int, near: Bitset60, paid: int, prices: list[Priced], waiting: list[int]) -> None:
        """Enters hexes that more enemies watch; adds past which sets of enemies the way then leads."""
        for zone in self.zones:
            if not near.meets(zone.hexes):
                continue
            both = enemies | zone.enemies
            layers = self.layers_past.get(both)
            if layers is None:
                layers = self.layers_past[both] = [Bitset60() for _ in range(self.points + 1)]
            waiting.append(both)
            for priced in prices:
                at = paid + priced.price
                if at <= self.points:
                    layers[at].add_three(near, zone.hexes, priced)


def cheapest(hex_: int, layers: list[Bitset60]) -> int:
    """Returns the least price at which a hex is reached, or -1."""
    for paid, layer in enumerate(layers):
        if layer.has(hex_):
            return paid
    return -1
