"""Connections with deadlines: for requests that do not come whole, and for clients that do not read."""

import asyncio
import contextlib
import socket
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from drumhead.server.context import Context
from drumhead.server.ops.proxies import Proxies
from drumhead.server.ops.visitors import visitor_of

HEAD_SECONDS: Final = 10.0
"""How long the head of a request may take, from the connection or from its first byte on."""
BODY_SECONDS: Final = 30.0
"""How long its body may take after that."""
SEND_SECONDS: Final = 20.0
"""How long a client may leave unread what it was sent; then its connection is cut."""
SPARE_DESCRIPTORS: Final = 64
"""File descriptors that are left for the database, webhooks and worker processes."""


class LimitedConfig(uvicorn.Config):
    """The configuration of a server whose connections have deadlines and are counted by visitor."""

    def __init__(self, app: Any, context: Context, proxies: Proxies, **given: Any) -> None:
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, **given)
        self.context = context
        self.proxies = proxies
        self.max_connections = max_connections()


def max_connections() -> int:
    """How many connections this process may have; raises the number of its file descriptors as far as is allowed."""
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return int(min(soft if soft > 0 else 65_536, 65_536)) - SPARE_DESCRIPTORS


def cut_dead_connections(listening: socket.socket) -> None:
    """Lets the system cut connections accepted from a socket when the other end takes nothing any more."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(SEND_SECONDS * 1000))


class _Counted(asyncio.Protocol):
    """What both protocols do: count the connection, and cut it when the client does not read."""

    config: Any
    transport: asyncio.Transport
    client: tuple[str, int] | None
    _visitor = ""
    _send_timer: asyncio.TimerHandle | None = None

    def _count(self) -> bool:
        """Counts the connection; returns False if its visitor has too many."""
        host = self.client[0] if self.client is not None else ""
        if self.client is None or self.config.proxies.trusts(host):
            return True
        visitor = visitor_of(host)
        if not self.config.context.visitors.connections.take(visitor):
            return False
        self._visitor = visitor
        return True

    def _release(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
        if self._visitor:
            self.config.context.visitors.connections.give_back(self._visitor)
            self._visitor = ""

    def pause_writing(self) -> None:
        """Starts the deadline of a client that has to read before more can be sent."""
        super().pause_writing()
        self._send_timer = asyncio.get_running_loop().call_later(SEND_SECONDS, self._abort, "slow_readers")

    def resume_writing(self) -> None:
        """Ends the deadline."""
        if self._send_timer is not None:
            self._send_timer.cancel()
        super().resume_writing()

    def _abort(self, counter: str) -> None:
        """Cuts the connection. Closing it would wait until everything is sent, which may be never."""
        self.config.context.metrics.count(counter)
        self.transport.abort()


class LimitedHttp(_Counted, H11Protocol):
    """HTTP with a deadline for the head and the body of each request, and a number of connections for each visitor."""

    _deadline: asyncio.TimerHandle | None = None
    _waits_for: object = None
    """The part of a request that the deadline is about."""
    _is_upgraded = False
    """Whether the connection has become a websocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection, or cuts it if there are too many."""
        super().connection_made(transport)  # type: ignore[arg-type]
        if len(self.connections) > self.config.max_connections or not self._count():
            self._abort("connections_refused")
        else:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the deadlines."""
        self._clear_deadline()
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Starts the deadline of a request with its first byte, and ends it with its last."""
        if self.conn.their_state is h11.IDLE and self._deadline is None:
            self._set_deadline()
        super().data_received(data)
        if self.conn.their_state is not self._waits_for and not self._is_upgraded:
            self._set_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leaves the connection to the websocket, which counts it again."""
        self._is_upgraded = True
        self._clear_deadline()
        self._release()
        super().handle_websocket_upgrade(event)

    def _set_deadline(self) -> None:
        """Sets the deadline for the part of the request that is missing, if any."""
        self._clear_deadline()
        self._waits_for = self.conn.their_state
        if self._waits_for in (h11.IDLE, h11.SEND_BODY):
            seconds = HEAD_SECONDS if self._waits_for is h11.IDLE else BODY_SECONDS
            self._deadline = asyncio.get_running_loop().call_later(seconds, self._abort, "slow_requests")

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class LimitedWebSocket(_Counted, WebSocketsSansIOProtocol):
    """A websocket that is cut when its client does not read, and that counts as a connection of its visitor."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection."""
        super().connection_made(transport)
        if not self._count():
            self._abort("connections_refused")

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the deadline."""
        self._release()
        super().connection_lost(exc)
