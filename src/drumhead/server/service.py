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
from drumhead.core.state import SPECTATOR
from drumhead.server.cluster.bus import Bus
from drumhead.server.cluster.framing import BusMessage
from drumhead.server.cluster.locks import BattleLocks
from drumhead.server.cluster.threads import ThreadRunner
from drumhead.server.cluster.webhooks import Webhooks
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.commit_queue import CommitQueue
from drumhead.server.db.store import DEFAULT_CLAIM_SECONDS, LogEntry, Store, StoredBattle, Unavailable
from drumhead.server.lobby import seats
from drumhead.server.lobby.seats import Seat, new_token, token_hash
from drumhead.server.ops.metrics import Metrics
from drumhead.server.ops.rate_limit import ADDRESS_RATE, SEAT_RATE, Rate, RateLimiter
from drumhead.server.session.event_log import Line, lines_of
from drumhead.server.session.presence import HEARTBEAT_SECONDS
from drumhead.server.session.session import Session
from drumhead.server.session.state import SessionState, dice_commitment, open_nonces, restored

LOG: Final = logging.getLogger("drumhead.server.service")


class Service:
    """All rooms, the database behind them, the opponents, and the other processes at the same tables."""

    def __init__(
        self, store: Store, workers: WorkerPool, *, rate: Rate = ADDRESS_RATE, hooks: Webhooks | None = None
    ) -> None:
        self.store = store
        self.workers = workers
        self.name = new_token()
        """What this process is called among the others."""
        self.sessions: dict[str, Session] = {}
        self.address_limit = RateLimiter(rate)
        self.seat_limit = RateLimiter(SEAT_RATE if rate.per_second else rate)
        self.metrics = Metrics()
        self.hooks = hooks or Webhooks()
        self.hooks.count = self.metrics.count
        self.is_closing = False
        self._is_closed = False
        self._locks = BattleLocks(store.engine)
        self._bus = Bus(store.engine.url, self.name, self._receive, self._catch_up) if store.is_shared else None
        self._beating: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[None]] = set()
        self.commit_queue = CommitQueue(self._write)
        self._threads = ThreadPoolExecutor(store.threads, thread_name_prefix="store")
        self.threads = ThreadRunner("clerk", 2, 10_000)
        """Those who set battles up, take them out of the database and write files."""
        self.file_threads = ThreadRunner("reader", 1, 8)
        """Whoever reads game files of strangers: one at a time, and nobody else waits for it."""

    async def open(self) -> None:
        """Opens the house."""
        self.workers.warm()
        if self._bus is not None:
            await self._bus.open()
            self._beating = asyncio.create_task(self._beat())

    async def query(self, call: Callable[..., Any], *given: Any) -> Any:
        """Does something in the database, off the loop."""
        if self._is_closed:  # whoever leaves last may still have something to say
            raise Unavailable(Text("the table is closed; come back in a moment"))
        began = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call, *given)
        except Unavailable:
            self.metrics.count("database_failures")
            raise
        finally:
            self.metrics.record_duration("database", time.perf_counter() - began)

    async def _write(self, entries: list[LogEntry]) -> set[str]:
        late: set[str] = await self.query(self.store.add_all, entries, self.name)
        return late

    def spawn(self, errand: Coroutine[Any, Any, None]) -> None:
        """Does something whoever asked for it does not wait for."""
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def begin(
        self, match: Match, sitting: tuple[Seat, ...], claim_seconds: float = DEFAULT_CLAIM_SECONDS
    ) -> dict[str, Any]:
        """Lays a battle on the table; returns the token of every person's seat and the one to look on."""
        stored = await self.threads.run(_stored_battle, new_token(), match, sitting, claim_seconds)
        tokens = [new_token() if seat.is_person else None for seat in sitting]
        watch = new_token()
        links = {token_hash(token): seat for seat, token in enumerate(tokens) if token is not None}
        await self.query(self.store.create, stored, {**links, token_hash(watch): SPECTATOR})
        self.metrics.count("battles_begun")
        LOG.info("battle begun", extra={"battle": label(stored.id), "game": stored.game})
        return {"seats": tokens, "watch": watch, "game": stored.game, "seal": dice_commitment(match)}

    async def begin_once(
        self, battle: str, match: Match, sitting: tuple[Seat, ...], claim_seconds: float, links: dict[str, int]
    ) -> None:
        """Lays a battle on the table unless it lies there already, with an id and sealed tokens that are known."""
        stored = await self.threads.run(_stored_battle, battle, match, sitting, claim_seconds)
        if await self.query(self.store.create_once, stored, links):
            self.metrics.count("battles_begun")
            LOG.info("battle begun", extra={"battle": label(stored.id), "game": stored.game})

    async def find(self, token: str) -> tuple[Session, int]:
        """The room and the seat of a link."""
        found = await self.query(self.store.seat_of, token_hash(token))
        if found is None:
            raise IllegalAction(Text("this link leads to no battle: it is cut short, or from another table"))
        battle, seat = found
        session = self.sessions.get(battle)
        if session is None:
            stored = await self.query(self.store.load, battle)
            state = await self.threads.run(restored, stored)
            session = self.sessions.setdefault(battle, Session(battle, state, self))
            if self.store.is_shared:
                await session.catch_up()  # what another process added while this one was reading
        return self.sessions.setdefault(battle, session), seat

    def sweep(self, session: Session) -> None:
        """Forgets a room in which nothing goes on; the database knows it."""
        if session.is_idle and self.sessions.get(session.id) is session:
            del self.sessions[session.id]

    async def acquire(self, battle: str) -> bool:
        """Says whether this process of many may think for a battle."""
        return bool(await self.query(self._locks.acquire, battle))

    async def release(self, battle: str) -> None:
        """Lets another process think for a battle."""
        await self.query(self._locks.release, battle)

    async def publish(self, *notes: BusMessage) -> None:
        """Tells the other processes something."""
        if self.store.is_shared and notes:
            await self.query(self.store.publish, notes, self.name)

    async def _receive(self, note: BusMessage) -> None:
        """Takes what another process says."""
        session = self.sessions.get(note["battle"])
        if session is None:
            return
        if note["kind"] == "log" and "lines" in note:
            await session.receive_lines(note["number"], [Line(*line) for line in note["lines"]])
        elif note["kind"] == "log":
            await session.catch_up()
        elif note["kind"] == "chat":
            await session.chat.catch_up()
        else:
            await session.presence.receive(note)
        await asyncio.sleep(0)  # what was shown now is sent before the next note of many is followed

    async def _catch_up(self) -> None:
        for session in list(self.sessions.values()):
            with contextlib.suppress(Unavailable):
                await session.catch_up()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with contextlib.suppress(Unavailable):
                await self.publish(*(session.presence.announcement() for session in self.sessions.values()))
            for session in self.sessions.values():
                session.presence.refresh()

    async def on_change(self, session: Session, before: SessionState) -> None:
        """Tells somebody who is not there that the battle waits for them, if they asked for it."""
        self.metrics.count("changes")
        match = session.state.match
        seat = match.to_act
        if (
            seat < 0
            or seat == before.match.to_act
            or not session.state.seats[seat].is_person
            or session.is_present(seat)
        ):
            return
        with contextlib.suppress(Unavailable):
            url = (await self.query(self.store.hooks, session.id)).get(seat)
            if url is not None:
                self.hooks.call(url, match.game, seat, label(session.id))

    async def close(self) -> None:
        """Closes the house."""
        self.is_closing = True
        if self._beating is not None:
            self._beating.cancel()
        if self._bus is not None:
            await self._bus.close()
        for session in list(self.sessions.values()):
            await session.close()
        while self._errands:
            await asyncio.gather(*self._errands, return_exceptions=True)
        await self.commit_queue.close()
        await self.hooks.close()
        self._is_closed = True
        self.workers.close()
        self._threads.shutdown()
        self.threads.close()
        self.file_threads.close()
        self._locks.close()
        self.store.close()


def _stored_battle(battle: str, match: Match, sitting: tuple[Seat, ...], claim_seconds: float) -> StoredBattle:
    """A battle that begins, as it is kept."""
    open_nonces(match, sitting)
    return StoredBattle(
        id=battle,
        game=match.game.name,
        rules=match.game.rules,
        tags=match.game.tags(),
        position=match.game.write_position(match.origin) if match.origin is not None else "",
        names=seats.names(sitting),
        seats=sitting,
        lines=lines_of(match, time.time()),
        claim_seconds=claim_seconds,
    )


def label(battle: str) -> str:
    """What a battle is called where its id must not be seen: in logs and in calls."""
    return token_hash(battle)[:10]
