"""A best-first game tree with PUCT selection, chance nodes and exact backups.

Selection follows PUCT (Rosin 2011, in the form of Silver et al. 2017): value + c * prior * sqrt(N + 1) / (1 + n).
Priors are a softmax of the one-step evaluations. At a chance node the outcome with the highest odds / (1 + n) is
selected. Unlike in Monte-Carlo tree search nothing is averaged: a leaf is expanded with all its children, and values
are backed up as maximum, minimum or expectation. A node whose value is proven is solved and selected no more
(MCTS-Solver, Winands et al. 2008).
"""

import math
import time
from dataclasses import dataclass
from random import Random
from typing import Final

from drumhead.ai.search.evaluator import Evaluator, game_evaluation
from drumhead.core.compiled import native
from drumhead.core.state import CHANCE, OVER, State


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class PuctConfig:
    """Parameters of the tree."""

    exploration: float = 0.3
    """The constant c of PUCT."""
    prior_temperature: float = 0.03
    """The temperature of the softmax that makes priors of values."""
    uniform_prior_share: float = 0.2
    """The share of the prior that all actions have in equal parts."""
    prior_noise_floor: float = 0.5
    """Noisy priors are multiplied by a random factor between this and this plus 1."""
    max_outcomes: int = 24
    """Outcomes of one throw that get a node, likeliest first, with their odds scaled to sum to 1."""
    throw_depth: int = 2
    """Throws in a row that an expansion looks through."""
    reply_depth: int = 1
    """Short replies in a row that an expansion looks through."""
    short_reply_choices: int = 6
    """A reply with at most this many choices is a short one."""
    max_nodes: int = 1_000_000
    """Nodes of all trees of an opponent together; about 200 MB."""
    subtree_scan_nodes: int = 400
    """Nodes that are scanned to find a position again."""


PUCT: Final = PuctConfig()

_NO_INTS: Final[list[int]] = []
_NO_FLOATS: Final[list[float]] = []


class Node:
    """A position in the tree."""

    __slots__ = ("actions", "children", "is_solved", "player", "probabilities", "value", "visits")

    def __init__(self, player: int, value: float) -> None:
        self.player = player
        self.value = value
        """The value for the seat of the tree, -1 to 1."""
        self.visits = 0
        self.is_solved = player == OVER
        """Whether the value is exact."""
        self.actions: list[int] = _NO_INTS
        self.children: list[Node] = _NO_NODES
        self.probabilities: list[float] = _NO_FLOATS
        """The odds of each child at a throw, the priors at a decision."""


_NO_NODES: Final[list[Node]] = []


class PuctTree:
    """A search tree for one seat."""

    def __init__(
        self,
        state: State,
        seat: int,
        side: frozenset[int],
        evaluate: Evaluator = game_evaluation,
        rng: Random | None = None,
        deadline: float = math.inf,
        root: Node | None = None,
    ) -> None:
        self.seat = seat
        self.side = side
        self.evaluate = evaluate
        self.has_game_evaluation = evaluate is game_evaluation
        self.rng = rng
        """The source of noise for priors; None is no noise."""
        self.deadline = deadline
        """After this time by `time.perf_counter` expansions stop looking through throws and replies."""
        self.max_nodes = PUCT.max_nodes
        self.state = state
        self.root = root or Node(state.player, 0.0)
        self.nodes = count_nodes(self.root)
        if root is None:
            self.expand(self.root, state, PUCT.throw_depth, PUCT.reply_depth)

    def restrict_root(self, actions: list[int]) -> None:
        """Removes all other actions from the root, unless none would be left."""
        root = self.root
        kept = [index for index, action in enumerate(root.actions) if action in actions]
        if kept and len(kept) < len(root.actions):
            root.actions = [root.actions[index] for index in kept]
            root.children = [root.children[index] for index in kept]
            root.probabilities = self._priors(root.children, is_own=root.player in self.side)
            self._back_up(root)

    def simulate(self) -> bool:
        """Selects a leaf, expands it and backs its value up; False if the root is solved or the tree is full."""
        node = self.root
        if node.is_solved or self.nodes > self.max_nodes:
            return False
        state = self.state.clone()
        path: list[Node] = []
        while node.children:
            path.append(node)
            chosen = self._select(node)
            state.apply(node.actions[chosen])
            node = node.children[chosen]
        self.expand(node, state, PUCT.throw_depth, PUCT.reply_depth)
        node.visits += 1
        for known in reversed(path):
            known.visits += 1
            self._back_up(known)
        return True

    def best(self, node: Node) -> int:
        """The index of the child with the most visits, or of a solved one that is no worse."""
        sign = 1.0 if node.player in self.side else -1.0
        children = node.children
        open_ones = [index for index in range(len(children)) if not children[index].is_solved]
        solved = [index for index in range(len(children)) if children[index].is_solved]
        chosen = max(open_ones, key=lambda index: (children[index].visits, sign * children[index].value), default=-1)
        sure = max(solved, key=lambda index: sign * children[index].value, default=-1)
        if chosen < 0 or (sure >= 0 and sign * children[sure].value >= sign * children[chosen].value):
            return sure
        return chosen

    def expand(self, node: Node, state: State, throws: int, replies: int) -> None:
        """Adds all children of a leaf and values it; `throws` and `replies` in a row are expanded with it."""
        if node.player == CHANCE:
            likely = state.chances()
            if len(likely) > PUCT.max_outcomes:
                likely = sorted(likely, key=lambda chance: -chance[1])[: PUCT.max_outcomes]
            whole: float = sum([odds for _, odds in likely])
            node.probabilities = [odds / whole for _, odds in likely]
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
            node.probabilities = self._priors(children, is_own=node.player in self.side)
        self._back_up(node)

    def _child(self, then: State, throws: int, replies: int) -> Node:
        """The node of a position: evaluated, or expanded at once if a throw or a short reply is due."""
        player = then.player
        if player == OVER:
            return Node(player, then.returns()[self.seat])
        child = Node(player, 0.0)
        if self.deadline < math.inf and time.perf_counter() > self.deadline:
            throws = replies = 0
        if player == CHANCE:
            if throws:
                self.expand(child, then, throws - 1, replies)
                return child
        elif replies and not then.is_quiet() and len(then.legal()) <= PUCT.short_reply_choices:
            self.expand(child, then, throws, replies - 1)
            return child
        child.value = then.evaluate(self.seat) if self.has_game_evaluation else self.evaluate(then, self.seat)
        return child

    def _priors(self, children: list[Node], *, is_own: bool) -> list[float]:
        """The prior of each action: a softmax of the children's values, mixed with a uniform distribution."""
        values = [child.value if is_own else -child.value for child in children]
        best = max(values)
        temperature = PUCT.prior_temperature
        shares = [math.exp((value - best) / temperature) for value in values]
        if self.rng is not None:
            shares = [share * (PUCT.prior_noise_floor + self.rng.random()) for share in shares]
        whole: float = sum(shares)
        many = len(shares)
        uniform = PUCT.uniform_prior_share
        floor = uniform / many
        return [(1 - uniform) * share / whole + floor for share in shares]

    def _back_up(self, node: Node) -> None:
        """Values a node by its children: maximum or minimum at a decision, expectation at a throw."""
        children = node.children
        if node.player == CHANCE:
            node.value = sum([odds * child.value for odds, child in zip(node.probabilities, children)])  # noqa: B905  as below
            node.is_solved = all(child.is_solved for child in children)
            return
        is_own = node.player in self.side
        values = [child.value for child in children]
        node.value = max(values) if is_own else min(values)
        won = 1.0 if is_own else -1.0
        node.is_solved = all(child.is_solved for child in children) or any(
            child.is_solved and child.value == won for child in children
        )

    def _select(self, node: Node) -> int:
        """The index of the child to descend to."""
        best, best_score, index = 0, -math.inf, 0
        if node.player == CHANCE:
            for odds, child in zip(node.probabilities, node.children):  # noqa: B905  compiled, a plain loop without `strict`
                score = odds / (1 + child.visits)
                if score > best_score and not child.is_solved:
                    best, best_score = index, score
                index += 1
            return best
        sign = 1.0 if node.player in self.side else -1.0
        scale = PUCT.exploration * math.sqrt(node.visits + 1)
        for prior, child in zip(node.probabilities, node.children):  # noqa: B905  as above
            score = sign * child.value + scale * prior / (1 + child.visits)
            if score > best_score and not child.is_solved:
                best, best_score = index, score
            index += 1
        return best

    def subtree(self, packed: bytes) -> "PuctTree | None":
        """The part of the tree that begins with an expanded position of the own side, if it is near the root."""
        line: list[tuple[Node, State]] = [(self.root, self.state)]
        for node, state in line:
            for action, child in zip(node.actions, node.children, strict=True):
                if not child.children:
                    continue
                if len(line) > PUCT.subtree_scan_nodes:
                    return None
                then = state.clone()
                then.apply(action)
                if then.player in self.side and then.pack() == packed:
                    return PuctTree(then, self.seat, self.side, self.evaluate, self.rng, root=child)
                line.append((child, then))
        return None


def count_nodes(root: Node) -> int:
    """How many nodes a tree has."""
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return len(nodes)
