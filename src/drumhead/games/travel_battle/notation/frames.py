"""What is pending, as text: the step of the turn, and what it waits for."""

from typing import Final

from drumhead.core.errors import NotationError
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE
from drumhead.games.travel_battle.rules.boards import GRID
from drumhead.games.travel_battle.text.names import KEYS, LETTERS, seat_of, square_of, unit_of

# Pending steps by name, with what their fields hold: a seat, a unit, a unit or none (v), a square (q), a number, a
# brigade or any, a winner or none, the flags of a push, what a unit rallies from (e).
PENDING: Final[dict[int, tuple[str, str]]] = {
    encoding.AT_BOARD: ("board", "s"),
    encoding.AT_BOARD_DIE: ("board-die", ""),
    encoding.AT_LEFT_DIE: ("left-die", ""),
    encoding.AT_EDGE_DIE: ("edge-die", "s"),
    encoding.AT_EDGE: ("edge", "s"),
    encoding.AT_SPLIT: ("form", "s"),
    encoding.AT_PLACE_DIE: ("place-die", ""),
    encoding.AT_PLACE: ("place", "sb"),
    encoding.AT_FIRST_DIE: ("first-die", ""),
    encoding.AT_MOVE: ("move", ""),
    encoding.AT_ENTER: ("enter", "uqnn"),
    encoding.AT_GO_ON: ("go-on", "unn"),
    encoding.AT_DISPLACE: ("displace", "u"),
    encoding.AT_FIRE: ("fire", ""),
    encoding.AT_HIT: ("hit", "uq"),
    encoding.AT_EFFECT: ("effect", "uq"),
    encoding.AT_COMBAT: ("combat", ""),
    encoding.AT_JOIN: ("join", ""),
    encoding.AT_ROLL: ("roll", ""),
    encoding.AT_REROLL: ("reroll", "s"),
    encoding.AT_THROW_AGAIN: ("throw-again", "un"),
    encoding.AT_RESULT: ("result", ""),
    encoding.AT_SUFFER: ("suffer", "sn"),
    encoding.AT_PUSH: ("push", "uvf"),
    encoding.AT_RETREAT: ("retreat", "u"),
    encoding.AT_RALLY: ("rally", "ue"),
    encoding.AT_TURN_END: ("turn-end", ""),
    encoding.AT_END: ("end", "wn"),
}
FLAGS: Final = ("lost", "held-up", "not-straight", "not-left", "not-right")
CLEARS: Final = ("", "clears-straight", "clears-left", "clears-right")
FROM: Final = ("retreat", "edge")
STEPS: Final = {name: (kind, fields) for kind, (name, fields) in PENDING.items()}
TURN_STEPS: Final = (encoding.AT_MOVE, encoding.AT_FIRE, encoding.AT_COMBAT, encoding.AT_TURN_END, encoding.AT_END)


def write_step(frame: int) -> str:
    """Writes a pending step."""
    name, fields = PENDING[frame & 31]
    rest = frame >> 5
    words = [name]
    for field in fields:
        value = rest & 255
        rest >>= 8
        if field in "sw":
            words.append(LETTERS[value] if value < 2 else "draw")
        elif field in "uv":
            words.append(KEYS[value] if value != NONE else "none")
        elif field == "q":
            words.append(GRID.names[value])
        elif field == "b":
            words.append("any" if value == encoding.ANY else str(value + 1))
        elif field == "f":
            marks = [flag for bit, flag in enumerate(FLAGS) if value >> bit & 1]
            marks += [CLEARS[value >> len(FLAGS)]] if value >> len(FLAGS) else []
            words.append("+".join(marks) or "none")
        elif field == "e":
            words.append(FROM[value])
        else:
            words.append(str(value))
    return ":".join(words)


def read_step(words: str) -> int:
    """Reads a pending step."""
    name, *values = words.split(":")
    if name not in STEPS or len(values) != len(STEPS[name][1]):
        raise NotationError("{words!r} is not a pending step; they are {names}", words=words, names=", ".join(STEPS))
    kind, fields = STEPS[name]
    frame, shift = kind, 5
    for field, value in zip(fields, values, strict=True):
        if field == "w" and value == "draw":
            number = encoding.DRAW
        elif field in "sw":
            number = seat_of(value)
        elif field in "uv":
            number = NONE if field == "v" and value == "none" else unit_of(value)
        elif field == "q":
            number = square_of(value)
        elif field == "b":
            number = encoding.ANY if value == "any" else read_number(value, "a brigade", 3) - 1
        elif field == "f":
            number = _flags(value)
        elif field == "e" and value in FROM:
            number = FROM.index(value)
        else:
            number = read_number(value, name, 255)
        frame |= number << shift
        shift += 8
    return frame


def whole(stack: list[int]) -> list[int]:
    """The pending steps with the step of the turn that they are part of, where it was left out."""
    if not stack:
        raise NotationError("pending names no step")
    kind = stack[0] & 31
    if kind in TURN_STEPS or kind < encoding.AT_MOVE:
        whole = stack
    elif kind in (encoding.AT_HIT, encoding.AT_EFFECT):
        whole = [encoding.AT_FIRE, *stack]
    elif kind in (encoding.AT_ENTER, encoding.AT_GO_ON, encoding.AT_DISPLACE):
        whole = [encoding.AT_MOVE, *stack]
    else:
        whole = [encoding.AT_COMBAT, *stack]
    if any(frame & 31 in TURN_STEPS or frame & 31 < encoding.AT_MOVE for frame in whole[1:]):
        raise NotationError("one step of the turn is pending at a time", "TB-2.1")
    return whole


def _flags(value: str) -> int:
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
    """Reads a number."""
    if not word.isdigit() or int(word) > most:
        raise NotationError("{what} is a number up to {most}, not {word!r}", what=what, most=most, word=word)
    return int(word)
