"""What an experienced eye says of a position: the best actions, how likely they win, and what would follow."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.tree_bot import TreeBot, weigh
from drumhead.ai.bots.turn_plans import Turn, TurnPlanBot
from drumhead.ai.bots.turn_search import FEW, Choice, RolloutPolicy, TurnSearchBot
from drumhead.ai.measure.duel import sides_of
from drumhead.ai.search.evaluator import unbiased_evaluation
from drumhead.ai.search.puct_tree import Node, Tree
from drumhead.core.actions import Action
from drumhead.core.errors import IllegalAction
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY, State
from drumhead.core.weights import shifted

LINE: Final = 4
"""How many decisions of the likely line are told."""
SEEN: Final = 2
"""How often a turn must have been played out to be named beside the best one."""
FOR_THE_LINE: Final = 0.25
"""The share of the time in which the line is sought where whole turns are planned."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, the chance to win with it, how often it was looked into, and what would likely follow.

    A chance that was seldom looked into is trusted less: replies that spoil it may not have been found yet.
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
    """The best actions of the seat to act, from what it sees and nothing else; the most trusted first."""
    seat = match.to_act
    if seat < 0:
        raise IllegalAction("no seat has to decide now")
    seen = match.state.observe(seat)
    actions = seen.legal()
    seconds = think if sims is None else None
    if seen.search() == "tempers" and (
        hints := _by_plans(match.game, seen, TurnPlanBot(seed, think=seconds, sims=sims), best)
    ):
        return hints
    if seen.search() in ("turns", "tempers"):
        return _by_turns(match.game, seen, TurnSearchBot(seed, think=seconds, sims=sims), best)
    searcher = TreeBot(seed, think=seconds, sims=sims)
    trees = searcher.explore(seen, seat, sides_of(match.game, seat), actions)
    weight = weigh(trees)
    order = sorted(actions, key=lambda action: -weight.get(action, 0.0))
    return [_hint(match.game, seen, action, trees) for action in order[:best]]


def _by_plans(game: Game, seen: State, strategist: TurnPlanBot, best: int) -> list[Hint]:
    """First moves of the whole turns that come to most, each followed by what else is done in its turn."""
    seat = seen.player
    if len(seen.legal()) <= FEW or not seen.turns_begun():
        return []
    hints: dict[int, Hint] = {}
    for plan in strategist.plans(seen, seat, sides_of(game, seat), strategist.until()):
        action = plan.orders[seen.pack()]
        if action not in hints and plan.choice.played >= (SEEN if hints else 1):
            line = _planned(game, seen, plan)
            hints[action] = Hint(game.action(seen, action), plan.chance(), plan.choice.played, line)
    return list(hints.values())[:best]


def _planned(game: Game, seen: State, plan: Turn) -> tuple[Text, ...]:
    """What follows the first move of a plan, in words."""
    state = seen.guess(seen.player, Random(0))
    told: list[Text] = []
    while state.player == seen.player and len(told) <= LINE and (action := plan.orders.get(state.pack())) is not None:
        told.append(_said(game, state, action))
        state.apply(action)
    return tuple(told[1:])


def _by_turns(game: Game, seen: State, planner: TurnSearchBot, best: int) -> list[Hint]:
    """First moves by what whole turns that begin with them come to, where a tree of single moves does not get far.

    What would likely follow is told of the best alone: what each seat would do at first sight.
    """
    seat, now, limit = seen.player, time.perf_counter(), planner.until()
    soon = now + (limit - now) * (1 - FOR_THE_LINE)
    choices = planner.weigh(seen, seat, sides_of(game, seat), seen.legal(), soon)
    hints: list[Hint] = []
    for choice in choices[:best]:
        line = _foreseen(game, seen, choice.action, limit) if not hints else ()
        chance = min(1.0, max(0.0, (1 + _mean(seen, choice)) / 2))
        hints.append(Hint(game.action(seen, choice.action), chance, choice.played, line))
    return hints


def _mean(seen: State, choice: Choice) -> float:
    """What a first move comes to, without what draws the pieces; at first sight where that decides."""
    if choice.trust != seen.prior_weight():
        return choice.mean()  # it was solved exactly
    then = seen.guess(seen.player, Random(0))
    then.apply(choice.action)
    if choice.trust == PRIOR_ONLY:
        return RolloutPolicy(seen.player, math.inf, unbiased_evaluation).sight(then, seen.player)
    return shifted(choice.mean(), 0.0 if then.player == OVER else -then.planning_bias(seen.player))


def _foreseen(game: Game, seen: State, action: int, limit: float) -> tuple[Text, ...]:
    """What would follow an action, in words: the likeliest throws, the decisions that look best."""
    state = seen.guess(seen.player, Random(0))
    state.apply(action)
    greedy = GreedyBot(0, deep=0)
    told: list[Text] = []
    while state.player != OVER and len(told) < LINE and not game.has_secrets(state) and time.perf_counter() < limit:
        if state.player == CHANCE:
            state.apply(max(state.chances(), key=lambda chance: chance[1])[0])
            continue
        chosen = greedy.pick(state, state.player, sides_of(game, state.player))
        told.append(_said(game, state, chosen))
        state.apply(chosen)
    return tuple(told)


def _hint(game: Game, seen: State, action: int, trees: tuple[Tree, ...]) -> Hint:
    """An action by how often it was looked into in all possible worlds, and what it is worth on average."""
    found = [(tree, child) for tree in trees if (child := _child(tree.root, action)) is not None]
    worth = sum(_worth(action, *one) for one in found) / len(found) if found else -1.0
    visits = sum(child.visits for _, child in found)
    return Hint(game.action(seen, action), (1 + worth) / 2, visits, _line(game, trees[0], action))


def _worth(action: int, tree: Tree, child: Node) -> float:
    """What an action is worth without what the seat is drawn to where that leads, which is no chance to win."""
    *_, (_, last) = _likely(tree, action)
    return child.value if last.player == OVER else shifted(child.value, -last.planning_bias(tree.seat))


def _child(node: Node, action: int) -> Node | None:
    return node.children[node.actions.index(action)] if action in node.actions else None


def _likely(tree: Tree, action: int) -> Iterator[tuple[Node, State]]:
    """The positions that would follow an action: the likeliest throws, the best decisions; as far as was looked."""
    node, state = _child(tree.root, action), tree.state.clone()
    while node is not None:
        state.apply(action)
        yield node, state
        if not node.children:
            return
        chance = node.player == CHANCE
        chosen = max(range(len(node.children)), key=node.odds.__getitem__) if chance else tree.best(node)
        action, node = node.actions[chosen], node.children[chosen]


def _line(game: Game, tree: Tree, action: int) -> tuple[Text, ...]:
    """What would follow an action, in words: the decisions."""
    told: list[Text] = []
    for node, state in _likely(tree, action):
        if not node.children or len(told) >= LINE or game.has_secrets(state):
            break
        if node.player != CHANCE:
            told.append(_said(game, state, node.actions[tree.best(node)]))
    return tuple(told)


def _said(game: Game, state: State, action: int) -> Text:
    """What the seat to act does, in words."""
    return Text("{side}: {words}", side=game.seat_name(state.player), words=game.action(state, action).words)
