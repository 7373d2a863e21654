"""Catalogues: the translations of every package, from `.po` files beside the code."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Translate

LANGUAGES: Final[dict[str, str]] = {"en": "English", "it": "Italiano"}
"""The languages of the table by code, each by its own name."""
SOURCE: Final = "en"
_ENTRY: Final = re.compile(r'^(msgid|msgstr) ("(?:[^"\\]|\\.)*")$|^("(?:[^"\\]|\\.)*")$')
_ESCAPES: Final = {"n": "\n", "t": "\t"}


@cache
def translator(language: str, package: str = "") -> Translate:
    """Returns a translator into a language; the catalogue of a package comes before those of all others.

    What no catalogue knows stays English. Raises SetupError for a language that the table does not speak.
    """
    if language not in LANGUAGES:
        raise SetupError(
            "there is no language {language!r}; there is {names}", language=language, names=", ".join(LANGUAGES)
        )
    if language == SOURCE:
        return str
    known = {} if not package else catalogue(package, language)
    rest = _everything(language)
    return lambda words: known.get(words) or rest.get(words) or words


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """Returns the entries of a package in a language; none where it has no catalogue."""
    file = files(package).joinpath(f"{language}.po")
    return read_catalogue(file.read_text(encoding="utf-8"), f"{package}/{language}.po") if file.is_file() else {}


@cache
def _everything(language: str) -> dict[str, str]:
    """Returns the entries of all packages; where two disagree, that of the shorter path."""
    every: dict[str, str] = {}
    for path in sorted(Path(str(files("drumhead"))).rglob(f"{language}.po"), key=lambda path: -len(path.parts)):
        every.update(read_catalogue(path.read_text(encoding="utf-8"), path.name))
    return every


def read_catalogue(text: str, name: str = "catalogue") -> dict[str, str]:
    """Returns the entries of a `.po` file; raises SetupError, with the line, for what is no entry.

    It knows `msgid`, `msgstr`, strings over several lines and comments.
    """
    entries: dict[str, str] = {}
    parts = {"msgid": "", "msgstr": ""}
    at = ""
    for line, raw in enumerate([*text.splitlines(), 'msgid ""'], 1):
        words = raw.strip()
        if not words or words.startswith("#"):
            continue
        found = _ENTRY.match(words)
        if found is None or (found[3] and not at):
            raise SetupError("{name} has a line that is no entry: {words!r}", line=line, name=name, words=words[:40])
        if found[1] == "msgid":
            if parts["msgid"]:
                entries[parts["msgid"]] = parts["msgstr"]
            parts = {"msgid": "", "msgstr": ""}
        at = found[1] or at
        parts[at] += _unquoted(found[2] or found[3])
    return entries


def write_entry(words: str, translated: str = "") -> str:
    """Returns one entry of a `.po` file."""
    return f"msgid {_quoted(words)}\nmsgstr {_quoted(translated)}\n"


def _unquoted(words: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), words[1:-1])


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
