"""Covers drumhead.server.lobby.waiting: guests bring their own forces, and the battle begins when all have chosen."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead.core.files.record import read
from tests.kit.postgres import Cluster
from tests.kit.server import ORIGIN, begin, post, server, sitting
from tests.server.test_invitations import KEY, OTHER

ORCS = "name: Mine | size: 50 | ORC06 | ORC08 | ORC05 ORC29 | ORC09 ORC16 ORC18 ORC28 | ORC17 ORC19 ORC25 ORC26"
SPLIT = "2I 1H 1L | 2G 2I 2A | 2I 1H 1L"
FORCES = {
    "pocket-battles": ("armies", ["orcs-50", ORCS], "elves-50", "PB-1.6"),
    "travel-battle": ("brigades", ["two-wings", SPLIT], "two-wings", "TB-1.2"),
}
"""By game: the option, two forces for whoever begins the battle, one for the guest, and the clause."""
GAMES = sorted(FORCES)


def await_guest(client: TestClient, game: str, force: str | None = None, **asked: Any) -> dict[str, Any]:
    """A battle in which the guest brings a force."""
    option, mine, *_ = FORCES[game]
    return begin(client, "person", "guest", game=game, options={option: [force or mine[0], None]}, **asked)


def waiting(client: TestClient, token: str, language: str = "en") -> dict[str, Any]:
    """What the websocket says of a battle that has not begun."""
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": token, "language": language}))
        told: dict[str, Any] = json.loads(socket.receive_text())
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4425
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_battle_begins_with_the_force_that_the_guest_brings(tmp_path: Path, game: str) -> None:
    option, (mine, _), theirs, _ = FORCES[game]
    with server(tmp_path) as client:
        links = await_guest(client, game, name="Anna")
        assert (links["seal"], links["seats"][1]) == ("", None)
        for token in (links["seats"][0], links["watch"]):
            told = waiting(client, token)
            assert [side["chosen"] for side in told["sides"]] == [True, False]
            assert [side["guest"] for side in told["sides"]] == [False, True]
        told = post(client, "/invitations", token=links["invitations"][1])
        assert told["others"] == ["Anna"]
        assert theirs in told["brings"]["ready"]
        assert "celts-80" not in told["brings"]["ready"]
        assert told["is_known"] is False
        assert "begins once" in post(client, "/seats/renew", token=links["seats"][0], key=OTHER)
        assert (
            "fino" in waiting(client, links["watch"], "it")["words"]
            or "quando" in waiting(client, links["watch"], "it")["words"]
        )
    with server(tmp_path) as client:
        asked = {"token": links["invitations"][1], "key": KEY, "force": theirs}
        assert post(client, "/invitations/take", **asked) == {"seat": 1}
        assert post(client, "/invitations/take", **asked) == {"seat": 1}
        with sitting(client, KEY) as two, sitting(client, links["seats"][0]) as one:
            assert two.table["seal"] == one.table["seal"] != ""
            assert one.table["sides"][0]["player"] == "Anna"
            deciding = (one, two)[one.hear_dice()["to_act"]]
            deciding.wait()
            deciding.say("concede")
            deciding.hear_until(to_act=-2)
    with server(tmp_path) as client:
        match = read(post(client, "/record", tokens=[links["watch"]]))
    again = type(match.game).set_up(**{option: (mine, theirs)})
    assert match.game.tags() == again.tags()


def test_a_battle_that_waited_begins_once_in_two_processes(postgres: Cluster) -> None:
    url = postgres.fresh()
    with server(url) as one, server(url) as two:
        links = await_guest(one, "travel-battle")
        assert waiting(two, links["watch"])["sides"][0]["chosen"]
        taken = {"token": links["invitations"][1], "key": KEY, "force": "two-wings"}
        assert post(two, "/invitations/take", **taken) == {"seat": 1}
        with sitting(one, links["seats"][0]) as first, sitting(two, KEY) as second:
            assert first.table["seal"] == second.table["seal"] != ""


@pytest.mark.parametrize("game", GAMES)
def test_a_force_that_does_not_fit_is_refused_and_the_invitation_stays_open(client: TestClient, game: str) -> None:
    token = await_guest(client, game)["invitations"][1]
    clause = FORCES[game][3]
    for force in (None, "", "  ", 7, ["orcs-50"], "nonsense", "/etc/passwd", "celts-80", "x" * 100_000):
        answer = client.post("/invitations/take", json={"token": token, "key": KEY, "force": force})
        assert answer.status_code == 422, force
        if not force:
            assert (answer.json()["words"], answer.json()["clause"][:2]) == ("choose what your side brings", clause[:2])
    assert post(client, "/invitations/take", token=token, key=KEY, force=FORCES[game][2]) == {"seat": 1}


@pytest.mark.parametrize("game", GAMES)
def test_what_whoever_began_has_chosen_is_told_to_nobody(client: TestClient, game: str) -> None:
    """Twins: two battles that differ only in a force that was chosen in secret."""
    told = []
    for number, force in enumerate(FORCES[game][1]):
        links = await_guest(client, game, force)
        invitation, watch = links["invitations"][1], links["watch"]
        answers = [
            json.dumps([waiting(client, token, language) for token in (watch, links["seats"][0])])
            for language in ("en", "it")
        ]
        for asked in ({}, {"force": "nonsense"}, {"force": "celts-80"}, {"force": None}):
            body = {"token": invitation, "key": f"{KEY}{number}", **asked}
            answers.append(client.post("/invitations/take", json=body).text)
        answers.append(client.post("/invitations", json={"token": invitation}).text)
        answers += [client.post("/record", json={"tokens": [token]}).text for token in (watch, links["seats"][0])]
        (summary,) = post(client, "/battles/summaries", battles=[[watch]])["battles"]
        assert summary.pop("moved") > 0
        told.append([*answers, json.dumps(summary)])
    assert told[0] == told[1]


def test_two_guests_bring_a_force_each_and_neither_learns_of_the_other(client: TestClient) -> None:
    links = begin(client, "guest", "guest", options={"armies": [None, None], "size": 50})
    first, second = links["invitations"]
    before = client.post("/invitations", json={"token": second}).text
    assert post(client, "/invitations/take", token=first, key=KEY, force="elves-50") == {"seat": 0}
    assert client.post("/invitations", json={"token": second}).text == before
    assert [side["chosen"] for side in waiting(client, KEY)["sides"]] == [True, False]
    assert "more than its size of 50" in post(client, "/invitations/take", token=second, key=OTHER, force="celts-80")
    assert post(client, "/invitations/take", token=second, key=OTHER, force="orcs-50") == {"seat": 1}
    with sitting(client, links["watch"]) as spectator:
        assert [side["name"] for side in spectator.table["sides"]] == ["Elves", "Orcs"]
    with sitting(client, KEY) as one:
        own = post(client, "/record", tokens=[KEY])
        assert one.table["seat"] == 0
    assert "ELV28" in own
    assert "ORC28" not in own


def test_ready_made_forces_are_offered_that_are_meant_for_the_battle(client: TestClient) -> None:
    links = await_guest(client, "pocket-battles", "celts-80")
    told = post(client, "/invitations", token=links["invitations"][1])
    assert "romans-80" in told["brings"]["ready"]
    assert "romans-50" not in told["brings"]["ready"]
    assert any("80" in words for words in told["agreed"])


def test_a_force_that_was_named_for_the_guest_is_an_open_choice_and_says_so(client: TestClient) -> None:
    links = begin(client, "person", "guest", options={"armies": ["orcs-50", "elves-50"]})
    told = post(client, "/invitations", token=links["invitations"][1])
    assert (told["brings"], told["is_known"], told["side"]) == (None, True, "Elves")
    assert post(client, "/invitations/take", token=links["invitations"][1], key=KEY, force="orcs-50") == {"seat": 1}
    with sitting(client, KEY) as two:
        assert two.table["sides"][1]["name"] == "Elves"


@pytest.mark.parametrize("seats", [["person", "person"], ["person", "recruit"], ["guest", "person"]])
def test_only_a_guest_brings_a_force_later(client: TestClient, seats: list[str]) -> None:
    asked = {"game": "pocket-battles", "seats": seats, "options": {"armies": ["orcs-50", None]}}
    assert "only a guest may bring a force later" in post(client, "/battles", **asked)


def test_the_link_of_a_battle_that_waits_opens_neither_files_nor_films(client: TestClient) -> None:
    links = await_guest(client, "pocket-battles")
    begins = "the battle begins once every side has chosen what it brings"
    assert post(client, "/record", tokens=[links["seats"][0]]) == begins
    assert post(client, "/film", token=links["watch"]) == begins
    assert post(client, "/battles/again", token=links["seats"][0]) == begins
    other = begin(client, "person", "recruit", seed=3)
    answer = client.post("/records", json={"tokens": [links["seats"][0], other["seats"][0]]})
    assert answer.headers["content-type"] == "application/zip"


def test_options_are_arranged_while_a_force_is_open(client: TestClient) -> None:
    told = post(client, "/arrange/pocket-battles", options={"armies": ["celts-80", None]})
    assert (told["problem"], [seat["name"] for seat in told["seats"]]) == (None, ["Side 1", "Side 2"])
    told = post(client, "/arrange/travel-battle", options={"brigades": [None, "table"]})
    assert [seat["name"] for seat in told["seats"]] == ["Red", "Blue"]
