"""How much of the disk visitors may fill, and how much stays free."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from drumhead.core.i18n.text import Text
from drumhead.server.errors import Unavailable
from drumhead.server.ops.rate_limit import Rate, RateLimiter
from drumhead.server.ops.visitors import CURRENT_VISITOR
from drumhead.server.session.event_log import Line

MIN_FREE_BYTES: Final = 200_000_000
"""With less room than this on the disk of an SQLite database, no battle is begun; those that run go on."""
LINE_BYTES: Final = 100
"""What a line of a log takes besides its words."""


class Disk:
    """Counts the bytes that each visitor has stored."""

    def __init__(self, file: Path | None, rate: Rate) -> None:
        self._folder = file.absolute().parent if file is not None else None
        self._file = file
        self._limit = RateLimiter(rate)

    @property
    def free_bytes(self) -> int | None:
        """The room on the disk of the database; None where that is not known."""
        return shutil.disk_usage(self._folder).free if self._folder is not None else None

    @property
    def database_bytes(self) -> int | None:
        """The size of the database; None where that is not known."""
        return self._file.stat().st_size if self._file is not None and self._file.exists() else None

    def must_have_room(self) -> None:
        """Refuses what would stay on the disk for long if there is little room left."""
        free = self.free_bytes
        if free is not None and free < MIN_FREE_BYTES:
            raise Unavailable(Text("the server has no room for new battles; try again later"))

    def spend(self, size: int) -> None:
        """Counts bytes that the current visitor is about to store; refuses them if it stores too much.

        What a computer player stores is counted for the visitor who woke it.
        """
        visitor = CURRENT_VISITOR.get()
        if visitor:
            self._limit.check(visitor, size)

    def spend_lines(self, lines: Sequence[Line]) -> None:
        """Counts lines of an event log or of a chat."""
        self.spend(sum(LINE_BYTES + len(line.words.encode(errors="replace")) for line in lines))
