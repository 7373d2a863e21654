"""The ways of a unit, worked out in words: what `plans` does with long numbers, for the compiled build."""

from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.reach.bitset60 import Words, words
from drumhead.games.aces_armor.reach.flood60 import Priced, Sheet, around, fill_words, flood_in_words
from drumhead.games.aces_armor.reach.plan import Plan, fewest_first
from drumhead.games.aces_armor.reach.zones60 import Zone, fewest, least_zones, split_zones


class WordPlan(Plan):
    """A plan in words. What has the name of something in `Plan` with `word` before it is the same in words."""

    __slots__ = (
        "points",
        "sheet",
        "shut",
        "word_beside",
        "word_entered",
        "word_groups",
        "word_layers",
        "word_passable",
        "word_prices",
        "word_quiet",
        "word_unseen",
        "word_zones",
    )

    def __init__(self, ground: Ground, sheet: Sheet, start: int, direct: int) -> None:
        super().__init__(ground, start, direct)
        self.sheet: Sheet = sheet
        self.word_beside: list[Words] = []
        self.word_groups: list[Zone] = []
        self.word_layers: dict[int, list[Words]] = {}
        self.word_zones: list[Zone] = []

    def fill(self, points: int, weather: int, arm: int, barred: int, halts: int = 0) -> None:
        """[AA-4.1, AA-6.1] Finds what is reached unseen, and the watched hexes that are entered from there."""
        watched = words(halts)
        for hexes in self.beside:
            seen = words(hexes)
            self.word_beside.append(seen)
            watched.add(seen)
        self.points: int = points
        self.weather: int = weather
        self.arm: int = arm
        self.word_prices: list[Priced] = self.sheet.prices[weather][arm]
        self.shut: Words = words(barred)
        self.word_passable: Words = Words()
        self.word_passable.set_to(self.sheet.inside)
        self.word_passable.drop(self.shut)
        self.word_entered: list[Words] = [Words() for _ in range(points + 5)]
        self.word_unseen: list[Words] = self.flood(watched, self.word_entered)
        del self.word_entered[points + 1 :]
        self.word_quiet: Words = Words()
        for layer in self.word_unseen:
            self.word_quiet.add(layer)
        self.word_quiet.turn(self.start)

    def flood(self, watched: Words, entered: list[Words]) -> list[Words]:
        """By price, what is reached without entering watched hexes."""
        layers = flood_in_words(
            self.sheet, self.start, self.points, self.word_prices, self.word_passable, watched, entered
        )
        del layers[self.points + 1 :]
        return layers

    def search(self) -> None:
        """[AA-6.1] Goes on past watched hexes, set of enemies by set of enemies, the fewest first."""
        self.word_zones = split_zones(self.sheet.inside, self.word_beside)
        self.word_layers = {0: self.word_unseen}
        waiting: list[int] = []
        for paid, layer in enumerate(self.word_entered):
            if layer.has_any():
                self.enter_zones(0, layer, paid, self.sheet.entered, waiting)
        before = Words()
        quiet: list[Words] = []
        for layer in self.word_unseen:
            before.add(layer)
            quiet.append(before.copy())
        whole = {0: self.word_quiet}
        while waiting:
            enemies = fewest(waiting)
            waiting = [more for more in waiting if more != enemies]
            whole[enemies] = self.pass_enemies(enemies, quiet, waiting)
        direct = words(self.direct)
        for zone in self.word_zones:
            if direct.meets(zone.hexes):
                known = whole.get(zone.enemies)
                found = Words() if known is None else known.copy()
                found.add_common(direct, zone.hexes)
                whole[zone.enemies] = found
        self.word_groups = least_zones([Zone(enemies, whole[enemies]) for enemies in sorted(whole, key=fewest_first)])

    def pass_enemies(self, enemies: int, quiet: list[Words], waiting: list[int]) -> Words:
        """Reaches what it can without provoking more than these, enters what others watch, and answers what it reached.

        No way is kept that fewer enemies, or none, allow at no higher price.
        """
        layers = self.word_layers[enemies]
        better = self.bettered(enemies, quiet)
        own = Words()
        for zone in self.word_zones:
            if zone.enemies & enemies == zone.enemies:
                own.add(zone.hexes)
        left, near, reached = self.word_passable.copy(), self.sheet.near, Words()
        for paid, layer in enumerate(layers):
            layer.keep(left)
            layer.drop(better[paid])
            if not layer.has_any():
                continue
            left.drop(layer)
            reached.add(layer)
            if paid == self.points:
                break
            self.sheet.left.set_to(left)
            self.sheet.left.drop(better[paid])
            around(self.sheet, layer, self.sheet.left, near)
            for priced in self.word_prices:
                at = paid + priced.price
                if at <= self.points:
                    layers[at].add_three(near, own, priced)
            near.drop(own)
            if near.has_any():
                self.enter_zones(enemies, near, paid, self.word_prices, waiting)
        return reached

    def bettered(self, enemies: int, quiet: list[Words]) -> list[Words]:
        """By price, what fewer of these enemies, or none, let a unit reach at no higher one."""
        found = quiet
        for fewer, others in self.word_layers.items():
            if fewer and fewer != enemies and fewer & enemies == fewer:
                if found is quiet:
                    found = [hexes.copy() for hexes in quiet]
                before = Words()
                for paid, hexes in enumerate(others):
                    before.add(hexes)
                    found[paid].add(before)
        return found

    def enter_zones(self, enemies: int, near: Words, paid: int, prices: list[Priced], waiting: list[int]) -> None:
        """Enters hexes that more enemies watch; adds past which sets of enemies the way then leads."""
        for zone in self.word_zones:
            if not near.meets(zone.hexes):
                continue
            both = enemies | zone.enemies
            layers = self.word_layers.get(both)
            if layers is None:
                layers = self.word_layers[both] = [Words() for _ in range(self.points + 1)]
            waiting.append(both)
            for priced in prices:
                at = paid + priced.price
                if at <= self.points:
                    layers[at].add_three(near, zone.hexes, priced)

    def past(self, hex_: int) -> int:
        """The enemies that may intercept on a hex."""
        enemies = 0
        for index, hexes in enumerate(self.word_beside):
            if hexes.has(hex_):
                enemies |= 1 << index
        return enemies

    def ways(self, hex_: int) -> list[int]:
        """[AA-6.1] The sets of enemies past which a unit can go to a hex, but for those that another betters."""
        if self.word_quiet.has(hex_):
            return [0]
        if not self.word_groups:
            if self.direct >> hex_ & 1:
                return [self.past(hex_)]
            for layer in self.word_entered:
                if layer.has(hex_):
                    return [self.past(hex_)]
            enemies = self.only_way(hex_)
            if enemies:
                return [enemies]
            self.search()
        return [zone.enemies for zone in self.word_groups if zone.hexes.has(hex_)]

    def only_way(self, hex_: int) -> int:
        """The enemies on the cheapest way to a hex, if it cannot be reached past any of them; else none."""
        layers = self.flood(Words(), [])
        if cheapest(hex_, layers) < 0:
            return 0
        path = self.back_through(layers, hex_, layers)
        enemies = 0
        for passed in path:
            enemies |= self.past(passed)
        left = self.sheet.left
        for index, hexes in enumerate(self.word_beside):
            if enemies >> index & 1:
                left.set_to(self.shut)
                left.add(hexes)
                fill_words(self.sheet, self.start, self.points, self.word_prices, hex_)
                if self.sheet.found.has(hex_):
                    return 0
        self.sure = path
        return enemies

    def leg(self, hex_: int) -> list[int]:
        """[AA-6.1] The cheapest way to a hex without leaving a watched one on the way; empty where there is none."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.word_quiet.has(hex_):
            return self.back_through(self.word_unseen, hex_, self.word_unseen)
        if cheapest(hex_, self.word_entered) < 0:
            return []
        return self.back_through(self.word_unseen, hex_, self.word_entered)

    def trace(self, hex_: int, enemies: int) -> list[int]:
        """The hexes of the cheapest way to a hex past these enemies."""
        if self.direct >> hex_ & 1:
            return [hex_]
        if self.sure and self.sure[-1] == hex_:
            return self.sure
        if not self.word_layers:
            return self.back_through(self.word_unseen, hex_, self.word_entered if enemies else self.word_unseen)
        paid = cheapest(hex_, self.word_layers[enemies])
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            here = self.past(hex_)
            paid -= self.price(hex_)
            hex_, enemies = self.before(hex_, enemies, here, paid)
        path.reverse()
        return path

    def before(self, hex_: int, enemies: int, here: int, paid: int) -> tuple[int, int]:
        """The hex before another on a way past enemies, and past whom the way leads up to there."""
        for near in self.ground.board.neighbours[hex_]:
            for some, reached in self.word_layers.items():
                if some | here == enemies and reached[paid].has(near):
                    return near, some
        raise AssertionError("no way leads here")

    def back_through(self, layers: list[Words], hex_: int, last: list[Words]) -> list[int]:
        """The way to a hex of the layers `last` through hexes that were reached at just the price that is left."""
        neighbours = self.ground.board.neighbours
        paid = cheapest(hex_, last)
        path: list[int] = []
        while hex_ != self.start:
            path.append(hex_)
            paid -= self.price(hex_)
            layer = layers[paid]
            for near in neighbours[hex_]:
                if layer.has(near):
                    hex_ = near
                    break
        path.reverse()
        return path


def cheapest(hex_: int, layers: list[Words]) -> int:
    """The least price at which a hex is reached, or -1."""
    for paid, layer in enumerate(layers):
        if layer.has(hex_):
            return paid
    return -1
