"""Text for a terminal: wrapped lines, and plain ASCII."""

import unicodedata
from textwrap import wrap
from typing import Final

_PLAIN: Final = str.maketrans(
    {
        "…": "...",
        "–": "-",
        "—": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "×": "x",
        "→": "to",
        "·": "-",
        "•": "-",
        "›": ">",
        "●": "*",
    }
)


def wrapped(words: str, width: int, indent: str = "  ") -> list[str]:
    """Returns lines of at most `width` characters; control characters become spaces."""
    clean = "".join(letter if letter.isprintable() else " " for letter in words)
    return wrap(clean, width, subsequent_indent=indent if width > 12 else "", break_on_hyphens=False)


def in_ascii(words: str) -> str:
    """Returns the words in ASCII: accents are dropped, other characters replaced."""
    folded = unicodedata.normalize("NFKD", words.translate(_PLAIN))
    return "".join(letter for letter in folded if not unicodedata.combining(letter)).encode("ascii", "replace").decode()
