"""Battles on the table: each in a room of its own, with those who play it and those who look on."""

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Final

from drumhead.ai.study.analyse import Hint
from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import write
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import use_language
from drumhead.core.match import Match
from drumhead.server.api import serialize
from drumhead.server.api.connection import Listener
from drumhead.server.api.postgame import Aftermath
from drumhead.server.api.serialize import Message
from drumhead.server.db.commit_queue import let_pass
from drumhead.server.db.store import Overtaken, Unavailable, Unwritable
from drumhead.server.lobby.seats import GUIDE, WATCH
from drumhead.server.session import commands
from drumhead.server.session.chat import Chat
from drumhead.server.session.commands import Deed
from drumhead.server.session.computer import Computer
from drumhead.server.session.event_log import Line
from drumhead.server.session.guide import guide_of
from drumhead.server.session.presence import Presence
from drumhead.server.session.state import Standing, seal

if TYPE_CHECKING:
    from drumhead.server.service import House

ROUNDS: Final = 2
"""So many rounds of the loop later whoever acted is shown what came of it: the others of all tables are served then."""


SHORT: Final = 200
"""The log of a battle of so many steps is written at once; that of a longer one would hold the loop up."""
TRIES: Final = 3
"""So often it is written off the loop while the battle goes on; then at once, for it might never be done."""


class Room:
    """One battle: how it stands, those at the table, and the one way in which it changes."""

    def __init__(self, battle: str, standing: Standing, house: "House") -> None:
        self.id = battle
        self.house = house
        self.standing = standing
        self.listeners: set[Listener] = set()
        self.aftermath = Aftermath(house.thinkers)
        guided = any(seat.level == GUIDE for seat in standing.begun_by)
        self.guide = guide_of(type(standing.match.game)) if guided else None
        self.computer = Computer(self)
        self.presence = Presence(self)
        self.chat = Chat(self)
        self._lock = asyncio.Lock()
        self._in_doubt = False
        """Says whether lines may be in the log that this room does not know of."""

    @property
    def is_idle(self) -> bool:
        """Says whether nobody is there and nothing goes on."""
        idle = self.computer.is_idle and not self.aftermath.is_busy and not self._lock.locked()
        return idle and not self.listeners

    async def join(self, listener: Listener, *, brings_nonce: bool = False) -> None:
        """Seats a listener and tells everything so far."""
        if listener.seat in self.standing.waits_for and not brings_nonce:
            await self.change(commands.give_nonce(listener.seat))
        told = await self._everything(listener)
        self.listeners.add(listener)
        for message in told:
            listener.tell(message)
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
            await self.chat.greet(listener)
        self.computer.wake()

    def leave(self, listener: Listener) -> None:
        """Lets a listener go."""
        self.listeners.discard(listener)
        self.house.spawn(self._left())

    async def _left(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
        self.house.sweep(self)

    async def _everything(self, listener: Listener) -> list[Message]:
        """All that a listener is told of the battle as it stands; of a long one it is written off the loop."""
        for _ in range(TRIES):
            standing = self.standing
            if len(standing.match.steps) <= SHORT:
                break
            told = await self.house.clerks.do(self._written, standing, listener)
            if standing is self.standing:
                return told
        return self._written(self.standing, listener)

    def _written(self, standing: Standing, listener: Listener) -> list[Message]:
        with self.voice(listener):
            table = {"type": "table", **serialize.table(standing, listener.seat)}
            return [table, self._view(standing, standing.match, listener, 0)]

    async def change(self, deed: Deed) -> None:
        """Lets somebody change the battle: on a copy first, then on the disk, then for everybody."""
        async with self._lock:
            if self._in_doubt:
                await self._catch_up()
            while not await self._tried(deed):
                await self._catch_up()  # another process was faster: what is said now is said about what it did
        self.computer.wake()

    async def _tried(self, deed: Deed) -> bool:
        """Does a deed, unless lines came first that it does not know of."""
        if self.standing.notice is not None:
            raise IllegalAction(self.standing.notice)
        then = self.standing.copy()
        deed(then)
        if not then.fresh:
            return True
        try:
            await self.house.scribe.add(self.id, self.standing.length, then.fresh)
        except Overtaken:
            return False
        except (Unavailable, Unwritable):
            self._in_doubt = True
            raise
        before, self.standing = self.standing, then
        await self._publish(before, then.fresh[0].seat)
        await self.house.call(self, before)
        return True

    async def catch_up(self) -> None:
        """Takes what other processes added to the log."""
        async with self._lock:
            await self._catch_up()
        self.computer.wake()

    async def hear(self, number: int, lines: list[Line]) -> None:
        """Takes lines that another process added after the first so many; looks for those it was not told of."""
        async with self._lock:
            if number > self.standing.length or self._in_doubt:
                await self._catch_up()
            else:
                await self._take(lines[self.standing.length - number :])
        self.computer.wake()

    async def _catch_up(self) -> None:
        self._in_doubt = True
        lines = await self.house.stored(self.house.store.after, self.id, self.standing.length)
        await self._take(lines)
        self._in_doubt = False

    async def _take(self, lines: list[Line]) -> None:
        """Plays lines that are in the log, and shows what came of them."""
        if not lines:
            return
        then = self.standing.copy()
        for line in lines:
            then.take(line)
        before, self.standing = self.standing, then
        await self._publish(before, lines[0].seat)

    async def _publish(self, before: Standing, seat: int) -> None:
        """Shows everybody what a seat did, the others first; where seats or dice changed, everything."""
        if before.seats != self.standing.seats or seal(before.match) != seal(self.standing.match):
            for listener in tuple(self.listeners):
                for message in await self._everything(listener):
                    listener.tell(message)
            return
        self._show([listener for listener in self.listeners if listener.seat != seat])
        if any(listener.seat == seat for listener in self.listeners):
            await self.house.scribe.rest()
            await let_pass(ROUNDS)
            self._show([listener for listener in self.listeners if listener.seat == seat])

    def _show(self, listeners: list[Listener]) -> None:
        """Shows some of those at the table the steps that are new, one position after the other."""
        told: dict[tuple[int, str, str], list[Message]] = {}
        for listener in listeners:
            alike = (listener.seat, listener.language, listener.show)  # whoever sees the same is drawn for once
            if alike not in told:
                with self.voice(listener):
                    told[alike] = self._steps(listener)
            for message in told[alike]:
                listener.tell(dict(message))

    def _steps(self, listener: Listener) -> list[Message]:
        """What a listener is told of the steps that are new."""
        match, since = self.standing.match, self.standing.low
        if listener.show not in serialize.STEPWISE:
            return [self._view(self.standing, match, listener, since)]
        steps, told = len(match.steps), []
        for step in range(min(since + 1, steps), steps + 1):
            then = match if step == steps else match.at(step)
            told.append(self._view(self.standing, then, listener, min(since, step)))
            since = step
        return told

    def _view(self, standing: Standing, match: Match, listener: Listener, since: int) -> Message:
        view = serialize.view(standing, match, listener.seat, since, listener.show)
        if self.guide is not None and listener.seat == self.guide.seat:
            view["guide"] = self.guide.told(match, listener.language)
        return view

    def voice(self, listener: Listener) -> contextlib.AbstractContextManager[None]:
        """Speaks to a listener in its language."""
        return use_language(translator(listener.language, self.standing.match.game.package))

    def deciding(self, seat: int, number: int) -> Match:
        """The match, for a question about a position that a seat decides in."""
        self.standing.must_be(number)
        self.standing.must_decide(seat)
        return self.standing.match

    async def hints(self, seat: int, number: int) -> list[Hint]:
        """The best decisions of a seat as an experienced eye sees them; in a guided battle, the guide's."""
        match = self.deciding(seat, number)
        wanted = self.guide.wanted(match) if self.guide is not None else None
        if wanted is not None:
            return [Hint(wanted, 1.0, 0, ())]
        found = await self.house.thinkers.hints(match.game, match.state)
        self.standing.must_be(number)
        return found

    async def record(self, seat: int, *, whole: bool) -> str:
        """The game file: for those who hold every person's seat the whole, for others what their seat knows."""
        if self.standing.notice is not None:
            raise IllegalAction(self.standing.notice)
        if whole:
            await self.change(commands.close_stretch)
        match = self.standing.match
        whole = whole or match.outcome is not None
        return await self.house.clerks.do(partial(write, match, serialize.eyes(seat), whole=whole))

    def tell(self, message: Message) -> None:
        """Tells everybody at the table something that is not of the game."""
        for listener in tuple(self.listeners):
            listener.tell(dict(message))

    async def close(self) -> None:
        """Sends everybody home; the battle stays in the database."""
        await self.computer.close()
        self.aftermath.close()
        for listener in self.listeners:
            listener.dismiss()

    def has_eyes(self, seat: int) -> bool:
        """Says whether somebody of a seat looks at the table, in any process."""
        return seat != WATCH and seat in self.presence.seats
