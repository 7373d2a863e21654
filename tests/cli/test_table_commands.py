"""Covers drumhead.cli.table.table_commands: what can be typed besides a decision."""

import re
from pathlib import Path

import pytest

from tests.kit.terminal import Terminal

PLACED = ["O1 centre-front", "O2 centre-front", "O3 left-rear", "O4 left-front", "O5 right-front", "O6 left-rear"]
TABLE = "play pocket-battles --seed 5 --against recruit"


def said(terminal: Terminal, *typed: str) -> str:
    """What is printed after the last thing typed, in the first turn of a battle, with its lines joined."""
    run = terminal.run(TABLE, [*PLACED, *typed])
    assert run.code == 0
    assert run.err == ""
    answer = run.out.rpartition(f"\n> {typed[-1]}\n")[2]
    return " ".join(answer.split())


def test_why_gives_the_reason_and_the_clause_or_says_that_it_is_legal(terminal: Terminal) -> None:
    assert re.match(r".*engagement.* \[PB-6\.2\]", said(terminal, "why charge O2"))
    assert re.match(r".*Slow.* \[PB-9\.26\]", said(terminal, "why redeploy O1 left-front"))
    assert said(terminal, "why charge O1").startswith("charge O1 is legal")
    assert said(terminal, "why O1 charge").startswith("O1 charge is legal")
    assert said(terminal, "why 7").startswith("7 is legal")


def test_odds_show_what_the_dice_are_made_of_and_what_they_can_do(terminal: Terminal) -> None:
    told = said(terminal, "odds charge O1")
    made_of = r"\+1 for the unit \[PB-6.14\] \+1 charge .*\+2 Engagement trait"
    assert re.match(rf"O1 \(Troll\) at E\d .*, 4 dice; if nobody reacts {made_of}", told)
    assert re.search(r"\d+\.\d% destroyed", told)
    assert said(terminal, "O2", "odds shoot 1").startswith("O2 (Catapult) at E")
    assert said(terminal, "odds pass").startswith("no dice are thrown for it at once")
    assert said(terminal, "odds O2").startswith("'O2' can become several actions; write one in full")
    assert re.match(r".* \[PB-6\.2\]", said(terminal, "odds charge O2"))


def test_undo_takes_back_what_no_die_and_no_other_seat_has_followed(terminal: Terminal) -> None:
    told = said(terminal, "redeploy O5 centre-front", "undo")
    assert told.startswith("taken back: redeploy (free): O5 (Orcs) to centre front")
    assert "O5 (Orcs), 1 token: redeploy (free), move" in told


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (["charge O1", "wound ORC06", "undo"], "dice have been thrown; play is never taken back past a throw"),
        (["pass", "undo"], "nobody takes back the decision of another"),
    ],
)
def test_undo_says_why_it_cannot(terminal: Terminal, typed: list[str], reason: str) -> None:
    run = terminal.run(TABLE, [*PLACED, *typed, *["undo"] * 3])
    assert reason in " ".join(run.out.split())


def test_undo_does_not_go_back_past_the_reveal(terminal: Terminal) -> None:
    """A side that places last and begins has made the last decision before the reveal itself."""
    armies = ["size: 20 | ORC06 | ORC08", "size: 20 | ELV03"]
    command = ["play", "pocket-battles", "--armies", *armies, "--hand-dice", "--against", "recruit"]
    run = terminal.run(command, ["6 1", "1 1", "1", "undo"])
    assert "secrets were revealed; play is never taken back past a reveal" in run.out


def test_back_goes_one_choice_back_and_says_when_there_is_none(terminal: Terminal) -> None:
    assert "O1 (Troll), 1 token: move, charge" in said(terminal, "O1", "move", "back", "back")
    assert said(terminal, "back").startswith("this is the first choice; undo takes back a decision")


def test_rules_shows_a_clause_a_chapter_a_search_and_the_chapters(terminal: Terminal) -> None:
    assert said(terminal, "rules PB-6.14").startswith("PB-6.14 The roll")
    assert said(terminal, "rules pb-7.4").startswith("PB-7.4 Shooting into an engagement")
    assert said(terminal, "rules blood lust").startswith("PB-9.10 Blood Lust")
    assert "PB-6.8" in said(terminal, "rules 6C")
    assert "PB-7.4" in said(terminal, "rules shooting")
    assert "6E Engagement (PB-6.14 to PB-6.16)" in said(terminal, "rules")
    assert said(terminal, "rules xyzzy").startswith("no rule holds 'xyzzy'; clauses run from PB-1.1 to PB-9.28")


def test_the_log_the_board_and_the_position_can_be_asked_for(terminal: Terminal) -> None:
    assert "all units are revealed [PB-3.3]" in said(terminal, "log")
    assert "all units are revealed" not in said(terminal, "log 1")
    assert "have the first place (Player 1 of the rules) [PB-3.1]" in said(terminal, "log all")
    assert said(terminal, "log much").startswith("log shows the last events; log 50 shows the last 50")
    assert said(terminal, "board").startswith("Round 1 of 20.")
    assert re.search(r"O1\(ORC06\).*; round 1; .*pending", said(terminal, "position"))
    assert "undo" in said(terminal, "help")


def test_a_picture_and_a_record_are_written_and_never_overwritten_unasked(terminal: Terminal, tmp_path: Path) -> None:
    precious = tmp_path / "precious.drum"
    precious.write_text("mine", encoding="utf-8")
    picture = tmp_path / "x.svg"
    assert said(terminal, "svg x.svg").startswith("the picture is in x.svg")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    picture.write_text("old", encoding="utf-8")
    assert said(terminal, "svg x.svg", "no").startswith("nothing was written")
    assert picture.read_text(encoding="utf-8") == "old"
    assert said(terminal, "save precious.drum", "n").startswith("nothing was written")
    assert precious.read_text(encoding="utf-8") == "mine"
    assert said(terminal, "save precious.drum", "y").startswith("saved in precious.drum")
    assert precious.read_text(encoding="utf-8").startswith('[Game "pocket-battles"]')
    assert sorted(path.name for path in tmp_path.iterdir()) == ["precious.drum", "x.svg"]


@pytest.mark.parametrize("width", [44, 80])
def test_a_position_can_be_pasted_back(terminal: Terminal, width: int) -> None:
    run = terminal.run(f"play travel-battle --seed 4 --seat both --width {width}", ["position", "quit", ""])
    position = run.out.rpartition("\n> position\n")[2].partition("\n")[0]
    assert len(position) > width
    assert terminal.run(["position", "travel-battle", position]).code == 0


@pytest.mark.parametrize(("typed", "written"), [("quit", []), ("q", []), ("save end.drum", ["end.drum"])])
def test_words_of_the_table_are_no_names_of_files(
    terminal: Terminal, tmp_path: Path, typed: str, written: list[str]
) -> None:
    terminal.run(TABLE, [*PLACED, "concede", "yes", typed])
    assert [path.name for path in tmp_path.iterdir()] == written


def test_conceding_is_asked_twice_and_ends_the_battle(terminal: Terminal) -> None:
    assert "Orcs: redeploy one unit" in said(terminal, "concede", "no")
    told = said(terminal, "concede", "yes")
    assert "Orcs concede [PB-8.1]" in told
    assert "Keep the record?" in told


def test_conceding_names_a_side_where_the_rules_allow_it_at_any_time(terminal: Terminal) -> None:
    two = "play travel-battle --seat both --seed 5"
    assert "Blue concedes [TB-2.2]" in terminal.run(two, ["concede blue", "yes"]).out
    assert "Red concedes [TB-2.2]" in terminal.run(two, ["concede", "yes"]).out
    by_hand = terminal.run(f"{two} --hand-dice", ["board A", "board B", "concede", "concede b", "yes"]).out
    assert "say which side gives up, for example: concede Red" in by_hand
    assert "Blue concedes [TB-2.2]" in by_hand
    alone = terminal.run("play travel-battle --seed 5 --against recruit", ["concede blue", "quit", ""]).out
    assert "say which side gives up" in alone, "nobody gives up for the computer"


def test_a_draw_takes_two_who_agree_and_rules_that_know_one(terminal: Terminal) -> None:
    two = "play travel-battle --seat both --seed 5"
    assert "the sides agree on a draw [TB-2.2]" in terminal.run(two, ["draw", "yes", "yes"]).out
    assert "agree on a draw" not in terminal.run(two, ["draw", "yes", "no"]).out
    assert "the computer fights on" in terminal.run("play travel-battle --seed 5", ["draw"]).out
    assert said(terminal, "draw").startswith("the sides cannot agree on a draw here")


def test_quitting_offers_to_save_until_it_is_saved_or_declined(terminal: Terminal, tmp_path: Path) -> None:
    run = terminal.run(TABLE, [*PLACED, "quit", "no/such/folder/x.drum", "yes", str(tmp_path), "last.drum", "7"])
    words = " ".join(run.out.split())
    assert "no/such/folder/x.drum cannot be written: No such file or directory" in words
    assert "type the name of the file, such as evening.drum" in words
    assert "is a folder; name a file in it" in words
    assert run.out.rstrip().endswith("drumhead play --load last.drum")
    assert (tmp_path / "last.drum").exists()


def test_whoever_does_not_overwrite_a_file_is_asked_for_another(terminal: Terminal, tmp_path: Path) -> None:
    precious = tmp_path / "precious.drum"
    precious.write_text("mine", encoding="utf-8")
    run = terminal.run(TABLE, [*PLACED, "quit", "precious.drum", "no", "last.drum"])
    assert "saved in last.drum" in run.out
    assert precious.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "'99' is not among the choices: type a number from 1 to 7, an action such as 'pass', or help"),
        ("0", "'0' is not among the choices"),
        ("-1", "'-1' is not among the choices"),
        ("O9", "'O9' is not among the choices"),
        ("E1", "'E1' is not among the choices"),
        ("hello", "'hello' is not among the choices"),
        ("charge O9", "there is no unit 'O9'; they are O1, O2"),
        ("heal", "'heal' is not among the choices"),
        ("heal O1", "'heal O1' is incomplete; write for example 'heal O3 ORC17'"),
        ("move O1 moon", "'moon' is not a zone"),
        ("jump O1 left-rear", "'jump O1 left-rear' is not an action"),
        ("pass twice", "'twice' is too much"),
        ("charge O2", "[PB-6.2]"),
        ("charge E1", "[PB-"),
        ("1 9", "'1 9' is not among the choices"),
        ("why", "say which action, for example '"),
        ("why jump", "'jump' is not among the choices"),
        ("save", "say where, for example: save evening.drum"),
        ("svg", "say where, for example: svg battle.svg"),
        ("svg /", "/ is a folder; name a file in it"),
        ("rules PB-99", "no rule holds 'PB-99'"),
        ("\x1b[31mred\x1b[0m", "is not an action"),
        ("ø" * 200, "is not among the choices"),
    ],
)
def test_what_means_nothing_is_answered_in_a_sentence_and_changes_nothing(
    terminal: Terminal, typed: str, answer: str
) -> None:
    run = terminal.run(f"{TABLE} --width 100", [*PLACED, "position", typed, "position"])
    assert run.code == 0
    assert run.err == ""
    assert "\033" not in run.out
    _, between, after = run.out.split("\n> position\n")
    assert answer in " ".join(between.split())
    assert between.split("\n\n")[0] == after.split("\n\n")[0], "the position is the same"
