"""What all parts of the server share: database, workers, threads, limits, metrics, webhooks."""

import asyncio
from collections.abc import Coroutine
from typing import Any
from weakref import WeakValueDictionary

from drumhead.core.i18n.text import Text
from drumhead.server.cluster.result_cache import ResultCache
from drumhead.server.cluster.threads import ThreadRunner
from drumhead.server.cluster.webhooks import Webhooks
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.async_store import AsyncStore
from drumhead.server.db.moderation import Moderation
from drumhead.server.db.store import Store
from drumhead.server.errors import Blocked
from drumhead.server.lobby.seats import new_token
from drumhead.server.ops.disk import Disk
from drumhead.server.ops.metrics import Metrics
from drumhead.server.ops.rate_limit import BEGIN_RATE, DISK_RATE, MESSAGE_RATE, PAGE_RATE, SEAT_RATE, Rate, RateLimiter
from drumhead.server.ops.visitors import Visitors


class Context:
    """Resources of one server process; knows nothing of sessions."""

    def __init__(self, store: Store, workers: WorkerPool, *, rate: Rate, private_hooks: bool) -> None:
        self.name = new_token()
        """The name of this process among the others."""
        self.metrics = Metrics()
        self.moderation = Moderation(store)
        self.blocked: frozenset[str] = frozenset()
        """The ids of the visitors whom the operator has blocked."""
        self.disk = Disk(store.file, DISK_RATE if rate.per_second else rate)
        self.database = AsyncStore(store, self.metrics, self.disk, self.name)
        self.workers = workers
        workers.record_wait = self.metrics.record_duration
        self.results = ResultCache()
        """Reviews and films."""
        self.webhooks = Webhooks(private=private_hooks, count=self.metrics.count)
        self.address_limit = RateLimiter(rate)
        """Requests and connections by visitor."""
        is_limited = rate.per_second > 0
        self.page_limit = RateLimiter(PAGE_RATE if is_limited else rate)
        """Pages and files by visitor."""
        self.begin_limit = RateLimiter(BEGIN_RATE if is_limited else rate)
        """Battles that are begun, by visitor."""
        self.message_limit = RateLimiter(MESSAGE_RATE if is_limited else rate)
        """Messages by visitor."""
        self.seat_limit = RateLimiter(SEAT_RATE if is_limited else rate)
        """Messages by battle and seat, or by battle and visitor for spectators."""
        self.visitors = Visitors(limited=is_limited)
        self.threads = ThreadRunner("worker", 2, 10_000)
        """For setting up and restoring battles and for writing files."""
        self.file_threads = ThreadRunner("file-reader", 1, 8)
        """For reading uploaded game files: one at a time, so that they cannot delay anything else."""
        self.is_closing = False
        """Whether the server is about to end and should get no new visitors."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._result_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def result_lock(self, key: str) -> asyncio.Lock:
        """The lock of whoever computes what is kept under a key: others wait for the result."""
        return self._result_locks.setdefault(key, asyncio.Lock())

    def must_be_welcome(self, visitor: str) -> None:
        """Refuses a visitor whom the operator has blocked."""
        if self.blocked and self.moderation.visitor_id(visitor) in self.blocked:
            raise Blocked(Text("the operator of this server has blocked your address"))

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine that nobody waits for."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Waits for spawned coroutines and pending appends; refuses further database calls."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.webhooks.close()
        await self.database.drain()

    def close(self) -> None:
        """Ends workers and threads and closes the database."""
        self.workers.close()
        self.threads.close()
        self.file_threads.close()
        self.database.close()
