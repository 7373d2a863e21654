"""Hints: the best actions of a position, the chance to win with each, and what would likely follow."""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.tree_bot import TreeBot, action_weights
from drumhead.ai.bots.turn_plans import TurnPlan, TurnPlanBot
from drumhead.ai.bots.turn_search import TURN_SEARCH, Candidate, RolloutPolicy, TurnSearchBot
from drumhead.ai.search.evaluator import unbiased_evaluation
from drumhead.ai.search.puct_tree import Node, PuctTree
from drumhead.core.actions import Action
from drumhead.core.errors import IllegalAction
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY, SEARCH_PLANS, SEARCH_TREE, SEARCH_TURNS, State
from drumhead.core.weights import shifted

MAX_LINE_DECISIONS: Final = 4
"""How many decisions of the likely line are told."""
MIN_PLAN_ROLLOUTS: Final = 2
"""How many rollouts a plan needs to be named beside the best one."""
LINE_TIME_SHARE: Final = 0.25
"""The share of the time kept for the likely line where first moves are compared."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, the chance to win with it, its visits (or rollouts), and the decisions that would likely follow.

    A chance with few visits is less reliable: replies that refute it may not have been found yet.
    """

    action: Action
    chance: float
    visits: int
    line: tuple[Text, ...]

    def __str__(self) -> str:
        then = f"; then {'; '.join(map(str, self.line))}" if self.line else ""
        return f"{self.chance:.0%} ({self.visits})  {self.action.words}{then}"


def analyse(
    match: Match, *, think: float = 1.0, sims: int | None = None, seed: int | str | None = 0, best: int = 5
) -> list[Hint]:
    """The best actions of the seat to act by what it may see, most reliable first.

    `think` is seconds; `sims` simulations instead, which makes the hints repeatable by the seed.
    """
    seat = match.to_act
    if seat < 0:
        raise IllegalAction("no seat has to decide now")
    seen = match.state.observe(seat)
    settings = {"seed": seed, "think": think if sims is None else None, "sims": sims}
    return HINTS[seen.search()](match.game, seen, settings, best)


def _tree_hints(game: Game, seen: State, settings: Mapping[str, Any], best: int) -> list[Hint]:
    """Actions by their visits in the trees of all sampled positions."""
    seat, actions = seen.player, seen.legal()
    trees = TreeBot(**settings).search(seen, seat, game.side_of(seat), actions)
    weight = action_weights(trees)
    order = sorted(actions, key=lambda action: -weight.get(action, 0.0))
    return [_tree_hint(game, seen, action, trees) for action in order[:best]]


def _plan_hints(game: Game, seen: State, settings: Mapping[str, Any], best: int) -> list[Hint]:
    """First moves of the best plans, each with the other moves of its plan; first moves alone where none is made."""
    bot = TurnPlanBot(**settings)
    seat = seen.player
    hints: dict[int, Hint] = {}
    if len(seen.legal()) > TURN_SEARCH.few_choices and seen.turns_begun():
        for plan in bot.rank_plans(seen, seat, game.side_of(seat), bot.deadline()):
            action, rollouts = plan.moves[seen.pack()], plan.candidate.rollouts
            if action not in hints and rollouts >= (MIN_PLAN_ROLLOUTS if hints else 1):
                line = _planned_line(game, seen, plan)
                hints[action] = Hint(game.action(seen, action), plan.chance(), rollouts, line)
    return list(hints.values())[:best] or _turn_hints(game, seen, settings, best)


def _planned_line(game: Game, seen: State, plan: TurnPlan) -> tuple[Text, ...]:
    """What follows the first move of a plan, in words."""
    state = seen.guess(seen.player, Random(0))
    told: list[Text] = []
    while (
        state.player == seen.player
        and len(told) <= MAX_LINE_DECISIONS
        and (action := plan.moves.get(state.pack())) is not None
    ):
        told.append(_in_words(game, state, action))
        state.apply(action)
    return tuple(told[1:])


def _turn_hints(game: Game, seen: State, settings: Mapping[str, Any], best: int) -> list[Hint]:
    """First moves by rollouts; the likely line is told of the best alone."""
    bot = TurnSearchBot(**settings)
    seat, now, deadline = seen.player, time.perf_counter(), bot.deadline()
    search_deadline = now + (deadline - now) * (1 - LINE_TIME_SHARE)
    hints: list[Hint] = []
    candidates = bot.rank_first_moves(seen, seat, game.side_of(seat), seen.legal(), search_deadline)
    for candidate in candidates[:best]:
        line = _greedy_line(game, seen, candidate.action, deadline) if not hints else ()
        chance = min(1.0, max(0.0, (1 + _unbiased_mean(seen, candidate)) / 2))
        hints.append(Hint(game.action(seen, candidate.action), chance, candidate.rollouts, line))
    return hints


Hinter = Callable[[Game, State, Mapping[str, Any], int], list[Hint]]
"""Makes at most some number of hints for an observed position, by a bot with these settings."""
HINTS: Final[dict[str, Hinter]] = {
    SEARCH_TREE: _tree_hints,
    SEARCH_TURNS: _turn_hints,
    SEARCH_PLANS: _plan_hints,
}
"""How hints are made, by the search that suits a game."""


def _unbiased_mean(seen: State, candidate: Candidate) -> float:
    """The mean of a first move without the planning bias; its one-step value where that alone decides."""
    if candidate.prior_weight != seen.prior_weight():
        return candidate.mean()  # it was solved exactly
    then = seen.guess(seen.player, Random(0))
    then.apply(candidate.action)
    if candidate.prior_weight == PRIOR_ONLY:
        return RolloutPolicy(seen.player, math.inf, unbiased_evaluation).quiescent_value(then, seen.player)
    return shifted(candidate.mean(), 0.0 if then.player == OVER else -then.planning_bias(seen.player))


def _greedy_line(game: Game, seen: State, action: int, deadline: float) -> tuple[Text, ...]:
    """What would follow an action, in words: the likeliest outcomes, the decisions of a one-ply search."""
    state = seen.guess(seen.player, Random(0))
    state.apply(action)
    greedy = GreedyBot(0, deep=0)
    told: list[Text] = []
    while (
        state.player != OVER
        and len(told) < MAX_LINE_DECISIONS
        and not game.has_secrets(state)
        and time.perf_counter() < deadline
    ):
        if state.player == CHANCE:
            state.apply(max(state.chances(), key=lambda chance: chance[1])[0])
            continue
        chosen = greedy.pick(state, state.player, game.side_of(state.player))
        told.append(_in_words(game, state, chosen))
        state.apply(chosen)
    return tuple(told)


def _tree_hint(game: Game, seen: State, action: int, trees: tuple[PuctTree, ...]) -> Hint:
    """An action with the sum of its visits and the mean of its values over all trees."""
    found = [(tree, child) for tree in trees if (child := _child(tree.root, action)) is not None]
    value = sum(_unbiased_value(action, *one) for one in found) / len(found) if found else -1.0
    visits = sum(child.visits for _, child in found)
    return Hint(game.action(seen, action), (1 + value) / 2, visits, _tree_line(game, trees[0], action))


def _unbiased_value(action: int, tree: PuctTree, child: Node) -> float:
    """The value of an action without the planning bias at the end of its principal variation."""
    *_, (_, last) = _principal_variation(tree, action)
    return child.value if last.player == OVER else shifted(child.value, -last.planning_bias(tree.seat))


def _child(node: Node, action: int) -> Node | None:
    return node.children[node.actions.index(action)] if action in node.actions else None


def _principal_variation(tree: PuctTree, action: int) -> Iterator[tuple[Node, State]]:
    """The positions that would follow an action: likeliest outcomes, best decisions, as far as the tree goes."""
    node, state = _child(tree.root, action), tree.state.clone()
    while node is not None:
        state.apply(action)
        yield node, state
        if not node.children:
            return
        is_throw = node.player == CHANCE
        chosen = max(range(len(node.children)), key=node.probabilities.__getitem__) if is_throw else tree.best(node)
        action, node = node.actions[chosen], node.children[chosen]


def _tree_line(game: Game, tree: PuctTree, action: int) -> tuple[Text, ...]:
    """The decisions of the principal variation after an action, in words."""
    told: list[Text] = []
    for node, state in _principal_variation(tree, action):
        if not node.children or len(told) >= MAX_LINE_DECISIONS or game.has_secrets(state):
            break
        if node.player != CHANCE:
            told.append(_in_words(game, state, node.actions[tree.best(node)]))
    return tuple(told)


def _in_words(game: Game, state: State, action: int) -> Text:
    """What the seat to act does, in words."""
    return Text("{side}: {words}", side=game.seat_name(state.player), words=game.action(state, action).words)
