"""rules/order_options.py, rules/riders.py: the fast listing against a slow one that reads like the rules."""

from random import Random

import pytest

from drumhead import CHANCE, OVER
from drumhead.games.pocket_battles.army.tiles import Tile
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import NO_GALVANIZER, NONE, pack
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.game import PocketBattles

REAR, FRONT, ENGAGED = range(3)


class Slow:
    """One turn, listed unit by unit from the printed tiles."""

    def __init__(self, b: Battle) -> None:
        self.b = b
        self.seat = b.player
        self.purse = b.unused[self.seat]
        standing = [unit for unit, zone in enumerate(b.zone) if zone < 9]
        self.own = [unit for unit in standing if b.force.seat[unit] == self.seat]
        self.enemies = [unit for unit in standing if b.force.seat[unit] != self.seat]

    def troops(self, unit: int) -> list[Tile]:
        return [tile for troop, tile in enumerate(self.b.force.units[unit]) if self.b.alive[unit] >> troop & 1]

    def has(self, unit: int, trait: str) -> bool:
        return any(trait in tile.traits for tile in self.troops(unit))

    def cost(self, unit: int, more: int = 0) -> int:
        bears = self.b.orders[unit] + more
        return max(1, bears) if self.has(unit, "Reactive") else bears + 1

    def orderable(self, unit: int) -> bool:
        return unit != self.b.redeployed or self.has(unit, "Fast")

    def at(self, sector: int, rows: tuple[int, ...]) -> list[int]:
        return [enemy for enemy in self.enemies if divmod(self.b.zone[enemy], 3) in [(sector, row) for row in rows]]

    def shots(self, unit: int) -> set[int]:
        sector, row = divmod(self.b.zone[unit], 3)
        if not any(tile.shooting for tile in self.troops(unit)) or row == ENGAGED:
            return set()
        if row == REAR and not self.has(unit, "Long Range"):
            return set()
        beside = [other for other in (sector - 1, sector + 1) if other in (0, 1, 2)]
        targets = set(self.at(sector, (FRONT, ENGAGED)) or self.at(sector, (REAR,)))
        for other in beside:
            near = self.at(other, (FRONT, ENGAGED))
            if not targets & set(self.at(sector, (REAR, FRONT, ENGAGED))) or self.has(unit, "Wide Arc"):
                targets |= set(near)
        if not self.at(sector, (REAR, FRONT, ENGAGED)) and self.b.force.rear_of_neighbour:
            for other in beside:
                if not self.at(other, (FRONT, ENGAGED)):
                    targets |= set(self.at(other, (REAR,)))
        return targets

    def blows(self, unit: int) -> list[tuple[int, int]]:
        sector, row = divmod(self.b.zone[unit], 3)
        out = [(encoding.SHOOT, enemy) for enemy in self.shots(unit)]
        fights = any(tile.engagement for tile in self.troops(unit))
        if row == FRONT and fights and any(abs(self.b.zone[enemy] // 3 - sector) <= 1 for enemy in self.enemies):
            out.append((encoding.CHARGE, NONE))
            if self.has(unit, "Scout"):
                out += [(encoding.CHARGE, enemy) for enemy in self.at(sector, (FRONT,))]
        if row == ENGAGED and self.b.in_contact_at_turn_start >> unit & 1:
            out += [(encoding.CARRY_ON, enemy) for enemy in self.enemies if self.b.foes[unit] >> enemy & 1]
        return out

    def moves(self, unit: int) -> list[int]:
        sector, row = divmod(self.b.zone[unit], 3)
        if row == ENGAGED:
            return []
        beside = [other * 3 + row for other in (sector - 1, sector + 1) if other in (0, 1, 2)]
        return [*beside, sector * 3 + 1 - row]

    def can_do_something(self, unit: int) -> bool:
        return self.b.zone[unit] % 3 != ENGAGED or bool(self.b.in_contact_at_turn_start >> unit & 1)

    def orders_with_riders(self, unit: int, kind: int, target: int) -> list[int]:
        out = []
        left = self.purse - self.cost(unit)
        others = [other for other in self.own if other != unit and self.orderable(other)]
        excite: list[int] = [other for other in others if self.has(other, "Excite")]
        fights = any(tile.engagement for tile in self.troops(unit))
        if self.has(unit, "Blood Lust") or (kind == encoding.CARRY_ON and not fights):
            excite = []
        galvanize = [other for other in others if self.has(other, "Galvanize")]
        if kind != encoding.CHARGE or self.has(unit, "Overwhelming"):
            galvanize = []
        for exciter in (NONE, *excite):
            for galvanizer in (NONE, *galvanize):
                price = self.cost(exciter) if exciter != NONE else 0
                if galvanizer != NONE:
                    price += self.cost(galvanizer, price if galvanizer == exciter else 0)
                if 0 < price <= left:
                    riders = self.b.force.riders[self.seat]
                    number = riders.index(galvanizer) if galvanizer != NONE else NO_GALVANIZER
                    out.append(pack(kind, unit, target, exciter, number))
        return out

    def special(self, unit: int) -> list[int]:
        out = []
        others = [other for other in self.own if other != unit and self.orderable(other)]
        others = [other for other in others if self.can_do_something(other)]
        if self.has(unit, "Control") and others:
            out.append(pack(encoding.USE_CONTROL, unit))
        left = self.purse - self.cost(unit)
        if self.has(unit, "Double Order") and any(self.cost(other) <= left for other in others):
            out.append(pack(encoding.USE_DOUBLE_ORDER, unit))
        if self.has(unit, "Heal"):
            for other in self.own:
                for troop in range(len(self.b.force.units[other])):
                    if other != unit and self.orderable(other) and self.b.wounds_on(other, troop):
                        out.append(pack(encoding.USE_HEAL, unit, other, troop))
        return out

    def actions(self) -> set[int]:
        out = {pack(encoding.PASS)}
        for unit in self.own:
            if self.b.stack[-1] & 31 == encoding.AT_TURN and not self.has(unit, "Slow"):
                out |= {pack(encoding.REDEPLOY, unit, zone) for zone in self.moves(unit)}
            if not self.orderable(unit) or self.cost(unit) > self.purse:
                continue
            out |= {pack(encoding.MOVE, unit, zone) for zone in self.moves(unit)}
            for kind, target in self.blows(unit):
                out.add(pack(kind, unit, target))
                if not self.b.opening:
                    out |= set(self.orders_with_riders(unit, kind, target))
            if self.b.zone[unit] % 3 == ENGAGED and self.b.in_contact_at_turn_start >> unit & 1:
                out.add(pack(encoding.LEAVE, unit))
            if not self.b.opening:
                out |= set(self.special(unit))
        return out


@pytest.mark.parametrize("seed", range(40))
def test_a_turn_is_listed_as_the_rules_read(seed: int) -> None:
    rng = Random(seed)
    battle = PocketBattles.random(rng).start()
    assert isinstance(battle, Battle)
    turns = 0
    while battle.player != OVER:
        if battle.player != CHANCE and battle.stack[-1] & 31 in (encoding.AT_TURN, encoding.AT_ACTION):
            assert set(battle.legal()) == Slow(battle).actions()
            turns += 1
        battle.apply(battle.sample(rng) if battle.player == CHANCE else rng.choice(battle.legal()))
    assert turns > 0
