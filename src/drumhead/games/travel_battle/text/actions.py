"""Actions as people read and write them."""

from functools import lru_cache
from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.errors import NotationError, SetupError
from drumhead.core.i18n.text import Text, joined
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
from drumhead.games.travel_battle.engine.encoding import NONE, pack, unpack
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID, WIDE
from drumhead.games.travel_battle.text.names import KEYS, KIND_WORDS, board_of, square_of, unit_of, unit_words

# Each kind of action: its verb in notation, how the verb reads in a menu, its clause, and an example.
VERBS: Final[dict[int, tuple[str, Text, str, str]]] = {
    encoding.END_MOVEMENT: ("end-movement", Text("end movement"), "TB-2.1", "end-movement"),
    encoding.END_FIRE: ("end-fire", Text("end fire"), "TB-2.1", "end-fire"),
    encoding.END_COMBAT: ("end-combat", Text("end combat"), "TB-6.2", "end-combat"),
    encoding.BOARD: ("board", Text("take board"), "TB-1.3", "board A"),
    encoding.EDGE: ("edge", Text("turn towards you edge"), "TB-1.3", "edge 2"),
    encoding.SPLIT: ("form", Text("form brigades"), "TB-1.2", "form 1G 2I 1H 1A | 1G 2I 1L 1A | 2I 1H 1L"),
    encoding.PLACE: ("place", Text("place"), "TB-1.4", "place R4 d1"),
    encoding.MOVE: ("move", Text("move"), "TB-3.1", "move R4 d3"),
    encoding.FORM: ("square", Text("form square"), "TB-4.1", "square R6"),
    encoding.UNFORM: ("unsquare", Text("leave square"), "TB-4.1", "unsquare R6"),
    encoding.HALT: ("halt", Text("halt"), "TB-3.7", "halt R12"),
    encoding.DISPLACE: ("displace", Text("give way"), "TB-3.7", "displace R1 d4"),
    encoding.FIRE: ("fire", Text("fire"), "TB-5.1", "fire R16 f6"),
    encoding.ATTACK: ("attack", Text("attack"), "TB-6.2", "attack f6"),
    encoding.JOIN: ("join", Text("join the attack"), "TB-6.2", "join R4"),
    encoding.FIGHT: ("fight", Text("fight"), "TB-6.3", "fight"),
    encoding.REROLL: ("reroll", Text("re-roll"), "TB-6.4", "reroll R4 2"),
    encoding.STAND: ("stand", Text("let the dice stand"), "TB-6.4", "stand"),
    encoding.SUFFER: ("suffer", Text("suffer the result"), "TB-6.6", "suffer R4"),
    encoding.PUSH: ("push", Text("go back"), "TB-6.9", "push R4 c2"),
    encoding.RETREAT: ("retreat", Text("retreat"), "TB-6.10", "retreat R4 c1"),
}
EDGES: Final = (Text("nearest"), Text("on the right"), Text("farthest"), Text("on the left"))
"""Where the edges of a board are while the first faces its owner."""
KINDS: Final = {verb: kind for kind, (verb, _, _, _) in VERBS.items()}
ALONE: Final = (encoding.END_MOVEMENT, encoding.END_FIRE, encoding.END_COMBAT, encoding.FIGHT, encoding.STAND)
ON_UNIT: Final = (encoding.FORM, encoding.UNFORM, encoding.HALT, encoding.JOIN, encoding.SUFFER)


@lru_cache(maxsize=1 << 14)
def rich(force: Force, code: int) -> Action:
    """The rich form of an action: the piece, then what it does, then where."""
    kind, a, b = unpack(code)
    verb, menu, clause, _ = VERBS[kind]
    step = Step(verb, menu)
    if kind in ALONE:
        return Action(code, verb, menu, clause, (step,))
    if kind == encoding.BOARD:
        words = Text("take board {board}", board=BOARDS[a])
        return Action(code, f"{verb} {BOARDS[a]}", words, clause, (Step(f"board-{BOARDS[a]}", words),))
    if kind == encoding.EDGE:
        words = Text("turn edge {edge} of your board towards you, which lies {side}", edge=a, side=EDGES[a - 1])
        return Action(code, f"{verb} {a}", words, clause, (Step(f"edge-{a}", words),))
    if kind == encoding.SPLIT:
        return _split(code, verb, clause)
    if kind == encoding.ATTACK:
        words = Text("attack {square}", square=GRID.names[b])
        return Action(code, f"{verb} {GRID.names[b]}", words, clause, (Step(GRID.names[b], words),))
    return _of_unit(force, code, step, clause)


def _split(code: int, verb: str, clause: str) -> Action:
    """[TB-1.2, TB-9.3] A split: a ready-made one by its name, any by its brigades."""
    split, name = unpack_brigades(code >> 5), ready_name(code >> 5)
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
            Text("{n} {kind}", n=count, kind=KIND_WORDS[kind])
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
        return encoding.SPLIT | pack_brigades(presets()[words.lower()]) << 5
    try:
        split = read_counts(words.replace("/", "|"))
    except SetupError as error:
        raise NotationError(error.reason, error.clause) from None
    if len(split.counts) != 3:
        raise NotationError(
            "write three brigades with bars between, for example {example!r}, or a ready-made split: {names}",
            "TB-1.2",
            example=VERBS[encoding.SPLIT][3],
            names=", ".join(presets()),
        )
    return encoding.SPLIT | pack_brigades(split) << 5


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
    kind = KINDS.get(words[0].lower(), -1) if words else -1
    if kind < 0:
        raise NotationError(
            "{notation!r} is not an action; an action begins with one of {names}",
            notation=notation,
            names=", ".join(KINDS),
        )
    if kind == encoding.SPLIT:
        return _read_split(notation.strip())
    wanted = VERBS[kind][3]
    length = len(wanted.split())
    if len(words) != length:
        if len(words) < length:
            raise NotationError(
                "{notation!r} is cut short; write for example {example!r}", notation=notation, example=wanted
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
    if not word.isdigit() or not 1 <= int(word) <= most:
        raise NotationError("{word!r} is not a number from 1 to {most}", word=word, most=most)
    return int(word)


def again(before: Field, code: int, after: Field) -> int | None:
    """The move of a unit by as many files and ranks as before, if it stays on the field, or its change of formation."""
    kind, unit, to = unpack(code)
    if before.stack[-1] != encoding.AT_MOVE or kind not in (encoding.MOVE, encoding.FORM, encoding.UNFORM):
        return None
    if kind != encoding.MOVE:
        return code
    here, there = before.square[unit], after.square[unit]
    if there >= encoding.RESERVE:
        return None
    file = there % WIDE + to % WIDE - here % WIDE
    square = there + to - here
    return pack(kind, unit, square) if 0 <= file < WIDE and 0 <= square < GRID.count else None
