"""Covers drumhead.server.session.commands and state: who plays a seat, and the nonces of the dice."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from drumhead.core.files.record import read, verify
from drumhead.server.db.schema import POSITIONS
from drumhead.server.lobby.seats import token_hash
from drumhead.server.session.event_log import Line
from tests.kit.server import ORIGIN, Sitting, begin, server, sitting


@pytest.mark.slow
def test_a_seat_is_handed_to_the_computer_and_taken_back(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        assert seat.answer("person")["words"] == "you already play this seat yourself"
        assert "name the level" in seat.answer("computer", level="person")["words"]
        assert "a seat is one of" in seat.answer("computer", level="emperor")["words"]
        step = seat.view["step"]
        seat.say("computer", level="recruit")
        while seat.view["step"] < step + 3:
            seat.hear()
        assert seat.table["sides"][0]["level"] == "recruit"
        seat.say("person")
        while seat.table["sides"][0]["level"]:
            seat.hear()
        seat.hear()
        before = seat.wait()["step"]
        assert seat.act(seat.view["actions"][0][0])["step"] > before


def test_the_computer_goes_on_in_a_seat_whose_owner_left(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            gone, there = (one, two) if one.view["actions"] else (two, one)
            gone.say("computer", level="recruit")
            while not there.view["actions"]:
                there.hear()
            token = links["seats"][gone.table["seat"]]
    with server(tmp_path) as client, sitting(client, token) as back:
        assert back.table["sides"][back.table["seat"]]["level"] == "recruit"
        back.say("person")
        while back.table["sides"][back.table["seat"]]["level"]:
            back.hear()


def test_nobody_acts_in_a_seat_that_the_computer_plays(client: TestClient) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        acting = one if one.view["actions"] else two
        action, number = acting.view["actions"][0][0], acting.view["number"]
        acting.say("computer", level="recruit")
        refused = acting.answer("act", action=action, number=number)
        assert refused["type"] == "refused"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_seats_people_and_computers_mixed(client: TestClient, players: int) -> None:
    seats = ["person", "recruit", "person", "recruit"][:players]
    links = begin(client, *seats, game="aces-armor", options={"players": players})
    assert [token is not None for token in links["seats"]] == [seat == "person" for seat in seats]
    held = [token for token in links["seats"] if token]
    rng = Random(1)
    with sitting(client, held[0]) as first, sitting(client, held[-1]) as last:
        by_seat = {seat.table["seat"]: seat for seat in (first, last)}
        for _ in range(4):
            while first.view["to_act"] not in by_seat:
                first.hear()
            acting = by_seat[first.view["to_act"]]
            acting.hear_until(step=first.view["step"])
            step = acting.view["step"]
            acting.say("act", action=rng.choice(acting.view["actions"])[0])
            while first.view["step"] == step:
                assert first.hear()["type"] == "view"


@contextmanager
def bringing_a_nonce(client: TestClient, token: str) -> Iterator[Sitting]:
    """Takes a seat and says that it will give a nonce of its own."""
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": token, "language": "en", "nonce": True}))
        seat = Sitting(socket)
        seat.hear()
        seat.hear()
        yield seat


def test_each_seat_puts_its_nonce_into_the_dice_once_it_has_seen_the_seal(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with (
        bringing_a_nonce(client, links["seats"][0]) as one,
        bringing_a_nonce(client, links["seats"][1]) as two,
    ):
        assert one.table["seal"] == two.table["seal"] == links["seal"]
        assert (one.view["to_act"], one.view["waits_for"]) == (-1, [0, 1])
        for wrong in ("short", "not hexadecimal", "A" * 16, "a" * 65):
            assert "a nonce has 8 to 64 digits" in one.answer("nonce", nonce=wrong)["words"]
        one.say("nonce", nonce="0123456789abcdef")
        assert one.hear()["waits_for"] == [1]
        assert "already added a nonce" in one.answer("nonce", nonce="0123456789abcdef")["words"]
        two.say("nonce", nonce="feedfacefeedface")
        assert one.hear_dice()["waits_for"] == two.hear_dice()["waits_for"] == []
        assert two.view["log"]
        acting = one if one.view["actions"] else two
        acting.say("concede")
        acting.hear_until(to_act=-2)
        stream = acting.answer("proof")["streams"][0]
    assert stream["nonces"] == ["0123456789abcdef", "feedfacefeedface"]
    assert stream["seal"] == links["seal"]
    match = read(client.post("/record", json={"tokens": [links["watch"]]}).text)
    assert match.throws
    assert verify(match).checked == match.throws


def test_dice_wait_for_the_seat_that_has_not_come_and_fall_when_it_does(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person")
        with sitting(client, links["seats"][0]) as one:
            assert (one.view["step"], one.view["waits_for"]) == (0, [1])
    with server(tmp_path) as client, sitting(client, links["seats"][1]) as two:
        assert two.hear_dice()["log"]


def test_a_line_that_no_longer_plays_stops_there_and_says_so(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person", game="travel-battle", seed=3)
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        battle, _ = store.seat_of(token_hash(links["watch"]))
        length = len(store.load(battle).lines)
        store.add(battle, length, [Line(0, "fly to the moon")])
        with store.engine.begin() as connection:
            connection.execute(POSITIONS.delete())  # else the battle would go on from there
        with sitting(client, links["watch"]) as spectator:
            assert f"line {length + 1} of this battle cannot be played" in spectator.table["notice"]
