"""Why a key of the picture cannot be chosen: what pressing it would have meant, refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.core.pointing import distinct
from drumhead.games.aces_armor.box.unit_types import type_of
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import ABSENT, MARCH, NO_HEX, NONE, bits, mover_of, pack, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals import combat
from drumhead.games.aces_armor.refusals.why import why
from drumhead.games.aces_armor.rules.declare import list_declare
from drumhead.games.aces_armor.text.action_kinds import ACTIONS
from drumhead.games.aces_armor.text.names import FACTIONS, LETTERS, PLACE_NAMES, key_of, unit_words
from drumhead.games.aces_armor.text.prompts import asked_faction, prompt

MOVING: Final = (encoding.AT_MOVE, encoding.AT_ADVANCE)
OF_UNIT: Final = (encoding.LAY, encoding.PLACE, encoding.MOVE, encoding.INTERCEPT, encoding.ATTACK, encoding.REPAIR)
"""The kinds of action whose first field is a unit."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a key of the picture stands for: a unit, a hex, or a type or start token of a faction."""

    unit: int = NONE
    hex: int = NO_HEX
    faction: int = NONE
    place: int = NONE
    token: int = NONE


def thing(f: Field, key: str) -> Thing | None:
    """Returns what a key of the picture stands for, or None; types and tokens without letters are the asked ones."""
    force = f.force
    unit = next((unit for unit in range(force.units) if key_of(force, unit) == key), NONE)
    if unit != NONE:
        return Thing(unit=unit)
    hex_ = force.board.grid.read(key)
    if hex_ >= 0:
        return Thing(hex=hex_) if force.board.inside[hex_] else None
    letters, _, name = key.partition("-")
    faction = LETTERS.index(letters) if letters in LETTERS else NONE
    if faction == NONE:
        faction, name = asked_faction(f), key
    if name in PLACE_NAMES:
        return Thing(faction=faction, place=PLACE_NAMES.index(name))
    if name in ("token-1", "token-2", "token-3"):
        return Thing(faction=faction, token=int(name[-1]) - 1)
    return None


def why_not(f: Field, chosen: Sequence[str], key: str) -> list[Refusal]:
    """Returns why the deciding seat cannot choose a key after those already chosen."""
    pointed = thing(f, key)
    return distinct(Pointing(f, chosen).reasons(pointed)) if pointed is not None else []


class Pointing:
    """Finds what pressing a key would have meant, and what bars it."""

    def __init__(self, f: Field, chosen: Sequence[str]) -> None:
        self.f = f
        self.verbs = [ACTIONS.verbs[word].number for word in chosen if word in ACTIONS.verbs]
        self.before = [found for found in (thing(f, word) for word in chosen) if found is not None]
        self.legal = set(f.legal())

    def refused(self, kind: int, first: int = NONE, second: int = NO_HEX) -> Refusal | None:
        """Returns why an action is not legal, or None."""
        code = pack(kind, first, second)
        return None if code in self.legal or self.f.accepts(code) else why(self.f, code)

    def unit(self, unit: int) -> Text:
        """Returns a unit in a sentence."""
        return unit_words(self.f.force, unit)

    def is_led(self, unit: int) -> bool:
        """Returns whether the deciding seat leads the faction of a unit."""
        return unit != NONE and self.f.force.seat[self.f.force.faction[unit]] == self.f.player

    def acts(self, unit: int) -> bool:
        """Returns whether a unit has a legal action."""
        return any(
            mover_of(code) == unit if code & MARCH else unpack(code)[0] in OF_UNIT and unpack(code)[1] == unit
            for code in self.legal
        )

    def clause(self) -> str:
        """Returns the clause of what is decided."""
        return self.f.pending().kind.clause or "AA-3.1"

    def asked(self) -> Refusal:
        """Returns what is asked instead."""
        return Refusal(Text("not now; {prompt}", prompt=prompt(self.f)), self.clause())

    def gone(self, unit: int) -> Refusal:
        """[AA-8.6] A unit that is on no hex."""
        return Refusal(Text("{unit} is not on the map", unit=self.unit(unit)), "AA-8.6")

    def foreign(self, unit: int) -> Refusal:
        """[AA-1.1] A unit of another seat was pressed where one's own is asked for."""
        told = {"unit": self.unit(unit), "faction": FACTIONS[self.f.force.faction[unit]]}
        words = Text("{unit} belongs to {faction}; {prompt}", **told, prompt=prompt(self.f))
        return Refusal(words, "AA-1.1")

    def on_hex(self, unit: int, clause: str) -> Refusal:
        """A unit was pressed where its hex is meant."""
        name = self.f.force.board.names[self.f.place[unit]]
        return Refusal(Text("{unit} stands on {hex}: choose the hex", unit=self.unit(unit), hex=name), clause)

    def reasons(self, pointed: Thing) -> Iterator[Refusal | None]:
        """Yields what bars the key, by what is decided."""
        number = self.f.step_kind()
        if number in MOVING or number == encoding.AT_DECLARE:
            yield from self._acting(pointed)
        elif number == encoding.AT_MONEY:
            yield from self._spending(pointed)
        elif number == encoding.AT_PLACE:
            yield from self._placing(pointed)
        elif number == encoding.AT_INTERCEPT and self.is_led(pointed.unit):
            yield self.refused(encoding.INTERCEPT, pointed.unit)
        elif number == encoding.AT_HIDE and pointed.hex != NO_HEX:
            hiding = any(unpack(code)[0] == encoding.HIDE for code in self.legal)
            yield self.refused(encoding.HIDE if hiding else encoding.TOKEN, NONE, pointed.hex) or self.asked()
        elif number == encoding.AT_SHARE_OUT and pointed.hex in self.f.force.board.factories:
            yield self.refused(encoding.ASSIGN, self.f.pending()["faction"], pointed.hex) or self.asked()
        elif number in (encoding.AT_PICK, encoding.AT_LAY, encoding.AT_TURN):
            yield from self._setting_up(pointed)
        else:
            yield self.asked()

    def _setting_up(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[AA-1.3, AA-2.1, AA-2.2] Picks, units laid on start tokens, and tokens that are turned."""
        number, own = self.f.step_kind(), asked_faction(self.f)
        laid = next((one.unit for one in self.before if self.is_led(one.unit)), NONE)
        if pointed.unit != NONE and not self.is_led(pointed.unit):
            yield self.foreign(pointed.unit)
        elif pointed.faction not in (NONE, own):
            yield Refusal(
                Text("that belongs to {faction}; {prompt}", faction=FACTIONS[pointed.faction], prompt=prompt(self.f)),
                "AA-1.1",
            )
        elif number == encoding.AT_PICK and pointed.place != NONE:
            yield self.refused(encoding.PICK, pointed.place) or self.asked()
        elif number == encoding.AT_TURN and pointed.token != NONE:
            yield self.refused(encoding.TURN, NONE, pointed.token) or self.asked()
        elif number == encoding.AT_LAY and NONE not in (pointed.token, laid):
            yield self.refused(encoding.LAY, laid, pointed.token) or self.asked()
        elif number == encoding.AT_LAY and pointed.unit != NONE:
            if laid != NONE and self.acts(pointed.unit):
                words = Text("{unit} is chosen: choose the start token it is laid on", unit=self.unit(laid))
                yield Refusal(words, "AA-2.1")
            else:
                yield self.refused(encoding.LAY, pointed.unit, 0) or self.asked()
        else:
            yield self.asked()

    def _placing(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[AA-2.2] The units of the token that was turned, ring by ring around the hex of its number."""
        frame = self.f.pending()
        placed = next((one.unit for one in self.before if one.unit != NONE and self.acts(one.unit)), NONE)
        if pointed.unit != NONE and not self.is_led(pointed.unit):
            yield self.foreign(pointed.unit)
        elif pointed.unit != NONE:
            if placed != NONE and self.acts(pointed.unit):
                words = Text("{unit} is chosen: choose the hex where it is placed", unit=self.unit(placed))
                yield Refusal(words, "AA-2.2")
            else:
                yield self.refused(encoding.PLACE, pointed.unit, frame["hex"]) or self.asked()
        elif pointed.hex != NO_HEX:
            waiting = [unpack(code)[1] for code in self.legal if unpack(code)[0] == encoding.PLACE]
            yield from [
                self.refused(encoding.PLACE, unit, pointed.hex)
                for unit in ([placed] if placed != NONE else sorted(waiting)[:1])
            ]
        else:
            yield self.asked()

    def _acting(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[AA-3.1] The unit that moves or attacks is the first own one; what else was chosen is where or whom."""
        things = [one for one in (*self.before, pointed) if one.unit != NONE or one.hex != NO_HEX]
        actor = next((one.unit for one in things if self.is_led(one.unit)), NONE)
        others = [one for one in things if one.unit != actor]
        attacks = self.f.step_kind() == encoding.AT_DECLARE
        if pointed.place != NONE:
            yield Refusal(Text("units are bought at the end of the turn, when the battles are fought"), "AA-3.1")
        elif pointed not in things:
            yield self.asked()
        elif actor == NONE:
            yield self._unled(pointed)
        elif not others:
            yield from self._nearest(actor) if attacks else self._stuck(actor)
        elif attacks:
            yield from self._at(actor, others[-1])
        else:
            yield from self._to(actor, others[-1])

    def _unled(self, pointed: Thing) -> Refusal:
        """[AA-1.1, AA-4.1, AA-7.1] Another's unit or a hex, and no own unit was chosen before it."""
        f = self.f
        if pointed.unit != NONE:
            return self.gone(pointed.unit) if f.place[pointed.unit] >= ABSENT else self.foreign(pointed.unit)
        name = f.force.board.names[pointed.hex]
        if f.step_kind() == encoding.AT_DECLARE:
            return Refusal(Text("none of your units can attack {hex} now", hex=name), "AA-7.1")
        if f.step_kind() == encoding.AT_ADVANCE:
            return self.refused(encoding.MOVE, f.pending()["unit"], pointed.hex) or self.asked()
        return Refusal(Text("none of your units can move to {hex} now", hex=name), "AA-4.1")

    def _stuck(self, unit: int) -> Iterator[Refusal | None]:
        """[AA-2.4, AA-4.4, AA-6.3] Why a unit does not move: why it may not, or who is all around it."""
        f = self.f
        if f.place[unit] >= ABSENT:
            yield self.refused(encoding.MOVE, unit, f.force.board.hexes[0])
            return
        around = bits(f.force.ground.around[f.place[unit]] & f.force.ground.inside)
        found = [refusal for hex_ in around if (refusal := self.refused(encoding.MOVE, unit, hex_))]
        if len({refusal.words for refusal in found}) == 1:
            yield found[0]
        elif found:
            words = Text("around {unit} there is no hex that it can move to", unit=self.unit(unit))
            yield Refusal(words, "AA-4.5", tuple(key for refusal in found for key in refusal.keys))

    def _to(self, unit: int, target: Thing) -> Iterator[Refusal | None]:
        """[AA-3.1, AA-4.1, AA-7.1] In the movement: where a unit would move, or whom it would attack later."""
        f = self.f
        if target.unit != NONE and f.place[target.unit] >= ABSENT:
            yield self.gone(target.unit)
            return
        hex_ = f.place[target.unit] if target.unit != NONE else target.hex
        there = f.at[hex_]
        if there != NONE and f.force.team[there] != f.force.team[unit] and encoding.MOVE not in self.verbs:
            yield self._later(unit, hex_)
        refusal = self.refused(encoding.MOVE, unit, hex_)
        yield refusal or (self.on_hex(target.unit, "AA-4.1") if target.unit != NONE else None)

    def _later(self, unit: int, hex_: int) -> Refusal:
        """[AA-3.1] Why a unit could not attack a hex if moves ended now, or that attacks come after all moves."""
        f = self.f
        if pack(encoding.ATTACK, unit, hex_) not in list_declare(f):
            refusal = combat.attack(f, unit, hex_)
            if refusal is not None:
                return refusal
        told = {"unit": self.unit(unit), "enemy": self.unit(f.at[hex_])}
        return Refusal(Text("{unit} attacks {enemy} once all moves are made", **told), "AA-3.1")

    def _nearest(self, unit: int) -> Iterator[Refusal | None]:
        """[AA-7.1, AA-7.2] Why a unit attacks nobody: why it may not, or what bars the nearest enemy."""
        f = self.f
        here = f.place[unit]
        if here >= ABSENT:
            yield self.refused(encoding.ATTACK, unit, f.force.board.hexes[0])
            return
        enemies = bits(f.held(1 - f.force.team[unit]))
        if not enemies:
            yield Refusal(Text("no enemy is on the map"), "AA-7.1")
            return
        away = f.force.board.distance[here]
        near = f.force.near[unit]
        hex_ = min(enemies, key=lambda there: (away[there] < near, away[there]))
        yield self.refused(encoding.ATTACK, unit, hex_)

    def _at(self, unit: int, target: Thing) -> Iterator[Refusal | None]:
        """[AA-7.1, AA-11.1, AA-12.1] An attack on a unit, or on the hex where it stands."""
        f = self.f
        if target.unit != NONE and f.place[target.unit] >= ABSENT:
            yield self.gone(target.unit)
            return
        hex_ = f.place[target.unit] if target.unit != NONE else target.hex
        if refusal := self.refused(encoding.ATTACK, unit, hex_):
            yield refusal
        elif target.unit != NONE:
            yield self.on_hex(target.unit, "AA-11.1")
        elif f.at[hex_] != NONE:
            other = f.at[hex_]
            words = Text("{unit} attacks a unit: choose {other}", unit=self.unit(unit), other=self.unit(other))
            yield Refusal(words, "AA-7.1")

    def _spending(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[AA-9.2, AA-9.3] A type that is bought, the factory where it is placed, or a unit that is repaired."""
        f = self.f
        types = [one.place for one in (*self.before, pointed) if one.place != NONE and one.faction == f.active]
        hexes = [one.hex for one in (*self.before, pointed) if one.hex != NO_HEX]
        if pointed.unit != NONE:
            yield (
                self.refused(encoding.REPAIR, pointed.unit) if self.is_led(pointed.unit) else self.foreign(pointed.unit)
            )
        elif pointed.place != NONE and pointed.faction != f.active:
            told = {"faction": FACTIONS[pointed.faction]}
            yield Refusal(Text("that is a type of {faction}: you buy those of your own mat", **told), "AA-9.2")
        elif pointed.hex != NO_HEX:
            place = types[0] if types else min(range(len(PLACE_NAMES)), key=self._cost)
            yield self.refused(encoding.BUY, place, pointed.hex)
        elif pointed.place != NONE:
            factory = hexes[0] if hexes else min(f.force.board.factories, key=self._busy)
            refusal = self.refused(encoding.BUY, pointed.place, factory)
            if refusal is not None and self._busy(factory) and not hexes:
                refusal = Refusal(Text("you have no empty factory where a bought unit could stand"), "AA-9.2")
            yield refusal
        else:
            yield self.asked()

    def _cost(self, place: int) -> int:
        return self.f.force.components.mats.cost[type_of(self.f.active, place)]

    def _busy(self, hex_: int) -> int:
        """Returns 0 for an own factory without a unit, 1 for one with a unit, and 2 for one of another."""
        if not self.f.is_own_factory(self.f.active, hex_):
            return 2
        return 1 if self.f.at[hex_] != NONE else 0
