"""The sessions in memory: begins battles, finds the session of a link, and drops sessions that are idle."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR
from drumhead.server.cluster.cluster import Cluster
from drumhead.server.context import Context
from drumhead.server.db.moderation import BLOCKED, ENDED
from drumhead.server.db.schema import DELETED, EXPIRED, GONE
from drumhead.server.errors import Overtaken, Unavailable
from drumhead.server.lobby.links import SEAT, refusal
from drumhead.server.lobby.seats import Seat, battle_label, new_token, token_hash
from drumhead.server.lobby.waiting import NotBegun, Waiting
from drumhead.server.ops.visitors import CURRENT_VISITOR
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import BusMessage, Ports
from drumhead.server.session.presence import HEARTBEAT_SECONDS
from drumhead.server.session.session import Session
from drumhead.server.session.snapshot import Snapshot, snapshot_of
from drumhead.server.session.state import SessionState, dice_commitment
from drumhead.server.session.stored import DEFAULT_CLAIM_SECONDS, StoredBattle, new_battle, restored

_CLOSED: Final = {
    ENDED: Text("the operator of this server has ended this battle ({date}): it can only be watched"),
    BLOCKED: Text("the operator of this server has blocked this battle ({date})"),
    DELETED: Text("the operator of this server has deleted this battle ({date})"),
    EXPIRED: Text("nobody had acted in this battle for a long time: it was deleted ({date})"),
}
"""What those who open a closed battle are told."""
LOG: Final = logging.getLogger("drumhead.server.registry")
KEEP_SECONDS: Final = 10.0
"""How often the positions of battles that have changed are stored; also when a battle is left, and at the end."""
POSITIONS_PER_WRITE: Final = 50
FILL_PAUSE: Final = 4
"""How much longer than its work `_fill_positions` pauses after each battle."""
Result = TypeVar("Result")


class Registry:
    """All sessions of this process. A battle without a session is in the database only."""

    def __init__(self, context: Context, cluster: Cluster) -> None:
        self.sessions: dict[str, Session] = {}
        self._context = context
        self._cluster = cluster
        self._tasks: list[asyncio.Task[None]] = []
        self._ports = Ports(
            storage=context.database,
            opponents=context.workers,
            results=context.results,
            peers=cluster,
            run=context.threads.run,
            spawn=context.spawn,
            on_change=lambda _: context.metrics.count("changes"),
            on_turn=self._call_webhook,
            on_substitute=lambda _: context.metrics.count("nonces_substituted"),
            on_idle=self.drop_if_idle,
        )

    async def open(self) -> None:
        """Starts to receive what other processes publish, and to tell them who is connected here."""
        await self._cluster.open(self._receive, self._catch_up)
        if self._cluster.is_shared:
            self._tasks.append(asyncio.create_task(self._beat()))
        self._tasks.append(asyncio.create_task(self._keep_all_positions()))
        self._tasks.append(asyncio.create_task(self._fill_positions()))

    async def close(self) -> None:
        """Disconnects everybody and stores all positions."""
        for task in self._tasks:
            task.cancel()
        await self._cluster.stop_receiving()
        for session in list(self.sessions.values()):
            await session.close()
        await self._keep_positions(list(self.sessions.values()))

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
        self._spend_disk(battle)
        await database.run(database.store.create, battle, links, self._visitor_id(), _hashed(invitations))
        return {"seats": tokens, "invitations": invitations, "watch": watch, "game": battle.game}

    async def begin_once(
        self, id: str, match: Match, seats: tuple[Seat, ...], claim_seconds: float, links: dict[str, int]
    ) -> None:
        """Stores a battle with a given id unless there is one, and adds links, given as hashes of their tokens."""
        context = self._context
        battle = await context.threads.run(new_battle, id, match, seats, claim_seconds)
        self._spend_disk(battle)
        if await context.database.run(context.database.store.create_once, battle, links, self._visitor_id()):
            self._note_begun(battle.id, battle.game)

    def _visitor_id(self) -> str:
        """The id of the visitor who is being served; empty for none."""
        visitor = CURRENT_VISITOR.get()
        return self._context.moderation.visitor_id(visitor) if visitor else ""

    def _spend_disk(self, battle: StoredBattle) -> None:
        """Counts a battle that is about to be stored; refuses it if its visitor stores too much or the disk is full."""
        self._context.disk.must_have_room()
        self._spend_size(battle)

    def _spend_size(self, battle: StoredBattle) -> None:
        self._context.disk.spend(len(json.dumps(battle.tags)) + len(battle.position) + len(battle.waiting))
        self._context.disk.spend_lines(battle.lines)

    def _note_begun(self, battle: str, game: str) -> None:
        self._context.metrics.count("battles_begun")
        LOG.info("battle begun", extra={"battle": battle_label(battle), "game": game})

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
        notice = await self._closure(battle)
        session = self.sessions.get(battle)
        if session is None:
            session = self.sessions.setdefault(battle, await self._restored(battle, notice))
            session.state.notice = session.state.notice or notice
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
        self._spend_size(begun)
        if await context.database.run(store.begin_waiting, begun):
            self._note_begun(begun.id, begun.game)
        return await context.database.run(store.load, stored.id)

    async def _closure(self, battle: str) -> Text | None:
        """Why a battle can only be watched, if its operator ended it; refuses one that cannot be opened."""
        closed = await self._context.database.run(self._context.moderation.closure, battle)
        if closed is None:
            return None
        how, since = closed
        words = Text(_CLOSED[how].template, date=time.strftime("%Y-%m-%d", time.gmtime(since)))
        if how in GONE or how == BLOCKED:
            raise IllegalAction(words)
        return words

    async def close_battle(self, battle: str) -> None:
        """Disconnects everybody from a battle; who comes back is told why."""
        session = self.sessions.pop(battle, None)
        if session is not None:
            await session.close()

    def drop_if_idle(self, battle: str) -> None:
        """Drops the session of a battle in which nothing is going on; the database has all of it."""
        session = self.sessions.get(battle)
        if session is not None and session.is_idle:
            del self.sessions[battle]
            if session.has_new_position:
                self._context.spawn(self._keep_positions([session]))

    async def _restored(self, battle: str, notice: Text | None) -> Session:
        """The session of a stored battle; goes on under the rules of today where its own are not known any more.

        A battle that waited begins if all have chosen; with a notice that it can only be watched, it is refused.
        """
        database = self._context.database
        while True:
            stored = await database.run(database.store.load, battle)
            if stored.waiting:
                if notice is not None:
                    raise IllegalAction(notice)
                stored = await self._begin_waiting(stored)
            state = await self._context.threads.run(restored, stored)
            new_lines, state.new_lines = state.new_lines, []
            session = Session(battle, state, self._ports)
            if not new_lines:
                session.kept = stored.snapshot.number if stored.snapshot is not None else 0
                return session
            with contextlib.suppress(Overtaken):
                await database.append(battle, len(stored.lines), new_lines)
                self._context.metrics.count("battles_continued")
                LOG.warning(
                    "battle continued under other rules", extra={"battle": battle_label(battle), "game": stored.game}
                )
                return session

    async def _keep_positions(self, sessions: Iterable[Session]) -> None:
        """Stores the positions of those of some battles in which it has changed."""
        due = [session for session in sessions if session.has_new_position]
        database = self._context.database
        for first in range(0, len(due), POSITIONS_PER_WRITE):
            some = due[first : first + POSITIONS_PER_WRITE]
            with contextlib.suppress(Unavailable):
                snapshots = await self._context.threads.run(_snapshots, [(one.id, one.state) for one in some])
                await database.run(database.store.keep_positions, snapshots)
                for session in some:
                    session.kept = snapshots[session.id].number

    async def _keep_all_positions(self) -> None:
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            await self._keep_positions(list(self.sessions.values()))

    async def _fill_positions(self) -> None:
        """Stores the positions of battles that were begun before positions were stored, one after the other."""
        database, after = self._context.database, ""
        with contextlib.suppress(Unavailable):
            await asyncio.sleep(KEEP_SECONDS)
            while found := await database.run(database.store.without_position, after, POSITIONS_PER_WRITE):
                for battle in found:
                    began = time.monotonic()
                    with contextlib.suppress(DrumheadError):
                        await self._closure(battle)  # refuses one that is gone
                        stored = await database.run(database.store.load, battle)
                        state = await self._context.threads.run(restored, stored)
                        await self._keep_positions([Session(battle, state, self._ports)])
                    await asyncio.sleep((time.monotonic() - began) * FILL_PAUSE)
                after = found[-1]

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
                self._context.webhooks.call(url, game, seat, battle_label(battle))


def _hashed(tokens: Sequence[str | None]) -> dict[str, int]:
    """The seats of tokens, by their hashes."""
    return {token_hash(token): seat for seat, token in enumerate(tokens) if token is not None}


def _snapshots(states: list[tuple[str, SessionState]]) -> dict[str, Snapshot]:
    """The snapshots of battles, by id."""
    return {battle: snapshot_of(state.match, state.length, state.clock) for battle, state in states}
