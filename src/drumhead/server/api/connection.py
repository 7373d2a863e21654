"""A client at a table: its seat, its language, and the messages queued for it."""

import asyncio
import contextlib
from typing import Final

from drumhead.server.session.ports import Message

MAX_QUEUED_MESSAGES: Final = 400
"""A client with more messages waiting is disconnected; it may connect again."""


class Connection:
    """Implements `session.ports.Subscriber` with a queue, which the websocket's writer empties."""

    def __init__(self, seat: int, language: str, show: str = "svg", *, key: str = "", device: str = "") -> None:
        self.seat = seat
        self.key = key
        self.device = device
        self.language = language
        self.show = show
        self.outbox: asyncio.Queue[Message | None] = asyncio.Queue(MAX_QUEUED_MESSAGES)
        """Messages to send, then None when the connection is to be closed."""
        self._known_style = ""

    def send(self, message: Message) -> None:
        """Queues a message, without its style if the client has it; disconnects a client that does not read."""
        if message.get("style") is not None:
            known, self._known_style = self._known_style, message["style"]
            if known == self._known_style:
                del message["style"]
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Drops what is queued and ends the connection."""
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
