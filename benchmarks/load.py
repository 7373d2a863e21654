"""How long an action takes to reach the other player when many tables are busy, and what idle ones cost.

    python benchmarks/load.py --open 500 --acting 100
    python benchmarks/load.py --database postgresql+psycopg:///battles --servers 2
    python benchmarks/load.py --idle 5000

Real clients on loopback: at every beat all acting tables act at once, and each waits until the opponent has seen it.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Message = dict[str, Any]


@contextmanager
def serving(database: str, count: int) -> Iterator[list[tuple[int, str]]]:
    """Servers on one database: their process numbers and addresses."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "drumhead", "serve", "--no-browser", "--rate", "0"]
        command += ["--database", database] if database else []
        own = os.environ | {"DRUMHEAD_DATA": folder}
        programs = [subprocess.Popen(command, env=own, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        try:
            found = []
            for program in programs:
                assert program.stdout is not None
                told = re.search(r"http://\S+", program.stdout.readline())
                assert told is not None
                found.append((program.pid, told[0]))
            yield found
        finally:
            for program in programs:
                program.kill()
                program.communicate()


def begin(address: str, game: str) -> Message:
    """Begins a battle of two people."""
    body = json.dumps({"game": game, "seats": ["person", "person"]}).encode()
    request = urllib.request.Request(f"{address}battles", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: Message = json.load(answer)
    return found


def memory(pid: int) -> float:
    """How many megabytes a process holds."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1000 for line in file if line.startswith("VmRSS"))


class Seat:
    """A client at a table."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.view: Message = {}

    async def hear(self) -> None:
        """Takes the next position."""
        while True:
            message = json.loads(await self.line.recv())
            if message["type"] == "refused":
                raise AssertionError(message)
            if message["type"] == "view":
                self.view = message
                return

    async def settle(self) -> None:
        """Listens until somebody has to decide, or it is over."""
        while not self.view or self.view["to_act"] == -1:
            await self.hear()


async def sit(address: str, token: str, show: str) -> Seat:
    """Takes a seat."""
    line = await connect(f"{address.replace('http', 'ws')}talk", max_size=None, compression=None)
    await line.send(json.dumps({"token": token, "language": "en", "show": show}))
    return Seat(line)


class Battle:
    """Two clients at a table."""

    def __init__(self, one: Seat, two: Seat, seed: int) -> None:
        self.seats = (one, two)
        self._rng = Random(seed)

    async def act(self) -> float | None:
        """Lets the one to decide act; how many seconds until the other has seen it, or None when it is over."""
        await asyncio.gather(*(seat.settle() for seat in self.seats))
        acting = self.seats[self.seats[0].view["to_act"]] if self.seats[0].view["to_act"] >= 0 else None
        if acting is None:
            return None
        other = self.seats[1] if acting is self.seats[0] else self.seats[0]
        number, action = acting.view["number"], self._rng.choice(acting.view["actions"])[0]
        began = time.perf_counter()
        await acting.line.send(json.dumps({"type": "act", "number": number, "action": action}))
        while other.view["number"] == number:
            await other.hear()
        seen = time.perf_counter() - began
        while acting.view["number"] == number:
            await acting.hear()
        return seen


async def load(servers: list[tuple[int, str]], given: argparse.Namespace) -> None:
    """Opens tables and lets some of them act at once, beat after beat."""
    addresses = [address for _, address in servers]
    battles = []
    for index in range(given.open):
        links = await asyncio.to_thread(begin, addresses[index % len(addresses)], given.game)
        where = [addresses[(index + side) % len(addresses)] for side in (0, 1)]
        seats = [await sit(*place, given.show) for place in zip(where, links["seats"], strict=True)]
        await asyncio.gather(*(seat.settle() for seat in seats))
        battles.append(Battle(seats[0], seats[1], index))
        if (index + 1) % 100 == 0:
            print(f"{index + 1} tables open, {sum(memory(pid) for pid, _ in servers):.0f} MB", flush=True)
    seen: list[float] = []
    began = time.perf_counter()
    for beat in range(given.beats):
        first = beat * given.acting % len(battles)
        acting = (battles[first:] + battles[:first])[: given.acting]
        seen += [took for took in await asyncio.gather(*(battle.act() for battle in acting)) if took is not None]
    whole = time.perf_counter() - began
    cuts = quantiles([took * 1000 for took in seen], n=100)
    print(
        f"{given.game}, {given.show}: {len(seen)} actions, {given.acting} at once at {given.open} tables, "
        f"{len(servers)} server(s): p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms, {len(seen) / whole:.0f} actions/s"
    )
    await asyncio.gather(*(seat.line.close() for battle in battles for seat in battle.seats))


def idle(servers: list[tuple[int, str]], given: argparse.Namespace) -> None:
    """Begins battles that nobody is at."""
    pid, address = servers[0]
    before = memory(pid)
    for _ in range(given.idle):
        begin(address, given.game)
    print(f"{given.idle} idle battles: {memory(pid):.0f} MB, {memory(pid) - before:.0f} MB more than before")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pocket-battles")
    parser.add_argument("--open", type=int, default=500, metavar="N", help="how many tables have two people at them")
    parser.add_argument("--acting", type=int, default=100, metavar="N", help="how many of them act at once")
    parser.add_argument("--beats", type=int, default=10, metavar="N", help="how often")
    parser.add_argument("--show", default="svg", help="what positions look like: svg, text, data or none")
    parser.add_argument(
        "--servers", type=int, default=1, metavar="N", help="processes; more than one on PostgreSQL only"
    )
    parser.add_argument("--database", default="", metavar="URL", help="where battles are kept; default: SQLite")
    parser.add_argument("--idle", type=int, default=0, metavar="N", help="only begins battles, and weighs the server")
    given = parser.parse_args()
    with serving(given.database, given.servers) as servers:
        if given.idle:
            idle(servers, given)
        else:
            asyncio.run(load(servers, given))


if __name__ == "__main__":
    main()
