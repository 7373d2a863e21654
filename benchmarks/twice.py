"""The throughput of two processes on one PostgreSQL, compared with one, measured in turns."""

import argparse
import asyncio
import contextlib
import gc
import time
from collections.abc import Iterator

from tests.kit.postgres import cluster

from benchmarks.seats import Battle, open_ours
from benchmarks.servers import PROCESSOR_SHARE, Server, ours, rationed

TURN_SECONDS = 10.0
"""Seconds for which each is measured in turn, so that other load on the machine slows all of them alike."""
WARM_UP_SECONDS = 5.0
"""Seconds of a turn that do not count: by then all tables have acted once, even with pictures."""
LAYOUTS = (
    (1, False, "1 process"),
    (2, False, "2 processes, every other battle with its seats in both"),
    (2, True, "2 processes, all battles with their seats in both"),
)
"""The number of processes, and whether all battles are split between them: as by a balancer, and at worst."""
LOAD_FACTOR = max(count for count, _, _ in LAYOUTS)
"""One process and two get the same load: this many times `--acting` tables, enough to keep all of them busy.

A hundred keep one process busy; fifty each would leave two of them idle while they wait for each other's slices, and it
would measure latency, not throughput.
"""


class Throughput:
    """Servers with connected clients, the number of actions, and their cost."""

    def __init__(self, words: str, servers: list[Server], battles: list[Battle], acting: int) -> None:
        self.words = words
        self._servers = servers
        self._acting = battles[:acting]
        self._untouched = battles[acting:]
        self._over: list[Battle] = []
        self._acted = self._counted = 0
        self._whole = self._busy = 0.0

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self._counted / self._whole

    @property
    def cost(self) -> float:
        """Processor seconds an action."""
        return self._busy / self._counted

    async def turn(self, warm: float, seconds: float) -> None:
        """Acts at all tables without pause for a while, and counts."""
        resting = asyncio.Event()
        with rationed(self._servers):
            playing = [asyncio.create_task(self._play(place, resting)) for place in range(len(self._acting))]
            await asyncio.sleep(warm)
            before, busy, began = self._acted, self._spent(), time.perf_counter()
            await asyncio.sleep(seconds)
            self._counted += self._acted - before
            self._whole += time.perf_counter() - began
            self._busy += self._spent() - busy
            resting.set()
            await asyncio.gather(*playing)

    async def _play(self, place: int, resting: asyncio.Event) -> None:
        """Lets a table act; when its battle is over, its people take up one of those that nobody acted in yet.

        Battles last some 60 to 160 actions: otherwise fewer and fewer tables would act, above all at fast servers.
        """
        while not resting.is_set():
            if await self._acting[place].prepare():
                await self._acting[place].act()
                self._acted += 1
            elif self._untouched:
                self._over.append(self._acting[place])
                self._acting[place] = self._untouched.pop()
            else:
                raise SystemExit("no battle is left to act in: --open more of them")

    def _spent(self) -> float:
        return sum(server.seconds for server in self._servers)

    async def close(self) -> None:
        """Disconnects everybody."""
        battles = self._acting + self._untouched + self._over
        await asyncio.gather(*(battle.close() for battle in battles))


def twice(given: argparse.Namespace) -> Iterator[str]:
    """The throughput of one process and two, as a table."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(cluster())
        servers = [stack.enter_context(ours(database.fresh(), count)) for count, _, _ in LAYOUTS]
        one, *two = asyncio.run(_measured(servers, given))
    for carried in (one, *two):
        yield (
            f"{carried.words}, each {PROCESSOR_SHARE:.0%} of a processor, {given.game}, {given.show}, "
            f"{LOAD_FACTOR * given.acting} tables that act without rest: {carried.rate:.1f} actions a second, "
            f"{carried.cost * 1000:.2f} ms of processor each"
        )
    for words, carried in zip(("", "at worst "), two, strict=True):
        yield (
            f"two processes carry {words}{carried.rate / one.rate:.2f} times what one does; by the time of the "
            f"processor that an action takes, {2 * one.cost / carried.cost:.2f} times"
        )


async def _measured(servers: list[list[Server]], given: argparse.Namespace) -> list[Throughput]:
    """Opens tables at all servers and measures one after the other, turn after turn."""
    found = []
    for at, (_, apart, words) in zip(servers, LAYOUTS, strict=True):
        addresses = [server.address for server in at]
        opened = [
            open_ours(addresses, index, given.game, given.show, apart=apart)
            for index in range(LOAD_FACTOR * given.open)
        ]
        found.append(Throughput(words, at, [await battle for battle in opened], LOAD_FACTOR * given.acting))
    gc.collect()
    gc.freeze()
    gc.disable()
    for _ in range(round(given.seconds / TURN_SECONDS)):
        for carried in found:
            await carried.turn(WARM_UP_SECONDS, TURN_SECONDS)
    for carried in found:
        await carried.close()
    return found
