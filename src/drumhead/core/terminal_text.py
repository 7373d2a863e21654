"""Words for a terminal: wrapped lines, and ASCII for those who want no more."""

import unicodedata
from textwrap import wrap
from typing import Final

_PLAIN: Final = str.maketrans(
    {"…": "...", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "×": "x", "→": "to", "·": "-", "•": "-"}
)


def wrapped(words: str, width: int, indent: str = "  ") -> list[str]:
    """Lines no wider than asked; what a terminal would obey is dropped."""
    clean = "".join(letter if letter.isprintable() else " " for letter in words)
    return wrap(clean, width, subsequent_indent=indent if width > 12 else "", break_on_hyphens=False)


def in_ascii(words: str) -> str:
    """The same words without letters that not every terminal has."""
    folded = unicodedata.normalize("NFKD", words.translate(_PLAIN))
    return "".join(letter for letter in folded if not unicodedata.combining(letter)).encode("ascii", "replace").decode()
