"""What the players say to each other, apart from the game."""

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.server.api.connection import Listener
from drumhead.server.api.serialize import Message
from drumhead.server.lobby.seats import WATCH
from drumhead.server.session.event_log import Line

if TYPE_CHECKING:
    from drumhead.server.session.session import Room

LONGEST: Final = 400
"""No sentence has more characters."""
MOST: Final = 2000
"""No table keeps more sentences."""


class Chat:
    """The talk at a table, among those who play; whoever is muted speaks on, unheard by the one who muted."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._known: list[Line] | None = None
        self._mutes: set[tuple[int, int]] = set()

    async def greet(self, listener: Listener) -> None:
        """Tells a listener what was said so far."""
        if listener.seat == WATCH:
            return
        said = await self._load()
        mutes = sorted(muted for seat, muted in self._mutes if seat == listener.seat)
        heard = [_told(line) for line in said if line.seat not in mutes]
        if heard or mutes:
            listener.tell({"type": "chat", "lines": heard, "muted": mutes})

    async def say(self, seat: int, words: str) -> None:
        """Says something to all who play."""
        words = " ".join(words.split())
        if not words or len(words) > LONGEST or not words.isprintable():
            raise IllegalAction(Text("say something of up to {n} characters", n=LONGEST))
        if len(await self._load()) >= MOST:
            raise IllegalAction(Text("enough has been said at this table"))
        house = self._room.house
        await house.stored(house.store.add_chat, self._room.id, Line(seat, words, time.time()), house.name)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Tells everybody what was said since."""
        known = len(await self._load())
        self._known = None
        for line in (await self._load())[known:]:
            for listener in tuple(self._room.listeners):
                if listener.seat != WATCH and (listener.seat, line.seat) not in self._mutes:
                    listener.tell({"type": "said", **_told(line)})

    async def mute(self, seat: int, muted: int, *, on: bool) -> None:
        """Lets a seat hear another no longer, or again."""
        if muted == seat or not 0 <= muted < len(self._room.standing.seats):
            raise IllegalAction(Text("say which other seat"))
        house = self._room.house
        await house.stored(partial(house.store.mute, self._room.id, seat, muted, on=on))
        self._known = None
        await self._load()

    async def _load(self) -> list[Line]:
        if self._known is None:
            house = self._room.house
            self._mutes = await house.stored(house.store.mutes, self._room.id)
            self._known = await house.stored(house.store.chat, self._room.id)
        return self._known


def _told(line: Line) -> Message:
    return {"seat": line.seat, "words": line.words, "at": round(line.said, 1)}
