"""Covers drumhead.server.ops.rate_limit, by address and by seat, over HTTP and the websocket."""

import json
import time
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from drumhead.server.ops.proxies import Proxies
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate, RateLimited, RateLimiter
from tests.kit.server import ORIGIN, begin, server, sitting


def test_a_seat_that_says_too_much_is_slowed_down_and_nothing_has_changed(tmp_path: Path) -> None:
    with server(tmp_path, rate=ADDRESS_RATE) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0]) as one:
            before = one.view
            for _ in range(90):
                one.say("proof")
            told = [one.hear()["words"] for _ in range(90)]
            assert told.count("too many requests; wait a moment") >= 15
            assert one.view == before


def test_a_visitor_with_many_seats_is_slowed_down_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drumhead.server.context.MESSAGE_RATE", Rate(20, 0.001))
    with server(tmp_path, rate=ADDRESS_RATE, proxies=Proxies(["127.0.0.1"])) as client:
        client._transport.client = ("127.0.0.1", 4000)  # type: ignore[attr-defined]
        links = begin(client, "person", "person", seed=3)
        one, other = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "192.0.2.8"}
        with (
            sitting(client, links["seats"][0], **one) as first,
            sitting(client, links["watch"], **one) as second,
            sitting(client, links["seats"][1], **other) as third,
        ):
            answers = [who.answer("look", step=0) for _ in range(11) for who in (first, second)]
            assert [answer["type"] for answer in answers].count("refused") == 2
            assert third.answer("look", step=0)["type"] == "look"


def test_an_address_that_comes_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with server(tmp_path, rate=Rate(3, 0.01)) as client:
        links = begin(client, "person", "person", seed=3)
        begin(client, "person", "person", seed=3)
        begin(client, "person", "person", seed=3)
        answer = client.post("/battles", json={"game": "pocket-battles", "seats": ["person", "person"]})
        assert (answer.status_code, answer.json()["words"]) == (429, "too many requests; wait a moment")
        with client.websocket_connect("/talk", headers=ORIGIN) as socket:
            socket.send_text(json.dumps({"token": links["seats"][0], "language": "en"}))
            assert json.loads(socket.receive_text())["words"] == "too many requests; wait a moment"
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_text()
        assert ended.value.code == 1013


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    limit = RateLimiter(Rate(2, 1))
    for _ in range(2):
        limit.check("a")
    limit.check("b")
    with pytest.raises(RateLimited):
        limit.check("a")
    now[0] = 1.5
    limit.check("a")
    free = RateLimiter(Rate(1, 0))
    for _ in range(100):
        free.check("a")


def test_many_names_are_forgotten_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drumhead.server.ops.rate_limit.MAX_BUCKETS", 10)
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    limit = RateLimiter(Rate(2, 1))
    for name in range(30):
        now[0] += 1
        limit.check(str(name))
    assert len(limit._buckets) <= 11
