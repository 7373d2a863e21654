"""The event log of a battle: every line ever appended to it, as it is stored.

A line is a decision of a seat (`charge O3`, `undo`, `concede`, `draw`), a throw (`throw 3 4`) or the stream that later
throws come from (`dice {...}`), or the position from which the battle goes on under other rules (`position {...}`);
then what stands before it is no longer played. Meta events, which are no part of the game, stand in parentheses
(`(offer draw)`). Lines are only ever appended, so the number of the last one identifies a position for good.
"""

import json
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from drumhead.core.actions import Action
from drumhead.core.dice import Dice
from drumhead.core.files.steps import PlayableMatch, play_step, write_step, write_throw
from drumhead.core.match import Match
from drumhead.core.played import CONCEDE, Stretch
from drumhead.core.state import CHANCE

UNDO: Final = "undo"
_DICE: Final = "dice "
_POSITION: Final = "position "


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: the seat it belongs to (`CHANCE` for dice), its words, and the Unix time it was added."""

    seat: int
    words: str
    said: float = field(default=0.0, compare=False)

    @property
    def meta(self) -> list[str]:
        """The words of a meta event; empty for a line of the game."""
        return self.words[1:-1].split() if self.words.startswith("(") else []

    @property
    def is_about_player(self) -> bool:
        """Returns whether it tells of a player and leaves position and offers as they are: a name, a key."""
        return self.meta[:1] in (["name"], ["key"])

    @property
    def binds_dice(self) -> bool:
        """Returns whether a seat commits to a nonce for the dice, or gives one."""
        return self.meta[:1] in (["commit"], ["nonce"], ["drawn"], ["substitute"])

    @property
    def is_dice(self) -> bool:
        """Returns whether the line opens a stream of dice."""
        return self.seat == CHANCE and self.words.startswith(_DICE)

    @property
    def is_position(self) -> bool:
        """Returns whether the battle goes on from a position, under the rules that the line names."""
        return self.seat == CHANCE and self.words.startswith(_POSITION)

    @property
    def position(self) -> dict[str, Any]:
        """The fields of a line that `is_position`."""
        found: dict[str, Any] = json.loads(self.words[len(_POSITION) :])
        return found


def action_line(match: Match, action: str | int | Action, said: float) -> Line:
    """The line of an action of the seat to act, in its canonical notation; refuses what is not legal."""
    if isinstance(action, str) and action.strip().lower() == CONCEDE:
        return Line(match.to_act, CONCEDE, said)
    return Line(match.to_act, match.resolve(action).notation, said)


def throw_line(match: Match, said: float) -> Line:
    """The line of the pending throw, with the faces that the running stream gives."""
    return Line(CHANCE, write_throw(match.next_faces()), said)


def dice_line(stretch: Stretch, said: float = 0.0) -> Line:
    """The line that opens a stream of dice, with its secret."""
    dice = stretch.dice
    fields = {
        "secret": dice.secret.hex(),
        "nonces": dice.nonces,
        "seed": stretch.seed,
        "published": stretch.published,
        "commits": stretch.commitments,
        "drawn": stretch.drawn,
        "substituted": stretch.substituted,
    }
    return Line(CHANCE, _DICE + json.dumps({name: value for name, value in fields.items() if value}), said)


def position_line(fields: dict[str, Any], said: float) -> Line:
    """The line from which a battle goes on under other rules."""
    return Line(CHANCE, _POSITION + json.dumps(fields), said)


def lines_of(match: Match, said: float = 0.0) -> list[Line]:
    """The whole log of a match that was not played from a log."""
    lines: list[Line] = []
    unopened = list(match.stretches)
    throws = 0
    for step in match.steps:
        while unopened and unopened[0].first <= throws and step.faces is not None:
            lines.append(dice_line(unopened.pop(0), said))
        lines.append(Line(step.seat, write_step(step), said))
        throws += step.faces is not None
    return lines + [dice_line(stretch, said) for stretch in unopened]


class LoggedMatch(PlayableMatch, Protocol):
    """What playing a line of the log needs of a match."""

    stretches: list[Stretch]

    @property
    def throws(self) -> int:
        """How many throws have been made."""

    def pop(self) -> Any:
        """Takes back the last step."""


def apply_line(match: LoggedMatch, line: Line) -> None:
    """Plays a line that is no meta event: the only way in which a log changes a match."""
    if line.is_dice:
        # After play was taken back, a new stream replaces those that began later.
        match.stretches = [stretch for stretch in match.stretches if stretch.first < match.throws]
        match.stretches.append(_stretch(match.throws, json.loads(line.words[len(_DICE) :])))
    elif line.words == UNDO:
        match.pop()
    else:
        play_step(match, line.seat, line.words)


def _stretch(first: int, fields: dict[str, Any]) -> Stretch:
    dice = Dice(bytes.fromhex(fields.get("secret", "")), tuple(fields.get("nonces", ())))
    commitments, drawn, substituted = (tuple(fields.get(name, ())) for name in ("commits", "drawn", "substituted"))
    return Stretch(first, dice, fields.get("seed", ""), fields.get("published", ""), commitments, drawn, substituted)
