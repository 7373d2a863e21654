"""The log of a battle: every line that was ever added to it, as it is written.

A line is what a seat said (`charge O3`, `undo`, `concede`, `draw`), a throw (`throw 3 4`) or the stream that later
throws come from (`dice {...}`). What is agreed beside the game stands in parentheses (`(offer draw)`). Lines are only
ever added, so the number of the last one names a position once and for all.
"""

import json
from dataclasses import dataclass, field
from typing import Final

from drumhead.core.dice import Dice
from drumhead.core.match import CONCEDE, DRAW, FORFEITS, Match, Stretch
from drumhead.core.state import CHANCE

UNDO: Final = "undo"
_THROW: Final = "throw "
_BY_HAND: Final = " by hand"
_DICE: Final = "dice "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: who said it, `CHANCE` for dice, its words, and when."""

    seat: int
    words: str
    said: float = field(default=0.0, compare=False)

    @property
    def meta(self) -> list[str]:
        """The words of what is said beside the game; empty for everything else."""
        return self.words[1:-1].split() if self.words.startswith("(") else []

    @property
    def is_dice(self) -> bool:
        """Says whether the line opens a stream of dice."""
        return self.seat == CHANCE and self.words.startswith(_DICE)


def dice_line(stretch: Stretch, said: float = 0.0) -> Line:
    """The line that opens a stream of dice, with its secret."""
    dice = stretch.dice
    stored = {"secret": dice.secret.hex(), "nonces": dice.nonces, "seed": stretch.seed, "published": stretch.published}
    return Line(CHANCE, _DICE + json.dumps({name: value for name, value in stored.items() if value}), said)


def step_line(match: Match, step: int, said: float = 0.0) -> Line:
    """The line of a step that was played."""
    played = match.steps[step]
    return Line(played.seat, played.notation + (_BY_HAND if played.by_hand else ""), said)


def lines_of(match: Match, said: float = 0.0) -> list[Line]:
    """The whole log of a match that came from elsewhere."""
    lines: list[Line] = []
    opened = list(match.stretches)
    throws = 0
    for number, step in enumerate(match.steps):
        while opened and opened[0].first <= throws and step.faces is not None:
            lines.append(dice_line(opened.pop(0), said))
        lines.append(step_line(match, number, said))
        throws += step.faces is not None
    return lines + [dice_line(stretch, said) for stretch in opened]


def play_line(match: Match, line: Line) -> None:
    """Plays a line that is no aside on a match."""
    words = line.words
    if line.is_dice:
        # A stream that begins where play was taken back to stands for those that began later.
        match.stretches = [stretch for stretch in match.stretches if stretch.first < match.throws]
        match.stretches.append(_stretch(match.throws, json.loads(words[len(_DICE) :])))
    elif words.startswith(_THROW) and line.seat == CHANCE:
        faces = words.removesuffix(_BY_HAND)[len(_THROW) :]
        match.roll(tuple(map(int, faces.split())), recorded=not words.endswith(_BY_HAND))
    elif words == UNDO:
        match.pop()
    elif words == DRAW:
        match.agree_draw()
    elif words == CONCEDE:
        match.concede(line.seat)
    elif words in FORFEITS:
        match.forfeit(words)
    else:
        match.push(words)


def _stretch(first: int, stored: dict[str, str]) -> Stretch:
    dice = Dice(bytes.fromhex(stored.get("secret", "")), tuple(stored.get("nonces", ())))
    return Stretch(first, dice, stored.get("seed", ""), stored.get("published", ""))
