"""The server's parts put together, and the order in which they start and stop."""

import asyncio

from drumhead.server.cluster.cluster import Cluster
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.context import Context
from drumhead.server.db.sqlite_file import DamageCheck
from drumhead.server.db.store import Store
from drumhead.server.housekeeping import EXPIRE_DAYS, Housekeeping
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate
from drumhead.server.registry import Registry


class Service:
    """The context, the cluster and the registry of one server process."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool,
        *,
        rate: Rate = ADDRESS_RATE,
        private_hooks: bool = False,
        expire_days: int = EXPIRE_DAYS,
    ) -> None:
        self.context = Context(store, workers, rate=rate, private_hooks=private_hooks)
        self.cluster = Cluster(self.context.database, self.context.name)
        self.registry = Registry(self.context, self.cluster)
        self.housekeeping = Housekeeping(self.context, self.registry, expire_days=expire_days)
        file = store.file
        self._check = DamageCheck(file) if file is not None else None

    async def open(self) -> None:
        """Starts a worker process and joins the other server processes."""
        self.context.workers.warm()
        await self.registry.open()
        await self.housekeeping.open()
        if self._check is not None:
            self.context.spawn(self._check_database(self._check))

    async def _check_database(self, check: DamageCheck) -> None:
        self.context.database.store.report_damage(await asyncio.to_thread(check.run))

    async def close(self) -> None:
        """Disconnects everybody, writes what is pending, and closes the database."""
        self.context.is_closing = True
        if self._check is not None:
            self._check.stop()
        await self.housekeeping.close()
        await self.registry.close()
        await self.context.drain()
        self.cluster.close()
        self.context.close()
