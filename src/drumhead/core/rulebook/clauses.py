"""The rules as numbered clauses, read from a game's `clauses.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from drumhead.core.errors import NotationError


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule, with its title, text and ruling by language.

    `source` names the place in the rulebook, `option` the option that changes the rule, or nothing.
    """

    id: str
    chapter: str
    titles: dict[str, str]
    text: dict[str, str]
    source: str
    ruling: dict[str, str]
    option: str

    @property
    def title(self) -> str:
        """The title in English."""
        return self.titles["en"]

    def heading(self, language: str = "en") -> str:
        """Returns the title in a language, or in English."""
        return self.titles.get(language, self.title)

    def words(self, language: str = "en") -> str:
        """Returns the rule in a language, or in English."""
        return self.text.get(language, self.text["en"])


@dataclass(frozen=True, slots=True)
class ClauseBook:
    """All clauses of a game by id, in the order of the book, and the titles of its chapters by language."""

    chapters: dict[str, dict[str, str]]
    clauses: dict[str, Clause]
    title: str = ""
    """The title of the game; empty where it is spelled like its package."""

    def __getitem__(self, clause: str) -> Clause:
        found = self.clauses.get(clause.strip().upper())
        if found is None:
            first, *_, last = self.clauses
            raise NotationError(
                "there is no clause {given!r}; they run from {first} to {last}", given=clause, first=first, last=last
            )
        return found

    def find(self, words: str) -> list[Clause]:
        """Returns the clauses whose id, title or text, in any language, contains the words."""
        wanted = words.lower()
        return [
            clause
            for clause in self.clauses.values()
            if wanted in " ".join((clause.id, *clause.titles.values(), *clause.text.values())).lower()
        ]


@cache
def read_clauses(package: str) -> ClauseBook:
    """Returns the clause book in a package, which is read once."""
    table = tomllib.loads(files(package).joinpath("clauses.toml").read_text(encoding="utf-8"))
    clauses = {
        id: Clause(
            id=id,
            chapter=entry["chapter"],
            titles={"en": entry["title"], "it": entry["title_it"]},
            text={"en": entry["en"], "it": entry["it"]},
            source=entry["source"],
            ruling={
                language: entry[f"ruling_{language}"] for language in ("en", "it") if f"ruling_{language}" in entry
            },
            option=entry.get("option", ""),
        )
        for id, entry in table["clause"].items()
    }
    return ClauseBook(table["chapter"], clauses, table.get("title", ""))
