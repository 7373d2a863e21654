"""Which files and folders of this machine a set-up may name: any for its owner, none for visitors and game files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

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
    """Returns the local options that are granted here, or None where nothing is closed."""
    return _granted.get()


def names_file(text: str) -> bool:
    """Returns whether a text names a file; a list of several lines or parts never does."""
    text = text.strip()
    return "|" not in text and "\n" not in text and (text.endswith(".txt") or "/" in text)


def list_text(text: str, unreadable: Text) -> str:
    """Returns the list that a text is, or that stands in the file which it names.

    Raises SetupError with `unreadable` where there is no such file. To strangers files are closed before: see
    `core.game.Option`.
    """
    if not names_file(text):
        return text
    try:
        return Path(text).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise SetupError(unreadable) from None
