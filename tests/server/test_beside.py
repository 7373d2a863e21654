"""What goes on beside the game: talk, presence, limits, codes, files of all battles, the upkeep."""

import asyncio
import io
import json
import logging
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import read
from drumhead.server.api import transfer
from drumhead.server.errors import Unavailable
from drumhead.server.ops.health import JsonLines
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate, RateLimited, RateLimiter
from drumhead.server.session import commands
from tests.kit.server import ORIGIN, begin, server, sitting


def test_players_talk_and_those_who_look_on_neither_hear_nor_speak(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with (
        sitting(client, links["seats"][0]) as one,
        sitting(client, links["seats"][1]) as two,
        sitting(client, links["watch"]) as onlooker,
    ):
        one.say("say", words="  hello\nthere ")
        assert two.hear_beside("said")["words"] == "hello there"
        assert one.hear_beside("said")["seat"] == 0
        assert onlooker.answer("say", words="psst")["words"] == "spectators decide nothing"
        assert "hello" not in "".join(onlooker.heard)
        for wrong in ("", " ", "x" * 401, "\x07", "a\u202eb"):
            assert one.answer("say", words=wrong)["type"] == "refused"
    with sitting(client, links["seats"][1]) as two:
        assert [line["words"] for line in two.hear_beside("chat")["lines"]] == ["hello there"]


def test_whoever_is_muted_is_not_heard_until_unmuted(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        assert two.answer("mute", seat=0, on=True) == {"type": "mute", "seat": 0, "on": True}
        one.say("say", words="unheard")
        assert one.hear_beside("said")["words"] == "unheard"
        two.answer("look", step=0)
        assert not [message for message in two.beside if message["type"] == "said"]
        assert "name the seat of another player" in two.answer("mute", seat=1, on=True)["words"]
        assert "name the seat of another player" in two.answer("mute", seat=9, on=True)["words"]
    with sitting(client, links["seats"][1]) as two:
        assert two.hear_beside("chat") == {"type": "chat", "lines": [], "muted": [0]}
        two.answer("mute", seat=0, on=False)
    with sitting(client, links["seats"][1]) as two:
        assert two.hear_beside("chat")["lines"][0]["words"] == "unheard"


def test_everybody_sees_who_is_there(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one:
        assert one.hear_beside("presence") == {"type": "presence", "seats": [0], "watching": 0}
        with sitting(client, links["watch"]):
            assert one.hear_beside("presence") == {"type": "presence", "seats": [0], "watching": 1}
            with sitting(client, links["seats"][1]):
                assert one.hear_beside("presence")["seats"] == [0, 1]
            assert one.hear_beside("presence")["seats"] == [0]
        assert one.hear_beside("presence")["watching"] == 0


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


def test_my_battles_move_to_another_device_by_a_code(client: TestClient) -> None:
    mine = [{"hash": "TOKEN~OTHER!WATCH", "title": "Pocket Battles"}]
    left = client.post("/codes", json={"battles": mine})
    assert left.status_code == 201
    code = left.json()["code"]
    typed = code.lower().replace("-", " ")
    assert client.post("/codes/take", json={"code": typed}).json() == {"battles": mine}
    again = client.post("/codes/take", json={"code": code})
    assert (again.status_code, "unknown code" in again.json()["words"]) == (422, True)


def test_what_a_code_opens_is_not_readable_in_the_database(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        code = client.post("/codes", json={"battles": ["SWORDFISH"]}).json()["code"]
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"SWORDFISH" not in raw
    assert code.encode() not in raw


def test_a_code_holds_for_a_while_only(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    code = client.post("/codes", json={"battles": ["x"]}).json()["code"]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + transfer.LIFETIME_MINUTES * 60 + 1)
    assert client.post("/codes/take", json={"code": code}).status_code == 422


def test_a_seal_opens_with_its_code_only() -> None:
    one, other = transfer.new_code(), transfer.new_code()
    encrypted = transfer.encrypt(one, "words")
    assert transfer.decrypt(one, encrypted) == "words"
    with pytest.raises(IllegalAction):
        transfer.decrypt(other, encrypted)


@pytest.mark.parametrize("asked", [{}, {"battles": []}, {"battles": "x"}, {"battles": ["x"] * 201}])
def test_a_list_that_is_none_gets_no_code(client: TestClient, asked: Any) -> None:
    assert client.post("/codes", json=asked).status_code == 422


@pytest.mark.parametrize("code", [None, 7, "", "ABCD", "A" * 50, "ABCD-EFGH-JKLM"])
def test_a_code_that_is_none_is_refused(client: TestClient, code: Any) -> None:
    assert client.post("/codes/take", json={"code": code}).status_code == 422


def test_all_my_battles_in_one_archive(client: TestClient) -> None:
    whole = begin(client, "person", "recruit", seed=3)
    part = begin(client, "person", "person", seed=3)
    answer = client.post("/records", json={"tokens": [whole["seats"][0], part["seats"][0], part["watch"]]})
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = [packed.read(name).decode() for name in packed.namelist()]
    assert len(files) == 2
    assert read(files[0]).game.name == "pocket-battles"
    assert "[Sealed" not in files[1]
    assert client.post("/records", json={"tokens": []}).status_code == 422


def test_the_upkeep_says_how_the_server_is(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").json() == {"status": "ok"}
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        seat.answer("proof")
        text = client.get("/metrics").text
    counted = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert counted["drumhead_battles_begun_total"] == "1"
    assert counted["drumhead_conversations_total"] == "1"
    assert counted["drumhead_refusals_total"] == "1"
    assert counted["drumhead_rooms"] == counted["drumhead_listeners"] == "1"
    assert int(counted["drumhead_database_seconds_count"]) >= 3
    assert counted['drumhead_database_seconds_bucket{le="+Inf"}'] == counted["drumhead_database_seconds_count"]
    for token in (*links["seats"], links["watch"]):
        assert token not in text


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
