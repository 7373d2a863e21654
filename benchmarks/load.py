"""How long an action takes to reach the other player when many tables are busy, and what idle ones cost.

    python -m benchmarks.load                         500 tables, 100 act at once; boardgame.io's server beside ours
    python -m benchmarks.load --show position         ... with programs that know the rules
    python -m benchmarks.load --idle 5000             the memory of battles with nobody connected
    python -m benchmarks.load --twice                 throughput of two processes on one PostgreSQL, compared with one

Real clients on loopback: at every beat all acting tables act at once, and each waits until the opponent has seen it.
boardgame.io serves a game with a single possible move, in memory; it is installed with npm.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import shutil
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from typing import Any

from benchmarks.seats import Battle, begin, open_ours, open_theirs
from benchmarks.servers import Server, ours, theirs
from benchmarks.twice import twice

PAUSE_SECONDS = 0.1
"""Seconds for a server to finish its work after a beat before the other one is measured."""
Opened = Callable[[list[str], int], Coroutine[Any, Any, Battle]]


class Crowd:
    """The tables of one server with their clients, the latency of actions, and their cost."""

    def __init__(self, name: str, servers: list[Server], battles: list[Battle]) -> None:
        self.name = name
        self.servers = servers
        self.battles = battles
        self.weight = sum(server.megabytes for server in servers)
        self.seen: list[float] = []
        self.whole = 0.0
        self.busy = 0.0

    async def act(self, beat: int, acting: int) -> None:
        """Acts at some of the tables at the same time."""
        first = beat * acting % len(self.battles)
        chosen = (self.battles[first:] + self.battles[:first])[:acting]
        gc.collect(0)  # the clients' garbage must not be collected while a server is measured
        began, busy = time.perf_counter(), sum(server.seconds for server in self.servers)
        ready = await asyncio.gather(*(battle.prepare() for battle in chosen))
        self.seen += await asyncio.gather(*(battle.act() for battle, can in zip(chosen, ready, strict=True) if can))
        self.whole += time.perf_counter() - began
        self.busy += sum(server.seconds for server in self.servers) - busy

    def forget(self) -> None:
        """Resets the counters."""
        self.seen, self.whole, self.busy = [], 0.0, 0.0

    @property
    def slowest(self) -> float:
        """The 99th percentile of the latency, in milliseconds."""
        return quantiles([took * 1000 for took in self.seen], n=100)[98]

    def __str__(self) -> str:
        number = len(self.seen)
        return (
            f"{self.name}: {len(self.battles)} tables, {number} actions: p50 {median(self.seen) * 1000:.0f} ms, "
            f"p99 {self.slowest:.0f} ms, {number / self.whole:.0f} a second, {self.busy / number * 1000:.2f} ms of "
            f"processor each, {self.weight:.0f} MB"
        )


async def load(servers: dict[str, tuple[list[Server], Opened]], given: argparse.Namespace) -> list[Crowd]:
    """Opens tables at all servers and acts at some of them, one server after the other, beat after beat."""
    crowds = []
    for name, (at, opened) in servers.items():
        addresses = [server.address for server in at]
        crowds.append(Crowd(name, at, [await opened(addresses, index) for index in range(given.open)]))
    gc.collect()
    gc.freeze()
    gc.disable()
    for beat in range(-given.warm, given.beats):
        for crowd in crowds:
            if beat == 0:
                crowd.forget()
            await asyncio.sleep(PAUSE_SECONDS)
            await crowd.act(beat, given.acting)
    for crowd in crowds:
        await asyncio.gather(*(battle.close() for battle in crowd.battles))
    return crowds


def compare(given: argparse.Namespace) -> None:
    """Measures our server and boardgame.io's under the same load, in the same minute."""
    say(f"{given.open} tables with two at each, {given.acting} act at once, {given.beats} times, in turns")
    with ours(given.database) as here, contextlib.ExitStack() as stack:
        servers: dict[str, tuple[list[Server], Opened]] = {
            f"ours, {given.game}, {given.show}": (
                here,
                lambda at, index: open_ours(at, index, given.game, given.show),
            )
        }
        if shutil.which("npm") and shutil.which("node"):
            servers["boardgame.io, one thing to do, in memory"] = (stack.enter_context(theirs()), open_theirs)
        else:
            say("boardgame.io: not measured, there is no npm here")
        crowds = asyncio.run(load(servers, given))
    for crowd in crowds:
        say(str(crowd))
    if len(crowds) > 1:
        say(f"p99 of ours is {crowds[0].slowest / crowds[1].slowest:.2f} times that of boardgame.io")


def idle(given: argparse.Namespace) -> None:
    """Begins battles and measures the memory while nobody is connected."""
    with ours(given.database) as servers, ThreadPoolExecutor(4) as askers:
        before = servers[0].megabytes
        for _ in askers.map(lambda _: begin(servers[0].address, given.game), range(given.idle)):
            pass
        after = servers[0].megabytes
        say(f"{given.idle} idle battles of {given.game}: {after:.0f} MB in all, {after - before:.0f} MB more than none")


def say(words: str) -> None:
    """Prints a line."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pocket-battles")
    parser.add_argument("--open", type=int, default=500, metavar="N", help="how many tables have two people at them")
    parser.add_argument("--acting", type=int, default=100, metavar="N", help="how many of them act at once")
    parser.add_argument("--beats", type=int, default=200, metavar="N", help="how often")
    parser.add_argument("--warm", type=int, default=5, metavar="N", help="beats before that, which do not count")
    parser.add_argument("--show", default="svg", help="what positions look like: svg, text, data, position or none")
    parser.add_argument("--database", default="", metavar="URL", help="where battles are kept; default: SQLite")
    parser.add_argument("--idle", type=int, default=0, metavar="N", help="only begins battles, and weighs the server")
    parser.add_argument("--twice", action="store_true", help="one process and two on one PostgreSQL")
    parser.add_argument("--seconds", type=int, default=20, metavar="N", help="how long each of these is measured")
    given = parser.parse_args()
    say(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with contextlib.suppress(KeyboardInterrupt):
        if given.idle:
            idle(given)
        elif given.twice:
            for words in twice(given):
                say(words)
        else:
            compare(given)


if __name__ == "__main__":
    main()
