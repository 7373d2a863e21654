"""Why a key of the picture cannot be chosen: what pressing it would have meant, refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.core.pointing import distinct
from drumhead.games.pocket_battles.army.tiles import HEAL, SLOW
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    ENGAGED,
    FROM_UNUSED,
    LOST,
    MOVES,
    NONE,
    RESERVE,
    ROW,
    bits,
    pack,
    unpack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.refusals.base import Refusals
from drumhead.games.pocket_battles.refusals.why import why
from drumhead.games.pocket_battles.text.action_kinds import ACTIONS
from drumhead.games.pocket_battles.text.names import ROWS, SECTORS, Names
from drumhead.games.pocket_battles.text.prompts import prompt

ORDERING: Final = (encoding.AT_TURN, encoding.AT_ACTION, encoding.AT_CONTROL, encoding.AT_DOUBLE)
OF_TROOPS: Final = {
    encoding.AT_SACRIFICE: (encoding.CANCEL_HITS,),
    encoding.AT_ASSIGNMENT: (encoding.ELIMINATE, encoding.WOUND),
    encoding.AT_RECOVERY: (encoding.GIVE_UP,),
}
"""The steps that ask for a troop, with what is done to it."""
OF_OWN_UNITS: Final = {
    encoding.AT_REACTION: (encoding.INTERCEPT, encoding.REACTION_SHOT),
    encoding.AT_FIRST_STRIKE: (encoding.STRIKE,),
    encoding.AT_STRIKE_BACK: (encoding.STRIKE,),
    encoding.AT_HARRY: (encoding.STRIKE,),
    encoding.AT_LEADER: (encoding.FORFEIT,),
    encoding.AT_FOLLOW: (encoding.CHARGE,),
}
"""The steps that ask for an own unit, with what it does."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a key of the picture stands for: a unit, a troop of one, or a zone."""

    unit: int = NONE
    troop: int = NONE
    zone: int = NONE
    side: int = -1
    """Whose side of the field the zone lies on; -1 for an Engagement Zone."""


def thing(names: Names, key: str) -> Thing | None:
    """Returns what a key of the picture stands for, or None."""
    if key in names.units:
        return Thing(names.units[key])
    unit_key, _, tile = key.partition("/")
    if tile and unit_key in names.units:
        unit = names.units[unit_key]
        troop = next((troop for troop, one in enumerate(names.force.units[unit]) if one.id == tile), NONE)
        return Thing(unit, troop) if troop != NONE else None
    letter, _, name = key.rpartition(".")
    sector, _, row = name.partition("-")
    if sector not in SECTORS or row not in ROWS:
        return None
    if not letter and row == ROWS[ENGAGED]:
        return Thing(zone=SECTORS.index(sector) * 3 + ENGAGED)
    if letter in names.letters and row != ROWS[ENGAGED]:
        side = names.letters.index(letter)
        return Thing(zone=names.read_zone(side, name), side=side)
    return None


def why_not(f: Field, names: Names, chosen: Sequence[str], key: str) -> list[Refusal]:
    """Returns why the deciding seat cannot choose a key after those already chosen."""
    pointed = thing(names, key)
    return distinct(Pointing(f, names, chosen).reasons(pointed)) if pointed is not None else []


class Pointing(Refusals):
    """Finds what pressing a key would have meant, and what bars it."""

    def __init__(self, f: Field, names: Names, chosen: Sequence[str]) -> None:
        super().__init__(f, names)
        self.verbs = [ACTIONS.verbs[word].number for word in chosen if word in ACTIONS.verbs]
        self.before = [found for found in (thing(names, word) for word in chosen) if found is not None]
        self.legal = set(f.legal())

    def refused(self, code: int) -> Refusal | None:
        """Returns why an action is not legal, or None."""
        return None if code in self.legal else why(self.f, self.names, code)

    def whole(self, unit: int) -> Refusal:
        """[PB-1.5] A troop was pressed where its unit is meant."""
        return self.say("a unit acts and is struck as one: choose {unit}, not one of its troops", unit, "PB-1.5")

    def reasons(self, pointed: Thing) -> Iterator[Refusal | None]:
        """Yields what bars the key, by what is decided."""
        number = self.f.step_kind()
        if number == encoding.AT_DEPLOYMENT:
            yield from self._placing(pointed)
        elif number in ORDERING:
            yield from self._ordering(pointed)
        else:
            yield from self._answering(pointed)

    def _placing(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-3.2] One's own units, into one's own Front and Rear zones."""
        f = self.f
        placed = next((before.unit for before in self.before if before.unit != NONE), NONE)
        if pointed.unit != NONE:
            if not self.is_own(pointed.unit):
                words = Text("{unit} belongs to {side}: place your own units", **self._foreign(pointed.unit))
                yield Refusal(words, "PB-3.2")
            elif f.zone[pointed.unit] != RESERVE:
                yield self.refused(pack(encoding.PLACE, pointed.unit, f.zone[pointed.unit]))
            elif pointed.troop != NONE:
                yield self.whole(pointed.unit)
            elif placed != NONE:
                yield self.say("{unit} is chosen: choose one of your Front or Rear zones for it", placed, "PB-3.2")
        elif pointed.side != f.player:
            if placed != NONE:
                yield self.say("{unit} is placed in a Front or Rear zone of your own side", placed, "PB-3.2")
            else:
                yield Refusal(Text("units are placed in a Front or Rear zone of your own side"), "PB-3.2")
        elif placed != NONE:
            yield self.refused(pack(encoding.PLACE, placed, pointed.zone))

    def _foreign(self, unit: int) -> dict[str, object]:
        return {"unit": self.unit(unit), "side": self.names.side(self.f.force.seat[unit])}

    def _ordering(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-4.2] The unit that acts is the first own one; what else was chosen is its target."""
        things = [*self.before, pointed]
        actor = next((one for one in things if self.is_own(one.unit)), None)
        if actor is None:
            yield from self._unled(pointed)
            return
        others = [one for one in things if one.unit != actor.unit]
        if pointed.unit == actor.unit and not others:
            yield from self._alone(pointed)
        elif not others:
            yield self.whole(actor.unit)
        elif others[-1].zone != NONE:
            yield from self._to_zone(actor.unit, others[-1])
        elif self.is_own(others[-1].unit):
            yield from self._with_friend(actor.unit, others[-1])
        else:
            yield from self._at_enemy(actor.unit, others[-1])

    def _unled(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-2.4, PB-4.2, PB-6.1] An enemy or a zone, and no own unit was chosen before it."""
        if pointed.unit != NONE:
            if self.f.zone[pointed.unit] == LOST:
                yield self.say("{unit} is destroyed", pointed.unit, "PB-4.2")
            words = Text(
                "{unit} belongs to {side}; choose first which of your units acts", **self._foreign(pointed.unit)
            )
            yield Refusal(words, "PB-4.2")
        elif pointed.side == self.f.player:
            words = Text("none of your units can go to the {zone} now", zone=self._zone(pointed))
            yield Refusal(words, "PB-6.1")
        else:
            yield self._closed(pointed)

    def _zone(self, pointed: Thing) -> Text:
        side = pointed.side if pointed.side >= 0 else self.f.player
        return self.names.zone_words(side, pointed.zone)

    def _closed(self, pointed: Thing) -> Refusal:
        """[PB-2.4, PB-6.1] A zone that nobody moves into."""
        if pointed.side < 0:
            return Refusal(Text("the {zone} is entered only by a charge", zone=self._zone(pointed)), "PB-6.1")
        told = {"zone": self._zone(pointed), "side": self.names.side(pointed.side)}
        return Refusal(Text("the {zone} is on the side of {side}: units move on their own side", **told), "PB-2.4")

    def _alone(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-4.2] An own unit: why it has no order, or, by a troop, that the unit is meant."""
        f, unit = self.f, pointed.unit
        if any(unpack(code)[1] == unit for code in self.legal):
            yield self.whole(unit)
            return
        zone = f.zone[unit]
        if zone < RESERVE and ROW[zone] == ENGAGED:
            yield self.refused(pack(encoding.LEAVE, unit))
            yield self.refused(pack(encoding.CARRY_ON, unit, next(iter(bits(f.foes[unit])), NONE)))
            return
        yield self.refused(pack(encoding.CHARGE, unit))
        yield self.refused(pack(encoding.SHOOT, unit))
        to = MOVES[zone][0] if zone < RESERVE else 0
        yield self.refused(pack(encoding.MOVE, unit, to))
        if f.step_kind() == encoding.AT_TURN and f.profile[unit].traits & SLOW:
            yield self.refused(pack(encoding.REDEPLOY, unit, to))

    def _kinds(self, usual: Sequence[int]) -> list[int]:
        """Returns the kinds of action that are meant: those that were chosen, or the usual ones."""
        return [kind for kind in self.verbs if kind in usual] or list(usual)

    def _at_enemy(self, unit: int, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-6.2, PB-6.3, PB-6.5] An own unit, then an enemy: an attack, with those dice that the unit shows."""
        f, target = self.f, pointed.unit
        if f.zone[target] == LOST:
            yield self.say("{unit} is destroyed", target, "PB-7.1")
            return
        own = f.profile[unit]
        if f.zone[unit] < RESERVE and ROW[f.zone[unit]] == ENGAGED:
            kinds = [encoding.CARRY_ON]
        elif own.can_shoot:
            kinds = [encoding.SHOOT, encoding.CHARGE] if own.can_engage else [encoding.SHOOT]
        else:
            kinds = [encoding.CHARGE] if own.can_engage else [encoding.CHARGE, encoding.SHOOT]
        found = [self.refused(pack(kind, unit, target)) for kind in self._kinds(kinds)]
        if pointed.troop != NONE and None in found:
            yield self.whole(target)
        yield from found

    def _to_zone(self, unit: int, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-5.1, PB-6.1] An own unit, then a zone: a move, or a redeployment."""
        if pointed.side >= 0 and pointed.side != self.f.player:
            yield self._closed(pointed)
            return
        kinds = [encoding.MOVE]
        if self.f.step_kind() == encoding.AT_TURN:
            kinds.append(encoding.REDEPLOY)
        found = [self.refused(pack(kind, unit, pointed.zone)) for kind in self._kinds(kinds)]
        yield from found
        if None in found and self.verbs:
            kind = ACTIONS.kinds[self.verbs[-1]]
            told = {"unit": self.unit(unit), "verb": kind.words}
            yield Refusal(Text("{unit}: {verb} is chosen, which names no zone", **told), kind.clause)

    def _with_friend(self, unit: int, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-4.2, PB-9.5] An own unit, then another one: a Heal, or else why the other cannot act in its place."""
        f, other = self.f, pointed.unit
        if encoding.USE_HEAL in self.verbs or (not self.verbs and f.profile[unit].traits & HEAL):
            if pointed.troop != NONE:
                yield self.refused(pack(encoding.USE_HEAL, unit, other, pointed.troop))
            elif any(unpack(code)[:3] == (encoding.USE_HEAL, unit, other) for code in self.legal):
                yield self.say("choose the troop of {unit} that is healed", other, "PB-9.5")
            else:
                yield self.refused(pack(encoding.USE_HEAL, unit, other, 0))
        if any(unpack(code)[1] == other for code in self.legal):
            told = {"unit": self.unit(unit), "other": self.unit(other)}
            yield Refusal(Text("{other} is on the side of {unit}: nobody attacks his own", **told), "PB-7.1")
        else:
            yield from self._alone(Thing(other))

    def _answering(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[PB-6.9, PB-6.10, PB-6.16, PB-6.17] What a step asks of a unit or troop; all else is told what is asked."""
        number, unit = self.f.step_kind(), pointed.unit
        clause = self.f.pending().kind.clause
        if number in OF_TROOPS and self.is_own(unit):
            yield from self._troop(pointed, OF_TROOPS[number])
        elif number == encoding.AT_TARGET and unit != NONE:
            yield self.refused(pack(encoding.TARGET, unit)) or self.whole(unit)
        elif number == encoding.AT_FOLLOW and unit != NONE and not self.is_own(unit):
            yield self.refused(pack(encoding.CHARGE, self.f.pending()["charger"], unit)) or self.whole(unit)
        elif number in OF_OWN_UNITS and self.is_own(unit):
            found = [self.refused(pack(kind, unit)) for kind in OF_OWN_UNITS[number]]
            yield from [self.whole(unit)] if None in found else found
        elif unit != NONE and not self.is_own(unit):
            told = self._foreign(unit)
            words = Text(
                "{unit} belongs to {other}; {prompt}", unit=told["unit"], other=told["side"], prompt=self._prompt()
            )
            yield Refusal(words, clause)
        else:
            words = Text("that is not what is asked; {prompt}", prompt=self._prompt())
            yield Refusal(words, clause)

    def _prompt(self) -> Text:
        return prompt(self.f, self.names)

    def _troop(self, pointed: Thing, kinds: Sequence[int]) -> Iterator[Refusal | None]:
        """[PB-4.6, PB-6.17, PB-9.23] A troop, or an own unit where one of its troops is asked for."""
        unit = pointed.unit
        if pointed.troop == NONE and any(unpack(code)[1] == unit for code in self.legal):
            yield self.say("choose a troop of {unit}", unit, self.f.pending().kind.clause)
            return
        troop = pointed.troop if pointed.troop != NONE else 0
        for kind in kinds:
            source = FROM_UNUSED if kind == encoding.WOUND else NONE
            yield self.refused(pack(kind, unit, troop, source))
