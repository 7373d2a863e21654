"""Catalogues: what the texts of every package are in another language, from `.po` files beside the code."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Translate

LANGUAGES: Final[dict[str, str]] = {"en": "English", "it": "Italiano"}
"""The languages of the table, by code, each in its own words."""
SOURCE: Final = "en"
_ENTRY: Final = re.compile(r'^(msgid|msgstr) ("(?:[^"\\]|\\.)*")$|^("(?:[^"\\]|\\.)*")$')
_ESCAPES: Final = {"n": "\n", "t": "\t"}


@cache
def translator(language: str, package: str = "") -> Translate:
    """Translates into a language, with the words of a package before those of all others; English stays as it is."""
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
    """The entries of a package in a language; empty where it has none."""
    file = files(package).joinpath(f"{language}.po")
    return read_catalogue(file.read_text(encoding="utf-8"), f"{package}/{language}.po") if file.is_file() else {}


@cache
def _everything(language: str) -> dict[str, str]:
    """All entries of all packages; where two disagree, that of the shorter path."""
    every: dict[str, str] = {}
    for path in sorted(Path(str(files("drumhead"))).rglob(f"{language}.po"), key=lambda path: -len(path.parts)):
        every.update(read_catalogue(path.read_text(encoding="utf-8"), path.name))
    return every


def read_catalogue(text: str, name: str = "catalogue") -> dict[str, str]:
    """Reads a `.po` file: `msgid`, `msgstr`, strings that go on in the next line, comments."""
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
    """One entry of a `.po` file."""
    return f"msgid {_quoted(words)}\nmsgstr {_quoted(translated)}\n"


def _unquoted(words: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), words[1:-1])


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
