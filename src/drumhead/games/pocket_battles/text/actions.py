"""Actions as people read and write them."""

from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.core.words.numbers import whole_number
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    FROM_PASSED,
    FROM_UNUSED,
    NO_GALVANIZER,
    NONE,
    NOT_A_RIDER,
    pack,
    unpack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.riders import can_ride
from drumhead.games.pocket_battles.text.action_kinds import ACTIONS
from drumhead.games.pocket_battles.text.names import Names

ALONE: Final = ACTIONS.taking()
ON_ZONE: Final = ACTIONS.taking("unit", "zone")
ON_TROOP: Final = ACTIONS.taking("unit", "troop") + ACTIONS.taking("unit", "troop", "source?")
OF_NUMBER: Final = ACTIONS.taking("number")


class Script:
    """Writes and reads the actions of one force."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def action(self, f: Field, code: int) -> Action:
        """Returns the rich form of an action of the deciding seat."""
        kind, a, b, c, d = unpack(code)
        verb, menu, clause = ACTIONS.kinds[kind].verb, ACTIONS.kinds[kind].words, ACTIONS.kinds[kind].clause
        if kind == encoding.DONE and f.step_kind() == encoding.AT_DOUBLE:
            clause = "PB-9.2"
        if kind in (encoding.HOLD, encoding.STRIKE) and f.step_kind() == encoding.AT_FIRST_STRIKE:
            clause = "PB-9.13"
        step = Step(verb, menu)
        if kind in ALONE:
            return Action(code, verb, menu, clause, (step,))
        if kind in OF_NUMBER:
            return self._number(code, step, clause, a)
        if kind in ON_TROOP:
            return self._on_troop(f, code, step, clause, (kind, a, b, c))
        return self._on_unit(f, code, step, clause, (kind, a, b, c, d))

    def _number(self, code: int, step: Step, clause: str, number: int) -> Action:
        words = Text("{verb} {n} die", "{verb} {n} dice", verb=step.words, n=number)
        if step.key == "reroll":
            words = Text("have a {n} thrown again", n=number)
        return Action(code, f"{step.key} {number}", words, clause, (step, Step(f"{step.key}-{number}", words)))

    def _on_troop(self, f: Field, code: int, step: Step, clause: str, fields: tuple[int, int, int, int]) -> Action:
        kind, unit, troop, source = fields
        names = self.names
        tile = names.tile(unit, troop)
        first = Step(f"{names.keys[unit]}/{tile.id}", names.troop_facts(unit, troop, f.wounds_on(unit, troop)))
        notation = f"{step.key} {tile.id}"
        words = Text("{verb} {troop}", verb=step.words, troop=first.words)
        steps: tuple[Step, ...] = (first, step)
        if kind == encoding.GIVE_UP:
            words = self._given_up(f, code, unit, troop)
            steps = (first, Step(step.key, words))
        if kind == encoding.WOUND and source != FROM_UNUSED:
            if source == FROM_PASSED:
                last = Step("passed", Text("with a token that was passed or disbanded"))
            else:
                last = Step(names.keys[source], Text("with an order token of {unit}", unit=names.unit_words(source)))
            notation += f" from {last.key}"
            words = Text("{words} {source}", words=words, source=last.words)
            steps = (*steps, last)
            clause = "PB-6.18"
        return Action(code, notation, words, clause, steps)

    def _given_up(self, f: Field, code: int, unit: int, troop: int) -> Text:
        """[PB-4.6, PB-8.2] Returns what giving a troop up brings and costs, and whether it makes half of the army."""
        names, seat = self.names, f.force.seat[unit]
        enemy = 1 - seat
        after = f.clone()
        assert isinstance(after, Field)
        after.apply(code)
        tokens, points = after.unused[seat] - f.unused[seat], after.destroyed[seat] - f.destroyed[seat]
        words = Text(
            "give up {troop}: {tokens} back, {points} for {side}",
            troop=names.troop_words(unit, troop),
            tokens=Text("{n} token", "{n} tokens", n=tokens),
            points=Text("{n} point", "{n} points", n=points),
            side=names.side(enemy),
        )
        score, half = after.score(enemy), -(-f.force.fielded[seat] // 2)
        if score < half:
            return words
        return Text(
            "{words}; they would have {score}, and {half} are half of your army", words=words, score=score, half=half
        )

    def _on_unit(self, f: Field, code: int, step: Step, clause: str, fields: tuple[int, int, int, int, int]) -> Action:
        kind, unit, b, c, number = fields
        names = self.names
        d = names.force.rider(unit, number)
        first = Step(names.keys[unit], names.unit_words(unit))
        notation = f"{step.key} {first.key}"
        steps: list[Step] = [first, step] if kind != encoding.TARGET else [first]
        words = Text("{verb}: {unit}", verb=step.words, unit=first.words)
        target: Step | None = None
        if kind in ON_ZONE:
            seat = names.force.seat[unit]
            zone = names.zone(seat, b)
            target = Step(f"{names.letters[seat]}.{zone}", Text("to {zone}", zone=names.zone_words(seat, b)))
            notation += f" {zone}"
        elif kind in (encoding.CARRY_ON, encoding.SHOOT) or (kind == encoding.CHARGE and b != NONE):
            target = Step(names.keys[b], Text("at {unit}", unit=names.unit_words(b)))
            notation += f" {target.key}" if kind != encoding.CHARGE else f" at {target.key}"
            clause = "PB-9.24" if kind == encoding.CHARGE else clause
        elif kind == encoding.USE_HEAL:
            tile = names.tile(b, c)
            target = Step(f"{names.keys[b]}/{tile.id}", names.troop_words(b, c))
            notation += f" {tile.id}"
        if target is not None:
            steps.append(target)
            words = Text("{words} {target}", words=words, target=target.words)
        if kind in (encoding.CHARGE, encoding.CARRY_ON, encoding.SHOOT):
            for rider, verb, menu, cited in (
                (c, "excite", Text("with Excite of {unit}", unit=names.unit_words(c)) if c != NONE else None, "PB-9.3"),
                (
                    d,
                    "galvanize",
                    Text("with Galvanize of {unit}", unit=names.unit_words(d)) if d != NONE else None,
                    "PB-9.4",
                ),
            ):
                if menu is not None:
                    notation += f" {verb} {names.keys[rider]}"
                    steps.append(Step(f"{verb}-{names.keys[rider]}", menu))
                    words = Text("{words} {rider}", words=words, rider=menu)
                    clause = cited
            if c == NONE and d == NONE and can_ride(f, kind, unit):
                steps.append(Step("alone", Text("alone")))
        return Action(code, notation, words, clause, tuple(steps))

    def parse(self, f: Field, notation: str) -> int:
        """Reads notation as an action of the deciding seat, legal or not."""
        words = notation.split()
        named = ACTIONS.verbs.get(words[0].lower()) if words else None
        kind = -1 if named is None else named.number
        kind = SAID_HERE.get((f.step_kind(), kind), kind)
        if kind < 0 and words and words[0].lower() in ("excite", "galvanize"):
            raise NotationError(
                "{trait} goes with an order to another unit; write for example {example!r}",
                trait=words[0].capitalize(),
                example=f"charge O3 {words[0].lower()} {words[1].upper() if words[1:] else 'O2'}",
            )
        if kind < 0:
            raise NotationError(
                "{notation!r} is not an action; an action begins with one of {names}",
                notation=notation,
                names=", ".join(ACTIONS.verbs),
            )
        example = ACTIONS.kinds[kind].example
        try:
            return self._parse(f, kind, words[1:])
        except IndexError:
            raise NotationError(
                "{notation!r} is incomplete; write for example {example!r}",
                notation=notation,
                example=example,
            ) from None

    def _parse(self, f: Field, kind: int, words: list[str]) -> int:
        names = self.names
        rest: list[str] = []
        if kind in ALONE:
            code, rest = pack(kind), words
        elif kind in OF_NUMBER:
            number = whole_number(words[0], 0, 100)
            if number is None:
                raise NotationError("{word!r} is not a number of dice or a face", word=words[0])
            code, rest = pack(kind, number), words[1:]
        elif kind in ON_TROOP:
            unit, troop = names.find_troop(f.player, words[0])
            source = NONE
            if kind == encoding.WOUND and words[1:2] == ["from"]:
                source = FROM_PASSED if words[2] == "passed" else names.unit(words[2])
                rest = words[3:]
            else:
                rest = words[1:]
            code = pack(kind, unit, troop, source)
        else:
            code, rest = self._parse_unit(kind, words)
        if rest:
            example = ACTIONS.kinds[kind].example
            raise NotationError(
                "{rest!r} is too much; write for example {example!r}",
                rest=" ".join(rest),
                example=example,
            )
        return code

    def _parse_unit(self, kind: int, words: list[str]) -> tuple[int, list[str]]:
        names = self.names
        unit = names.unit(words[0])
        rest = words[1:]
        target = troop = NONE
        if kind in ON_ZONE:
            target, rest = names.read_zone(names.force.seat[unit], rest[0]), rest[1:]
        elif kind in (encoding.CARRY_ON, encoding.SHOOT):
            target, rest = names.unit(rest[0]), rest[1:]
        elif kind == encoding.CHARGE and rest[:1] == ["at"]:
            target, rest = names.unit(rest[1]), rest[2:]
        elif kind == encoding.CHARGE and rest and rest[0].upper() in names.units:
            target, rest = names.unit(rest[0]), rest[1:]
        elif kind == encoding.USE_HEAL:
            target, troop = names.find_troop(names.force.seat[unit], rest[0])
            return pack(kind, unit, target, troop), rest[1:]
        riders = {"excite": NONE, "galvanize": NONE}
        if kind in (encoding.CHARGE, encoding.CARRY_ON, encoding.SHOOT):
            while rest and rest[0] in riders:
                if riders[rest[0]] != NONE:
                    raise NotationError("only one {rider} may ride on an order", rider=rest[0])
                riders[rest[0]], rest = names.unit(rest[1]), rest[2:]
        number = NO_GALVANIZER
        if riders["galvanize"] != NONE:
            own = names.force.riders[names.force.seat[unit]]
            number = own.index(riders["galvanize"]) if riders["galvanize"] in own else NOT_A_RIDER
        return pack(kind, unit, target, riders["excite"], number), rest


# Words of the rulebook that mean something of their own at one step: shooting as a reaction, sacrificing at round end.
SAID_HERE: Final = {
    (encoding.AT_REACTION, encoding.SHOOT): encoding.REACTION_SHOT,
    (encoding.AT_RECOVERY, encoding.CANCEL_HITS): encoding.GIVE_UP,
}
