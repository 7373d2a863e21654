"""What opponents that look ahead have in common: their limits, their eye, and processes that think side by side."""

import math
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.search.evaluator import make_evaluator
from drumhead.core.weights import Weights

BREATH: Final = 0.01
"""How long before the limit it stops, in seconds."""
THINK: Final = 0.3
"""How many seconds it takes where nothing is said."""


class BudgetedBot(Bot):
    """Looks ahead, for as long or as far as it may."""

    def __init__(
        self,
        seed: int | str | None = None,
        *,
        think: float | None = None,
        sims: int | None = None,
        workers: int = 1,
        overlooks: float = 0.0,
        weights: str | Weights = "",
    ) -> None:
        super().__init__(seed, overlooks)
        self.think = think if think is not None or sims is not None else THINK
        """How many seconds it takes for a decision at most; None: as many as the looks take."""
        self.sims = sims
        """How often it looks ahead for a decision at most; None: as often as the time allows."""
        self.workers = workers
        self.weights = weights
        self.judge = make_evaluator(weights)
        self.pool: ProcessPoolExecutor | None = None
        self.looked = 0

    @property
    def looks(self) -> int:
        """How often it looked ahead, or how many turns it played out, for its last decision; workers do not tell."""
        return self.looked

    def until(self) -> float:
        """When a decision that begins now has to be made."""
        return math.inf if self.think is None else time.perf_counter() + self.think - BREATH

    def side_by_side(self, find: Callable[..., Any], *position: Any) -> list[Any]:
        """What each of the workers finds of a position: `find` is given one like this before it.

        In a process that may have none of its own, such as one of several that play battles, one after the other.
        """
        sims = None if self.sims is None else -(-self.sims // self.workers)
        seeds = [f"{self.rng.random()}/{number}" for number in range(self.workers)]
        like: dict[str, Any] = {"think": self.think, "sims": sims, "weights": self.weights}
        if current_process().daemon:
            alike = pickle.dumps(position)  # each has its own, as in a process of its own
            return [_alone(find, type(self), seed, like, *pickle.loads(alike)) for seed in seeds]
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        tasks = [self.pool.submit(_alone, find, type(self), seed, like, *position) for seed in seeds]
        return [task.result() for task in tasks]


def _alone(find: Callable[..., Any], kind: type[BudgetedBot], seed: str, like: dict[str, Any], *position: Any) -> Any:
    """What one of several workers finds, in a process of its own."""
    return find(kind(seed, **like), *position)
