"""Covers drumhead.ai.bots.turn_search: rollouts, sequential halving, exact endings, budgets and seeds."""

from itertools import count
from math import inf
from random import Random

import pytest

from drumhead import CHANCE, OVER, bot, load
from drumhead.ai.bots import turn_search
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.levels import LeveledBot
from drumhead.ai.bots.turn_search import TURN_SEARCH, Candidate, RolloutPolicy, TurnSearchBot, likeliest_outcomes
from drumhead.ai.search.evaluator import game_evaluation
from drumhead.core.state import PRIOR_ONLY, State
from tests.kit.tree_game import Tree, Twig, asked, coin, endless

BOTH = frozenset([0]), frozenset([1])


def pick(tree: Tree, seat: int = 0, sims: int = 8) -> int:
    return TurnSearchBot("seed", sims=sims).pick(Twig(tree), seat, BOTH[seat])


def test_throws_are_weighed_by_their_odds() -> None:
    assert pick(asked(0, coin(1.0, -1.0, -1.0), coin(1.0, 1.0, -1.0), coin(0.0, 0.0))) == 1


def test_the_luck_of_throws_is_subtracted_from_a_rollout() -> None:
    game = asked(0, coin(1.0, -1.0, -1.0, -1.0))
    found = {RolloutPolicy(0, inf, State.evaluate).rollout(Twig(game), 0, [], Random(seed)) for seed in range(9)}
    assert found == {-0.5}


def test_a_reply_is_expected_and_a_plan_of_several_steps_is_found() -> None:
    assert pick(asked(0, asked(1, 1.0, 1.0, -1.0), asked(1, 0.5, 0.25))) == 1
    deep = asked(0, asked(0, asked(0, 1.0, -1.0), -1.0), -1.0)
    assert pick(asked(0, 0.05, deep)) == 1


def test_after_a_decision_of_few_choices_the_turn_is_played_to_its_end() -> None:
    """Later moves of the turn are ranked when they come up: the few choices of now are not all of the turn."""
    much_to_do = asked(0, 0.0, *[-1.0] * TURN_SEARCH.few_choices, 0.5)
    assert pick(asked(0, 0.25, much_to_do, endless(0.0))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("sims", [8, 64])
def test_worker_processes_agree_on_a_move_and_are_repeatable(sims: int) -> None:
    state = midway("travel-battle", 3)
    picks = set()
    for _ in range(2):
        two = bot(f"general:sims={sims},workers=2", "same")
        picks.add(two.pick(state.observe(state.player), state.player, BOTH[state.player]))
        assert isinstance(two, LeveledBot)
        assert isinstance(two.inner, TurnSearchBot)
        assert two.inner.pool, "no worker process was used"
    assert len(picks & set(state.legal())) == len(picks) == 1


def test_a_throw_that_repeats_endlessly_does_not_stall_it() -> None:
    assert pick(asked(0, 0.0, endless(1.0))) == 1


def test_where_all_rollouts_end_the_battle_it_is_solved_exactly() -> None:
    trap = asked(1, coin(1.0, 1.0, 1.0), asked(0, asked(1, coin(-0.5, 0.5), 0.25), -1.0))
    state = Twig(asked(0, trap, coin(0.25, -0.5)))
    candidates = TurnSearchBot("a", sims=4).rank_first_moves(state, 0, BOTH[0], [0, 1], inf)
    assert [(candidate.action, candidate.score()) for candidate in candidates] == [(0, 0.0), (1, -0.125)]


@pytest.mark.parametrize("sims", [8, 12, 16, 40])
def test_the_budget_of_rollouts_is_used_and_not_exceeded(sims: int) -> None:
    candidates = TurnSearchBot("a", sims=sims).rank_first_moves(
        Twig(asked(0, *[endless(0.1)] * 30)), 0, BOTH[0], list(range(30)), inf
    )
    assert 0.8 * sims <= sum(candidate.rollouts for candidate in candidates) <= sims
    assert candidates[0].rollouts == max(candidate.rollouts for candidate in candidates)


def test_the_prior_counts_as_many_rollouts_as_its_weight() -> None:
    weak, strong = Candidate(0, 0.5, 1.0), Candidate(0, 0.5, 8.0)
    for candidate in (weak, strong):
        candidate.add(-0.4)
    assert weak.score() == pytest.approx((0.5 - 0.4) / 2)
    assert strong.score() == pytest.approx((8 * 0.5 - 0.4) / 9)


def test_a_higher_prior_weight_lowers_the_penalty_of_ending_a_phase() -> None:
    game = load("travel-battle")
    state = game.start()
    rng = Random(5)
    while state.turns_begun() < 2 or state.player < 0 or len(state.legal()) <= TURN_SEARCH.few_choices:
        state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    seat, actions = state.player, state.legal()
    candidates = TurnSearchBot(1, sims=200).rank_first_moves(state, seat, frozenset((seat,)), actions, inf)
    assert {candidate.prior_weight for candidate in candidates} == {state.prior_weight()}
    assert state.prior_weight() > 1
    penalties = {candidate.action: candidate.penalty for candidate in candidates if candidate.penalty}
    assert penalties == {actions[0]: TURN_SEARCH.end_phase_penalty / state.prior_weight()}
    for considered, penalized in ((actions[:3], actions[:1]), (actions[1:], [])):
        candidates = TurnSearchBot(1, sims=200).rank_first_moves(state, seat, frozenset((seat,)), considered, inf)
        found = [candidate.action for candidate in candidates if candidate.penalty]
        assert found == penalized, "overlooking others changes nothing"


@pytest.mark.slow
def test_where_the_prior_decides_rollouts_only_tell_whether_the_end_is_near() -> None:
    state = load("travel-battle").start()
    rng, greedy = Random(3), GreedyBot(3, deep=0)
    decided = 0
    while state.turns_begun() < 12:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        actions = state.legal()
        if len(actions) > 1 and state.prior_weight() == PRIOR_ONLY:
            candidates = TurnSearchBot(1, sims=24).rank_first_moves(state, seat, BOTH[seat], actions, inf)
            assert candidates[0].prior == RolloutPolicy(seat, inf, game_evaluation).rank_actions(state, actions)[0][0]
            assert {candidate.rollouts for candidate in candidates} == {1}
            assert len(candidates) == min(len(actions), TURN_SEARCH.few_choices)
            decided += 1
        state.apply(greedy.pick(state, seat, BOTH[seat]))
    assert decided > 50, "set-up alone was searched"


@pytest.mark.slow
def test_set_up_squares_of_equal_value_are_chosen_at_random() -> None:
    state = load("travel-battle", brigades="all-round").start()
    rng = Random(3)
    while state.player == CHANCE or len(state.legal()) <= TURN_SEARCH.few_choices:
        state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    seat = state.player
    ranked = RolloutPolicy(seat, inf, game_evaluation).rank_actions(state, state.legal())
    alike = {action for value, action in ranked if value == ranked[0][0]}
    assert len(alike) > 10
    picked = {bot("captain:sims=4,overlooks=0", seed).pick(state.observe(seat), seat, BOTH[seat]) for seed in range(9)}
    assert picked <= alike
    assert len(picked) > 3


def test_priors_that_differ_by_rounding_alone_keep_their_order() -> None:
    near = [(0.3, 1), (0.1 + 0.2, 2), (0.30001, 3)]
    assert [action for _, action in sorted(near, key=turn_search.prior_order)] == [3, 1, 2]


def test_the_likeliest_outcomes_of_a_throw_count_with_odds_that_sum_to_one() -> None:
    likely = likeliest_outcomes(Twig(coin(*[0.0] * 40)))
    assert len(likely) == TURN_SEARCH.max_outcomes
    assert sum(odds for _, odds in likely) == pytest.approx(1)


def midway(name: str, seed: int) -> State:
    """A battle in its first turns, where somebody has much to decide."""
    rng = Random(seed)
    state = load(name).start()
    bots = [GreedyBot(seed), GreedyBot(seed)]
    while state.turns_begun() < 5 or state.player == CHANCE or len(state.legal()) < 12:
        assert state.player != OVER
        seat = state.player
        state.apply(state.sample(rng) if seat == CHANCE else bots[seat].pick(state.observe(seat), seat, BOTH[seat]))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("name", ["travel-battle", "aces-armor"])
def test_equal_seeds_and_rollouts_pick_the_same_and_leave_the_position_unchanged(name: str) -> None:
    state = midway(name, 3)
    packed = state.pack()
    picked = {
        TurnSearchBot("a", sims=6).pick(state.observe(state.player), state.player, BOTH[state.player]) for _ in "ab"
    }
    assert len(picked) == 1
    assert picked <= set(state.legal())
    assert state.pack() == packed


@pytest.mark.parametrize("think", [0.0, 0.05, 0.4])
def test_it_stops_with_the_first_step_after_its_deadline(monkeypatch: pytest.MonkeyPatch, think: float) -> None:
    state = midway("travel-battle", 4)
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_search.time.perf_counter", lambda: next(steps) / 1000)
    action = TurnSearchBot("a", think=think).pick(state, state.player, BOTH[state.player])
    assert action in state.legal()
    assert next(steps) <= 1000 * think + 5
    assert think < 0.4 or next(steps) > 300
