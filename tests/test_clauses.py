"""The guard of the clauses: every rule is worded, cited by code and proved by a test, and every citation exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from drumhead.core.rulebook.clauses import Clause, ClauseBook, read_clauses
from drumhead.core.rulebook.pages import game_packages, pages, stale

ROOT = Path(__file__).parent.parent
LANGUAGES = ("en", "it")
TEXT_FILES = (".csv", ".html", ".js", ".json", ".md", ".po", ".pot", ".py", ".toml", ".txt")
OPENING = re.compile(r"\[([A-Z]+-\d+\.\d+(?:, *[A-Z]+-\d+\.\d+)*)\]")
NOT_RUN = ("skip", "skipif", "xfail")

Function = ast.FunctionDef | ast.AsyncFunctionDef
GAMES = game_packages()
for_every_game = pytest.mark.parametrize("package", GAMES)


def by_number(ids: set[str]) -> list[str]:
    """Ids in the order of the book."""
    return sorted(ids, key=lambda clause: [int(number) for number in re.findall(r"\d+", clause)])


def gaps(book: ClauseBook) -> list[str]:
    """What the book leaves out: words, sources, chapters, or one language of a ruling."""
    found = []
    for clause in book.clauses.values():
        texts = [clause.text.get(language, "").strip() for language in LANGUAGES]
        found += [
            f"{clause.id} has no {language} text" for language, text in zip(LANGUAGES, texts, strict=True) if not text
        ]
        if len(set(texts)) < len(texts):
            found.append(f"{clause.id} says the same in two languages")
        found += [
            f"{clause.id} has no {language} title"
            for language in LANGUAGES
            if not clause.titles.get(language, "").strip()
        ]
        if not clause.source.strip():
            found.append(f"{clause.id} has no source")
        if clause.chapter not in book.chapters:
            found.append(f"{clause.id} stands in chapter {clause.chapter}, which does not exist")
        rulings = [clause.ruling.get(language, "").strip() for language in LANGUAGES]
        if clause.ruling and (not all(rulings) or len(set(rulings)) < len(rulings)):
            found.append(f"{clause.id} has a ruling that is not worded in every language")
    for chapter, titles in book.chapters.items():
        found += [f"chapter {chapter} has no {language} title" for language in LANGUAGES if not titles.get(language)]
        if not any(clause.chapter == chapter for clause in book.clauses.values()):
            found.append(f"chapter {chapter} is empty")
    return found


def cited(source: str) -> set[str]:
    """The clauses that open the docstring of some function, method or class."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function | ast.ClassDef):
            opening = OPENING.match(ast.get_docstring(node) or "")
            if opening:
                found.update(re.split(", *", opening.group(1)))
    return found


def called(node: ast.AST) -> str:
    """The last name of what is called or used as a decorator: `raises` for `pytest.raises(...)`."""
    if isinstance(node, ast.Call):
        return called(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def marked(source: str) -> Iterator[tuple[Function, list[ast.expr]]]:
    """Every function decorated with `@clause(...)`, and what it is given."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function):
            arguments = [
                argument
                for mark in node.decorator_list
                if isinstance(mark, ast.Call) and called(mark) == "clause"
                for argument in mark.args
            ]
            if any(called(mark) == "clause" for mark in node.decorator_list):
                yield node, arguments


def checks_something(function: Function) -> bool:
    """Returns whether a test can fail by its own words: an assert, a `raises`, or a helper named `assert_...`."""
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Call) and (called(node) == "raises" or called(node).startswith("assert_")))
        for statement in function.body
        for node in ast.walk(statement)
    )


def is_proof(function: Function) -> bool:
    """Returns whether a marked function is a test that runs and checks something."""
    runs = function.name.startswith("test") and not any(called(mark) in NOT_RUN for mark in function.decorator_list)
    return runs and checks_something(function)


def proved(source: str) -> set[str]:
    """The clauses that some test proves."""
    return {
        argument.value
        for function, arguments in marked(source)
        if is_proof(function)
        for argument in arguments
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def hollow(source: str) -> list[str]:
    """The marked functions that prove nothing, and those whose mark cannot be read."""
    return [
        f"{function.name} (line {function.lineno})"
        for function, arguments in marked(source)
        if not is_proof(function)
        or not arguments
        or not all(isinstance(argument, ast.Constant) and isinstance(argument.value, str) for argument in arguments)
    ]


def mentioned(text: str, book: ClauseBook) -> set[str]:
    """Everything in a text that looks like the id of a clause of the book."""
    prefixes = "|".join(sorted({id.partition("-")[0] for id in book.clauses}))
    return set(re.findall(rf"\b(?:{prefixes})-\d+\.\d+", text))


def files_under(*folders: Path) -> list[Path]:
    """All text files under the folders, in order."""
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in TEXT_FILES)


def sources_of(package: str) -> Path:
    """The folder of a game's code."""
    return ROOT / "src" / Path(*package.split("."))


def proofs_of(package: str) -> Path:
    """The folder of a game's tests."""
    return ROOT / "tests" / "games" / package.rpartition(".")[2]


def collected(folder: Path) -> list[str]:
    """The Python sources under a folder."""
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]


def test_games_with_clauses_are_found() -> None:
    assert "drumhead.games.pocket_battles" in GAMES


@for_every_game
def test_every_clause_is_worded_in_every_language(package: str) -> None:
    found = gaps(read_clauses(package))
    assert not found, "\n".join(found)


@for_every_game
def test_every_clause_is_cited_by_code(package: str) -> None:
    known = set().union(*map(cited, collected(sources_of(package))))
    missing = by_number(set(read_clauses(package).clauses) - known)
    assert not missing, f"{len(missing)} clauses open no docstring: {', '.join(missing)}"


@for_every_game
def test_every_clause_is_proved_by_a_test(package: str) -> None:
    known = set().union(*map(proved, collected(proofs_of(package))))
    missing = by_number(set(read_clauses(package).clauses) - known)
    assert not missing, f"{len(missing)} clauses are proved by no test: {', '.join(missing)}"


@for_every_game
def test_every_marked_test_proves_something(package: str) -> None:
    found = [name for source in collected(proofs_of(package)) for name in hollow(source)]
    assert not found, f"marked with a clause but no proof of it: {', '.join(found)}"


@for_every_game
def test_every_clause_that_is_mentioned_exists(package: str) -> None:
    book = read_clauses(package)
    paths = [*files_under(sources_of(package), proofs_of(package), ROOT / "docs"), *sorted(ROOT.glob("README*"))]
    found = [
        f"{path.relative_to(ROOT)}: {', '.join(by_number(unknown))}"
        for path in paths
        if (unknown := mentioned(path.read_text(encoding="utf-8"), book) - set(book.clauses))
    ]
    assert not found, "\n".join(found)


def test_the_rules_pages_are_fresh() -> None:
    old = stale(ROOT / "docs" / "rules", pages())
    assert not old, f"run python -m drumhead.core.rulebook.pages, stale: {', '.join(old)}"


# The guard itself, on small sources: each check is seen to fail.


def small_clause(**changes: object) -> Clause:
    whole: dict[str, object] = {
        "id": "XX-1.1",
        "chapter": "1",
        "titles": {"en": "Move", "it": "Muovere"},
        "text": {"en": "A unit moves.", "it": "Un'unità si muove."},
        "source": "the rulebook",
        "ruling": {},
        "option": "",
    }
    return Clause(**{**whole, **changes})  # type: ignore[arg-type]


def small_book(*clauses: Clause) -> ClauseBook:
    return ClauseBook({"1": {"en": "Movement", "it": "Movimento"}}, {clause.id: clause for clause in clauses})


def test_a_whole_book_has_no_gaps() -> None:
    ruling = {"en": "One step, because.", "it": "Un passo, perché."}
    assert gaps(small_book(small_clause(), small_clause(id="XX-1.2", ruling=ruling))) == []


@pytest.mark.parametrize(
    ("changes", "gap"),
    [
        ({"text": {"en": "A unit moves.", "it": " "}}, "XX-1.1 has no it text"),
        ({"text": {"en": "", "it": "Si muove."}}, "XX-1.1 has no en text"),
        ({"text": {"en": "Stop.", "it": "Stop."}}, "XX-1.1 says the same in two languages"),
        ({"titles": {"en": "", "it": "Muovere"}}, "XX-1.1 has no en title"),
        ({"titles": {"en": "Move"}}, "XX-1.1 has no it title"),
        ({"source": ""}, "XX-1.1 has no source"),
        ({"chapter": "7"}, "XX-1.1 stands in chapter 7, which does not exist"),
        ({"ruling": {"en": "Because."}}, "XX-1.1 has a ruling that is not worded in every language"),
        ({"ruling": {"en": "So.", "it": "So."}}, "XX-1.1 has a ruling that is not worded in every language"),
    ],
)
def test_a_gap_in_the_book_is_found(changes: dict[str, object], gap: str) -> None:
    assert gap in gaps(small_book(small_clause(**changes)))


def test_an_empty_or_untitled_chapter_is_found() -> None:
    book = ClauseBook({"1": {"en": "Movement"}, "2": {"en": "Fire", "it": "Tiro"}}, {"XX-1.1": small_clause()})
    assert gaps(book) == ["chapter 1 has no it title", "chapter 2 is empty"]


def test_only_the_opening_of_a_docstring_is_a_citation() -> None:
    source = '''
"""[XX-1.1] A module is no function."""

def move():
    """[XX-1.2] Moves."""

class Unit:
    """[XX-1.3, XX-1.4] A unit."""

    async def fire(self):
        """[XX-10.12] Fires."""

def later():
    """Moves by [XX-1.5]."""

def note():
    # [XX-1.6]
    return "[XX-1.7]"
'''
    assert cited(source) == {"XX-1.2", "XX-1.3", "XX-1.4", "XX-10.12"}


PROOFS = """
@clause("XX-1.1")
def test_assert(): assert True

@clause("XX-1.2", "XX-1.3")
def test_raises():
    with pytest.raises(ValueError):
        move()

class TestMoves:
    @pytest.mark.clause("XX-1.4")
    def test_helper(self): support.assert_moves("a", "b")

@clause("XX-1.5")
@clause("XX-1.6")
@pytest.mark.parametrize("step", [1, 2])
def test_nested(step):
    for one in range(step):
        if one: assert one
"""

HOLLOW = """
@clause("XX-2.1")
def test_without_assert(): move()

@clause("XX-2.2")
def not_a_test(): assert True

@clause("XX-2.3")
@pytest.mark.skip
def test_skipped(): assert True

@clause("XX-2.4")
@pytest.mark.xfail(reason="later")
def test_expected_to_fail(): assert True

@clause()
def test_of_nothing(): assert True

@clause
def test_without_call(): assert True

@clause(ID)
def test_of_a_variable(): assert True
"""


def test_proofs_are_collected() -> None:
    assert proved(PROOFS) == {f"XX-1.{number}" for number in range(1, 7)}
    assert hollow(PROOFS) == []


def test_hollow_proofs_are_found_and_do_not_count() -> None:
    assert proved(HOLLOW) == set()
    assert [name.partition(" ")[0] for name in hollow(HOLLOW)] == [
        "test_without_assert",
        "not_a_test",
        "test_skipped",
        "test_expected_to_fail",
        "test_of_nothing",
        "test_without_call",
        "test_of_a_variable",
    ]


def test_a_test_without_the_mark_is_no_proof() -> None:
    source = 'def test_move():\n    """[XX-1.1]"""\n    assert "XX-1.1"'
    assert proved(source) == set()
    assert hollow(source) == []


def test_mentions_are_found_wherever_they_stand() -> None:
    book = small_book(small_clause())
    text = 'Tally(1, "XX-1.1"), [XX-1.10](#xx-1.10), see XX-2.3. Not YY-9.9, XX-4 or AXX-1.2'
    assert mentioned(text, book) == {"XX-1.1", "XX-1.10", "XX-2.3"}


def test_missing_ids_are_listed_in_the_order_of_the_book() -> None:
    assert by_number({"XX-1.10", "XX-10.1", "XX-1.9"}) == ["XX-1.9", "XX-1.10", "XX-10.1"]
