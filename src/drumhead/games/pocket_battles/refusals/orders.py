"""Why a placement, a redeployment or an order is not legal."""

from collections.abc import Sequence
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import (
    BLOOD_LUST,
    FAST,
    LONG_RANGE,
    OVERWHELMING,
    SCOUT,
    SLOW,
    trait_kind,
)
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    ENGAGED,
    FRONT,
    LOST,
    MOVES,
    NONE,
    REAR,
    RESERVE,
    ROW,
    bits,
)
from drumhead.games.pocket_battles.refusals.base import Refusals
from drumhead.games.pocket_battles.rules.charge import charge_targets, charge_tier

NEEDED_TRAITS: Final = {
    encoding.USE_CONTROL: trait_kind("Control"),
    encoding.USE_DOUBLE_ORDER: trait_kind("Double Order"),
    encoding.USE_HEAL: trait_kind("Heal"),
}
"""The trait that a unit needs for a special order."""


class OrderRefusals(Refusals):
    """Goes through the rules of a placement, a redeployment or an order."""

    def place(self, unit: int, zone: int) -> Refusal:
        """[PB-3.2] A unit of one's own, not yet placed, into a Front or Rear."""
        if not self.is_own(unit):
            return self.say("{unit} is not yours", unit, "PB-3.2")
        if self.f.zone[unit] != RESERVE:
            return self.say("{unit} has been placed already", unit, "PB-3.2")
        return self.say("{unit} is placed in a Front or Rear zone", unit, "PB-3.2")

    def redeploy(self, unit: int, zone: int) -> Refusal:
        """[PB-5.1, PB-9.26] One own unit that is neither engaged nor Slow, once a turn, to an adjacent own zone."""
        if not self.is_own(unit):
            return self.say("{unit} is not yours", unit, "PB-5.1")
        if self.f.step_kind() == AT_ACTION:
            return self.say("one redeployment a turn: {unit} would be the second", unit, "PB-5.1")
        if self.f.zone[unit] >= RESERVE:
            return self.say("{unit} is not on the field", unit, "PB-5.1")
        if self.f.profile[unit].traits & SLOW:
            return self.say("{unit} is Slow and cannot redeploy", unit, "PB-9.26")
        return self._step(unit, zone, "PB-5.1")

    def order(self, kind: int, unit: int) -> Refusal | None:
        """[PB-4.4, PB-5.2, PB-6.6] What bars any order to the unit."""
        f = self.f
        frame = f.pending()
        if not self.is_own(unit):
            return self.say("{unit} is not yours to order", unit, "PB-4.2")
        if f.zone[unit] == LOST:
            return self.say("{unit} is destroyed", unit, "PB-4.2")
        if f.zone[unit] >= RESERVE:
            return self.say("{unit} is not on the field", unit, "PB-4.2")
        if unit == f.redeployed and not f.profile[unit].traits & FAST:
            return self.say("{unit} was redeployed this turn and is not Fast", unit, "PB-5.2")
        if frame.number == AT_CONTROL:
            if unit == frame["unit"]:
                return self.say("{unit} controls another unit, not itself", unit, "PB-9.1")
            if kind in (encoding.USE_CONTROL, encoding.USE_DOUBLE_ORDER):
                return self.say("a controlled unit cannot pass the order on", unit, "PB-9.1")
            return None
        if frame.number == AT_DOUBLE and unit in bits(frame["ordered"]):
            return self.say("a Double Order goes to other, different units; {unit} had its order", unit, "PB-9.2")
        cost, purse = f.order_cost(unit), f.unused[f.player]
        if cost > purse:
            words = Text(
                "an order to {unit} costs {cost}; {purse} unused", unit=self.unit(unit), cost=cost, purse=purse
            )
            return Refusal(words, "PB-4.4")
        if kind in (encoding.USE_CONTROL, encoding.USE_DOUBLE_ORDER, encoding.USE_HEAL) and f.opening:
            return self.say("special traits are not used in the first turn of the battle", unit, "PB-6.6")
        return None

    def follow(self, unit: int) -> Refusal:
        """[PB-9.19, PB-9.24] Only the unit that overwhelmed charges again, at an enemy in the Front if it names one."""
        charger = self.f.pending()["charger"]
        if unit != charger:
            return self.say("{unit} has to charge again", charger, "PB-9.19")
        return self.say("a Scout names an enemy in the Front of its sector, and nothing rides along", unit, "PB-9.24")

    def act(self, kind: int, unit: int, target: int, third: int, fourth: int) -> Refusal:
        """What bars this very order."""
        if kind == encoding.MOVE:
            return self._step(unit, target, "PB-6.1")
        if kind in (encoding.CARRY_ON, encoding.LEAVE):
            found = self._engaged(kind, unit, target)
        elif kind == encoding.CHARGE:
            found = self._charge(unit, target)
        elif kind == encoding.SHOOT:
            found = self._shoot(unit, target)
        else:
            return self._special(kind, unit, target, third)
        return found or self._riders(kind, unit, third, fourth)

    def _step(self, unit: int, zone: int, clause: str) -> Refusal:
        """[PB-2.4, PB-5.1, PB-6.1] Only between adjacent own zones, never into or out of an Engagement Zone."""
        f = self.f
        if ROW[f.zone[unit]] == ENGAGED:
            return self.say("{unit} is engaged and can only carry on or leave", unit, clause)
        if zone >= RESERVE or zone % 3 == ENGAGED:
            return self.say("{unit} enters an Engagement Zone only by a charge", unit, clause)
        if zone not in MOVES[f.zone[unit]]:
            return self.say("{unit} moves only to an adjacent zone", unit, "PB-2.4")
        return self.say("{unit} cannot do that here", unit, clause)

    def _engaged(self, kind: int, unit: int, target: int) -> Refusal | None:
        """[PB-6.3, PB-6.12] Only in contact since the turn began, and with an enemy in contact."""
        f = self.f
        clause = "PB-6.3" if kind == encoding.CARRY_ON else "PB-6.12"
        if not f.foes[unit]:
            return self.say("{unit} is not engaged", unit, clause)
        if not f.in_contact_at_turn_start >> unit & 1:
            return self.say("{unit} came into contact only this turn", unit, clause)
        if kind == encoding.CARRY_ON and (target == NONE or not f.foes[unit] >> target & 1):
            return self.say("{unit} is not in contact with that unit", unit, clause)
        return None

    def _charge(self, unit: int, target: int) -> Refusal | None:
        """[PB-6.2, PB-6.8, PB-9.24] From a Front, with an engagement die, at somebody; naming is for Scouts."""
        f = self.f
        if ROW[f.zone[unit]] != FRONT:
            return self.say("{unit} charges only from a Front zone", unit, "PB-6.2")
        if not f.profile[unit].can_engage:
            return self.say("{unit} shows no engagement dice", unit, "PB-6.2")
        if not charge_targets(f, unit, charge_tier(f, 1 - f.player, f.zone[unit] // 3)):
            return self.say("{unit} has nobody to charge", unit, "PB-6.8")
        if target != NONE:
            if not f.profile[unit].traits & SCOUT:
                return self._beyond_charge(unit, target) or self.say(
                    "{unit} is no Scout: choose Charge first, and the target after the reaction", unit, "PB-9.24"
                )
            if target >= len(f.zone) or self.is_own(target) or f.zone[target] != f.zone[unit]:
                return self.say("a Scout names an enemy in the Front of its sector", unit, "PB-9.24")
        return None

    def _beyond_charge(self, unit: int, target: int) -> Refusal | None:
        """[PB-6.8] Whether a charge cannot meet an enemy at all: others stand before it, or its sector is too far."""
        f = self.f
        if target >= len(f.zone) or self.is_own(target) or f.zone[target] >= RESERVE:
            return None
        own_sector = f.zone[unit] // 3
        met = charge_targets(f, unit, charge_tier(f, 1 - f.player, own_sector))
        if met >> target & 1:
            return None
        told = {"unit": self.unit(unit), "target": self.unit(target)}
        blockers = [enemy for enemy in bits(met) if f.zone[enemy] // 3 == own_sector]
        if blockers and f.zone[target] // 3 == own_sector:
            words = Text(
                "{enemies} stands before {target}: {unit} charges nobody behind it",
                "{enemies} stand before {target}: {unit} charges nobody behind them",
                **told,
                enemies=self.units(blockers),
                n=len(blockers),
            )
            return Refusal(words, "PB-6.8", self.keys(blockers))
        if blockers:
            words = Text(
                "{enemies} stands in the sector of {unit}, which then charges into no other sector",
                "{enemies} stand in the sector of {unit}, which then charges into no other sector",
                **told,
                enemies=self.units(blockers),
                n=len(blockers),
            )
            return Refusal(words, "PB-6.8", self.keys(blockers))
        words = Text("{target} is 2 sectors away; {unit} charges at most into the next one", **told)
        return Refusal(words, "PB-6.8")

    def _shoot(self, unit: int, target: int) -> Refusal | None:
        """[PB-6.5, PB-7.1, PB-7.6, PB-7.7, PB-7.8] From a Front, with a shooting die, at somebody within reach."""
        f = self.f
        own = f.profile[unit]
        row = ROW[f.zone[unit]]
        if row == ENGAGED or (row == REAR and not own.traits & LONG_RANGE):
            return self.say("{unit} shoots only from a Front zone", unit, "PB-6.5")
        if not own.can_shoot:
            return self.say("{unit} shows no shooting dice", unit, "PB-6.5")
        if target >= len(f.zone) or self.is_own(target) or f.zone[target] >= RESERVE:
            return self.say("{unit} shoots at an enemy on the field", unit, "PB-7.1")
        if encoding.pack(encoding.SHOOT, unit, target) in f.legal():
            return None
        own_sector, sector = f.zone[unit] // 3, f.zone[target] // 3
        in_zone = f.units_in_zone[1 - f.player]
        near = bits(in_zone[sector * 3 + FRONT] | in_zone[sector * 3 + ENGAGED])
        if own_sector == sector:
            return self._hidden(unit, target, near, "PB-7.6")
        told = {"unit": self.unit(unit), "target": self.unit(target)}
        if abs(own_sector - sector) > 1:
            words = Text("{target} is 2 sectors away; {unit} reaches its own sector and those beside it", **told)
            return Refusal(words, "PB-7.7")
        here = bits(in_zone[own_sector * 3] | in_zone[own_sector * 3 + FRONT] | in_zone[own_sector * 3 + ENGAGED])
        if here:
            words = Text(
                "{enemies} stands in the sector of {unit}, which then shoots at no other sector",
                "{enemies} stand in the sector of {unit}, which then shoots at no other sector",
                **told,
                enemies=self.units(here),
                n=len(here),
            )
            return Refusal(words, "PB-7.7", self.keys(here))
        if f.force.rear_of_neighbour:
            return self._hidden(unit, target, near, "PB-7.8")
        return self.say("in the 2009 edition the Rear of a neighbouring sector is out of reach", unit, "PB-7.8")

    def _hidden(self, unit: int, target: int, blockers: Sequence[int], clause: str) -> Refusal:
        """[PB-7.6, PB-7.8] A target in the Rear, and those who stand before it."""
        words = Text(
            "{enemies} stands before {target}: the Rear behind it is out of reach",
            "{enemies} stand before {target}: the Rear behind them is out of reach",
            enemies=self.units(blockers),
            target=self.unit(target),
            n=len(blockers),
        )
        ends = self.names.keys[unit], self.names.keys[target]
        return Refusal(words, clause, self.keys(blockers), ends)

    def _special(self, kind: int, unit: int, target: int, troop: int) -> Refusal:
        """[PB-6.6, PB-9.1, PB-9.2, PB-9.5] The unit needs the trait, and it must do something."""
        f = self.f
        trait = NEEDED_TRAITS[kind]
        clause = trait.clause
        if not f.profile[unit].traits & trait.bit:
            return Refusal(Text("{unit} has no {trait}", unit=self.unit(unit), trait=Text(trait.name)), clause)
        if kind != encoding.USE_HEAL:
            return self.say("{unit} would have no other unit to order", unit, "PB-6.6")
        if target == unit:
            return self.say("{unit} heals only another unit", unit, clause)
        if target >= len(f.wounds) or troop >= 5 or not f.wounds_on(target, troop):
            return self.say("that troop bears no wound", unit, clause)
        return self.say("{unit} heals only units of its own side", unit, clause)

    def _riders(self, kind: int, unit: int, exciter: int, number: int) -> Refusal:
        """[PB-9.3, PB-9.4] What bars an Excite or a Galvanize from riding on the order."""
        f = self.f
        galvanizer = f.force.rider(unit, number)
        if galvanizer == NONE and number != encoding.NO_GALVANIZER:
            return Refusal(Text("that unit cannot Galvanize it"), "PB-9.4")
        for rider, trait in ((exciter, trait_kind("Excite")), (galvanizer, trait_kind("Galvanize"))):
            if rider == NONE:
                continue
            if f.step_kind() == AT_CONTROL:
                return self.say("nothing rides on an action through Control: {unit} is not ordered", unit, trait.clause)
            if f.opening:
                return self.say("special traits are not used in the first turn of the battle", rider, "PB-6.6")
            if not self.is_own(rider) or not f.profile[rider].traits & trait.bit or rider == unit:
                words = Text("{unit} cannot {trait} it", unit=self.unit(rider), trait=Text(trait.name))
                return Refusal(words, trait.clause)
            if rider == f.redeployed and not f.profile[rider].traits & FAST:
                return self.say("{unit} was redeployed this turn and is not Fast", rider, "PB-6.6")
        if exciter != NONE and f.profile[unit].traits & BLOOD_LUST:
            return self.say("{unit} has Blood Lust and cannot be excited", unit, "PB-9.3")
        if galvanizer != NONE and kind != encoding.CHARGE:
            return self.say("only a charge is galvanized", unit, "PB-9.4")
        if galvanizer != NONE and f.profile[unit].traits & OVERWHELMING:
            return self.say("{unit} is Overwhelming already: Galvanize would do nothing", unit, "PB-6.6")
        if exciter != NONE and not f.profile[unit].can_engage and kind == encoding.CARRY_ON:
            return self.say("{unit} rolls no dice: Excite would do nothing", unit, "PB-6.6")
        return self.say("there are not enough unused tokens for all these orders", unit, "PB-4.4")
