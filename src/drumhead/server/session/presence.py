"""Who is connected to a battle, in this process and in others; the clock runs while a player is."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from drumhead.core.state import SPECTATOR
from drumhead.server.session import commands, steady_clock
from drumhead.server.session.ports import BusMessage, Peers, Subscriber
from drumhead.server.session.state import SessionState

HEARTBEAT_SECONDS: Final = 15.0
"""How often a process repeats who is connected to it."""
PEER_TIMEOUT_SECONDS: Final = 3 * HEARTBEAT_SECONDS
"""After how long without a word a process counts as dead."""
ANSWER_SECONDS: Final = 0.3
"""How long a new session waits for other processes to say who is connected to them."""


class Presence:
    """The connected seats of one battle."""

    def __init__(
        self,
        battle: str,
        subscribers: set[Subscriber],
        peers: Peers,
        state: Callable[[], SessionState],
        execute: Callable[[commands.Command], Awaitable[None]],
    ) -> None:
        self._battle = battle
        self._subscribers = subscribers
        self._peers = peers
        self._state = state
        self._execute = execute
        self._elsewhere: dict[str, tuple[list[int], float]] = {}
        """By process: the seats connected to it, and the monotonic time at which it said so."""
        self._left: dict[int, float] = {}
        """By seat: the Unix time at which its player was last connected."""
        self._last_sent: list[int] = []
        self._is_new = True

    @property
    def connected(self) -> list[int]:
        """The seat of every connection, here and elsewhere, with `SPECTATOR` for each spectator."""
        oldest = time.monotonic() - PEER_TIMEOUT_SECONDS
        elsewhere = [seat for seats, said in self._elsewhere.values() if said > oldest for seat in seats]
        return sorted([subscriber.seat for subscriber in self._subscribers] + elsewhere)

    @property
    def seats(self) -> set[int]:
        """The seats whose players are connected."""
        return set(self.connected) - {SPECTATOR}

    async def changed(self) -> None:
        """Tells everybody that somebody came or left, and starts or stops the clock."""
        asks, self._is_new = self._is_new, False
        await self._announce(asks=asks)
        self._send(always=True)
        await self._update_clock(is_new=asks)

    def refresh(self) -> None:
        """Tells everybody who is connected, if that has changed since the last time."""
        self._send(always=False)

    async def receive(self, message: BusMessage) -> None:
        """Takes another process's word for who is connected to it; answers if it asks."""
        self._elsewhere[message["author"]] = (message["seats"], time.monotonic())
        self.refresh()
        if message["asks"]:
            await self._announce(asks=False)

    async def _announce(self, *, asks: bool) -> None:
        await self._peers.publish(self.announcement(asks=asks))

    def announcement(self, *, asks: bool = False) -> BusMessage:
        """The message that tells other processes who is connected here; may ask them for the same."""
        here = [subscriber.seat for subscriber in self._subscribers]
        return {"kind": "here", "battle": self._battle, "seats": here, "asks": asks}

    def _send(self, *, always: bool) -> None:
        found = self.connected
        if always or found != self._last_sent:
            self._left |= dict.fromkeys(set(self._last_sent) - set(found), steady_clock.now())
            self._last_sent = found
            message = {
                "type": "presence",
                "seats": sorted(self.seats),
                "watching": found.count(SPECTATOR),
                "players": self._state().players,
                "away": self._away(),
            }
            for subscriber in tuple(self._subscribers):
                subscriber.send(dict(message))

    def send_names(self) -> None:
        """Tells everybody what the players are called now."""
        self._send(always=True)

    def _away(self) -> list[list[int]]:
        """The seats whose players have been here and are not now, each with the seconds since then."""
        state, now = self._state(), steady_clock.now()
        last = {seat: max(self._left.get(seat, 0.0), state.seen.get(seat, 0.0)) for seat in state.people}
        return [[seat, max(0, round(now - then))] for seat, then in last.items() if then and seat not in self.seats]

    async def _update_clock(self, *, is_new: bool) -> None:
        """Stops the clock when no player is connected. Time while no process kept the battle is charged to nobody."""
        clock = self._state().clock
        if clock is None or clock.is_paused:
            return
        if is_new and clock.since is not None and self._peers.is_shared:
            await asyncio.sleep(ANSWER_SECONDS)
        kept_elsewhere = any(seats for seats, _ in self._elsewhere.values())
        if not self.seats:
            await self._execute(commands.stop_clock)
        elif clock.since is None or (is_new and not kept_elsewhere):
            await self._execute(commands.start_clock)
