"""A client at a table: its seat, its language, and the messages queued for it."""

import asyncio
import contextlib
import json
import logging
import sys
from typing import Final

from drumhead.server.ops.visitors import UNKNOWN, Quota
from drumhead.server.session.ports import Message

LOG: Final = logging.getLogger("drumhead.server.api.connection")
MAX_QUEUED_MESSAGES: Final = 400
MAX_QUEUED_BYTES: Final = 4_000_000
"""A client for which more is waiting is disconnected; it may connect again."""

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Connection:
    """Implements `session.ports.Subscriber` with a queue, which the websocket's writer empties."""

    def __init__(
        self,
        seat: int,
        language: str,
        show: str = "svg",
        *,
        key: str = "",
        device: str = "",
        brings_nonce: bool = False,
        binds_dice: bool = False,
        quota: Quota | None = None,
        visitor: str = UNKNOWN,
    ) -> None:
        self.seat = seat
        self.key = key
        self.device = device
        self.language = language
        self.show = show
        self.brings_nonce = brings_nonce or binds_dice
        self.binds_dice = binds_dice
        self.is_closed = False
        """Whether nothing more is sent."""
        self.search: tuple[int, asyncio.Task[None]] | None = None
        """The hint that is searched for: the number of its position, and the task that sends it."""
        self.is_dropped = False
        """Whether the client is disconnected because it does not read."""
        self._outbox: asyncio.Queue[Message | str | None] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        """Messages to send, then None when the connection is to be closed."""
        self._queued_bytes = 0
        self._quota = quota or Quota(0)
        """What the visitor may have waiting on all its connections."""
        self.visitor = visitor
        self._known_style = ""

    def send(self, message: Message) -> None:
        """Queues a message, without its style if the client has it; disconnects a client that does not read."""
        if self.is_closed:
            return
        if message.get("style") is not None:
            known, self._known_style = self._known_style, message["style"]
            if known == self._known_style:
                del message["style"]
        try:
            # Nothing waits for a client that reads. What waits is encoded, so that its size is known.
            self._outbox.put_nowait(message if self._outbox.empty() else self._encoded(message))
        except (asyncio.QueueFull, _TooMuch):
            self.is_dropped = True
            self.close()
        except Exception:
            LOG.exception("a message could not be sent")
            self.close()

    async def next(self) -> str | None:
        """The next message to send, encoded; None when the connection is to be closed."""
        message = await self._outbox.get()
        if isinstance(message, str):
            self._give_back(sys.getsizeof(message))
        return _encode(message) if isinstance(message, dict) else message

    def close(self) -> None:
        """Drops what is queued and ends the connection."""
        self.is_closed = True
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self._outbox.get_nowait()
        self._give_back(self._queued_bytes)
        self._outbox.put_nowait(None)

    def _encoded(self, message: Message) -> str:
        text = _encode(message)
        size = sys.getsizeof(text)
        if self._queued_bytes + size > MAX_QUEUED_BYTES or not self._quota.take(self.visitor, size):
            raise _TooMuch
        self._queued_bytes += size
        return text

    def _give_back(self, size: int) -> None:
        self._queued_bytes -= size
        self._quota.give_back(self.visitor, size)


class _TooMuch(Exception):
    """More waits for a client than may."""
