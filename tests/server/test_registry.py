"""Covers drumhead.server.registry: sessions are in memory only while somebody needs them."""

import pytest
from starlette.testclient import TestClient

from tests.kit.server import begin, sitting


def sessions(client: TestClient) -> int:
    return len(client.app.state.service.registry.sessions)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("path", "status"), [("/film", 422), ("/record", 200), ("/records", 200)])
def test_a_request_leaves_no_session_in_memory_even_if_it_is_refused(
    client: TestClient, path: str, status: int
) -> None:
    token = begin(client, "person", "person", seed=3)["seats"][0]
    answer = client.post(path, json={"token": token, "tokens": [token]})
    assert answer.status_code == status
    assert sessions(client) == 0


def test_a_session_is_dropped_when_the_last_player_leaves(client: TestClient) -> None:
    token = begin(client, "person", "person", seed=3)["seats"][0]
    with sitting(client, token):
        assert sessions(client) == 1
    client.get("/health")
    assert client.post("/record", json={"tokens": [token]}).status_code == 200
    assert sessions(client) == 0
