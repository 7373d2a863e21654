"""Extracts every sentence of a package that a catalogue must translate.

`python -m drumhead.core.i18n.extract it` prints how many each package lacks; with packages, the entries to fill in.
"""

import argparse
import ast
import csv
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE, catalogue, write_entry

ROOT: Final = Path(str(files("drumhead")))
_STRING: Final = r'("(?:[^"\\]|\\.)*")'
_IN_PAGES: Final = re.compile(r"\b_\(\s*" + _STRING)
_IN_CLIENT: Final = re.compile(r"\bt\(\s*" + _STRING)
_TEXT_CALLS: Final = re.compile(r"Text|IllegalAction|\w+Error")
_REFUSAL_METHODS: Final = ("say", "_say")
"""Methods that take a sentence and a clause, and refuse an action with them."""
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
"""A word; a template without one outside its values is not translated."""


def packages() -> list[str]:
    """Returns the names of all packages with sentences."""
    folders = sorted({path.parent for kind in ("py", "html", "js") for path in ROOT.rglob(f"*.{kind}")})
    owners = sorted({_owner(folder) for folder in folders})
    return [owner for owner in owners if sentences(owner)]


def sentences(package: str) -> list[str]:
    """Returns the sentences of a package, in the order of its files, each once."""
    found: dict[str, None] = {}
    for path in sorted(ROOT.joinpath(*package.split(".")[1:]).rglob("*")):
        if path.suffix in _READERS and _owner(path.parent) == package:
            found.update(dict.fromkeys(_READERS[path.suffix](path.read_text(encoding="utf-8"))))
    return [words for words in found if _WORDS.search(re.sub(r"\{[^{}]*\}", "", words))]


def missing(package: str, language: str) -> list[str]:
    """Returns the sentences of a package that neither its catalogue nor that of `core` translates."""
    known = catalogue(package, language)
    shared = catalogue("drumhead.core", language)
    return [words for words in sentences(package) if not (known.get(words) or shared.get(words))]


def _owner(folder: Path) -> str:
    """Returns the package whose catalogue covers a folder: a game, or a package directly under `drumhead`."""
    parts = folder.relative_to(ROOT).parts
    folder = ROOT.joinpath(*parts[: 2 if parts[:1] == ("games",) else 1])
    return ".".join(("drumhead", *folder.relative_to(ROOT).parts))


def _from_python(source: str) -> Iterator[str]:
    """Yields templates of texts, reasons of errors and refusals, separators, and tables marked as translatable."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and _TEXT_CALLS.fullmatch(node.func.id):
            many = node.args if node.func.id == "Text" else node.args[:1]
            yield from (words for argument in many for words in _strings(argument))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _REFUSAL_METHODS:
            yield from _strings(node.args[0]) if len(node.args) > 1 else ()
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "joined":
            yield from (words for argument in node.args[1:] for words in _strings(argument))
        elif (
            isinstance(node, ast.AnnAssign)
            and node.value is not None
            and "Translatable" in ast.unparse(node.annotation)
        ):
            yield from (words for words in _strings(node.value) if " " in words)


def _is_translatable(annotation: ast.expr) -> bool:
    """Returns whether an annotation marks a table of sentences."""
    return "Translatable" in ast.unparse(annotation)


def _strings(node: ast.AST) -> Iterator[str]:
    """Yields the strings under a node, except those in other calls, formatted strings and subscripts."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif not isinstance(node, ast.JoinedStr | ast.Call | ast.Subscript):
        for child in ast.iter_child_nodes(node):
            yield from _strings(child)


def _from_page(source: str) -> Iterator[str]:
    return (json.loads(words) for words in _IN_PAGES.findall(source))


def _from_client(source: str) -> Iterator[str]:
    return (json.loads(words) for words in _IN_CLIENT.findall(source))


def _from_data(source: str) -> Iterator[str]:
    """Yields the names of troops and units in a CSV file."""
    rows = csv.DictReader(line for line in source.splitlines() if not line.startswith("#"))
    return (row[column] for row in rows for column in ("troop", "name") if row.get(column))


def _from_lists(source: str) -> Iterator[str]:
    """Yields the `words` of the rows in a TOML file."""
    rows = [row for table in tomllib.loads(source).values() if isinstance(table, list) for row in table]
    return (row["words"] for row in rows if "words" in row)


_READERS: Final = {
    ".py": _from_python,
    ".html": _from_page,
    ".js": _from_client,
    ".csv": _from_data,
    ".toml": _from_lists,
}


def main(arguments: list[str] | None = None) -> int:
    """Lists the sentences without a translation."""
    parser = argparse.ArgumentParser(prog="python -m drumhead.core.i18n.extract", description=main.__doc__)
    parser.add_argument("language", choices=[language for language in LANGUAGES if language != SOURCE])
    parser.add_argument("package", nargs="*", help="print the missing entries of these, to be filled in")
    chosen = parser.parse_args(arguments)
    for package in chosen.package or packages():
        lacking = missing(package, chosen.language)
        if chosen.package:
            sys.stdout.write("\n".join(map(write_entry, lacking)))
        else:
            sys.stdout.write(f"{package}: {len(lacking)} of {len(sentences(package))} sentences have no translation\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
