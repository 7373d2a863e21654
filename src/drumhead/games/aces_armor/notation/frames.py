"""Pending steps in a written position: their text, and the steps below them that may be left out."""

from collections.abc import Callable
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.core.words.numbers import whole_number
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import DRAW, NO_HEX, NONE, TOKENS
from drumhead.games.aces_armor.engine.frames import FRAMES
from drumhead.games.aces_armor.rules.turns import AUTOMA_PHASES, PHASES
from drumhead.games.aces_armor.text.names import LETTERS, TEAM_LETTERS, faction_of, hex_of, key_of, unit_of

NOTHING: Final = "none"
DRAWN: Final = "draw"
WALK: Final = FRAMES.kinds[encoding.AT_WALK].name
NO_POINTS: Final = ":0:0"
"""The end of a walk without points to go on with, as where moves are announced: it is left out."""

PERSONS_STACK: Final = (encoding.AT_TURN_END, *PHASES, encoding.AT_BRAKE)
AUTOMAS_STACK: Final = (encoding.AT_TURN_END, *AUTOMA_PHASES, encoding.AT_ARMIES_DRAWN)
"""The stack of a turn of a person and of the Automa, the last phase first."""
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


def complete_stack(stack: list[int], set_up: list[int]) -> list[int]:
    """Returns pending steps with those below them that were left out; `set_up` is what a battle begins with."""
    if not stack:
        raise NotationError(Text("pending names no step"))
    first = FRAMES.decode(stack[0])
    kind = first.number
    if kind in BOTTOMS:
        return stack
    phase = encoding.step(kind, first["phase"]) if kind == encoding.AT_AUTOMA else kind
    if kind in (encoding.AT_AUTOMA, encoding.AT_ARMIES_DRAWN) and phase in AUTOMAS_STACK:
        return [*AUTOMAS_STACK[: AUTOMAS_STACK.index(phase)], *stack]
    outer = WITHIN.get(kind, kind)
    keep = outer != kind
    if outer in PERSONS_STACK:
        return [*PERSONS_STACK[: PERSONS_STACK.index(outer) + keep], *stack]
    kinds = [FRAMES.kind(frame).number for frame in set_up]
    if outer in kinds:
        return [*set_up[: kinds.index(outer) + keep], *stack]
    raise NotationError(Text("{step} is pending only with the steps below it", step=first.kind.name), "AA-3.1")


def write_step(force: Force, frame: int) -> str:
    """Writes a pending step."""
    words: dict[str, Callable[[int], str]] = {
        "faction": LETTERS.__getitem__,
        "unit": lambda unit: key_of(force, unit) if unit != NONE else NOTHING,
        "hex": lambda hex_: force.board.names[hex_] if hex_ != NO_HEX else NOTHING,
        "token": lambda token: str(token + 1),
        "winner": lambda team: DRAWN if team == DRAW else TEAM_LETTERS[team],
        "number": str,
        "byte": str,
    }
    written = FRAMES.write(frame, words)
    return written.removesuffix(NO_POINTS) if written.startswith(f"{WALK}:") else written


def read_step(force: Force, words: str) -> int:
    """Reads what `write_step` wrote. Raises NotationError."""
    name, _, rest = words.partition(":")
    if name == WALK and rest and ":" not in rest:
        words += NO_POINTS
    numbers: dict[str, Callable[[str], int]] = {
        "faction": lambda word: faction_of(force, word),
        "unit": lambda word: NONE if word == NOTHING else unit_of(force, word),
        "hex": lambda word: NO_HEX if word == NOTHING else hex_of(force, word),
        "token": lambda word: read_number(word, name, TOKENS, 1) - 1,
        "winner": lambda word: DRAW if word == DRAWN else _team(word),
        "number": lambda word: read_number(word, name, NO_HEX),
        "byte": lambda word: read_number(word, name, NONE),
    }
    return FRAMES.read(words, numbers)


def read_number(word: str, what: str, most: int = 1000, least: int = 0) -> int:
    """Reads a number within bounds. Raises NotationError, which names what the number is."""
    number = whole_number(word, least, most)
    if number is None:
        told = {"what": what, "least": least, "most": most, "word": repr(word)}
        raise NotationError(Text("{what} is a number from {least} to {most}, not {word}", **told))
    return number


def _team(word: str) -> int:
    if word not in TEAM_LETTERS:
        raise NotationError(
            Text("{word} is no team; they are {known}", word=repr(word), known=" and ".join(TEAM_LETTERS))
        )
    return TEAM_LETTERS.index(word)
