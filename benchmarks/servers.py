"""The servers under test: ours and boardgame.io's, with a limited share of the processor if wanted."""

import contextlib
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRATCH = Path(tempfile.gettempdir()) / "drumhead-boardgame.io"
SLICE_SECONDS = 0.04
"""The length of a time slice in seconds; a rationed server runs for a part of each."""
PROCESSOR_SHARE = 0.25
"""The part of each slice: two servers, a database and their clients share two processors."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process and its address."""

    pid: int
    address: str

    @property
    def megabytes(self) -> float:
        """Its memory in use."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS"))

    @property
    def seconds(self) -> float:
        """The processor time it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(commands: list[list[str]], **given: Any) -> Iterator[list[Server]]:
    """Runs servers, which print their addresses, for the time of the block."""
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
    """Runs our servers on one database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "drumhead", "serve", "--no-browser", "--rate", "0"]
        command += ["--database", database] if database else []
        with running([command] * count, env=os.environ | {"DRUMHEAD_DATA": folder}) as servers:
            yield servers


@contextmanager
def theirs() -> Iterator[list[Server]]:
    """Runs the server of boardgame.io; installs it first if need be."""
    if not (SCRATCH / "node_modules" / "boardgame.io").is_dir():
        SCRATCH.mkdir(exist_ok=True)
        command = ["npm", "install", "--no-fund", "--no-audit", "--silent", "--prefix", str(SCRATCH), "boardgame.io"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(Path(__file__).with_name("boardgame.js"), SCRATCH)
    with running([["node", "boardgame.js"]], cwd=SCRATCH) as servers:
        yield servers


@contextmanager
def rationed(servers: list[Server]) -> Iterator[None]:
    """Gives each server a part of the processor time, as on a slower machine."""
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
    """Stops and continues processes, each in its part of every slice, until it is ended."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    while True:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
            time.sleep(SLICE_SECONDS * PROCESSOR_SHARE)
            os.kill(pid, signal.SIGSTOP)
        time.sleep(SLICE_SECONDS * (1 - PROCESSOR_SHARE * len(pids)))
