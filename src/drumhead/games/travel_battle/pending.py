"""What is pending, as text: the step of the turn, and what it waits for."""

from typing import Final

from drumhead.core.errors import NotationError
from drumhead.games.travel_battle import codes
from drumhead.games.travel_battle.codes import NONE
from drumhead.games.travel_battle.ground import GRID
from drumhead.games.travel_battle.names import KEYS, LETTERS, seat_of, square_of, unit_of

# Pending steps by name, with what their fields hold: a seat, a unit, a unit or none (v), a square (q), a number, a
# brigade or any, a winner or none, the flags of a push, what a unit rallies from (e).
PENDING: Final[dict[int, tuple[str, str]]] = {
    codes.AT_BOARD: ("board", "s"),
    codes.AT_BOARD_DIE: ("board-die", ""),
    codes.AT_LEFT_DIE: ("left-die", ""),
    codes.AT_EDGE_DIE: ("edge-die", "s"),
    codes.AT_EDGE: ("edge", "s"),
    codes.AT_SPLIT: ("form", "s"),
    codes.AT_PLACE_DIE: ("place-die", ""),
    codes.AT_PLACE: ("place", "sb"),
    codes.AT_FIRST_DIE: ("first-die", ""),
    codes.AT_MOVE: ("move", ""),
    codes.AT_ENTER: ("enter", "uqnn"),
    codes.AT_GO_ON: ("go-on", "unn"),
    codes.AT_DISPLACE: ("displace", "u"),
    codes.AT_FIRE: ("fire", ""),
    codes.AT_HIT: ("hit", "uq"),
    codes.AT_EFFECT: ("effect", "uq"),
    codes.AT_COMBAT: ("combat", ""),
    codes.AT_JOIN: ("join", ""),
    codes.AT_ROLL: ("roll", ""),
    codes.AT_REROLL: ("reroll", "s"),
    codes.AT_THROW_AGAIN: ("throw-again", "un"),
    codes.AT_RESULT: ("result", ""),
    codes.AT_SUFFER: ("suffer", "sn"),
    codes.AT_PUSH: ("push", "uvf"),
    codes.AT_RETREAT: ("retreat", "u"),
    codes.AT_RALLY: ("rally", "ue"),
    codes.AT_TURN_END: ("turn-end", ""),
    codes.AT_END: ("end", "wn"),
}
FLAGS: Final = ("lost", "held-up", "not-straight", "not-left", "not-right")
CLEARS: Final = ("", "clears-straight", "clears-left", "clears-right")
FROM: Final = ("retreat", "edge")
STEPS: Final = {name: (kind, fields) for kind, (name, fields) in PENDING.items()}
TURN_STEPS: Final = (codes.AT_MOVE, codes.AT_FIRE, codes.AT_COMBAT, codes.AT_TURN_END, codes.AT_END)


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
            words.append("any" if value == codes.ANY else str(value + 1))
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
            number = codes.DRAW
        elif field in "sw":
            number = seat_of(value)
        elif field in "uv":
            number = NONE if field == "v" and value == "none" else unit_of(value)
        elif field == "q":
            number = square_of(value)
        elif field == "b":
            number = codes.ANY if value == "any" else read_number(value, "a brigade", 3) - 1
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
    if kind in TURN_STEPS or kind < codes.AT_MOVE:
        whole = stack
    elif kind in (codes.AT_HIT, codes.AT_EFFECT):
        whole = [codes.AT_FIRE, *stack]
    elif kind in (codes.AT_ENTER, codes.AT_GO_ON, codes.AT_DISPLACE):
        whole = [codes.AT_MOVE, *stack]
    else:
        whole = [codes.AT_COMBAT, *stack]
    if any(frame & 31 in TURN_STEPS or frame & 31 < codes.AT_MOVE for frame in whole[1:]):
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
