"""Covers drumhead.cli.app and cli.support.parser: help, exit codes, and one sentence for every mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from drumhead import BrokenPromise, __version__
from drumhead.cli import app, main
from tests.kit.terminal import Terminal

COMMANDS = ["play", "games", "rules", "serve", "armies", "position", "replay", "verify", "fuzz", "bench"]


def test_without_a_command_and_a_terminal_the_help_is_shown(terminal: Terminal) -> None:
    run = terminal.run([])
    assert run.code == 0
    assert "examples:" in run.out
    for command in COMMANDS:
        assert f"    {command} " in run.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(terminal: Terminal, command: str) -> None:
    run = terminal.run([command, "--help"])
    assert run.code == 0
    assert run.err == ""
    assert f"usage: drumhead {command}" in run.out
    assert run.out.partition("examples:\n")[2].startswith(f"  drumhead {command}")


def test_the_version_is_told(terminal: Terminal) -> None:
    assert terminal.run("--version").out == f"drumhead {__version__}\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("plya", "'plya' is not known here; did you mean play?"),
        ("xyzzy", "'xyzzy' is not known here; there are play, games"),
        ("play --color", "drumhead play does not know --color; see drumhead play --help"),
        ("play poket-battles", "there is no game 'poket-battles'; did you mean pocket-battles?"),
        ("play chess", "there is no game 'chess'; there is pocket-battles"),
        ("play --seat 3", "there is no seat '3'; they are 1 (Orcs), 2 (Elves), or both"),
        ("play aces-armor --players 4 --seat 9", "there is no seat '9'; they are 1 (United States), 2 (Germany 1),"),
        ("play aces-armor --players 4 --seat 9", "4 (Germany 2), or all"),
        ("play aces-armor --solo --seat 9", "there is no seat '9'; the only one is 1 (United States)"),
        ("play --seat both --watch", "--watch leaves no seat"),
        ("play --against sargent", "there is no opponent 'sargent'; did you mean sergeant?"),
        ("play --width 12", "12 is not a number at least 40"),
        ("play --width wide", "'wide' is not a whole number"),
        ("play --armies orcs-50", "expected 2 arguments"),
        ("play --armies orcs-50 orks", "there is no ready army orks"),
        ("play --armies orcs-50 elves-80", "agree on a size [PB-1.2]"),
        ("play --armies orcs-50 nowhere.txt", "the army list nowhere.txt cannot be read"),
        ("play --option", "expected one argument"),
        ("play --option edition", "'edition' is not an option: write NAME=VALUE"),
        ("play --option edition=1999", "edition is 2010 or 2009, not '1999' [PB-7.8]"),
        ("play --option colour=red", "pocket-battles has no option 'colour'"),
        ("play --option max_rounds=many", "max_rounds is a whole number, not 'many' [PB-8.4]"),
        ("play --option mixed=perhaps", "mixed is on or off, not 'perhaps' [PB-1.7]"),
        ("play --option mixed=on --option mixed=off", "the option mixed is given twice"),
        ("play --option armies=orcs-50,elves-50 --armies orcs-50 elves-50", "the option armies is given twice"),
        ("play --load nowhere.drum", "nowhere.drum cannot be read: No such file or directory"),
        ("rules PB-99", "no rule holds 'PB-99'; clauses run from PB-1.1 to PB-9.28"),
        ("rules AA-99.9", "no rule holds 'AA-99.9'; clauses run from AA-1.1 to AA-13.11"),
        ("rules PB-6.14 --lang fr", "'fr' is not known here; there are en, it"),
        ("armies orks-50", "there is no ready army orks-50"),
        ("armies check", "armies check takes one file"),
        ("armies check nowhere.txt", "nowhere.txt: No such file or directory"),
        ("armies muster orks", "there is no army orks"),
        ("armies muster", "armies muster takes one army or two"),
        ("armies muster orcs --size 55", "a battle size is a multiple of 10 from 20 to 120, not 55 [PB-1.2]"),
        ("armies muster orcs --size big", "'big' is not a battle size"),
        ("armies orcs-50 elves-50", "armies shows one army, not 2"),
        ("replay", "the following arguments are required: FILE"),
        ("replay nowhere.drum", "nowhere.drum cannot be read: No such file or directory"),
        ("replay .", ". cannot be read: Is a directory"),
        ("verify nowhere.drum", "nowhere.drum cannot be read: No such file or directory"),
        ("position pocket-battles", "the following arguments are required: TEXT"),
        ("position pocket-battles garbage", "a position begins with five rows"),
        ("position chess x", "there is no game 'chess'"),
        ("fuzz", "the following arguments are required: GAME"),
        ("fuzz pocket-battles --games 0", "0 is not a number at least 1"),
        ("fuzz pocket-battles --workers 999", "999 is not a number from 1 to 256"),
        ("duel pocket-battles recruit recruit --games 99999999999", "is not a number from 2 to 1000000000"),
        ("bench chess", "there is no game 'chess'"),
        ("games chess", "there is no game 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence_with_exit_code_two(terminal: Terminal, command: str, words: str) -> None:
    terminal.refused(command, words)


def test_a_broken_promise_is_exit_code_one(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise BrokenPromise("battle 3 of seed 0, step 9: a clone differs")

    monkeypatch.setattr("drumhead.cli.commands.fuzz.fuzz", broken)
    run = terminal.run("fuzz pocket-battles --games 1")
    assert (run.code, run.out) == (1, "")
    assert run.err == "drumhead: battle 3 of seed 0, step 9: a clone differs\n"


def test_an_interruption_is_exit_code_130(terminal: Terminal) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    run = terminal.run("play pocket-battles", interrupt)
    assert run.code == 130
    assert run.err == "\ndrumhead: interrupted\n"


def test_a_reader_who_leaves_early_is_no_mistake() -> None:
    command = [
        sys.executable,
        "-m",
        "drumhead",
        "play",
        "pocket-battles",
        "--watch",
        "--seed",
        "1",
        "--against",
        "recruit",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()
        code = process.wait(60)
    assert complaint == b""
    assert code == 0


def test_the_package_runs_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "drumhead", "games"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("pocket-battles  Pocket Battles: ")


def test_the_arguments_of_the_process_are_the_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["drumhead", "games"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("pocket-battles")


def test_games_bring_their_own_commands() -> None:
    assert "armies" in app.build_parser().format_help()


def test_games_are_listed_with_their_options(terminal: Terminal) -> None:
    assert terminal.run("games").out.startswith("pocket-battles  Pocket Battles: ")
    options = terminal.run("games pocket-battles").out
    assert "edition=2010  which edition's rules (2010 or 2009) [PB-7.8]" in options
    assert "armies=orcs-50,elves-50" in options
    listed = {game["name"]: game for game in json.loads(terminal.run("games --json").out)}
    assert list(listed) == ["pocket-battles", "travel-battle", "aces-armor"]
    game = listed["pocket-battles"]
    assert {option["name"]: option["clause"] for option in game["options"]}["mixed"] == "PB-1.7"


def test_nothing_is_left_in_the_folder_by_mistakes(terminal: Terminal, tmp_path: Path) -> None:
    terminal.refused("replay nowhere.drum --svg out.svg")
    terminal.refused("position pocket-battles garbage --svg out.svg")
    assert list(tmp_path.iterdir()) == []
