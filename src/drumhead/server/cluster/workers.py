"""Opponents that think in processes of their own, so that no table waits for another's.

An opponent of a battle is one object for the whole battle: it stays in one process, with its plan and its search tree.
A process that dies is replaced; its opponents begin anew with the position at hand.
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
from dataclasses import dataclass
from typing import Final, TypeVar

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import sides_of
from drumhead.ai.study.analyse import Hint, analyse
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import State
from drumhead.server.db.store import Unavailable

HINT_SECONDS: Final = 1.0
"""How many seconds a hint is thought about."""
MAX_HINTS: Final = 3
"""How many decisions a hint names."""
MAX_TRIES: Final = 3
"""How many processes may die over one piece of work before it is given up."""
MAX_BOTS: Final = 200
MAX_POSITIONS: Final = 400_000
"""How many opponents a process keeps, and how many positions all of them may keep in mind; about 80 MB."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who plays a seat of a battle: what tells it from all others, its level, and its seed where dice have one."""

    key: str
    level: str
    seed: str | None = None


class WorkerProcess:
    """A process to think in, or whatever pool is given instead; a process that dies is replaced."""

    def __init__(self, pool: Executor | None = None) -> None:
        self._is_given = pool is not None
        self._pool = pool or _new_process()
        self.waiting = 0
        """How much work it has been given and not done."""
        self.restarts = 0
        self.is_down = False
        """Whether the last work it was given was given up."""

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Does some work; where processes keep dying over it, refuses it."""
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
            raise Unavailable(Text("the computer cannot think at the moment; it tries again"))
        finally:
            self.waiting -= 1

    def check(self) -> bool:
        """Replaces the process if it has died; says whether work is done at all.

        A process with work to do needs no check, and gets no more of it: whoever waits finds out that it has died.
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
        """Ends the process; what it thinks is lost, and thought again."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class WorkerPool:
    """A few processes in which opponents think, or whatever pool is given instead."""

    def __init__(self, pool: Executor | None = None, *, processes: int | None = None) -> None:
        many = 1 if pool is not None else processes or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [WorkerProcess(pool) for _ in range(many)]

    async def pick(self, game: Game, state: State, opponent: Opponent) -> int:
        """What an opponent decides for the seat to act, from what that seat sees and nothing else."""
        seat = state.player
        worker = self._workers[zlib.crc32(opponent.key.encode()) % len(self._workers)]
        return await worker.run(_pick, state.observe(seat), seat, sides_of(game, seat), opponent)

    async def hints(self, game: Game, state: State) -> list[Hint]:
        """The best decisions of the seat to act, from what that seat sees and nothing else."""
        return await self.run(_hints, game, state.observe(state.player))

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Does any long work off the table: a review, a film."""
        return await min(self._workers, key=lambda worker: worker.waiting).run(call, *arguments)

    @property
    def restarts(self) -> int:
        """How many processes have died and were replaced."""
        return sum(worker.restarts for worker in self._workers)

    def check(self) -> bool:
        """Replaces processes that have died; says whether all of them do their work."""
        answers = [worker.check() for worker in self._workers]
        return all(answers)

    def warm(self) -> None:
        """Starts a process before it is needed."""
        self._workers[0].check()

    def close(self) -> None:
        """Ends the processes; what they think is lost, and thought again."""
        for worker in self._workers:
            worker.close()


def _new_process() -> Executor:
    return ProcessPoolExecutor(
        1,
        mp_context=multiprocessing.get_context("spawn"),  # a process that threads run in must not be forked
        initializer=_initialise,
    )


_BOTS: Final[OrderedDict[Opponent, Bot]] = OrderedDict()
"""The opponents that this process keeps, the one that decided last at the end."""


def _pick(seen: State, seat: int, side: frozenset[int], opponent: Opponent) -> int:
    stored = _BOTS.pop(opponent, None)
    player = bot(opponent.level, opponent.seed) if stored is None else stored
    chosen = player.pick(seen, seat, side)
    _BOTS[opponent] = player
    while len(_BOTS) > MAX_BOTS or (len(_BOTS) > 1 and sum(one.positions for one in _BOTS.values()) > MAX_POSITIONS):
        _BOTS.popitem(last=False)
    return chosen


def _hints(game: Game, seen: State) -> list[Hint]:
    return analyse(Match(game, state=seen), think=HINT_SECONDS, best=MAX_HINTS)


def _warm() -> None:
    from drumhead.core.registry import games  # noqa: PLC0415  what takes long to import, imported ahead

    games()


def _initialise() -> None:
    """Leaves ctrl-C to the server, which ends its workers itself; goes when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
