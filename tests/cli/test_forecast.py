"""Covers drumhead.cli.table: odds of moves and of later attacks, plans, join all, questions with one answer."""

from pathlib import Path

from drumhead import Match, load
from tests.kit.terminal import Terminal

FIGHT = "open; R1@d3 leads R4@d4 R6@e4 R17@a6; B1@d7 leads B6@d6 B7@j9; turn R 3"
ALONE = "open; R1@d3 leads R12@d4; B1@d9 leads B6@d8; turn R 3"
TOGETHER = "open; R1@d3 leads R4@d4 R6@e4 R7@c4; B1@d7 leads B6@d5; turn R 3; pending combat"


def typed(terminal: Terminal, tmp_path: Path, position: str, *lines: str) -> str:
    """What is printed when lines are typed at a position."""
    return typed_at(terminal, tmp_path, Match.from_position(load("travel-battle"), position, seed=1), *lines)


def typed_at(terminal: Terminal, tmp_path: Path, match: Match, *lines: str) -> str:
    """What is printed when lines are typed at a match."""
    file = tmp_path / "battle.drum"
    match.save(file)
    run = terminal.run(f"play --load {file} --against recruit --plain", [*lines, "quit", ""])
    assert run.err == ""
    return run.out


def test_odds_of_a_move_tell_what_it_costs_risks_and_could_attack(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, FIGHT, "odds move R4 d5")
    assert "1 of 1 square [TB-3.1]" in told
    assert "can strike it: B6" in told
    assert "attack B6 (infantry): 1 to 1 dice: won 42%, lost 42%" in told


def test_odds_of_a_shot_are_told_while_units_still_move(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, FIGHT, "odds fire R17 d6")
    assert "sees 16 of 16 points of the square [TB-5.3]" in told
    assert "fire is not answered [TB-5.1]" in told


def test_what_would_be_refused_later_in_the_turn_is_refused_for_its_own_reason(
    terminal: Terminal, tmp_path: Path
) -> None:
    told = typed(terminal, tmp_path, FIGHT, "odds fire R17 j9", "why attack j9", "why fire R17 d6")
    assert "nobody touches j9 [TB-6.1]" in told
    assert "j9 is 9 away; artillery fires at 2 to 6 [TB-5.1]" in told
    assert "later in this turn fire R17 d6 is legal, as all stand now" in told


def test_join_all_does_nothing_where_there_is_no_combat(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, ALONE, "join all")
    assert "there is no combat to join now" in told
    assert "moves from" not in told


def test_the_last_unit_that_may_join_does_so_by_join_all(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, TOGETHER, "R4", "R6", "join all")
    assert "R4 (guards), R6 (infantry), R7 (infantry)" in told


def test_join_all_lets_everybody_fight(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, TOGETHER, "join all")
    assert "nothing can be done together" not in told
    assert "R4 (guards), R6 (infantry), R7 (infantry)" in told


def test_a_question_with_one_answer_is_not_asked(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, ALONE, "R1 d2, R12 d5")
    assert "the only choice: end movement" in told
    assert "turn 4: Blue" in told


def test_plans_are_listed_and_played_by_number(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, ALONE, "plan", "plan 1")
    assert "1  brigade 1, 1 square forward: R1, R12" in told
    assert "R12 (heavy cavalry) moves from d4 to d5" in told


def test_a_re_roll_that_can_change_nothing_is_not_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    match = Match.from_position(load("travel-battle"), TOGETHER, seed=1)
    for unit in ("R4", "R6", "R7"):
        match.push(f"join {unit}")
    match.roll((1, 6, 2, 1))
    assert [str(action) for action in match.legal_actions] == ["reroll R4 1", "stand"]
    told = typed_at(terminal, tmp_path, match)
    assert "nothing can change: let the dice stand" in told
    assert "B6 (infantry) is removed [TB-6.7]" in told


def test_a_re_roll_that_can_change_something_is_asked_for(terminal: Terminal, tmp_path: Path) -> None:
    match = Match.from_position(load("travel-battle"), TOGETHER, seed=1)
    for unit in ("R4", "R6", "R7"):
        match.push(f"join {unit}")
    match.roll((1, 5, 2, 4))
    assert "let the dice stand\n" in typed_at(terminal, tmp_path, match)


def test_a_position_that_is_printed_can_be_played_from(terminal: Terminal, tmp_path: Path) -> None:
    told = typed(terminal, tmp_path, FIGHT, "position")
    position = next(line for line in told.splitlines() if "pending move" in line)
    again = terminal.run(
        ["play", "travel-battle", "--plain", "--seat", "1", "--position", position], ["position", "quit", ""]
    )
    assert again.err == ""
    assert position in again.out.splitlines()
    wrong = terminal.run(["play", "travel-battle", "--position", "rubble"])
    assert wrong.code != 0
