"""Pending steps in a written position."""

from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import DRAW, NO_HEX, NONE
from drumhead.games.aces_armor.text.names import LETTERS, TEAM_LETTERS, faction_of, hex_of, key_of, unit_of

# Every pending step: its name, and its fields: f a faction, u a unit, h a hex, t a token, w a winner, n a number.
PENDING: Final[dict[int, tuple[str, str]]] = {
    encoding.AT_PICK: ("pick", "f"),
    encoding.AT_LAY: ("lay", "f"),
    encoding.AT_PLACE_ROLL: ("place-roll", "n"),
    encoding.AT_TURN: ("turn-token", ""),
    encoding.AT_NUMBER: ("number", "ft"),
    encoding.AT_PLACE: ("place", "fth"),
    encoding.AT_SHARE_OUT: ("share-out", "f"),
    encoding.AT_HIDE: ("hide", "f"),
    encoding.AT_FIRST_ROLL: ("first-roll", "n"),
    encoding.AT_WEATHER: ("weather", ""),
    encoding.AT_TURN_START: ("turn-start", ""),
    encoding.AT_BRAKE: ("brake", ""),
    encoding.AT_MOVE: ("move", ""),
    encoding.AT_WALK: ("walk", "unn"),
    encoding.AT_INTERCEPT: ("intercept", "fun"),
    encoding.AT_DECLARE: ("declare", ""),
    encoding.AT_BATTLES: ("battles", ""),
    encoding.AT_ROLL: ("roll", "uh"),
    encoding.AT_ROCKETS: ("rockets", "uh"),
    encoding.AT_LAUNCH: ("launch", "uh"),
    encoding.AT_INCOME: ("income", ""),
    encoding.AT_MONEY: ("money", ""),
    encoding.AT_TURN_END: ("turn-end", ""),
    encoding.AT_END: ("end", "wn"),
    encoding.AT_ARMIES_DRAWN: ("armies-drawn", ""),
    encoding.AT_PICKS_DRAWN: ("picks-drawn", "f"),
    encoding.AT_AUTOMA: ("automa", "nnnn"),
    encoding.AT_AUTOMA_DRAWN: ("automa-drawn", ""),
    encoding.AT_WAY: ("way", "uh"),
    encoding.AT_GIFT: ("gift", "f"),
    encoding.AT_ADVANCE: ("advance", "uhn"),
}
STEPS: Final = {name: (kind, fields) for kind, (name, fields) in PENDING.items()}
FIELDS: Final = {"f": "FACTION", "u": "UNIT", "h": "HEX", "t": "TOKEN", "w": "TEAM", "n": "NUMBER"}
"""What stands for a field where the form of a step is told."""
SHORT_WALK: Final = "u"
"""The fields of a walk without points to go on with, as where moves are announced."""
SHIFTS: Final = (5, 13, 22, 31)
SIZES: Final = (255, 511, 511, 255)

PHASES: Final = (
    encoding.AT_TURN_END,
    encoding.AT_MONEY,
    encoding.AT_INCOME,
    encoding.AT_BATTLES,
    encoding.AT_DECLARE,
    encoding.AT_MOVE,
    encoding.AT_BRAKE,
)
"""The phases of a person's turn, the last one first, as the stack holds them."""
AUTOMA_PHASES: Final = (
    encoding.AT_TURN_END,
    encoding.step(encoding.AT_AUTOMA, encoding.AUTOMA_BUYS),
    encoding.AT_INCOME,
    encoding.step(encoding.AT_AUTOMA, encoding.AUTOMA_ACTS),
    encoding.AT_ARMIES_DRAWN,
)
"""Those of the Automa's turn."""
WITHIN: Final = {
    encoding.AT_WALK: encoding.AT_MOVE,
    encoding.AT_INTERCEPT: encoding.AT_MOVE,
    encoding.AT_ADVANCE: encoding.AT_MOVE,
    encoding.AT_WAY: encoding.AT_MOVE,
    encoding.AT_ROLL: encoding.AT_BATTLES,
    encoding.AT_ROCKETS: encoding.AT_BATTLES,
    encoding.AT_LAUNCH: encoding.AT_BATTLES,
    encoding.AT_GIFT: encoding.AT_MONEY,
    encoding.AT_NUMBER: encoding.AT_TURN,
    encoding.AT_PLACE: encoding.AT_TURN,
    encoding.AT_AUTOMA: encoding.AT_TURN,
}
"""The phase, or the step of the set-up, that a step is part of."""
BOTTOMS: Final = (
    encoding.AT_TURN_END,
    encoding.AT_TURN_START,
    encoding.AT_END,
    encoding.AT_FIRST_ROLL,
    encoding.AT_AUTOMA_DRAWN,
)
"""The steps below which nothing is pending."""


def whole(stack: list[int], set_up: list[int]) -> list[int]:
    """The pending steps with those below them, where they were left out; `set_up` is what a battle begins with."""
    if not stack:
        raise NotationError(Text("pending names no step"))
    kind = stack[0] & 31
    if kind in BOTTOMS:
        return stack
    phase = stack[0] & (1 << SHIFTS[1]) - 1
    if kind in (encoding.AT_AUTOMA, encoding.AT_ARMIES_DRAWN) and phase in AUTOMA_PHASES:
        return [*AUTOMA_PHASES[: AUTOMA_PHASES.index(phase)], *stack]
    outer = WITHIN.get(kind, kind)
    keep = outer != kind
    if outer in PHASES:
        return [*PHASES[: PHASES.index(outer) + keep], *stack]
    kinds = [frame & 31 for frame in set_up]
    if outer in kinds:
        return [*set_up[: kinds.index(outer) + keep], *stack]
    raise NotationError(Text("{step} is pending only with the steps below it", step=PENDING[kind][0]), "AA-3.1")


def write_step(force: Force, frame: int) -> str:
    """Writes a pending step."""
    name, fields = PENDING[frame & 31]
    if frame & 31 == encoding.AT_WALK and not frame >> SHIFTS[1]:
        fields = SHORT_WALK
    values = [frame >> shift & size for shift, size in zip(SHIFTS, SIZES, strict=True)]
    words = [name]
    for field, value in zip(fields, values, strict=False):
        if field == "f":
            words.append(LETTERS[value])
        elif field == "u":
            words.append(key_of(force, value) if value != NONE else "none")
        elif field == "h":
            words.append(force.board.names[value] if value != NO_HEX else "none")
        elif field == "w":
            words.append("draw" if value == DRAW else TEAM_LETTERS[value])
        else:
            words.append(str(value + (field == "t")))
    return ":".join(words)


def read_step(force: Force, words: str) -> int:
    """Reads a pending step."""
    name, *values = words.split(":")
    if name == PENDING[encoding.AT_WALK][0] and len(values) == len(SHORT_WALK):
        values += ("0", "0")
    if name in STEPS and len(values) != len(STEPS[name][1]):
        form = ":".join((name, *(FIELDS[field] for field in STEPS[name][1])))
        raise NotationError(Text("{words} is written as {form}", words=repr(words), form=form))
    if name not in STEPS:
        known = ", ".join(STEPS)
        raise NotationError(Text("{words} is not a pending step; they are {known}", words=repr(words), known=known))
    kind, fields = STEPS[name]
    frame = kind
    for index, (field, value) in enumerate(zip(fields, values, strict=True)):
        if field == "f":
            number = faction_of(force, value)
        elif field == "u":
            number = NONE if value == "none" else unit_of(force, value)
        elif field == "h":
            number = NO_HEX if value == "none" else hex_of(force, value)
        elif field == "w":
            number = DRAW if value == "draw" else _team(value)
        elif field == "t":
            number = read_number(value, name, 3, 1) - 1
        else:
            number = read_number(value, name, SIZES[index])
        frame |= number << SHIFTS[index]
    return frame


def read_number(word: str, what: str, most: int = 1000, least: int = 0) -> int:
    """Reads a number."""
    if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
        told = {"what": what, "least": least, "most": most, "word": repr(word)}
        raise NotationError(Text("{what} is a number from {least} to {most}, not {word}", **told))
    return int(word)


def _team(word: str) -> int:
    if word not in TEAM_LETTERS:
        raise NotationError(
            Text("{word} is no team; they are {known}", word=repr(word), known=" and ".join(TEAM_LETTERS))
        )
    return TEAM_LETTERS.index(word)
