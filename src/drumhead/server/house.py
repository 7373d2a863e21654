"""The house: all rooms, the database behind them, and the opponents."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from drumhead.core.errors import IllegalAction
from drumhead.core.library import game_type
from drumhead.core.match import Match
from drumhead.core.text import Text
from drumhead.server import seats
from drumhead.server.ledger import lines_of, replay
from drumhead.server.rooms import Room
from drumhead.server.seats import WATCH, Seat, new_token, sealed
from drumhead.server.store import Kept, Store
from drumhead.server.thinkers import Thinkers


class House:
    """All rooms, the database behind them, and the opponents."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self.rooms: dict[str, Room] = {}
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def stored(self, call: Callable[..., Any], *given: Any) -> Any:
        """Does something in the database, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, call, *given)

    async def begin(self, match: Match, sitting: tuple[Seat, ...]) -> dict[str, Any]:
        """Lays a battle on the table; returns the token of every person's seat and the one to look on."""
        kept = Kept(
            id=new_token(),
            game=match.game.name,
            rules=match.game.rules,
            tags=match.game.tags(),
            position=match.game.write_position(match.origin) if match.origin is not None else "",
            names=seats.names(sitting),
            seats=sitting,
            lines=lines_of(match),
        )
        tokens = [new_token() if seat.is_person else None for seat in sitting]
        watch = new_token()
        links = {sealed(token): seat for seat, token in enumerate(tokens) if token is not None}
        await self.stored(self.store.create, kept, {**links, sealed(watch): WATCH})
        return {"seats": tokens, "watch": watch, "game": kept.game}

    async def find(self, token: str) -> tuple[Room, int]:
        """The room and the seat of a link."""
        found = await self.stored(self.store.seat_of, sealed(token))
        if found is None:
            raise IllegalAction(Text("this link leads to no battle: it is cut short, or from another table"))
        battle, seat = found
        if battle not in self.rooms:
            kept = await self.stored(self.store.load, battle)
            self.rooms.setdefault(battle, Room(kept, revived(kept), self))
        return self.rooms[battle], seat

    def sweep(self, room: Room) -> None:
        """Forgets a room in which nothing goes on; the database knows it."""
        if room.is_idle:
            self.rooms.pop(room.id, None)

    async def close(self) -> None:
        """Closes the house."""
        for room in list(self.rooms.values()):
            await room.close()
        self.thinkers.close()
        self._writer.shutdown()
        self.store.close()


def revived(kept: Kept) -> Match:
    """A battle as it stood, from what is kept of it."""
    kind = game_type(kept.game)
    game = kind.from_tags(kept.tags)
    state = game.read_position(kept.position) if kept.position else None
    match = Match(game, names=kept.names, state=state)
    replay(match, kept.lines)
    return match
