"""How long an action takes to reach the other player when many tables are busy, and what idle ones cost.

    python -m benchmarks.load                         500 tables, 100 act at once; boardgame.io's server beside ours
    python -m benchmarks.load --show position         ... where programs are at the tables that know the rules
    python -m benchmarks.load --idle 5000             what battles weigh that nobody is at
    python -m benchmarks.load --twice                 what two processes on one PostgreSQL carry, beside one

Real clients on loopback: at every beat all acting tables act at once, and each waits until the opponent has seen it.
boardgame.io carries a game in which one thing can be done, in memory; it is fetched by its name with npm.
"""

import argparse
import asyncio
import contextlib
import gc
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.server.postgres import cluster

from benchmarks.seats import Battle, begin, open_ours, open_theirs

SCRATCH = Path(tempfile.gettempdir()) / "drumhead-boardgame.io"
PAUSE = 0.1
"""How many seconds a server is given to finish what it does after a beat before the other one is measured."""
SLICE = 0.04
"""Servers that are rationed run for a part of every slice of so many seconds."""
RATION = 0.25
"""Two servers, a database and their clients must have room on two processors."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: its process, and where it answers."""

    pid: int
    address: str

    @property
    def megabytes(self) -> float:
        """What it holds in memory."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS"))

    @property
    def seconds(self) -> float:
        """How long it has kept a processor busy."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(commands: list[list[str]], **given: Any) -> Iterator[list[Server]]:
    """Servers that say where they answer, for the time of the block."""
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **given) for command in commands]
    try:
        yield [Server(program.pid, _address(program)) for program in programs]
    finally:
        for program in programs:
            program.send_signal(signal.SIGCONT)
            program.kill()
            program.communicate()


def _address(program: "subprocess.Popen[str]") -> str:
    assert program.stdout is not None
    for line in program.stdout:
        if told := re.search(r"http://\S+", line):
            return told[0]
    raise SystemExit("a server did not start")


@contextmanager
def ours(database: str = "", count: int = 1) -> Iterator[list[Server]]:
    """Our servers on one database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "drumhead", "serve", "--no-browser", "--rate", "0"]
        command += ["--database", database] if database else []
        with running([command] * count, env=os.environ | {"DRUMHEAD_DATA": folder}) as servers:
            yield servers


@contextmanager
def theirs() -> Iterator[list[Server]]:
    """The server of boardgame.io, fetched if it is not there."""
    if not (SCRATCH / "node_modules" / "boardgame.io").is_dir():
        SCRATCH.mkdir(exist_ok=True)
        command = ["npm", "install", "--no-fund", "--no-audit", "--silent", "--prefix", str(SCRATCH), "boardgame.io"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(Path(__file__).with_name("boardgame.js"), SCRATCH)
    with running([["node", "boardgame.js"]], cwd=SCRATCH) as servers:
        yield servers


@contextmanager
def rationed(servers: list[Server]) -> Iterator[None]:
    """Lets each server run for a part of the time only, one after the other, as on a slower machine of its own."""
    rationing = multiprocessing.Process(target=ration, args=([server.pid for server in servers],))
    rationing.start()
    try:
        yield
    finally:
        rationing.kill()
        rationing.join()
        for server in servers:
            os.kill(server.pid, signal.SIGCONT)


def ration(pids: list[int]) -> None:
    """Stops programs and lets them go on, each in its own part of every slice of time, until it is ended."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    while True:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
            time.sleep(SLICE * RATION)
            os.kill(pid, signal.SIGSTOP)
        time.sleep(SLICE * (1 - RATION * len(pids)))


Opened = Callable[[list[str], int], Coroutine[Any, Any, Battle]]


class Crowd:
    """The tables of one server with everybody at them, how long actions took to be seen, and what they cost."""

    def __init__(self, name: str, servers: list[Server], battles: list[Battle]) -> None:
        self.name = name
        self.servers = servers
        self.battles = battles
        self.weight = sum(server.megabytes for server in servers)
        self.seen: list[float] = []
        self.whole = 0.0
        self.busy = 0.0

    async def act(self, beat: int, acting: int) -> None:
        """Lets some of the tables act at once."""
        first = beat * acting % len(self.battles)
        chosen = (self.battles[first:] + self.battles[:first])[:acting]
        gc.collect(0)  # the rubbish of the clients is theirs: no server is to be measured by it
        began, busy = time.perf_counter(), sum(server.seconds for server in self.servers)
        ready = await asyncio.gather(*(battle.prepare() for battle in chosen))
        self.seen += await asyncio.gather(*(battle.act() for battle, can in zip(chosen, ready, strict=True) if can))
        self.whole += time.perf_counter() - began
        self.busy += sum(server.seconds for server in self.servers) - busy

    def forget(self) -> None:
        """Begins to count anew."""
        self.seen, self.whole, self.busy = [], 0.0, 0.0

    @property
    def slowest(self) -> float:
        """After how many milliseconds all but one of a hundred actions were seen."""
        return quantiles([took * 1000 for took in self.seen], n=100)[98]

    def __str__(self) -> str:
        number = len(self.seen)
        return (
            f"{self.name}: {len(self.battles)} tables, {number} actions: p50 {median(self.seen) * 1000:.0f} ms, "
            f"p99 {self.slowest:.0f} ms, {number / self.whole:.0f} a second, {self.busy / number * 1000:.2f} ms of "
            f"processor each, {self.weight:.0f} MB"
        )


async def load(servers: dict[str, tuple[list[Server], Opened]], given: argparse.Namespace) -> list[Crowd]:
    """Opens tables at all servers and lets some of them act at once, one server after the other, beat after beat."""
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
            await asyncio.sleep(PAUSE)
            await crowd.act(beat, given.acting)
    for crowd in crowds:
        await asyncio.gather(*(battle.close() for battle in crowd.battles))
    return crowds


def compare(given: argparse.Namespace) -> None:
    """Ours, and boardgame.io's under the same load and in the same minute."""
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


def twice(given: argparse.Namespace) -> None:
    """What one process and two carry on one PostgreSQL, as a balancer deals those who come, and at worst."""
    carried = []
    for count, apart, words in (
        (1, False, "1 process"),
        (2, False, "2 processes, every other battle with its seats in both"),
        (2, True, "2 processes, all battles with their seats in both"),
    ):
        with cluster() as database, ours(database.fresh(), count) as servers:
            rate, cost = asyncio.run(carries(servers, given, apart=apart))
        say(
            f"{words}, each {RATION:.0%} of a processor, {given.game}, {given.show}: {given.acting} tables "
            f"that never rest: {rate:.1f} actions a second, {cost * 1000:.2f} ms of processor each"
        )
        carried.append((rate, cost))
    one, costs_one = carried[0]
    for words, (two, costs_two) in zip(("", "at worst "), carried[1:], strict=True):
        say(
            f"two processes carry {words}{two / one:.2f} times what one does; by the time of the processor that an "
            f"action takes, {2 * costs_one / costs_two:.2f} times"
        )


async def carries(servers: list[Server], given: argparse.Namespace, *, apart: bool) -> tuple[float, float]:
    """Lets tables act without rest for a while: how many actions a second, and seconds of the processor for each.

    Battles end after some 60 to 160 actions, and the more is carried, the more of them do: for each that is over, one
    is taken up that nobody acted in yet. Otherwise fewer and fewer would act, above all where the servers are fast.
    """
    addresses = [server.address for server in servers]
    battles = [await open_ours(addresses, index, given.game, given.show, apart=apart) for index in range(given.open)]
    untouched = iter(battles)
    acted: list[float] = []
    resting = asyncio.Event()

    async def play() -> None:
        for battle in untouched:
            while await battle.prepare():
                acted.append(await battle.act())
                if resting.is_set():
                    return
        raise AssertionError("no battle is left to act in: --open more of them")

    with rationed(servers):
        playing = [asyncio.create_task(play()) for _ in range(given.acting)]
        await asyncio.sleep(given.warm)
        before, busy, began = len(acted), sum(server.seconds for server in servers), time.perf_counter()
        await asyncio.sleep(given.seconds)
        count, whole = len(acted) - before, time.perf_counter() - began
        busy = sum(server.seconds for server in servers) - busy
        resting.set()
        await asyncio.gather(*playing)
    await asyncio.gather(*(battle.close() for battle in battles))
    return count / whole, busy / count


def idle(given: argparse.Namespace) -> None:
    """Begins battles that nobody is at."""
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
            twice(given)
        else:
            compare(given)


if __name__ == "__main__":
    main()
