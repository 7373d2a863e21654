"""Gives the nonces that no client gives: at once for clients that bring none, after a time for seats that are late."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

from drumhead.server.errors import Unavailable
from drumhead.server.session import commands, steady_clock
from drumhead.server.session.dice_stream import GRACE_SECONDS, SUBSTITUTE_SECONDS
from drumhead.server.session.ports import Ports, Subscriber
from drumhead.server.session.state import SessionState

INTERVAL_SECONDS: Final = 1.0
"""How often the task looks whether nonces are missing for too long."""


class MissingNonces:
    """A task that runs while somebody is connected and dice wait for nonces."""

    def __init__(
        self,
        battle: str,
        subscribers: set[Subscriber],
        ports: Ports,
        state: Callable[[], SessionState],
        execute: Callable[[commands.Command], Awaitable[None]],
    ) -> None:
        self._battle = battle
        self._subscribers = subscribers
        self._ports = ports
        self._state = state
        self._execute = execute
        self._task: asyncio.Task[None] | None = None
        self._is_asleep = False

    def wake(self) -> None:
        """Starts the task if there is something to do."""
        if self._task is None and self._has_work():
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Ends the task, unless it is storing something; then it ends by itself, if there is nothing more to do."""
        if self._task is not None and self._is_asleep:
            self._task.cancel()
            self._task, self._is_asleep = None, False

    def _has_work(self) -> bool:
        """While nobody is connected, nobody waits."""
        return bool(self._subscribers and self._state().waits_for and self._state().notice is None)

    async def _run(self) -> None:
        own, earliest = self._task, steady_clock.now() + GRACE_SECONDS
        try:
            while self._has_work():
                with contextlib.suppress(Unavailable):
                    await self._give(earliest)
                self._is_asleep = True
                await asyncio.sleep(INTERVAL_SECONDS)
                self._is_asleep = False
        finally:
            if self._task is own:
                self._task = None

    async def _give(self, earliest: float) -> None:
        for seat in self._without_nonces():
            await self._execute(commands.give_nonce(seat))
        what, since = self._state().held_up
        if what and steady_clock.now() >= max(earliest, since + SUBSTITUTE_SECONDS):
            await self._execute(commands.substitute_nonces)
            if self._state().held_up != (what, since):
                self._ports.on_substitute(self._battle)

    def _without_nonces(self) -> list[int]:
        """The awaited seats whose clients, connected here, all bring no nonce."""
        clients = [(subscriber.seat, subscriber.brings_nonce) for subscriber in self._subscribers]
        waits = [seat for seat in self._state().waits_for if not self._has_committed(seat)]
        return [seat for seat in waits if (seat, False) in clients and (seat, True) not in clients]

    def _has_committed(self, seat: int) -> bool:
        stream = self._state().stream
        return stream is not None and bool(stream.commitments and stream.commitments[seat])
