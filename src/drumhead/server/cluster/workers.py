"""Worker processes in which computer players think, so that no battle waits for another's.

A computer player is one object for the whole battle: it stays in one process and keeps its plan and its search tree. A
process that dies is replaced; its players start afresh from the current position.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import Final, TypeVar

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.study.analyse import Hint, analyse
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import games
from drumhead.core.state import State
from drumhead.server.errors import Unavailable
from drumhead.server.session.ports import Opponent

HINT_SECONDS: Final = 1.0
"""How long a hint is searched for."""
MAX_HINTS: Final = 3
MAX_TRIES: Final = 3
"""How many processes may die over one call before it is given up."""
MAX_BOTS: Final = 200
MAX_POSITIONS: Final = 400_000
"""How many players a process keeps, and how many positions they may remember together: about 80 MB."""
Result = TypeVar("Result")


class WorkerProcess:
    """A process that runs one call at a time and is replaced when it dies; tests give an executor instead."""

    def __init__(self, pool: Executor | None = None) -> None:
        self._is_given = pool is not None
        self._pool = pool or _new_process()
        self.waiting = 0
        """The number of calls that were given to it and are not done."""
        self.restarts = 0
        self.is_down = False
        """Whether the last call was given up."""

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call; raises `Unavailable` if processes keep dying over it."""
        self.waiting += 1
        try:
            for _ in range(MAX_TRIES):
                pool = self._pool
                try:
                    found = await asyncio.get_running_loop().run_in_executor(pool, call, *arguments)
                except BrokenExecutor:
                    self._replace(pool)
                else:
                    self.is_down = False
                    return found
            self.is_down = True
            raise Unavailable(Text("the computer cannot move at the moment; it will try again"))
        finally:
            self.waiting -= 1

    def check(self) -> bool:
        """Replaces the process if it has died; returns whether calls succeed.

        Only an idle process is checked: a busy one reports its death to whoever waits for it.
        """
        pool = self._pool
        if not self.waiting:
            try:
                pool.submit(_warm)
            except BrokenExecutor:
                self._replace(pool)
        return not self.is_down

    def _replace(self, dead: Executor) -> None:
        if self._pool is dead and not self._is_given:
            dead.shutdown(wait=False)
            self._pool = _new_process()
            self.restarts += 1

    def close(self) -> None:
        """Ends the process; calls under way are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class WorkerPool:
    """A few worker processes. Implements `session.ports.Opponents`."""

    def __init__(self, pool: Executor | None = None, *, processes: int | None = None) -> None:
        count = 1 if pool is not None else processes or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [WorkerProcess(pool) for _ in range(count)]

    async def pick(self, game: Game, state: State, opponent: Opponent) -> int:
        """The action that an opponent chooses for the seat to act, from what that seat may know."""
        seat = state.player
        worker = self._workers[zlib.crc32(opponent.key.encode()) % len(self._workers)]
        return await worker.run(_pick, state.observe(seat), seat, game.side_of(seat), opponent)

    async def hints(self, game: Game, state: State) -> list[Hint]:
        """The best actions of the seat to act, from what that seat may know."""
        return await self.run(_hints, game, state.observe(state.player))

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call in the process with the fewest waiting calls."""
        return await min(self._workers, key=lambda worker: worker.waiting).run(call, *arguments)

    @property
    def restarts(self) -> int:
        """How many processes have died and were replaced."""
        return sum(worker.restarts for worker in self._workers)

    def check(self) -> bool:
        """Replaces processes that have died; returns whether calls to all of them succeed."""
        answers = [worker.check() for worker in self._workers]
        return all(answers)

    def warm(self) -> None:
        """Starts a process before it is needed."""
        self._workers[0].check()

    def close(self) -> None:
        """Ends the processes; calls under way are dropped."""
        for worker in self._workers:
            worker.close()


def _new_process() -> Executor:
    return ProcessPoolExecutor(
        1,
        mp_context=multiprocessing.get_context("spawn"),  # a process with threads must not be forked
        initializer=_initialise,
    )


_BOTS: Final[OrderedDict[Opponent, Bot]] = OrderedDict()
"""The players that this process keeps; the most recently used is last."""


def _pick(seen: State, seat: int, side: frozenset[int], opponent: Opponent) -> int:
    known = _BOTS.pop(opponent, None)
    player = bot(opponent.level, opponent.seed) if known is None else known
    chosen = player.pick(seen, seat, side)
    _BOTS[opponent] = player
    while len(_BOTS) > MAX_BOTS or (len(_BOTS) > 1 and sum(one.positions for one in _BOTS.values()) > MAX_POSITIONS):
        _BOTS.popitem(last=False)
    return chosen


def _hints(game: Game, seen: State) -> list[Hint]:
    return analyse(Match(game, state=seen), think=HINT_SECONDS, best=MAX_HINTS)


def _warm() -> None:
    games()  # imports all games, which takes longest


def _initialise() -> None:
    """Leaves ctrl-C to the server, which ends its workers itself; ends when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
