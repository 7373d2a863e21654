"""An opponent that looks ahead where it matters: a tree of decisions and throws, grown first where play is best."""

import time
from typing import Final

from drumhead.ai.bots.time_budget import BudgetedBot
from drumhead.ai.search.puct_tree import MOST, Tree
from drumhead.core.state import State

WORLDS: Final = 4
"""How many possible worlds are looked into where something is hidden."""
STRAY: Final = 0.5
"""How much the trees of workers that think side by side are made to differ."""


class TreeBot(BudgetedBot):
    """Weighs decisions by the best that can be made of them and throws by their odds, for as long as it may think."""

    stray: float = 0.0
    """How much its trees are made to differ from those of others."""
    trees: tuple[Tree, ...] = ()
    """What it thought last, to go on from."""

    @property
    def positions(self) -> int:
        """How many positions it keeps in mind."""
        return sum(tree.nodes for tree in self.trees)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks the action it looked into most, in one or several worlds that the seat holds possible."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        actions = self.minded(seen, actions)
        weight = dict.fromkeys(actions, 0.0)
        for found in self._weighed(seen, seat, side, actions):
            for action, amount in found.items():
                if action in weight:
                    weight[action] += amount
        best = max(weight.values())
        return self.rng.choice([action for action in actions if weight[action] == best])

    def _weighed(self, seen: State, seat: int, side: frozenset[int], actions: list[int]) -> list[dict[int, float]]:
        """How much speaks for each action, as each of the workers finds."""
        if self.workers == 1:
            return [weigh(self.explore(seen, seat, side, actions))]
        return self.side_by_side(strayed, seen, seat, side, actions)

    def explore(self, seen: State, seat: int, side: frozenset[int], actions: list[int]) -> tuple[Tree, ...]:
        """Grows a tree for each of a few possible worlds, until the time or the number of looks is used up."""
        limit = self.until()
        worlds: dict[bytes, State] = {}
        for _ in range(WORLDS):
            world = seen.guess(seat, self.rng)
            worlds[world.pack()] = world
        rng = self.rng if self.stray else None
        trees = [self._known(packed, seat, side) for packed in worlds]
        self.trees = tuple(
            [
                known or Tree(world, seat, side, self.judge, rng, limit)
                for known, world in zip(trees, worlds.values(), strict=True)
            ]
        )
        for tree in self.trees:
            tree.limit = limit
            tree.narrow(actions)
            tree.most = MOST // len(self.trees)
        looks = 0
        while (self.sims is None or looks < self.sims) and time.perf_counter() < limit:
            if not self.trees[looks % len(self.trees)].look():
                break
            looks += 1
        self.looked = looks
        return self.trees

    def _known(self, packed: bytes, seat: int, side: frozenset[int]) -> Tree | None:
        """What was thought of a position before, as part of a greater tree."""
        for tree in self.trees:
            if tree.seat == seat and tree.side == side:
                found = tree.find(packed)
                if found is not None:
                    return found
        return None


def weigh(trees: tuple[Tree, ...]) -> dict[int, float]:
    """How much speaks for each action: how often it was looked into, and most for the best."""
    weight: dict[int, float] = {}
    for tree in trees:
        root = tree.root
        chosen = tree.best(root)
        for index, (action, child) in enumerate(zip(root.actions, root.children, strict=True)):
            first = root.visits + 1 if index == chosen else 0
            weight[action] = weight.get(action, 0.0) + child.visits + first + (1 + child.value) / 4
    return weight


def strayed(search: TreeBot, seen: State, seat: int, side: frozenset[int], actions: list[int]) -> dict[int, float]:
    """What one of several workers finds: its trees are made to differ from those of the others."""
    search.stray = STRAY
    return weigh(search.explore(seen, seat, side, actions))
