"""Covers drumhead.cli.table with TravelBattle: turns of many moves, and the command again."""

import re

import pytest

from drumhead import Match, load
from drumhead.core.again import last_turn
from tests.kit.terminal import Terminal, random_picks

TABLE = "play travel-battle --seed 3 --against recruit --option brigades=all-round"
PLACED = [
    "board A",
    "edge 1",
    "R4 c2, R1 d1, R6 d2, R7 e2, R16 c1, R12 f2",
    "R5 i2, R2 j1, R8 j2, R9 k2, R17 i1, R14 h2",
    "R3 p1, R10 o2, R11 p2, R13 q2, R15 r2",
]


def said(terminal: Terminal, *typed: str) -> str:
    """What is printed after the last thing typed, in the first turn of a battle."""
    run = terminal.run(TABLE, [*PLACED, *typed])
    assert (run.code, run.err) == (0, "")
    assert "not done" not in run.out.partition(f"> {typed[0]}\n")[0]
    return run.out.rpartition(f"\n> {typed[-1]}\n")[2]


@pytest.mark.parametrize("plain", ["", "--plain"])
def test_a_whole_battle_can_be_played_by_picking_offered_numbers(terminal: Terminal, plain: str) -> None:
    command = f"play travel-battle --seed 1 --against recruit --option max_turns=12 --width 80 {plain}"
    run = terminal.run(command, random_picks(1))
    assert (run.code, run.err) == (0, "")
    assert re.search(r"^(Red wins|Blue wins|a draw): .* \[TB-8\.\d\]$", run.out, re.M)
    assert "is not among the choices" not in run.out
    assert max(map(len, run.lines)) <= 80
    if plain:
        assert run.out.isascii()


def test_several_actions_may_stand_on_one_line_with_commas_between(terminal: Terminal) -> None:
    told = said(terminal, "R4 c3, move R6 d3,, R7, e3")
    assert re.findall(r"^  (R\d+) \(\w+\) moves from \w+ to (\w+)", told, re.M) == [
        ("R4", "c3"),
        ("R6", "d3"),
        ("R7", "e3"),
    ]
    assert told.count("\n\nRed: move your units") == 1, "the choices are listed once, after the last"


def test_a_mistake_ends_a_line_of_actions_and_names_what_is_left(terminal: Terminal) -> None:
    told = said(terminal, "R4 c3, R6 a5, R7 e3, end")
    assert "R4 (guards) moves from c2 to c3" in told
    assert "a5 is 3 away, out of reach: R6 (infantry) moves 1 [TB-3.1]\nnot done: R7 e3, end\n" in told


def test_what_was_typed_ahead_is_dropped_when_the_other_side_has_moved(terminal: Terminal) -> None:
    told = said(terminal, "R4 c3, end, R4 c4")
    assert "turn 2: Blue" in told
    assert "not done: R4 c4" in told
    assert "R4 (guards) moves from c3" not in told


@pytest.mark.slow
def test_a_square_asks_only_for_the_unit_and_the_square(terminal: Terminal) -> None:
    assert re.search(
        r"R6 \(infantry\):\n 1  form square \[TB-4.1\]\n 2  move to \w+ \[TB-3.1\]\n", said(terminal, "R6")
    )
    assert "R6 (infantry) moves from d2 to d3" in said(terminal, "R6", "d3")
    assert "R7 (infantry) moves from e2 to e3" in said(terminal, "R6", "R7 e3"), "another unit after all"
    assert "turn 2: Blue" in said(terminal, "R6", "end"), "to end movement is at hand at any point"
    assert re.search(r"r5 is 15 away, out of reach: R4 \(guards\) moves 1 \[TB-3.1\]", said(terminal, "R4 r5"))


def test_many_choices_stand_in_columns(terminal: Terminal) -> None:
    told = terminal.run(TABLE, PLACED[:2]).out
    assert re.search(r"^  1  R1 \(brigadier\) +7  R7 \(infantry\) +13  R13 \(heavy cavalry\)$", told, re.M)
    squares = terminal.run(TABLE, [*PLACED[:2], "R1"]).out
    assert re.search(r"^  1  to a1 +8  to h1 +15  to o1 +22  to b2 +29  to i2 +36  to p2$", squares, re.M)


def test_the_field_is_not_drawn_again_between_two_own_moves(terminal: Terminal) -> None:
    told = said(terminal, "R4 c3")
    assert "a  b  c  d" not in told
    assert "a  b  c  d" in said(terminal, "board")
    assert "a  b  c  d" in said(terminal, "end"), "after the other side's turn it is"


def test_again_moves_every_unit_as_in_the_last_turn_where_that_is_legal(terminal: Terminal) -> None:
    first = ["R4 c3, R6 d3, R7 e3, R1 d2, R5 square, R12 f3, R2 l1, end"]
    told = said(terminal, *first, "again")
    moves = re.findall(r"^  (R\d+) \([\w ]+\) (?:moves from )?(.*) \[", told, re.M)
    assert moves[:5] == [
        ("R4", "c3 to c4"),
        ("R6", "d3 to d4"),
        ("R7", "e3 to e4"),
        ("R1", "d2 to d3"),
        ("R12", "f3 to f4"),
    ]
    assert "R5 (guards) is in square already [TB-4.1]" in told
    assert "again: 6 done, 1 not possible" in told
    some = said(terminal, *first, "again r4 R12")
    assert "again: 2 done\n" in some
    assert "R6 (infantry) moves" not in some


def test_an_answer_in_the_other_sides_turn_is_not_what_is_done_again() -> None:
    position = "open; R1@c3 leads R4@d4 R6@b3; B1@d7 leads B6@d6; turn R 1"
    match = Match.from_position(load("travel-battle"), position, seed=1)
    for action in ("move R6 b4", "end-movement", "move B6 d5", "end-movement"):
        match.push(action)
    match.roll((3, 3))
    match.push("stand")
    assert match.steps[-1].seat == match.to_act == 0
    done, code = next(again := last_turn(match))
    assert (done.notation, str(match.game.action(match.state, code))) == ("move R6 b4", "move R6 b5")
    assert list(again) == []


def test_again_says_when_there_is_nothing_to_repeat(terminal: Terminal) -> None:
    assert said(terminal, "again").startswith("there is nothing that you did in your last turn")
    assert said(terminal, "R4 c3, end", "again R9").startswith("there is nothing that you did in your last turn")
    gone = said(terminal, "R15 t2, end", "again R15")
    assert gone.startswith("there is nothing that you did in your last turn"), "a move off the field is none"


def test_the_boards_are_shown_while_they_are_chosen(terminal: Terminal) -> None:
    told = terminal.run(TABLE, []).out
    assert "choose a board: A lies on the left and B on the right as Red sees them" in " ".join(told.split())
    assert "⌂" in told
    assert re.search(
        r"2  turn edge 2 of your board towards you: on the right while edge 1 faces you",
        terminal.run(TABLE, PLACED[:1]).out,
    )


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("B4 e5", "B4 (guards) is not yours [TB-2.1]"),
        ("move R4 c3 d3", "'move R4 c3 d3' has too many words"),
        ("99", "'99' is not among the choices"),
        ("fire R16 a1", "that is not what is asked; Red: move your units"),
        ("attack e5", "that is not what is asked"),
        ("R9 zz", "there is no square 'zz'"),
        ("R99 a1", "'R99 a1' is not an action"),
        ("square R16", "R16 (artillery) is no infantry and forms no square [TB-4.1]"),
        ("unsquare R4", "R4 (guards) is not in square [TB-4.1]"),
        ("end-movement now", "'end-movement now' has too many words"),
        ("concede maybe", "there is no seat 'maybe'"),
        (",", "Red: move your units"),
    ],
)
def test_a_wrong_word_is_answered_in_a_sentence(terminal: Terminal, typed: str, answer: str) -> None:
    told = " ".join(said(terminal, typed).split())
    assert told.startswith(answer)
    assert "moves from" not in told
