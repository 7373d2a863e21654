"""Covers drumhead.server.ops.health, ops.metrics and the shutdown of service."""

import asyncio
import json
import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead.server.errors import Unavailable
from drumhead.server.ops.health import METRICS_TOKEN, JsonLines
from drumhead.server.ops.proxies import Proxies
from drumhead.server.session import commands
from tests.kit.server import begin, server, sitting


def test_the_upkeep_says_how_the_server_is(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(METRICS_TOKEN, "open-sesame")
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ok"}
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        seat.answer("proof")
        text = client.get("/metrics", headers={"Authorization": "Bearer open-sesame"}).text
    counted = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert counted["drumhead_battles_begun_total"] == "1"
    assert counted["drumhead_conversations_total"] == "1"
    assert counted["drumhead_refusals_total"] == "1"
    assert counted["drumhead_rooms"] == counted["drumhead_listeners"] == "1"
    assert int(counted["drumhead_database_seconds_count"]) >= 3
    assert counted['drumhead_database_seconds_bucket{le="+Inf"}'] == counted["drumhead_database_seconds_count"]
    for token in (*links["seats"], links["watch"]):
        assert token not in text


@pytest.mark.parametrize("token", ["", "open-sesame"])
@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer "}, {"Authorization": "Bearer other"}])
@pytest.mark.parametrize("forwarded", [{}, {"X-Forwarded-For": "unknown"}, {"X-Forwarded-For": "127.0.0.1"}])
def test_metrics_are_for_nobody_without_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, token: str, given: dict[str, str], forwarded: dict[str, str]
) -> None:
    """Wherever the request seems to come from: a proxy may hide it."""
    monkeypatch.setenv(METRICS_TOKEN, token)
    with server(tmp_path, proxies=Proxies(["127.0.0.1"])) as client:
        assert client.get("/metrics", headers=given | forwarded).status_code == 404


def test_a_server_that_is_about_to_end_is_not_ready(client: TestClient) -> None:
    client.app.state.service.context.is_closing = True  # type: ignore[attr-defined]
    assert client.get("/ready").status_code == 503
    assert client.get("/health").status_code == 200


def test_no_link_comes_into_the_log(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    links = begin(client, "person", "recruit", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        seat.act(seat.view["actions"][0][0])
        seat.answer("dance")
    client.post("/record", json={"tokens": [links["seats"][0]]})
    client.post("/record", json={"tokens": ["NOBODY"]})
    lines = [JsonLines().format(record) for record in caplog.records if record.name.startswith(("drumhead", "uvicorn"))]
    assert any(json.loads(line)["message"] == "battle begun" for line in lines)
    for token in (links["seats"][0], links["watch"], "NOBODY"):
        assert token not in "".join(lines)


def test_whoever_comes_after_the_table_is_closed_is_sent_away_and_nothing_thinks(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "recruit", seed=3)
        with sitting(client, links["seats"][0]):
            service = client.app.state.service  # type: ignore[attr-defined]
            (session,) = service.registry.sessions.values()

    async def late() -> None:
        with pytest.raises(Unavailable, match="the server is shutting down"):
            await session.execute(commands.hand_over(0, "recruit"))
        session.computer.wake()
        assert session.computer.is_idle

    asyncio.run(late())
