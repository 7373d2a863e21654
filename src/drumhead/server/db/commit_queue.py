"""The commit queue: appends to event logs that come while the disk is busy are written together."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.errors import Overtaken, Unavailable, Unwritable
from drumhead.server.session.event_log import Line

LOG: Final = logging.getLogger("drumhead.server.db.commit_queue")
OUTAGE_SECONDS: Final = 2.0
"""For how long the entries of a failed batch are tried one by one while the database answers none of them."""
GATHER_YIELDS: Final = 3
"""How often the writer yields to the event loop before a batch, so that others can join it. Costs microseconds."""


async def yield_to_loop(times: int) -> None:
    """Lets other tasks that are ready run first, `times` rounds of the event loop long."""
    for _ in range(times):
        await asyncio.sleep(0)


class CommitQueue:
    """Writes lines of many battles in one transaction: the disk takes as long for a hundred as for one."""

    def __init__(self, write: Callable[[list[LogEntry]], Awaitable[set[str]]]) -> None:
        self._write = write
        """Writes entries; returns the battles that another process has appended to first."""
        self._queued: list[tuple[LogEntry, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._written: asyncio.Future[None] | None = None
        """Done when the batch that is being written is on the disk."""

    async def append(self, battle: str, number: int, lines: Sequence[Line]) -> None:
        """Appends lines to a log of `number` lines, all or none; returns once they are on the disk."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queued.append((LogEntry(battle, number, lines), written))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await written

    async def flushed(self) -> None:
        """Waits until the batch that is being written is on the disk; later ones are not waited for."""
        if self._written is not None:
            await self._written

    async def close(self) -> None:
        """Waits until everything queued is written."""
        if self._writing is not None:
            await self._writing

    async def _write_all(self) -> None:
        while self._queued:
            await yield_to_loop(GATHER_YIELDS)
            batch, self._queued = self._queued, []
            self._written = asyncio.get_running_loop().create_future()
            failures = await self._write_batch([entry for entry, _ in batch])
            for (_, written), failure in zip(batch, failures, strict=True):
                if written.done():
                    continue  # whoever asked was cancelled
                if failure is not None:
                    written.set_exception(failure)
                else:
                    written.set_result(None)
            self._written.set_result(None)
            self._written = None
        self._writing = None

    async def _write_batch(self, batch: list[LogEntry]) -> list[Exception | None]:
        """Writes entries together; if that fails, one by one, so that a bad entry fails alone. Returns failures."""
        try:
            overtaken = await self._write(batch)
        except Exception as error:  # whatever it is, whoever waits must be told
            if len(batch) == 1:
                return [_as_refusal(error)]
        else:
            return [Overtaken() if entry.battle in overtaken else None for entry in batch]
        until = time.monotonic() + OUTAGE_SECONDS
        failures: list[Exception | None] = []
        for entry in batch:
            if failures and isinstance(failures[-1], Unavailable) and time.monotonic() > until:
                failures.append(failures[-1])  # the database is down; every further entry would wait as long
            else:
                failures += await self._write_batch([entry])
        return failures


def _as_refusal(error: Exception) -> Exception:
    """An error that can be shown to a player."""
    if isinstance(error, DrumheadError):
        return error
    LOG.error("an entry could not be written", exc_info=error)
    return Unwritable(Text("this cannot be saved"))
