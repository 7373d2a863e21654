"""Covers drumhead.cli.table.battle_view and screen: secrets of two players on one screen."""

import re
from pathlib import Path

import pytest

from tests.kit.terminal import Terminal, last_menu

# Troops that lie below the top of a stack, with names that no top has.
HIDDEN = {
    "Orcs": ("ORC29", "Kobolds", "ORC16", "Gnolls", "ORC18", "ORC26"),
    "Elves": ("ELV08", "Wood Pack", "ELV28", "ELV23", "ELV29"),
}
OTHER = {"Orcs": "Elves", "Elves": "Orcs"}
COMMANDS = [
    "help",
    "board",
    "position",
    "log all",
    "svg seen.svg",
    "save seen.drum",
    "why place E1 left-front",
    "rules PB-1.6",
]


class Couple:
    """Two players who look around before each placement, and pass in battle."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.side = ""
        self.todo: list[str] = []
        self.seen: list[tuple[str, str]] = []
        """Who sat at the screen, and a file that was written then."""

    def __call__(self, printed: str) -> str | None:
        curtain = re.search(r"(\w+): take the seat\. Nobody else should look\. Press Enter\.\n> $", printed)
        if curtain is not None:
            self.side = curtain[1]
            self.todo = [*COMMANDS]
            return ""
        if printed.rstrip("> \n").endswith("Overwrite it? (yes or no)"):
            return "yes"
        for name in ("seen.svg", "seen.drum"):
            path = self.folder / name
            if path.exists():
                self.seen.append((self.side, path.read_text(encoding="utf-8")))
                path.unlink()
        if "all units are revealed" in printed:
            return None
        return self.todo.pop(0) if self.todo else "1 1" if len(last_menu(printed)) else "1"


@pytest.mark.parametrize("plain", ["--plain", ""])
def test_between_the_curtains_nobody_sees_what_is_hidden(terminal: Terminal, tmp_path: Path, plain: str) -> None:
    couple = Couple(tmp_path)
    run = terminal.run(f"play pocket-battles --seat both --seed 3 {plain}", couple)
    assert run.code == 0
    parts = re.split(r"(\w+): take the seat\. Nobody else should look\. Press Enter\.", run.out)
    scenes = list(zip(parts[1::2], parts[2::2], strict=True))
    assert len(scenes) >= 12
    for number, (side, scene) in enumerate(scenes):
        shown = scene.partition("all units are revealed")[0]
        for word in HIDDEN[OTHER[side]]:
            assert word not in shown, f"{side} see {word}"
        assert HIDDEN[side][1] in shown or number > 8, "a player sees what is his own"
        if number:
            assert scenes[number - 1][0] == OTHER[side]
            assert scenes[number - 1][1].endswith("\n" * 50), "a page of blank lines stands before the curtain"
        assert scene.startswith("\n> \n" + "\n" * 50), "and after it"
    assert len(couple.seen) >= 20
    for side, text in couple.seen:
        words = HIDDEN[OTHER[side]] if text.startswith("<svg") else (*HIDDEN["Orcs"], *HIDDEN["Elves"])
        assert not [word for word in words if word in text], f"{side} wrote a file that tells"


def test_at_a_terminal_the_curtain_wipes_the_screen_and_what_scrolled_off_it(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --seat both --seed 3", ["", "1 1", "", "quit", ""], terminal=True)
    assert run.out.count("\033[2J\033[3J\033[H") == 3
    assert run.out.count("take the seat") == 2


def test_there_is_no_curtain_once_nothing_is_hidden(terminal: Terminal) -> None:
    armies = ["size: 20 | ORC06", "size: 20 | ELV03"]
    command = ["play", "pocket-battles", "--armies", *armies, "--seat", "both", "--seed", "1"]
    run = terminal.run(command, ["", "1", "", "1", *["1"] * 40])
    assert run.out.count("take the seat") == 2
    assert "round 1: " in run.out


def test_a_lone_player_against_the_computer_needs_no_curtain(terminal: Terminal) -> None:
    run = terminal.run("play pocket-battles --seed 3", ["1 1", "1 1"])
    assert "take the seat" not in run.out
    assert "Wood Pack" not in run.out
