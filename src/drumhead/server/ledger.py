"""The log of a battle: every line that was ever added to it, and how a match grows back from them.

A line is what a seat said (`charge O3`, `undo`, `concede`, `draw`), a throw (`throw 3 4`) or the stream that later
throws come from (`dice {...}`). Lines are only ever added, so their number names a position once and for all.
"""

import json
from dataclasses import dataclass
from typing import Final

from drumhead.core.dice import Dice
from drumhead.core.errors import DrumheadError, RecordError
from drumhead.core.match import Match, Stretch
from drumhead.core.state import CHANCE

UNDO: Final = "undo"
DRAW: Final = "draw"
_THROW: Final = "throw "
_BY_HAND: Final = " by hand"
_DICE: Final = "dice "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: who said it, `CHANCE` for dice, and its words."""

    seat: int
    words: str


def dice_line(stretch: Stretch) -> Line:
    """The line that opens a stream of dice, with its secret."""
    dice = stretch.dice
    kept = {"secret": dice.secret.hex(), "nonces": dice.nonces, "seed": stretch.seed, "published": stretch.published}
    return Line(CHANCE, _DICE + json.dumps({name: value for name, value in kept.items() if value}))


def step_line(match: Match, step: int) -> Line:
    """The line of a step that was played."""
    played = match.steps[step]
    return Line(played.seat, played.notation + (_BY_HAND if played.by_hand else ""))


def lines_of(match: Match) -> list[Line]:
    """The whole log of a match that came from elsewhere."""
    lines: list[Line] = []
    opened = list(match.stretches)
    throws = 0
    for number, step in enumerate(match.steps):
        while opened and opened[0].first <= throws and step.faces is not None:
            lines.append(dice_line(opened.pop(0)))
        lines.append(step_line(match, number))
        throws += step.faces is not None
    return lines + [dice_line(stretch) for stretch in opened]


def replay(match: Match, lines: list[Line]) -> None:
    """Plays all lines on a match that has just begun."""
    match.stretches = []
    for number, line in enumerate(lines, 1):
        try:
            _play(match, line)
        except (DrumheadError, ValueError, KeyError) as error:
            raise RecordError(f"line {number} of the battle cannot be played: {error}") from None


def _play(match: Match, line: Line) -> None:
    words = line.words
    if words.startswith(_DICE) and line.seat == CHANCE:
        match.stretches.append(_stretch(match.throws, json.loads(words[len(_DICE) :])))
    elif words.startswith(_THROW) and line.seat == CHANCE:
        faces = words.removesuffix(_BY_HAND)[len(_THROW) :]
        match.roll(tuple(map(int, faces.split())), recorded=not words.endswith(_BY_HAND))
    elif words == UNDO:
        match.pop()
    elif words == DRAW:
        match.agree_draw()
    else:
        match.push(words)


def _stretch(first: int, kept: dict[str, str]) -> Stretch:
    dice = Dice(bytes.fromhex(kept.get("secret", "")), tuple(kept.get("nonces", ())))
    return Stretch(first, dice, kept.get("seed", ""), kept.get("published", ""))
