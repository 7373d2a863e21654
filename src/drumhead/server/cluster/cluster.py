"""The bus and the locks between the server processes that share a database."""

from collections.abc import Awaitable, Callable

from drumhead.server.cluster.bus import Bus
from drumhead.server.cluster.locks import BattleLocks
from drumhead.server.db.async_store import AsyncStore
from drumhead.server.db.notify import driver_url
from drumhead.server.session.ports import BusMessage


class Cluster:
    """Implements `session.ports.Peers`; on SQLite there are no other processes."""

    def __init__(self, database: AsyncStore, name: str) -> None:
        self._database = database
        self._name = name
        self._locks = BattleLocks(database.store.engine)
        self._bus: Bus | None = None

    @property
    def is_shared(self) -> bool:
        """Returns whether other processes may use the same database."""
        return self._database.store.is_shared

    async def open(
        self, receive: Callable[[BusMessage], Awaitable[None]], reconnected: Callable[[], Awaitable[None]]
    ) -> None:
        """Starts to receive messages; `reconnected` is called whenever some may have been missed."""
        if self.is_shared:
            self._bus = Bus(driver_url(self._database.store.engine.url), self._name, receive, reconnected)
            await self._bus.open()

    async def stop_receiving(self) -> None:
        """Closes the bus."""
        if self._bus is not None:
            await self._bus.close()

    async def acquire(self, battle: str) -> bool:
        """Returns whether this process may move for the computers of a battle; it must release it then."""
        return await self._database.run(self._locks.acquire, battle)

    async def release(self, battle: str) -> None:
        """Lets another process move for the computers of a battle."""
        await self._database.run(self._locks.release, battle)

    async def publish(self, *messages: BusMessage) -> None:
        """Sends messages to the other processes."""
        if self.is_shared and messages:
            await self._database.run(self._database.store.publish, messages, self._name)

    def close(self) -> None:
        """Releases all locks; call before the database is closed."""
        self._locks.close()
