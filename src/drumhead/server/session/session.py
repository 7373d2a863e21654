"""A battle in progress: its state, those who are connected to it, and the one way in which it changes."""

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Final

from drumhead.ai.study.analyse import Hint
from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.files.write import file_text
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.state import SPECTATOR
from drumhead.server.api import serialize
from drumhead.server.errors import Overtaken, Unavailable, Unwritable
from drumhead.server.lobby.seats import GUIDE
from drumhead.server.session import commands
from drumhead.server.session.chat import Chat
from drumhead.server.session.commands import Command
from drumhead.server.session.computer import Computer
from drumhead.server.session.event_log import Line
from drumhead.server.session.guide import guide_of
from drumhead.server.session.jobs import REVIEW, Jobs
from drumhead.server.session.missing_nonces import MissingNonces
from drumhead.server.session.ports import Message, Opponent, Ports, Subscriber
from drumhead.server.session.presence import Presence
from drumhead.server.session.review import ReviewRunner, must_be_over
from drumhead.server.session.state import SessionState, dice_commitment

MAX_INLINE_STEPS: Final = 200
"""A snapshot of a battle with more steps is written off the loop, which it would hold up."""
DEPLOYING_LEVEL: Final = "sergeant"
"""The level that places a player's forces when asked to."""
MAX_SNAPSHOT_TRIES: Final = 3
"""How often that is tried while the battle changes; then it is written on the loop, or it might never be done."""


class Session:
    """One battle. Commands are applied to a copy of the state, stored, and then shown to everybody."""

    def __init__(self, battle: str, state: SessionState, ports: Ports) -> None:
        self.id = battle
        self.state = state
        self.subscribers: set[Subscriber] = set()
        guided = any(seat.level == GUIDE for seat in state.begun_by)
        self.guide = guide_of(type(state.match.game)) if guided else None
        self.jobs = Jobs(battle, self.subscribers, lambda: self.state)
        self.review = ReviewRunner(ports.opponents, ports.results, self.jobs)
        self.computer = Computer(
            battle,
            self.guide,
            ports,
            state=lambda: self.state,
            is_watched=lambda: bool(self.subscribers),
            execute=self.execute,
            catch_up=self.catch_up,
            jobs=self.jobs,
            report=self._report_computer,
        )
        self.presence = Presence(battle, self.subscribers, ports.peers, lambda: self.state, self.execute)
        self.chat = Chat(battle, len(state.seats), self.subscribers, ports.storage)
        self.nonces = MissingNonces(battle, self.subscribers, ports, lambda: self.state, self.execute)
        self._ports = ports
        self._lock = asyncio.Lock()
        self.kept = 0
        """The number of lines after which the position was stored last."""
        self._joining = 0
        """How many are about to become subscribers."""
        self._is_in_doubt = False
        """Whether the log may have lines that this session does not know of."""
        self._hints: dict[asyncio.Task[list[Hint]], int] = {}
        """The hints that are searched for, and the numbers of their positions."""

    @property
    def is_idle(self) -> bool:
        """Returns whether nobody is connected and nothing is going on."""
        idle = self.computer.is_idle and not self.review.is_busy and not self._lock.locked()
        return idle and not self.subscribers and not self._joining

    @property
    def has_new_position(self) -> bool:
        """Returns whether the position has changed since it was stored last."""
        return self.state.number > self.kept and self.state.notice is None

    async def join(self, subscriber: Subscriber) -> None:
        """Sends a subscriber everything so far, and whatever happens from now on."""
        self._joining += 1
        try:
            if subscriber.seat in self.state.waits_for and not subscriber.brings_nonce and self.state.notice is None:
                await self.execute(commands.give_nonce(subscriber.seat))
            with contextlib.suppress(Unavailable):
                await self.presence.note_device(subscriber, self._ports.storage)
            snapshot = await self._snapshot(subscriber)
            self.subscribers.add(subscriber)
        finally:
            self._joining -= 1
        self._close_former(subscriber.seat)
        for message in snapshot:
            subscriber.send(message)
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
            await self.chat.send_history(subscriber)
        self.computer.wake()
        self.nonces.wake()

    def leave(self, subscriber: Subscriber) -> None:
        """Removes a subscriber; what was computed for nobody else is given up."""
        self.subscribers.discard(subscriber)
        self.jobs.left(subscriber)
        self.review.left(subscriber)
        self.computer.rest()
        if not self.subscribers:
            self.nonces.stop()
        self._ports.spawn(self._after_leave())

    async def _after_leave(self) -> None:
        with contextlib.suppress(Unavailable):
            await self.presence.changed()
        self._ports.on_idle(self.id)

    async def _snapshot(self, subscriber: Subscriber) -> list[Message]:
        """All that a subscriber is sent of the current state."""
        for _ in range(MAX_SNAPSHOT_TRIES):
            state = self.state
            if len(state.match.steps) <= MAX_INLINE_STEPS:
                break
            snapshot: list[Message] = await self._ports.run(self._write_snapshot, state, subscriber)
            if state is self.state:
                return snapshot
        return self._write_snapshot(self.state, subscriber)

    def _write_snapshot(self, state: SessionState, subscriber: Subscriber) -> list[Message]:
        with self.in_language_of(subscriber):
            table = {"type": "table", **serialize.table(state, subscriber.seat)}
            return [table, self._view(state, state.match, subscriber, 0)]

    async def execute(self, command: Command) -> None:
        """Applies a command: on a copy first, then in the database, then for everybody."""
        async with self._lock:
            if self._is_in_doubt:
                await self._catch_up()
            while not await self._try(command):
                await self._catch_up()  # another process was faster; the command is judged by the new state
        self.computer.wake()

    async def _try(self, command: Command) -> bool:
        """Applies a command and returns True, or returns False if the log has lines that are not known here."""
        if self.state.notice is not None:
            raise IllegalAction(self.state.notice)
        then = self.state.copy()
        command(then)
        if not then.new_lines:
            return True
        try:
            await self._ports.storage.append(self.id, self.state.length, then.new_lines)
        except Overtaken:
            return False
        except (Unavailable, Unwritable):
            self._is_in_doubt = True
            raise
        before, self.state = self.state, then
        await self._publish(before, then.new_lines)
        self._ports.on_change(self.id)
        await self._call_absent_player(before)
        return True

    async def catch_up(self) -> None:
        """Applies what other processes have appended to the log."""
        async with self._lock:
            await self._catch_up()
        self.computer.wake()

    async def receive_lines(self, number: int, lines: list[Line]) -> None:
        """Applies lines that another process appended at `number`; reads the log if some before them are missing."""
        async with self._lock:
            if number > self.state.length or self._is_in_doubt:
                await self._catch_up()
            else:
                await self._apply_lines(lines[self.state.length - number :])
        self.computer.wake()

    async def _catch_up(self) -> None:
        self._is_in_doubt = True
        await self._apply_lines(await self._ports.storage.lines_after(self.id, self.state.length))
        self._is_in_doubt = False

    async def _apply_lines(self, lines: list[Line]) -> None:
        """Applies lines that are in the log already, and shows the result."""
        if not lines:
            return
        then = self.state.copy()
        for line in lines:
            then.apply(line)
        before, self.state = self.state, then
        await self._publish(before, lines)

    async def _publish(self, before: SessionState, lines: Sequence[Line]) -> None:
        """Shows everybody what a seat did, the others first; where players or dice changed, the whole state."""
        for search, number in self._hints.items():
            if number != self.state.number:
                search.cancel()
        if before.names != self.state.names:
            self.presence.send_names()
        for seat, key in self.state.keys.items():
            if before.keys.get(seat) != key:
                self._close_former(seat)
        if all(line.is_about_player for line in lines):
            return  # the position is what it was
        self.nonces.wake()
        seat = lines[0].seat
        if before.seats != self.state.seats or dice_commitment(before.match) != dice_commitment(self.state.match):
            for subscriber in tuple(self.subscribers):
                for message in await self._snapshot(subscriber):
                    subscriber.send(message)
            return
        told = self.subscribers
        if before.stream != self.state.stream:
            told = self._send_dice(is_all=all(line.binds_dice for line in lines))
        self._send_new_steps([subscriber for subscriber in told if subscriber.seat != seat])
        if any(subscriber.seat == seat for subscriber in told):
            await self._ports.storage.flushed()  # whoever acted can wait for the players of other battles
            self._send_new_steps([subscriber for subscriber in told if subscriber.seat == seat])

    def _send_dice(self, *, is_all: bool) -> set[Subscriber]:
        """Tells those who bind the dice how far they are bound; returns who is still to be sent the position."""
        bound = {subscriber for subscriber in self.subscribers if subscriber.binds_dice}
        for subscriber in bound:
            with self.in_language_of(subscriber):
                subscriber.send({"type": "dice", **serialize.dice(self.state, subscriber.seat)})
        return self.subscribers - bound if is_all else self.subscribers

    def _close_former(self, seat: int) -> None:
        """Disconnects those who came by a link of a seat that is no longer its link."""
        key = self.state.keys.get(seat)
        for subscriber in tuple(self.subscribers):
            if key is not None and subscriber.seat == seat and subscriber.key != key:
                subscriber.close()

    def _send_new_steps(self, subscribers: list[Subscriber]) -> None:
        """Sends some subscribers the new steps, one position after the other."""
        written: dict[tuple[int, str, str], list[Message]] = {}
        for subscriber in subscribers:
            key = (subscriber.seat, subscriber.language, subscriber.show)  # these see the same: it is written once
            if key not in written:
                with self.in_language_of(subscriber):
                    written[key] = self._new_views(subscriber)
            for message in written[key]:
                subscriber.send(dict(message))

    def _new_views(self, subscriber: Subscriber) -> list[Message]:
        match, since = self.state.match, self.state.shared_steps
        if subscriber.show not in serialize.STEPWISE_FORMATS:
            return [self._view(self.state, match, subscriber, since)]
        steps, views = len(match.steps), []
        for step in range(min(since + 1, steps), steps + 1):
            then = match if step == steps else match.at(step)
            views.append(self._view(self.state, then, subscriber, min(since, step)))
            since = step
        return views

    def _view(self, state: SessionState, match: Match, subscriber: Subscriber, since: int) -> Message:
        view = serialize.view(state, match, subscriber.seat, since, subscriber.show)
        if self.guide is not None and subscriber.seat == self.guide.seat:
            view["guide"] = self.guide.to_message(match, subscriber.language)
        return view

    def _report_computer(self, error: DrumheadError) -> None:
        """Tells everybody why the computer does not move."""
        for subscriber in tuple(self.subscribers):
            with self.in_language_of(subscriber):
                subscriber.send(serialize.refusal(error, "computer"))

    async def _call_absent_player(self, before: SessionState) -> None:
        """Reports that a person who is not connected is waited for, once per turn."""
        for seat in self.state.awaited:
            if seat not in before.awaited and self.state.seats[seat].is_person and not self.is_present(seat):
                await self._ports.on_turn(self.id, self.state.match.game, seat)

    def in_language_of(self, subscriber: Subscriber) -> contextlib.AbstractContextManager[None]:
        """A block in which texts are written in a subscriber's language."""
        return use_language(translator(subscriber.language, self.state.match.game.package))

    def match_to_decide(self, seat: int, number: int) -> Match:
        """The match, for a question about position `number`; refuses a seat that does not decide in it."""
        self.state.must_be(number)
        self.state.must_decide(seat)
        return self.state.match

    async def hints(self, subscriber: Subscriber, number: int) -> list[Hint]:
        """The best decisions of a seat as a good opponent sees them; in a guided battle, that of the lesson.

        The search is given up when the position changes, or this call is cancelled.
        """
        match = self.match_to_decide(subscriber.seat, number)
        wanted = self.guide.wanted(match) if self.guide is not None else None
        if wanted is not None:
            return [Hint(wanted, 1.0, 0, ())]
        job = self.jobs.hint(subscriber)
        search = asyncio.create_task(self._ports.opponents.hints(match.game, match.state, job))
        self._hints[search] = number
        try:
            found = await search
        except asyncio.CancelledError:
            self.state.must_be(number)
            raise
        finally:
            del self._hints[search]
        self.state.must_be(number)
        return found

    def request_review(self, subscriber: Subscriber) -> None:
        """Sends a subscriber the review as soon as there is one."""
        self.review.request(self.match_that_is_over(), subscriber, self.result_key(REVIEW))

    def result_key(self, what: str, *more: str) -> str:
        """The key under which something that was computed of this position is kept."""
        return " ".join((what, self.id, str(self.state.number), *more))

    async def deploy(self, seat: int, number: int) -> list[str]:
        """Plays the set-up decisions of a seat until another seat or the dice decide; returns what was played.

        Each is a decision like any other and can be taken back. Where sides take turns in placing, it is asked for
        again at the seat's next decision.
        """
        match = self.match_to_decide(seat, number)
        if not match.game.is_deployment(match.state):
            raise IllegalAction(Text("there is nothing to be placed now"))
        played: list[str] = []
        while match.to_act == seat and match.game.is_deployment(match.state):
            opponent = Opponent(f"{self.id}/{seat}/deploy", DEPLOYING_LEVEL)
            code = await self._ports.opponents.pick(match.game, match.state, opponent, self.jobs.move())
            self.state.must_be(number)
            notation = match.game.action(match.state, match.game.useful_placement(match.state, code)).notation
            await self.execute(commands.act(seat, number, notation, self.guide))
            played.append(notation)
            number, match = self.state.number, self.state.match
        return played

    def match_that_is_over(self) -> Match:
        """The match, for what is told after the end; refuses one that goes on, or whose steps cannot be played."""
        if self.state.notice is not None:
            raise IllegalAction(self.state.notice)
        must_be_over(self.state.match)
        return self.state.match

    async def files(self, seat: int, *, whole: bool) -> list[str]:
        """The game files: of the battle, and after its end those of what was played under earlier rules."""
        files = [await self.record(seat, whole=whole)]
        if self.state.match.outcome is not None:
            files += self.state.files[:-1] or self.state.earlier_files
        return files

    async def record(self, seat: int, *, whole: bool) -> str:
        """The game file: what the seat knows, or the whole for those of whom `SessionState.is_whole_for` is true."""
        if self.state.files:
            return self.state.files[-1]
        if self.state.notice is not None:
            raise IllegalAction(self.state.notice)
        if whole:
            await self.execute(commands.close_stretch)
        match = self.state.match
        text: str = await self._ports.run(partial(file_text, match, seat, whole=whole))
        return text

    async def close(self) -> None:
        """Disconnects everybody; the battle stays in the database."""
        await self.computer.close()
        self.nonces.stop()
        self.review.close()
        for subscriber in self.subscribers:
            subscriber.close()

    def is_present(self, seat: int) -> bool:
        """Returns whether the player of a seat is connected, to any process."""
        return seat != SPECTATOR and seat in self.presence.seats
