"""Covers drumhead.cli.table and cli.commands.play with Aces & Armor: alone, together, and four at one screen."""

import re
from itertools import chain, count

import pytest

from drumhead import Match, load
from tests.games.aces_armor.draw import battle
from tests.kit.clauses import clause
from tests.kit.terminal import Terminal, random_picks

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
    monkeypatch.setattr("drumhead.cli.table.table.monotonic", lambda: next(clock))
    run = terminal.run(f"play aces-armor --solo --option clock=on {SHORT}", random_picks(1, most=60))
    assert "the time is up: 300 seconds" in run.out
    assert "the clock of the United States has run out [AA-11.4]" in run.out
    monkeypatch.setattr("drumhead.cli.table.table.monotonic", lambda: next(clock))
    run = terminal.run(f"play aces-armor --solo {SHORT}", random_picks(1, most=60))
    assert "the time is up" not in run.out


def test_a_rule_is_found_by_its_italian_title(terminal: Terminal) -> None:
    run = terminal.run("rules aces-armor Rispondere al fuoco --lang it")
    assert run.out.startswith("AA-8.1 Rispondere al fuoco\n")


def test_lots_are_told_and_not_shown_as_dice(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --solo {SHORT}", random_picks(1, most=60))
    told = run.lines
    token = next(
        number for number, line in enumerate(told) if line.strip().startswith("start token") and "is number" in line
    )
    assert not told[token - 1].strip().startswith("dice")
    first = next(number for number, line in enumerate(told) if "places first" in line)
    assert told[first - 1].strip().startswith("dice"), "who places first is thrown"


SET_UP = ["1"] * 40
"""Lays, turns and places anything."""


def test_a_mat_and_a_unit_can_be_read(terminal: Terminal) -> None:
    typed = ["mat", "show US", "show tank", "show US-T1", "show nobody", "show", "help", "quit", ""]
    run = terminal.run(f"play aces-armor {SHORT} --width 120", typed)
    tank = "US tank, M4 Sherman: cost 5; speed 4; range 1; no anti-air: cannot attack aircraft; hits on 5, 7, 9 or less"
    assert run.out.count(tank) == 5
    assert "G1 tank, Tiger: cost 7; speed 3" in run.out
    assert "dice of a unit with 0 to 5 damage: 12, " in run.out
    assert "US-T1 (M4 Sherman): not on the map, 0 damage, recruit with 0 experience, 12 dice" in run.out
    assert "there is no unit 'nobody'" in run.out
    assert "show UNIT" in run.out
    other = terminal.run("play travel-battle --seed 1", ["show R1", "quit", ""])
    assert "there is nothing more to show than board does" in other.out


def test_a_hidden_army_is_not_shown_to_others(terminal: Terminal) -> None:
    game = load("aces-armor")
    match = Match(game, seed=1)
    match.push("lay US-I1 2")
    told = [str(game.about(match.state.observe(seat), "US-I1")[0]) for seat in (0, 1)]
    assert "of army 2" in told[0]
    assert "army" not in told[1]


def test_a_turn_lists_armies_by_their_units_and_moves_by_cost_and_risk(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --solo {SHORT} --width 120", random_picks(5, most=160))
    assert re.search(r"act with arm(?:y|ies) [1-3+]+: (US-\w\d(, US-\w\d)*|no units)", run.out)
    assert re.search(r"\d+ +to [a-t]\d+ \(\d(\.5)?, \d(\.5)? left\)", run.out), "a hex, what it costs and what is left"


def test_a_move_next_to_enemies_says_so() -> None:
    match = battle(
        """
           a      b      c      d
        1  .      G1-T1  .      .
        2  US-I1  s      s      s
        3  .      F      .      .
        ; turn US 5; round 3
        """
    )
    told = {action.notation: str(match.game.remark(match.state, action.code)) for action in match.legal_actions}
    assert told["move US-I1 a1"] == "1, 2 left, G1-T1 may stop it"
    assert told["move US-I1 a3"] == "1, 2 left"
    assert told["move US-I1 b2"] == "whole move, G1-T1 may stop it"
    assert told["end-movement"] == "None"


def test_phases_end_by_one_word_or_two(terminal: Terminal) -> None:
    match = battle("a b c\n1 US-T1 . .\n2 . . G1-T1\n; turn US 5; round 3")
    for words in ("end", "end movement", "END-MOVEMENT"):
        assert match.game.parse(match.state, words) == 0 | 255 << 5 | 511 << 13
    run = terminal.run(f"play aces-armor --solo {SHORT}", chain(SET_UP, ["end", "end movement", "quit", ""]))
    assert "'end' is not among the choices" not in run.out
    assert "'end movement'" not in run.out


def test_more_numbers_than_choices_are_not_dropped(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor {SHORT}", ["1 1", "1 1 1 1", "quit", ""])
    assert run.out.count("is not among the choices") == 2
    assert "is laid on start token" not in run.out


def test_the_plain_view_tells_the_ground_once_and_when_asked(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --solo --plain {SHORT}", random_picks(1, most=120))
    assert run.out.count("Ground, forest:") == 2, "at the beginning and at the end"
    asked = terminal.run(f"play aces-armor --solo --plain {SHORT}", ["board", "quit", ""])
    assert asked.out.count("Ground, forest:") == 2


def test_partners_have_no_secrets_and_what_is_hidden_is_told_once(terminal: Terminal) -> None:
    together = terminal.run(f"play aces-armor --coop --seat all {SHORT}", random_picks(2, most=40))
    assert "Nobody else should look" not in together.out
    apart = terminal.run(f"play aces-armor --players 4 --seat all {SHORT}", random_picks(2, most=40))
    assert apart.out.count("the United States lays a unit on a start token, face down") == 3, (
        "once to each of the others"
    )


def test_handing_over_is_told_only_where_a_partner_decided_it() -> None:
    match = battle(
        "a b c\n1 US-I1 . .\n2 SU-I1 . .\n3 . . G1-A1\n; round 5; turn US 9",
        mode="coop",
        factions=("us", "ussr"),
        automa="germany-1",
    )
    offered = {str(action): str(action.words) for action in match.legal_actions}
    assert offered["end-movement"] == "end your part of it, Soviet Union goes on"
    match.push("end-movement")
    assert [str(event) for event in match.log()] == [
        "the United States has done its part, the Soviet Union goes on [AA-13.11]"
    ]
    assert str(match.legal_actions[0].words) == "end movement"
    match.push("end-movement")
    assert "handed" not in [event.data["event"] for event in match.log(since=1)]


def test_who_plays_with_whom_is_told(terminal: Terminal) -> None:
    for how, told in (
        ("--coop --seat all", "United States and Soviet Union against the Automa"),
        ("--solo", "United States (you) against the Automa"),
        ("--players 4 --seat all", "United States and Soviet Union against Germany 1 and Germany 2"),
        ("--players 3 --seat all", "United States and Soviet Union against Germany"),
    ):
        run = terminal.run(f"play aces-armor {how} {SHORT} --width 120", ["quit", ""])
        assert f"{told}\n" in run.out
    assert (
        "lay your units on your start token or on the shared one"
        in terminal.run(f"play aces-armor --coop --seat all {SHORT}", ["quit", ""]).out
    )


@clause("AA-11.4")
def test_a_clock_shows_what_is_left(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 7)
    monkeypatch.setattr("drumhead.cli.table.table.monotonic", lambda: float(next(clock)))
    run = terminal.run(f"play aces-armor --solo --option clock=on {SHORT}", random_picks(1, most=60))
    left = re.findall(r"time left: (\d):(\d\d)", run.out)
    assert left[0] == ("5", "00")
    assert left[1] == ("4", "53")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("mode=solo --option players=3", "players is for people against each other; solo and coop say how many play"),
        ("alone=allies", "alone is for three players, one of whom leads a team [AA-1.2]"),
        ("difficulty=hard", "difficulty is for battles against the Automa [AA-13.1]"),
        ("automa_intercepts=off", "automa_intercepts is for battles against the Automa [AA-13.10]"),
        ("nearest=enemy", "nearest is for battles against the Automa [AA-13.6]"),
        ("v2=germany-2", "v2 is for the mission of the V2 [AA-12.1]"),
        ("players=4 --option mission=bulge --option short=on", "short is for battles that are won by factories"),
        ("automa=germany-1", "the Automa plays in co-operative and solo battles only [AA-1.2]"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(terminal: Terminal, options: str, said: str) -> None:
    terminal.refused(f"play aces-armor --option {options}", said)


def test_a_decision_of_which_nothing_else_is_told_is_told_in_words(terminal: Terminal) -> None:
    run = terminal.run(f"play aces-armor --players 4 --seat all {SHORT}", random_picks(4, most=220))
    assert " ends its movement\n" in run.out
    assert ": end-movement" not in run.out
