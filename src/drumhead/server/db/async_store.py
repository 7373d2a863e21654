"""The store as the event loop uses it: calls run in threads, and appends go through the commit queue."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from drumhead.core.i18n.text import Text
from drumhead.server.db.commit_queue import CommitQueue, yield_to_loop
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.db.store import Store
from drumhead.server.errors import Unavailable
from drumhead.server.lobby.links import Link
from drumhead.server.ops.disk import Disk
from drumhead.server.ops.metrics import Metrics
from drumhead.server.session.event_log import Line

FLUSH_YIELDS: Final = 2
"""How often `flushed` yields to the event loop afterwards: those whose lines were just written go first."""
Result = TypeVar("Result")


class AsyncStore:
    """Implements `session.ports.Storage` on a `Store`."""

    def __init__(self, store: Store, metrics: Metrics, disk: Disk, author: str) -> None:
        self.store = store
        self._metrics = metrics
        self._disk = disk
        self._author = author
        """The name of this process on the bus."""
        self._threads = ThreadPoolExecutor(store.threads, thread_name_prefix="store")
        self._commits = CommitQueue(self._write)
        self._is_closed = False

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call to the database in a thread; measures it."""
        if self._is_closed:  # a connection that ends last may still ask for something
            raise Unavailable(Text("the server is shutting down; come back in a moment"))
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *arguments))
        except Unavailable:
            self._metrics.count("database_failures")
            raise
        finally:
            self._metrics.record_duration("database", time.perf_counter() - began)

    async def _write(self, entries: list[LogEntry]) -> set[str]:
        return await self.run(self.store.add_all, entries, self._author)

    async def append(self, battle: str, length: int, lines: Sequence[Line]) -> None:
        """Appends lines to a log of `length` lines, all or none; returns once they are on the disk."""
        self._disk.spend_lines(lines)
        await self._commits.append(battle, length, lines)

    async def flushed(self) -> None:
        """Waits until the batch that is being written is on the disk and its writers have gone on."""
        await self._commits.flushed()
        await yield_to_loop(FLUSH_YIELDS)

    async def link(self, token: str) -> Link | None:
        """What a link stands for, given as the hash of its token; None if there is none."""
        return await self.run(self.store.link, token)

    async def take_invitation(self, invitation: str, key: str, force: str = "") -> bool:
        """Exchanges an invitation for a key, once, and stores what its seat brings; returns whether it was open."""
        self._disk.spend(len(force))
        return await self.run(self.store.take_invitation, invitation, key, force)

    async def renew_link(self, token: str, key: str) -> bool:
        """Replaces all links of the seat of a link by a key; returns whether the link opened a seat until then."""
        return await self.run(self.store.renew_link, token, key)

    async def note_device(self, battle: str, seat: int, device: str) -> int:
        """Notes a device that opens a seat; returns how many have opened it since its link was renewed."""
        return await self.run(self.store.note_device, battle, seat, device)

    async def lines_after(self, battle: str, length: int) -> list[Line]:
        """The lines of a log from number `length` on."""
        return await self.run(self.store.lines_after, battle, length)

    async def chat(self, battle: str) -> list[Line]:
        """All chat lines of a battle."""
        return await self.run(self.store.chat, battle)

    async def add_chat(self, battle: str, line: Line) -> None:
        """Stores a chat line and tells the other processes."""
        self._disk.spend_lines([line])
        await self.run(self.store.add_chat, battle, line, self._author)

    async def mutes(self, battle: str) -> set[tuple[int, int]]:
        """Pairs of seats: the first has muted the second."""
        return await self.run(self.store.mutes, battle)

    async def mute(self, battle: str, seat: int, muted: int, *, on: bool) -> None:
        """Stores whether a seat has muted another."""
        await self.run(partial(self.store.mute, battle, seat, muted, on=on))

    async def drain(self) -> None:
        """Waits until all appends are written; refuses further calls."""
        await self._commits.close()
        self._is_closed = True

    def close(self) -> None:
        """Ends the threads and closes the database; call `drain` first."""
        self._threads.shutdown()
        self.store.close()
