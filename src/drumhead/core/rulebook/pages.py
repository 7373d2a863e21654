"""Rules pages in Markdown, generated from the clause books of the games.

`python -m drumhead.core.rulebook.pages` writes a page for each game and language; `--check` names stale ones.
"""

import argparse
import re
import sys
import textwrap
from importlib.resources import files
from pathlib import Path
from typing import Final

from drumhead.core.rulebook.clauses import Clause, ClauseBook, read_clauses

GAMES: Final = "drumhead.games"
LANGUAGES: Final = ("en", "it")
LINE_WIDTH: Final = 100
"""The most characters of a line."""

_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "generated": "Generated from the clauses of the game by `python -m drumhead.core.rulebook.pages`. Do not edit.",
        "heading": "{title}: the rules",
        "note": (
            "The rules in this project's own words, as numbered clauses. The game, its notes and its refusals cite "
            "them by number. They stand beside the rulebooks of the publisher and do not replace them. An **option** "
            "can be chosen when a battle is set up."
        ),
        "ruling_note": (
            " Where the rulebooks are silent or disagree a **ruling** was made: it says what was decided and why, "
            "and all of them are [listed at the end](#rulings)."
        ),
        "other": "In italiano",
        "contents": "Contents",
        "ruling": "Ruling",
        "option": "Option",
        "source": "Source",
        "rulings": "Rulings",
        "rulings_note": "Clauses on which a ruling was made, {count} of {all}.",
    },
    "it": {
        "generated": "Generato dalle clausole del gioco con `python -m drumhead.core.rulebook.pages`. Non modificare.",
        "heading": "{title}: le regole",
        "note": (
            "Le regole con le parole di questo progetto, in clausole numerate. Il gioco, le sue note e i suoi "
            "rifiuti le citano per numero. Affiancano i regolamenti dell'editore e non li sostituiscono. "
            "Un'**opzione** si può scegliere quando si prepara una battaglia."
        ),
        "ruling_note": (
            " Dove i regolamenti tacciono o non concordano è stata presa una **decisione**: dice che cosa si è "
            "stabilito e perché, e sono tutte [elencate in fondo](#rulings)."
        ),
        "other": "In English",
        "contents": "Indice",
        "ruling": "Decisione",
        "option": "Opzione",
        "source": "Fonte",
        "rulings": "Decisioni",
        "rulings_note": "Clausole su cui è stata presa una decisione, {count} su {all}.",
    },
}


def page(book: ClauseBook, title: str, language: str = "en") -> str:
    """Returns the rules page of a game in Markdown: chapters, clauses with their rulings, and a list of all rulings."""
    words = _WORDS[language]
    ruled = [clause for clause in book.clauses.values() if clause.ruling]
    other = next(known for known in LANGUAGES if known != language)
    blocks = [
        f"<!-- {words['generated']} -->",
        f"# {words['heading'].format(title=title)}",
        _wrapped(f"{words['note']}{words['ruling_note'] if ruled else ''}", "> ", "> "),
        f"[{words['other']}]({page_name(title, other)})",
        f"**{words['contents']}**",
        _contents(book, language),
    ]
    for chapter, titles in book.chapters.items():
        blocks += [_anchor(_chapter_id(chapter)), f"## {chapter} · {_escaped(titles[language])}"]
        for clause in book.clauses.values():
            if clause.chapter == chapter:
                blocks += _clause(clause, book, language)
    if ruled:
        blocks += [_anchor("rulings"), f"## {words['rulings']}"]
        blocks.append(words["rulings_note"].format(count=len(ruled), all=len(book.clauses)))
        blocks.append("\n".join(_ruling_line(clause, book, language) for clause in ruled))
    return "\n\n".join(blocks) + "\n"


def page_name(title: str, language: str = "en") -> str:
    """Returns the file name of a page: `pocket-battles.md` in English, `pocket-battles.it.md` in Italian."""
    stem = title.lower().replace(" & ", " ").replace(" ", "-")
    return f"{stem}.md" if language == "en" else f"{stem}.{language}.md"


def game_title(package: str) -> str:
    """Returns the title of a game, from its clause book or from its package: `pocket_battles` is Pocket Battles."""
    return read_clauses(package).title or package.rpartition(".")[2].replace("_", " ").title()


def game_packages(parent: str = GAMES) -> list[str]:
    """Returns the names of the packages under a parent that have a clause book."""
    return sorted(
        f"{parent}.{folder.name}"
        for folder in files(parent).iterdir()
        if folder.is_dir() and folder.joinpath("clauses.toml").is_file()
    )


def pages(parent: str = GAMES) -> dict[str, str]:
    """Returns every page of every game by file name."""
    return {
        page_name(game_title(package), language): page(read_clauses(package), game_title(package), language)
        for package in game_packages(parent)
        for language in LANGUAGES
    }


def stale(folder: Path, wanted: dict[str, str]) -> list[str]:
    """Returns the names of pages that are missing from the folder or differ from what is wanted."""
    return [
        name
        for name, text in wanted.items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str] | None = None) -> int:
    """Writes the pages, or with `--check` names the stale ones and returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m drumhead.core.rulebook.pages", description=main.__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/rules"), help="default: docs/rules")
    parser.add_argument("--check", action="store_true", help="write nothing, name the stale pages")
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.folder
    wanted = pages()
    old = stale(folder, wanted)
    if chosen.check:
        for name in old:
            sys.stderr.write(f"{folder / name} is stale: run python -m drumhead.core.rulebook.pages\n")
        return 1 if old else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name in old:
        (folder / name).write_text(wanted[name], encoding="utf-8", newline="\n")
        sys.stdout.write(f"{folder / name}\n")
    return 0


def _contents(book: ClauseBook, language: str) -> str:
    lines = [
        f"- [{chapter} · {_escaped(titles[language])}](#{_chapter_id(chapter)})"
        for chapter, titles in book.chapters.items()
    ]
    if any(clause.ruling for clause in book.clauses.values()):
        lines.append(f"- [{_WORDS[language]['rulings']}](#rulings)")
    return "\n".join(lines)


def _clause(clause: Clause, book: ClauseBook, language: str) -> list[str]:
    words = _WORDS[language]
    text = _linked(clause.words(language), book, clause)
    blocks = [_anchor(clause.id.lower()), f"### {_name(clause, language)}", _wrapped(text)]
    if language in clause.ruling:
        ruling = f"**{words['ruling']}.** {_linked(clause.ruling[language], book, clause)}"
        blocks.append(_wrapped(ruling, "> ", "> "))
    option = f"{words['option']}: `{clause.option}` · " if clause.option else ""
    blocks.append(_wrapped(f"<sub>{option}{words['source']}: {_escaped(clause.source)}</sub>"))
    return blocks


def _ruling_line(clause: Clause, book: ClauseBook, language: str) -> str:
    ruling = _linked(clause.ruling[language], book, clause)
    return _wrapped(f"[**{_name(clause, language)}**](#{clause.id.lower()}): {ruling}", "- ", "  ")


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    """Returns a paragraph wrapped, never inside a link, and never so that a line looks like an item of a list."""
    kept = re.sub(r"\[[^]]*\]\([^)]*\)", lambda link: link[0].replace(" ", "\0"), text)
    kept = re.sub(r" (?=(?:[-+*>]|#+|\d+[.)]) )", "\0", kept)
    lines = textwrap.wrap(
        kept, LINE_WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\0", " ")


def _name(clause: Clause, language: str) -> str:
    return f"{clause.id} · {_escaped(clause.heading(language))}"


def _anchor(id: str) -> str:
    return f'<a id="{id}"></a>'


def _chapter_id(chapter: str) -> str:
    return f"chapter-{chapter.lower()}"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_<>\[\]])", r"\\\1", " ".join(text.split()))


def _linked(text: str, book: ClauseBook, here: Clause) -> str:
    """Returns the text with every other clause that it names as a link."""

    def link(match: re.Match[str]) -> str:
        id = match.group()
        return f"[{id}](#{id.lower()})" if id in book.clauses and id != here.id else id

    return re.sub(r"\b[A-Z]+-\d+\.\d+\b", link, _escaped(text))


if __name__ == "__main__":
    sys.exit(main())
