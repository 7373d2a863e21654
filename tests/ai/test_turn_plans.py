"""Covers drumhead.ai.bots.turn_plans: plans, goals, biases, dropout, refinement, and the time of a turn."""

from itertools import count
from math import inf
from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, bot, load
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.levels import LeveledBot
from drumhead.ai.bots.turn_plans import TURN_PLANS, GreedyRolloutPolicy, TurnPlanBot, with_bias_factor, with_goal
from drumhead.ai.bots.turn_search import TURN_SEARCH, TurnSearchBot
from drumhead.ai.search.evaluator import game_evaluation
from drumhead.ai.study.analyse import analyse
from drumhead.core.state import State
from drumhead.core.weights import shifted
from tests.ai.test_turn_search import BOTH, midway

FAR = 9
REACH = 3


class Ambush(State):
    """Two groups of a seat march one at a time; whoever comes within reach of the enemy is shot in the reply.

    The evaluation sees no danger, and its bias draws the groups to the enemy; only a plan with another bias stays away.
    """

    def __init__(self) -> None:
        self.away = [FAR, FAR]
        self.marching = 0
        self.turn = 1
        self.player = 0
        self.events = None

    def legal(self) -> list[int]:
        return list(range(TURN_SEARCH.few_choices + 1))

    def apply(self, action: int) -> None:
        if self.player == 1:
            self.player = OVER if any(away <= REACH for away in self.away) else 0
            self.turn, self.marching = self.turn + 1, 0
            return
        self.away[self.marching] -= action
        self.marching += 1
        if self.marching == len(self.away):
            self.player, self.turn = 1, self.turn + 1

    def clone(self) -> "Ambush":
        then = type(self)()
        then.away, then.marching, then.turn, then.player = self.away.copy(), self.marching, self.turn, self.player
        return then

    def guess(self, seat: int, rng: Random) -> "Ambush":
        return self.clone()

    def pack(self) -> bytes:
        return repr((self.away, self.marching, self.turn, self.player)).encode()

    def turns_begun(self) -> int:
        return self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0]

    def planning_bias(self, seat: int) -> float:
        return -0.1 * sum(self.away)

    def evaluate(self, seat: int) -> float:
        return shifted(0.0, self.planning_bias(seat))

    def is_quiet(self) -> bool:
        return True

    def overlook_group(self, action: int) -> int:
        return 1 + action


def test_a_turn_that_the_reply_would_punish_is_not_made_though_every_move_of_it_looks_best() -> None:
    state = Ambush()
    assert GreedyBot("a", deep=0).pick(state, 0, BOTH[0]) == TURN_SEARCH.few_choices
    planner = TurnPlanBot("a", sims=40)
    while state.turn == 1:
        state.apply(planner.pick(state, 0, BOTH[0]))
    assert min(state.away) > REACH


class Trap(Ambush):
    """As before, but whoever keeps away is shot as well: only between is it safe, where no biased plan stops.

    To be near is worth something by itself, so that without any bias the groups go on too.
    """

    def evaluate(self, seat: int) -> float:
        return shifted(0.0, self.planning_bias(seat) - 0.01 * sum(self.away))

    def apply(self, action: int) -> None:
        shot = self.player == 1 and not all(REACH < away < FAR for away in self.away)
        super().apply(action)
        if shot:
            self.player = OVER


def kept_between(kind: type[Trap]) -> list[bool]:
    """Whether both groups stop where it is safe, by seed."""
    kept = []
    for seed in "abcdefgh":
        state = kind()
        planner = TurnPlanBot(seed, sims=80)
        while state.turn == 1:
            state.apply(planner.pick(state, 0, BOTH[0]))
        kept.append(all(REACH < away < FAR for away in state.away))
    return kept


def test_a_turn_that_no_bias_leads_to_is_found_by_dropout() -> None:
    assert any(kept_between(Trap)), "plans with dropout do not differ"


class Gap(Trap):
    """As before, with the goals to stop between and to stay."""

    def turn_goals(self, seat: int) -> list[int]:
        return [FAR, REACH + 1]

    def goal_value(self, seat: int, goal: int) -> float:
        return -float(sum([abs(away - goal) for away in self.away]))


def test_a_turn_that_dropout_seldom_finds_is_always_found_by_its_goal() -> None:
    assert not all(kept_between(Trap))
    assert all(kept_between(Gap))


class Shelter(Ambush):
    """Nobody is shot; after the reply it is seen what a place was worth, best if one group stops beside the goal."""

    GOAL = 7
    BEST = (GOAL - 1, GOAL)

    def apply(self, action: int) -> None:
        replied = self.player == 1
        super().apply(action)
        if replied:
            self.player = 0

    def turn_goals(self, seat: int) -> list[int]:
        return [self.GOAL]

    def goal_value(self, seat: int, goal: int) -> float:
        return -float(sum([abs(away - goal) for away in self.away]))

    def evaluate(self, seat: int) -> float:
        if self.turn < 3:
            return super().evaluate(seat)
        return {self.BEST: 0.5, (self.GOAL, self.GOAL): 0.05}.get((min(self.away), max(self.away)), 0.0)


def where_it_goes(seed: str, sims: int) -> tuple[int, int]:
    """How far away the groups are after a turn, the nearer one first."""
    state = Shelter()
    planner = TurnPlanBot(seed, sims=sims)
    while state.turn == 1:
        state.apply(planner.pick(state, 0, BOTH[0]))
    return min(state.away), max(state.away)


def test_the_best_plans_are_refined_where_the_budget_allows() -> None:
    limit = TURN_PLANS.refinement_rollouts
    few, enough = (
        [where_it_goes(seed, sims) == Shelter.BEST for seed in "abcdefgh"] for sims in (limit - 1, 4 * limit)
    )
    assert sum(few) <= 2
    assert sum(enough) >= 6


def test_with_a_small_budget_a_plan_must_be_clearly_better_than_the_default() -> None:
    assert where_it_goes("a", 8) == (FAR - TURN_SEARCH.few_choices, FAR - TURN_SEARCH.few_choices)
    assert where_it_goes("a", TURN_PLANS.refinement_rollouts)[1] == Shelter.GOAL


class Lane(Ambush):
    """Whatever is done, the groups go one step."""

    def apply(self, action: int) -> None:
        super().apply(1 if self.player == 0 else action)


def test_where_all_plans_are_equal_the_only_one_is_followed() -> None:
    planner = TurnPlanBot("a", sims=40)
    state = Lane()
    while state.turn == 1:
        state.apply(planner.pick(state, 0, BOTH[0]))
        assert planner.simulations == (1 if state.marching == 1 else 0)


class Watched(Ambush):
    """As before, and evaluations are counted."""

    evaluated = 0

    def evaluate(self, seat: int) -> float:
        type(self).evaluated += 1
        return super().evaluate(seat)


def test_the_rollout_policy_searches_each_position_once() -> None:
    policy = GreedyRolloutPolicy(0, inf, game_evaluation, "a", None, {})
    counts = []
    for luck in range(3):
        Watched.evaluated = 0
        assert policy.play_until(Watched(), 3, Random(luck)) == -1.0
        counts.append(Watched.evaluated)
    assert counts == [2 * (TURN_SEARCH.few_choices + 1), 0, 0], "either march once, and the reply ends the battle"


def test_bias_factors_and_goals_are_added_to_an_evaluation_as_log_odds() -> None:
    state = midway("travel-battle", 3)
    drawn = state.planning_bias(0)
    assert drawn < 0
    assert with_bias_factor(game_evaluation, 3.0)(state, 0) == pytest.approx(shifted(state.evaluate(0), 2 * drawn))
    assert with_bias_factor(game_evaluation, 0.0)(state, 0) == pytest.approx(shifted(state.evaluate(0), -drawn))
    served = {goal: state.goal_value(0, goal) for goal in state.turn_goals(0)}
    assert len(set(served.values())) > 1
    for goal, by in served.items():
        assert with_goal(game_evaluation, goal)(state, 0) == pytest.approx(shifted(state.evaluate(0), by))


@pytest.mark.slow
def test_a_plan_is_followed_without_search_until_dice_fall_or_the_turn_ends() -> None:
    planner = TurnPlanBot("a", sims=20)
    done = []
    for seed in range(4):
        state = midway("travel-battle", seed)
        seat, turn = state.player, state.turns_begun()
        planner.pick(state, seat, BOTH[seat])
        moves = planner.planned_moves
        kept = 0
        while state.pack() in moves:
            action = planner.pick(state, seat, BOTH[seat])
            assert action == moves.get(state.pack(), action)
            assert planner.simulations == 0
            state.apply(action)
            kept += 1
        assert planner.planned_moves is moves
        assert state.player != seat or state.turns_begun() != turn or not kept
        done.append(kept)
    assert sum(done) > 8, f"{done} moves were planned"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["travel-battle", "aces-armor"])
def test_equal_seeds_pick_the_same_and_leave_the_position_unchanged(name: str) -> None:
    state = midway(name, 3)
    packed = state.pack()
    seat = state.player
    picked = {TurnPlanBot("a", sims=8).pick(state.observe(seat), seat, BOTH[seat]) for _ in "ab"}
    assert len(picked) == 1
    assert picked <= set(state.legal())
    assert state.pack() == packed


@pytest.mark.slow
def test_without_goals_and_bias_first_moves_are_compared() -> None:
    state = midway("aces-armor", 3)
    seat = state.player
    picks = [kind("a", sims=8).pick(state.observe(seat), seat, BOTH[seat]) for kind in (TurnPlanBot, TurnSearchBot)]
    assert picks[0] == picks[1]


@pytest.mark.slow
def test_plans_are_compared_in_travel_battle_and_first_moves_in_aces_and_armor_or_as_set() -> None:
    kinds = []
    for game, name in (
        ("travel-battle", "general:sims=4"),
        ("travel-battle", "captain:sims=4"),
        ("travel-battle", "general:sims=4,way=turn_search"),
        ("aces-armor", "general:sims=4"),
        ("aces-armor", "captain:sims=4,way=turn_plans"),
    ):
        state = midway(game, 3)
        leveled = bot(name, 1)
        leveled.pick(state.observe(state.player), state.player, BOTH[state.player])
        assert isinstance(leveled, LeveledBot)
        kinds.append(type(leveled.inner))
    assert kinds == [TurnPlanBot, TurnPlanBot, TurnSearchBot, TurnSearchBot, TurnPlanBot]


@pytest.mark.slow
@pytest.mark.parametrize("think", [0.0, 0.05, 3.0])
def test_it_stops_with_the_first_step_after_its_deadline(monkeypatch: pytest.MonkeyPatch, think: float) -> None:
    state = midway("travel-battle", 4)
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_search.time.perf_counter", lambda: next(steps) / 1000)
    planner = TurnPlanBot("a", think=think)
    assert planner.pick(state, state.player, BOTH[state.player]) in state.legal()
    assert next(steps) <= 1000 * think + 10
    assert think < 1 or planner.simulations > 10


@pytest.mark.parametrize("think", [0.0, 0.03, 0.2])
def test_in_too_short_a_time_it_follows_the_default_plan(monkeypatch: pytest.MonkeyPatch, think: float) -> None:
    state = midway("travel-battle", 5)
    steps = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_search.time.perf_counter", lambda: next(steps) / 1000)
    hasty, greedy = TurnPlanBot("a", think=think), GreedyBot("a", deep=0)
    best = greedy.pick(state, state.player, BOTH[state.player])
    assert best != state.legal()[0], "ending the phase is best here"
    assert hasty.pick(state, state.player, BOTH[state.player]) == best
    assert hasty.simulations <= 1


@pytest.mark.slow
def test_a_battle_of_travel_battle_is_played_to_its_end() -> None:
    game, rng = load("travel-battle"), Random(1)
    state = game.start()
    bots = [bot("general:sims=4", 1), bot("sergeant", 1)]
    while state.player != OVER:
        seat = state.player
        state.apply(state.sample(rng) if seat == CHANCE else bots[seat].pick(state.observe(seat), seat, BOTH[seat]))
    assert game.outcome(state) is not None


@pytest.mark.slow
def test_all_decisions_of_a_turn_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("travel-battle")
    match = Match(game, seed="budget")
    bots = [bot("sergeant", seat) for seat in (0, 1)]
    while match.state.turns_begun() < 5:
        match.settle()
        match.push(bots[match.to_act].choose(match))
    ticks = count()
    monkeypatch.setattr("drumhead.ai.bots.turn_plans.time.perf_counter", lambda: next(ticks) / 1000)
    general, seat, turn = TurnPlanBot("a", think=2.0), match.to_act, match.state.turns_begun()
    before, decisions = next(ticks), 0
    while match.state.turns_begun() == turn:
        match.settle()
        if match.to_act == seat:
            match.push(general.choose(match))
            decisions += 1
        elif match.to_act >= 0:
            match.push(bots[match.to_act].choose(match))
    assert decisions > 5
    own = next(ticks) - before
    assert own < 2000 * 1.1 + 10 * decisions, "one budget, and the least share for each decision"
    assert own > 1000, "the plan took its share of the time"


@pytest.mark.slow
def test_hints_of_travel_battle_are_the_plans_of_its_general() -> None:
    match = Match(load("travel-battle"), state=midway("travel-battle", 6))
    hints = analyse(match, sims=128, seed="a", best=3)
    plan = TurnPlanBot("a", sims=128).rank_plans(match.state, match.to_act, BOTH[match.to_act], inf)[0]
    assert hints[0].action.code == plan.moves[match.state.pack()]
    assert len({hint.action.notation for hint in hints}) == len(hints) > 1
    assert all(hint.visits > 1 for hint in hints), "each had more than one rollout"
    assert hints[0].line, "what else is done in the turn"
    assert all(0 <= hint.chance <= 1 for hint in hints)


def test_a_plan_made_anew_in_the_same_turn_gets_half_of_the_time_left() -> None:
    general = TurnPlanBot("a", think=2.0)
    first = general.seconds_allowed(3, plans=True)
    general.seconds_spent = first
    assert first == pytest.approx(1.4, abs=0.02)
    later = [general.seconds_allowed(3, plans=plans) for plans in (True, False)]
    assert later == pytest.approx([0.3, 0.3], abs=0.02)
    assert general.seconds_allowed(4, plans=True) == first, "another turn has its own budget"
