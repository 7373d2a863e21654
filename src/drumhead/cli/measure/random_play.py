"""Random play, to measure decisions per second."""

import time
from collections.abc import Callable
from random import Random
from typing import Final

from drumhead.core.game import Game
from drumhead.core.playout import play_randomly
from drumhead.core.state import OVER

CHUNK_DECISIONS: Final = 200
"""Decisions between two readings of the clock, at most."""
RANDOM_SETUPS: Final = 12


def bench_setups(kind: type[Game], seed: int = 0) -> list[Game]:
    """The set-ups that a game is measured on: its own, or random ones."""
    offered: Callable[[], list[Game]] | None = getattr(kind, "bench_setups", None)
    if offered is not None:
        return offered()
    rng = Random(seed)
    return [kind.random(rng) for _ in range(RANDOM_SETUPS)]


class Battles:
    """Random battles, one after another. Throws are made but not counted."""

    def __init__(self, setups: list[Game], rng: Random) -> None:
        self.setups = setups
        self.rng = rng
        self.begun = 0
        self.state = setups[0].start()

    def play(self, seconds: float) -> float:
        """Plays for some seconds of processor time; returns decisions per second."""
        decisions = 0
        begin = now = time.process_time()
        while now - begin < seconds:
            decisions += play_randomly(self.state, self.rng, CHUNK_DECISIONS)
            if self.state.player == OVER:
                self.begun += 1
                self.state = self.setups[self.begun % len(self.setups)].start()
            now = time.process_time()
        return decisions / (now - begin)
