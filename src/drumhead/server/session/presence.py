"""Who is at a table, in this process and in others; the clock runs while somebody who plays is."""

import asyncio
import time
from typing import TYPE_CHECKING, Final

from drumhead.core.state import SPECTATOR
from drumhead.server.cluster.framing import BusMessage
from drumhead.server.session import commands

if TYPE_CHECKING:
    from drumhead.server.session.session import Session

HEARTBEAT_SECONDS: Final = 15.0
"""Every so many seconds a process says again who is at its tables."""
PEER_TIMEOUT_SECONDS: Final = 3 * HEARTBEAT_SECONDS
"""After so many seconds of silence a process is taken for dead."""
ANSWER_SECONDS: Final = 0.3
"""How long other processes are given to say who is there."""


class Presence:
    """Who is at a table."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._peers: dict[str, tuple[list[int], float]] = {}
        """By process: the seats of its subscribers, and when it last said so."""
        self._last_sent: list[int] = []
        self._is_new = True

    @property
    def connected_seats(self) -> list[int]:
        """The seat of every subscriber, here and elsewhere, -1 for those who look on."""
        alive = time.monotonic() - PEER_TIMEOUT_SECONDS
        elsewhere = [seat for seats, said in self._peers.values() if said > alive for seat in seats]
        return sorted([subscriber.seat for subscriber in self._session.subscribers] + elsewhere)

    @property
    def seats(self) -> set[int]:
        """The seats whose players are there."""
        return set(self.connected_seats) - {SPECTATOR}

    async def changed(self) -> None:
        """Tells connected_seats that somebody came or went, and lets the clock run or rest."""
        asks, self._is_new = self._is_new, False
        await self._announce(asks=asks)
        self._publish(to_all=True)
        await self._update_clock(is_new=asks)

    def refresh(self) -> None:
        """Looks who is there, and tells if that is not what was told last."""
        self._publish(to_all=False)

    async def receive(self, note: BusMessage) -> None:
        """Takes what another process says about its subscribers."""
        self._peers[note["author"]] = (note["seats"], time.monotonic())
        self.refresh()
        if note["asks"]:
            await self._announce(asks=False)

    async def _announce(self, *, asks: bool) -> None:
        await self._session.service.publish(self.announcement(asks=asks))

    def announcement(self, *, asks: bool = False) -> BusMessage:
        """Says who is here to the other processes, so that nobody is taken for gone; may ask who is there."""
        here = [subscriber.seat for subscriber in self._session.subscribers]
        return {"kind": "here", "battle": self._session.id, "seats": here, "asks": asks}

    def _publish(self, *, to_all: bool) -> None:
        found = self.connected_seats
        if to_all or found != self._last_sent:
            self._last_sent = found
            self._session.broadcast(
                {"type": "presence", "seats": sorted(self.seats), "watching": found.count(SPECTATOR)}
            )

    async def _update_clock(self, *, is_new: bool) -> None:
        """Stops the clock when nobody who plays is there; what passed while no process kept it is not counted."""
        clock = self._session.state.clock
        if clock is None or clock.is_paused:
            return
        if is_new and clock.since is not None and self._session.service.store.is_shared:
            await asyncio.sleep(ANSWER_SECONDS)
        kept_elsewhere = any(seats for seats, _ in self._peers.values())
        if not self.seats:
            await self._session.execute(commands.stop_clock)
        elif clock.since is None or (is_new and not kept_elsewhere):
            await self._session.execute(commands.start_clock)
