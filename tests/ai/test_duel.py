"""Covers drumhead.ai.measure.duel and cpu_clock, cli.commands.duel and limits, and cli.measure.resumable."""

import json
import math
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random

import pytest

from drumhead import SetupError, duel, load
from drumhead.ai.measure.duel import Battle, Score, play_battle, wilson
from drumhead.core.registry import game_type
from drumhead.games.pocket_battles.game import PocketBattles
from drumhead.games.travel_battle.army.brigades import presets
from drumhead.games.travel_battle.game import TravelBattle
from tests.cli.conftest import terminal as terminal_fixture
from tests.kit.terminal import Terminal

terminal = terminal_fixture


def score(*results: float) -> Score:
    return Score("one", "two", tuple(Battle(number, result, "X", 1) for number, result in enumerate(results)))


def test_a_draw_counts_half_and_a_win_one() -> None:
    came_to = score(1, 1, 0, -1)
    assert (came_to.wins, came_to.draws, came_to.losses, came_to.share) == (2, 1, 1, 0.625)


@pytest.mark.parametrize("wins", [0, 3, 50, 100])
def test_the_interval_holds_the_shares_that_the_result_does_not_speak_against(wins: int) -> None:
    """At each end of Wilson's interval the result lies exactly 1.96 standard errors of that end away."""
    low, high = wilson(wins / 100, 100)
    for end in (low, high):
        if 0 < end < 1:
            assert math.isclose(abs(wins / 100 - end), 1.959964 * math.sqrt(end * (1 - end) / 100), rel_tol=1e-6)


def test_the_two_battles_of_a_pair_swap_the_sides() -> None:
    """The sergeant sits first in both: as the first opponent of battle 0 and as the second of battle 1."""
    game = load("pocket-battles", armies=("orcs-50", "elves-50"))
    one = play_battle(game, "sergeant", "recruit", 0, 5)
    two = play_battle(game, "recruit", "sergeant", 1, 5)
    assert one.result == 1.0
    assert two.result == -1.0


def test_the_same_seed_plays_the_same_and_another_another() -> None:
    kind = game_type("pocket-battles")
    first, again, other = (duel(kind, "recruit", "recruit", games=6, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("games", [0, -2])
def test_a_duel_of_no_battles_is_refused(games: int) -> None:
    with pytest.raises(SetupError, match=f"a duel is 1 battle or more, not {games}"):
        duel(game_type("pocket-battles"), "recruit", "recruit", games=games)


@pytest.mark.slow
def test_opponents_with_workers_are_played_side_by_side(terminal: Terminal) -> None:
    words = "duel pocket-battles captain:workers=2,sims=2 recruit --option size=20 --games 2 --json"
    alone, beside = terminal.run(words), terminal.run(f"{words} --workers 2")
    assert (beside.code, beside.err) == (0, "")
    assert json.loads(beside.out) == json.loads(alone.out)


def test_a_duel_is_printed_and_goes_on_from_its_file(terminal: Terminal, tmp_path: Path) -> None:
    words = "duel pocket-battles sergeant recruit --seed 3 --save kept.jsonl --games "
    assert terminal.run(words + "2").code == 0
    kept = (tmp_path / "kept.jsonl").read_text()
    more = terminal.run(words + "4 --json")
    assert (tmp_path / "kept.jsonl").read_text().startswith(kept)
    came_to = json.loads(more.out)
    assert came_to["games"] == 4
    assert came_to["wins"] + came_to["losses"] + came_to["draws"] == 4
    assert sum(came_to["ended_by"].values()) == 4
    whole = terminal.run("duel pocket-battles sergeant recruit --seed 3 --games 4 --json")
    assert json.loads(whole.out) == came_to


@pytest.mark.parametrize(
    ("words", "play", "kept"),
    [
        (
            "duel pocket-battles recruit recruit --games 5 --json --save",
            "drumhead.cli.commands.duel.play_battle",
            "wins",
        ),
        (
            "train pocket-battles --level recruit --games 10 --json --keep",
            "drumhead.cli.commands.train.play_sample",
            "log_loss_unseen",
        ),
    ],
)
def test_ctrl_c_leaves_what_was_played_and_a_later_run_comes_to_the_same(
    words: str, play: str, kept: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.process_time", lambda: 0.0)  # how long is thought differs each time
    whole = json.loads(terminal.run(f"{words} whole.jsonl").out)
    asked = count()
    module, _, name = play.rpartition(".")
    really = getattr(import_module(module), name)

    def interrupted(*given: object) -> object:
        if next(asked) == 3:
            raise KeyboardInterrupt
        return really(*given)

    with monkeypatch.context() as patch:
        patch.setattr(play, interrupted)
        assert terminal.run(f"{words} part.jsonl").code == 130
    assert len((tmp_path / "part.jsonl").read_text().splitlines()) == 1 + 3
    came_to = json.loads(terminal.run(f"{words} part.jsonl").out)
    assert came_to == whole
    assert kept in came_to
    assert (tmp_path / "part.jsonl").read_text() == (tmp_path / "whole.jsonl").read_text()


def test_processor_time_is_counted_and_printed(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    """By a clock that advances by a second at every reading, each decision takes one."""
    seconds = count(0.0, 1.0)
    monkeypatch.setattr("time.process_time", lambda: next(seconds))
    battles = [play_battle(game_type("pocket-battles"), "recruit", "recruit", number, 1) for number in range(2)]
    assert [battle.thought_one + battle.thought_two for battle in battles] == [battle.decisions for battle in battles]
    one, two = Score("one", "two", tuple(battles)).thought
    assert one == sum(battle.thought_one for battle in battles) / 2
    assert two == sum(battle.thought_two for battle in battles) / 2
    printed = terminal.run("duel pocket-battles recruit recruit --seed 1 --games 2").out
    assert f"thought {one:.2f} s and {two:.2f} s a battle" in printed
    alone = play_battle(game_type("aces-armor"), "recruit", "automa", 0, 1, {"mode": "solo"})
    assert alone.thought_one == alone.decisions


def test_a_file_of_another_duel_or_a_damaged_one_is_refused_and_left_alone(terminal: Terminal, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert terminal.run("duel pocket-battles recruit recruit --games 2 --save kept.jsonl").code == 0
    before = kept.read_text()
    other = terminal.run("duel pocket-battles recruit sergeant --games 2 --save kept.jsonl")
    assert (other.code, kept.read_text()) == (2, before)
    assert "another duel" in other.err
    kept.write_text(before + "gar{bled\n")
    damaged = terminal.run("duel pocket-battles recruit recruit --games 3 --save kept.jsonl")
    assert damaged.code == 2
    assert "line 4" in damaged.err


@pytest.mark.parametrize("length", [1, 20, 500])
def test_a_line_that_was_not_written_to_its_end_is_played_again(
    length: int, terminal: Terminal, tmp_path: Path
) -> None:
    kept, words = tmp_path / "kept.jsonl", "duel pocket-battles recruit recruit --games 3 --json --save kept.jsonl"
    whole = terminal.run(words).out
    before = kept.read_text()
    last = before.splitlines()[-1]
    kept.write_text(before.removesuffix(f"{last}\n") + last[:length])
    again = terminal.run(words)
    assert (again.code, again.out) == (0, whole)
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [line.get("number") for line in lines] == [None, 0, 1, 2]
    assert kept.read_text().endswith("\n")


@pytest.mark.parametrize("length", [0, 1, 30, 500])
def test_a_file_that_is_empty_or_ends_in_its_first_line_is_started_again(
    length: int, terminal: Terminal, tmp_path: Path
) -> None:
    kept, words = tmp_path / "kept.jsonl", "duel pocket-battles recruit recruit --games 2 --json --save kept.jsonl"
    whole = terminal.run(words).out
    first = kept.read_text().splitlines()[0]
    kept.write_text(first[:length])
    assert terminal.run(words).out == whole
    assert len(kept.read_text().splitlines()) == 3


@pytest.mark.parametrize("text", [b"a shopping list", b"hello\nworld", b"\xff\xfe\x00"])
def test_a_file_of_something_else_is_refused_and_left_alone(text: bytes, terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_bytes(text)
    terminal.refused("duel pocket-battles recruit recruit --games 2 --save kept.jsonl", "another duel")
    assert (tmp_path / "kept.jsonl").read_bytes() == text


def test_a_duel_counts_no_more_battles_of_its_file_than_are_asked_for(terminal: Terminal) -> None:
    words = "duel pocket-battles recruit recruit --json --games"
    fewer = terminal.run(f"{words} 2").out
    assert json.loads(terminal.run(f"{words} 6 --save kept.jsonl").out)["games"] == 6
    assert terminal.run(f"{words} 2 --save kept.jsonl").out == fewer


def test_against_an_opponent_that_the_rules_play_the_first_one_has_all_seats(terminal: Terminal) -> None:
    """There are no sides to swap: both battles of a pair are the recruit's against the Automa, with other dice."""
    came_to = terminal.run("duel aces-armor recruit automa --solo --games 2 --json")
    assert came_to.code == 0
    assert json.loads(came_to.out)["wins"] == 0
    wrong = terminal.run("duel aces-armor recruit sergeant --solo --games 2")
    assert wrong.code == 2
    assert "give it as the second opponent" in wrong.err


def test_a_budget_is_set_for_both_opponents_that_search(terminal: Terminal) -> None:
    came_to = json.loads(terminal.run("duel pocket-battles captain sergeant --sims 1 --games 2 --json").out)
    assert (came_to["one"], came_to["two"]) == ("captain:sims=1", "sergeant")
    assert terminal.run("duel pocket-battles captain general --think 0").code == 2


def test_a_duel_of_pocket_battles_draws_two_ready_armies_of_one_size_unless_told() -> None:
    kind = game_type("pocket-battles")
    for seed in range(6):
        drawn = kind.drawn(Random(seed))
        assert isinstance(drawn, PocketBattles)
        one, two = drawn.armies
        assert one.size == two.size in (50, 80)
        assert one.name != two.name
        assert one.name
    small = kind.drawn(Random(1), size="30", edition="2009")
    assert (small.chosen["size"], small.chosen["edition"]) == (30, "2009")


def test_a_duel_of_travel_battle_draws_the_usual_battle_between_ready_made_splits_unless_told() -> None:
    usual = TravelBattle.set_up()
    splits = set()
    for seed in range(30):
        drawn = TravelBattle.drawn(Random(seed))
        assert {**drawn.chosen, "brigades": ""} == {**usual.chosen, "brigades": ""}
        splits |= {split.name for split in drawn.brigades if split is not None}
    ready = {split.name for split in presets().values() if not split.has_horse_artillery}
    assert splits == ready
    riding = [TravelBattle.drawn(Random(seed), horse_artillery="on", max_turns=20) for seed in range(30)]
    assert {game.chosen["max_turns"] for game in riding} == {20}
    assert any(split and split.has_horse_artillery for game in riding for split in game.brigades)
    told = TravelBattle.drawn(Random(1), brigades="old-guard").brigades
    assert {split.name for split in told if split is not None} == {"Old guard"}


def test_limits_are_measured(terminal: Terminal) -> None:
    found = json.loads(terminal.run("limits pocket-battles --think 0.05 --decisions 3 --json").out)
    assert found["decisions"] == 3
    assert 0 < found["mean_seconds"] <= found["worst_seconds"]
    assert found["positions_in_mind"] > 10
    assert found["memory_megabytes"] < 500
    calm = json.loads(terminal.run("limits pocket-battles --level general:sims=2 --think 60 --decisions 2 --json").out)
    assert calm["mean_looks"] == 2
    assert "positions kept" in terminal.run("limits pocket-battles --think 0.02 --decisions 1").out
