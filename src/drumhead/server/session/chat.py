"""What the players say to each other, apart from the game."""

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.state import SPECTATOR
from drumhead.server.api.connection import Connection
from drumhead.server.api.serialize import Message
from drumhead.server.session.event_log import Line

if TYPE_CHECKING:
    from drumhead.server.session.session import Session

MAX_CHARACTERS: Final = 400
"""No sentence has more characters."""
MAX_LINES: Final = 2000
"""No table keeps more sentences."""


class Chat:
    """The talk at a table, among those who play; whoever is muted speaks on, unheard by the one who muted."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._lines: list[Line] | None = None
        self._mutes: set[tuple[int, int]] = set()

    async def send_history(self, subscriber: Connection) -> None:
        """Tells a subscriber what was said so far."""
        if subscriber.seat == SPECTATOR:
            return
        said = await self._load()
        mutes = sorted(muted for seat, muted in self._mutes if seat == subscriber.seat)
        heard = [_to_message(line) for line in said if line.seat not in mutes]
        if heard or mutes:
            subscriber.send({"type": "chat", "lines": heard, "muted": mutes})

    async def say(self, seat: int, words: str) -> None:
        """Says something to all who play."""
        words = " ".join(words.split())
        if not words or len(words) > MAX_CHARACTERS or not words.isprintable():
            raise IllegalAction(Text("say something of up to {n} characters", n=MAX_CHARACTERS))
        if len(await self._load()) >= MAX_LINES:
            raise IllegalAction(Text("enough has been said at this table"))
        service = self._session.service
        await service.query(service.store.add_chat, self._session.id, Line(seat, words, time.time()), service.name)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Tells everybody what was said since."""
        known = len(await self._load())
        self._lines = None
        for line in (await self._load())[known:]:
            for subscriber in tuple(self._session.subscribers):
                if subscriber.seat != SPECTATOR and (subscriber.seat, line.seat) not in self._mutes:
                    subscriber.send({"type": "said", **_to_message(line)})

    async def mute(self, seat: int, muted: int, *, on: bool) -> None:
        """Lets a seat hear another no longer, or again."""
        if muted == seat or not 0 <= muted < len(self._session.state.seats):
            raise IllegalAction(Text("say which other seat"))
        service = self._session.service
        await service.query(partial(service.store.mute, self._session.id, seat, muted, on=on))
        self._lines = None
        await self._load()

    async def _load(self) -> list[Line]:
        if self._lines is None:
            service = self._session.service
            self._mutes = await service.query(service.store.mutes, self._session.id)
            self._lines = await service.query(service.store.chat, self._session.id)
        return self._lines


def _to_message(line: Line) -> Message:
    return {"seat": line.seat, "words": line.words, "at": round(line.said, 1)}
