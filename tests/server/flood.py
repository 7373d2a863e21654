"""One visitor does the worst that the limits allow; prints what others wait, and what the server's memory does.

python -m tests.server.flood --seconds 60

The visitor asks on many websockets without reading, opens half requests, fetches pages, leaves codes, begins battles.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import socket
import statistics
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.test_run import serving

EVIL = "127.0.0.2"
"""The address of the visitor; others come from 127.0.0.1."""
SOCKETS = 30


def plug(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (EVIL, 0))


def post(address: str, path: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def post_from_evil(port: int, path: str, body: dict[str, Any]) -> bytes:
    text = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
    with plug(port) as wire:
        wire.sendall(head.encode() + f"Content-Length: {len(text)}\r\n\r\n".encode() + text)
        answer = b""
        while part := wire.recv(65_536):
            answer += part
    return answer.partition(b"\r\n\r\n")[2]


class Flood:
    """The visitor's threads."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.is_over = threading.Event()
        body = {"game": "aces-armor", "seats": ["person", "person"]}
        self.tokens = [json.loads(post_from_evil(port, "/battles", body))["watch"] for _ in range(SOCKETS)]
        jobs = [*(self._asks(token) for token in self.tokens), self._half_requests, self._fetches, self._codes]
        self.threads = [threading.Thread(target=self._repeat, args=(job,), daemon=True) for job in jobs]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """Stops."""
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def _repeat(self, job: Callable[[], None]) -> None:
        while not self.is_over.is_set():
            with contextlib.suppress(Exception):
                job()
            self.is_over.wait(0.05)

    def _asks(self, token: str) -> Callable[[], None]:
        def job() -> None:
            wire = plug(self.port)
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            with connect("ws://127.0.0.1/talk", sock=wire, max_queue=1) as seat:
                seat.send(json.dumps({"token": token, "language": "en"}))
                while not self.is_over.is_set():
                    seat.send(json.dumps({"type": "look", "step": 0}))
                    time.sleep(0.05)

        return job

    def _half_requests(self) -> None:
        wires = []
        with contextlib.suppress(OSError):
            for _ in range(300):
                wires.append(plug(self.port))
                wires[-1].sendall(b"GET / HTTP/1.1\r\n")
        self.is_over.wait(2)
        for wire in wires:
            wire.close()

    def _fetches(self) -> None:
        with plug(self.port) as wire:
            wire.sendall(b"GET /rules/aces-armor HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            while wire.recv(65_536):
                pass

    def _codes(self) -> None:
        post_from_evil(self.port, "/codes", {"battles": ["x" * 90_000]})


def evil(port: int, seconds: float) -> None:
    """What the visitor's own process does."""
    flood = Flood(port)
    time.sleep(seconds)
    flood.end()


def memory(pid: int) -> float:
    """The resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


def waits(seat: ClientConnection, seconds: float, watch: Callable[[], None]) -> list[float]:
    """What somebody else waits for answers, in milliseconds."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        seat.send(json.dumps({"type": "look", "step": 0}))
        while json.loads(seat.recv(timeout=60))["type"] != "look":
            pass
        found.append((time.perf_counter() - began) * 1000)
        watch()
        time.sleep(0.1)
    return found


def told(name: str, found: list[float]) -> None:
    centiles = statistics.quantiles(found, n=100)
    print(f"{name}: p50 {centiles[49]:.0f} ms, p99 {centiles[98]:.0f} ms, worst {max(found):.0f} ms, n {len(found)}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (program, address):
        port = int(address.rstrip("/").rpartition(":")[2])
        token = post(address, "battles", {"game": "aces-armor", "seats": ["person", "person"]})["seats"][0]
        peak = [0.0]

        def watch() -> None:
            peak[0] = max(peak[0], memory(program.pid))

        with connect(f"ws://127.0.0.1:{port}/talk") as seat:
            seat.send(json.dumps({"token": token, "language": "en"}))
            told("alone", waits(seat, min(seconds, 20), watch))
            before = memory(program.pid)
            flood = multiprocessing.get_context("spawn").Process(target=evil, args=(port, seconds + 2))
            flood.start()
            time.sleep(2)
            told("flood", waits(seat, seconds, watch))
            flood.join()
            time.sleep(30)
            told("after", waits(seat, min(seconds, 20), watch))
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        after = memory(program.pid)
        print(f"memory: {before:.0f} MB before, {peak[0]:.0f} MB at most, {after:.0f} MB after; disk {size:.1f} MB")


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    main()
