"""Covers drumhead.server.ops.transport and the queue of api.connection: deadlines, slow readers, many connections."""

import contextlib
import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from drumhead.server.ops import transport, visitors
from drumhead.server.ops.rate_limit import Rate
from tests.kit.live_server import Live, live_server

LIMITED = Rate(10_000, 10_000)
"""All limits are on, and none of the rates is reached."""
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /battles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
BATTLE = json.dumps({"game": "aces-armor", "seats": ["person", "person"], "seed": "1"}).encode()


def plug(live: Live) -> socket.socket:
    return socket.create_connection(("127.0.0.1", live.port), timeout=20)


def is_cut(wire: socket.socket) -> bool:
    """Returns whether the server ends the connection; waits for it."""
    try:
        return wire.recv(65_536) == b""
    except ConnectionResetError:
        return True


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def begun(live: Live) -> dict[str, Any]:
    with plug(live) as wire:
        wire.sendall(POST + f"{len(BATTLE)}\r\nConnection: close\r\n\r\n".encode() + BATTLE)
        answer = b""
        while part := wire.recv(65_536):
            answer += part
    found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


def ask_without_reading(live: Live, wire: socket.socket, token: str) -> int:
    """Asks for pictures until the connection is cut; returns how many bytes waited at most."""
    most = 0
    with contextlib.suppress(ConnectionClosed, OSError), connect("ws://127.0.0.1/talk", sock=wire) as seat:
        seat.send(json.dumps({"token": token, "language": "en"}))
        # The library reads in the background until its own queue is full; then nothing reads.
        for _ in range(5_000):
            seat.send(json.dumps({"type": "look", "step": 0}))
            time.sleep(0.002)
            most = max(most, live.context.visitors.queued_bytes.held)
    return most


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HTTP/1.1\r\n", POST + b"100\r\n\r\n", POST + b'100\r\n\r\n{"game": ', GET + b"GET / HT"],
    ids=["nothing", "half a head", "no body", "half a body", "half a second request"],
)
def test_a_request_that_does_not_come_whole_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(transport, "BODY_SECONDS", 0.3)
    with live_server(tmp_path) as live, plug(live) as wire:
        if sent.startswith(GET):
            wire.sendall(GET)
            assert wire.recv(65_536).startswith(b"HTTP/1.1 200")
        wire.sendall(sent.removeprefix(GET))
        began = time.monotonic()
        assert is_cut(wire)
        assert time.monotonic() - began < 3
        assert live.counted("slow_requests") == 1


def test_requests_that_come_whole_are_answered_whenever_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(transport, "BODY_SECONDS", 0.5)
    with live_server(tmp_path) as live, plug(live) as wire:
        for _ in range(3):
            wire.sendall(GET)
            answer = wire.recv(65_536)
            while b"ok" not in answer:
                answer += wire.recv(65_536)  # head and body may come one after the other
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.6)
        assert live.counted("slow_requests") == 0


def test_a_websocket_outlives_the_deadlines_of_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(transport, "BODY_SECONDS", 0.2)
    with live_server(tmp_path) as live:
        token = begun(live)["seats"][0]
        with connect(f"ws://127.0.0.1:{live.port}/talk") as seat:
            seat.send(json.dumps({"token": token, "language": "en"}))
            assert json.loads(seat.recv())["type"] == "table"
            time.sleep(0.5)
            seat.send(json.dumps({"type": "look", "step": 0}))
            assert [json.loads(seat.recv())["type"] for _ in range(3)][-1] == "look"


def test_a_client_that_asks_and_does_not_read_is_cut_and_its_memory_is_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[H7] Its answers do not wait until there are hundreds of them; the connection does not stay."""
    monkeypatch.setattr(transport, "SEND_SECONDS", 0.5)
    with live_server(tmp_path, LIMITED) as live:
        wire = plug(live)
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        most = ask_without_reading(live, wire, begun(live)["watch"])
        assert 0 < most <= visitors.MAX_QUEUED_BYTES
        until(lambda: live.context.visitors.queued_bytes.held == 0)
        until(lambda: live.context.visitors.connections.held == 0)
        assert live.counted("slow_readers") >= 1


def test_a_visitor_has_so_many_connections_and_others_are_not_concerned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "MAX_CONNECTIONS", 5)
    with live_server(tmp_path, LIMITED, proxies=("127.0.0.2",)) as live:
        wires = [plug(live) for _ in range(5)]
        until(lambda: live.context.visitors.connections.held == 5)
        with plug(live) as sixth:
            assert is_cut(sixth)
        with socket.create_connection(("127.0.0.1", live.port), 5, ("127.0.0.2", 0)) as proxy:
            proxy.sendall(GET)
            assert proxy.recv(65_536).startswith(b"HTTP/1.1 200")
        for wire in wires:
            wire.close()
        until(lambda: live.context.visitors.connections.held == 0)
        with plug(live) as again:
            again.sendall(GET)
            assert again.recv(65_536).startswith(b"HTTP/1.1 200")
        assert live.counted("connections_refused") == 1


def test_all_together_have_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "max_connections", lambda: 3)
    with live_server(tmp_path) as live:
        wires = [plug(live) for _ in range(3)]
        with plug(live) as fourth:
            assert is_cut(fourth)
        for wire in wires:
            wire.close()
