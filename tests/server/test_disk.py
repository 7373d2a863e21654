"""Covers drumhead.server.ops.disk and the rate of new battles: what one visitor may leave on the disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead.server.api import transfer
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.ops import disk
from drumhead.server.ops.proxies import Proxies
from drumhead.server.ops.rate_limit import Rate, RateLimiter
from tests.kit.server import ADDRESS, ORIGIN, begin, sitting

ONE, OTHER = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "192.0.2.8"}
BATTLE = {"game": "pocket-battles", "seats": ["person", "person"]}


@contextmanager
def limited(folder: Path) -> Iterator[TestClient]:
    """A server with limits, as visitors reach it through a proxy."""
    app = build(
        Store(f"sqlite:///{folder / 'battles.sqlite3'}"),
        WorkerPool(),
        rate=Rate(10_000, 10_000),
        proxies=Proxies(["127.0.0.1"]),
    )
    with TestClient(app, base_url=ADDRESS, headers=ORIGIN | ONE, client=("127.0.0.1", 4000)) as client:
        yield client


def post(client: TestClient, path: str, body: dict[str, Any], visitor: dict[str, str] = ONE) -> int:
    return client.post(path, json=body, headers=visitor).status_code


def test_a_visitor_begins_so_many_battles_and_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drumhead.server.context.BEGIN_RATE", Rate(3, 0.001))
    with limited(tmp_path) as client:
        assert [post(client, "/battles", BATTLE) for _ in range(4)] == [201, 201, 201, 429]
        assert post(client, "/battles/learn", {"game": "pocket-battles"}) == 429
        assert post(client, "/battles", BATTLE, OTHER) == 201
        assert post(client, "/records", {"tokens": ["x"]}) == 422


def test_a_visitor_stores_so_many_bytes_in_codes_and_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """[M2] Within the limit of requests, codes filled the disk."""
    monkeypatch.setattr("drumhead.server.context.DISK_RATE", Rate(150_000, 0.001))
    long = {"battles": ["x" * 50_000]}
    with limited(tmp_path) as client:
        assert [post(client, "/codes", long) for _ in range(3)] == [201, 201, 429]
        assert post(client, "/codes", long, OTHER) == 201
        assert post(client, "/codes", {"battles": ["x" * transfer.MAX_LIST_CHARACTERS]}, OTHER) == 422
        assert post(client, "/battles", BATTLE) == 201
        assert 429 in [post(client, "/battles", BATTLE) for _ in range(40)]


def test_what_guests_bring_and_battles_that_wait_for_them_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drumhead.server.context.DISK_RATE", Rate(1_000, 0.001))
    asked = {**BATTLE, "seats": ["person", "guest"], "options": {"armies": ["orcs-50", None]}}
    with limited(tmp_path) as client:
        token = client.post("/battles", json=asked).json()["invitations"][1]
        assert 429 in [post(client, "/battles", asked) for _ in range(20)]
        assert post(client, "/invitations/take", {"token": token, "key": "k" * 24, "force": "elves-50"}, OTHER) == 201
        counted = client.app.state.service.context.disk  # type: ignore[attr-defined]
        monkeypatch.setattr(counted, "_limit", RateLimiter(Rate(5, 0.001)))
        other = client.post("/battles", json=asked, headers={"X-Forwarded-For": "192.0.2.9"})
        assert other.status_code == 429


def test_a_visitor_writes_so_much_into_a_battle_and_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with limited(tmp_path) as client:
        links = begin(client, "person", "person")
        monkeypatch.setattr(client.app.state.service.context.disk, "_limit", disk.RateLimiter(Rate(3_000, 0.001)))  # type: ignore[attr-defined]
        with sitting(client, links["seats"][0], **ONE) as one:
            for _ in range(12):
                one.say("say", words="x" * 300)
            assert one.answer("proof")["words"] == "too many requests; wait a moment"
        with sitting(client, links["seats"][1], **OTHER) as other:
            other.say("say", words="hello")
            assert len(other.hear_beside("chat")["lines"]) == 7
            assert other.hear_beside("said")["words"] == "hello"


def test_a_disk_that_is_nearly_full_takes_no_new_battles_and_the_old_ones_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with limited(tmp_path) as client:
        links = begin(client, "person", "recruit")
        monkeypatch.setattr(disk, "MIN_FREE_BYTES", 10**18)
        answer = client.post("/battles", json=BATTLE)
        assert (answer.status_code, answer.json()["words"]) == (
            503,
            "the server has no room for new battles; try again later",
        )
        assert post(client, "/codes", {"battles": ["x"]}) == 503
        with sitting(client, links["seats"][0]) as seat:
            seat.wait()
            assert seat.act(seat.view["actions"][0][0])["type"] == "view"


@pytest.mark.parametrize("text", ["", "a", "è€😀" * 50])
def test_what_is_encrypted_comes_back(text: str) -> None:
    code = transfer.new_code()
    assert transfer.decrypt(code, transfer.encrypt(code, text)) == text
