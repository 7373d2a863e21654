"""Who must do what, in a sentence."""

from collections.abc import Callable
from typing import Final

from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.army.force import RALLY
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ANY
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.artillery import needed
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID
from drumhead.games.travel_battle.text.names import SIDES, square_name, unit_words, units_words


def prompt(f: Field) -> Text:
    """Returns the open question: the prompt of the pending step, or one that depends on more than its fields."""
    frame = f.pending()
    if frame.number in SITUATIONAL:
        question = SITUATIONAL[frame.number](f, frame)
    else:
        assert frame.kind.prompt is not None, f"nothing is asked at {frame.kind.name}"
        question = Text(frame.kind.prompt.template, **_words(f, frame))
    if f.player < 0:
        return question
    return Text("{side}: {question}", side=SIDES[f.player], question=question)


def _words(f: Field, frame: Frame) -> dict[str, object]:
    """Returns what the fields of a pending step are called in its prompt."""
    words: dict[str, object] = {}
    for field, value in frame.items():
        if field.holds == "unit":
            words[field.name] = unit_words(f.force, value)
        elif field.holds == "square":
            words[field.name] = GRID.names[value]
        elif field.holds == "seat":
            words[field.name] = SIDES[value]
        else:
            words[field.name] = value
    return words


def _board_die(f: Field, frame: Frame) -> Text:
    return Text("both want board {board}: a die decides", board=BOARDS[f.board[0]])


def _place(f: Field, frame: Frame) -> Text:
    if frame["brigade"] == ANY:
        return Text("place a brigade in your first two rows, piece by piece")
    return Text("place the rest of brigade {number}", number=frame["brigade"] + 1)


def _displace(f: Field, frame: Frame) -> Text:
    unit = frame["unit"]
    square = square_name(f.square[unit])
    return Text("move {unit} out of the way of {square}", unit=unit_words(f.force, unit), square=square)


def _hit(f: Field, frame: Frame) -> Text:
    gun, square = unit_words(f.force, frame["unit"]), GRID.names[frame["square"]]
    need = needed(f, frame["unit"], frame["square"])
    return Text("{gun} fires at {square}: {n} or more hits", gun=gun, square=square, n=need)


def _join(f: Field, frame: Frame) -> Text:
    if f.attackers:
        return Text("add attackers against {square}, or fight", square=GRID.names[f.target])
    return Text("choose who attacks {square}", square=GRID.names[f.target])


def _roll(f: Field, frame: Frame) -> Text:
    attackers = units_words(f.force, f.attackers)
    return Text("{attackers} against {square}: both sides throw", attackers=attackers, square=GRID.names[f.target])


def _rally(f: Field, frame: Frame) -> Text:
    need = RALLY[f.force.kind[frame["unit"]]]
    return Text("{unit} rallies on {n} or more", unit=unit_words(f.force, frame["unit"]), n=need)


SITUATIONAL: Final[dict[int, Callable[[Field, Frame], Text]]] = {
    encoding.AT_BOARD_DIE: _board_die,
    encoding.AT_PLACE: _place,
    encoding.AT_DISPLACE: _displace,
    encoding.AT_HIT: _hit,
    encoding.AT_JOIN: _join,
    encoding.AT_ROLL: _roll,
    encoding.AT_RALLY: _rally,
}
"""The prompts that depend on more than the fields of the pending step."""
