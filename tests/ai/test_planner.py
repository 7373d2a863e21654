"""Planning whole turns: throws by their odds, replies counted, limits kept, the same under the same seed."""

from itertools import count
from math import inf
from random import Random

import pytest

from drumhead import CHANCE, OVER, bot, load
from drumhead.ai.bots import turn_search
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.levels import LeveledBot
from drumhead.ai.bots.turn_search import HASTE, Choice, RolloutPolicy, TurnSearchBot, likeliest
from drumhead.ai.search.evaluator import game_evaluation
from drumhead.core.state import PRIOR_ONLY, State
from tests.kit.tree_game import Tree, Twig, asked, coin, endless

BOTH = frozenset([0]), frozenset([1])


def pick(tree: Tree, seat: int = 0, sims: int = 8) -> int:
    return TurnSearchBot("seed", sims=sims).pick(Twig(tree), seat, BOTH[seat])


def test_throws_are_weighed_by_their_odds() -> None:
    assert pick(asked(0, coin(1.0, -1.0, -1.0), coin(1.0, 1.0, -1.0), coin(0.0, 0.0))) == 1


def test_luck_is_taken_off_what_a_turn_comes_to() -> None:
    game = asked(0, coin(1.0, -1.0, -1.0, -1.0))
    found = {RolloutPolicy(0, float("inf"), State.evaluate).play(Twig(game), 0, [], Random(seed)) for seed in range(9)}
    assert found == {-0.5}


def test_a_reply_is_expected_and_a_plan_of_several_steps_is_found() -> None:
    assert pick(asked(0, asked(1, 1.0, 1.0, -1.0), asked(1, 0.5, 0.25))) == 1
    deep = asked(0, asked(0, asked(0, 1.0, -1.0), -1.0), -1.0)
    assert pick(asked(0, 0.05, deep)) == 1


def test_after_a_decision_of_few_choices_the_turn_is_played_on() -> None:
    """What helps later in the turn is lined up then: the few choices of now are not all that can be done in it."""
    much_to_do = asked(0, 0.0, *[-1.0] * turn_search.FEW, 0.5)
    assert pick(asked(0, 0.25, much_to_do, endless(0.0))) == 1


@pytest.mark.parametrize("sims", [8, 64])
def test_workers_side_by_side_agree_on_a_move_and_repeat_themselves(sims: int) -> None:
    state = midway("travel-battle", 3)
    picks = set()
    for _ in range(2):
        two = bot(f"general:sims={sims},workers=2", "same")
        picks.add(two.pick(state.observe(state.player), state.player, BOTH[state.player]))
        assert isinstance(two, LeveledBot)
        assert isinstance(two.thinker, TurnSearchBot)
        assert two.thinker.pool, "one process thought alone"
    assert len(picks & set(state.legal())) == len(picks) == 1


def test_a_throw_that_is_made_again_and_again_does_not_hold_it_up() -> None:
    assert pick(asked(0, 0.0, endless(1.0))) == 1


def test_where_all_turns_played_out_see_the_end_it_is_solved_exactly() -> None:
    trap = asked(1, coin(1.0, 1.0, 1.0), asked(0, asked(1, coin(-0.5, 0.5), 0.25), -1.0))
    choices = TurnSearchBot("a", sims=4).weigh(Twig(asked(0, trap, coin(0.25, -0.5))), 0, BOTH[0], [0, 1], inf)
    assert [(choice.action, choice.worth()) for choice in choices] == [(0, 0.0), (1, -0.125)]


@pytest.mark.parametrize("sims", [8, 12, 16, 40])
def test_the_turns_it_may_play_out_are_played_and_no_more(sims: int) -> None:
    choices = TurnSearchBot("a", sims=sims).weigh(
        Twig(asked(0, *[endless(0.1)] * 30)), 0, BOTH[0], list(range(30)), inf
    )
    assert 0.8 * sims <= sum(choice.played for choice in choices) <= sims
    assert choices[0].played == max(choice.played for choice in choices)


def test_first_sight_counts_as_much_as_the_turns_played_out_that_it_is_worth() -> None:
    doubtful, trusted = Choice(0, 0.5, 1.0), Choice(0, 0.5, 8.0)
    for choice in (doubtful, trusted):
        choice.add(-0.4)
    assert doubtful.worth() == pytest.approx((0.5 - 0.4) / 2)
    assert trusted.worth() == pytest.approx((8 * 0.5 - 0.4) / 9)


def test_where_first_sight_is_trusted_less_is_held_against_ending_a_phase() -> None:
    game = load("travel-battle")
    state = game.start()
    rng = Random(5)
    while state.turns_begun() < 2 or state.player < 0 or len(state.legal()) <= turn_search.FEW:
        state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    seat, actions = state.player, state.legal()
    choices = TurnSearchBot(1, sims=200).weigh(state, seat, frozenset((seat,)), actions, inf)
    assert {choice.trust for choice in choices} == {state.prior_weight()}
    assert state.prior_weight() > 1
    assert {choice.action: choice.doubt for choice in choices if choice.doubt} == {
        actions[0]: HASTE / state.prior_weight()
    }
    for minded, doubted in ((actions[:3], actions[:1]), (actions[1:], [])):
        choices = TurnSearchBot(1, sims=200).weigh(state, seat, frozenset((seat,)), minded, inf)
        assert [choice.action for choice in choices if choice.doubt] == doubted, "overlooking others changes nothing"


def test_where_first_sight_decides_turns_are_played_out_only_to_see_whether_the_end_is_near() -> None:
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
            choices = TurnSearchBot(1, sims=24).weigh(state, seat, BOTH[seat], actions, inf)
            assert choices[0].look == RolloutPolicy(seat, inf, game_evaluation).looks(state, actions)[0][0]
            assert {choice.played for choice in choices} == {1}
            assert len(choices) == min(len(actions), turn_search.FEW)
            decided += 1
        state.apply(greedy.pick(state, seat, BOTH[seat]))
    assert decided > 50, "set-up alone was looked at"


def test_where_to_set_up_is_decided_by_luck_among_squares_that_look_alike() -> None:
    state = load("travel-battle", brigades="all-round").start()
    rng = Random(3)
    while state.player == CHANCE or len(state.legal()) <= turn_search.FEW:
        state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    seat = state.player
    looks = RolloutPolicy(seat, inf, game_evaluation).looks(state, state.legal())
    alike = {action for look, action in looks if look == looks[0][0]}
    assert len(alike) > 10
    picked = {bot("captain:sims=4,overlooks=0", seed).pick(state.observe(seat), seat, BOTH[seat]) for seed in range(9)}
    assert picked <= alike
    assert len(picked) > 3


def test_looks_that_differ_by_rounding_alone_stay_in_their_order() -> None:
    near = [(0.3, 1), (0.1 + 0.2, 2), (0.30001, 3)]
    assert [action for _, action in sorted(near, key=turn_search.first_sight)] == [3, 1, 2]


def test_of_a_throw_the_likeliest_outcomes_count_with_odds_made_whole() -> None:
    likely = likeliest(Twig(coin(*[0.0] * 40)))
    assert len(likely) == turn_search.LIKELIEST
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


@pytest.mark.parametrize("name", ["travel-battle", "aces-armor"])
def test_the_same_seed_and_number_of_turns_pick_the_same_and_leave_the_position_alone(name: str) -> None:
    state = midway(name, 3)
    packed = state.pack()
    picked = {
        TurnSearchBot("a", sims=6).pick(state.observe(state.player), state.player, BOTH[state.player]) for _ in "ab"
    }
    assert len(picked) == 1
    assert picked <= set(state.legal())
    assert state.pack() == packed


@pytest.mark.parametrize("think", [0.0, 0.05, 0.4])
def test_it_stops_with_the_first_step_after_its_time(monkeypatch: pytest.MonkeyPatch, think: float) -> None:
    state = midway("travel-battle", 4)
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_search.time.perf_counter", lambda: next(steps) / 1000)
    action = TurnSearchBot("a", think=think).pick(state, state.player, BOTH[state.player])
    assert action in state.legal()
    assert next(steps) <= 1000 * think + 5
    assert think < 0.4 or next(steps) > 300
