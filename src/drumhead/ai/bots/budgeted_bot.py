"""The base of opponents that search: a budget of seconds and simulations, and worker processes to share it."""

import math
import pickle
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context
from typing import Any, ClassVar, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.search.evaluator import make_evaluator
from drumhead.core.weights import Weights

DEADLINE_MARGIN_SECONDS: Final = 0.01
"""A search stops this long before its deadline."""
DEFAULT_SECONDS: Final = 0.3
"""The time for a decision where neither seconds nor simulations are given."""


class BudgetedBot(Bot):
    """An opponent with a search budget for each decision."""

    review_simulations: ClassVar[int] = 0
    """Tree simulations for each position of a review, in games that name this search."""

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
        self.think = think if think is not None or sims is not None else DEFAULT_SECONDS
        """Seconds for a decision at most; None is no limit."""
        self.sims = sims
        """Simulations or rollouts for a decision at most; None is as many as the time allows."""
        self.workers = workers
        """Processes that search at the same time."""
        self.weights = weights
        self.evaluate = make_evaluator(weights)
        self.pool: ProcessPoolExecutor | None = None
        self.simulated = 0

    @property
    def simulations(self) -> int:
        """How many simulations or rollouts the last decision took; those of worker processes are not counted."""
        return self.simulated

    @property
    def seconds(self) -> float | None:
        """The seconds for the next decision at most; None is no limit."""
        return None if self.think is None else self.think * self.time_share

    def deadline(self) -> float:
        """The time by `time.perf_counter` at which a decision that begins now must be made."""
        return math.inf if self.seconds is None else time.perf_counter() + self.seconds - DEADLINE_MARGIN_SECONDS

    def run_in_workers(self, task: Callable[..., Any], *arguments: Any) -> list[Any]:
        """What `task(bot, *arguments)` returns in each worker process, with a share of the simulations each.

        Daemonic processes, such as workers that play battles, cannot start processes: there the tasks run in turn.
        """
        sims = None if self.sims is None else -(-self.sims // self.workers)
        seeds = [f"{self.rng.random()}/{number}" for number in range(self.workers)]
        settings: dict[str, Any] = {"think": self.think, "sims": sims, "weights": self.weights}
        if current_process().daemon:
            packed = pickle.dumps(arguments)  # each task gets copies, as in a process
            return [_run_task(task, type(self), seed, settings, *pickle.loads(packed)) for seed in seeds]
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        tasks = [self.pool.submit(_run_task, task, type(self), seed, settings, *arguments) for seed in seeds]
        return [submitted.result() for submitted in tasks]


def _run_task(
    task: Callable[..., Any], kind: type[BudgetedBot], seed: str, settings: dict[str, Any], *arguments: Any
) -> Any:
    """Makes a bot of a kind and runs a task with it."""
    return task(kind(seed, **settings), *arguments)
