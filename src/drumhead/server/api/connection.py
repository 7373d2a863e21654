"""Those at a table: who they are, and the messages on their way to them."""

import asyncio
import contextlib
from typing import Final

from drumhead.server.api.serialize import Message

MAX_QUEUED_MESSAGES: Final = 400
"""How many messages may wait for a listener before it is taken for gone."""


class Connection:
    """Someone at a table: the seat, the language, what positions are shown as, and the messages on their way."""

    def __init__(self, seat: int, language: str, show: str = "svg") -> None:
        self.seat = seat
        self.language = language
        self.show = show
        self.known_style = ""
        self.outbox: asyncio.Queue[Message | None] = asyncio.Queue(MAX_QUEUED_MESSAGES)

    def send(self, message: Message) -> None:
        """Puts a message on its way; a listener that does not listen is sent away, and may come back."""
        if message.get("style") is not None:
            known, self.known_style = self.known_style, message["style"]
            if known == self.known_style:
                del message["style"]
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Ends the conversation."""
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
