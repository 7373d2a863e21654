"""An opponent that grows a PUCT tree of actions and throws (see `ai/search/puct_tree.py`).

Hidden information is handled by determinization: a few complete positions are sampled from those the seat holds
possible, each gets a tree, and the visits are added up. The part of a tree that is still reachable is kept between
decisions. Worker processes search with noisy priors and vote (root parallelization).
"""

import time
from typing import ClassVar, Final

from drumhead.ai.bots.budgeted_bot import BudgetedBot
from drumhead.ai.search.puct_tree import PUCT, PuctTree
from drumhead.core.state import State

DETERMINIZATIONS: Final = 4
"""Positions that are sampled where something is hidden; equal ones are searched once."""


class TreeBot(BudgetedBot):
    """Picks the action with the most visits in its trees."""

    review_simulations: ClassVar[int] = 40
    has_noisy_priors: bool = False
    """Whether the priors are perturbed, so that the trees of worker processes differ."""
    trees: tuple[PuctTree, ...] = ()
    """The trees of the last decision."""

    @property
    def positions(self) -> int:
        """How many positions the trees hold."""
        return sum(tree.nodes for tree in self.trees)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the action with the most visits; the seed breaks ties."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        actions = self.considered(seen, actions)
        weight = dict.fromkeys(actions, 0.0)
        for found in self._action_weights(seen, seat, side, actions):
            for action, amount in found.items():
                if action in weight:
                    weight[action] += amount
        best = max(weight.values())
        return self.rng.choice([action for action in actions if weight[action] == best])

    def _action_weights(
        self, seen: State, seat: int, side: frozenset[int], actions: list[int]
    ) -> list[dict[int, float]]:
        """The weight of each action, by worker process."""
        if self.workers == 1:
            return [action_weights(self.search(seen, seat, side, actions))]
        return self.run_in_workers(search_in_worker, seen, seat, side, actions)

    def search(self, seen: State, seat: int, side: frozenset[int], actions: list[int]) -> tuple[PuctTree, ...]:
        """Grows a tree for each sampled position, in turn, until the budget is spent; `actions` restrict the roots."""
        deadline = self.deadline()
        worlds: dict[bytes, State] = {}
        for _ in range(DETERMINIZATIONS):
            world = seen.guess(seat, self.rng)
            worlds[world.pack()] = world
        rng = self.rng if self.has_noisy_priors else None
        known = [self._known_subtree(packed, seat, side) for packed in worlds]
        self.trees = tuple(
            [
                tree or PuctTree(world, seat, side, self.evaluate, rng, deadline)
                for tree, world in zip(known, worlds.values(), strict=True)
            ]
        )
        for tree in self.trees:
            tree.deadline = deadline
            tree.restrict_root(actions)
            tree.max_nodes = PUCT.max_nodes // len(self.trees)
        simulations = 0
        while (self.sims is None or simulations < self.sims) and time.perf_counter() < deadline:
            if not self.trees[simulations % len(self.trees)].simulate():
                break
            simulations += 1
        self.simulated = simulations
        return self.trees

    def _known_subtree(self, packed: bytes, seat: int, side: frozenset[int]) -> PuctTree | None:
        """The part of the last trees that begins with a position, if it was reached."""
        for tree in self.trees:
            if tree.seat == seat and tree.side == side:
                found = tree.subtree(packed)
                if found is not None:
                    return found
        return None


def action_weights(trees: tuple[PuctTree, ...]) -> dict[int, float]:
    """The visits of each root action over all trees, plus a majority for the best action of each; values break ties."""
    weight: dict[int, float] = {}
    for tree in trees:
        root = tree.root
        chosen = tree.best(root)
        for index, (action, child) in enumerate(zip(root.actions, root.children, strict=True)):
            first = root.visits + 1 if index == chosen else 0
            weight[action] = weight.get(action, 0.0) + child.visits + first + (1 + child.value) / 4
    return weight


def search_in_worker(
    bot: TreeBot, seen: State, seat: int, side: frozenset[int], actions: list[int]
) -> dict[int, float]:
    """The weight of each action as one worker process finds it, with priors unlike those of the others."""
    bot.has_noisy_priors = True
    return action_weights(bot.search(seen, seat, side, actions))
