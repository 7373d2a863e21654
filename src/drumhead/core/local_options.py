"""Which files and folders of this machine a set-up may name: any for its owner, none for visitors and game files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_granted: ContextVar[Mapping[str, Any] | None] = ContextVar("granted", default=None)
"""None for the owner of the machine; else the local options that the owner grants an untrusted set-up."""


@contextmanager
def untrusted(**granted: Any) -> Iterator[None]:
    """A block in which set-ups are untrusted: local options are refused, except those that are granted here."""
    before = _granted.set(granted)
    try:
        yield
    finally:
        _granted.reset(before)


def grants() -> Mapping[str, Any] | None:
    """The local options that are granted here; None where nothing is closed."""
    return _granted.get()


def names_file(text: str) -> bool:
    """Says whether a text stands for the file that it names; a list of several lines or parts stands for itself."""
    text = text.strip()
    return "|" not in text and "\n" not in text and (text.endswith(".txt") or "/" in text)
