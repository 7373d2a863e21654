"""The computer's part in a battle: it moves for its seats and throws pending dice, in one process of several.

It rests while nobody is connected, unless people play: then it goes on until one of them has to decide.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.match import Match
from drumhead.server.errors import Unavailable
from drumhead.server.session import commands
from drumhead.server.session.guide import LEVEL_AFTER_SCRIPT, Guide
from drumhead.server.session.jobs import Jobs
from drumhead.server.session.ports import Opponent, Ports
from drumhead.server.session.state import SessionState

LOG: Final = logging.getLogger("drumhead.server.session.computer")
PACE_SECONDS: Final = 0.9
"""How long a battle between computers pauses after a decision, so that spectators can follow."""
RETRY_SECONDS: Final = 1.0
"""After how long a process tries again to take a battle over, or to store a decision."""
MAX_RETRY_SECONDS: Final = 60.0
"""How long it waits at most before it asks again for a decision that could not be computed."""


class Computer:
    """Moves for the computer's seats of one battle, in a task that runs only while there is something to do."""

    def __init__(
        self,
        battle: str,
        guide: Guide | None,
        ports: Ports,
        *,
        state: Callable[[], SessionState],
        is_watched: Callable[[], bool],
        execute: Callable[[commands.Command], Awaitable[None]],
        catch_up: Callable[[], Awaitable[None]],
        jobs: Jobs,
        report: Callable[[DrumheadError], None],
    ) -> None:
        self.pace = PACE_SECONDS
        """Seconds between two decisions while no person plays; 0 stops the computers."""
        self._battle = battle
        self._guide = guide
        self._ports = ports
        self._state = state
        self._is_watched = is_watched
        self._execute = execute
        self._catch_up = catch_up
        self._jobs = jobs
        self._report = report
        """Tells everybody why the computer does not move."""
        self._failures = 0
        """How many decisions in a row could not be computed."""
        self._is_given_up = False
        """Whether the decision that waited has left the queue."""
        self._task: asyncio.Task[None] | None = None
        self._search: asyncio.Task[int] | None = None
        """The decision that waits to be computed; None once that has begun."""
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Returns whether no task runs."""
        return self._task is None

    def wake(self) -> None:
        """Starts the task if the computer has something to do."""
        if self._task is None and self._has_work():
            self._task = asyncio.create_task(self._run())

    def rest(self) -> None:
        """Leaves the queue if nobody waits for the computer any more."""
        if self._search is not None and not self._is_wanted():
            self._is_given_up = True
            self._search.cancel()

    async def close(self) -> None:
        """Stops for good; a decision under way is dropped."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _has_work(self) -> bool:
        return self._is_computers_turn() and self._is_wanted()

    def _is_computers_turn(self) -> bool:
        state, to_act = self._state(), self._state().match.to_act
        is_turn = state.is_throw_pending or (to_act >= 0 and not state.seats[to_act].is_person)
        return is_turn and self.pace > 0 and state.notice is None and not self._is_closed

    def _is_wanted(self) -> bool:
        """Returns whether somebody watches, or a person is to decide next and may have to be called."""
        return bool(self._state().people) or self._is_watched()

    async def _run(self) -> None:
        is_held = False
        try:
            while self._has_work():
                if is_held:
                    await self._decide()
                elif await self._ports.peers.acquire(self._battle):
                    is_held = True
                    with contextlib.suppress(Unavailable):
                        await self._catch_up()  # the process that held it before may have moved already
                else:
                    await asyncio.sleep(RETRY_SECONDS)  # another process moves; if it dies, this one takes over
        finally:
            self._task = None
            if is_held:
                await self._ports.peers.release(self._battle)
            self._ports.on_idle(self._battle)

    async def _decide(self) -> None:
        state = self._state()
        match, number = state.match, state.number
        command: commands.Command = commands.throw
        try:
            if match.to_act >= 0:
                command = commands.decide(await self._choose(match, state))
            if self._state().number == number and self._is_computers_turn():
                await self._execute(command)
        except asyncio.CancelledError:
            if not self._is_given_up:
                raise
            self._is_given_up = False
        except Unavailable:
            await asyncio.sleep(RETRY_SECONDS)
        except DrumheadError as error:  # usually another process has changed the battle in the meantime
            LOG.info("decision refused", extra={"reason": str(error)})
            await asyncio.sleep(RETRY_SECONDS)
        if not self._state().people:
            await asyncio.sleep(self.pace)

    async def _choose(self, match: Match, state: SessionState) -> int | str:
        """What the computer does: as its level decides, or as the script of a guided battle says."""
        level = state.seats[match.to_act].level
        if self._guide is not None:
            scripted = self._guide.reply(match)
            if scripted is not None:
                await asyncio.sleep(PACE_SECONDS)
                return scripted
            level = LEVEL_AFTER_SCRIPT
        return await self._search_for(match, _opponent(self._battle, match, level))

    async def _search_for(self, match: Match, opponent: Opponent) -> int:
        """The decision of an opponent; cancelled when nobody waits for it any more before it is begun."""

        def report(ahead: int) -> None:
            if not ahead:
                self._search = None

        job = self._jobs.move(report)
        search = self._search = asyncio.create_task(self._ports.opponents.pick(match.game, match.state, opponent, job))
        try:
            found = await search
        except Unavailable as error:
            self._report(error)
            # A position over which processes die must not keep all others waiting.
            await asyncio.sleep(min(RETRY_SECONDS * (2**self._failures - 1), MAX_RETRY_SECONDS))
            self._failures = min(self._failures + 1, 10)
            raise
        finally:
            self._search = None
        self._failures = 0
        return found


def _opponent(battle: str, match: Match, level: str) -> Opponent:
    """The player of the seat to act: the same for the whole battle, seeded where the dice are."""
    seat, seed = match.to_act, match.stretches[0].seed if match.stretches else ""
    return Opponent(f"{battle}/{seat}", level, f"{seed}/{seat}" if seed else None)
