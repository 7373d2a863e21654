"""The sessions in memory: begins battles, finds the session of a link, and drops sessions that are idle."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR
from drumhead.server.cluster.cluster import Cluster
from drumhead.server.context import Context
from drumhead.server.errors import Unavailable
from drumhead.server.lobby.links import SEAT, refusal
from drumhead.server.lobby.seats import Seat, new_token, token_hash
from drumhead.server.lobby.waiting import NotBegun, Waiting
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import BusMessage, Ports
from drumhead.server.session.presence import HEARTBEAT_SECONDS
from drumhead.server.session.session import Session
from drumhead.server.session.state import dice_commitment
from drumhead.server.session.stored import DEFAULT_CLAIM_SECONDS, StoredBattle, new_battle, restored

LOG: Final = logging.getLogger("drumhead.server.registry")
Result = TypeVar("Result")


class Registry:
    """All sessions of this process. A battle without a session is in the database only."""

    def __init__(self, context: Context, cluster: Cluster) -> None:
        self.sessions: dict[str, Session] = {}
        self._context = context
        self._cluster = cluster
        self._heartbeat: asyncio.Task[None] | None = None
        self._ports = Ports(
            storage=context.database,
            opponents=context.workers,
            peers=cluster,
            run=context.threads.run,
            spawn=context.spawn,
            on_change=lambda _: context.metrics.count("changes"),
            on_turn=self._call_webhook,
            on_idle=self.drop_if_idle,
        )

    async def open(self) -> None:
        """Starts to receive what other processes publish, and to tell them who is connected here."""
        await self._cluster.open(self._receive, self._catch_up)
        if self._cluster.is_shared:
            self._heartbeat = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Disconnects everybody."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        await self._cluster.stop_receiving()
        for session in list(self.sessions.values()):
            await session.close()

    async def begin(
        self, match: Match, seats: tuple[Seat, ...], claim_seconds: float = DEFAULT_CLAIM_SECONDS
    ) -> dict[str, Any]:
        """Stores a new battle; returns the tokens of people's seats, of invitations for guests, and of spectators."""
        battle = await self._context.threads.run(new_battle, new_token(), match, seats, claim_seconds)
        links = await self._store(battle, seats)
        self._note_begun(battle.id, battle.game)
        return {**links, "seal": dice_commitment(match)}

    async def begin_later(self, waiting: Waiting) -> dict[str, Any]:
        """Stores a battle that begins when its guests have brought their forces; returns its tokens."""
        return {**await self._store(waiting.stored(new_token()), waiting.seats), "seal": ""}

    async def _store(self, battle: StoredBattle, seats: tuple[Seat, ...]) -> dict[str, Any]:
        """Stores a battle with new links; returns their tokens."""
        database = self._context.database
        tokens = [new_token() if seat.is_person and not seat.is_guest else None for seat in seats]
        invitations = [new_token() if seat.is_guest else None for seat in seats]
        watch = new_token()
        links = _hashed(tokens) | {token_hash(watch): SPECTATOR}
        await database.run(database.store.create, battle, links, _hashed(invitations))
        return {"seats": tokens, "invitations": invitations, "watch": watch, "game": battle.game}

    async def begin_once(
        self, id: str, match: Match, seats: tuple[Seat, ...], claim_seconds: float, links: dict[str, int]
    ) -> None:
        """Stores a battle with a given id unless there is one, and adds links, given as hashes of their tokens."""
        context = self._context
        battle = await context.threads.run(new_battle, id, match, seats, claim_seconds)
        if await context.database.run(context.database.store.create_once, battle, links):
            self._note_begun(battle.id, battle.game)

    def _note_begun(self, battle: str, game: str) -> None:
        self._context.metrics.count("battles_begun")
        LOG.info("battle begun", extra={"battle": label(battle), "game": game})

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call where it does not hold up others; returns its result."""
        return await self._context.threads.run(call, *arguments)

    async def find(self, token: str) -> tuple[Session, int]:
        """The session and the seat of a link; restores the session from the database if need be."""
        link = await self._context.database.link(token_hash(token))
        if link is None or link.kind != SEAT:
            raise refusal(link)
        return await self.session_of(link.battle), link.seat

    async def session_of(self, battle: str) -> Session:
        """The session of a battle; restores it from the database if need be."""
        database = self._context.database
        session = self.sessions.get(battle)
        if session is None:
            stored = await database.run(database.store.load, battle)
            if stored.waiting:
                stored = await self._begin_waiting(stored)
            state = await self._context.threads.run(restored, stored)
            session = self.sessions.setdefault(battle, Session(battle, state, self._ports))
            if self._cluster.is_shared:
                await session.catch_up()  # what another process appended while this one was reading
        return self.sessions.setdefault(battle, session)

    async def _begin_waiting(self, stored: StoredBattle) -> StoredBattle:
        """Begins a battle if its guests have brought their forces; raises `NotBegun` if not."""
        context = self._context
        store = context.database.store
        waiting = Waiting.restored(stored).with_forces(await context.database.run(store.forces, stored.id))
        if not waiting.is_complete:
            raise NotBegun(waiting)
        begun = await context.threads.run(waiting.begin, stored.id)
        if await context.database.run(store.begin_waiting, begun):
            self._note_begun(begun.id, begun.game)
        return await context.database.run(store.load, stored.id)

    def drop_if_idle(self, battle: str) -> None:
        """Drops the session of a battle in which nothing is going on; the database has all of it."""
        session = self.sessions.get(battle)
        if session is not None and session.is_idle:
            del self.sessions[battle]

    async def _receive(self, message: BusMessage) -> None:
        """Handles a message of another process."""
        session = self.sessions.get(message["battle"])
        if session is None:
            return
        if message["kind"] == "log" and "lines" in message:
            await session.receive_lines(message["number"], [Line(*line) for line in message["lines"]])
        elif message["kind"] == "log":
            await session.catch_up()
        elif message["kind"] == "chat":
            await session.chat.catch_up()
        else:
            await session.presence.receive(message)
        await asyncio.sleep(0)  # sends what was queued before the next of many messages is handled

    async def _catch_up(self) -> None:
        for session in list(self.sessions.values()):
            with contextlib.suppress(Unavailable):
                await session.catch_up()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with contextlib.suppress(Unavailable):
                await self._cluster.publish(*(session.presence.announcement() for session in self.sessions.values()))
            for session in self.sessions.values():
                session.presence.refresh()

    async def _call_webhook(self, battle: str, game: Game, seat: int) -> None:
        """Calls the webhook of a seat, if it has one."""
        database = self._context.database
        with contextlib.suppress(Unavailable):
            url = (await database.run(database.store.hooks, battle)).get(seat)
            if url is not None:
                self._context.webhooks.call(url, game, seat, label(battle))


def _hashed(tokens: Sequence[str | None]) -> dict[str, int]:
    """The seats of tokens, by their hashes."""
    return {token_hash(token): seat for seat, token in enumerate(tokens) if token is not None}


def label(battle: str) -> str:
    """A name for a battle in logs and webhooks, from which its id cannot be told."""
    return token_hash(battle)[:10]
