"""A progress bar on the error stream, drawn only at a terminal."""

import sys
from types import TracebackType

from drumhead.cli.table.screen import is_terminal

BAR_CELLS = 30


class Progress:
    """A bar that grows with the work and is erased at the end."""

    def __init__(self, total: int, label: str) -> None:
        self.total = max(1, total)
        self.label = label
        self.done = 0
        self.shown = is_terminal(sys.stderr)

    def __enter__(self) -> "Progress":
        self.add(0)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

    def add(self, done: int = 1) -> None:
        """Adds finished units of work and redraws the bar."""
        self.done += done
        if self.shown:
            full = BAR_CELLS * self.done // self.total
            bar = "#" * full + "." * (BAR_CELLS - full)
            sys.stderr.write(f"\r[{bar}] {self.done}/{self.total} {self.label}")
            sys.stderr.flush()
