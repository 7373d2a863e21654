"""An opponent for turns of many moves: it compares first moves by rollouts of the turn and of the reply.

Rollouts are allocated by sequential halving (Karnin, Koren and Somekh 2013): every round plays all candidates out and
drops the weaker half. A candidate's mean starts from a prior, its one-step value, which counts as many rollouts as
`State.prior_weight` says. Two techniques reduce variance: rollouts of one round share their random numbers, and at
every throw of a rollout the difference between the value after it and the expectation over all its outcomes is
subtracted (a control variate). Where all rollouts of the first round reach the end of the battle, the position is
solved exactly if it is small enough.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from drumhead.ai.bots.budgeted_bot import BudgetedBot
from drumhead.ai.search.evaluator import Evaluator
from drumhead.ai.search.solver import Solver, TooLargeError
from drumhead.core.compiled import native
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY, State


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class TurnSearchConfig:
    """Parameters of the search by rollouts."""

    few_choices: int = 6
    """A decision with at most this many choices is searched anew in every rollout; others follow a move order."""
    quiescence_depth: int = 2
    """Throws and short replies in a row that a one-step value looks through."""
    max_outcomes: int = 16
    """Outcomes of one throw that are weighed, likeliest first."""
    rollout_turns: int = 2
    """Turns that a rollout plays, the own one included."""
    max_rollout_steps: int = 120
    """Decisions and throws of a rollout at most."""
    end_phase_penalty: float = 0.08
    """How much better ending a phase must be than other moves after one rollout each.

    It is divided by the prior weight: the more the prior counts, the seldomer ending looks better by chance.
    """
    end_phase_tolerance: float = 0.03
    """What ending a phase may lose by its one-step value when no improving move is left in a rollout."""
    solver_positions_per_rollout: int = 400
    """Positions that the exact solver may visit for each rollout of the budget."""
    max_solver_positions: int = 20_000
    """Positions that the exact solver may visit at most."""
    max_candidates: int = 32
    min_candidates: int = 4
    """How many first moves get rollouts, at most and at least.

    The move with the best prior often is not the best after the reply, and one rollout tells much: many candidates with
    few rollouts each are better than few candidates with many.
    """
    prior_digits: int = 9
    """Decimal places to which priors are compared, so that rounding does not change their order."""


TURN_SEARCH: Final = TurnSearchConfig()
NO_TURN: Final = -1
"""The turn of a move order that is not made yet."""


class TimeUpError(Exception):
    """The deadline has passed."""


class Candidate:
    """A first move: its prior, and the sum and number of its rollouts."""

    __slots__ = ("action", "penalty", "prior", "prior_weight", "rollouts", "total")

    def __init__(self, action: int, prior: float, prior_weight: float = 1.0, penalty: float = 0.0) -> None:
        self.action = action
        self.prior = prior
        """The one-step value."""
        self.prior_weight = prior_weight
        """How many rollouts the prior counts."""
        self.penalty = penalty
        """What is subtracted after one rollout; it shrinks with the square root of their number."""
        self.total = 0.0
        self.rollouts = 0

    def add(self, total: float, rollouts: int = 1) -> None:
        """Adds the sum of some rollouts."""
        self.total += total
        self.rollouts += rollouts

    def mean(self) -> float:
        """The mean of prior and rollouts."""
        return (self.prior_weight * self.prior + self.total) / (self.prior_weight + self.rollouts)

    def score(self) -> float:
        """The mean less the penalty."""
        return self.mean() - self.penalty / math.sqrt(1 + self.rollouts)

    def robust_key(self) -> tuple[int, float]:
        """The number of rollouts, which grows with the quality of a candidate, then the score."""
        return self.rollouts, self.score()


class TurnSearchBot(BudgetedBot):
    """Picks the first move that survives sequential halving."""

    review_simulations: ClassVar[int] = 4

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the first move whose rollouts come to most."""
        self.simulated = 0
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        return self.best_first_move(seen, seat, side, self.considered(seen, actions), self.deadline())

    def best_first_move(self, seen: State, seat: int, side: frozenset[int], actions: list[int], deadline: float) -> int:
        """Returns the best first move found by the deadline, in this process or in workers."""
        if self.workers == 1:
            return self.rank_first_moves(seen, seat, side, actions, deadline)[0].action
        return self._merged_first_move(seen, seat, side, actions, deadline - time.perf_counter())

    def _merged_first_move(
        self, seen: State, seat: int, side: frozenset[int], actions: list[int], seconds: float
    ) -> int:
        """Adds up the rollouts of all workers; a move that one of them dropped keeps its fewer rollouts."""
        found: dict[int, Candidate] = {}
        for candidates in self.run_in_workers(rank_in_worker, seen, seat, side, actions, seconds):
            for action, prior, total, rollouts in candidates:
                found.setdefault(action, Candidate(action, prior, seen.prior_weight())).add(total, rollouts)
        return max(found.values(), key=Candidate.robust_key).action

    def rank_first_moves(
        self, seen: State, seat: int, side: frozenset[int], actions: list[int], deadline: float
    ) -> list[Candidate]:
        """The first moves that had rollouts, best first: by the round in which they were dropped, then by score."""
        rng = Random(self.rng.random())
        world = seen.guess(seat, rng)
        possible = set(world.legal())
        weighed = [action for action in actions if action in possible] or actions
        prior_weight = seen.prior_weight()
        if prior_weight == PRIOR_ONLY:  # equal priors, as when setting up, are ordered at random
            weighed = rng.sample(weighed, len(weighed))
        policy = RolloutPolicy(seat, deadline, self.evaluate, self.sims)
        priors = policy.rank_actions(world, weighed)
        legal = seen.legal()
        move_order = improving_moves(priors, policy.value(world, seat)) if len(legal) > TURN_SEARCH.few_choices else []
        best = priors[: TURN_SEARCH.few_choices if prior_weight == PRIOR_ONLY else self.candidate_count(len(priors))]
        live = [
            Candidate(action, prior, prior_weight, end_phase_penalty(action, legal) / prior_weight)
            for prior, action in best
        ]
        if len(live) == 1:
            return live

        def play(candidate: Candidate, luck: float) -> float:
            return policy.rollout(seen.guess(seat, Random(luck)), candidate.action, move_order, Random(luck))

        def solve() -> list[Candidate]:
            return self._solve_exactly(seen, seat, side, actions, deadline)

        return self.halve(live, policy, rng, play, solve)

    def halve(
        self,
        live: list[Candidate],
        policy: "RolloutPolicy",
        rng: Random,
        play: Callable[[Candidate, float], float],
        solve: Callable[[], list[Candidate]],
    ) -> list[Candidate]:
        """Runs sequential halving until one candidate is left or the time is up; returns them best first.

        A single candidate gets one rollout. If all rollouts of the first round end the battle, the result of `solve` is
        returned, where it has one. With PRIOR_ONLY one round is played, for that alone, and the order stays.
        """
        dropped: list[Candidate] = []
        is_prior_only = live[0].prior_weight == PRIOR_ONLY
        try:
            while len(live) > 1 or not policy.rollouts:
                begun = time.perf_counter()
                is_first_round = not policy.rollouts
                for _ in range(1 if is_prior_only else policy.rollouts_per_candidate(len(live))):
                    luck = rng.random()
                    for candidate in live:
                        candidate.add(play(candidate, luck))
                if is_first_round and policy.finished == policy.rollouts:
                    solved = solve()
                    if solved:
                        return solved
                if is_prior_only:
                    break
                if policy.max_rollouts is None and _has_time_for_round(begun, policy.deadline, len(live)):
                    continue
                live.sort(key=Candidate.score, reverse=True)
                half = (len(live) + 1) // 2
                dropped = live[half:] + dropped
                live = live[:half]
        except TimeUpError:
            live.sort(key=Candidate.score, reverse=True)
        self.simulated += policy.rollouts
        return live + dropped

    def _solve_exactly(
        self, seen: State, seat: int, side: frozenset[int], actions: list[int], deadline: float
    ) -> list[Candidate]:
        """All first moves by their exact values, best first; empty if the ending is too large."""
        world = seen.guess(seat, Random(0))
        now = time.perf_counter()
        max_positions = TURN_SEARCH.max_solver_positions
        if self.sims is not None:
            max_positions = min(max_positions, TURN_SEARCH.solver_positions_per_rollout * self.sims)
        solver = Solver(seat, side, max_positions, now + (deadline - now) / 2)
        try:
            candidates = [Candidate(action, 2 * solver.after(world, action) - 1) for action in actions]
        except TooLargeError:
            return []
        return sorted(candidates, key=Candidate.score, reverse=True)

    def candidate_count(self, actions: int) -> int:
        """How many of the actions get rollouts: half as many as the budget of rollouts, within bounds."""
        most, least = TURN_SEARCH.max_candidates, TURN_SEARCH.min_candidates
        return min(actions, most if self.sims is None else max(least, min(most, self.sims // 2)))


def _has_time_for_round(begun: float, deadline: float, live: int) -> bool:
    """Returns whether another round of all candidates leaves as much time for each of the smaller rounds to come."""
    now = time.perf_counter()
    return deadline - now > (now - begun) * (live.bit_length() + 1)


def end_phase_penalty(action: int, actions: list[int]) -> float:
    """The penalty of an action: positive for the first of many, which ends the phase, else 0.

    Ending a phase takes all its other moves away, and over the many moves of a turn it would sooner or later be picked
    by chance; the other moves can still be made one after another.
    """
    return TURN_SEARCH.end_phase_penalty if len(actions) > TURN_SEARCH.few_choices and action == actions[0] else 0.0


def prior_order(ranked: tuple[float, int]) -> float:
    """A sort key for (value, action), best first, that ignores rounding errors."""
    return -round(ranked[0], TURN_SEARCH.prior_digits)


def improving_moves(ranked: list[tuple[float, int]], now: float) -> list[int]:
    """The best of ranked actions and all that are better than the value now, best last."""
    return [action for place, (value, action) in enumerate(ranked) if value > now or place == 0][::-1]


def likeliest_outcomes(state: State) -> list[tuple[int, float]]:
    """The likeliest outcomes of a throw, with odds scaled to sum to 1."""
    likely = state.chances()
    if len(likely) > TURN_SEARCH.max_outcomes:
        likely = sorted(likely, key=lambda chance: -chance[1])[: TURN_SEARCH.max_outcomes]
    whole = sum([odds for _, odds in likely])
    return [(outcome, odds / whole) for outcome, odds in likely]


class RolloutPolicy:
    """Plays turns out for all seats and returns their value for one: each seat makes the moves that improve its value.

    The improving moves of a turn are ranked once and then made in that order, as far as they still improve it.
    """

    def __init__(self, seat: int, deadline: float, evaluate: Evaluator, max_rollouts: int | None = None) -> None:
        self.seat = seat
        self.deadline = deadline
        """A time by `time.perf_counter`, after which `after` raises TimeUpError."""
        self.is_timed = deadline < math.inf
        self.evaluate = evaluate
        self.max_rollouts = max_rollouts
        """The budget of rollouts; None is as many as the time allows."""
        self.rollouts = 0
        self.finished = 0
        """How many rollouts were played, and how many of them to the end of the battle."""
        self.move_orders: dict[tuple[int, int, int], list[int]] = {}
        """By first move, turn and seat: the improving moves when they were first ranked, best last.

        The reply to one first move is much the same in every rollout, so it is ranked once.
        """
        self.move_order: list[int] = []
        """What is left of the move order of the current turn."""
        self.order_key = (0, 0, 0)
        """The first move, turn and seat of the current move order."""
        self.end_bias = 0.0
        """The planning bias of the own seat where the last rollout ended; 0 at the end of the battle."""

    def rollouts_per_candidate(self, live: int) -> int:
        """How many rollouts each live candidate gets in this round, by the budget that is left."""
        if self.max_rollouts is None or live == 1:
            return 1
        return max(1, (self.max_rollouts - self.rollouts) // ((live - 1).bit_length() * live))

    def value(self, state: State, seat: int) -> float:
        """The result or the evaluation of a position for a seat."""
        return state.returns()[seat] if state.player == OVER else self.evaluate(state, seat)

    def after(self, state: State, action: int) -> State:
        """The position after an action; raises TimeUpError."""
        if self.is_timed and time.perf_counter() > self.deadline:
            raise TimeUpError
        then = state.clone()
        then.apply(action)
        return then

    def quiescent_value(self, state: State, seat: int, depth: int = TURN_SEARCH.quiescence_depth) -> float:
        """The value of a position for a seat after throws and short replies that are due (quiescence search)."""
        if not depth or state.player == OVER or state.is_quiet():
            return self.value(state, seat)
        if state.player == CHANCE:
            thens = [(self.after(state, outcome), odds) for outcome, odds in likeliest_outcomes(state)]
            return sum([odds * self.quiescent_value(then, seat, depth - 1) for then, odds in thens])
        replies = state.legal()
        if len(replies) > TURN_SEARCH.few_choices:
            return self.value(state, seat)
        return self.quiescent_value(self.best_reply(state, replies, depth - 1), seat, depth - 1)

    def rank_actions(self, state: State, actions: list[int]) -> list[tuple[float, int]]:
        """The one-step values of actions for the deciding seat, best first; of some only when the time is up."""
        seat = state.player
        found: list[tuple[float, int]] = []
        for action in actions:
            try:
                found.append((self.quiescent_value(self.after(state, action), seat), action))
            except TimeUpError:
                break
        found.sort(key=prior_order)
        return found or [(0.0, actions[0])]

    def rollout(self, state: State, action: int, move_order: list[int], rng: Random) -> float:
        """Changes a position by an action, the rest of the turn and the reply, or the set-up; returns its value.

        Without a move order, moves are ranked when there are many to choose from.
        """
        begun = state.turns_begun()
        self.order_key = (action, begun if move_order else NO_TURN, state.player)
        self.move_order = move_order.copy()
        state.apply(action)
        return self.play_until(state, begun + TURN_SEARCH.rollout_turns if begun else 1, rng)

    def play_until(self, state: State, turns: int, rng: Random) -> float:
        """Plays on until this many turns have begun; returns the value for the own seat less the luck of its dice."""
        luck = 0.0
        for _ in range(TURN_SEARCH.max_rollout_steps):
            if state.player == OVER or state.turns_begun() >= turns:
                break
            if state.player == CHANCE:
                state, gained = self.throw(state, rng)
                luck += gained
            else:
                state = self.decide(state)
        self.rollouts += 1
        self.finished += state.player == OVER
        self.end_bias = 0.0 if state.player == OVER else state.planning_bias(self.seat)
        return self.value(state, self.seat) - luck

    def throw(self, state: State, rng: Random) -> tuple[State, float]:
        """The position after a random outcome, and how much better it is for the own seat than the expectation."""
        drawn = rng.random()
        mean = given = 0.0
        chosen = state
        for outcome, odds in likeliest_outcomes(state):
            then = self.after(state, outcome)
            value = self.value(then, self.seat)
            mean += odds * value
            if drawn >= 0.0:
                chosen, given = then, value
            drawn -= odds
        return chosen, given - mean

    def decide(self, state: State) -> State:
        """The position after the decision of the policy: the next move of the order that still improves the value."""
        actions = state.legal()
        if len(actions) == 1:
            return self.after(state, actions[0])
        seat = state.player
        if len(actions) <= TURN_SEARCH.few_choices:
            return self.best_reply(state, actions, TURN_SEARCH.quiescence_depth)
        key = (self.order_key[0], state.turns_begun(), seat)
        if self.order_key != key:
            self.order_key = key
            if key not in self.move_orders:
                return self.rank_moves(state, actions)
            self.move_order = self.move_orders[key].copy()
        now = self.value(state, seat)
        possible = set(actions) if self.move_order else set()
        for index in range(len(self.move_order) - 1, -1, -1):
            if self.move_order[index] in possible:
                then = self.after(state, self.move_order.pop(index))
                if self.quiescent_value(then, seat) > now:
                    return then
        ended = self.after(state, actions[0])
        if self.quiescent_value(ended, seat) >= now - TURN_SEARCH.end_phase_tolerance:
            return ended
        return self.rank_moves(state, actions)

    def best_reply(self, state: State, actions: list[int], depth: int) -> State:
        """The position after the action of the highest quiescent value for the deciding seat."""
        seat = state.player
        thens = [self.after(state, action) for action in actions]
        values = [self.quiescent_value(then, seat, depth) for then in thens]
        return thens[values.index(max(values))]

    def rank_moves(self, state: State, actions: list[int]) -> State:
        """Ranks the improving moves of the current turn anew and returns the position after the best."""
        ranked = self.rank_actions(state, actions)
        order = improving_moves(ranked, self.value(state, state.player))
        self.move_orders[self.order_key] = order + self.move_orders.get(self.order_key, [])
        self.move_order = order[:-1]
        return self.after(state, ranked[0][1])


def rank_in_worker(
    bot: TurnSearchBot, seen: State, seat: int, side: frozenset[int], actions: list[int], seconds: float
) -> list[tuple[int, float, float, int]]:
    """First moves as one worker ranks them: action, prior, sum and number of rollouts."""
    candidates = bot.rank_first_moves(seen, seat, side, actions, time.perf_counter() + seconds)
    return [(candidate.action, candidate.prior, candidate.total, candidate.rollouts) for candidate in candidates]
