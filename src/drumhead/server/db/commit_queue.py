"""Whoever writes to the logs of battles: lines that come while the disk is busy go to it together."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text
from drumhead.server.db.store import LogEntry, Overtaken, Unavailable, Unwritable
from drumhead.server.session.event_log import Line

LOG: Final = logging.getLogger("drumhead.server.commit_queue")
OUTAGE_SECONDS: Final = 2.0
"""For so many seconds entries are tried one by one while the database answers none of them."""
GATHER_YIELDS: Final = 3
"""So many times of the loop are waited for others who have something to write: next to nothing where nobody has."""


async def yield_to_loop(times: int) -> None:
    """Lets so many times of the loop go by: whoever is ready goes first."""
    for _ in range(times):
        await asyncio.sleep(0)


class CommitQueue:
    """Writes lines of many battles in one go: a disk takes as long for a hundred of them as for one."""

    def __init__(self, write: Callable[[list[LogEntry]], Awaitable[set[str]]]) -> None:
        self._write = write
        """Writes entries, all that can be; says whose battles were overtaken."""
        self._queued: list[tuple[LogEntry, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._written: asyncio.Future[None] | None = None
        """Done when what is on its way to the disk is there."""

    async def append(self, battle: str, number: int, lines: Sequence[Line]) -> None:
        """Adds lines after the first so many, all or none; returns when they are on the disk."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queued.append((LogEntry(battle, number, lines), written))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await written

    async def flushed(self) -> None:
        """Waits until what is on its way to the disk now is there: others at many tables may wait for it."""
        if self._written is not None:
            await self._written

    async def close(self) -> None:
        """Waits for what is being written."""
        if self._writing is not None:
            await self._writing

    async def _write_all(self) -> None:
        while self._queued:
            await yield_to_loop(GATHER_YIELDS)
            batch, self._queued = self._queued, []
            self._written = asyncio.get_running_loop().create_future()
            faults = await self._write_batch([entry for entry, _ in batch])
            for (_, written), fault in zip(batch, faults, strict=True):
                if written.done():
                    continue  # whoever asked has gone
                if fault is not None:
                    written.set_exception(fault)
                else:
                    written.set_result(None)
            self._written.set_result(None)
            self._written = None
        self._writing = None

    async def _write_batch(self, batch: list[LogEntry]) -> list[Exception | None]:
        """Writes entries together; where that fails, one by one, so that nobody suffers for what another says."""
        try:
            late = await self._write(batch)
        except Exception as error:  # whatever it is, whoever waits is told
            if len(batch) == 1:
                return [_as_refusal(error)]
        else:
            return [Overtaken() if entry.battle in late else None for entry in batch]
        until = time.monotonic() + OUTAGE_SECONDS
        faults: list[Exception | None] = []
        for entry in batch:
            if faults and isinstance(faults[-1], Unavailable) and time.monotonic() > until:
                faults.append(faults[-1])  # the database is gone; each further entry would wait for it as long
            else:
                faults += await self._write_batch([entry])
        return faults


def _as_refusal(error: Exception) -> Exception:
    """What whoever waits is told: a sentence, also where the reason is none that was thought of."""
    if isinstance(error, DrumheadError):
        return error
    LOG.error("an entry could not be written", exc_info=error)
    return Unwritable(Text("this cannot be written down"))
