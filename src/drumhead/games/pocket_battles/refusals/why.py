"""Why an action is not legal here: the first rule that stands in its way."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import (
    BLOOD_LUST,
    CONTROL,
    DOUBLE_ORDER,
    EXCITE,
    FAST,
    GALVANIZE,
    HEAL,
    LONG_RANGE,
    OVERWHELMING,
    SACRIFICE,
    SCOUT,
    SLOW,
)
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    ENGAGED,
    FROM_UNUSED,
    FRONT,
    MOVES,
    NONE,
    ORDERS,
    REAR,
    RESERVE,
    ROW,
    bits,
    unpack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.charge import charge_targets, charge_tier
from drumhead.games.pocket_battles.rules.wounds import count_tokens, token_sources
from drumhead.games.pocket_battles.text.names import Names
from drumhead.games.pocket_battles.text.prompts import prompt


def why(f: Field, names: Names, code: int) -> Refusal:
    """The reason and the clause that make an action illegal."""
    kind, a, b, c, d = unpack(code)
    asked = f.pending().kind
    if kind not in asked.actions:
        late = asked.number == encoding.AT_TARGET and kind in (encoding.INTERCEPT, encoding.REACTION_SHOT)
        clause = "PB-6.8" if late else asked.clause or "PB-4.2"
        return Refusal(Text("that is not what is asked: {prompt}", prompt=prompt(f, names)), clause)
    asker = Asker(f, names)
    if kind == encoding.PLACE:
        return asker.place(a, b)
    if kind == encoding.REDEPLOY:
        return asker.redeploy(a, b)
    if f.step_kind() == encoding.AT_FOLLOW:
        return asker.follow(a)
    if kind in ORDERS:
        return asker.order(kind, a) or asker.act(kind, a, b, c, d)
    return asker.answer(kind, a, b, c)


class Asker:
    """Goes through the rules of one action."""

    def __init__(self, f: Field, names: Names) -> None:
        self.f = f
        self.names = names

    def place(self, unit: int, zone: int) -> Refusal:
        """[PB-3.2] A unit of one's own, not yet placed, into a Front or Rear."""
        if not self._is_own(unit):
            return self._say("{unit} is not yours", unit, "PB-3.2")
        if self.f.zone[unit] != RESERVE:
            return self._say("{unit} has been placed already", unit, "PB-3.2")
        return self._say("{unit} is placed in a Front or Rear zone", unit, "PB-3.2")

    def redeploy(self, unit: int, zone: int) -> Refusal:
        """[PB-5.1, PB-9.26] One own unit that is neither engaged nor Slow, once a turn, to an adjacent own zone."""
        if not self._is_own(unit):
            return self._say("{unit} is not yours", unit, "PB-5.1")
        if self.f.step_kind() == AT_ACTION:
            return self._say("one redeployment a turn: {unit} would be the second", unit, "PB-5.1")
        if self.f.zone[unit] >= RESERVE:
            return self._say("{unit} is not on the field", unit, "PB-5.1")
        if self.f.profile[unit].traits & SLOW:
            return self._say("{unit} is Slow and cannot redeploy", unit, "PB-9.26")
        return self._step(unit, zone, "PB-5.1")

    def order(self, kind: int, unit: int) -> Refusal | None:
        """[PB-4.4, PB-5.2, PB-6.6] What bars any order to the unit."""
        f = self.f
        frame = f.pending()
        if not self._is_own(unit):
            return self._say("{unit} is not yours to order", unit, "PB-4.2")
        if f.zone[unit] >= RESERVE:
            return self._say("{unit} is not on the field", unit, "PB-4.2")
        if unit == f.redeployed and not f.profile[unit].traits & FAST:
            return self._say("{unit} was redeployed this turn and is not Fast", unit, "PB-5.2")
        if frame.number == AT_CONTROL:
            if unit == frame["unit"]:
                return self._say("{unit} controls another unit, not itself", unit, "PB-9.1")
            if kind in (encoding.USE_CONTROL, encoding.USE_DOUBLE_ORDER):
                return self._say("a controlled unit cannot pass the order on", unit, "PB-9.1")
            return None
        if frame.number == AT_DOUBLE and unit in bits(frame["ordered"]):
            return self._say("a Double Order goes to other, different units; {unit} had its order", unit, "PB-9.2")
        cost, purse = f.order_cost(unit), f.unused[f.player]
        if cost > purse:
            words = Text(
                "an order to {unit} costs {cost}; {purse} unused", unit=self._unit(unit), cost=cost, purse=purse
            )
            return Refusal(words, "PB-4.4")
        if kind in (encoding.USE_CONTROL, encoding.USE_DOUBLE_ORDER, encoding.USE_HEAL) and f.opening:
            return self._say("special traits are not used in the first turn of the battle", unit, "PB-6.6")
        return None

    def follow(self, unit: int) -> Refusal:
        """[PB-9.19, PB-9.24] Only the unit that overwhelmed charges again, at an enemy in the Front if it names one."""
        charger = self.f.pending()["charger"]
        if unit != charger:
            return self._say("{unit} has to charge again", charger, "PB-9.19")
        return self._say("a Scout names an enemy in the Front of its sector, and nothing rides along", unit, "PB-9.24")

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
            return self._say("{unit} is engaged and can only carry on or leave", unit, clause)
        if zone >= RESERVE or zone % 3 == ENGAGED:
            return self._say("{unit} enters an Engagement Zone only by a charge", unit, clause)
        if zone not in MOVES[f.zone[unit]]:
            return self._say("{unit} moves only to an adjacent zone", unit, "PB-2.4")
        return self._say("{unit} cannot do that here", unit, clause)

    def _engaged(self, kind: int, unit: int, target: int) -> Refusal | None:
        """[PB-6.3, PB-6.12] Only in contact since the turn began, and with an enemy in contact."""
        f = self.f
        clause = "PB-6.3" if kind == encoding.CARRY_ON else "PB-6.12"
        if not f.foes[unit]:
            return self._say("{unit} is not engaged", unit, clause)
        if not f.met >> unit & 1:
            return self._say("{unit} came into contact only this turn", unit, clause)
        if kind == encoding.CARRY_ON and (target == NONE or not f.foes[unit] >> target & 1):
            return self._say("{unit} is not in contact with that unit", unit, clause)
        return None

    def _charge(self, unit: int, target: int) -> Refusal | None:
        """[PB-6.2, PB-6.8, PB-9.24] From a Front, with an engagement die, at somebody; naming is for Scouts."""
        f = self.f
        if ROW[f.zone[unit]] != FRONT:
            return self._say("{unit} charges only from a Front zone", unit, "PB-6.2")
        if not f.profile[unit].can_engage:
            return self._say("{unit} shows no engagement dice", unit, "PB-6.2")
        if not charge_targets(f, unit, charge_tier(f, 1 - f.player, f.zone[unit] // 3)):
            return self._say("{unit} has nobody to charge", unit, "PB-6.8")
        if target != NONE:
            if not f.profile[unit].traits & SCOUT:
                return self._say("{unit} is no Scout: its target is chosen after the reaction", unit, "PB-9.24")
            if target >= len(f.zone) or self._is_own(target) or f.zone[target] != f.zone[unit]:
                return self._say("a Scout names an enemy in the Front of its sector", unit, "PB-9.24")
        return None

    def _shoot(self, unit: int, target: int) -> Refusal | None:
        """[PB-6.5, PB-7.1, PB-7.6, PB-7.7, PB-7.8] From a Front, with a shooting die, at somebody within reach."""
        f = self.f
        own = f.profile[unit]
        row = ROW[f.zone[unit]]
        if row == ENGAGED or (row == REAR and not own.traits & LONG_RANGE):
            return self._say("{unit} shoots only from a Front zone", unit, "PB-6.5")
        if not own.can_shoot:
            return self._say("{unit} shows no shooting dice", unit, "PB-6.5")
        if target >= len(f.zone) or self._is_own(target) or f.zone[target] >= RESERVE:
            return self._say("{unit} shoots at an enemy on the field", unit, "PB-7.1")
        if encoding.pack(encoding.SHOOT, unit, target) in f.legal():
            return None
        here, there = f.zone[unit] // 3, f.zone[target] // 3
        if here == there:
            return self._say("enemies stand before that one: its Rear is out of reach", unit, "PB-7.6")
        if abs(here - there) > 1:
            return self._say("that sector is not beside the one of {unit}", unit, "PB-7.7")
        if any(f.here[1 - f.player][here * 3 : here * 3 + 3]):
            return self._say("while enemies are in its own sector {unit} shoots at no other", unit, "PB-7.7")
        if f.force.rear_of_neighbour:
            return self._say("enemies stand before that one: its Rear is out of reach", unit, "PB-7.8")
        return self._say("in the 2009 edition the Rear of a neighbouring sector is out of reach", unit, "PB-7.8")

    def _special(self, kind: int, unit: int, target: int, troop: int) -> Refusal:
        """[PB-6.6, PB-9.1, PB-9.2, PB-9.5] The unit needs the trait, and it must do something."""
        f = self.f
        trait, name, clause = {
            encoding.USE_CONTROL: (CONTROL, "Control", "PB-9.1"),
            encoding.USE_DOUBLE_ORDER: (DOUBLE_ORDER, "Double Order", "PB-9.2"),
            encoding.USE_HEAL: (HEAL, "Heal", "PB-9.5"),
        }[kind]
        if not f.profile[unit].traits & trait:
            return Refusal(Text("{unit} has no {trait}", unit=self._unit(unit), trait=Text(name)), clause)
        if kind != encoding.USE_HEAL:
            return self._say("{unit} would have no other unit to order", unit, "PB-6.6")
        if target == unit:
            return self._say("{unit} heals only another unit", unit, clause)
        if target >= len(f.wounds) or troop >= 5 or not f.wounds_on(target, troop):
            return self._say("that troop bears no wound", unit, clause)
        return self._say("{unit} heals only units of its own side", unit, clause)

    def _riders(self, kind: int, unit: int, exciter: int, number: int) -> Refusal:
        """[PB-9.3, PB-9.4] What bars an Excite or a Galvanize from riding on the order."""
        f = self.f
        galvanizer = f.force.rider(unit, number)
        if galvanizer == NONE and number != encoding.NOBODY:
            return Refusal(Text("that unit cannot Galvanize it"), "PB-9.4")
        for rider, trait, name, clause in (
            (exciter, EXCITE, "Excite", "PB-9.3"),
            (galvanizer, GALVANIZE, "Galvanize", "PB-9.4"),
        ):
            if rider == NONE:
                continue
            if f.step_kind() == AT_CONTROL:
                return self._say("nothing rides on an action through Control: {unit} is not ordered", unit, clause)
            if f.opening:
                return self._say("special traits are not used in the first turn of the battle", rider, "PB-6.6")
            if not self._is_own(rider) or not f.profile[rider].traits & trait or rider == unit:
                return Refusal(Text("{unit} cannot {trait} it", unit=self._unit(rider), trait=Text(name)), clause)
            if rider == f.redeployed and not f.profile[rider].traits & FAST:
                return self._say("{unit} was redeployed this turn and is not Fast", rider, "PB-6.6")
        if exciter != NONE and f.profile[unit].traits & BLOOD_LUST:
            return self._say("{unit} has Blood Lust and cannot be excited", unit, "PB-9.3")
        if galvanizer != NONE and kind != encoding.CHARGE:
            return self._say("only a charge is galvanized", unit, "PB-9.4")
        if galvanizer != NONE and f.profile[unit].traits & OVERWHELMING:
            return self._say("{unit} is Overwhelming already: Galvanize would do nothing", unit, "PB-6.6")
        if exciter != NONE and not f.profile[unit].can_engage and kind == encoding.CARRY_ON:
            return self._say("{unit} rolls no dice: Excite would do nothing", unit, "PB-6.6")
        return self._say("there are not enough unused tokens for all these orders", unit, "PB-4.4")

    def answer(self, kind: int, a: int, b: int, c: int) -> Refusal:
        """What bars an answer to a charge, a roll or a hit."""
        f = self.f
        if kind in (encoding.INTERCEPT, encoding.REACTION_SHOT):
            return self._react(kind, a)
        if kind == encoding.TARGET:
            return self._say("{unit} is not within this charge", a, "PB-6.8")
        if kind == encoding.DICE:
            return Refusal(Text("a Blood Lust unit throws 1 to 6 dice"), "PB-9.10")
        if kind == encoding.STRIKE:
            clause = "PB-6.12" if f.step_kind() == encoding.AT_HARRY else "PB-6.16"
            return self._say("{unit} cannot strike now", a, clause)
        if kind == encoding.REROLL:
            return Refusal(Text("no die of that face hit"), "PB-9.27")
        if kind == encoding.CANCEL_HITS:
            return self._sacrifice(a, b)
        if kind == encoding.LOSE:
            return self._say("the hits on {unit} do not destroy it, or its tokens are of no use", a, "PB-6.17")
        if kind in (encoding.ELIMINATE, encoding.WOUND):
            return self._assign(kind, a, b, c)
        if kind == encoding.FORFEIT:
            return self._say("{unit} bears no order token of yours", a, "PB-9.17")
        if kind == encoding.GIVE_UP:
            return self._say("only a troop that bears wounds is given up for its tokens", a, "PB-4.6")
        return Refusal(Text("the first order of a Double Order must be given"), "PB-9.2")

    def _react(self, kind: int, unit: int) -> Refusal:
        """[PB-6.9] Only from the Front of the charger's sector, with dice, paid for."""
        f = self.f
        front = f.zone[f.pending()["charger"]] // 3 * 3 + FRONT
        if not self._is_own(unit) or f.zone[unit] != front:
            return self._say("{unit} is not in your Front of that sector", unit, "PB-6.9")
        own = f.profile[unit]
        if not (own.can_engage if kind == encoding.INTERCEPT else own.can_shoot):
            return self._say("{unit} shows no dice for that", unit, "PB-6.9")
        return self._say("there are not enough unused tokens to order {unit}", unit, "PB-4.4")

    def _sacrifice(self, unit: int, troop: int) -> Refusal:
        """[PB-9.23] A living Sacrifice troop of the unit that was hit, with others to be spared."""
        f = self.f
        if unit != f.pending()["unit"] or troop >= len(f.force.units[unit]) or not f.alive[unit] >> troop & 1:
            return self._say("{unit} has no such troop to sacrifice", unit, "PB-9.23")
        if f.force.bits[unit][troop] & SACRIFICE:
            return self._say("{unit} has nobody to spare by a sacrifice", unit, "PB-9.23")
        return self._say("{unit} has no such troop to sacrifice", unit, "PB-9.23")

    def _assign(self, kind: int, unit: int, troop: int, source: int) -> Refusal:
        """[PB-6.15, PB-6.17, PB-6.18, PB-6.20] Why a hit cannot be assigned in this way."""
        f = self.f
        if not self._is_own(unit) or not f.hits[unit] or troop >= len(f.force.units[unit]):
            return self._say("{unit} has no hits to assign", unit, "PB-6.15")
        if not f.alive[unit] >> troop & 1:
            return self._say("that troop of {unit} is gone", unit, "PB-6.17")
        printed = f.force.wp[unit][troop]
        if printed == 0:
            return self._say("a troop without wound points absorbs no hit", unit, "PB-6.20")
        if f.hits[unit] & 255 >= f.points_left(unit):
            return self._say("the hits destroy all of {unit}: lose it, or settle the others first", unit, "PB-6.17")
        if kind == encoding.ELIMINATE:
            return self._say("a troop wounded by this roll is not eliminated by it", unit, "PB-6.17")
        if printed - f.wounds_on(unit, troop) < 2:
            return self._say("one more wound would eliminate that troop", unit, "PB-6.17")
        if count_tokens(f, f.player) == 0:
            return self._say("no token is left for a wound: a troop must be eliminated", unit, "PB-6.18")
        if source not in token_sources(f, f.player):
            if source == FROM_UNUSED:
                return self._say("no unused token is left: say whose order token becomes the wound", unit, "PB-6.18")
            return self._say("the token must come from where there is one, the unused first", unit, "PB-6.18")
        return self._say(
            "the other hits would find no room: the troop would be eliminated by this roll", unit, "PB-6.17"
        )

    def _is_own(self, unit: int) -> bool:
        return unit < len(self.f.zone) and self.f.force.seat[unit] == self.f.player

    def _unit(self, unit: int) -> Text:
        return self.names.unit_words(unit) if unit < len(self.names.keys) else Text("that unit")

    def _say(self, template: str, unit: int, clause: str) -> Refusal:
        return Refusal(Text(template, unit=self._unit(unit)), clause)
