"""Covers drumhead.server.cluster.webhooks: who is called when, and which addresses are refused."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead import load
from drumhead.core.errors import IllegalAction
from drumhead.server.cluster.webhooks import Webhooks
from tests.kit.server import begin, binding, server, sitting


@contextmanager
def receiver(status: int = 200) -> Iterator[tuple[str, "Queue[tuple[str, dict[str, Any]]]"]]:
    """A program that is called: its address, and what it was told."""
    heard: Queue[tuple[str, dict[str, Any]]] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.put((self.path, json.loads(body)))
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()

        def log_message(self, *given: object) -> None:
            pass

    program = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=program.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{program.server_port}/turn?who=me", heard
    finally:
        program.shutdown()
        thread.join()
        program.server_close()


@pytest.mark.slow
def test_a_player_who_is_away_is_called_and_told_no_secret(tmp_path: Path) -> None:
    with receiver() as (url, heard), server(tmp_path, private_hooks=True) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            first, second = (one, two) if one.view["actions"] else (two, one)
            assert second.answer("hook", url=url) == {"type": "hook", "on": True}
            away = second.table["seat"]
        with sitting(client, links["seats"][1 - away]) as first:
            while first.view["to_act"] == 1 - away:
                first.act(first.view["actions"][0][0])
            path, told = heard.get(timeout=10)
    assert path == "/turn?who=me"
    assert told == {"type": "your-turn", "game": "travel-battle", "seat": away, "battle": told["battle"]}
    for token in (*links["seats"], links["watch"]):
        assert token not in json.dumps(told)


def test_a_player_whose_nonce_the_dice_wait_for_is_called(tmp_path: Path) -> None:
    with receiver() as (url, heard), server(tmp_path, private_hooks=True) as client:
        links = begin(client, "person", "person")
        with binding(client, links["seats"][0]) as away:
            away.answer("hook", url=url)
            away.commit("1" * 32)
            away.hear_bound(waits_for=[1])
        with binding(client, links["seats"][1]) as here:
            here.commit("2" * 32)
            _, told = heard.get(timeout=10)
    assert (told["type"], told["seat"]) == ("your-turn", 0)


@pytest.mark.slow
def test_a_player_at_the_table_is_not_called(tmp_path: Path) -> None:
    with receiver() as (url, heard), server(tmp_path, private_hooks=True) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            first, second = (one, two) if one.view["actions"] else (two, one)
            second.answer("hook", url=url)
            while not second.view["actions"]:
                if first.view["actions"]:
                    first.act(first.view["actions"][0][0])
                second.hear()
            second.answer("hook", url="")
        assert heard.empty()


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://10.0.0.1:8080/x",
        "http://[::1]/",
        "http://169.254.169.254/latest",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
    ],
)
def test_addresses_inside_a_network_are_refused(client: TestClient, url: str) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        assert seat.answer("hook", url=url)["words"] == "addresses in private networks are not called"


@pytest.mark.parametrize(
    "url", ["ftp://example.org/", "javascript:alert(1)", "http://", "https://exa mple.org", "http://x:port/", "x" * 600]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(IllegalAction):
        Webhooks().check(url)
    with pytest.raises(IllegalAction, match="must not contain a password"):
        Webhooks().check("https://me:secret@example.org/")


def test_a_name_that_leads_inside_is_not_called() -> None:
    async def call() -> list[str]:
        counted: list[str] = []
        hooks = Webhooks(count=counted.append)
        hooks.call("http://localhost:9/", load("travel-battle"), 0, "b")
        await asyncio.gather(*hooks._calls)
        return counted

    assert asyncio.run(call()) == ["hooks_called", "hooks_failed"]


def test_a_receiver_that_answers_nothing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drumhead.server.cluster.webhooks.CALL_TIMEOUT_SECONDS", 0.2)

    async def call(port: int) -> tuple[int, list[str]]:
        counted: list[str] = []
        hooks = Webhooks(private=True, count=counted.append)
        for _ in range(40):
            hooks.call(f"http://127.0.0.1:{port}/", load("travel-battle"), 0, "b")
        on_their_way = len(hooks._calls)
        await asyncio.gather(*hooks._calls)
        return on_their_way, counted

    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(64)
        on_their_way, counted = asyncio.run(call(silent.getsockname()[1]))
    assert on_their_way == 32
    assert counted.count("hooks_failed") == 40


@pytest.mark.slow
def test_a_redirection_is_not_followed() -> None:
    async def call(url: str) -> list[str]:
        counted: list[str] = []
        hooks = Webhooks(private=True, count=counted.append)
        hooks.call(url, load("travel-battle"), 0, "b")
        await asyncio.gather(*hooks._calls)
        return counted

    with receiver(302) as (url, heard):
        assert asyncio.run(call(url)) == ["hooks_called", "hooks_failed"]
        assert heard.qsize() == 1
