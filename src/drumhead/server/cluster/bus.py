"""What processes that share a PostgreSQL database tell each other: news of a battle, over LISTEN and NOTIFY."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from drumhead.server.cluster.framing import CHANNEL, BusMessage, driver_url, is_from, unframed
from drumhead.server.db.store import Unavailable

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

LOG: Final = logging.getLogger("drumhead.server.bus")
RECONNECT_SECONDS: Final = 1.0
"""After how many seconds a lost line is tried again."""


class Bus:
    """The line on which a process hears of the others; it mends itself."""

    def __init__(
        self,
        url: "URL",
        name: str,
        receive: Callable[[BusMessage], Awaitable[None]],
        reconnected: Callable[[], Awaitable[None]],
    ) -> None:
        self._url = driver_url(url)
        self._name = name
        """What this process is called: what it says itself it does not receive."""
        self._receive = receive
        self._reconnected = reconnected
        self._task: asyncio.Task[None] | None = None
        self._is_listening = asyncio.Event()

    async def open(self) -> None:
        """Begins to listen; returns once nothing can be missed."""
        self._task = asyncio.create_task(self._listen())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_listening.wait(), 10)

    async def close(self) -> None:
        """Listens no longer."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        import psycopg  # noqa: PLC0415  only who has such a database has the library

        while True:
            with contextlib.suppress(psycopg.OperationalError, psycopg.InterfaceError):
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._is_listening.set()
                    await self._reconnected()  # what was missed while the line was cut is in the log
                    async for notice in connection.notifies():
                        if not is_from(self._name, notice.payload):
                            await self._take(notice.payload)
            LOG.warning("the line between processes is cut; trying again")
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _take(self, frame: str) -> None:
        for message in unframed(frame):
            try:
                await self._receive(message)
            except Unavailable:
                pass  # the line will be cut in a moment, and everything caught up with when it is mended
            except Exception:
                LOG.exception("a message could not be followed")
