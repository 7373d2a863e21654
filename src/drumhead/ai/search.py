"""An opponent that looks ahead where it matters: a tree of decisions and throws, grown first where play is best."""

import math
import time
from typing import Final

from drumhead.ai.bot import Bot
from drumhead.core.state import CHANCE, OVER, State

EXPLORE: Final = 0.3
"""How much an action that was looked into less is preferred."""
SHARP: Final = 0.03
"""How much better an action must look to be looked into clearly more often."""
FLOOR: Final = 0.2
"""How much of the attention is shared out evenly, however an action looks."""
LIKELIEST: Final = 24
"""How many outcomes of one throw are told apart; the likeliest, with their odds made whole."""
THROWS: Final = 2
"""How many throws in a row are looked through at once."""
WORLDS: Final = 4
"""How many possible worlds are looked into where something is hidden."""
BREATH: Final = 0.01
"""How long before the limit it stops, in seconds."""


class Node:
    """A position in the tree: what it is worth, how often it was looked into, and what may follow."""

    __slots__ = ("actions", "children", "odds", "state", "value", "visits")

    def __init__(self, state: State, value: float) -> None:
        self.state: State | None = state
        self.value = value
        self.visits = 0
        self.actions: list[int] = []
        self.children: list[Node] = []
        self.odds: list[float] = []
        """At a throw the odds of each child, at a decision how promising it looked."""


class Search(Bot):
    """Weighs decisions by the best that can be made of them and throws by their odds, for as long as it may think."""

    def __init__(self, seed: int | str | None = None, *, think: float = 0.3, sims: int | None = None) -> None:
        super().__init__(seed)
        self.think = think
        self.sims = sims

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks the action it looked into most, in one or several worlds that the seat holds possible."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        weight = dict.fromkeys(actions, 0.0)
        for tree in self.explore(seen, seat, side):
            for action, child in zip(tree.root.actions, tree.root.children, strict=True):
                if action in weight:
                    weight[action] += child.visits + (1 + child.value) / 4
        best = max(weight.values())
        return self.rng.choice([action for action in actions if weight[action] == best])

    def explore(self, seen: State, seat: int, side: frozenset[int]) -> list["Tree"]:
        """Grows a tree for each of a few possible worlds, until the time or the number of looks is used up."""
        limit = math.inf if self.sims is not None else time.perf_counter() + self.think - BREATH
        worlds: dict[bytes, State] = {}
        for _ in range(WORLDS):
            world = seen.guess(seat, self.rng)
            worlds[world.pack()] = world
        trees = [Tree(world, seat, side, limit) for world in worlds.values()]
        looks = 0
        while (self.sims is None or looks < self.sims) and time.perf_counter() < limit:
            if not trees[looks % len(trees)].look():
                break
            looks += 1
        return trees


class Tree:
    """What may come of a position, seen from one seat."""

    def __init__(self, state: State, seat: int, side: frozenset[int], limit: float = math.inf) -> None:
        self.seat = seat
        self.side = side
        self.limit = limit
        self.root = Node(state, 0.0)
        self.grow(self.root)

    def look(self) -> bool:
        """Follows the most promising line to where it is not yet known and looks one step further."""
        node = self.root
        path: list[Node] = []
        while node.children:
            path.append(node)
            node = self._next(node)
        if node.state is not None and node.state.player != OVER:
            self.grow(node)
        elif not path:
            return False
        node.visits += 1
        for known in reversed(path):
            known.visits += 1
            self._settle(known)
        return True

    def best(self, node: Node) -> int:
        """The number of the child that the deciding seat would choose: looked into most, then the best for it."""
        assert node.state is not None
        sign = 1.0 if node.state.player in self.side else -1.0
        children = node.children
        return max(range(len(children)), key=lambda index: (children[index].visits, sign * children[index].value))

    def grow(self, node: Node, throws: int = THROWS) -> None:
        """Adds all that may follow a position, with so many throws in a row, and values it by that."""
        state = node.state
        assert state is not None
        player = state.player
        if player == CHANCE:
            likely = state.chances()
            if len(likely) > LIKELIEST:
                likely = sorted(likely, key=lambda chance: -chance[1])[:LIKELIEST]
            whole = sum([odds for _, odds in likely])
            node.odds = [odds / whole for _, odds in likely]
            node.actions = [outcome for outcome, _ in likely]
        else:
            node.actions = state.legal()
        for action in node.actions:
            then = state.clone()
            then.apply(action)
            child = Node(then, 0.0)
            node.children.append(child)
            if then.player == CHANCE and throws and time.perf_counter() < self.limit:
                self.grow(child, throws - 1)
            else:
                child.value = then.returns()[self.seat] if then.player == OVER else then.evaluate(self.seat)
        if player != CHANCE:
            node.odds = self._promises(node, mine=player in self.side)
        self._settle(node)

    def _promises(self, node: Node, *, mine: bool) -> list[float]:
        """How promising each action looks at first sight to the seat that decides, as shares of one."""
        looks = [child.value if mine else -child.value for child in node.children]
        best = max(looks)
        shares = [math.exp((look - best) / SHARP) for look in looks]
        whole = sum(shares)
        floor = FLOOR / len(shares)
        return [(1 - FLOOR) * share / whole + floor for share in shares]

    def _settle(self, node: Node) -> None:
        """Values a known position: the best or worst of its actions, or the expectation of its throw."""
        player = node.state.player if node.state is not None else OVER
        if player == CHANCE:
            node.value = sum([odds * child.value for odds, child in zip(node.odds, node.children, strict=True)])
        elif player in self.side:
            node.value = max([child.value for child in node.children])
        else:
            node.value = min([child.value for child in node.children])

    def _next(self, node: Node) -> Node:
        """The child to look into: the likeliest not yet looked into enough, or the most promising action."""
        assert node.state is not None
        player = node.state.player
        best, best_score = node.children[0], -math.inf
        if player == CHANCE:
            for odds, child in zip(node.odds, node.children, strict=True):
                score = odds / (1 + child.visits)
                if score > best_score:
                    best, best_score = child, score
            return best
        sign = 1.0 if player in self.side else -1.0
        scale = EXPLORE * math.sqrt(node.visits + 1)
        for promise, child in zip(node.odds, node.children, strict=True):
            score = sign * child.value + scale * promise / (1 + child.visits)
            if score > best_score:
                best, best_score = child, score
        return best
