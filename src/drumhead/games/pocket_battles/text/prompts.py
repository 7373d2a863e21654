"""The open question of a position, in a sentence."""

from collections.abc import Callable
from typing import Final

from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import unpack
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.text.names import Names


def prompt(f: Field, names: Names) -> Text:
    """Returns the open question: the prompt of the pending step, or one that depends on more than its fields."""
    frame = f.pending()
    if frame.number in SITUATIONAL:
        question = SITUATIONAL[frame.number](f, names, frame)
    else:
        assert frame.kind.prompt is not None, f"nothing is asked at {frame.kind.name}"
        units = {field.name: names.unit_words(value) for field, value in frame.items() if field.holds == "unit"}
        question = Text(frame.kind.prompt.template, **units)
    if f.player < 0:
        return question
    return Text("{side}: {question}", side=names.side(f.player), question=question)


def _roll(f: Field, names: Names, frame: Frame) -> Text:
    dice = frame["dice"] if frame.number == encoding.AT_ROLL else 1
    unit, enemy = names.unit_words(frame["unit"]), names.unit_words(frame["enemy"])
    return Text("{unit} throws {n} die at {enemy}", "{unit} throws {n} dice at {enemy}", n=dice, unit=unit, enemy=enemy)


def _double(f: Field, names: Names, frame: Frame) -> Text:
    """[PB-9.2] The first order must be given, the second may be."""
    if frame["left"] == 2:
        return Text("give the first order of the Double Order")
    return Text("give the second order of the Double Order, or be done")


def _reaction(f: Field, names: Names, frame: Frame) -> Text:
    """[PB-6.9] The reactions that are possible."""
    unit = names.unit_words(frame["charger"])
    kinds = {unpack(option)[0] for option in f.options}
    if encoding.REACTION_SHOT not in kinds:
        return Text("react to the charge of {unit}: intercept or wait", unit=unit)
    if encoding.INTERCEPT not in kinds:
        return Text("react to the charge of {unit}: shoot or wait", unit=unit)
    return Text("react to the charge of {unit}: intercept, shoot or wait", unit=unit)


def _assignment(f: Field, names: Names, frame: Frame) -> Text:
    """[PB-6.15] The hits that are to be assigned, by unit."""
    seat = frame["seat"]
    struck = [
        Text("{n} hit on {unit}", "{n} hits on {unit}", n=f.open_hits(unit), unit=names.unit_words(unit))
        for unit in range(f.force.first[seat], f.force.last[seat])
        if f.hits[unit]
    ]
    return Text("assign {hits}", hits=joined(struck))


SITUATIONAL: Final[dict[int, Callable[[Field, Names, Frame], Text]]] = {
    encoding.AT_ROLL: _roll,
    encoding.AT_REROLL: _roll,
    encoding.AT_DOUBLE: _double,
    encoding.AT_REACTION: _reaction,
    encoding.AT_ASSIGNMENT: _assignment,
}
"""The prompts that depend on more than the fields of the pending step."""
