"""What the commit queue collects and the store writes."""

from collections.abc import Sequence
from dataclasses import dataclass

from drumhead.server.session.event_log import Line


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Lines to append to the log of a battle, and how many lines it has before them."""

    battle: str
    number: int
    lines: Sequence[Line]
