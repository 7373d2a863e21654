"""A bar for long work, drawn only where a person watches."""

import sys
from types import TracebackType

from drumhead.cli.table.screen import is_terminal

CELLS = 30


class Progress:
    """A bar on the error stream that grows with the work and vanishes at the end."""

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
        """Says that so much more is done."""
        self.done += done
        if self.shown:
            full = CELLS * self.done // self.total
            bar = "#" * full + "." * (CELLS - full)
            sys.stderr.write(f"\r[{bar}] {self.done}/{self.total} {self.label}")
            sys.stderr.flush()
