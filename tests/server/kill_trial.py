"""Kills the server again and again while programs play on it, and looks whether anything is lost.

python -m tests.server.kill_trial --times 200
python -m tests.server.kill_trial --times 200 --database postgresql+psycopg:///battles
python -m tests.server.kill_trial --times 200 --postgres      a PostgreSQL server of its own
"""

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from drumhead.client import LineCut, Message, Refused, Table, begin
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.run import ServeOptions, serve
from tests.kit.postgres import cluster

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pocket-battles", {}),
    ("travel-battle", {"max_turns": 10}),
    ("aces-armor", {"max_rounds": 2}),
)
MOST_ACTIONS = 6
"""A server carries at most so many more actions before it is killed."""
MOST_SECONDS = 20.0
"""Nor does it live longer, once it answers."""


class Lost(AssertionError):
    """Something that was acknowledged and is no more."""


class Witness(Table):
    """A seat that remembers what it was told and looks, whenever the line was mended, whether it is still so."""

    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.known: list[tuple[int, Any, str]] = []

    def hear(self, timeout: float | None = None) -> Message:
        """Takes the next message; compares what it tells with what was told before."""
        message = super().hear(timeout)
        if message["type"] == "view":
            seat = self.table["seat"]
            since = message["since"]
            told = [
                (step["seat"], step.get("faces"), step["done"] if step["seat"] == seat else "")
                for step in message["log"]
            ]
            before = self.known[since : since + len(told)]
            if told[: len(before)] != before or since + len(told) < len(self.known):
                raise Lost(f"step {since}: {before[:3]} was told, now {told[:3]}")
            self.known[since:] = told
        return message


@dataclass
class Tale:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    battles: int = 0
    ended: int = 0
    lost: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} actions acknowledged, {self.ended} of {self.battles} battles "
            f"played to their end, {len(self.lost)} lost"
        )


class Launcher:
    """Starts servers quickly: a process that has loaded the program already and forks at a word."""

    def __init__(self, folder: Path, database: str) -> None:
        own = os.environ | {"DRUMHEAD_DATA": str(folder), "PYTHONWARNINGS": "ignore"}
        command = [sys.executable, "-m", "tests.server.kill_trial", "--launcher", "--database", database]
        self._program = subprocess.Popen(command, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}/"
        self._pid = 0

    def start(self) -> None:
        """Starts a server and waits until it answers."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(f"{self._port}\n")
        self._program.stdin.flush()
        self._pid = int(self._program.stdout.readline())
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}ready", timeout=5) as answer:
                assert answer.status == 200
                return
            time.sleep(0.02)

    def kill(self) -> None:
        """Ends the server, without a word of warning, and waits until it is gone."""
        assert self._program.stdout is not None
        os.kill(self._pid, signal.SIGKILL)
        assert self._program.stdout.readline() == "gone\n"

    def close(self) -> None:
        """Ends the launcher."""
        self._program.communicate()


def launch(database: str) -> None:
    """Forks a server for every port that is read, says its number, and says when it is gone."""
    setattr(WorkerPool, "warm", lambda self: None)  # noqa: B010  no computer plays here
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            serve(ServeOptions(port=int(line), database=database, browser=False, a_minute=0), lambda _: None)
            os._exit(0)
        _say(pid)
        os.waitpid(pid, 0)
        _say("gone")


class Trial:
    """A server that is killed, and programs that play on it."""

    def __init__(self, folder: Path, database: str, seed: int) -> None:
        self.tale = Tale()
        self._rng = Random(seed)
        self._server = Launcher(folder, database)
        self._done = threading.Event()
        self._mutex = threading.Lock()

    def run(self, times: int, *, say: bool = False) -> Tale:
        """Kills so many times, then lets every battle end."""
        self._server.start()
        players = [threading.Thread(target=self._play_on, args=game) for game in GAMES]
        for player in players:
            player.start()
        try:
            for _ in range(times):
                self._wait_for_a_moment()
                self._server.kill()
                self.tale.kills += 1
                if say and self.tale.kills % 10 == 0:
                    _say(self.tale)
                self._server.start()
        finally:
            self._done.set()
            for player in players:
                player.join()
            self._server.kill()
            self._server.close()
        return self.tale

    def _wait_for_a_moment(self) -> None:
        """Waits until some more actions were carried, and a little longer."""
        enough = self.tale.acknowledged + self._rng.randrange(MOST_ACTIONS)
        until = time.monotonic() + MOST_SECONDS
        while self.tale.acknowledged < enough and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(self._rng.uniform(0, 0.03))

    def _play_on(self, game: str, options: dict[str, Any]) -> None:
        """Plays battle after battle, with both seats, until it is enough."""
        try:
            while not self._done.is_set():
                self._play(game, options)
        except (Lost, Refused, LineCut) as error:
            with self._mutex:
                self.tale.lost.append(f"{game}: {error}")
            _say(self.tale.lost[-1])

    def _play(self, game: str, options: dict[str, Any]) -> None:
        address = self._server.address
        try:
            links = begin(address, game, ["person", "person"], options=options)
        except (LineCut, ValueError):
            time.sleep(0.1)
            return
        with self._mutex:
            self.tale.battles += 1
        rng = Random(self.tale.battles)
        one, two = (_patiently(f"{address}table#{token}") for token in links["seats"])
        with contextlib.closing(one), contextlib.closing(two):
            while not _over(one, two):
                self._act(one if one.view["actions"] else two, rng)
        with self._mutex:
            self.tale.ended += 1

    def _act(self, seat: Witness, rng: Random) -> None:
        try:
            seat.act(rng.choice(seat.view["actions"])[0])
        except Refused as refused:
            if "moved on" not in str(refused):  # it arrived just before the line was cut, and was said again
                raise
        with self._mutex:
            self.tale.acknowledged += 1


def _patiently(link: str) -> Witness:
    """A seat whose first call may come while the server is down."""
    while True:
        try:
            seat = Witness(link)
            seat.open()
            return seat
        except LineCut:
            time.sleep(0.1)


def _over(one: Witness, two: Witness) -> bool:
    """Lets both seats hear until one of them has to decide; says whether the battle is over."""
    while True:
        here, there = (_place(seat) for seat in (one, two))
        if here == there and one.view:
            if one.view["outcome"]:
                return True
            if one.view["actions"] or two.view["actions"]:
                return False
        if here != there:
            (one if here < there else two).hear()
            continue
        for seat in (one, two):  # both may have been cut off, and the dice wait for both
            with contextlib.suppress(TimeoutError):
                seat.hear(0.1)


def _place(seat: Witness) -> tuple[int, int]:
    return seat.view.get("number", -1), seat.view.get("step", -1)


def _say(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main() -> int:
    """Runs the trial and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200, metavar="N", help="how often the server is killed")
    parser.add_argument("--database", default="", metavar="URL", help="where battles are kept; default: SQLite")
    parser.add_argument("--postgres", action="store_true", help="starts a PostgreSQL server for the trial")
    parser.add_argument("--launcher", action="store_true", help="used by the trial itself: forks servers")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="when the server is killed")
    given = parser.parse_args()
    if given.launcher:
        launch(given.database)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        if given.postgres:
            with cluster() as running:
                tale = Trial(Path(folder), running.fresh(), given.seed).run(given.times, say=True)
        else:
            tale = Trial(Path(folder), given.database, given.seed).run(given.times, say=True)
    _say(tale)
    for words in tale.lost:
        _say(words)
    return 1 if tale.lost or tale.ended < tale.battles else 0


if __name__ == "__main__":
    sys.exit(main())
