"""The books are true: README and formats are run, pictures and links are fresh."""

import doctest
import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

import drumhead
from drumhead import Game, Match, State, load, read
from drumhead.ai.bots.levels import LEVELS, read_level
from drumhead.cli import main
from drumhead.cli.app import build_parser
from drumhead.core.files.record import write
from drumhead.core.registry import games
from drumhead.games.pocket_battles.army.lists import read_army
from drumhead.games.travel_battle.army.brigades import read_brigades, short_brigades
from drumhead.games.travel_battle.notation.position import MARKS as TRAVEL_BATTLE_MARKS
from drumhead.games.travel_battle.notation.position import WORDS as TRAVEL_BATTLE_WORDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
OPPONENTS = (ROOT / "docs/opponents.md").read_text(encoding="utf-8")
FOLDERS = ("*.md", "docs/**/*.md", "benchmarks/*.md")
PAGES = sorted(str(path.relative_to(ROOT)) for pattern in FOLDERS for path in ROOT.glob(pattern))
MOST_CHARACTERS = 100
"""The most characters of a line of prose in Markdown."""


def test_the_python_of_the_readme_runs_as_printed() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=flags)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.slow
def test_the_python_of_the_tutorial_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / "docs/tutorial.md"), module_relative=False, optionflags=flags)
    assert result.attempted > 30
    assert result.failed == 0


def test_the_api_reference_is_fresh() -> None:
    written = subprocess.run([sys.executable, str(ROOT / "docs/api_reference.py"), "--check"], check=False)
    assert written.returncode == 0


def test_the_api_reference_has_every_public_name() -> None:
    reference = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (\w+)$", reference, re.MULTILINE)
    assert set(re.findall(r"^### (\w+)$", reference, re.MULTILINE)) == set(drumhead.__all__)


def test_the_examples_of_the_api_reference_run_as_printed() -> None:
    names = {name: getattr(drumhead, name) for name in drumhead.__all__}
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    page = str(ROOT / "docs/api.md")
    result = doctest.testfile(page, module_relative=False, optionflags=flags, globs=names)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("target", re.findall(r"^make ([\w-]+)", README + CONTRIBUTING, re.MULTILINE))
def test_a_target_that_is_named_is_in_the_makefile(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def commands() -> list[str]:
    return [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("drumhead ")]


@pytest.mark.parametrize("command", [line for line in commands() if " play " not in line and ".drum" not in line])
def test_a_command_of_the_readme_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()[1:]) == 0
    assert capsys.readouterr().out


def test_the_readme_shows_each_kind_of_command() -> None:
    verbs = {command.split()[1] for command in commands()}
    assert verbs == {"play", "rules", "review", "verify", "duel"}


@pytest.mark.parametrize("command", re.findall(r"(?:`|^)drumhead ([a-z]+ [^`#\n]+)", OPPONENTS, re.MULTILINE))
def test_a_command_that_measures_opponents_is_understood(command: str) -> None:
    given = build_parser().parse_args(command.split())
    for name in [getattr(given, slot) for slot in ("one", "two", "level") if slot in given]:
        read_level(name)


def test_every_step_from_level_to_level_is_measured_in_every_game() -> None:
    duels = re.findall(
        r"`drumhead duel (\S+) (\w+)(?::sims=\d+)? (\w+)(?::sims=\d+)?(?: --games \d+)? --seed \w+`", OPPONENTS
    )
    ranks = list(LEVELS)
    steps = {(game, above, below) for game in games() for below, above in itertools.pairwise(ranks)}
    assert steps <= set(duels)


@pytest.mark.parametrize(("column", "name"), [(1, "pocket-battles"), (2, "travel-battle"), (3, "aces-armor")])
@pytest.mark.parametrize("level", ["sergeant", "captain", "general"])
def test_what_a_level_overlooks_is_told_as_it_is(level: str, column: int, name: str) -> None:
    [row] = re.findall(rf"^\| {level} (?:\|[^|\n]*){{3}}\|$", OPPONENTS, re.MULTILINE)
    told = row.strip("| ").split(" | ")[column].split(",")[0]
    overlooks = load(name).start().overlook_share(level)
    assert told == (f"{overlooks:.0%}".replace("%", " %") if overlooks else "nothing")


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith("docs/rules/")])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES)
def test_prose_is_wrapped(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert long_lines(text) == []


def long_lines(text: str) -> list[str]:
    """The lines that are too long, apart from tables, code, and what cannot be broken: links and pictures."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    found = [line for line in prose.splitlines() if len(line) > MOST_CHARACTERS and not line.startswith("|")]
    return [line for line in found if " " in re.sub(r"!?\[[^]]*\]\([^)]*\)|`[^`]*`|<[^>]*>", "", line).strip("->*. ")]


def test_a_long_line_is_found_outside_tables_code_and_links() -> None:
    long, url = "word " * 30, "x" * 120
    assert long_lines(f"short\n{long}\n") == [long]
    assert long_lines(f"| {long} |\n```sh\n{long}\n```\n[link](https://{url})\n- [link](https://{url}).\n") == []


@pytest.mark.parametrize("contract", [Game, State])
def test_adding_a_game_names_every_hook(contract: type) -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    derived = {
        "chances",
        "choose",
        "clauses",
        "from_file",
        "option_tags",
        "options_from_tags",
        "reads",
        "side_of",
    }  # nobody overrides these
    hooks = [name for name in vars(contract) if not name.startswith("_") and callable(getattr(contract, name))]
    assert [name for name in hooks if f"`{name}`" not in page and name not in derived] == []


def test_adding_a_game_lists_what_is_abstract() -> None:
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    table = page[page.index("These methods are\nabstract:") : page.index("Optional, by what a game needs")]
    assert set(re.findall(r"`(\w+)`", table)) - {"Game"} == Game.__abstractmethods__


@pytest.mark.slow
def test_the_pictures_of_the_documentation_are_fresh() -> None:
    drawn = subprocess.run([sys.executable, str(ROOT / "docs/pictures/draw.py"), "--check"], check=False)
    assert drawn.returncode == 0


def test_the_army_list_of_the_formats_page_is_an_army() -> None:
    [block] = re.findall(r"```text\n(.*?)```", FORMATS, re.DOTALL)
    army = read_army(block)
    assert army.name == "Green Tide"
    assert army.dp == army.size == 50


def test_the_formats_page_names_every_part_of_a_position() -> None:
    match = Match(load("pocket-battles"), seed=3)
    words = {part.split()[0] for part in match.position.split("; ")[1:]} - {"O", "E"}
    for word in words:
        assert f"`{word}" in FORMATS, word


def test_a_saved_battle_is_replayed_and_verified_by_the_commands_of_the_readme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(load("pocket-battles"))
    match.settle()
    match.push(match.legal_actions[0])
    match.save(tmp_path / "evening.drum")
    assert main(["verify", str(tmp_path / "evening.drum")]) == 0
    assert "verified" in capsys.readouterr().out
    assert write(read(tmp_path / "evening.drum")) == (tmp_path / "evening.drum").read_text(encoding="utf-8")


def test_the_formats_page_has_a_split_and_every_part_of_a_position_of_travel_battle() -> None:
    (split,) = re.findall(r"```split\n(.*?)```", FORMATS, re.S)
    assert short_brigades(read_brigades(split)) == "2I 1H 1L | 2G 2I 2A | 2I 1H 1L"
    section = FORMATS[FORMATS.index("(TravelBattle)") : FORMATS.index("(Aces & Armor)")]
    assert [word for word in TRAVEL_BATTLE_WORDS if f"`{word}" not in section] == []
    assert [mark for mark in TRAVEL_BATTLE_MARKS if f"`{mark}`" not in section] == []
