"""Why a key of the picture cannot be chosen: what pressing it would have meant, refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.core.pointing import distinct
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ANY, NONE, RESERVE, pack, unpack
from drumhead.games.travel_battle.engine.position import Field, is_leader
from drumhead.games.travel_battle.refusals import artillery, combat
from drumhead.games.travel_battle.refusals.question import Question
from drumhead.games.travel_battle.refusals.why import why
from drumhead.games.travel_battle.rules.artillery import fire_range, shots
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS, bits
from drumhead.games.travel_battle.rules.setup import ZONE, waiting
from drumhead.games.travel_battle.text.action_kinds import ACTIONS
from drumhead.games.travel_battle.text.names import LETTERS, SIDES, UNITS, unit_words
from drumhead.games.travel_battle.text.prompts import prompt

OF_LED: Final = {
    encoding.AT_GO_ON: encoding.MOVE,
    encoding.AT_DISPLACE: encoding.DISPLACE,
    encoding.AT_PUSH: encoding.PUSH,
    encoding.AT_RETREAT: encoding.RETREAT,
}
"""The steps that ask where one piece goes, with how it goes there."""
OF_PIECES: Final = {encoding.AT_SUFFER: encoding.SUFFER, encoding.AT_REROLL: encoding.REROLL}
"""The steps that ask for a piece, with what it does."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a key of the picture stands for: a piece, a square, or a brigade of a side that waits."""

    unit: int = NONE
    square: int = NONE
    side: int = NONE
    brigade: int = NONE


def thing(key: str) -> Thing | None:
    """Returns what a key of the picture stands for, or None."""
    if key in UNITS:
        return Thing(unit=UNITS[key])
    square = GRID.read(key)
    if square >= 0:
        return Thing(square=square)
    letter, _, brigade = key.partition(".brigade-")
    if letter in LETTERS and brigade in ("0", "1", "2", "3"):
        return Thing(side=LETTERS.index(letter), brigade=int(brigade))
    return None


def why_not(f: Field, chosen: Sequence[str], key: str) -> list[Refusal]:
    """Returns why the deciding seat cannot choose a key after those already chosen."""
    pointed = thing(key)
    return distinct(Pointing(f, chosen).reasons(pointed)) if pointed is not None else []


class Pointing:
    """Finds what pressing a key would have meant, and what bars it."""

    def __init__(self, f: Field, chosen: Sequence[str]) -> None:
        self.f = f
        self.legal = set(f.legal())
        self.before = [found for found in map(thing, chosen) if found is not None]
        self.verbs = [ACTIONS.verbs[word].number for word in chosen if word in ACTIONS.verbs]

    def refused(self, kind: int, unit: int = NONE, target: int = NONE) -> Refusal | None:
        """Returns why an action is not legal, or None."""
        code = pack(kind, unit, target)
        return None if code in self.legal or self.f.accepts(code) else why(self.f, code)

    def unit(self, unit: int) -> Text:
        """Returns a piece in a sentence."""
        return unit_words(self.f.force, unit)

    def is_own(self, unit: int) -> bool:
        """Returns whether a piece belongs to the deciding seat."""
        return unit != NONE and SEAT[unit] == self.f.player

    def acts(self, unit: int) -> bool:
        """Returns whether a piece has a legal action."""
        return any(unpack(code)[1] == unit for code in self.legal)

    def foreign(self, unit: int, clause: str) -> Refusal:
        """[TB-2.1] A piece of the enemy was pressed first."""
        told = {"unit": self.unit(unit), "side": SIDES[SEAT[unit]]}
        return Refusal(Text("{unit} belongs to {side}; choose first which of your pieces acts", **told), clause)

    def asked(self) -> Refusal:
        """Returns what is asked instead."""
        words = Text("that is not what is asked; {prompt}", prompt=prompt(self.f))
        return Refusal(words, self.f.pending().kind.clause or "TB-2.1")

    def place(self, unit: int, clause: str) -> Refusal:
        """A piece was pressed where its square is meant; without a piece, what is asked."""
        if unit == NONE:
            return self.asked()
        square = GRID.names[self.f.square[unit]]
        words = Text("{unit} stands on {square}: choose the square", unit=self.unit(unit), square=square)
        return Refusal(words, clause)

    def reasons(self, pointed: Thing) -> Iterator[Refusal | None]:
        """Yields what bars the key, by what is decided."""
        number = self.f.step_kind()
        if number == encoding.AT_PLACE:
            yield from self._placing(pointed)
        elif number in (encoding.AT_MOVE, encoding.AT_FIRE):
            yield from self._acting(pointed)
        elif number == encoding.AT_COMBAT:
            yield from self._attacking(pointed)
        elif number == encoding.AT_JOIN:
            if self.is_own(pointed.unit):
                yield self.refused(encoding.JOIN, pointed.unit)
            yield self.refused(encoding.END_COMBAT)
        elif number in OF_PIECES and pointed.unit != NONE:
            yield self.refused(OF_PIECES[number], pointed.unit, 1 if number == encoding.AT_REROLL else NONE)
        elif number in OF_LED and pointed.brigade == NONE:
            yield from self._led(pointed, OF_LED[number])
        else:
            yield self.asked()

    def _led(self, pointed: Thing, kind: int) -> Iterator[Refusal | None]:
        """[TB-3.7, TB-6.9, TB-6.10] Where one piece goes: the square that was pressed, or that of another piece."""
        led = self.f.pending()["unit"]
        square = self.f.square[pointed.unit] if pointed.unit != NONE else pointed.square
        if pointed.unit == led or square >= RESERVE:
            yield self.asked()
            return
        yield self.refused(kind, led, square) or self.place(pointed.unit, self.f.pending().kind.clause)

    def _placing(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[TB-1.4] The pieces of the brigade in turn, into the first two rows."""
        f = self.f
        placed = next((one.unit for one in self.before if self.is_own(one.unit)), NONE)
        if pointed.side == 1 - f.player or (pointed.unit != NONE and not self.is_own(pointed.unit)):
            side = SIDES[1 - f.player]
            words = Text("that belongs to {side}: place your own pieces", side=side)
            yield Refusal(words, "TB-1.4")
        elif pointed.brigade != NONE:
            brigade = f.pending()["brigade"]
            if brigade not in (ANY, pointed.brigade - 1):
                words = Text("brigade {number} is to be placed whole first", number=brigade + 1)
                yield Refusal(words, "TB-1.4")
            else:
                yield Refusal(Text("choose a piece of the brigade and its square, or drag the whole brigade"), "TB-1.4")
        elif pointed.unit != NONE:
            if f.square[pointed.unit] < RESERVE and placed != NONE:
                yield self.refused(encoding.PLACE, placed, f.square[pointed.unit]) or self.place(pointed.unit, "TB-1.6")
            elif placed != NONE and self.acts(pointed.unit):
                words = Text("{unit} is chosen: choose a square in your first two rows for it", unit=self.unit(placed))
                yield Refusal(words, "TB-1.4")
            else:
                there = f.square[pointed.unit]
                yield self.refused(encoding.PLACE, pointed.unit, there if there < RESERVE else 0)
        elif placed != NONE:
            yield self.refused(encoding.PLACE, placed, pointed.square)
        elif not ZONE[f.player] & BIT[pointed.square]:
            yield Refusal(Text("pieces are placed in your first two rows"), "TB-1.4")
        else:
            left = waiting(f, f.player, f.pending()["brigade"])
            yield from [self.refused(encoding.PLACE, unit, pointed.square) for unit in left[:1]]

    def _acting(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[TB-2.1] A piece that moves or fires is the first own one; what else was chosen is where or at whom."""
        things = [one for one in (*self.before, pointed) if one.brigade == NONE]
        actor = next((one.unit for one in things if self.is_own(one.unit)), NONE)
        others = [one for one in things if one.unit != actor]
        fires = self.f.step_kind() == encoding.AT_FIRE
        if actor == NONE:
            yield from self._unled(pointed)
        elif not others:
            yield from self._gun(actor) if fires else self._alone(actor)
        elif self.is_own(others[-1].unit) and fires:
            yield from self._gun(others[-1].unit)
        elif fires:
            yield from self._at(encoding.FIRE, actor, others[-1])
        elif others[-1].unit != NONE and not self.is_own(others[-1].unit):
            yield from self._later(actor, others[-1].unit)
        else:
            yield from self._at(encoding.MOVE, actor, others[-1])

    def _at(self, kind: int, actor: int, target: Thing) -> Iterator[Refusal | None]:
        """[TB-3.1, TB-5.1] A piece and the square, or the piece on it, that it goes to or fires at."""
        square = self.f.square[target.unit] if target.unit != NONE else target.square
        if square >= RESERVE:
            yield Question(self.f, target.unit, NONE).own() or Question(self.f, target.unit, NONE).say(
                "{unit} is not on the field", "TB-2.1"
            )
            return
        refusal = self.refused(kind, actor, square)
        if refusal is not None or target.unit != NONE:
            yield refusal or self.place(target.unit, ACTIONS.kinds[kind].clause)
        elif self.verbs:
            told = {"unit": self.unit(actor), "verb": ACTIONS.kinds[self.verbs[-1]].words}
            clause = ACTIONS.kinds[self.verbs[-1]].clause
            yield Refusal(Text("{unit}: {verb} is chosen, which names no square", **told), clause)

    def _unled(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[TB-2.1, TB-3.1, TB-5.1] An enemy or a square, and no own piece was chosen before it."""
        fires = self.f.step_kind() == encoding.AT_FIRE
        if pointed.unit != NONE:
            if self.f.square[pointed.unit] >= RESERVE:
                yield Question(self.f, pointed.unit, NONE).say("{unit} has been removed", "TB-2.1")
            else:
                yield self.foreign(pointed.unit, "TB-5.1" if fires else "TB-2.1")
        elif pointed.square == NONE:
            yield self.asked()
        elif fires:
            name = GRID.names[pointed.square]
            yield Refusal(Text("no gun of yours can fire at {square} now", square=name), "TB-5.1")
        else:
            name = GRID.names[pointed.square]
            yield Refusal(Text("none of your pieces can move to {square} now", square=name), "TB-3.1")

    def _alone(self, unit: int) -> Iterator[Refusal | None]:
        """[TB-3.1, TB-4.1] Why an own piece can neither move nor change its formation."""
        f = self.f
        if f.square[unit] >= RESERVE:
            yield self.refused(encoding.MOVE, unit, 0)
            return
        around = bits(NEIGHBOURS[f.square[unit]])
        found = [refusal for square in around if (refusal := self.refused(encoding.MOVE, unit, square))]
        if len({refusal.words for refusal in found}) == 1:
            yield found[0]
        elif found:
            question = Question(f, unit, NONE)
            barring = [square for square in around if f.occupied() & BIT[square]]
            words = question.say("around {unit} there is no square that it may enter", "TB-3.6")
            yield replace(words, keys=question.keys(barring))
        if f.force.foot >> unit & 1:
            yield self.refused(encoding.UNFORM if f.formed >> unit & 1 else encoding.FORM, unit)

    def _later(self, unit: int, enemy: int) -> Iterator[Refusal | None]:
        """[TB-2.1, TB-5.1, TB-6.1] In the movement an enemy was pressed: fire and fights come after it."""
        f = self.f
        square = f.square[enemy]
        told = {"unit": self.unit(unit), "enemy": self.unit(enemy)}
        if square >= RESERVE or f.square[unit] >= RESERVE:
            gone = enemy if square >= RESERVE else unit
            yield Question(f, gone, NONE).say("{unit} has been removed", "TB-2.1")
            return
        if is_leader(enemy) or encoding.MOVE in self.verbs:
            yield self.refused(encoding.MOVE, unit, square) or self.place(enemy, "TB-3.7")
        elif is_leader(unit):
            yield Question(f, unit, NONE).say("brigadiers do not fight", "TB-3.7")
        elif NEIGHBOURS[f.square[unit]] & BIT[square]:
            yield Refusal(Text("{unit} touches {enemy}: they fight after movement and fire", **told), "TB-2.1")
        elif f.force.guns >> unit & 1:
            can = pack(encoding.FIRE, unit, square) in shots(f)
            yield (
                artillery.fire(Question(f, unit, square))
                if not can
                else Refusal(Text("{unit} fires at {enemy} once movement has ended", **told), "TB-2.1")
            )
        else:
            away = GRID.distance(f.square[unit], square)
            words = Text("{enemy} is {n} squares away: {unit} fights only those it touches", **told, n=away)
            yield Refusal(words, "TB-6.1")

    def _gun(self, unit: int) -> Iterator[Refusal | None]:
        """[TB-5.1, TB-5.3] Why a piece fires at nobody: why it may not, or what bars the nearest enemy in range."""
        f = self.f
        enemies = bits(f.held[1 - f.player])
        if f.square[unit] >= RESERVE or not f.force.guns >> unit & 1 or not enemies:
            yield self.refused(encoding.FIRE, unit, 0)
            return
        here = f.square[unit]
        inside = [square for square in enemies if fire_range(f, unit) & BIT[square]]
        yield self.refused(encoding.FIRE, unit, min(inside or enemies, key=lambda square: GRID.distance(here, square)))

    def _attacking(self, pointed: Thing) -> Iterator[Refusal | None]:
        """[TB-3.7, TB-6.1, TB-6.2] The enemy square that is attacked next; own pieces join after it."""
        f, unit = self.f, pointed.unit
        if self.is_own(unit):
            question = Question(f, unit, NONE)
            if refusal := question.own():
                yield refusal
            elif is_leader(unit):
                yield question.say("brigadiers do not fight", "TB-3.7")
            elif not NEIGHBOURS[f.square[unit]] & f.held[1 - f.player]:
                yield question.say("{unit} touches no enemy", "TB-6.1")
            else:
                yield combat.unable(question) or question.say(
                    "choose the enemy square first, then {unit} may join the attack", "TB-6.2"
                )
            return
        square = f.square[unit] if unit != NONE else pointed.square
        if square >= RESERVE:
            yield Question(f, unit, NONE).say("{unit} has been removed", "TB-2.1") if unit != NONE else self.asked()
        elif unit != NONE and is_leader(unit):
            yield Question(f, unit, NONE).say("{unit} is a brigadier and is never fought", "TB-3.7")
        else:
            yield self.refused(encoding.ATTACK, NONE, square) or self.place(unit, "TB-6.2")
