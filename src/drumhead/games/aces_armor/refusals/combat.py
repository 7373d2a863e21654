"""Reasons against an action: each question answers with a refusal, or None where it finds nothing wrong."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import ARTILLERY, PLACES
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_GIFT,
    FOG,
    NO_ARMY,
    NONE,
    RUINED,
    STORM,
)
from drumhead.games.aces_armor.refusals.setup import SetupAsker
from drumhead.games.aces_armor.rules.declare import farthest, owes, targets
from drumhead.games.aces_armor.rules.economy import REPAIR_COST, free_unit
from drumhead.games.aces_armor.rules.phases import LEAST_GIFT, can_give
from drumhead.games.aces_armor.text.names import FACTIONS, flag_words, type_words


class Asker(SetupAsker):
    """Asks what stands in the way of an action of the deciding seat."""

    def end_declaring(self, a: int, b: int) -> Refusal | None:
        """[AA-6.3] An attack that is owed has to be declared first."""
        for unit in self.f.roster[self.f.active]:
            if owes(self.f, unit):
                told = {"unit": self.unit(unit), "enemy": self.unit(self.f.quarry[unit])}
                return Refusal(Text("{unit} intercepted {enemy} and has to attack it", **told), "AA-6.3")
        return None

    def not_yours(self, unit: int, clause: str) -> Refusal | None:
        """[AA-1.1] Whether a unit is another's, or not on the map."""
        f = self.f
        if f.force.faction[unit] != f.active:
            return Refusal(Text("{unit} is not yours to command now", unit=self.unit(unit)), "AA-1.1")
        if f.place[unit] >= ABSENT and unit != f.force.v2:
            return Refusal(Text("{unit} is not on the map", unit=self.unit(unit)), clause)
        return None

    def resting(self, unit: int) -> Refusal | None:
        """[AA-2.4] Whether a unit's army does not act in this turn, and the unit owes no attack."""
        army = self.f.army[unit]
        if self.f.quarry[unit] == NONE and army != NO_ARMY and not self.f.armies >> army & 1:
            told = {"unit": self.unit(unit), "n": army + 1}
            return Refusal(Text("{unit} is of army {n}, which does not act in this turn", **told), "AA-2.4")
        return None

    def unable_to_move(self, unit: int) -> Refusal | None:
        """[AA-4.4, AA-6.3, AA-2.4] Why a unit cannot move at all."""
        f = self.f
        refusal = self.not_yours(unit, "AA-4.1")
        if refusal is not None:
            return refusal
        if unit == f.force.v2:
            return Refusal(Text("the V2 cannot move"), "AA-12.1")
        if f.quarry[unit] != NONE:
            told = {"unit": self.unit(unit), "enemy": self.unit(f.quarry[unit])}
            return Refusal(Text("{unit} intercepted {enemy}: it cannot move and has to attack it", **told), "AA-6.3")
        refusal = self.resting(unit)
        if refusal is None and f.moved >> unit & 1:
            return Refusal(Text("{unit} has moved already", unit=self.unit(unit)), "AA-4.4")
        return refusal

    def not_under_way(self, unit: int) -> Refusal | None:
        """[AA-4.4] Whether another unit is in the middle of its move."""
        mover = self.f.stack[-1] >> 5 & 255
        if unit == mover:
            return None
        told = {"unit": self.unit(unit), "mover": self.unit(mover)}
        return Refusal(Text("{mover} is in the middle of its move; {unit} cannot move in between", **told), "AA-4.4")

    def halt(self, a: int, b: int) -> Refusal | None:
        """[AA-4.5] A unit over a friend cannot stay there."""
        f = self.f
        unit, hex_ = f.stack[-1] >> 5 & 255, f.stack[-1] >> 13 & 511
        told = {"unit": self.unit(unit), "other": self.unit(f.at[hex_]), "hex": self.hex(hex_)}
        return Refusal(Text("{other} stands on {hex}: {unit} has to go on", **told), "AA-4.5")

    def intercept(self, unit: int, b: int) -> Refusal | None:
        """[AA-6.1, AA-6.2, AA-7.2, AA-12.2] Why a unit cannot stop the mover."""
        f = self.f
        _, faction, mover, _ = self.frame
        told = {"unit": self.unit(unit), "mover": self.unit(mover)}
        if f.force.faction[unit] != faction or f.place[unit] >= ABSENT:
            return Refusal(Text("{unit} is not yours to command now", **told), "AA-6.1")
        if f.weather == FOG:
            return Refusal(Text("there is fog: nobody intercepts"), "AA-12.2")
        if f.force.board.distance[f.place[unit]][f.place[mover]] != 1:
            return Refusal(Text("{unit} does not stand next to {mover}", **told), "AA-6.1")
        if f.quarry[unit] != NONE:
            enemy = self.unit(f.quarry[unit])
            return Refusal(Text("{unit} has intercepted {enemy} already", **told, enemy=enemy), "AA-6.2")
        if f.intercepted >> unit & 1:
            return Refusal(Text("{unit} has intercepted in this turn already", **told), "AA-6.2")
        if f.force.near[unit] != 1:
            return Refusal(Text("{unit} cannot attack at distance 1", **told), "AA-6.1")
        if f.force.air[mover] and not f.force.anti_air[unit]:
            return Refusal(Text("{unit} has no anti-air and cannot stop an aircraft", **told), "AA-7.2")
        if f.is_swimming(unit):
            return Refusal(Text("{unit} is in water and stops nobody", **told), "AA-4.2")
        return Refusal(Text("{unit} was passed over: the units are named in their order", **told), "AA-6.1")

    def attack(self, unit: int, hex_: int) -> Refusal | None:
        """[AA-7.1, AA-5.1, AA-6.3] Why a unit cannot attack at all, or not there."""
        f = self.f
        refusal = self.not_yours(unit, "AA-7.1")
        if refusal is not None:
            return refusal
        if unit == f.force.v2 or f.force.rockets[unit]:
            return self.bombard(unit, hex_)
        refusal = self.unable_to_attack(unit)
        if refusal is not None:
            return refusal
        if f.quarry[unit] != NONE:
            told = {"unit": self.unit(unit), "enemy": self.unit(f.quarry[unit])}
            return Refusal(Text("{unit} intercepted {enemy} and has to attack that", **told), "AA-6.3")
        return self.target(unit, hex_)

    def unable_to_attack(self, unit: int) -> Refusal | None:
        """[AA-2.4, AA-4.2, AA-5.1, AA-7.1] Why a unit attacks nobody in this turn."""
        f = self.f
        told = {"unit": self.unit(unit)}
        refusal = self.resting(unit)
        if refusal is not None:
            return refusal
        if f.spent >> unit & 1:
            if any(order & 255 == unit for order in f.orders):
                return Refusal(Text("{unit} has declared its attack already", **told), "AA-7.1")
            return Refusal(Text("{unit} has occupied a factory and cannot attack in this turn", **told), "AA-5.1")
        if f.is_swimming(unit):
            return Refusal(Text("{unit} is in water and cannot attack", **told), "AA-4.2")
        return None

    def target(self, unit: int, hex_: int) -> Refusal | None:
        """[AA-7.1, AA-7.2, AA-11.2] Why a unit cannot attack what is on a hex."""
        f = self.f
        there = f.at[hex_]
        told = {"unit": self.unit(unit), "hex": self.hex(hex_)}
        if there == NONE:
            return Refusal(Text("there is nobody on {hex} to attack", **told), "AA-7.1")
        if f.force.team[there] == f.force.team[unit]:
            return Refusal(Text("{other} is a friend", other=self.unit(there)), "AA-7.1")
        refusal = self.out_of_range(unit, hex_)
        if refusal is not None:
            return refusal
        if f.force.air[there] and not f.force.anti_air[unit]:
            clause = "AA-11.2" if f.force.answers_air[unit] else "AA-7.2"
            return Refusal(
                Text("{unit} has no anti-air and cannot attack {other}", **told, other=self.unit(there)), clause
            )
        return None

    def out_of_range(self, unit: int, hex_: int) -> Refusal | None:
        """[AA-7.2, AA-12.2, AA-12.4] Whether a hex is too near or too far."""
        f = self.f
        away = f.force.board.distance[f.place[unit]][hex_]
        near, far = f.force.near[unit], farthest(f, unit, f.place[unit])
        if near <= away <= far:
            return None
        told = {"unit": self.unit(unit), "n": away, "near": near, "far": far, "hex": self.hex(hex_)}
        if f.weather == STORM and f.force.arm[unit] == ARTILLERY and away == far + 1:
            return Refusal(Text("{hex} is {n} away; in the storm {unit} reaches {far}", **told), "AA-12.2")
        if near == far:
            return Refusal(Text("{hex} is {n} hexes away; {unit} reaches {far}", **told), "AA-7.2")
        return Refusal(Text("{hex} is {n} away; {unit} reaches from {near} to {far}", **told), "AA-7.2")

    def bombard(self, unit: int, hex_: int) -> Refusal | None:
        """[AA-11.1, AA-12.1] Why rockets do not reach a hex, or the V2 a factory."""
        f = self.f
        told = {"unit": self.unit(unit), "hex": self.hex(hex_)}
        if unit == f.force.v2:
            index = f.force.board.factory_at[hex_]
            if f.spent >> unit & 1:
                return Refusal(Text("the V2 fires once in a turn"), "AA-12.1")
            if index >= 0 and f.flag[index] == RUINED:
                return Refusal(Text("the factory {hex} is in ruins already", **told), "AA-12.1")
            return Refusal(Text("there is no factory on {hex}; the V2 fires at factories", **told), "AA-12.1")
        refusal = self.unable_to_attack(unit)
        if refusal is None and not targets(f, unit) >> hex_ & 1:
            return self.out_of_range(unit, hex_)
        return refusal

    # Money.

    def buy(self, place: int, hex_: int) -> Refusal | None:
        """[AA-9.2] Too few coins, no empty own factory there, or enough of the type."""
        f = self.f
        cost, coins = f.force.components.mats.cost[PLACES * f.active + place], f.coins[f.force.purse[f.active]]
        told = {"type": type_words(f.force, f.active, place), "n": cost, "coins": coins, "hex": self.hex(hex_)}
        if f.force.board.factory_at[hex_] < 0:
            return Refusal(Text("there is no factory on {hex}", **told), "AA-9.2")
        if not f.is_own_factory(f.active, hex_):
            flag = flag_words(f.flag[f.force.board.factory_at[hex_]])
            return Refusal(Text("the factory {hex} is {flag}, not yours", **told, flag=flag), "AA-9.2")
        if f.at[hex_] != NONE:
            return Refusal(Text("{other} stands on {hex}", other=self.unit(f.at[hex_]), hex=self.hex(hex_)), "AA-9.2")
        if coins < cost:
            return Refusal(Text("{type} costs {n} coins, you have {coins}", **told), "AA-9.2")
        if free_unit(f, f.active, place) == NONE:
            limit = f.force.per_type
            return Refusal(
                Text("you have {limit} {type} on the map, and may have no more", **told, limit=limit), "AA-9.2"
            )
        return None

    def repair(self, unit: int, b: int) -> Refusal | None:
        """[AA-9.3] Not yours, unhurt, not in an own factory, begun already, or too few coins."""
        f = self.f
        refusal = self.not_yours(unit, "AA-9.3")
        if refusal is not None:
            return refusal
        told = {"unit": self.unit(unit), "n": REPAIR_COST, "coins": f.coins[f.force.purse[f.active]]}
        if unit == f.force.v2 or not f.is_own_factory(f.active, f.place[unit]):
            return Refusal(Text("{unit} is not in a factory of yours", **told), "AA-9.3")
        if not f.damage[unit]:
            return Refusal(Text("{unit} has no damage", **told), "AA-9.3")
        if f.mending >> unit & 1:
            return Refusal(Text("{unit} is being repaired already", **told), "AA-9.3")
        return Refusal(Text("a repair takes {n} coins, you have {coins}", **told), "AA-9.3")

    def give(self, a: int, coins: int) -> Refusal | None:
        """[AA-9.4] There is no ally, the gift would not arrive, or the coins are not there."""
        f = self.f
        giver = self.frame[1] if self.frame[0] == AT_GIFT else f.active
        told = {"coins": coins, "n": f.coins[f.force.purse[giver]]}
        if f.force.ally[giver] == NONE:
            return Refusal(Text("you have no ally with coins of its own"), "AA-9.4")
        if coins < LEAST_GIFT:
            return Refusal(Text("of a gift 1 coin goes to the bank: give at least 2"), "AA-9.4")
        if coins > f.coins[giver]:
            return Refusal(Text("you cannot give {coins} coins, you have {n}", **told), "AA-9.4")
        return None

    def ask(self, a: int, b: int) -> Refusal | None:
        """[AA-9.4] There is no ally, it has answered or has no coins to give, or there is nothing to spend them on."""
        f = self.f
        ally = f.force.ally[f.active]
        if ally == NONE:
            return Refusal(Text("you have no ally with coins of its own"), "AA-9.4")
        told = {"ally": FACTIONS[ally]}
        if f.ended >> ally & 1:
            return Refusal(Text("{ally} has answered already", **told), "AA-9.4")
        if not can_give(f, ally):
            return Refusal(Text("{ally} has not the 2 coins that a gift takes at least", **told), "AA-9.4")
        return Refusal(Text("you have no empty factory and nobody to repair: coins are of no use now"), "AA-9.4")
