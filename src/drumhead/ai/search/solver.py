"""Exact solution of small endings: memoized expectimax to the end of the battle, without pruning."""

import math
import time
from typing import Final

from drumhead.core.state import CHANCE, OVER, State

MAX_DEPTH: Final = 120
"""Decisions and throws in a row that are followed at most."""

IN_PROGRESS: Final = -1.0
"""Stands for the value of a position that is being solved; reaching it again means an endless line."""


class TooLargeError(Exception):
    """An ending has too many positions, no end, or takes too long."""


class Solver:
    """Computes the chance of a side to win when both sides play perfectly."""

    def __init__(self, seat: int, side: frozenset[int], max_positions: int, deadline: float = math.inf) -> None:
        self.seat = seat
        self.side = side
        self.max_positions = max_positions
        self.deadline = deadline
        """A time by `time.perf_counter`."""
        self.known: dict[bytes, float] = {}
        """The chances to win of solved positions, by packed position."""
        self.depth = 0

    def chance(self, state: State) -> float:
        """The chance to win, 0 to 1; raises TooLargeError."""
        if state.player == OVER:
            return (1 + state.returns()[self.seat]) / 2
        packed = state.pack()
        found = self.known.get(packed)
        if found is None:
            if len(self.known) >= self.max_positions or self.depth >= MAX_DEPTH or time.perf_counter() > self.deadline:
                raise TooLargeError
            self.known[packed] = IN_PROGRESS
            self.depth += 1
            found = self.known[packed] = self._solve(state)
            self.depth -= 1
        elif found == IN_PROGRESS:
            raise TooLargeError
        return found

    def _solve(self, state: State) -> float:
        if state.player == CHANCE:
            return sum([odds * self.after(state, outcome) for outcome, odds in state.chances()])
        chances = [self.after(state, action) for action in state.legal()]
        return max(chances) if state.player in self.side else min(chances)

    def after(self, state: State, action: int) -> float:
        """The chance to win after an action or an outcome; raises TooLargeError."""
        then = state.clone()
        then.apply(action)
        return self.chance(then)
