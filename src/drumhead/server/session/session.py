"""Battles on the table: each in a room of its own, with those who play it and those who look on."""

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Final

from drumhead.ai.study.analyse import Hint
from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import write
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import spoken
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR
from drumhead.server.api import serialize
from drumhead.server.api.connection import Connection
from drumhead.server.api.postgame import ReviewRunner
from drumhead.server.api.serialize import Message
from drumhead.server.db.commit_queue import yield_to_loop
from drumhead.server.db.store import Overtaken, Unavailable, Unwritable
from drumhead.server.lobby.seats import GUIDE
from drumhead.server.session import commands
from drumhead.server.session.chat import Chat
from drumhead.server.session.commands import Command
from drumhead.server.session.computer import Computer
from drumhead.server.session.event_log import Line
from drumhead.server.session.guide import guide_of
from drumhead.server.session.presence import Presence
from drumhead.server.session.state import SessionState, dice_commitment

if TYPE_CHECKING:
    from drumhead.server.service import Service

YIELDS_BEFORE_ACTOR: Final = 2
"""So many rounds of the loop later whoever acted is shown what came of it: the others of all tables are served then."""


MAX_INLINE_STEPS: Final = 200
"""The log of a battle of so many steps is written at once; that of a longer one would hold the loop up."""
MAX_SNAPSHOT_TRIES: Final = 3
"""So often it is written off the loop while the battle goes on; then at once, for it might never be done."""


class Session:
    """One battle: how it stands, those at the table, and the one way in which it changes."""

    def __init__(self, battle: str, state: SessionState, service: "Service") -> None:
        self.id = battle
        self.service = service
        self.state = state
        self.subscribers: set[Connection] = set()
        self.review_runner = ReviewRunner(service.workers)
        guided = any(seat.level == GUIDE for seat in state.begun_by)
        self.guide = guide_of(type(state.match.game)) if guided else None
        self.computer = Computer(self)
        self.presence = Presence(self)
        self.chat = Chat(self)
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Says whether lines may be in the log that this room does not know of."""

    @property
    def is_idle(self) -> bool:
        """Says whether nobody is there and nothing goes on."""
        idle = self.computer.is_idle and not self.review_runner.is_busy and not self._lock.locked()
        return idle and not self.subscribers

    async def join(self, subscriber: Connection, *, brings_nonce: bool = False) -> None:
        """Seats a subscriber and tells everything so far."""
        if subscriber.seat in self.state.waits_for and not brings_nonce:
            await self.execute(commands.give_nonce(subscriber.seat))
        told = await self._snapshot(subscriber)
        self.subscribers.add(subscriber)
        for message in told:
            subscriber.send(message)
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
            await self.chat.send_history(subscriber)
        self.computer.wake()

    def leave(self, subscriber: Connection) -> None:
        """Lets a subscriber go."""
        self.subscribers.discard(subscriber)
        self.service.spawn(self._left())

    async def _left(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
        self.service.sweep(self)

    async def _snapshot(self, subscriber: Connection) -> list[Message]:
        """All that a subscriber is told of the battle as it stands; of a long one it is written off the loop."""
        for _ in range(MAX_SNAPSHOT_TRIES):
            state = self.state
            if len(state.match.steps) <= MAX_INLINE_STEPS:
                break
            told = await self.service.threads.run(self._write_snapshot, state, subscriber)
            if state is self.state:
                return told
        return self._write_snapshot(self.state, subscriber)

    def _write_snapshot(self, state: SessionState, subscriber: Connection) -> list[Message]:
        with self.in_language_of(subscriber):
            table = {"type": "table", **serialize.table(state, subscriber.seat)}
            return [table, self._view(state, state.match, subscriber, 0)]

    async def execute(self, command: Command) -> None:
        """Lets somebody change the battle: on a copy first, then on the disk, then for everybody."""
        async with self._lock:
            if self._in_doubt:
                await self._catch_up()
            while not await self._try_command(command):
                await self._catch_up()  # another process was faster: what is said now is said about what it did
        self.computer.wake()

    async def _try_command(self, command: Command) -> bool:
        """Does a deed, unless lines came first that it does not know of."""
        if self.state.notice is not None:
            raise IllegalAction(self.state.notice)
        then = self.state.copy()
        command(then)
        if not then.new_lines:
            return True
        try:
            await self.service.commit_queue.append(self.id, self.state.length, then.new_lines)
        except Overtaken:
            return False
        except (Unavailable, Unwritable):
            self._in_doubt = True
            raise
        before, self.state = self.state, then
        await self._publish(before, then.new_lines[0].seat)
        await self.service.on_change(self, before)
        return True

    async def catch_up(self) -> None:
        """Takes what other processes added to the log."""
        async with self._lock:
            await self._catch_up()
        self.computer.wake()

    async def receive_lines(self, number: int, lines: list[Line]) -> None:
        """Takes lines that another process added after the first so many; looks for those it was not told of."""
        async with self._lock:
            if number > self.state.length or self._in_doubt:
                await self._catch_up()
            else:
                await self._apply_lines(lines[self.state.length - number :])
        self.computer.wake()

    async def _catch_up(self) -> None:
        self._in_doubt = True
        lines = await self.service.query(self.service.store.after, self.id, self.state.length)
        await self._apply_lines(lines)
        self._in_doubt = False

    async def _apply_lines(self, lines: list[Line]) -> None:
        """Plays lines that are in the log, and shows what came of them."""
        if not lines:
            return
        then = self.state.copy()
        for line in lines:
            then.apply(line)
        before, self.state = self.state, then
        await self._publish(before, lines[0].seat)

    async def _publish(self, before: SessionState, seat: int) -> None:
        """Shows everybody what a seat did, the others first; where seats or dice changed, everything."""
        if before.seats != self.state.seats or dice_commitment(before.match) != dice_commitment(self.state.match):
            for subscriber in tuple(self.subscribers):
                for message in await self._snapshot(subscriber):
                    subscriber.send(message)
            return
        self._send_new_steps([subscriber for subscriber in self.subscribers if subscriber.seat != seat])
        if any(subscriber.seat == seat for subscriber in self.subscribers):
            await self.service.commit_queue.flushed()
            await yield_to_loop(YIELDS_BEFORE_ACTOR)
            self._send_new_steps([subscriber for subscriber in self.subscribers if subscriber.seat == seat])

    def _send_new_steps(self, subscribers: list[Connection]) -> None:
        """Shows some of those at the table the steps that are new, one position after the other."""
        told: dict[tuple[int, str, str], list[Message]] = {}
        for subscriber in subscribers:
            alike = (subscriber.seat, subscriber.language, subscriber.show)  # whoever sees the same is drawn for once
            if alike not in told:
                with self.in_language_of(subscriber):
                    told[alike] = self._new_views(subscriber)
            for message in told[alike]:
                subscriber.send(dict(message))

    def _new_views(self, subscriber: Connection) -> list[Message]:
        """What a subscriber is told of the steps that are new."""
        match, since = self.state.match, self.state.shared_steps
        if subscriber.show not in serialize.STEPWISE_FORMATS:
            return [self._view(self.state, match, subscriber, since)]
        steps, told = len(match.steps), []
        for step in range(min(since + 1, steps), steps + 1):
            then = match if step == steps else match.at(step)
            told.append(self._view(self.state, then, subscriber, min(since, step)))
            since = step
        return told

    def _view(self, state: SessionState, match: Match, subscriber: Connection, since: int) -> Message:
        view = serialize.view(state, match, subscriber.seat, since, subscriber.show)
        if self.guide is not None and subscriber.seat == self.guide.seat:
            view["guide"] = self.guide.to_message(match, subscriber.language)
        return view

    def in_language_of(self, subscriber: Connection) -> contextlib.AbstractContextManager[None]:
        """Speaks to a subscriber in its language."""
        return spoken(translator(subscriber.language, self.state.match.game.package))

    def match_to_decide(self, seat: int, number: int) -> Match:
        """The match, for a question about a position that a seat decides in."""
        self.state.must_be(number)
        self.state.must_decide(seat)
        return self.state.match

    async def hints(self, seat: int, number: int) -> list[Hint]:
        """The best decisions of a seat as an experienced eye sees them; in a guided battle, the guide's."""
        match = self.match_to_decide(seat, number)
        wanted = self.guide.wanted(match) if self.guide is not None else None
        if wanted is not None:
            return [Hint(wanted, 1.0, 0, ())]
        found = await self.service.workers.hints(match.game, match.state)
        self.state.must_be(number)
        return found

    async def record(self, seat: int, *, whole: bool) -> str:
        """The game file: for those who hold every person's seat the whole, for others what their seat knows."""
        if self.state.notice is not None:
            raise IllegalAction(self.state.notice)
        if whole:
            await self.execute(commands.close_stretch)
        match = self.state.match
        whole = whole or match.outcome is not None
        return await self.service.threads.run(partial(write, match, seat, whole=whole))

    def broadcast(self, message: Message) -> None:
        """Tells everybody at the table something that is not of the game."""
        for subscriber in tuple(self.subscribers):
            subscriber.send(dict(message))

    async def close(self) -> None:
        """Sends everybody home; the battle stays in the database."""
        await self.computer.close()
        self.review_runner.close()
        for subscriber in self.subscribers:
            subscriber.close()

    def is_present(self, seat: int) -> bool:
        """Says whether somebody of a seat looks at the table, in any process."""
        return seat != SPECTATOR and seat in self.presence.seats
