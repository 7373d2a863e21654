"""docs/glossary.md: the words it retires stay out of code, docs and messages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
HEADING = "## Retired words"
EXEMPT = {GLOSSARY, Path(__file__), ROOT / "CHANGELOG.md"}
FOLDERS = ("src", "tests", "benchmarks", "docs")
KINDS = {".py", ".md", ".js", ".html", ".css", ".toml", ".po"}


def retired() -> dict[str, str]:
    """Every retired pattern with what stands in its place, from the table of the page."""
    table = GLOSSARY.read_text(encoding="utf-8").partition(HEADING)[2]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", table, re.MULTILINE)
    return {pattern: instead.strip() for pattern, instead in rows}


def texts() -> dict[Path, str]:
    """Every file that people read or write."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    files += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", "setup.py")]
    return {path: path.read_text(encoding="utf-8") for path in files if path not in EXEMPT}


def uses(pattern: str, source: str) -> list[str]:
    """The lines in which a retired word stands."""
    word = re.compile(rf"(?<![A-Za-z-]){pattern}(?![A-Za-z-])")
    if not word.search(source):
        return []
    return [line.strip() for line in source.splitlines() if word.search(line)]


TEXTS = texts()


@pytest.mark.parametrize("pattern", retired())
def test_a_retired_word_is_not_used(pattern: str) -> None:
    found = [f"{path.relative_to(ROOT)}: {line}" for path, text in TEXTS.items() for line in uses(pattern, text)]
    assert not found, f"say {retired()[pattern]!r} instead:\n" + "\n".join(found[:20])


def test_the_page_retires_words() -> None:
    assert len(retired()) > 30


@pytest.mark.parametrize("line", ["a scribe writes", "self.scribe.put()", "_scribe = 1", "scribe_task"])
def test_the_guard_finds_a_word_in_prose_and_in_names(line: str) -> None:
    assert uses("scribe", line) == [line]


@pytest.mark.parametrize("line", ["describe it", "subscribers", "Scribe"])
def test_the_guard_leaves_other_words_alone(line: str) -> None:
    assert uses("scribe", line) == []
