"""Aces & Armor at the terminal: alone, together, and four at one screen."""

import re
from itertools import count

import pytest

from tests.cli.terminal import Terminal, random_picks
from tests.support import clause

SHORT = "--option max_rounds=2 --seed 3"


@pytest.mark.parametrize(
    "how",
    [
        "--solo",
        "--coop --seat all",
        "--coop --against recruit",
        "--players 3 --seat all",
        "--players 4 --against recruit",
    ],
)
def test_a_whole_battle_can_be_played_by_picking_offered_numbers(terminal: Terminal, how: str) -> None:
    run = terminal.run(f"play aces-armor {how} {SHORT}", random_picks(1))
    assert run.err == ""
    assert run.code == 0
    assert re.search(r"^(the Allies win|Germany wins|a draw): .* \[AA-\d+\.\d+\]$", run.out, re.M)
    assert "Keep the record?" in run.out
    assert "is not among the choices" not in run.out


def test_a_solo_player_is_not_asked_for_an_opponent(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --solo {SHORT}", ["q", ""], terminal=True)
    assert "Which side is yours?" not in run.out
    assert "Against whom?" not in run.out


def test_four_people_at_one_screen_lay_their_armies_behind_a_curtain(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --players 4 --seat all {SHORT}", random_picks(2, most=40))
    takes = re.findall(r"^(.*): take the seat. Nobody else should look", run.out, re.M)
    assert takes[:4] == ["United States", "Germany 1", "Soviet Union", "Germany 2"]
    before, _, after = run.out.partition("Germany 1: take the seat.")
    laid = re.findall(r"US-\w+ \([^)]*\) is laid on start token \d", before)
    assert len(laid) >= 5
    unveiled = after.partition("picks and armies lie open")[0]
    assert not re.search(r"US-\w+ \([^)]*\) is laid", unveiled)


def test_modes_of_another_game_are_refused(terminal: Terminal) -> None:
    terminal.refused("play pocket-battles --solo", "has no option 'mode'")
    terminal.refused("play pocket-battles --players 4", "has no option 'players'")
    terminal.refused("play aces-armor --players 7", "players is 2 to 4, not 7", "[AA-1.2]")
    terminal.refused("play aces-armor --option half=left --players 4", "whole map", "[AA-1.2]")
    terminal.refused("play aces-armor --solo --coop", "not allowed with")


@clause("AA-11.4")
def test_a_turn_whose_time_is_up_goes_to_its_battles(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 400)
    monkeypatch.setattr("drumhead.cli.table.monotonic", lambda: next(clock))
    run = terminal.run(f"play aces-armor --solo --option clock=on {SHORT}", random_picks(1, most=60))
    assert "the time is up: 300 seconds" in run.out
    assert "the clock of United States has run out [AA-11.4]" in run.out
    monkeypatch.setattr("drumhead.cli.table.monotonic", lambda: next(clock))
    run = terminal.run(f"play aces-armor --solo {SHORT}", random_picks(1, most=60))
    assert "the time is up" not in run.out


def test_a_rule_is_found_by_its_italian_title(terminal: Terminal) -> None:
    run = terminal.run("rules aces-armor Rispondere al fuoco --lang it")
    assert run.out.startswith("AA-8.1 Rispondere al fuoco\n")


def test_lots_are_told_and_not_shown_as_dice(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --solo {SHORT}", random_picks(1, most=60))
    told = run.lines
    token = next(number for number, line in enumerate(told) if "turns start token" in line)
    assert not told[token - 1].strip().startswith("dice")
    first = next(number for number, line in enumerate(told) if "places first" in line)
    assert told[first - 1].strip().startswith("dice"), "who places first is thrown"
