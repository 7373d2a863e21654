"""Covers drumhead.cli.commands.play, cli.table.table and seating: a battle from the first throw to its file."""

import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from drumhead import read
from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import LEVELS, bot
from drumhead.cli import app
from drumhead.cli.table import seating, table_commands
from drumhead.cli.table.table import takes_long
from drumhead.core.state import State
from tests.kit.terminal import CTRL_C, CTRL_D, Terminal, last_menu, random_picks, spawned

ARMIES = ["orcs-50", "celts-80-riders", "elves-50", "persians-80", "macedonians-80", "romans-80"]


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_battle_can_be_played_by_picking_offered_numbers(terminal: Terminal, seed: int) -> None:
    run = terminal.run(f"play pocket-battles --seed {seed} --against recruit", random_picks(seed))
    assert run.code == 0
    assert run.err == ""
    assert re.search(r"^(Orcs|Elves) win: .* \[PB-8\.\d\]$", run.out, re.M)
    assert "Keep the record?" in run.out
    assert "is not among the choices" not in run.out


@pytest.mark.parametrize("plain", ["", "--plain"])
@pytest.mark.parametrize(("army", "width"), [("orcs-80", 80), ("romans-80", 80), ("celts-80", 60), ("persians-80", 44)])
def test_no_line_is_wider_than_asked(terminal: Terminal, army: str, width: int, plain: str) -> None:
    pick = random_picks(1)
    commands = ["help", "log all", "rules", "rules PB-9.10", "why pass", "odds 1", "board", "svg a/b/c/d.svg"]
    turn = count()

    def answer(printed: str) -> str | None:
        number = next(turn)
        return commands[number // 9 % len(commands)] if number < 200 and number % 9 == 4 else pick(printed)

    command = f"play pocket-battles --armies {army} elves-80 --seed 2 --against sergeant --width {width} {plain}"
    run = terminal.run(command, answer)
    assert run.code == 0
    assert max(map(len, run.lines)) <= width
    assert "win: " in run.out


def test_plain_text_is_ascii_without_a_frame(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --seed 1 --plain --against recruit", random_picks(1))
    assert run.out.isascii()
    assert "\033" not in run.out
    assert "Orcs (you), second place" in run.out or "Orcs (you), first place" in run.out


def test_choices_lead_from_the_unit_to_the_verb_to_the_target(terminal: Terminal) -> None:
    placing = [
        "O1 centre-front",
        "O2 centre-front",
        "O3 left-rear",
        "O4 left-front",
        "O5 right-front",
        "place O6 left-rear",
    ]
    run = terminal.run("play pocket-battles --seed 5 --against recruit", [*placing, "O2", "back", "2", "shoot", "1"])
    after = run.out[run.out.index("all units are revealed") :]
    menus = re.split(r"\n> .*\n", after)
    assert re.search(r" \d  O2 \(Catapult\), 1 token: redeploy \(free\), move, shoot\n", menus[0])
    assert re.search(
        r"O2 \(Catapult\):\n 1  redeploy \(free\): to .*\n 2  move, 1 token: to .*\n 3  shoot, 1 token: at ", menus[1]
    )
    assert "O2 (Catapult), 1 token: redeploy" in menus[2], "back leads to the units again"
    assert re.search(r"O2 \(Catapult\), shoot:\n 1  at E\d", menus[4])
    assert re.search(r"O2 \(Catapult\) at E\d \(.*\), 2 dice: 25% no hit", menus[4]), "odds stand beside an attack"
    assert re.search(r"  dice \[\d\] \[\d\]\n  O2 \(Catapult\) shoots at E\d .* \[PB-7.2\]", after)


def test_what_the_computer_does_is_told_with_its_clauses(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --seed 1 --seat 2 --against sergeant", random_picks(1))
    told = [line for line in run.lines if line.startswith("  O") and "[PB-" in line]
    assert len(told) > 10
    assert any("is placed in" in line for line in told)


def test_a_battle_without_people_is_told_to_a_spectator(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --watch --seed 4 --against recruit")
    assert run.code == 0
    assert "win: " in run.out
    assert "stack of 4 [Bugbears" in run.out, "a spectator sees only the tops"
    assert not last_menu(run.out)


def test_an_input_that_ends_leaves_politely(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --seed 1 --against recruit", ["1", "1"])
    assert run.code == 0
    assert run.err == ""
    assert run.lines[-1].startswith("The input ended. The battle stands: Orcs: place a unit")


BATTLE = "play pocket-battles --seed 1 --seat 1 --against recruit"


def interrupted(*_: object, **__: object) -> int:
    """Is interrupted while it thinks."""
    raise KeyboardInterrupt


class Interrupted(Bot):
    """An opponent that is interrupted while it thinks."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        return interrupted()


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_whoever_breaks_off_at_a_terminal_can_still_save(
    terminal: Terminal, tmp_path: Path, key: str, code: int
) -> None:
    run = terminal.run(BATTLE, ["1 1", key, "half"], terminal=True)
    assert run.code == code
    assert "Save the battle first?" in run.out
    assert len(read(tmp_path / "half.drum").steps) > 1


def test_an_interrupted_hint_or_opponent_leads_to_the_question_where_to_save(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_commands, "analyse", interrupted)
    run = terminal.run(BATTLE, ["1 1", "hint", "hint"], terminal=True)
    assert run.code == 130
    assert "saved in hint.drum" in run.out
    monkeypatch.setattr(seating, "bot", lambda level, seed: Interrupted(seed))
    run = terminal.run(BATTLE, ["bot"], terminal=True)
    assert run.code == 130
    assert "saved in bot.drum" in run.out
    assert read(tmp_path / "bot.drum").steps


@pytest.mark.parametrize("typed", [[CTRL_C, CTRL_C], [CTRL_C, CTRL_D], ["quit", CTRL_C]])
def test_an_interruption_at_that_question_leaves_without_saving(
    terminal: Terminal, tmp_path: Path, typed: list[str]
) -> None:
    run = terminal.run(BATTLE, [*typed, "late"], terminal=True)
    assert run.code == 130
    assert run.out.count("Save the battle first?") == 1
    assert not list(tmp_path.iterdir())


def test_an_interrupted_pipe_is_asked_nothing(terminal: Terminal) -> None:
    run = terminal.run(BATTLE, ["1 1", CTRL_C, "half"])
    assert run.code == 130
    assert "Save the battle first?" not in run.out


def test_a_terminal_shows_that_an_opponent_thinks_for_long(terminal: Terminal) -> None:
    thinking = re.compile(r"Elves\S*: thinking \.\.\.\S*\r\033\[K")
    general = "play pocket-battles --seed 1 --seat 1 --against general --sims 1"
    assert thinking.search(terminal.run(general, ["1 1", "quit", ""], terminal=True).out)
    assert "thinking" not in terminal.run(general, ["1 1", "quit", ""]).out
    assert "thinking" not in terminal.run(f"{general} --plain", ["1 1", "quit", ""], terminal=True).out
    assert "thinking" not in terminal.run(BATTLE, ["1 1", "quit", ""], terminal=True).out


def test_who_takes_long_is_known_by_level_and_limits() -> None:
    quick = ("recruit", "sergeant", "automa", "captain", "general:think=0.2")
    slow = ("captain:think=8", "general", "general:sims=400")
    assert [name for name in (*quick, *slow) if takes_long(bot(name))] == list(slow)


def test_an_opponent_of_another_game_is_refused_before_the_battle(terminal: Terminal) -> None:
    terminal.refused("play pocket-battles --against automa", "automa is no opponent in Pocket Battles")
    assert terminal.run("play aces-armor --against automa", ["quit", ""]).code == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("pocket-battles --against sergeant --sims 9", "sergeant has no --sims; captain and general have"),
        ("pocket-battles --against recruit --think 8", "recruit has no --think"),
        ("aces-armor --against automa --think 8", "automa has no --think"),
        ("pocket-battles --think 8", "sergeant has no --think"),
    ],
)
def test_an_opponent_that_does_not_look_ahead_has_no_limits(terminal: Terminal, given: str, words: str) -> None:
    terminal.refused(f"play {given}", words)


def test_dice_thrown_by_hand_are_typed_in(terminal: Terminal, tmp_path: Path) -> None:
    typed = ["7 1", "3", "x", "", "2 6", "quit", "by-hand.drum"]
    run = terminal.run("play pocket-battles --hand-dice --seat 2 --against recruit", typed)
    assert "type the faces of d6 d6" in run.out
    assert "7 1 is not a throw of d6 d6" in run.out
    assert "3 is not a throw of d6 d6" in run.out
    assert "'x' are not faces of dice" in run.out
    assert "dice [2] [6]\n  Elves throw the higher die and have the first place" in run.out
    assert read(tmp_path / "by-hand.drum").steps[0].by_hand


def test_a_saved_battle_goes_on_where_it_stood(terminal: Terminal, tmp_path: Path) -> None:
    first = terminal.run("play pocket-battles --against recruit --seat 1", ["1 1", "1 1", "save half", "quit", ""])
    assert "saved in half.drum; go on with: drumhead play --load half.drum" in first.out
    steps = len(read(tmp_path / "half.drum").steps)
    again = terminal.run("play --load half.drum --against recruit", random_picks(2))
    assert again.code == 0
    assert "win: " in again.out
    other = terminal.run("play pocket-battles --load half.drum --seat 1", ["1 1", "save half.drum", "yes"])
    assert "half.drum is already there. Overwrite it? (yes or no)" in other.out
    assert len(read(tmp_path / "half.drum").steps) > steps


def test_the_record_of_a_battle_proves_its_dice(terminal: Terminal, evening: Path) -> None:
    run = terminal.run("verify evening.drum")
    assert run.code == 0
    assert re.fullmatch(r"evening.drum: \d+ steps are legal, \d+ throws verified\n", run.out)


def test_the_end_says_what_the_dice_were_bound_to(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --against recruit", random_picks(1))
    sealed = re.findall(r"sealed before the first throw as ([0-9a-f]{16})\.\.\.", run.out.replace("\n", " "))
    assert len(sealed) == 2
    assert sealed[0] == sealed[1]
    seeded = terminal.run("play pocket-battles --against recruit --seed spring", random_picks(1))
    assert seeded.out.count("The dice follow the seed spring") == 2


def test_at_a_terminal_a_newcomer_is_asked_two_short_questions(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles", ["", "9", "", "quit", ""], terminal=True)
    assert run.code == 0
    assert re.search(r"Which side is yours\?.*\n.*1  .*Orcs.*\n.*2  .*Elves", run.out)
    assert f"type a number from 1 to {len(LEVELS)}, or Enter for 2" in run.out
    assert "(sergeant)" in run.out
    friends = terminal.run("play pocket-battles", ["3", "", "quit", ""], terminal=True)
    assert "take the seat" in friends.out
    assert "Against whom?" not in friends.out


def test_without_a_game_a_newcomer_is_asked_for_one_first(terminal: Terminal) -> None:
    run = terminal.run("play", ["", "", "", "quit", ""], terminal=True)
    assert run.code == 0
    assert "Which game?" in run.out
    assert "(sergeant)" in run.out


def test_sides_have_colours_only_at_a_terminal_that_wants_them(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "play pocket-battles --seat 1 --against recruit"
    red = "\033[1;31mO1\033[0m"
    assert red in terminal.run(command, ["quit", ""], terminal=True).out
    assert "\033" not in terminal.run(command, ["quit", ""]).out
    assert "\033" not in terminal.run(f"{command} --plain", ["quit", ""], terminal=True).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in terminal.run(command, ["quit", ""], terminal=True).out


def test_options_and_armies_come_from_the_command_line(terminal: Terminal, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("size: 50\nROM01\nROM15 ROM16\n", encoding="utf-8")
    command = (
        f"play pocket-battles --armies {own} celts-50 --option edition=2009 --option max-rounds=1 --against recruit"
    )
    run = terminal.run(command, random_picks(2))
    assert run.code == 0
    assert "Romans (you) against Celts (recruit)" in run.out
    assert "Round 1 of 1" in run.out
    listed = terminal.run("play pocket-battles --option armies=romans-50,celts-50 --seat celts", ["quit", ""])
    assert "Romans (sergeant) against Celts (you)" in listed.out


@pytest.mark.slow
def test_a_battle_is_played_through_pipes() -> None:
    typed = "".join(f"{1 + number % 3}\n" for number in range(3000))
    run = spawned(["play", "pocket-battles", "--seed", "6", "--against", "recruit", "--nonsense"], typed)
    assert run.returncode == 2
    run = spawned(["play", "pocket-battles", "--seed", "6", "--against", "recruit", "--plain"], typed)
    assert run.returncode == 0
    assert run.stderr == ""
    assert "win: " in run.stdout


def test_a_pipe_that_is_cut_short_ends_politely() -> None:
    run = spawned(["play", "pocket-battles", "--seed", "6"], "1\n1\n2\n1")
    assert run.returncode == 0
    assert run.stderr == ""
    assert "The input ended." in run.stdout


def test_a_reader_who_leaves_hears_no_complaint() -> None:
    command = [sys.executable, "-m", "drumhead", "rules", "pocket-battles"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


def test_another_pipe_that_breaks_is_not_taken_for_a_reader_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(app, "_run", broken)
    with pytest.raises(BrokenPipeError):
        app.main(["games"])


def test_a_pipe_that_cannot_carry_the_frame_gets_plain_text() -> None:
    run = spawned(["play", "pocket-battles", "--seed", "6"], "1\n", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert run.stdout.isascii()
    assert "Orcs (you)" in run.stdout
