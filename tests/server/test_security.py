"""Covers drumhead.server.ops.security: hosts, origins, and the headers of every answer."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead.server.ops.security import POLICY
from drumhead.server.run import ServeOptions, _hosts
from tests.kit.server import ADDRESS, ORIGIN, begin, server

PAGES = ["/", "/table", "/rules/pocket-battles", "/static/any/table/table.js", "/palette.css", "/nothing"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_policy(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "http" not in POLICY


def test_pages_hold_no_inline_script_and_no_inline_style(client: TestClient) -> None:
    for path in ("/", "/table", "/rules/travel-battle", "/nothing"):
        html = client.get(path).text
        scripts = [part.split(">", 1)[0] for part in html.split("<script")[1:]]
        assert scripts
        assert all("src=" in script or 'type="application/json"' in script for script in scripts)
        assert "style=" not in html
        assert "<style" not in html
        assert " on" + "click" not in html


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_a_name_that_is_not_ours_is_turned_away(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "null", "https://evil.example:8000"]
)
def test_a_foreign_page_begins_no_battle_and_takes_no_seat(client: TestClient, origin: str) -> None:
    asked = {"game": "pocket-battles", "seats": ["person", "recruit"]}
    assert client.post("/battles", json=asked, headers={"origin": origin}).status_code == 403
    links = begin(client, "person", "recruit")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/talk", headers=ORIGIN | {"origin": origin}):
        pass
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": links["seats"][0], "language": "en"}))
        assert json.loads(socket.receive_text())["type"] == "table"


def test_a_form_of_another_page_cannot_pose_as_a_message(client: TestClient) -> None:
    answer = client.post("/battles", content="{}", headers={"content-type": "text/plain", "origin": ADDRESS})
    assert answer.status_code == 422
    assert answer.json()["words"] == "a message must be JSON"


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.0.2.7:8080", 200), ("[2001:db8::7]:8080", 200), ("club.local", 200), ("evil.example", 403), ("", 403)],
)
def test_a_server_on_all_addresses_without_a_name_takes_addresses_and_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, status: int
) -> None:
    """Any other name could be one that a foreign page has turned to this machine."""
    monkeypatch.setattr("socket.gethostname", lambda: "Club")
    with server(tmp_path, hosts=_hosts(ServeOptions(host="0.0.0.0"))) as client:
        assert client.get("/dice", headers={"host": host}).status_code == status
