"""The computer at a table: thinks where it is its decision, throws dice that wait; in one process of many."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from drumhead.core.errors import DrumheadError
from drumhead.core.match import Match
from drumhead.server.cluster.workers import Opponent
from drumhead.server.db.store import Unavailable
from drumhead.server.session import commands
from drumhead.server.session.guide import LEVEL_AFTER_SCRIPT
from drumhead.server.session.state import is_dice_pending

if TYPE_CHECKING:
    from drumhead.server.session.session import Session

LOG: Final = logging.getLogger("drumhead.server.computer")
PACE_SECONDS: Final = 0.9
"""How many seconds a battle that only computers play rests after a decision, so that an eye can follow."""
RETRY_SECONDS: Final = 1.0
"""After how many seconds a process tries again to think for a battle, or to write what was thought."""


class Computer:
    """What happens at a table without anybody doing it."""

    def __init__(self, session: "Session") -> None:
        self.pace = PACE_SECONDS
        self._session = session
        self._thinking: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def is_idle(self) -> bool:
        """Says whether nothing goes on."""
        return self._thinking is None

    def wake(self) -> None:
        """Lets the computer think where it is its decision."""
        if self._thinking is None and self._may_think():
            self._thinking = asyncio.create_task(self._think())

    async def close(self) -> None:
        """Stops for good; what was thought is lost, and thought again."""
        self._is_closed = True
        if self._thinking is not None:
            self._thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._thinking

    def _may_think(self) -> bool:
        session = self._session
        battle, to_act = session.state, session.state.match.to_act
        mine = is_dice_pending(battle) or (to_act >= 0 and not battle.seats[to_act].is_person)
        wanted = battle.has_people or bool(session.subscribers)
        return mine and wanted and self.pace > 0 and battle.notice is None and not self._is_closed

    async def _think(self) -> None:
        service = self._session.service
        held = False
        try:
            while self._may_think():
                if held:
                    await self._decide()
                elif await service.acquire(self._session.id):
                    held = True
                    with contextlib.suppress(Unavailable):
                        await (
                            self._session.catch_up()
                        )  # whoever thought before may have done so about this very position
                else:
                    await asyncio.sleep(RETRY_SECONDS)  # another process thinks; if it dies, this one goes on
        finally:
            self._thinking = None
            if held:
                await service.release(self._session.id)
            service.sweep(self._session)

    async def _decide(self) -> None:
        session = self._session
        match, number = session.state.match, session.state.number
        command: commands.Command = commands.throw
        try:
            if match.to_act >= 0:
                command = commands.decide(await self._choose(match))
            if session.state.number == number and self._may_think():
                await session.execute(command)
        except Unavailable:
            await asyncio.sleep(RETRY_SECONDS)
        except DrumheadError as error:  # as a rule, the battle has moved on in another process meanwhile
            LOG.info("not done", extra={"reason": str(error)})
            await asyncio.sleep(RETRY_SECONDS)
        if not session.state.people:
            await asyncio.sleep(self.pace)

    async def _choose(self, match: Match) -> int | str:
        """What the computer does: as its level thinks, or as the guide's script says."""
        session = self._session
        level = session.state.seats[match.to_act].level
        if session.guide is not None:
            said = session.guide.reply(match)
            if said is not None:
                await asyncio.sleep(PACE_SECONDS)
                return said
            level = LEVEL_AFTER_SCRIPT
        return await session.service.workers.pick(match.game, match.state, _opponent(session.id, match, level))


def _opponent(battle: str, match: Match, level: str) -> Opponent:
    """Who plays the seat to act: the same for the whole battle, with the seed of its dice where they have one."""
    seat, seed = match.to_act, match.stretches[0].seed if match.stretches else ""
    return Opponent(f"{battle}/{seat}", level, f"{seed}/{seat}" if seed else None)
