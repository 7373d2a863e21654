"""The server's parts put together, and the order in which they start and stop."""

from drumhead.server.cluster.cluster import Cluster
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.context import Context
from drumhead.server.db.store import Store
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate
from drumhead.server.registry import Registry


class Service:
    """The context, the cluster and the registry of one server process."""

    def __init__(
        self, store: Store, workers: WorkerPool, *, rate: Rate = ADDRESS_RATE, private_hooks: bool = False
    ) -> None:
        self.context = Context(store, workers, rate=rate, private_hooks=private_hooks)
        self.cluster = Cluster(self.context.database, self.context.name)
        self.registry = Registry(self.context, self.cluster)

    async def open(self) -> None:
        """Starts a worker process and joins the other server processes."""
        self.context.workers.warm()
        await self.registry.open()

    async def close(self) -> None:
        """Disconnects everybody, writes what is pending, and closes the database."""
        self.context.is_closing = True
        await self.registry.close()
        await self.context.drain()
        self.cluster.close()
        self.context.close()
