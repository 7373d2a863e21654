"""A tiny game of the contract alone, to see what an opponent makes of it."""

from random import Random

from drumhead.core.state import CHANCE, OVER, State

Tree = float | tuple[int, list["Tree"]]
"""What an end is worth to seat 0, or who decides (or chance) and where each choice leads."""


class Twig(State):
    """A position in a tree of decisions; at chance every branch is as likely. A seat may guess that it is another."""

    def __init__(self, tree: Tree, looks: list[int] | None = None, guessed: Tree | None = None) -> None:
        self.tree = tree
        self.guessed = tree if guessed is None else guessed
        self.events = None
        self.looks = [0] if looks is None else looks
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
        self.looks[0] += 1
        self.tree = self.branches[action]
        self.player = OVER if isinstance(self.tree, float) else self.tree[0]

    def clone(self) -> "Twig":
        return Twig(self.tree, self.looks)

    def observe(self, seat: int) -> "Twig":
        return self.clone()

    def guess(self, seat: int, rng: Random) -> "Twig":
        return Twig(self.guessed, self.looks)

    def pack(self) -> bytes:
        return str(id(self.tree)).encode()

    def returns(self) -> list[float]:
        assert isinstance(self.tree, float)
        return [self.tree, -self.tree]

    def evaluate(self, seat: int) -> float:
        return 0.0


def coin(*values: float) -> Tree:
    """A throw that ends in one of these values, each as likely."""
    return (CHANCE, [*values])


def asked(seat: int, *branches: Tree) -> Tree:
    """A decision of a seat."""
    return (seat, [*branches])


def endless(value: float) -> Tree:
    """A throw that ends in a value or is made again, for ever."""
    branches: list[Tree] = [value]
    tie: Tree = (CHANCE, branches)
    branches.append(tie)
    return tie
