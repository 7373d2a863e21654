"""Why an answer to a charge, a roll or a hit is not legal."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import (
    SACRIFICE,
)
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    FROM_UNUSED,
    FRONT,
)
from drumhead.games.pocket_battles.refusals.base import Refusals
from drumhead.games.pocket_battles.rules.wounds import count_tokens, token_sources
from drumhead.games.pocket_battles.text.prompts import prompt


class AnswerRefusals(Refusals):
    """Goes through the rules of an answer."""

    def answer(self, kind: int, a: int, b: int, c: int) -> Refusal:
        """What bars an answer to a charge, a roll or a hit."""
        f = self.f
        if kind in (encoding.INTERCEPT, encoding.REACTION_SHOT):
            return self._react(kind, a)
        if kind == encoding.TARGET:
            charger = self.unit(f.pending()["charger"])
            words = Text("{unit} is not among those whom {charger} can charge", unit=self.unit(a), charger=charger)
            return Refusal(words, "PB-6.8")
        if kind == encoding.DICE:
            return Refusal(Text("a Blood Lust unit throws 1 to 6 dice"), "PB-9.10")
        if kind == encoding.STRIKE:
            return self._strike(a)
        if kind == encoding.REROLL:
            return Refusal(Text("no die of that face hit"), "PB-9.27")
        if kind == encoding.CANCEL_HITS:
            return self._sacrifice(a, b)
        if kind == encoding.LOSE:
            return self.say("the hits on {unit} do not destroy it, or its tokens are of no use", a, "PB-6.17")
        if kind in (encoding.ELIMINATE, encoding.WOUND):
            return self._assign(kind, a, b, c)
        if kind == encoding.FORFEIT:
            return self.say("{unit} bears no order token of yours", a, "PB-9.17")
        if kind == encoding.GIVE_UP:
            return self.say("only a troop that bears wounds is given up for its tokens", a, "PB-4.6")
        if kind == encoding.DONE:
            return Refusal(Text("the first order of a Double Order must be given"), "PB-9.2")
        return Refusal(
            Text("the rules do not offer that here; {prompt}", prompt=prompt(f, self.names)), f.pending().kind.clause
        )

    def _strike(self, unit: int) -> Refusal:
        """[PB-6.12, PB-6.16, PB-9.13] The unit that was attacked; when an enemy leaves, those in contact, once each."""
        f = self.f
        frame = f.pending()
        if frame.number != encoding.AT_HARRY:
            striker = self.unit(frame["unit"])
            return Refusal(
                Text("{striker} is the one to strike, not {unit}", striker=striker, unit=self.unit(unit)),
                frame.kind.clause,
            )
        if not self.is_own(unit) or not f.foes[frame["leaver"]] >> unit & 1:
            leaver = self.unit(frame["leaver"])
            return Refusal(
                Text("{unit} is not in contact with {leaver}", unit=self.unit(unit), leaver=leaver), "PB-6.12"
            )
        if not f.profile[unit].can_engage:
            return self.say("{unit} shows no engagement dice", unit, "PB-6.12")
        return self.say("{unit} has struck already", unit, "PB-6.12")

    def _react(self, kind: int, unit: int) -> Refusal:
        """[PB-6.9] Only from the Front of the charger's sector, with dice, paid for."""
        f = self.f
        front = f.zone[f.pending()["charger"]] // 3 * 3 + FRONT
        if not self.is_own(unit) or f.zone[unit] != front:
            return self.say("{unit} is not in your Front of that sector", unit, "PB-6.9")
        own = f.profile[unit]
        if not (own.can_engage if kind == encoding.INTERCEPT else own.can_shoot):
            return self.say("{unit} shows no dice for that", unit, "PB-6.9")
        return self.say("there are not enough unused tokens to order {unit}", unit, "PB-4.4")

    def _sacrifice(self, unit: int, troop: int) -> Refusal:
        """[PB-9.23] A living Sacrifice troop of the unit that was hit, with others to be spared."""
        f = self.f
        if unit != f.pending()["unit"] or troop >= len(f.force.units[unit]) or not f.alive[unit] >> troop & 1:
            return self.say("{unit} has no such troop to sacrifice", unit, "PB-9.23")
        if f.force.bits[unit][troop] & SACRIFICE:
            return self.say("a sacrifice would spare nobody in {unit}", unit, "PB-9.23")
        return self.say("{unit} has no such troop to sacrifice", unit, "PB-9.23")

    def _assign(self, kind: int, unit: int, troop: int, source: int) -> Refusal:
        """[PB-6.15, PB-6.17, PB-6.18, PB-6.20] Why a hit cannot be assigned in this way."""
        f = self.f
        if not self.is_own(unit) or not f.hits[unit] or troop >= len(f.force.units[unit]):
            return self.say("{unit} has no hits to assign", unit, "PB-6.15")
        if not f.alive[unit] >> troop & 1:
            return self.say("that troop of {unit} is gone", unit, "PB-6.17")
        printed = f.force.wp[unit][troop]
        if printed == 0:
            return self.say("a troop without wound points absorbs no hit", unit, "PB-6.20")
        if f.open_hits(unit) >= f.points_left(unit):
            return self.say("the hits destroy all of {unit}: lose it, or settle the others first", unit, "PB-6.17")
        if kind == encoding.ELIMINATE:
            return self.say("a troop wounded by this roll is not eliminated by it", unit, "PB-6.17")
        if printed - f.wounds_on(unit, troop) < 2:
            return self.say("one more wound would eliminate that troop", unit, "PB-6.17")
        if count_tokens(f, f.player) == 0:
            return self.say("no token is left for a wound: a troop must be eliminated", unit, "PB-6.18")
        if source not in token_sources(f, f.player):
            if source == FROM_UNUSED:
                return self.say("no unused token is left: say whose order token becomes the wound", unit, "PB-6.18")
            return self.say("the token must come from where there is one, the unused first", unit, "PB-6.18")
        return self.say(
            "the other hits would find no room: the troop would be eliminated by this roll", unit, "PB-6.17"
        )
