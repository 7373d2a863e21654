"""A tree of what may come of a position: throws valued by their odds, decisions by the best reply."""

import math
import time
from random import Random
from typing import Final

from drumhead.ai.search.evaluator import Evaluator, game_evaluation
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
REPLIES: Final = 1
"""How many short replies in a row are looked through at once."""
FEW: Final = 6
"""A reply with no more choices than this is a short one."""
MOST: Final = 1_000_000
"""How many positions are kept in mind; about 200 MB."""
NEAR: Final = 400
"""How many positions are looked at to find one again."""

_NO_INTS: Final[list[int]] = []
_NO_ODDS: Final[list[float]] = []


class Node:
    """A position in the tree: who decides, what it is worth, how often it was looked into, and what may follow."""

    __slots__ = ("actions", "children", "odds", "player", "settled", "value", "visits")

    def __init__(self, player: int, value: float) -> None:
        self.player = player
        self.value = value
        self.visits = 0
        self.settled = player == OVER
        """Whether the value is exact, since all that matters was seen to its end."""
        self.actions: list[int] = _NO_INTS
        self.children: list[Node] = _NO_NODES
        self.odds: list[float] = _NO_ODDS
        """At a throw the odds of each child, at a decision how promising it looked."""


_NO_NODES: Final[list[Node]] = []


class Tree:
    """What may come of a position, seen from one seat."""

    def __init__(
        self,
        state: State,
        seat: int,
        side: frozenset[int],
        judge: Evaluator = game_evaluation,
        rng: Random | None = None,
        limit: float = math.inf,
        root: Node | None = None,
    ) -> None:
        self.seat = seat
        self.side = side
        self.judge = judge
        self.by_game = judge is game_evaluation
        self.rng = rng
        """Makes trees of the same position differ, where several are grown side by side."""
        self.limit = limit
        self.most = MOST
        self.state = state
        self.root = root or Node(state.player, 0.0)
        self.nodes = count(self.root)
        if root is None:
            self.grow(self.root, state, THROWS, REPLIES)

    def narrow(self, actions: list[int]) -> None:
        """Leaves no other actions to the position that the tree begins with, if it has any of these."""
        root = self.root
        kept = [index for index, action in enumerate(root.actions) if action in actions]
        if kept and len(kept) < len(root.actions):
            root.actions = [root.actions[index] for index in kept]
            root.children = [root.children[index] for index in kept]
            root.odds = self._promises(root.children, mine=root.player in self.side)
            self._settle(root)

    def look(self) -> bool:
        """Follows the most promising line to where it is not yet known and looks one step further, if that helps."""
        node = self.root
        if node.settled or self.nodes > self.most:
            return False
        state = self.state.clone()
        path: list[Node] = []
        while node.children:
            path.append(node)
            chosen = self._next(node)
            state.apply(node.actions[chosen])
            node = node.children[chosen]
        self.grow(node, state, THROWS, REPLIES)
        node.visits += 1
        for known in reversed(path):
            known.visits += 1
            self._settle(known)
        return True

    def best(self, node: Node) -> int:
        """The number of the child that the deciding seat would choose: looked into most, or settled and no worse."""
        sign = 1.0 if node.player in self.side else -1.0
        children = node.children
        open_ones = [index for index in range(len(children)) if not children[index].settled]
        closed = [index for index in range(len(children)) if children[index].settled]
        chosen = max(open_ones, key=lambda index: (children[index].visits, sign * children[index].value), default=-1)
        sure = max(closed, key=lambda index: sign * children[index].value, default=-1)
        if chosen < 0 or (sure >= 0 and sign * children[sure].value >= sign * children[chosen].value):
            return sure
        return chosen

    def grow(self, node: Node, state: State, throws: int, replies: int) -> None:
        """Adds all that may follow a position, and values it by that; so many throws and short replies at once."""
        if node.player == CHANCE:
            likely = state.chances()
            if len(likely) > LIKELIEST:
                likely = sorted(likely, key=lambda chance: -chance[1])[:LIKELIEST]
            whole: float = sum([odds for _, odds in likely])
            node.odds = [odds / whole for _, odds in likely]
            node.actions = [outcome for outcome, _ in likely]
        else:
            node.actions = state.legal()
        self.nodes += len(node.actions)
        children = []
        for action in node.actions:
            then = state.clone()
            then.apply(action)
            children.append(self._child(then, throws, replies))
        node.children = children
        if node.player != CHANCE:
            node.odds = self._promises(children, mine=node.player in self.side)
        self._settle(node)

    def _child(self, then: State, throws: int, replies: int) -> Node:
        """A position that may follow: judged as it stands, or by what follows at once."""
        player = then.player
        if player == OVER:
            return Node(player, then.returns()[self.seat])
        child = Node(player, 0.0)
        if self.limit < math.inf and time.perf_counter() > self.limit:
            throws = replies = 0
        if player == CHANCE:
            if throws:
                self.grow(child, then, throws - 1, replies)
                return child
        elif replies and not then.is_quiet() and len(then.legal()) <= FEW:
            self.grow(child, then, throws, replies - 1)
            return child
        child.value = then.evaluate(self.seat) if self.by_game else self.judge(then, self.seat)
        return child

    def _promises(self, children: list[Node], *, mine: bool) -> list[float]:
        """How promising each action looks at first sight to the seat that decides, as shares of one."""
        looks = [child.value if mine else -child.value for child in children]
        best = max(looks)
        shares = [math.exp((look - best) / SHARP) for look in looks]
        if self.rng is not None:
            shares = [share * (0.5 + self.rng.random()) for share in shares]
        whole: float = sum(shares)
        many = len(shares)
        floor = FLOOR / many
        return [(1 - FLOOR) * share / whole + floor for share in shares]

    def _settle(self, node: Node) -> None:
        """Values a known position: the best or worst of its actions, or the expectation of its throw."""
        children = node.children
        if node.player == CHANCE:
            node.value = sum([odds * child.value for odds, child in zip(node.odds, children)])  # noqa: B905  as below
            node.settled = all(child.settled for child in children)
            return
        mine = node.player in self.side
        values = [child.value for child in children]
        node.value = max(values) if mine else min(values)
        decided = 1.0 if mine else -1.0
        node.settled = all(child.settled for child in children) or any(
            child.settled and child.value == decided for child in children
        )

    def _next(self, node: Node) -> int:
        """The child to look into: the likeliest not yet looked into enough, or the most promising action."""
        best, best_score, index = 0, -math.inf, 0
        if node.player == CHANCE:
            for odds, child in zip(node.odds, node.children):  # noqa: B905  compiled, it is a plain loop without `strict`
                score = odds / (1 + child.visits)
                if score > best_score and not child.settled:
                    best, best_score = index, score
                index += 1
            return best
        sign = 1.0 if node.player in self.side else -1.0
        scale = EXPLORE * math.sqrt(node.visits + 1)
        for promise, child in zip(node.odds, node.children):  # noqa: B905  as above
            score = sign * child.value + scale * promise / (1 + child.visits)
            if score > best_score and not child.settled:
                best, best_score = index, score
            index += 1
        return best

    def find(self, packed: bytes) -> "Tree | None":
        """The part of the tree that begins with a position, if it is known and near."""
        line: list[tuple[Node, State]] = [(self.root, self.state)]
        for node, state in line:
            for action, child in zip(node.actions, node.children, strict=True):
                if not child.children:
                    continue
                if len(line) > NEAR:
                    return None
                then = state.clone()
                then.apply(action)
                if then.player in self.side and then.pack() == packed:
                    return Tree(then, self.seat, self.side, self.judge, self.rng, root=child)
                line.append((child, then))
        return None


def count(root: Node) -> int:
    """How many positions a tree holds."""
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return len(nodes)
