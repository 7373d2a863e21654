"""Covers drumhead.server.db.moderation, housekeeping and cli.commands.operate: closing, blocking, expiry."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead.cli import main
from drumhead.server import housekeeping
from drumhead.server.db import moderation as module
from drumhead.server.db.backup import back_up, restore
from drumhead.server.db.moderation import Moderation
from drumhead.server.db.store import Store
from drumhead.server.lobby.seats import battle_label
from tests.kit.server import ORIGIN, Sitting, begin, post, server, sitting
from tests.server.test_disk import BATTLE, ONE, OTHER, limited
from tests.server.test_invitations import KEY

DAY = 86_400


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "POLL_SECONDS", 0.05)


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end, "this does not come"
        time.sleep(0.02)


def disconnected(seat: Sitting) -> int:
    """The code with which a connection is closed; waits for it."""
    try:
        while True:
            seat.hear()
    except WebSocketDisconnect as closed:
        return closed.code


def told(client: TestClient, token: str, **headers: str) -> tuple[str, int]:
    """What whoever opens a link is told, and the code with which the connection is closed."""
    with client.websocket_connect("/talk", headers=ORIGIN | headers) as socket:
        socket.send_text(json.dumps({"token": token, "language": "en"}))
        words = json.loads(socket.receive_text())["words"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    return words, closed.value.code


def operate(url: str, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Runs a command of the operator's on a database, beside its server; returns what it prints."""
    assert main([*words, "--database", url]) == 0
    return capsys.readouterr().out


def listed(url: str, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(operate(url, capsys, "battles", "list", "--json", *words))
    return found


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("delete", "the operator of this server has deleted this battle"),
        ("block", "the operator of this server has blocked this battle"),
    ],
)
def test_a_battle_is_closed_while_people_play_it(
    database: str, capsys: pytest.CaptureFixture[str], verb: str, words: str
) -> None:
    with server(database) as client:
        links, other = begin(client, "person", "person", seed=3), begin(client, "person", "person", seed=3)
        with sitting(client, other["seats"][0]) as elsewhere, sitting(client, links["seats"][0]) as seat:
            operate(database, capsys, "battles", verb, f"http://127.0.0.1/table#{links['seats'][1]}")
            assert disconnected(seat) == 1012
            assert elsewhere.answer("look", step=0)["type"] == "look"
        for token in (*links["seats"], links["watch"]):
            said, code = told(client, token)
            assert said.startswith(words)
            assert code == 4404
        assert client.post("/record", json={"tokens": links["seats"]}).json()["words"].startswith(words)
        states = {row["closed"] for row in listed(database, capsys)}
        assert states == {"", f"{verb}ed".replace("ee", "e")}
        operate(database, capsys, "battles", "unblock", "http://127.0.0.1/table#" + links["watch"])
        if verb == "delete":
            assert told(client, links["watch"])[0].startswith(words)
        else:
            with sitting(client, links["seats"][0]) as back:
                assert back.view["step"] == seat.view["step"]


def test_of_a_deleted_battle_nothing_is_left_but_its_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    with server(url) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0]) as seat:
            seat.say("say", words="SWORDFISH")
            seat.hear_beside("said")
        operate(url, capsys, "battles", "delete", "http://127.0.0.1/table#" + links["watch"])
    store = Store(url)
    with store.engine.connect() as connection:
        for table in ("log", "chat", "mutes", "hooks", "positions", "devices"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0
        tags = connection.exec_driver_sql("SELECT tags, position, names FROM battles").one()
    assert tuple(tags) == ("{}", "", "")
    store.close()


@pytest.mark.parametrize("verb", ["end", "delete", "block"])
def test_a_battle_that_waits_for_a_guest_is_closed(
    database: str, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    with server(database) as client:
        links = await_guest(client, name="SWORDFISH")
        invitation = links["invitations"][1]
        operate(database, capsys, "battles", verb, f"http://127.0.0.1/join/pocket-battles#{invitation}")
        for token in (links["seats"][0], links["watch"]):
            words, code = told(client, token)
            assert words.startswith("the operator of this server has ")
            assert code == 4404
        taken = {"token": invitation, "key": KEY, "force": "elves-50"}
        assert post(client, "/invitations", token=invitation) == words
        assert post(client, "/invitations/take", **taken) == words
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        with store.engine.connect() as connection:
            kept = connection.exec_driver_sql("SELECT waiting FROM battles").scalar()
        assert ("SWORDFISH" in kept) == (verb != "delete")
        operate(database, capsys, "battles", "unblock", f"http://127.0.0.1/table#{links['watch']}")
        if verb != "delete":
            assert post(client, "/invitations/take", **taken) == {"seat": 1}
            with sitting(client, KEY) as seat:
                assert seat.table["notice"] == ""


def await_guest(client: TestClient, **asked: Any) -> dict[str, Any]:
    """A battle in which a guest brings an army."""
    return begin(client, "person", "guest", options={"armies": ["orcs-50", None]}, **asked)


def test_a_battle_that_waits_for_a_guest_expires(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with server(database, expire_days=30) as client:
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        links = await_guest(client)
        assert store.without_position("", 10) == []
        age(store, 31)
        young = await_guest(client)
        expire(client)
        assert sorted(row["closed"] for row in listed(database, capsys)) == ["", "expired"]
        words = "nobody had acted in this battle for a long time"
        assert told(client, links["watch"])[0].startswith(words)
        assert post(client, "/invitations", token=links["invitations"][1]).startswith(words)
        assert post(client, "/invitations", token=young["invitations"][1])["seat"] == 1
        age(store, housekeeping.FORGET_DAYS + 1)
        expire(client)
        assert told(client, links["watch"])[0].startswith("this link leads to no battle")


def test_an_ended_battle_can_be_watched_and_nobody_acts(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    with server(database) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0]) as seat:
            operate(database, capsys, "battles", "end", battle_label(only(client)))
            assert disconnected(seat) == 1012
        for token in links["seats"]:
            with sitting(client, token) as back:
                assert back.table["notice"].startswith("the operator of this server has ended this battle")
                assert post(client, "/seats/renew", token=token, key=KEY) == back.table["notice"]
                assert back.view["step"] == seat.view["step"]
                if back.view["actions"]:
                    assert "has ended this battle" in back.act(back.view["actions"][0][0])["words"]


def only(client: TestClient) -> str:
    """The id of the only battle in memory."""
    (battle,) = client.app.state.service.registry.sessions  # type: ignore[attr-defined]
    return str(battle)


def test_operators_list_battles_and_see_which_came_from_one_visitor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    with limited(tmp_path) as client:
        for visitor in (ONE, ONE, OTHER):
            assert client.post("/battles", json=BATTLE, headers=visitor).status_code == 201
    rows = listed(url, capsys)
    assert [row["game"] for row in rows] == ["pocket-battles"] * 3
    assert all(set(row) == {"label", "game", "seats", "began", "moved", "lines", "visitor", "closed"} for row in rows)
    by_visitor: dict[str, int] = {}
    for row in rows:
        by_visitor[row["visitor"]] = by_visitor.get(row["visitor"], 0) + 1
    assert sorted(by_visitor.values()) == [1, 2]
    many = max(by_visitor, key=lambda visitor: by_visitor[visitor])
    assert len(listed(url, capsys, "--visitor", many)) == 2
    assert listed(url, capsys, "--idle", "1") == []
    lines = operate(url, capsys, "battles", "list").splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("battle      begun")
    assert lines[1].split()[0] in {row["label"] for row in rows}
    assert lines[-1] == "3 battles"
    assert "192.0.2.7" not in "".join(lines)


def test_a_visitor_is_blocked_and_others_play_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    with limited(tmp_path) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0], **ONE) as bad, sitting(client, links["seats"][1], **OTHER) as good:
            operate(url, capsys, "visitors", "block", "192.0.2.7")
            assert disconnected(bad) == 1012
            assert good.answer("look", step=0)["type"] == "look"
            assert told(client, links["seats"][0], **ONE) == (
                "the operator of this server has blocked your address",
                4404,
            )
            assert [client.get("/", headers=visitor).status_code for visitor in (ONE, OTHER)] == [403, 200]
            assert client.post("/battles", json=BATTLE).status_code == 403
        (shown,) = operate(url, capsys, "visitors", "list").splitlines()
        operate(url, capsys, "visitors", "unblock", shown.split()[0])
        until(lambda: client.get("/", headers=ONE).status_code == 200)


def test_visitors_stay_blocked_after_a_restart_and_in_a_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    operate(url, capsys, "visitors", "block", "2001:db8::1")
    store, copy = Store(url), Store(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    id = Moderation(store).visitor_id("2001:db8::/64")
    Moderation(copy).visitor_id("another salt")
    back_up(store, tmp_path / "saved")
    restore(copy, tmp_path / "saved")
    assert list(Moderation(copy).blocked()) == [id]
    assert Moderation(copy).visitor_id("2001:db8::/64") == id
    store.close()
    copy.close()
    visitor = {"X-Forwarded-For": "2001:db8::77"}
    with limited(tmp_path) as client:
        assert client.get("/", headers=visitor).status_code == 403


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("battles", "end"), "name what to end"),
        (("battles", "end", "0000000000"), "there is no battle 0000000000; see drumhead battles list"),
        (("visitors", "block", "somebody"), "somebody is neither an address nor the id of a visitor"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*words, "--database", f"sqlite:///{tmp_path / 'battles.sqlite3'}"]) == 2
    assert capsys.readouterr().err == f"drumhead: {said}\n"


def age(store: Store, days: float) -> None:
    """Makes all battles older."""
    with store.engine.begin() as connection:
        for table, column in (("log", "said"), ("battles", "began"), ("closures", "since")):
            connection.exec_driver_sql(f"UPDATE {table} SET {column} = {column} - {days * DAY}")


def expire(client: TestClient) -> None:
    service = client.app.state.service  # type: ignore[attr-defined]
    client.portal.call(service.housekeeping.expire)  # type: ignore[union-attr]


def test_an_abandoned_battle_expires_and_says_so(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "PAGE", 2)
    with server(database, expire_days=30) as client:
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        old = [begin(client, "person", "person", seed=3) for _ in range(3)]
        over = begin(client, "person", "person", seed=3)
        with sitting(client, over["seats"][0]) as seat:
            seat.say("concede")
            seat.hear_until(to_act=-2)
        until(lambda: not client.app.state.service.registry.sessions)  # type: ignore[attr-defined]
        age(store, 29)
        expire(client)
        assert {row["closed"] for row in listed(database, capsys)} == {""}
        age(store, 2)
        young = begin(client, "person", "person", seed=3)
        with sitting(client, old[0]["seats"][0]) as watched:
            expire(client)
            assert watched.answer("look", step=0)["type"] == "look"
        assert sorted(row["closed"] for row in listed(database, capsys)) == ["", "", "expired", "expired", "over"]
        for links in old[1:]:
            words, code = told(client, links["seats"][0])
            assert words.startswith("nobody had acted in this battle for a long time: it was deleted")
            assert code == 4404
        for links in (over, young):
            with sitting(client, links["seats"][0]) as seat:
                assert seat.table["notice"] == ""
        assert client.post("/record", json={"tokens": over["seats"]}).status_code == 200
        age(store, housekeeping.FORGET_DAYS + 1)
        expire(client)
        assert told(client, old[1]["watch"])[0].startswith("this link leads to no battle")
        with sitting(client, over["seats"][0]) as seat:
            assert seat.view["outcome"]


def test_a_server_that_is_told_so_lets_nothing_expire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "EXPIRY_SECONDS", 0.01)
    with server(tmp_path, expire_days=0) as client:
        links = begin(client, "person", "person", seed=3)
        age(client.app.state.service.context.database.store, 10_000)  # type: ignore[attr-defined]
        time.sleep(0.2)
        with sitting(client, links["seats"][0]) as seat:
            assert seat.view


def test_a_battle_of_unknown_rules_does_not_stop_the_others_from_expiring(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    with server(url, expire_days=1) as client:
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        for _ in range(3):
            begin(client, "person", "person", seed=3)
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE battles SET game = 'chess' WHERE id = (SELECT min(id) FROM battles)")
        age(store, 2)
        expire(client)
        assert sorted(row["closed"] for row in listed(url, capsys)) == ["", "expired", "expired"]
