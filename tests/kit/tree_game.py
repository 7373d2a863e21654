"""A game given as an explicit tree, to test searches."""

from random import Random

from drumhead.core.state import CHANCE, OVER, State

Tree = float | tuple[int, list["Tree"]]
"""The result of seat 0 at an end, or who decides (a seat or CHANCE) and the tree after each choice."""


class Twig(State):
    """A position of the tree; at CHANCE all branches are equally likely. `guessed` is what a seat holds possible."""

    def __init__(self, tree: Tree, applied: list[int] | None = None, guessed: Tree | None = None) -> None:
        self.tree = tree
        self.guessed = tree if guessed is None else guessed
        self.events = None
        self.applied = [0] if applied is None else applied
        self.player = OVER if isinstance(tree, float) else tree[0]

    @property
    def branches(self) -> list[Tree]:
        assert not isinstance(self.tree, float)
        return self.tree[1]

    def legal(self) -> list[int]:
        return list(range(len(self.branches))) if self.player >= 0 else []

    def weights(self) -> list[tuple[int, int]]:
        return [(outcome, 1) for outcome in range(len(self.branches))]

    def overlook_group(self, action: int) -> int:
        return 1 + action

    def apply(self, action: int) -> None:
        self.applied[0] += 1
        self.tree = self.branches[action]
        self.player = OVER if isinstance(self.tree, float) else self.tree[0]

    def clone(self) -> "Twig":
        return Twig(self.tree, self.applied)

    def observe(self, seat: int) -> "Twig":
        return self.clone()

    def guess(self, seat: int, rng: Random) -> "Twig":
        return Twig(self.guessed, self.applied)

    def pack(self) -> bytes:
        return str(id(self.tree)).encode()

    def returns(self) -> list[float]:
        assert isinstance(self.tree, float)
        return [self.tree, -self.tree]

    def evaluate(self, seat: int) -> float:
        return 0.0


def coin(*values: float) -> Tree:
    """A throw that ends in one of these values with equal probability."""
    return (CHANCE, [*values])


def asked(seat: int, *branches: Tree) -> Tree:
    """A decision of a seat."""
    return (seat, [*branches])


def endless(value: float) -> Tree:
    """A throw that ends in a value or repeats, without end."""
    branches: list[Tree] = [value]
    tie: Tree = (CHANCE, branches)
    branches.append(tie)
    return tie
