"""Rules pages are made from clause books."""

import re
from pathlib import Path

import pytest

from drumhead.core.rulebook import pages as rulebook
from drumhead.core.rulebook.clauses import Clause, ClauseBook
from drumhead.core.rulebook.pages import game_packages, game_title, main, page, page_name, pages, stale

MOVE = Clause(
    id="XX-1.1",
    chapter="1",
    titles={"en": "Move", "it": "Muovere"},
    text={"en": "A unit moves (XX-2.1), see XX-1.1 and XX-9.9.", "it": "Un'unità si muove (XX-2.1)."},
    source="Small Book, Moves",
    ruling={"en": "One step, as XX-2.1 has it, because it is short.", "it": "Un passo, perché è breve."},
    option="long_steps",
)
FIRE = Clause(
    id="XX-2.1",
    chapter="2F",
    titles={"en": "Fire [at will]", "it": "Fuoco [a volontà]"},
    text={"en": "A *unit* fires <once>.", "it": "Un'unità tira."},
    source="Small Book, Fire",
    ruling={},
    option="",
)
BOOK = ClauseBook(
    {"1": {"en": "Moves", "it": "Mosse"}, "2F": {"en": "Fire", "it": "Tiro"}}, {"XX-1.1": MOVE, "XX-2.1": FIRE}
)

ENGLISH = r"""[In italiano](small-war.it.md)

**Contents**

- [1 · Moves](#chapter-1)
- [2F · Fire](#chapter-2f)
- [Rulings](#rulings)

<a id="chapter-1"></a>

## 1 · Moves

<a id="xx-1.1"></a>

### XX-1.1 · Move

A unit moves ([XX-2.1](#xx-2.1)), see XX-1.1 and XX-9.9.

> **Ruling.** One step, as [XX-2.1](#xx-2.1) has it, because it is short.

<sub>Option: `long_steps` · Source: Small Book, Moves</sub>

<a id="chapter-2f"></a>

## 2F · Fire

<a id="xx-2.1"></a>

### XX-2.1 · Fire \[at will\]

A \*unit\* fires \<once\>.

<sub>Source: Small Book, Fire</sub>

<a id="rulings"></a>

## Rulings

Clauses on which a ruling was made, 1 of 2.

- [**XX-1.1 · Move**](#xx-1.1): One step, as [XX-2.1](#xx-2.1) has it, because it is short.
"""

ITALIAN = """## 1 · Mosse

<a id="xx-1.1"></a>

### XX-1.1 · Muovere

Un'unità si muove ([XX-2.1](#xx-2.1)).

> **Decisione.** Un passo, perché è breve.

<sub>Opzione: `long_steps` · Fonte: Small Book, Moves</sub>
"""


def test_a_page_shows_chapters_clauses_rulings_options_and_sources() -> None:
    text = page(BOOK, "Small War")
    assert text.startswith("<!-- Generated")
    assert "# Small War: the rules\n\n> The rules in this project's own words" in text
    assert text.endswith(ENGLISH)


def test_a_page_can_be_italian() -> None:
    text = page(BOOK, "Small War", "it")
    assert "# Small War: le regole\n" in text
    assert "[In English](small-war.md)" in text
    assert ITALIAN in text
    assert text.endswith("- [**XX-1.1 · Muovere**](#xx-1.1): Un passo, perché è breve.\n")


def test_a_book_without_rulings_has_no_list_of_them() -> None:
    text = page(ClauseBook({"2F": BOOK.chapters["2F"]}, {"XX-2.1": FIRE}), "Small War")
    assert "## Rulings" not in text
    assert "](#rulings)" not in text


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_link_of_a_real_page_has_its_anchor(language: str) -> None:
    for name, text in pages().items():
        if name.endswith(".it.md") == (language == "it"):
            anchors = re.findall(r'<a id="([^"]+)"></a>', text)
            assert len(anchors) == len(set(anchors))
            assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)
            assert set(re.findall(r"\]\(([^#)]+)\)", text)) <= set(pages())


def test_games_and_pages_are_named_after_their_package() -> None:
    assert "drumhead.games.pocket_battles" in game_packages()
    assert game_title("drumhead.games.pocket_battles") == "Pocket Battles"
    assert page_name("Pocket Battles") == "pocket-battles.md"
    assert page_name("Pocket Battles", "it") == "pocket-battles.it.md"
    assert game_title("drumhead.games.aces_armor") == "Aces & Armor"
    assert page_name("Aces & Armor") == "aces-armor.md"
    assert {"pocket-battles.md", "pocket-battles.it.md"} <= set(pages())


def test_a_missing_or_changed_page_is_stale(tmp_path: Path) -> None:
    (tmp_path / "same.md").write_text("same", encoding="utf-8")
    (tmp_path / "changed.md").write_text("old", encoding="utf-8")
    assert stale(tmp_path, {"same.md": "same", "changed.md": "new", "missing.md": ""}) == ["changed.md", "missing.md"]


def test_pages_are_written_once_and_then_fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "docs" / "rules"
    assert main([str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == set(pages())
    assert "pocket-battles.md" in capsys.readouterr().out
    assert main([str(folder)]) == 0
    assert capsys.readouterr().out == ""
    assert main([str(folder), "--check"]) == 0


def test_a_check_names_the_stale_page_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path)])
    page_file = tmp_path / "pocket-battles.md"
    page_file.write_text("edited by hand", encoding="utf-8")
    capsys.readouterr()
    assert main([str(tmp_path), "--check"]) == 1
    complaint = capsys.readouterr().err
    assert "pocket-battles.md is stale" in complaint
    assert "pocket-battles.it.md" not in complaint
    assert page_file.read_text(encoding="utf-8") == "edited by hand"


def test_pages_go_to_docs_rules_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulebook.main([]) == 0
    assert (tmp_path / "docs" / "rules" / "pocket-battles.it.md").is_file()


def test_prose_is_wrapped_and_no_line_turns_into_an_item_of_a_list() -> None:
    for text in pages().values():
        prose = [line for line in text.splitlines() if not line.startswith(("|", "#", "<!--"))]
        assert [line for line in prose if len(line) > 100 and " " in line.lstrip("-> ")] == []
        assert [line for line in prose if re.match(r"(?:> |  )?(?:[-+*]|\d+[.)]) (?!\[)", line)] == []
