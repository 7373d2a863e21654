"""Who is connected to a battle, in this process and in others; the clock runs while a player is."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from drumhead.core.state import SPECTATOR
from drumhead.server.session import commands, steady_clock
from drumhead.server.session.ports import BusMessage, Message, Peers, Storage, Subscriber
from drumhead.server.session.state import SessionState

HEARTBEAT_SECONDS: Final = 15.0
"""How often a process repeats who is connected to it."""
PEER_TIMEOUT_SECONDS: Final = 3 * HEARTBEAT_SECONDS
"""After how long without a word a process counts as dead."""
UNKNOWN_DEVICE: Final = "?"
"""How devices are noted that do not say which they are."""
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
        self._elsewhere: dict[str, tuple[list[tuple[int, str]], float]] = {}
        """By process: the seats connected to it with their devices, and the monotonic time at which it said so."""
        self._left: dict[int, float] = {}
        """By seat: the Unix time at which its player was last connected."""
        self._last_sent: list[tuple[int, str]] = []
        self._known_devices: dict[int, int] = {}
        """By seat: how many devices had opened it when the last one came to this process."""
        self._is_new = True

    @property
    def connected(self) -> list[tuple[int, str]]:
        """The seat, or `SPECTATOR`, and the device of every connection, here and elsewhere."""
        oldest = time.monotonic() - PEER_TIMEOUT_SECONDS
        elsewhere = [one for connected, said in self._elsewhere.values() if said > oldest for one in connected]
        return sorted(self._here() + elsewhere)

    def _here(self) -> list[tuple[int, str]]:
        return [(subscriber.seat, subscriber.device) for subscriber in self._subscribers]

    @property
    def seats(self) -> set[int]:
        """The seats whose players are connected."""
        return {seat for seat, _ in self.connected} - {SPECTATOR}

    async def note_device(self, subscriber: Subscriber, storage: Storage) -> None:
        """Notes the device of somebody who comes."""
        seat, device = subscriber.seat, subscriber.device or UNKNOWN_DEVICE
        if seat != SPECTATOR:
            self._known_devices[seat] = await storage.note_device(self._battle, seat, device)

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
        connected = [(seat, device) for seat, device in message["connected"]]
        self._elsewhere[message["author"]] = (connected, time.monotonic())
        self.refresh()
        if message["asks"]:
            await self._announce(asks=False)

    async def _announce(self, *, asks: bool) -> None:
        await self._peers.publish(self.announcement(asks=asks))

    def announcement(self, *, asks: bool = False) -> BusMessage:
        """The message that tells other processes who is connected here; may ask them for the same."""
        return {"kind": "here", "battle": self._battle, "connected": self._here(), "asks": asks}

    def _send(self, *, always: bool) -> None:
        found = self.connected
        if always or found != self._last_sent:
            seats = {seat for seat, _ in found}
            self._left |= dict.fromkeys({seat for seat, _ in self._last_sent} - seats, steady_clock.now())
            self._last_sent = found
            message = {
                "type": "presence",
                "seats": sorted(seats - {SPECTATOR}),
                "watching": sum(seat == SPECTATOR for seat, _ in found),
                "players": self._state().players,
                "away": self._away(),
            }
            devices = {seat: self._devices(seat, found) for seat in seats - {SPECTATOR}}
            for subscriber in tuple(self._subscribers):
                subscriber.send(message | devices.get(subscriber.seat, {}))

    def _devices(self, seat: int, found: list[tuple[int, str]]) -> Message:
        """How many devices have a seat open, and how many have opened it since its link was renewed: for its player.

        Connections that do not say from which device they come count one each.
        """
        devices = [device for other, device in found if other == seat]
        here = len(set(filter(None, devices))) + devices.count("")
        return {"devices": here, "known_devices": max(here, self._known_devices.get(seat, 0))}

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
