"""The books are true: README and formats are run, pictures and links are fresh."""

import doctest
import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from drumhead import Match, load, read
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
FORMATS = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
OPPONENTS = (ROOT / "docs/opponents.md").read_text(encoding="utf-8")


def test_the_python_of_the_readme_runs_as_printed() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=flags)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_two_commands_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command


def commands() -> list[str]:
    return [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("drumhead ")]


@pytest.mark.parametrize("command", [line for line in commands() if " play " not in line and ".drum" not in line])
def test_a_command_of_the_readme_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()[1:]) == 0
    assert capsys.readouterr().out


def test_the_readme_shows_each_kind_of_command() -> None:
    verbs = {command.split()[1] for command in commands()}
    assert verbs == {"play", "rules", "armies", "replay", "review", "verify", "duel", "fuzz"}


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


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target


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
