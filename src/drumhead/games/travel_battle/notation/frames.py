"""Pending steps as text: the step of the turn, and what it waits for."""

from collections.abc import Callable
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.words.numbers import whole_number
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import ANY, DRAW, NONE
from drumhead.games.travel_battle.engine.frames import FIGHTING, FIRING, FRAMES, MOVING
from drumhead.games.travel_battle.rules.boards import GRID
from drumhead.games.travel_battle.text.names import KEYS, LETTERS, seat_of, square_of, unit_of

FLAGS: Final = ("lost", "held-up", "not-straight", "not-left", "not-right")
CLEARS: Final = ("", "clears-straight", "clears-left", "clears-right")
ORIGINS: Final = ("retreat", "edge")
STEP_OF_PHASE: Final = {MOVING: encoding.AT_MOVE, FIRING: encoding.AT_FIRE, FIGHTING: encoding.AT_COMBAT}
TURN_STEPS: Final = (*STEP_OF_PHASE.values(), encoding.AT_TURN_END, encoding.AT_END)
"""The steps that are part of no other one, from the first turn on."""


def write_step(frame: int) -> str:
    """Writes a pending step."""
    return FRAMES.write(frame, WRITERS)


def read_step(words: str) -> int:
    """Reads a pending step. Raises NotationError."""
    name = words.partition(":")[0]

    def number(value: str) -> int:
        return read_number(value, name, 255)

    def origin(value: str) -> int:
        return ORIGINS.index(value) if value in ORIGINS else number(value)

    return FRAMES.read(words, {**READERS, "number": number, "origin": origin})


def with_turn_step(stack: list[int]) -> list[int]:
    """Returns pending steps with the step of the turn that they are part of, where it was left out."""
    if not stack:
        raise NotationError("pending names no step")
    whole = stack
    if not _is_lowest(stack[0]):
        whole = [STEP_OF_PHASE[FRAMES.kind(stack[0]).phase], *stack]
    if any(_is_lowest(frame) for frame in whole[1:]):
        raise NotationError("one step of the turn is pending at a time", "TB-2.1")
    return whole


def _is_lowest(frame: int) -> bool:
    """Returns whether a step is part of no other one."""
    kind = FRAMES.kind(frame).number
    return kind in TURN_STEPS or kind < encoding.AT_MOVE


def _write_flags(flags: int) -> str:
    marks = [flag for bit, flag in enumerate(FLAGS) if flags >> bit & 1]
    marks += [CLEARS[flags >> len(FLAGS)]] if flags >> len(FLAGS) else []
    return "+".join(marks) or "none"


def _read_flags(value: str) -> int:
    flags = 0
    for word in value.split("+"):
        if word in FLAGS:
            flags |= 1 << FLAGS.index(word)
        elif word in CLEARS[1:]:
            flags |= CLEARS.index(word) << len(FLAGS)
        elif word != "none":
            raise NotationError(
                "{word!r} is no flag of a push; they are {names}",
                "TB-6.9",
                word=word,
                names=", ".join(FLAGS + CLEARS[1:]),
            )
    return flags


def read_number(word: str, what: str, most: int = 1000) -> int:
    """Reads a number from 0. Raises NotationError, which names what the number is."""
    number = whole_number(word, 0, most)
    if number is None:
        raise NotationError("{what} is a number up to {most}, not {word!r}", what=what, most=most, word=word)
    return number


WRITERS: Final[dict[str, Callable[[int], str]]] = {
    "seat": LETTERS.__getitem__,
    "winner": lambda seat: "draw" if seat == DRAW else LETTERS[seat],
    "unit": KEYS.__getitem__,
    "mate": lambda unit: "none" if unit == NONE else KEYS[unit],
    "square": GRID.names.__getitem__,
    "brigade": lambda brigade: "any" if brigade == ANY else str(brigade + 1),
    "flags": _write_flags,
    "origin": ORIGINS.__getitem__,
    "number": str,
}
"""What writes a field, by what it holds."""
READERS: Final[dict[str, Callable[[str], int]]] = {
    "seat": seat_of,
    "winner": lambda word: DRAW if word == "draw" else seat_of(word),
    "unit": unit_of,
    "mate": lambda word: NONE if word == "none" else unit_of(word),
    "square": square_of,
    "brigade": lambda word: ANY if word == "any" else read_number(word, "a brigade", 3) - 1,
    "flags": _read_flags,
}
"""What reads a field, by what it holds; `read_step` adds those that name the step where they refuse."""
