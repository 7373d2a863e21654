"""Opponents that think in processes of their own, so that no table waits for another's."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Final, TypeVar

from drumhead.ai.analyse import Hint, analyse
from drumhead.ai.levels import bot
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import State

THINK: Final = 1.0
"""How many seconds a hint is thought about."""
BEST: Final = 3
"""How many decisions a hint names."""
Result = TypeVar("Result")


class Thinkers:
    """A few processes in which opponents think, or whatever pool is given instead."""

    def __init__(self, pool: Executor | None = None) -> None:
        self._pool = pool or ProcessPoolExecutor(
            max(1, (os.cpu_count() or 2) - 1),
            # A process that threads run in must not be forked.
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_settle_in,
        )

    async def pick(self, game: Game, state: State, level: str) -> int:
        """What an opponent decides for the seat to act, from what that seat sees and nothing else."""
        seat = state.player
        side = frozenset(other for other in range(game.seats) if game.team_sign(seat, other) < 0)
        return await self.work(_pick, state.observe(seat), seat, side, level)

    async def hints(self, game: Game, state: State) -> list[Hint]:
        """The best decisions of the seat to act, from what that seat sees and nothing else."""
        return await self.work(_hints, game, state.observe(state.player))

    async def work(self, call: Callable[..., Result], *given: object) -> Result:
        """Does any long work off the table: a review, a film."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, call, *given)

    def warm(self) -> None:
        """Starts a process before it is needed."""
        self._pool.submit(_warm)

    def close(self) -> None:
        """Ends the processes; what they think is lost, and thought again."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _pick(seen: State, seat: int, side: frozenset[int], level: str) -> int:
    return bot(level).pick(seen, seat, side)


def _hints(game: Game, seen: State) -> list[Hint]:
    return analyse(Match(game, state=seen), think=THINK, best=BEST)


def _warm() -> None:
    from drumhead.core.library import games  # noqa: PLC0415  what takes long to import, imported ahead

    games()


def _settle_in() -> None:
    """Leaves ctrl-C to the server, which ends its workers itself; goes when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
