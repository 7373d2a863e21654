"""Those at a table: who they are, and the messages on their way to them."""

import asyncio
import contextlib
from typing import Final

from drumhead.server.api.serialize import Message

PATIENCE: Final = 400
"""How many messages may wait for a listener before it is taken for gone."""


class Listener:
    """Someone at a table: the seat, the language, what positions are shown as, and the messages on their way."""

    def __init__(self, seat: int, language: str, show: str = "svg") -> None:
        self.seat = seat
        self.language = language
        self.show = show
        self.style = ""
        self.outbox: asyncio.Queue[Message | None] = asyncio.Queue(PATIENCE)

    def tell(self, message: Message) -> None:
        """Puts a message on its way; a listener that does not listen is sent away, and may come back."""
        if message.get("style") is not None:
            known, self.style = self.style, message["style"]
            if known == self.style:
                del message["style"]
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.dismiss()

    def dismiss(self) -> None:
        """Ends the conversation."""
        with contextlib.suppress(asyncio.QueueEmpty):
            while True:
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
