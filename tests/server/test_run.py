"""Covers drumhead.server.run: port, shutdown, names of the server, garbage collection."""

import asyncio
import gc
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from drumhead.server.ops.metrics import Metrics
from drumhead.server.ops.security import ANY_ADDRESS
from drumhead.server.run import GC_MAX_OBJECTS, GC_MIN_OBJECTS, ServeOptions, _hosts, collect_when_idle


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The program with its table open, and the table's address."""
    command = [sys.executable, "-m", "drumhead", "serve", "--no-browser", *arguments]
    own = os.environ | {"DRUMHEAD_DATA": str(folder)}
    program = subprocess.Popen(command, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    found = re.fullmatch(r"The table is open at (http://127\.0\.0\.1:\d+/)\n", program.stdout.readline())
    assert found, program.stderr and program.stderr.read()
    try:
        yield program, found[1]
    finally:
        program.kill()
        program.communicate()


def begin(address: str) -> dict[str, Any]:
    asked = json.dumps({"game": "pocket-battles", "seats": ["person", "recruit"]}).encode()
    request = urllib.request.Request(f"{address}battles", asked, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def view(socket: ClientConnection) -> dict[str, Any]:
    """The next position in which this seat decides, or the end."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
        assert message["type"] in ("table", "view", "presence"), message
        if message["type"] == "view" and (message["actions"] or message["outcome"]):
            return message


@contextmanager
def seated(address: str, token: str) -> Iterator[ClientConnection]:
    with connect(f"{address.replace('http', 'ws')}talk") as socket:
        socket.send(json.dumps({"token": token, "language": "en"}))
        yield socket


@pytest.mark.slow
def test_it_opens_on_a_free_port_and_ends_cleanly_on_an_interrupt(tmp_path: Path) -> None:
    with serving(tmp_path) as (program, address):
        with urllib.request.urlopen(address) as answer:
            assert b"Drumhead" in answer.read()
        links = begin(address)
        with seated(address, links["seats"][0]) as socket:
            view(socket)
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=20)
    assert program.returncode == 0
    assert err == ""
    assert "The table is closed." in out


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_the_server_was_killed(tmp_path: Path) -> None:
    links: dict[str, Any] = {}
    known = 0
    for life in range(3):
        with serving(tmp_path) as (program, address):
            links = links or begin(address)
            with seated(address, links["seats"][0]) as socket:
                seen = view(socket)
                assert seen["step"] >= known
                for _ in range(4 + life):
                    if seen["outcome"]:
                        break
                    act = {"type": "act", "number": seen["number"], "action": seen["actions"][0][0]}
                    socket.send(json.dumps(act))
                    seen = view(socket)
                known = seen["step"]
                program.kill()
    assert known > 10


@pytest.mark.slow
def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        command = [sys.executable, "-m", "drumhead", "serve", "--no-browser", "--port", port]
        own = os.environ | {"DRUMHEAD_DATA": str(tmp_path)}
        second = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    assert second.returncode == 2
    assert second.stderr.startswith(f"drumhead: cannot listen on 127.0.0.1:{port}: ")


@pytest.mark.parametrize(
    ("wanted", "known", "strange"),
    [
        (ServeOptions(), "localhost", "evil.example"),
        (ServeOptions(host="192.0.2.7"), "192.0.2.7", "evil.example"),
        (ServeOptions(host="0.0.0.0", names=("battles.example",)), "battles.example", "evil.example"),
    ],
)
def test_requests_must_name_the_server(wanted: ServeOptions, known: str, strange: str) -> None:
    assert known in _hosts(wanted)
    assert strange not in _hosts(wanted)
    assert ANY_ADDRESS not in _hosts(wanted)
    assert ANY_ADDRESS in _hosts(ServeOptions(host="0.0.0.0"))


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.slow
def test_a_server_that_is_told_to_end_goes_on_for_a_moment_and_at_the_second_word_sends_everybody_away(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, "--drain", "600") as (program, address):
        links = begin(address)
        with seated(address, links["seats"][0]) as socket:
            seen = view(socket)
            program.send_signal(signal.SIGTERM)
            while status(f"{address}ready") != 503:
                time.sleep(0.01)
            assert status(f"{address}health") == 200
            socket.send(json.dumps({"type": "act", "number": seen["number"], "action": seen["actions"][0][0]}))
            assert view(socket)["step"] > seen["step"]
            program.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                view(socket)
        out, err = program.communicate(timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert (program.returncode, err) == (0, "")
    assert "The table is closed." in out


@pytest.mark.slow
def test_a_server_that_is_told_to_end_does_so_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path, "--drain", "1") as (program, address):
        assert status(f"{address}ready") == 200
        program.send_signal(signal.SIGTERM)
        program.communicate(timeout=60)
    assert program.returncode == 0


def test_garbage_is_collected_when_nothing_happens_or_when_there_is_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever left it: a refused connection is no message and leaves garbage all the same."""
    collected: list[str] = []
    metrics = Metrics()
    counted = [0]
    state = ["little garbage"]
    monkeypatch.setattr("drumhead.server.run.GC_IDLE_SECONDS", 0)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr("gc.get_count", lambda: (counted[0], 0, 0))

    def collect() -> None:
        collected.append(state[0])
        counted[0] = 0

    monkeypatch.setattr("gc.collect", collect)

    async def run() -> None:
        collecting = asyncio.create_task(collect_when_idle(metrics))
        for state[0], objects, are_busy in (
            ("little garbage, busy", GC_MIN_OBJECTS + 1, True),
            ("much garbage, busy", GC_MAX_OBJECTS + 1, True),
            ("no garbage, idle", GC_MIN_OBJECTS, False),
            ("little garbage, idle", GC_MIN_OBJECTS + 1, False),
        ):
            counted[0] = objects
            for _ in range(5):
                if are_busy:
                    metrics.count("messages")
                await asyncio.sleep(0)
        collecting.cancel()

    asyncio.run(run())
    assert collected == ["much garbage, busy", "little garbage, idle"]


def test_the_count_of_garbage_grows_while_the_collector_is_off() -> None:
    gc.collect()
    gc.disable()
    try:
        before = gc.get_count()[0]
        for _ in range(5_000):
            cycle: list[object] = []
            cycle.append(cycle)
        assert gc.get_count()[0] - before > 4_000
    finally:
        gc.enable()
