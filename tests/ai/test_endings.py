"""Covers drumhead.ai.measure.endings, ai.search.solver, cli.commands.endings and the endgames of all games."""

import json
from random import Random

import pytest

from drumhead import SetupError
from drumhead.ai.measure.endings import Ending, play_ending
from drumhead.ai.search.solver import Solver, TooLargeError
from drumhead.core.registry import game_type
from drumhead.games.aces_armor.engine.position import Field as AcesField
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.value.endgames import is_ending
from drumhead.games.travel_battle.engine.position import Field
from tests.cli.conftest import terminal as terminal_fixture
from tests.kit.terminal import Terminal
from tests.kit.tree_game import Tree, Twig, asked, coin, endless

terminal = terminal_fixture
ALONE = frozenset((0,))


def test_perfect_play_of_both_sides_is_worked_out_with_exact_odds() -> None:
    tree = asked(0, asked(1, coin(1.0, 1.0, -1.0), 0.5), coin(1.0, 1.0, 1.0, -1.0), 0.0)
    solver = Solver(0, ALONE, 99)
    assert [solver.after(Twig(tree), action) for action in range(3)] == pytest.approx([2 / 3, 3 / 4, 1 / 2])
    assert solver.chance(Twig(tree)) == pytest.approx(3 / 4)
    assert Solver(1, frozenset((1,)), 99).chance(Twig(tree)) == pytest.approx(1 / 4)


def test_an_ending_without_end_or_too_large_is_left() -> None:
    with pytest.raises(TooLargeError):
        Solver(0, ALONE, 99).chance(Twig(endless(1.0)))
    with pytest.raises(TooLargeError):
        Solver(0, ALONE, 2).chance(Twig(asked(0, asked(0, 0.0, asked(0, 1.0, 0.0)), 1.0)))
    deep: Tree = 1.0
    for _ in range(300):
        deep = asked(0, deep, -1.0)
    with pytest.raises(TooLargeError):
        Solver(0, ALONE, 9999).chance(Twig(deep))
    with pytest.raises(TooLargeError):
        Solver(0, ALONE, 99, deadline=0.0).chance(Twig(asked(0, 0.0, 1.0)))


def test_the_loss_is_what_the_best_action_would_have_won_more() -> None:
    ending = Ending("", {"a": 0.5, "b": 0.75, "c": 0.74}, "c")
    assert ending.loss == pytest.approx(0.01)
    assert ending.is_good
    assert not Ending("", ending.chances, "a").is_good


def test_endings_of_pocket_battles_are_the_last_round_of_few_units() -> None:
    for seed in range(5):
        game, state = game_type("pocket-battles").ending(Random(seed)) or pytest.fail("no ending")
        assert isinstance(state, Battle)
        assert is_ending(state)
        assert len(state.legal()) > 1
        game.audit(state)


@pytest.mark.parametrize("seed", range(8))
def test_endings_of_travel_battle_are_the_last_turns_of_one_or_two_units_a_side(seed: int) -> None:
    game, state = game_type("travel-battle").ending(Random(seed)) or pytest.fail("no ending")
    assert isinstance(state, Field)
    assert all(1 <= len(state.living(side)) <= 2 for side in (0, 1))
    assert state.turn >= state.force.max_turns - 1
    game.audit(state)


@pytest.mark.parametrize("seed", range(8))
def test_endings_of_aces_and_armor_are_the_last_turn_of_one_or_two_units_a_side(seed: int) -> None:
    game, state = game_type("aces-armor").ending(Random(seed)) or pytest.fail("no ending")
    assert isinstance(state, AcesField)
    assert all(1 <= len(state.roster[faction]) <= 2 for faction in state.force.factions)
    assert (state.round, state.turns) == (game.chosen["max_rounds"], 2 * game.chosen["max_rounds"])
    game.audit(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["travel-battle", "aces-armor"])
def test_a_general_solves_small_endings(name: str) -> None:
    for number in range(2):
        assert play_ending(game_type(name), "general:sims=16", number, "near").loss <= 0.02


def test_only_endings_in_which_it_matters_are_drawn_and_the_same_seed_draws_the_same() -> None:
    kind = game_type("pocket-battles")
    one, again = (play_ending(kind, "recruit", 1, "x") for _ in range(2))
    assert one == again
    assert max(one.chances.values()) - min(one.chances.values()) > 0.02
    assert all(0 <= chance <= 1 for chance in one.chances.values())


@pytest.mark.slow
def test_the_command_counts_how_many_were_played_well(terminal: Terminal) -> None:
    found = json.loads(terminal.run("endings pocket-battles --positions 3 --sims 60 --json").out)
    assert found["level"] == "general:sims=60"
    assert found["near"] + len(found["missed"]) == found["endings"] == 3
    told = terminal.run("endings pocket-battles --positions 2 --level recruit").out
    assert "of 2 endings" in told


def test_a_game_without_endings_says_so() -> None:
    class Bare(game_type("pocket-battles")):  # type: ignore[misc]
        @classmethod
        def ending(cls, rng: Random) -> None:
            return None

    with pytest.raises(SetupError, match="no small endings"):
        play_ending(Bare, "recruit", 0, 0)
