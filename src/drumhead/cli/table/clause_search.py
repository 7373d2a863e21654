"""Search of the rules: by clause, chapter or words."""

from collections.abc import Iterator, Sequence
from typing import Any

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.core.rulebook.clauses import Clause, ClauseBook

HEADINGS = {
    "en": {"ruling": "Ruling", "option": "Option", "source": "Source"},
    "it": {"ruling": "Decisione", "option": "Opzione", "source": "Fonte"},
}


def look_up(book: ClauseBook, words: str) -> list[Clause]:
    """The clauses of an id, a chapter or a title, or that contain the words; raises NotationError if there are none."""
    wanted = " ".join(words.split())
    if wanted.upper() in book.clauses:
        return [book[wanted]]
    titled = [name for name, titles in book.chapters.items() if wanted.lower() in map(str.lower, titles.values())]
    chapter = [clause for clause in book.clauses.values() if clause.chapter in (wanted.upper(), *titled)]
    if chapter:
        return chapter
    named = [clause for clause in book.clauses.values() if wanted.lower() in map(str.lower, clause.titles.values())]
    if named:
        return named
    found = book.find(wanted) or [
        clause for clause in book.clauses.values() if all(word in _all_words(clause) for word in wanted.lower().split())
    ]
    if found:
        return found
    first, *_, last = book.clauses
    reason = Text(
        "no rule holds {words}; clauses run from {first} to {last}", words=repr(wanted[:40]), first=first, last=last
    )
    raise NotationError(reason)


def _all_words(clause: Clause) -> str:
    return " ".join((clause.id, *clause.titles.values(), *clause.text.values())).lower()


def told(clause: Clause, language: str = "en") -> Iterator[str]:
    """A clause as paragraphs: heading, text, ruling, option and source."""
    heads = HEADINGS[language]
    yield f"{clause.id} {clause.heading(language)}"
    yield clause.words(language)
    if clause.ruling:
        yield f"{heads['ruling']}: {clause.ruling.get(language, clause.ruling.get('en', ''))}"
    if clause.option:
        yield f"{heads['option']}: {clause.option}"
    yield f"{heads['source']}: {clause.source}"


def listed(clauses: Sequence[Clause], language: str = "en") -> Iterator[str]:
    """Up to three clauses as paragraphs, more as a list of titles."""
    if len(clauses) <= 3:
        for clause in clauses:
            yield from told(clause, language)
            if clause is not clauses[-1]:
                yield ""
        return
    for clause in clauses:
        yield f"{clause.id} {clause.heading(language)}"


def chapters(book: ClauseBook, language: str = "en") -> Iterator[str]:
    """A line for each chapter, with its first and last clause."""
    for chapter, titles in book.chapters.items():
        held = [clause.id for clause in book.clauses.values() if clause.chapter == chapter]
        span = held[0] if len(held) == 1 else str(Text("{first} to {last}", first=held[0], last=held[-1]))
        yield f"{chapter:>3}  {titles.get(language, titles['en'])} ({span})"


def as_data(clause: Clause, language: str) -> dict[str, Any]:
    """A clause as JSON-compatible data."""
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "title": clause.heading(language),
        "text": clause.words(language),
        "ruling": clause.ruling.get(language),
        "option": clause.option or None,
        "source": clause.source,
    }
