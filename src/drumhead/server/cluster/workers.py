"""Worker processes in which computer players think, so that no battle waits for another's.

A computer player is one object for the whole battle: it stays in one process and keeps its plan and its search tree. A
process that dies is replaced; its players start afresh from the current position. One process is reserved for players
that do not search: they decide in milliseconds and never wait for a search.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot, is_quick
from drumhead.ai.study.analyse import Hint, analyse
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.state import State
from drumhead.server.cluster.job_queue import REPORT_SECONDS, JobQueue, Usage
from drumhead.server.errors import Unavailable
from drumhead.server.ops.rate_limit import RateLimited
from drumhead.server.session.ports import Job, Opponent, Priority

HINT_SECONDS: Final = 1.0
"""How long a hint is searched for."""
MAX_HINTS: Final = 3
MAX_TRIES: Final = 3
"""How many processes may die over one call before it is given up."""
MAX_CALL_SECONDS: Final = 60
"""After how long a process is ended over a call; the longest calls, films, take a few seconds."""
MAX_BOTS: Final = 200
MAX_POSITIONS: Final = 400_000
"""How many players a process keeps, and how many positions they may remember together: about 80 MB."""
QUOTA: Final = 6
"""How many hints, reviews and films one visitor may wait for at a time."""
MAX_ASKED: Final = 200
"""How many of them all visitors together may wait for."""
NICENESS: Final = 5
"""By how much a process that searches stands back behind the server where processors are short."""
Result = TypeVar("Result")


class WorkerProcess:
    """A process that runs one call at a time and is replaced when it dies; tests give an executor instead."""

    def __init__(self, pool: Executor | None, queue: JobQueue, *, niceness: int = 0) -> None:
        self._is_given = pool is not None
        self._niceness = niceness
        self._pool = pool or self._new_process()
        self._running: set[asyncio.Future[Any]] = set()
        self.queue = queue
        self.restarts = 0
        self.is_down = False
        """Whether the last call was given up."""

    async def run(self, job: Job, call: Callable[..., Result], *arguments: object, shares_time: bool = False) -> Result:
        """Runs a call when it is its turn; raises `Unavailable` if processes keep dying over it.

        With `shares_time` the call gets the share of its time budget as its last argument. Whoever stops waiting leaves
        the queue; a call that has begun is finished in any case.
        """
        share = await self.queue.enter(job)
        began = time.monotonic()
        running = asyncio.ensure_future(self._run(call, *arguments, *((share,) if shares_time else ())))
        self._running.add(running)

        def ended(_: asyncio.Future[Result]) -> None:
            self._running.discard(running)
            self.queue.leave(job, time.monotonic() - began)
            if not running.cancelled():
                running.exception()  # whoever asked may have left, and nobody else looks at it

        running.add_done_callback(ended)
        return await asyncio.shield(running)

    async def _run(self, call: Callable[..., Result], *arguments: object) -> Result:
        if not self._is_given:
            call = partial(_within, MAX_CALL_SECONDS, call)
        began = time.monotonic()
        for _ in range(MAX_TRIES):
            pool = self._pool
            try:
                found: Result = await asyncio.get_running_loop().run_in_executor(pool, call, *arguments)
            except BrokenExecutor:
                self._replace(pool)
                if time.monotonic() - began >= MAX_CALL_SECONDS:
                    break  # it would take as long again
            else:
                self.is_down = False
                return found
        self.is_down = True
        raise Unavailable(Text("the computer cannot move at the moment; it will try again"))

    def check(self) -> bool:
        """Replaces the process if it has died; returns whether calls succeed.

        Only an idle process is checked: a busy one reports its death to whoever waits for it.
        """
        pool = self._pool
        if not self.queue.length:
            try:
                pool.submit(_warm)
            except BrokenExecutor:
                self._replace(pool)
        return not self.is_down

    def _replace(self, dead: Executor) -> None:
        if self._pool is dead and not self._is_given:
            dead.shutdown(wait=False)
            self._pool = self._new_process()
            self.restarts += 1

    def _new_process(self) -> Executor:
        return ProcessPoolExecutor(
            1,
            mp_context=multiprocessing.get_context("spawn"),  # a process with threads must not be forked
            initializer=_initialise,
            initargs=(self._niceness,),
        )

    def close(self) -> None:
        """Ends the process; calls under way are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class WorkerPool:
    """A few worker processes. Implements `session.ports.Opponents`."""

    def __init__(self, pool: Executor | None = None, *, processes: int | None = None) -> None:
        usage = Usage()
        count = 1 if pool is not None else processes or max(1, (os.cpu_count() or 2) - 1)
        self._searching = [self._worker(pool, usage, NICENESS) for _ in range(count)]
        """The processes of players that search, and of hints, reviews and films."""
        self._quick = self._searching[0] if pool is not None else self._worker(None, usage)
        """The process of players that do not search."""
        self._workers = [*self._searching, *(() if pool is not None else (self._quick,))]
        self._asked: Counter[str] = Counter()
        """By visitor: the hints, reviews and films that are waited for."""
        self._reporting: asyncio.Task[None] | None = None
        self.record_wait: Callable[[str, float], None] = lambda name, seconds: None
        """Called with the name of a histogram and the seconds that a computation has waited."""

    def _worker(self, pool: Executor | None, usage: Usage, niceness: int = 0) -> WorkerProcess:
        queue = JobQueue(usage, lambda seconds: self.record_wait("queue", seconds))
        return WorkerProcess(pool, queue, niceness=niceness)

    async def pick(self, game: Game, state: State, opponent: Opponent, job: Job) -> int:
        """The action that an opponent chooses for the seat to act, from what that seat may know."""
        seat = state.player
        worker = self._quick if is_quick(opponent.level) else self._home(opponent)
        self._report_positions()
        arguments = (state.observe(seat), seat, game.side_of(seat), opponent)
        return await worker.run(job, _pick, *arguments, shares_time=True)

    async def hints(self, game: Game, state: State, job: Job) -> list[Hint]:
        """The best actions of the seat to act, from what that seat may know."""
        return await self._run(job, _hints, game, state.observe(state.player), shares_time=True)

    async def run(self, job: Job, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call in the process of searching players that has the shortest queue."""
        return await self._run(job, call, *arguments)

    async def _run(
        self, job: Job, call: Callable[..., Result], *arguments: object, shares_time: bool = False
    ) -> Result:
        with self._within_quota(job):
            self._report_positions()
            worker = min(self._searching, key=lambda worker: worker.queue.length)
            return await worker.run(job, call, *arguments, shares_time=shares_time)

    def _home(self, opponent: Opponent) -> WorkerProcess:
        """The process in which an opponent thinks during the whole battle."""
        return self._searching[zlib.crc32(opponent.key.encode()) % len(self._searching)]

    @contextlib.contextmanager
    def _within_quota(self, job: Job) -> Iterator[None]:
        """A block in which something that a visitor asked for is computed; refuses it beyond the visitor's quota."""
        if job.priority not in (Priority.HINT, Priority.STUDY):
            yield
            return
        if self._asked[job.visitor] >= QUOTA or self._asked.total() >= MAX_ASKED:
            raise RateLimited(Text("too much is being computed for you already; wait until some of it is done"))
        self._asked[job.visitor] += 1
        try:
            yield
        finally:
            self._asked[job.visitor] -= 1
            if not self._asked[job.visitor]:
                del self._asked[job.visitor]

    @property
    def waiting(self) -> int:
        """How many computations run or wait."""
        return sum(worker.queue.length for worker in self._workers)

    def _report_positions(self) -> None:
        """Starts to tell those who wait how many come before them; ends when nobody waits."""
        if self._reporting is None:
            self._reporting = asyncio.ensure_future(self._keep_reporting())

    async def _keep_reporting(self) -> None:
        try:
            await asyncio.sleep(REPORT_SECONDS)
            while self.waiting:
                for worker in self._workers:
                    worker.queue.report()
                await asyncio.sleep(REPORT_SECONDS)
        finally:
            self._reporting = None

    @property
    def restarts(self) -> int:
        """How many processes have died and were replaced."""
        return sum(worker.restarts for worker in self._workers)

    def check(self) -> bool:
        """Replaces processes that have died; returns whether calls to all of them succeed."""
        answers = [worker.check() for worker in self._workers]
        return all(answers)

    def warm(self) -> None:
        """Starts the process that is needed first and one that searches."""
        self._quick.check()
        self._searching[0].check()

    def close(self) -> None:
        """Ends the processes; calls under way are dropped."""
        for worker in self._workers:
            worker.close()


_BOTS: Final[OrderedDict[Opponent, Bot]] = OrderedDict()
"""The players that this process keeps; the most recently used is last."""


def _within(seconds: int, call: Callable[..., Result], *arguments: object) -> Result:
    """Runs a call in this process, which dies if that takes longer; nothing else could stop a call that hangs."""
    if not hasattr(signal, "alarm"):
        return call(*arguments)
    signal.alarm(seconds)
    try:
        return call(*arguments)
    finally:
        signal.alarm(0)


def _pick(seen: State, seat: int, side: frozenset[int], opponent: Opponent, time_share: float) -> int:
    known = _BOTS.pop(opponent, None)
    player = bot(opponent.level, opponent.seed) if known is None else known
    player.time_share = time_share
    chosen = player.pick(seen, seat, side)
    _BOTS[opponent] = player
    while len(_BOTS) > MAX_BOTS or (len(_BOTS) > 1 and sum(one.positions for one in _BOTS.values()) > MAX_POSITIONS):
        _BOTS.popitem(last=False)
    return chosen


def _hints(game: Game, seen: State, time_share: float) -> list[Hint]:
    return analyse(Match(game, state=seen), think=HINT_SECONDS * time_share, best=MAX_HINTS)


def _warm() -> None:
    games()  # imports all games, which takes longest


def _initialise(niceness: int) -> None:
    """Leaves ctrl-C to the server, which ends its workers itself; ends when the server is gone."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
