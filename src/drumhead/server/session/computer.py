"""The computer's part in a battle: it moves for its seats and throws pending dice, in one process of several."""

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
from drumhead.server.session.ports import Opponent, Ports
from drumhead.server.session.state import SessionState

LOG: Final = logging.getLogger("drumhead.server.session.computer")
PACE_SECONDS: Final = 0.9
"""How long a battle between computers pauses after a decision, so that spectators can follow."""
RETRY_SECONDS: Final = 1.0
"""After how long a process tries again to take a battle over, or to store a decision."""


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
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Returns whether no task runs."""
        return self._task is None

    def wake(self) -> None:
        """Starts the task if the computer has something to do."""
        if self._task is None and self._has_work():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stops for good; a decision under way is dropped."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _has_work(self) -> bool:
        state, to_act = self._state(), self._state().match.to_act
        is_computers_turn = state.is_throw_pending or (to_act >= 0 and not state.seats[to_act].is_person)
        is_wanted = state.has_people or self._is_watched()
        return is_computers_turn and is_wanted and self.pace > 0 and state.notice is None and not self._is_closed

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
            if self._state().number == number and self._has_work():
                await self._execute(command)
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
        return await self._ports.opponents.pick(match.game, match.state, _opponent(self._battle, match, level))


def _opponent(battle: str, match: Match, level: str) -> Opponent:
    """The player of the seat to act: the same for the whole battle, seeded where the dice are."""
    seat, seed = match.to_act, match.stretches[0].seed if match.stretches else ""
    return Opponent(f"{battle}/{seat}", level, f"{seed}/{seat}" if seed else None)
