"""Covers drumhead.cli.commands: games, rules, replay, verify, fuzz, position, bench and review."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drumhead import Match, load
from drumhead.cli.measure import random_play
from drumhead.core.compiled import is_compiled
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.games.pocket_battles.army.lists import read_army
from tests.kit.terminal import Terminal, random_picks

Edit = Callable[[str], str]


# rules


def test_a_clause_is_shown_with_its_ruling_and_source(terminal: Terminal) -> None:
    words = " ".join(terminal.run("rules PB-6.9").out.split())
    assert words.startswith("PB-6.9 The opponent's reaction")
    assert "Ruling: " in words
    assert "Source: " in words


def test_rules_can_be_read_in_italian(terminal: Terminal) -> None:
    english, italian = terminal.run("rules PB-7.4"), terminal.run("rules PB-7.4 --lang it")
    assert "Fonte: " in italian.out
    assert english.out != italian.out


@pytest.mark.parametrize("words", ["interception", "intercettazione"])
def test_the_title_of_a_chapter_shows_the_chapter(terminal: Terminal, words: str) -> None:
    told = terminal.run(f"rules aces-armor {words}").out
    assert re.findall(r"AA-6\.\d", told)[:3] == ["AA-6.1", "AA-6.2", "AA-6.3"]


def test_the_rule_for_shooting_into_an_engagement_is_found_by_its_words(terminal: Terminal) -> None:
    assert "PB-7.4 Shooting into an engagement" in terminal.run("rules pocket-battles shooting into engagement").out
    assert terminal.run(["rules", "Shooting into an engagement"]).out.startswith("PB-7.4 ")


def test_chapters_and_clauses_can_be_read_by_a_program(terminal: Terminal) -> None:
    chapters = json.loads(terminal.run("rules --json").out)
    assert chapters["pocket-battles"]["6C"] == "Charge"
    (clause,) = json.loads(terminal.run("rules pb-9.10 --json --lang it").out)
    assert clause["id"] == "PB-9.10"
    assert len(json.loads(terminal.run("rules pocket-battles 8 --json").out)) == 4


# armies


def test_ready_armies_are_listed_and_shown(terminal: Terminal) -> None:
    run = terminal.run("armies")
    assert re.search(r"^orcs-50 +Orcs, 50 of 50 points, 6 units$", run.out, re.M)
    shown = terminal.run("armies orcs-50")
    assert re.search(r"^  ORC06 Troll +6DP E:4-5-6 3WP FV1 Regenerate", shown.out, re.M)
    listed = json.loads(terminal.run("armies --json").out)
    for army in listed:
        assert max(map(len, terminal.run(["armies", army["id"]]).lines)) <= 80
    assert {army["id"] for army in listed} >= {"orcs-50", "elves-80"}
    assert json.loads(terminal.run("armies elves-50 --json").out)["points"] == 50


def test_an_army_is_mustered_and_its_list_reads_back(terminal: Terminal, tmp_path: Path) -> None:
    run = terminal.run("armies muster romans --size 80 --seed 7")
    assert run.out == terminal.run("armies muster romans --size 80 --seed 7").out
    assert run.out != terminal.run("armies muster romans --size 80 --seed 8").out
    assert read_army(run.out).size == 80
    (tmp_path / "mine.txt").write_text(run.out, encoding="utf-8")
    checked = terminal.run("armies check mine.txt")
    assert checked.code == 0
    assert checked.out.startswith("mine.txt is a legal army\nRomans, ")
    assert terminal.run("play pocket-battles --armies mine.txt elves-80", ["quit", ""]).code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size: 50\nORC01\nORC01\n", "line 3: Warlord (ORC01)"),
        ("size: 50\nORC99\n", "line 2: there is no tile ORC99"),
        ("size: 55\nORC01\n", "line 1: a battle size is a multiple of 10"),
        ("size: 50\nORC06 ORC08\n", "line 2: unit 1: Troll (ORC06) must stand alone [PB-1.5]"),
        ("size: 50\nORC06\nELV03\n", "[PB-1.7]"),
        ("size: 20\nORC06\nORC08\nORC02\nORC03\nORC04\n", "[PB-1.4]"),
        ("colour: green\nORC06\n", "line 1: colour: is not a tag of an army list"),
        ("", "an army needs at least one unit [PB-1.8]"),
        ("\x00\x01\x02", "[PB-1.1]"),
    ],
)
def test_an_illegal_army_list_is_refused_with_line_or_clause(
    terminal: Terminal, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    terminal.refused("armies check list.txt", words)
    terminal.refused("play pocket-battles --armies list.txt orcs-50")
    assert path.read_text(encoding="utf-8") == text


def test_an_army_list_that_is_not_text_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"\xff\xfe\x00ORC")
    terminal.refused("armies check list.txt", "list.txt is not an army list: it is not text")
    terminal.refused("play --armies list.txt orcs-50", "list.txt")


# replay and verify


def test_a_battle_is_told_step_by_step(terminal: Terminal, evening: Path) -> None:
    run = terminal.run("replay evening.drum")
    assert run.code == 0
    assert run.lines[0].startswith("1. dice [")
    assert re.search(r"^2\. (Orcs|Elves): place ", run.out, re.M)
    assert "win: " in run.out
    assert max(map(len, run.lines)) <= 80
    assert terminal.run("replay evening.drum --plain --text").out.isascii()


def test_a_step_is_drawn_and_pictured(terminal: Terminal, evening: Path, tmp_path: Path) -> None:
    assert "Deployment." in terminal.run("replay evening.drum --step 5").out
    assert terminal.run("replay evening.drum --step 0").code == 0
    run = terminal.run("replay evening.drum --step 5 --svg five.svg")
    assert run.out == "the picture after step 5 is in five.svg\n"
    assert (tmp_path / "five.svg").read_text(encoding="utf-8").startswith("<svg")
    terminal.refused("replay evening.drum --svg five.svg", "five.svg is already there; --force overwrites it")
    assert terminal.run("replay evening.drum --svg five.svg --force").code == 0
    terminal.refused("replay evening.drum --step 99999", "the battle has ", " steps, not 99999")


@pytest.mark.slow
def test_a_battle_becomes_one_picture_that_moves(terminal: Terminal, evening: Path) -> None:
    run = terminal.run(["replay", str(evening), "--animate", "film.svg"])
    assert "the battle moves in film.svg, " in run.out
    assert "@keyframes" in (evening.parent / "film.svg").read_text(encoding="utf-8")
    terminal.refused(["replay", str(evening), "--animate", "film.svg"], "film.svg is already there")


def test_at_a_terminal_one_walks_through_a_battle(terminal: Terminal, evening: Path) -> None:
    run = terminal.run("replay evening.drum", ["", "b", "30", "what", "q"], terminal=True)
    assert re.findall(r"step (\d+) of", run.out) == ["0", "1", "0", "30", "30"]
    assert "'what' is none of these" in run.out
    assert terminal.run("replay evening.drum", ["99999", ""], terminal=True).code == 0


def test_a_running_battle_is_replayed_without_its_secrets(terminal: Terminal) -> None:
    terminal.run("play pocket-battles --seed 3 --seat 1", ["1 1", "1 1", "save half", "quit", ""])
    for command in ("replay half.drum", "replay half.drum --step 4"):
        run = terminal.run(command)
        assert run.code == 0
        for word in ("Kobolds", "Gnolls", "Wood Pack"):
            assert word not in run.out


def test_verifying_can_be_read_by_a_program(terminal: Terminal, evening: Path) -> None:
    found = json.loads(terminal.run("verify evening.drum --json").out)
    assert found["verified"] > 3
    assert found["by_hand"] == found["sealed"] == 0
    assert found["outcome"].endswith("]")


def _edit_dice(text: str) -> str:
    first = re.search(r"throw (\d) (\d)", text)
    assert first is not None
    return text.replace(first[0], f"throw {first[2]} {first[1]}", 1)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda text: text[: len(text) // 2], ""),
        (lambda text: text.rpartition("\n")[0].rpartition("\n")[0], "cut short"),
        (lambda text: re.sub(r"\n *4\. .*", "", text, count=1), "step 4 is missing"),
        (_edit_dice, "step "),
        (lambda text: re.sub(r"(\. [OE] )place", r"\1plaice", text, count=1), "line "),
        (lambda text: text.replace("wins", "loses"), "line "),
        (lambda text: text.replace('[Game "pocket-battles"]', '[Game "chess"]'), "there is no game 'chess'"),
        (lambda text: text.replace('[Rules "2"]', '[Rules "99"]'), "rules 99"),
        (lambda text: text.replace("ORC06", "ORC99"), "there is no tile ORC99"),
        (lambda text: "", "not a game file"),
        (lambda text: "hello\n", "line 1: 'hello' is neither a tag, a step nor the result"),
        (lambda text: re.sub(r"\[Dice .*\n", "", text), "no [Dice] tag"),
    ],
)
def test_a_garbled_cut_or_edited_record_is_refused(terminal: Terminal, evening: Path, edit: Edit, words: str) -> None:
    before = evening.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before
    evening.write_text(after, encoding="utf-8")
    terminal.refused("verify evening.drum", words)
    if "step " not in words or "missing" in words:
        terminal.refused("replay evening.drum --svg out.svg", words)
        terminal.refused("play --load evening.drum", words)
    assert evening.read_text(encoding="utf-8") == after
    assert [path.name for path in evening.parent.iterdir()] == ["evening.drum"]


def test_a_record_that_is_not_text_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "x.drum").write_bytes(bytes(range(256)))
    terminal.refused("verify x.drum", "x.drum is not a game file: it is not text")


# position


def test_a_position_is_drawn_with_its_legal_actions(terminal: Terminal, tmp_path: Path) -> None:
    match = Match(load("pocket-battles"), seed=2)
    match.settle()
    run = terminal.run(["position", "pocket-battles", match.position, "--svg", "here.svg"])
    assert run.code == 0
    assert "Deployment." in run.out
    assert re.search(r"^  place [OE]1 left-front: place: .* \[PB-3\.2\]$", run.out, re.M)
    assert (tmp_path / "here.svg").read_text(encoding="utf-8").startswith("<svg")
    assert max(map(len, run.lines)) <= 80
    again = terminal.run("position pocket-battles - --json", [match.position])
    found = json.loads(again.out)
    assert found["position"] == match.position
    assert len(found["actions"]) == len(match.legal_actions)
    terminal.refused(["position", "pocket-battles", match.position, "--svg", "here.svg"], "already there")


def test_a_position_that_cannot_be_is_refused(terminal: Terminal) -> None:
    match = Match(load("pocket-battles"), seed=2)
    for old, new in (("O1(ORC06)", "O1(ORC99)"), ("pending", "spending"), ("5/0/0", "9/0/0"), ("O1(", "O1")):
        assert old in match.position
        terminal.refused(["position", "pocket-battles", match.position.replace(old, new)])


def test_the_position_asked_for_at_the_table_is_the_one_that_is_drawn(terminal: Terminal) -> None:
    picks = random_picks(1, 60)
    last = iter(["position"])
    run = terminal.run("play pocket-battles --seed 2 --against recruit", lambda page: picks(page) or next(last, None))
    written = " ".join(run.out.rpartition("> position\n")[2].partition("\n\n")[0].split())
    found = json.loads(terminal.run(["position", "pocket-battles", written, "--json"]).out)
    assert found["position"] == written
    assert " ".join(run.out.split()).endswith(f"The input ended. The battle stands: {found['prompt']}.")


# fuzz and bench


def test_fuzzing_tells_how_much_was_played(terminal: Terminal) -> None:
    run = terminal.run("fuzz pocket-battles --games 1 --seed 5 --start 7")
    assert run.code == 0
    first, *endings = run.out.splitlines()
    assert re.fullmatch(r"1 battles, \d+ decisions, \d+ throws: every promise kept", first)
    assert len(endings) == 1
    assert re.fullmatch(r"  100.0% ended by PB-8\.\d [\w ]+ \(1\)", endings[0])


@pytest.mark.slow
def test_fuzzing_can_let_an_opponent_play_all_sides(terminal: Terminal) -> None:
    command = "fuzz travel-battle --games 2 --seed 1 --json --bot"
    played = [json.loads(terminal.run(f"{command} {level}").out) for level in ("sergeant", "sergeant", "recruit")]
    assert {**played[0], "seconds": 0} == {**played[1], "seconds": 0}, "the seed repeats it"
    assert played[0]["bot"] == "sergeant"
    assert played[0]["endings"] == {"TB-8.1": 2}, "the sergeant eliminates brigades"
    assert played[2]["endings"] == {"TB-8.2": 2}, "the recruit lets the time run out"


def test_an_opponent_that_is_not_known_is_refused_before_anything_is_played(terminal: Terminal) -> None:
    terminal.refused("fuzz pocket-battles --bot sargeant", "did you mean sergeant?")


@pytest.mark.slow
def test_workers_play_the_same_battles_as_one(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drumhead.cli.commands.fuzz.BATCH_BATTLES", 1)
    alone = json.loads(terminal.run("fuzz pocket-battles --games 2 --seed 6 --json").out)
    shared = json.loads(terminal.run("fuzz pocket-battles --games 2 --seed 6 --workers 2 --json").out)
    assert {**alone, "seconds": 0} == {**shared, "seconds": 0}
    assert sum(alone["endings"].values()) == 2


def test_progress_is_drawn_only_for_a_person(terminal: Terminal) -> None:
    command = "bench pocket-battles --slices 2 --length 10"
    assert terminal.run(command).err == ""
    assert "2/2 slices" in terminal.run(command, terminal=True).err


def test_the_benchmark_compares_with_chess(terminal: Terminal) -> None:
    (found,) = json.loads(terminal.run("bench pocket-battles --slices 2 --length 20 --json").out)
    assert found["decisions_per_second"] > 1000
    assert found["ratio"] > 1
    assert found["slices"] == 2
    words = terminal.run("bench pocket-battles --slices 1 --length 20").out
    assert re.search(r"times as many as python-chess \([\d,]+\)", words)


def test_the_benchmark_says_which_build_runs(terminal: Terminal) -> None:
    running = "compiled" if is_compiled() else "pure Python"
    assert f"pocket-battles, {running}: " in terminal.run("bench pocket-battles --slices 1 --length 20").out


@pytest.mark.slow
def test_the_benchmark_compares_with_pure_python(terminal: Terminal) -> None:
    (found,) = json.loads(terminal.run("bench pocket-battles --pure --slices 3 --length 20 --json").out)
    assert found["simulations"] == 1000
    for ratio in ("play_ratio", "search_ratio"):
        assert found[ratio] > 1.5 if is_compiled() else 0.3 < found[ratio] < 3


def test_without_chess_the_benchmark_says_what_it_needs(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    terminal.refused("bench pocket-battles", "python-chess", "pip install chess")


def test_a_game_that_names_no_battles_for_the_benchmark_gets_random_ones() -> None:
    kind = game_type("pocket-battles")

    class Bare(kind):  # type: ignore[valid-type, misc]
        bench_setups = None

    setups = random_play.bench_setups(Bare, seed=1)
    assert len(setups) == random_play.RANDOM_SETUPS
    assert all(isinstance(setup, Game) for setup in setups)


# review


def test_a_battle_is_reviewed_in_words_as_data_and_as_a_picture(terminal: Terminal, evening: Path) -> None:
    told = terminal.run(["review", str(evening), "--looks", "0", "--plain", "--svg", "chances.svg"])
    assert told.code == 0
    assert "Turning points:" in told.out
    assert re.search(r"^Orcs: the dice took about \d+ % off the winning chances\.$", told.out, re.M)
    assert (evening.parent / "chances.svg").read_text().startswith("<svg")
    data = json.loads(terminal.run(["review", str(evening), "--looks", "0", "--json"]).out)
    assert data["sides"] == ["Orcs", "Elves"]
    assert len(data["moments"]) == int(re.findall(r"^(\d+)\. ", told.out, re.M)[-1]) or data["turning_points"]
    again = terminal.run(["review", str(evening), "--looks", "0", "--svg", "chances.svg"])
    assert again.code == 2
    assert "already" in again.err
    assert "Orcs: place: O1 (Troll) to " in told.out
    folder = terminal.run(["review", str(evening), "--svg", str(evening.parent), "--force"])
    assert folder.code == 2
    assert "cannot be written: Is a directory" in folder.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({"mode": "solo", "factions": ("us",)}, ["United States", "the Automa"]),
        ({"mode": "coop", "factions": ("us", "ussr")}, ["United States and Soviet Union", "the Automa"]),
        ({"players": 3, "alone": "germany"}, ["United States and Soviet Union", "Germany"]),
        ({"players": 4}, ["United States and Soviet Union", "Germany 1 and Germany 2"]),
    ],
)
def test_a_battle_of_any_mode_is_reviewed_and_names_its_sides(
    terminal: Terminal, tmp_path: Path, options: dict[str, Any], sides: list[str]
) -> None:
    match = Match(load("aces-armor", max_rounds=1, **options), seed=3)
    rng = Random(3)
    while match.outcome is None:
        match.settle()
        if match.outcome is None:
            match.push(rng.choice(match.legal_actions))
    match.save(tmp_path / "over.drum")
    told = terminal.run(["review", str(tmp_path / "over.drum"), "--looks", "0", "--json", "--svg", "over.svg"])
    assert (told.code, sorted(json.loads(told.out)["sides"])) == (0, sorted(sides))


def test_a_review_says_who_gave_up(terminal: Terminal, tmp_path: Path) -> None:
    match = Match(load("pocket-battles"), seed=1)
    match.settle()
    match.concede()
    match.save(tmp_path / "given-up.drum")
    told = terminal.run(["review", str(tmp_path / "given-up.drum"), "--plain"])
    assert re.search(r"^2\. \d+% \(.*\) (Orcs|Elves): concede$", told.out, re.M)


def test_a_review_refuses_a_picture_before_it_begins_and_speaks_italian(
    terminal: Terminal, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Punti di svolta" in terminal.run(["review", str(evening), "--looks", "0", "--lang", "it"]).out
    (evening.parent / "chances.svg").write_text("mine", encoding="utf-8")
    monkeypatch.setattr("drumhead.cli.commands.review.review", None)
    assert "already" in terminal.run(["review", str(evening), "--svg", "chances.svg"]).err
