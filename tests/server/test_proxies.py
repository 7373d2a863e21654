"""Covers drumhead.server.ops.proxies and visitors: whose request it is."""

import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead.core.errors import SetupError
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.ops import visitors
from drumhead.server.ops.proxies import Proxies
from drumhead.server.ops.rate_limit import PAGE_RATE, Rate, RateLimited
from drumhead.server.ops.visitors import UNKNOWN, Visitors, visitor_of
from tests.kit.server import ADDRESS, ORIGIN

PROXIES = Proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7, 10.3.4.5", "192.0.2.7"),
        ("1.2.3.4, 192.0.2.7, 10.3.4.5, 127.0.0.1", "192.0.2.7"),
        ("192.0.2.7:4000", "192.0.2.7"),
        ("[2001:db9::7]:4000, 2001:db8::1", "2001:db9::7"),
        ("10.0.0.9", "10.0.0.9"),
        ("1.2.3.4, unknown", "unknown"),
    ],
)
def test_the_visitor_is_the_last_hop_that_is_no_proxy(forwarded: str, address: str) -> None:
    assert PROXIES.visitor_address(forwarded) == address


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_a_visitor_is_an_address_or_a_network(host: str, visitor: str) -> None:
    assert visitor_of(host) == visitor


def test_a_proxy_must_have_an_address() -> None:
    with pytest.raises(SetupError, match="a proxy is an address or a network"):
        Proxies(["proxy.example"])
    assert Proxies(["10.0.0.1"]).trusts("::ffff:10.0.0.1")
    assert not Proxies(["10.0.0.1"]).trusts("testclient")


def begins(tmp_path: Path, peer: str, forwarded: list[str]) -> list[int]:
    """The answers to requests that come from a peer, when a visitor may begin two battles."""
    app = build(Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}"), WorkerPool(), rate=Rate(2, 0.001), proxies=PROXIES)
    asked = {"game": "pocket-battles", "seats": ["person", "person"]}
    with TestClient(app, base_url=ADDRESS, headers=ORIGIN, client=(peer, 4000)) as client:
        return [client.post("/battles", json=asked, headers={"X-Forwarded-For": one}).status_code for one in forwarded]


@pytest.mark.parametrize(
    ("peer", "forwarded", "answers"),
    [
        ("10.88.0.1", ["192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"], [201, 201, 429, 201]),
        ("10.88.0.1", ["2001:db9::1", "2001:db9::2", "2001:db9::3", "2001:db9:0:1::3"], [201, 201, 429, 201]),
        ("192.0.2.9", ["192.0.2.7", "192.0.2.8", "192.0.2.10"], [201, 201, 429]),
    ],
    ids=["trusted", "IPv6", "not trusted"],
)
def test_visitors_behind_a_trusted_proxy_are_told_apart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, peer: str, forwarded: list[str], answers: list[int]
) -> None:
    caplog.set_level(logging.WARNING, "drumhead.server.ops.proxies")
    assert begins(tmp_path, peer, forwarded) == answers
    assert len(caplog.records) == (peer == "192.0.2.9")


def test_fetching_is_limited_by_visitor_and_pages_cost_more_than_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PAGE_RATE.burst >= 10 * 120
    monkeypatch.setattr("drumhead.server.context.PAGE_RATE", Rate(12, 0.001))
    app = build(Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}"), WorkerPool(), proxies=PROXIES)
    with TestClient(app, base_url=ADDRESS, headers=ORIGIN, client=("10.0.0.1", 4000)) as client:
        one, other = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "192.0.2.8"}
        paths = ["/dice", "/dice", "/static/any/drum.svg", "/dice", "/static/any/drum.svg", "/static/any/drum.svg"]
        assert [client.get(path, headers=one).status_code for path in paths] == [200, 200, 200, 429, 200, 429]
        assert client.get("/dice", headers=other).status_code == 200


def test_a_visitor_has_so_many_websockets_and_is_in_so_many_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_SEATED", 2)
    monkeypatch.setattr(visitors, "MAX_BATTLES", 1)
    held = Visitors()
    with held.seated("a"), held.seated("a"):
        with pytest.raises(RateLimited), held.seated("a"):
            pass
        with held.seated("b"), held.in_battle("a", "one"), held.in_battle("a", "one"):
            with pytest.raises(RateLimited), held.in_battle("a", "two"):
                pass
            with held.in_battle("b", "two"):
                pass
    with held.seated("a"), held.in_battle("a", "two"):
        pass
