"""The house: all rooms, the database behind them, the opponents, and the other processes at the same tables."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.server.cluster.bus import Notes
from drumhead.server.cluster.framing import Note
from drumhead.server.cluster.locks import Leases
from drumhead.server.cluster.threads import Apart
from drumhead.server.cluster.webhooks import Hooks
from drumhead.server.cluster.workers import Thinkers
from drumhead.server.db.commit_queue import Scribe
from drumhead.server.db.store import PATIENCE, Entry, Kept, Store, Unavailable
from drumhead.server.lobby import seats
from drumhead.server.lobby.seats import WATCH, Seat, new_token, sealed
from drumhead.server.ops.metrics import Meters
from drumhead.server.ops.rate_limit import ADDRESS, SEAT, Limit, Rate
from drumhead.server.session.event_log import Line, lines_of
from drumhead.server.session.presence import HEARTBEAT
from drumhead.server.session.session import Room
from drumhead.server.session.state import Standing, open_nonces, revived, seal

LOG: Final = logging.getLogger("drumhead.house")


class House:
    """All rooms, the database behind them, the opponents, and the other processes at the same tables."""

    def __init__(self, store: Store, thinkers: Thinkers, *, rate: Rate = ADDRESS, hooks: Hooks | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.name = new_token()
        """What this process is called among the others."""
        self.rooms: dict[str, Room] = {}
        self.comers = Limit(rate)
        self.speakers = Limit(SEAT if rate.a_second else rate)
        self.meters = Meters()
        self.hooks = hooks or Hooks()
        self.hooks.count = self.meters.count
        self.is_closing = False
        self._is_closed = False
        self._leases = Leases(store.engine)
        self._notes = Notes(store.engine.url, self.name, self._hear, self._catch_up) if store.is_shared else None
        self._beating: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[None]] = set()
        self.scribe = Scribe(self._write)
        self._threads = ThreadPoolExecutor(store.threads, thread_name_prefix="store")
        self.clerks = Apart("clerk", 2, 10_000)
        """Those who set battles up, take them out of the database and write files."""
        self.readers = Apart("reader", 1, 8)
        """Whoever reads game files of strangers: one at a time, and nobody else waits for it."""

    async def open(self) -> None:
        """Opens the house."""
        self.thinkers.warm()
        if self._notes is not None:
            await self._notes.open()
            self._beating = asyncio.create_task(self._beat())

    async def stored(self, call: Callable[..., Any], *given: Any) -> Any:
        """Does something in the database, off the loop."""
        if self._is_closed:  # whoever leaves last may still have something to say
            raise Unavailable(Text("the table is closed; come back in a moment"))
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call, *given)
        except Unavailable:
            self.meters.count("database_failures")
            raise
        finally:
            self.meters.took("database", time.perf_counter() - began)

    async def _write(self, entries: list[Entry]) -> set[str]:
        late: set[str] = await self.stored(self.store.add_all, entries, self.name)
        return late

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        """Does something whoever asked for it does not wait for."""
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def begin(self, match: Match, sitting: tuple[Seat, ...], patience: float = PATIENCE) -> dict[str, Any]:
        """Lays a battle on the table; returns the token of every person's seat and the one to look on."""
        kept = await self.clerks.do(_kept, new_token(), match, sitting, patience)
        tokens = [new_token() if seat.is_person else None for seat in sitting]
        watch = new_token()
        links = {sealed(token): seat for seat, token in enumerate(tokens) if token is not None}
        await self.stored(self.store.create, kept, {**links, sealed(watch): WATCH})
        self.meters.count("battles_begun")
        LOG.info("begun", extra={"battle": label(kept.id), "game": kept.game})
        return {"seats": tokens, "watch": watch, "game": kept.game, "seal": seal(match)}

    async def begin_once(
        self, battle: str, match: Match, sitting: tuple[Seat, ...], patience: float, links: dict[str, int]
    ) -> None:
        """Lays a battle on the table unless it lies there already, with an id and sealed tokens that are known."""
        kept = await self.clerks.do(_kept, battle, match, sitting, patience)
        if await self.stored(self.store.create_once, kept, links):
            self.meters.count("battles_begun")
            LOG.info("begun", extra={"battle": label(kept.id), "game": kept.game})

    async def find(self, token: str) -> tuple[Room, int]:
        """The room and the seat of a link."""
        found = await self.stored(self.store.seat_of, sealed(token))
        if found is None:
            raise IllegalAction(Text("this link leads to no battle: it is cut short, or from another table"))
        battle, seat = found
        room = self.rooms.get(battle)
        if room is None:
            kept = await self.stored(self.store.load, battle)
            standing = await self.clerks.do(revived, kept)
            room = self.rooms.setdefault(battle, Room(battle, standing, self))
            if self.store.is_shared:
                await room.catch_up()  # what another process added while this one was reading
        return self.rooms.setdefault(battle, room), seat

    def sweep(self, room: Room) -> None:
        """Forgets a room in which nothing goes on; the database knows it."""
        if room.is_idle and self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    async def hold(self, battle: str) -> bool:
        """Says whether this process of many may think for a battle."""
        return bool(await self.stored(self._leases.hold, battle))

    async def release(self, battle: str) -> None:
        """Lets another process think for a battle."""
        await self.stored(self._leases.release, battle)

    async def tell(self, *notes: Note) -> None:
        """Tells the other processes something."""
        if self.store.is_shared and notes:
            await self.stored(self.store.tell, notes, self.name)

    async def _hear(self, note: Note) -> None:
        """Takes what another process says."""
        room = self.rooms.get(note["battle"])
        if room is None:
            return
        if note["kind"] == "log" and "lines" in note:
            await room.hear(note["number"], [Line(*line) for line in note["lines"]])
        elif note["kind"] == "log":
            await room.catch_up()
        elif note["kind"] == "chat":
            await room.chat.catch_up()
        else:
            await room.presence.hear(note)
        await asyncio.sleep(0)  # what was shown now is sent before the next note of many is followed

    async def _catch_up(self) -> None:
        for room in list(self.rooms.values()):
            with contextlib.suppress(Unavailable):
                await room.catch_up()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            with contextlib.suppress(Unavailable):
                await self.tell(*(room.presence.note() for room in self.rooms.values()))
            for room in self.rooms.values():
                room.presence.look()

    async def call(self, room: Room, before: Standing) -> None:
        """Tells somebody who is not there that the battle waits for them, if they asked for it."""
        self.meters.count("changes")
        match = room.standing.match
        seat = match.to_act
        if seat < 0 or seat == before.match.to_act or not room.standing.seats[seat].is_person or room.has_eyes(seat):
            return
        with contextlib.suppress(Unavailable):
            url = (await self.stored(self.store.hooks, room.id)).get(seat)
            if url is not None:
                self.hooks.call(url, match.game, seat, label(room.id))

    async def close(self) -> None:
        """Closes the house."""
        self.is_closing = True
        if self._beating is not None:
            self._beating.cancel()
        if self._notes is not None:
            await self._notes.close()
        for room in list(self.rooms.values()):
            await room.close()
        while self._errands:
            await asyncio.gather(*self._errands, return_exceptions=True)
        await self.scribe.close()
        await self.hooks.close()
        self._is_closed = True
        self.thinkers.close()
        self._threads.shutdown()
        self.clerks.close()
        self.readers.close()
        self._leases.close()
        self.store.close()


def _kept(battle: str, match: Match, sitting: tuple[Seat, ...], patience: float) -> Kept:
    """A battle that begins, as it is kept."""
    open_nonces(match, sitting)
    return Kept(
        id=battle,
        game=match.game.name,
        rules=match.game.rules,
        tags=match.game.tags(),
        position=match.game.write_position(match.origin) if match.origin is not None else "",
        names=seats.names(sitting),
        seats=sitting,
        lines=lines_of(match, time.time()),
        patience=patience,
    )


def label(battle: str) -> str:
    """What a battle is called where its id must not be seen: in logs and in calls."""
    return sealed(battle)[:10]
