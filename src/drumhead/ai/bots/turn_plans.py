"""An opponent for turns of many moves that compares plans for whole turns.

Rollouts of first moves end much alike: whatever comes first, the other improving moves follow. So whole turns are
planned instead, move by move, each by a greedy one-ply search of its own:

- one by the plain evaluation, the default plan;
- one for each goal of the game (`State.turn_goals`), whose value is added to the evaluation;
- some with the planning bias of the evaluation scaled (`State.planning_bias`);
- some by the plain evaluation with random moves left out (dropout).

Plans that lead to different positions are compared by rollouts to the end of the reply, allocated by sequential
halving (see `turn_search`). With enough rollouts there are two stages: the best plans of the first are refined, by more
plans of their evaluations with random dropout. The chosen plan is followed until dice fall.
"""

import math
import time
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from drumhead.ai.bots.budgeted_bot import DEADLINE_MARGIN_SECONDS
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.turn_search import TURN_SEARCH, Candidate, RolloutPolicy, TurnSearchBot
from drumhead.ai.search.evaluator import Evaluator
from drumhead.core.compiled import native
from drumhead.core.state import State
from drumhead.core.weights import shifted


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class TurnPlanConfig:
    """Parameters of the comparison of plans. Shares are parts of 1."""

    bias_factors: tuple[float, ...] = (3.0, 0.0, -1.0)
    """Factors of the planning bias, one plan each; the default plan has 1."""
    dropout_plans: int = 6
    """Plans by the plain evaluation with random dropout."""
    dropout_share: float = 0.25
    """The share of moves that these leave out."""
    planning_time_share: float = 0.25
    """The share of the time left in which plans are made, once there are two."""
    min_plans: int = 2
    rollouts_per_plan: int = 4
    """How many plans are compared at least, and how many rollouts of the budget each further plan takes."""
    refinement_rollouts: int = 64
    """The budget of rollouts from which on the best plans are refined; a budget of time alone always refines."""
    first_stage_share: float = 0.3
    """The share of rollouts, and of the time, of the stage before refinement."""
    refined_evaluations: int = 3
    """How many evaluations of the best plans are refined, in turn."""
    max_refined_plans: int = 24
    rollouts_per_refined_plan: int = 5
    """How many refined plans are made at most, and one for how many rollouts of the first stage."""
    refinement_dropout_share: float = 0.4
    """The share of moves that refined plans leave out."""
    deviation_penalty: float = 0.03
    small_budget_deviation_penalty: float = 0.2
    """How much better than the default plan a plan must be after one rollout: with refinement, and without.

    Two rollouts differ by 0.14: with few of them, most plans that look better do so by chance.
    """
    reserved_time_share: float = 0.3
    """The share of a turn's time kept for decisions after the plan: dice, combats, retreats."""
    later_decision_share: float = 0.5
    """The share of a turn's time left that one such decision may take, or another plan after others have acted."""
    min_decision_share: float = 0.01
    """The share of a turn's time that any decision may take."""


TURN_PLANS: Final = TurnPlanConfig()
NO_PLAN: Final = -1
"""The number of a candidate that stands for no plan."""

MoveTable = dict[bytes, int]
"""An action for each of some positions, by packed position."""
NO_MOVES: Final[MoveTable] = {}


class TurnPlan:
    """A planned turn: where it leads, its moves, the evaluation that it maximises, and its rollouts."""

    __slots__ = ("candidate", "end", "end_bias", "evaluate", "moves")

    def __init__(self, end: State, moves: MoveTable, evaluate: Evaluator, penalty: float) -> None:
        self.end = end
        self.moves = moves
        self.evaluate = evaluate
        self.candidate = Candidate(NO_PLAN, 0.0, penalty=penalty)
        self.end_bias = 0.0
        """The sum of the own planning biases where its rollouts ended."""

    def chance(self) -> float:
        """The chance to win, 0 to 1: the mean of the rollouts without the planning bias."""
        rollouts = self.candidate.rollouts
        mean = min(1.0, max(-1.0, self.candidate.total / rollouts))
        return (1 + shifted(mean, -self.end_bias / rollouts)) / 2


class TurnPlanBot(TurnSearchBot):
    """Follows the best plan for its turn until dice fall; compares first moves where there is nothing to plan."""

    review_simulations: ClassVar[int] = 0
    planned_moves: MoveTable = NO_MOVES
    """The moves of the chosen plan."""
    policy_moves: MoveTable = NO_MOVES
    """The moves of the rollout policy in positions of the last comparison."""
    budget_turn: int = 0
    seconds_spent: float = 0.0
    """The turn of the last decision, and the time that decisions of this turn took."""

    @property
    def positions(self) -> int:
        """How many positions the move tables hold."""
        return len(self.policy_moves) + len(self.planned_moves)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the planned move; where there is none, plans the turn or compares first moves."""
        self.simulated = 0
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        place = seen.pack()
        if place in self.planned_moves:
            return self.planned_moves[place]
        began = time.perf_counter()
        plans = len(actions) > TURN_SEARCH.few_choices and seen.turns_begun() > 0
        deadline = began + self.seconds_allowed(seen.turns_begun(), plans=plans)
        if plans:
            best = self.rank_plans(seen, seat, side, deadline)
            self.planned_moves = best[0].moves if best else NO_MOVES
        if place in self.planned_moves:
            chosen = self.planned_moves[place]
        else:
            chosen = self.best_first_move(seen, seat, side, self.considered(seen, actions), deadline)
        self.seconds_spent += time.perf_counter() - began
        return chosen

    def seconds_allowed(self, turn: int, *, plans: bool) -> float:
        """The time for a decision: all decisions of one turn share the budget of one."""
        seconds = self.seconds
        if seconds is None:
            return math.inf
        if not turn:
            return seconds - DEADLINE_MARGIN_SECONDS
        if turn != self.budget_turn:
            self.budget_turn, self.seconds_spent = turn, 0.0
        left = seconds - self.seconds_spent
        for_plan = left - TURN_PLANS.reserved_time_share * seconds if plans else 0.0
        least = TURN_PLANS.min_decision_share * seconds
        return max(for_plan, left * TURN_PLANS.later_decision_share, least) - DEADLINE_MARGIN_SECONDS

    def rank_plans(self, seen: State, seat: int, side: frozenset[int], deadline: float) -> list[TurnPlan]:
        """The plans that were compared, best first; empty if the game has no goals and no bias, or the end is near.

        Where the time is up before the first rollout, only the default plan, as far as it was made.
        """
        self.policy_moves = {}
        seed = str(self.rng.random())
        world = seen.guess(seat, Random(seed))
        planners = self._planners(seed, seen, seat)
        plans: dict[bytes, TurnPlan] = {}
        count = len(planners)
        if self.sims is not None:
            count = max(TURN_PLANS.min_plans, self.sims // TURN_PLANS.rollouts_per_plan)
        self._add_plans(plans, planners[:count], world, side, deadline)
        if self._has_small_budget():
            return self._compare(list(plans.values()), seen, 1.0, deadline)
        share = TURN_PLANS.first_stage_share
        best = self._compare(list(plans.values()), seen, share, deadline, share)
        refining = self._refining_planners(seed, best)
        if best and best[0].candidate.rollouts:
            kept = best[: (len(best) + 1) // 2] if refining else best
            best = self._compare(
                kept + self._add_plans(plans, refining, world, side, deadline), seen, 1 - share, deadline
            )
        return best

    def _has_small_budget(self) -> bool:
        """Returns whether the budget of rollouts is too small to refine plans."""
        return self.sims is not None and self.sims < TURN_PLANS.refinement_rollouts

    def _add_plans(
        self,
        plans: dict[bytes, TurnPlan],
        planners: list[GreedyBot],
        world: State,
        side: frozenset[int],
        deadline: float,
    ) -> list[TurnPlan]:
        """Makes plans while there is time, two at least; adds and returns those that lead to new positions."""
        new = []
        now = time.perf_counter()
        planning_deadline = now + (deadline - now) * TURN_PLANS.planning_time_share
        for planner in planners:
            if plans and time.perf_counter() > (planning_deadline if len(plans) > 1 else deadline):
                break
            end, moves = plan_turn(world.clone(), side, planner, deadline)
            place = end.pack()
            if place not in plans:
                penalty = 0.0
                if plans:
                    small = self._has_small_budget()
                    penalty = TURN_PLANS.small_budget_deviation_penalty if small else TURN_PLANS.deviation_penalty
                plans[place] = TurnPlan(end, moves, planner.evaluate, penalty)
                new.append(plans[place])
        return new

    def _compare(
        self, plans: list[TurnPlan], seen: State, share: float, deadline: float, time_share: float = 1.0
    ) -> list[TurnPlan]:
        """Plans by sequential halving, best first, with a share of the rollouts and of the time; empty near the end."""
        if not plans:
            return []
        so_far = [(plan.candidate.total, plan.candidate.rollouts, plan.candidate.penalty) for plan in plans]
        turns = seen.turns_begun() + TURN_SEARCH.rollout_turns
        seconds = (deadline - time.perf_counter()) * time_share
        given = [plan.end for plan in plans], so_far, self.policy_moves, seen.player, turns, share, seconds
        results = [compare_plans(self, *given)] if self.workers == 1 else self.run_in_workers(compare_plans, *given)
        if not any(results):
            return []
        rollouts = [0] * len(plans)
        for result in results:
            for number, total, played, end_bias in result:
                plans[number].candidate.add(total, played)
                plans[number].end_bias += end_bias
                rollouts[number] += played
        ranks = [(-rollouts[number], -plan.candidate.score(), number) for number, plan in enumerate(plans)]
        return [plans[number] for _, _, number in sorted(ranks)]

    def _planners(self, seed: str, seen: State, seat: int) -> list[GreedyBot]:
        """The planners of the first stage, the default one first; none where the game has no goals and no bias."""
        evaluations = [self.evaluate] + [with_goal(self.evaluate, goal) for goal in seen.turn_goals(seat)]
        if seen.planning_bias(seat):
            evaluations += [with_bias_factor(self.evaluate, factor) for factor in TURN_PLANS.bias_factors]
        if len(evaluations) == 1:
            return []
        planners = [make_planner(seed, evaluate, self.overlooks) for evaluate in evaluations]
        return planners + [
            self._dropout_planner(f"{seed}/{number}", self.evaluate, TURN_PLANS.dropout_share)
            for number in range(TURN_PLANS.dropout_plans)
        ]

    def _refining_planners(self, seed: str, best: list[TurnPlan]) -> list[GreedyBot]:
        """Planners with dropout for the evaluations of the best plans; the more rollouts were played, the more."""
        evaluations = list(dict.fromkeys([plan.evaluate for plan in best]))[: TURN_PLANS.refined_evaluations]
        played = sum([plan.candidate.rollouts for plan in best])
        count = min(TURN_PLANS.max_refined_plans, played // TURN_PLANS.rollouts_per_refined_plan)
        share = TURN_PLANS.refinement_dropout_share
        return [
            self._dropout_planner(f"{seed}/{number}/more", evaluations[number % len(evaluations)], share)
            for number in range(count)
        ]

    def _dropout_planner(self, seed: str, evaluate: Evaluator, share: float) -> GreedyBot:
        """A planner that leaves a share of the moves out, besides those that the level overlooks."""
        return make_planner(seed, evaluate, 1 - (1 - self.overlooks) * (1 - share))


class GreedyRolloutPolicy(RolloutPolicy):
    """Plays turns out by a one-ply search at every move, made once for each position."""

    def __init__(
        self,
        seat: int,
        deadline: float,
        evaluate: Evaluator,
        seed: str,
        max_rollouts: int | None,
        known_moves: MoveTable,
    ) -> None:
        super().__init__(seat, deadline, evaluate, max_rollouts)
        self.greedy = make_planner(seed, evaluate)
        self.known_moves = known_moves
        """The moves found so far: until dice fall differently, rollouts pass through the same positions."""

    def decide(self, state: State) -> State:
        """The position after the move of the highest one-step value."""
        place = state.pack()
        action = self.known_moves.get(place)
        if action is None:
            action = self.known_moves[place] = self.greedy.pick(state, state.player, frozenset((state.player,)))
        return self.after(state, action)


def make_planner(seed: str, evaluate: Evaluator, overlooks: float = 0.0) -> GreedyBot:
    """A one-ply search by an evaluation."""
    greedy = GreedyBot(seed, deep=0, overlooks=overlooks)
    greedy.evaluate = evaluate
    return greedy


def with_bias_factor(evaluate: Evaluator, factor: float) -> Evaluator:
    """An evaluation with its planning bias multiplied by a factor."""

    def biased_evaluation(state: State, seat: int) -> float:
        return shifted(evaluate(state, seat), (factor - 1) * state.planning_bias(seat))

    return biased_evaluation


def with_goal(evaluate: Evaluator, goal: int) -> Evaluator:
    """An evaluation with the value of a goal added."""

    def goal_evaluation(state: State, seat: int) -> float:
        return shifted(evaluate(state, seat), state.goal_value(seat, goal))

    return goal_evaluation


def plan_turn(state: State, side: frozenset[int], planner: GreedyBot, deadline: float) -> tuple[State, MoveTable]:
    """Plays moves until dice fall, the turn ends or the time is up; returns the changed position and the moves."""
    seat, turn = state.player, state.turns_begun()
    moves: MoveTable = {}
    while state.player == seat and state.turns_begun() == turn:
        action = planner.pick(state, seat, side)
        moves[state.pack()] = action
        state.apply(action)
        if time.perf_counter() > deadline:
            break
    return state, moves


def compare_plans(
    bot: TurnPlanBot,
    ends: list[State],
    so_far: list[tuple[float, int, float]],
    known_moves: MoveTable,
    seat: int,
    turns: int,
    share: float,
    seconds: float,
) -> list[tuple[int, float, int, float]]:
    """Plays plans out from where they lead until `turns` turns have begun, by sequential halving.

    `so_far` has the sum and number of earlier rollouts and the penalty of each plan. Returns number, sum and number of
    new rollouts, and sum of planning biases of each plan; nothing if the end is so near that it should be solved.
    """
    rng = Random(bot.rng.random())
    deadline = time.perf_counter() + seconds
    sims = None if bot.sims is None else int(bot.sims * share)
    policy = GreedyRolloutPolicy(seat, deadline, bot.evaluate, str(rng.random()), sims, known_moves)
    live = []
    for number, (total, rollouts, penalty) in enumerate(so_far):
        live.append(Candidate(number, 0.0, penalty=penalty))
        live[-1].add(total, rollouts)

    biases = [0.0] * len(ends)

    def play(candidate: Candidate, luck: float) -> float:
        value = policy.play_until(ends[candidate.action].clone(), turns, Random(luck))
        biases[candidate.action] += policy.end_bias
        return value

    def no_plan() -> list[Candidate]:
        return [Candidate(NO_PLAN, 0.0)]

    found = [candidate for candidate in bot.halve(live, policy, rng, play, no_plan) if candidate.action != NO_PLAN]
    return [
        (
            candidate.action,
            candidate.total - so_far[candidate.action][0],
            candidate.rollouts - so_far[candidate.action][1],
            biases[candidate.action],
        )
        for candidate in found
    ]
