"""Small endings solved exactly: the best of every decision, the expectation of every throw."""

import math
import time
from typing import Final

from drumhead.core.state import CHANCE, OVER, State

DEEPEST: Final = 120
"""How many decisions and throws in a row are followed at most."""

UNKNOWN: Final = -1.0


class TooLargeError(Exception):
    """Says that an ending has too many positions, or no end, or takes too long."""


class Solver:
    """Knows what perfect play of both sides comes to, seen from one seat."""

    def __init__(self, seat: int, side: frozenset[int], most: int, limit: float = math.inf) -> None:
        self.seat = seat
        self.side = side
        self.most = most
        """How many positions it goes through before it gives up."""
        self.limit = limit
        """When it gives up."""
        self.known: dict[bytes, float] = {}
        """The chances to win that are known; UNKNOWN where one is just being found out."""
        self.depth = 0

    def chance(self, state: State) -> float:
        """The chance to win: the best or worst of all actions, or the expectation of a throw."""
        if state.player == OVER:
            return (1 + state.returns()[self.seat]) / 2
        packed = state.pack()
        found = self.known.get(packed)
        if found is None:
            if len(self.known) >= self.most or self.depth >= DEEPEST or time.perf_counter() > self.limit:
                raise TooLargeError
            self.known[packed] = UNKNOWN
            self.depth += 1
            found = self.known[packed] = self._solved(state)
            self.depth -= 1
        elif found == UNKNOWN:
            raise TooLargeError
        return found

    def _solved(self, state: State) -> float:
        if state.player == CHANCE:
            return sum([odds * self.after(state, outcome) for outcome, odds in state.chances()])
        chances = [self.after(state, action) for action in state.legal()]
        return max(chances) if state.player in self.side else min(chances)

    def after(self, state: State, action: int) -> float:
        """The chance to win after an action or a throw."""
        then = state.clone()
        then.apply(action)
        return self.chance(then)
