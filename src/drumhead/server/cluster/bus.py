"""The bus between processes that share a PostgreSQL database: LISTEN and NOTIFY."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from drumhead.server.cluster.framing import CHANNEL, is_from, unframed
from drumhead.server.errors import Unavailable
from drumhead.server.session.ports import BusMessage

LOG: Final = logging.getLogger("drumhead.server.cluster.bus")
OPEN_TIMEOUT_SECONDS: Final = 10
RECONNECT_SECONDS: Final = 1.0
"""How long starting waits for the first connection, and after how long a lost one is tried again."""


class Bus:
    """Receives what other processes publish; reconnects by itself."""

    def __init__(
        self,
        url: str,
        name: str,
        receive: Callable[[BusMessage], Awaitable[None]],
        reconnected: Callable[[], Awaitable[None]],
    ) -> None:
        self._url = url
        self._name = name
        """The name of this process: frames that it sent itself are skipped."""
        self._receive = receive
        self._reconnected = reconnected
        self._task: asyncio.Task[None] | None = None
        self._is_listening = asyncio.Event()

    async def open(self) -> None:
        """Starts to listen; returns once no message can be missed, or after a timeout."""
        self._task = asyncio.create_task(self._listen())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._is_listening.wait(), OPEN_TIMEOUT_SECONDS)

    async def close(self) -> None:
        """Stops listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        import psycopg  # noqa: PLC0415  installed only with drumhead[postgres]

        while True:
            with contextlib.suppress(psycopg.OperationalError, psycopg.InterfaceError):
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._is_listening.set()
                    await self._reconnected()  # what was missed in between is in the log
                    async for notice in connection.notifies():
                        if not is_from(self._name, notice.payload):
                            await self._deliver(notice.payload)
            LOG.warning("lost the connection to the other processes; trying again")
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _deliver(self, frame: str) -> None:
        for message in unframed(frame):
            try:
                await self._receive(message)
            except Unavailable:
                pass  # this connection will fail in a moment; reconnecting catches up
            except Exception:
                LOG.exception("a message of another process could not be handled")
