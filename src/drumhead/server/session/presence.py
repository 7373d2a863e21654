"""Who is at a table, in this process and in others; the clock runs while somebody who plays is."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from drumhead.server.cluster.framing import Note
from drumhead.server.lobby.seats import WATCH
from drumhead.server.session import commands

if TYPE_CHECKING:
    from drumhead.server.session.session import Room

HEARTBEAT: Final = 15.0
"""Every so many seconds a process says again who is at its tables."""
FORGOTTEN: Final = 3 * HEARTBEAT
"""After so many seconds of silence a process is taken for dead."""
ANSWER: Final = 0.3
"""How long other processes are given to say who is there."""


class Presence:
    """Who is at a table."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._elsewhere: dict[str, tuple[list[int], float]] = {}
        """By process: the seats of its listeners, and when it last said so."""
        self._told: list[int] = []
        self._is_new = True

    @property
    def everybody(self) -> list[int]:
        """The seat of every listener, here and elsewhere, -1 for those who look on."""
        alive = time.monotonic() - FORGOTTEN
        elsewhere = [seat for seats, said in self._elsewhere.values() if said > alive for seat in seats]
        return sorted([listener.seat for listener in self._room.listeners] + elsewhere)

    @property
    def seats(self) -> set[int]:
        """The seats whose players are there."""
        return set(self.everybody) - {WATCH}

    async def changed(self) -> None:
        """Tells everybody that somebody came or went, and lets the clock run or rest."""
        asks, self._is_new = self._is_new, False
        await self._announce(asks=asks)
        self._publish(to_all=True)
        await self._mind_clock(is_new=asks)

    def look(self) -> None:
        """Looks who is there, and tells if that is not what was told last."""
        self._publish(to_all=False)

    async def hear(self, note: Note) -> None:
        """Takes what another process says about its listeners."""
        self._elsewhere[note["author"]] = (note["seats"], time.monotonic())
        self.look()
        if note["asks"]:
            await self._announce(asks=False)

    async def _announce(self, *, asks: bool) -> None:
        await self._room.house.tell(self.note(asks=asks))

    def note(self, *, asks: bool = False) -> Note:
        """Says who is here to the other processes, so that nobody is taken for gone; may ask who is there."""
        here = [listener.seat for listener in self._room.listeners]
        return {"kind": "here", "battle": self._room.id, "seats": here, "asks": asks}

    def _publish(self, *, to_all: bool) -> None:
        found = self.everybody
        if to_all or found != self._told:
            self._told = found
            self._room.tell({"type": "presence", "seats": sorted(self.seats), "watching": found.count(WATCH)})

    async def _mind_clock(self, *, is_new: bool) -> None:
        """Stops the clock when nobody who plays is there; what passed while no process kept it is not counted."""
        clock = self._room.standing.clock
        if clock is None or clock.is_paused:
            return
        if is_new and clock.since is not None and self._room.house.store.is_shared:
            await asyncio.sleep(ANSWER)
        kept_elsewhere = any(seats for seats, _ in self._elsewhere.values())
        if not self.seats:
            await self._room.change(commands.rest)
        elif clock.since is None or (is_new and not kept_elsewhere):
            await self._room.change(commands.go_on)
