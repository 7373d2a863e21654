"""Which files and folders of this machine a set-up may name: any for its owner, none for a page or a game file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_granted: ContextVar[Mapping[str, Any] | None] = ContextVar("granted", default=None)
"""None while the owner of the machine sets up; otherwise the local options that a stranger's set-up is granted."""


@contextmanager
def strangers(**granted: Any) -> Iterator[None]:
    """Closes local options to set-ups inside the block, which come from strangers, except those granted here."""
    before = _granted.set(granted)
    try:
        yield
    finally:
        _granted.reset(before)


def grants() -> Mapping[str, Any] | None:
    """Returns the local options that are granted here, or None where nothing is closed."""
    return _granted.get()


def names_file(text: str) -> bool:
    """Returns whether a text names a file; a list of several lines or parts never does."""
    text = text.strip()
    return "|" not in text and "\n" not in text and (text.endswith(".txt") or "/" in text)
