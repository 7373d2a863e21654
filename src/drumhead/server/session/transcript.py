"""The game files of an event log that cannot be played any more: what was said and thrown, in order, without a game."""

from collections.abc import Sequence

from drumhead.core.actions import Outcome
from drumhead.core.files.write import RUNNING, result_line, transcript_text
from drumhead.core.played import CONCEDE, DRAW, Played, Stretch
from drumhead.core.state import CHANCE
from drumhead.server.session import dice_stream
from drumhead.server.session.event_log import Line, apply_line


class Transcript:
    """Takes the lines of a log as a match does, and keeps steps and dice; implements `event_log.LoggedMatch`."""

    def __init__(self) -> None:
        self.steps: list[Played] = []
        self.stretches: list[Stretch] = []
        self._seat = 0
        """The seat of the line that is being read."""

    @property
    def throws(self) -> int:
        """How many throws have been made."""
        return sum(step.faces is not None for step in self.steps)

    def read(self, line: Line) -> None:
        """Takes a line that does not begin a new part."""
        if line.meta and line.meta[0] in dice_stream.CHANGES and self.stretches:
            change = dice_stream.CHANGES[line.meta[0]]
            self.stretches[-1] = change(self.stretches[-1], line.seat, line.meta[1])
        elif not line.meta and not line.is_position:
            self._seat = line.seat
            apply_line(self, line)

    def push(self, action: str) -> None:
        """Keeps a decision."""
        self.steps.append(Played(self._seat, 0, action))

    def roll(self, faces: tuple[int, ...], *, recorded: bool) -> None:
        """Keeps a throw."""
        self.steps.append(Played(CHANCE, 0, "", (), faces, not recorded))

    def pop(self) -> None:
        """Takes back the last step."""
        self.steps.pop()

    def concede(self, seat: int) -> None:
        """Keeps that a seat gave up."""
        self.push(CONCEDE)

    def agree_draw(self) -> None:
        """Keeps that a draw was agreed."""
        self.push(DRAW)

    def forfeit(self, notation: str, seat: int | None) -> None:
        """Keeps that a seat was out of time, or away."""
        self.push(notation)


def transcripts(
    setup: dict[str, str], lines: Sequence[Line], letters: Sequence[str], outcome: Outcome | None = None
) -> list[str]:
    """The text of a file for every part of a log: a part ends where the battle went on under other rules.

    `setup` are the tags of the first part. All but the last end without a result.
    """
    result = RUNNING if outcome is None else result_line(letters, outcome)
    parts: list[tuple[dict[str, str], Transcript]] = [(setup, Transcript())]
    for line in lines:
        if line.is_position:
            found = line.position
            tags = {name: setup[name] for name in setup if name in ("Game", "Names")}
            tags |= {"Rules": found["rules"], **found["tags"], "Position": found["position"]}
            parts.append((tags, Transcript()))
        else:
            parts[-1][1].read(line)
    return [
        transcript_text(tags, _used(part), part.steps, letters, RUNNING if number < len(parts) else result)
        for number, (tags, part) in enumerate(parts, 1)
    ]


def last_seed(lines: Sequence[Line]) -> str:
    """The seed of the stream that dice came from last; empty where it has none."""
    part = Transcript()
    for line in lines:
        part.read(line)
    return part.stretches[-1].seed if part.stretches else ""


def _used(part: Transcript) -> list[Stretch]:
    """The streams of dice that were thrown from."""
    return [stretch for stretch in part.stretches if stretch.seed or stretch.first < part.throws]
