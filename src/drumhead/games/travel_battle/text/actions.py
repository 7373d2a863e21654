"""Actions as people read and write them."""

from functools import lru_cache
from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.errors import NotationError, SetupError
from drumhead.core.i18n.text import Text, joined
from drumhead.core.words.numbers import whole_number
from drumhead.games.travel_battle.army.brigades import (
    WORDS,
    Brigades,
    pack_brigades,
    presets,
    read_counts,
    ready_name,
    short_brigades,
    unpack_brigades,
)
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE, pack, pack_split, unpack, unpack_split
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID, WIDE
from drumhead.games.travel_battle.text.action_kinds import ACTIONS, ALONE, ON_UNIT
from drumhead.games.travel_battle.text.names import KEYS, KIND_WORDS, board_of, square_of, unit_of, unit_words

EDGES: Final = (Text("on the right"), Text("on the far side"), Text("on the left"))
"""Where the second edge of a board and those after it are while the first faces its owner."""
GUARD_INFANTRY: Final = Text("guard infantry")
"""The guards where units are counted."""


@lru_cache(maxsize=1 << 14)
def rich(force: Force, code: int) -> Action:
    """The rich form of an action: the piece, then what it does, then where."""
    kind, a, b = unpack(code)
    declared = ACTIONS.kinds[kind]
    verb, clause = declared.verb, declared.clause
    step = Step(verb, declared.words)
    if kind in ALONE:
        return Action(code, verb, step.words, clause, (step,))
    if kind == encoding.BOARD:
        words = Text("take board {board}", board=BOARDS[a])
        return Action(code, f"{verb} {BOARDS[a]}", words, clause, (Step(f"board-{BOARDS[a]}", words),))
    if kind == encoding.EDGE:
        words = Text("turn edge {edge} of your board towards you", edge=a)
        if a > 1:
            words = Text("{words}: {side} while edge 1 faces you", words=words, side=EDGES[a - 2])
        return Action(code, f"{verb} {a}", words, clause, (Step(f"edge-{a}", words),))
    if kind == encoding.SPLIT:
        return _split(code, verb, clause)
    if kind == encoding.ATTACK:
        words = Text("attack {square}", square=GRID.names[b])
        return Action(code, f"{verb} {GRID.names[b]}", words, clause, (Step(GRID.names[b], words),))
    return _of_unit(force, code, step, clause)


def _split(code: int, verb: str, clause: str) -> Action:
    """[TB-1.2, TB-9.3] A split: a ready-made one by its name, any by its brigades."""
    split, name = unpack_brigades(unpack_split(code)), ready_name(unpack_split(code))
    brigades = split_words(split)
    if not name:
        notation = short_brigades(split)
        words = Text("form brigades: {brigades}", brigades=brigades)
        return Action(code, f"{verb} {notation}", words, clause, (Step(f"form-{notation}", words),))
    words = Text("{name}: {brigades}", name=Text(presets()[name].name), brigades=brigades)
    return Action(code, f"{verb} {name}", words, clause, (Step(f"form-{name}", words),))


def split_words(split: Brigades) -> Text:
    """The brigades of a split, each by its units."""
    told = []
    for brigade in split.counts:
        units = [
            Text("{n} {kind}", n=count, kind=GUARD_INFANTRY if kind == encoding.GUARD else KIND_WORDS[kind])
            for kind, count in zip(WORDS, brigade, strict=True)
            if count
        ]
        told.append(joined(units) if units else Text("no unit"))
    one, two, three = told
    return Text("{one}; {two}; {three}", one=one, two=two, three=three)


def _read_split(notation: str) -> int:
    """[TB-1.2] Reads a split, legal or not: the name of a ready-made one, or three brigades with bars between."""
    words = notation.partition(" ")[2].strip()
    if words.lower() in presets():
        return pack_split(pack_brigades(presets()[words.lower()]))
    try:
        split = read_counts(words.replace("/", "|"))
    except SetupError as error:
        raise NotationError(error.reason, error.clause) from None
    if len(split.counts) != 3:
        raise NotationError(
            "write three brigades with bars between, for example {example!r}, or a ready-made split: {names}",
            "TB-1.2",
            example=ACTIONS.kinds[encoding.SPLIT].example,
            names=", ".join(presets()),
        )
    return pack_split(pack_brigades(split))


def _of_unit(force: Force, code: int, step: Step, clause: str) -> Action:
    kind, unit, b = unpack(code)
    first = Step(KEYS[unit], unit_words(force, unit))
    notation = f"{step.key} {first.key}"
    words = Text("{verb}: {unit}", verb=step.words, unit=first.words)
    if kind in ON_UNIT:
        return Action(code, notation, words, clause, (first, step))
    if kind == encoding.REROLL:
        last = Step(f"die-{b}", Text("the die that shows {face}", face=b))
        words = Text("{unit}: throw the {face} again", unit=first.words, face=b)
        return Action(code, f"{notation} {b}", words, clause, (first, step, last))
    name = GRID.names[b]
    target = Step(name, Text("at {square}", square=name) if kind == encoding.FIRE else Text("to {square}", square=name))
    words = Text("{words} {target}", words=words, target=target.words)
    return Action(code, f"{notation} {name}", words, clause, (first, step, target))


def parse(notation: str) -> int:
    """Reads notation as an action, legal or not."""
    words = notation.split()
    declared = ACTIONS.verbs.get(words[0].lower()) if words else None
    if declared is None:
        raise NotationError(
            "{notation!r} is not an action; an action begins with one of {names}",
            notation=notation,
            names=", ".join(ACTIONS.verbs),
        )
    kind, wanted = declared.number, declared.example
    if kind == encoding.SPLIT:
        return _read_split(notation.strip())
    length = len(wanted.split())
    if len(words) != length:
        if len(words) < length:
            raise NotationError(
                "{notation!r} is incomplete; write for example {example!r}", notation=notation, example=wanted
            )
        raise NotationError(
            "{notation!r} has too many words; write for example {example!r}", notation=notation, example=wanted
        )
    if kind in ALONE:
        return pack(kind)
    if kind == encoding.BOARD:
        return pack(kind, board_of(words[1]))
    if kind == encoding.EDGE:
        return pack(kind, _number(words[1], 4))
    if kind == encoding.ATTACK:
        return pack(kind, NONE, square_of(words[1]))
    unit = unit_of(words[1])
    if kind in ON_UNIT:
        return pack(kind, unit)
    return pack(kind, unit, _number(words[2], 6) if kind == encoding.REROLL else square_of(words[2]))


def _number(word: str, most: int) -> int:
    number = whole_number(word, 1, most)
    if number is None:
        raise NotationError("{word!r} is not a number from 1 to {most}", word=word, most=most)
    return number


def again(before: Field, code: int, after: Field) -> int | None:
    """The move of a unit by as many files and ranks as before, if it stays on the field, or its change of formation."""
    kind, unit, to = unpack(code)
    if before.step_kind() != encoding.AT_MOVE or kind not in (encoding.MOVE, encoding.FORM, encoding.UNFORM):
        return None
    if kind != encoding.MOVE:
        return code
    here, there = before.square[unit], after.square[unit]
    if there >= encoding.RESERVE:
        return None
    file = there % WIDE + to % WIDE - here % WIDE
    square = there + to - here
    return pack(kind, unit, square) if 0 <= file < WIDE and 0 <= square < GRID.count else None
