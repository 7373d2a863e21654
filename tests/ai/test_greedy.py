"""Covers drumhead.ai.bots.greedy, and Bot.considered, in a game that is nothing but the contract."""

from collections.abc import Callable
from random import Random

import pytest

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.greedy import GREEDY, GreedyBot
from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.ai.bots.turn_search import TurnSearchBot
from tests.kit.tree_game import Tree, Twig, asked, coin

ALONE = frozenset((0,))


def picked(tree: Tree, seed: int = 1, side: frozenset[int] = ALONE) -> int:
    return GreedyBot(seed).pick(Twig(tree), 0, side)


def test_the_better_expectation_is_taken_though_the_other_could_win_more() -> None:
    assert picked(asked(0, coin(1.0, -1.0, -1.0), coin(0.2, -0.1, 0.2))) == 1
    assert picked(asked(0, coin(1.0, 1.0, -1.0), 0.3)) == 0


def test_an_opponent_is_expected_to_answer_as_is_worst() -> None:
    assert picked(asked(0, asked(1, 1.0, -1.0), 0.1)) == 1


def test_a_friend_is_expected_to_answer_as_is_best() -> None:
    assert picked(asked(0, asked(1, 1.0, -1.0), 0.1), side=frozenset((0, 1))) == 0


def test_a_reply_with_many_choices_is_not_searched() -> None:
    many = asked(1, *[-1.0] * (GREEDY.short_reply_choices + 1))
    assert picked(asked(0, many, -0.1)) == 0, "the position after it is worth 0 on its face"
    assert picked(asked(0, asked(1, *[-1.0] * GREEDY.short_reply_choices), -0.1)) == 1


def test_it_weighs_what_it_holds_possible_and_not_what_is() -> None:
    assert GreedyBot(1).pick(Twig(asked(0, 1.0, -1.0), guessed=asked(0, -1.0, 1.0)), 0, ALONE) == 1


def test_an_action_that_the_guess_does_not_know_is_left_alone() -> None:
    assert GreedyBot(1).pick(Twig(asked(0, -1.0, 0.5, 1.0), guessed=asked(0, -1.0, 0.5)), 0, ALONE) == 1


def test_ties_are_broken_by_the_seed() -> None:
    level = asked(0, 0.5, 0.5, 0.5, -0.5)
    picks = [picked(level, seed) for seed in range(40)]
    assert set(picks) == {0, 1, 2}
    assert picks == [picked(level, seed) for seed in range(40)]


@pytest.mark.parametrize("kind", [GreedyBot, TreeBot, TurnSearchBot])
def test_an_opponent_overlooks_the_share_that_is_set_repeatably_by_its_seed(kind: Callable[..., Bot]) -> None:
    plain = asked(0, *[number / 10 for number in range(10)])
    limits = {} if kind is GreedyBot else {"sims": 4}

    def picks(overlooks: float) -> list[int]:
        opponent = kind(1, overlooks=overlooks, **limits)
        return [opponent.pick(Twig(plain), 0, ALONE) for _ in range(400)]

    assert set(picks(0.0)) == {9}
    half = picks(0.5)
    assert 160 < half.count(9) < 240
    assert 70 < half.count(8) < 130, "if the best is overlooked, the next best is taken"
    assert half == picks(0.5)
    assert set(picks(1.0)) == set(range(10)), "all are overlooked: any"


class Free(Twig):
    """A decision that costs nothing: the rules let nobody overlook it."""

    def overlook_group(self, action: int) -> int:
        return 0


class TwoUnits(Twig):
    """Two units, each with five targets."""

    def overlook_group(self, action: int) -> int:
        return 1 + action // 5


@pytest.mark.parametrize("kind", [GreedyBot, TreeBot, TurnSearchBot])
def test_an_opponent_never_overlooks_what_is_free_nor_which_target_is_best(kind: Callable[..., Bot]) -> None:
    plain = asked(0, *[number / 10 for number in range(10)])
    limits = {} if kind is GreedyBot else {"sims": 4}

    def picks(state: type[Twig], overlooks: float) -> set[int]:
        opponent = kind(1, overlooks=overlooks, **limits)
        return {opponent.pick(state(plain), 0, ALONE) for _ in range(60)}

    assert picks(Free, 0.9) == {9}
    assert picks(TwoUnits, 0.9) == {4, 9}, "a unit may be overlooked, never its best target alone"


def test_the_number_of_positions_is_bounded() -> None:
    deep: Tree = 0.0
    for level in range(9):
        deep = asked(1, *[deep] * GREEDY.short_reply_choices) if level % 2 else coin(0.0, 0.0)
        deep = asked(1, *[deep] * GREEDY.short_reply_choices)
    bushy = Twig(asked(0, *[(-1, [deep] * 30)] * 60))
    GreedyBot(1).pick(bushy, 0, ALONE)
    assert bushy.applied[0] < 6 * GREEDY.max_positions


class Quiet(Twig):
    """A tree of quiet positions."""

    def clone(self) -> "Quiet":
        return Quiet(self.tree, self.applied)

    def guess(self, seat: int, rng: Random) -> "Quiet":
        return self.clone()

    def is_quiet(self) -> bool:
        return True


def test_a_quiet_position_is_evaluated_and_not_searched() -> None:
    tree = asked(0, coin(-1.0, -1.0), asked(1, -1.0, -1.0), -0.1)
    quiet = Quiet(tree)
    assert GreedyBot(1).pick(quiet, 0, ALONE) in (0, 1), "both are worth 0 on their face"
    assert quiet.applied[0] == 3
    assert picked(tree) == 2


def test_an_action_of_exact_value_is_not_searched_again() -> None:
    plain = Twig(asked(0, *[0.1] * 50, asked(1, 0.2, 0.3)))
    assert GreedyBot(1).pick(plain, 0, ALONE) == 50
    assert plain.applied[0] == 51 + 3, "all once, and the one with a reply once more, with its replies"


def test_a_single_legal_action_is_taken_without_search() -> None:
    lone = Twig(asked(0, coin(1.0, -1.0)))
    assert GreedyBot(1).pick(lone, 0, ALONE) == 0
    assert lone.applied[0] == 0
