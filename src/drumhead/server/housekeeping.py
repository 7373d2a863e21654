"""What a server does now and then: takes note of what its operator has closed, and lets abandoned battles expire."""

import asyncio
import contextlib
import logging
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.server.context import Context
from drumhead.server.db.moderation import OVER, BattleRow
from drumhead.server.db.schema import EXPIRED
from drumhead.server.errors import Unavailable
from drumhead.server.lobby.seats import battle_label
from drumhead.server.registry import Registry
from drumhead.server.session import steady_clock
from drumhead.server.session.stored import restored

LOG: Final = logging.getLogger("drumhead.server.housekeeping")
POLL_SECONDS: Final = 2.0
"""How soon a running server notices what its operator has closed or blocked."""
OVERLAP_SECONDS: Final = 60.0
"""For how long closures are looked at again: the operator's clock may be behind."""
JUMP_SECONDS: Final = 30.0
"""From which difference on a change of the system's clock is reported."""
EXPIRY_SECONDS: Final = 3600.0
"""How often abandoned battles are looked for."""
EXPIRE_DAYS: Final = 180
"""After how many days without an event a battle that is not over expires, unless the server is told otherwise."""
FORGET_DAYS: Final = 365
"""For how long after that its links are told what became of it."""
PAUSE_SECONDS: Final = 0.05
"""What lies between two reads of many battles, so that players do not wait for them."""


class Housekeeping:
    """The recurring work of one server process."""

    def __init__(self, context: Context, registry: Registry, *, expire_days: int = EXPIRE_DAYS) -> None:
        self._context = context
        self._registry = registry
        self._expire_days = expire_days
        self._known: set[tuple[str, float]] = set()
        """Closures that were taken note of, and when they were made."""
        self._offset = 0.0
        """How far the system's clock was set when that was reported last."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Reads who is blocked, and starts."""
        with contextlib.suppress(Unavailable):
            await self.look()
        self._tasks = [asyncio.create_task(self._look_often()), asyncio.create_task(self._expire_often())]

    async def close(self) -> None:
        """Stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look_often(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            self._watch_clock()
            try:
                await self.look()
            except Unavailable:
                pass  # the next look finds the same
            except Exception:
                LOG.exception("what the operator has closed could not be read")

    async def _expire_often(self) -> None:
        while self._expire_days:
            await asyncio.sleep(EXPIRY_SECONDS)
            try:
                await self.expire()
            except Unavailable:
                pass
            except Exception:
                LOG.exception("abandoned battles could not be looked for")

    async def look(self) -> None:
        """Takes note of battles that were closed and visitors that were blocked."""
        database, moderation = self._context.database, self._context.moderation
        closed = await database.run(moderation.closed_since, steady_clock.now() - OVERLAP_SECONDS)
        for battle, _ in closed - self._known:
            await self._registry.close_battle(battle)
        self._known = closed
        blocked = frozenset(await database.run(moderation.blocked))
        newly, self._context.blocked = blocked - self._context.blocked, blocked
        if newly:
            self._disconnect(newly)

    def _watch_clock(self) -> None:
        """Reports when the system's clock was set: battles go on by the old time until the server is started again."""
        offset = steady_clock.offset()
        if abs(offset - self._offset) > JUMP_SECONDS:
            LOG.warning("the clock of the system was set; battles go on without the jump", extra={"seconds": offset})
            self._offset = offset

    def _disconnect(self, visitors: frozenset[str]) -> None:
        for session in self._registry.sessions.values():
            for subscriber in tuple(session.subscribers):
                visitor = getattr(subscriber, "visitor", "")
                if visitor and self._context.moderation.visitor_id(visitor) in visitors:
                    subscriber.close()

    async def expire(self) -> None:
        """Closes the battles that were abandoned, and removes what is left of those that are long gone."""
        database, moderation = self._context.database, self._context.moderation
        now, last = steady_clock.now(), ""
        while page := await database.run(moderation.page, last):
            last = page[-1].id
            for row in page:
                is_old = row.moved < now - self._expire_days * 86_400
                if is_old and not row.closed and row.id not in self._registry.sessions:
                    await self._examine(row)
            await asyncio.sleep(PAUSE_SECONDS)
        await database.run(moderation.forget, now - FORGET_DAYS * 86_400)

    async def _examine(self, row: BattleRow) -> None:
        """Closes an old battle, unless it was played to its end."""
        database, moderation = self._context.database, self._context.moderation
        try:
            stored = await database.run(database.store.load, row.id)
            has_begun = not stored.waiting
            is_over = has_begun and (await self._context.threads.run(restored, stored)).match.outcome is not None
        except Unavailable:
            raise
        except (DrumheadError, ValueError, KeyError):
            LOG.warning("an old battle cannot be read", extra={"battle": row.label})
            return
        await database.run(moderation.close, row.id, OVER if is_over else EXPIRED)
        if not is_over:
            self._context.metrics.count("battles_expired")
            LOG.info("battle expired", extra={"battle": battle_label(row.id)})
        await asyncio.sleep(PAUSE_SECONDS)
