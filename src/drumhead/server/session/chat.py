"""The chat of a battle, among its players; a muted seat is not sent to the seat that muted it."""

from typing import Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.state import SPECTATOR
from drumhead.server.session import steady_clock
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import Message, Storage, Subscriber

MAX_CHARACTERS: Final = 400
MAX_LINES: Final = 2000
"""How long a chat message may be, and how many a battle may have."""


class Chat:
    """The chat of one battle. Spectators neither read nor write it."""

    def __init__(self, battle: str, seats: int, subscribers: set[Subscriber], storage: Storage) -> None:
        self._battle = battle
        self._seats = seats
        self._subscribers = subscribers
        self._storage = storage
        self._lines: list[Line] | None = None
        self._mutes: set[tuple[int, int]] = set()

    async def send_history(self, subscriber: Subscriber) -> None:
        """Sends a player the chat so far."""
        if subscriber.seat == SPECTATOR:
            return
        lines = await self._load()
        mutes = sorted(muted for seat, muted in self._mutes if seat == subscriber.seat)
        heard = [_to_message(line) for line in lines if line.seat not in mutes]
        if heard or mutes:
            subscriber.send({"type": "chat", "lines": heard, "muted": mutes})

    async def say(self, seat: int, words: str) -> None:
        """Stores a chat message and sends it to all players."""
        words = " ".join(words.split())
        if not words or len(words) > MAX_CHARACTERS or not words.isprintable():
            raise IllegalAction(Text("a chat message has 1 to {n} characters", n=MAX_CHARACTERS))
        if len(await self._load()) >= MAX_LINES:
            raise IllegalAction(Text("the chat of this battle is full"))
        await self._storage.add_chat(self._battle, Line(seat, words, steady_clock.now()))
        await self.catch_up()

    async def catch_up(self) -> None:
        """Sends what was stored since, by this process or another."""
        known = len(await self._load())
        self._lines = None
        for line in (await self._load())[known:]:
            for subscriber in tuple(self._subscribers):
                if subscriber.seat != SPECTATOR and (subscriber.seat, line.seat) not in self._mutes:
                    subscriber.send({"type": "said", **_to_message(line)})

    async def mute(self, seat: int, muted: int, *, on: bool) -> None:
        """Mutes another seat for a seat, or unmutes it."""
        if muted == seat or not 0 <= muted < self._seats:
            raise IllegalAction(Text("name the seat of another player"))
        await self._storage.mute(self._battle, seat, muted, on=on)
        self._lines = None
        await self._load()

    async def _load(self) -> list[Line]:
        if self._lines is None:
            self._mutes = await self._storage.mutes(self._battle)
            self._lines = await self._storage.chat(self._battle)
        return self._lines


def _to_message(line: Line) -> Message:
    return {"seat": line.seat, "words": line.words, "at": round(line.said, 1)}
