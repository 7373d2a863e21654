"""Covers drumhead.server.lobby.rematch: who may start a rematch, and which links they get."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead.core.files.record import read
from drumhead.core.registry import games
from drumhead.server.lobby.seats import token_hash
from tests.kit.server import begin, server, sitting


def again(client: TestClient, **asked: Any) -> Any:
    answer = client.post("/battles/again", json=asked)
    return answer.json() if answer.status_code == 201 else answer.json()["words"]


def over(client: TestClient, game: str = "pocket-battles", seats: int = 2, **asked: Any) -> dict[str, Any]:
    """A battle that was given up."""
    links = begin(client, *["person"] * seats, game=game, seed=3, **asked)
    with sitting(client, links["watch"]) as spectator:
        to_act = spectator.view["to_act"]
    with sitting(client, links["seats"][to_act]) as seat:
        seat.say("concede")
        seat.hear_until(to_act=-2)
    return links


@pytest.mark.parametrize("game", sorted(games()))
def test_no_battle_is_played_again_while_it_lasts(client: TestClient, game: str) -> None:
    links = begin(client, "person", "person", game=game, seed=3)
    for token in (*links["seats"], links["watch"]):
        told = again(client, token=token)
        assert told in ("a rematch is possible once the battle is over", "spectators decide nothing")
    assert again(client, tokens=links["seats"]) == "a rematch is possible once the battle is over"


def test_whoever_looks_on_begins_nothing_and_learns_no_link(client: TestClient) -> None:
    links = over(client)
    assert again(client, token=links["watch"]) == "spectators decide nothing"
    assert again(client, tokens=[links["seats"][0], links["watch"]]) == "spectators decide nothing"
    assert again(client, tokens=[links["seats"][0], over(client)["seats"][1]]) == "the links lead to different battles"


def test_two_far_apart_come_to_one_battle_each_by_an_own_link(client: TestClient) -> None:
    links = over(client)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        assert one.view["again"] is two.view["again"] is None
        first = again(client, token=links["seats"][0])
        assert first["seats"][0] is None
        assert two.hear()["again"] == one.hear()["again"] == 0
        second = again(client, token=links["seats"][1])
        assert second["seats"][1] is None
        assert (second["seal"], second["game"]) == (first["seal"], first["game"])
        told = "".join([*one.heard, *two.heard])
        assert first["seats"][1] not in told
        assert second["seats"][0] not in told
    with sitting(client, first["seats"][1]) as one, sitting(client, second["seats"][0]) as two:
        assert (one.table["seat"], two.table["seat"]) == (1, 0)
        assert one.table["seal"] == two.table["seal"] == first["seal"]
        assert one.hear_dice()["number"] == two.hear_dice()["number"]
    with sitting(client, second["watch"]) as spectator:
        assert spectator.table["seat"] == -1


def test_asked_again_the_links_are_the_same_also_after_a_restart(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = over(client)
        first = again(client, token=links["seats"][1])
        assert again(client, token=links["seats"][1]) == first
    with server(tmp_path) as client:
        assert again(client, token=links["seats"][1]) == first
        with sitting(client, links["seats"][0]) as late:
            assert late.view["again"] == 1
        assert again(client, token=links["seats"][0])["seal"] == first["seal"]
        store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        assert store.seat_of(token_hash(first["seats"][0]))[1] == 0
        stored = (tmp_path / "battles.sqlite3").read_bytes()
        assert first["seats"][0].encode() not in stored


def test_one_device_takes_all_its_seats_along(client: TestClient) -> None:
    links = over(client, game="aces-armor", seats=4, options={"players": 4})
    begun = again(client, tokens=links["seats"])
    assert len(set(begun["seats"])) == 4
    for number, token in enumerate(begun["seats"]):
        with sitting(client, token) as seat:
            assert seat.table["seat"] == number
    half = again(client, tokens=[links["seats"][0], links["seats"][2]])
    assert half["seats"] == [None, begun["seats"][1], None, begun["seats"][3]]
    whole = read(client.post("/record", json={"tokens": begun["seats"]}).text)
    assert whole.game.name == "aces-armor"


def test_links_of_a_rematch_tell_nothing_of_the_hidden_stacks_of_others(client: TestClient) -> None:
    links = over(client)
    begun = again(client, token=links["seats"][0])
    text = client.post("/record", json={"tokens": [one for one in begun["seats"] if one]}).text
    assert "[Sealed" not in text
    assert re.search(r"\+\d", next(line for line in text.splitlines() if line.startswith("[Army1 ")))


def test_a_guided_battle_is_played_again_against_a_recruit(client: TestClient) -> None:
    links = client.post("/battles/learn", json={"game": "pocket-battles"}).json()
    token = next(one for one in links["seats"] if one)
    with sitting(client, token) as seat:
        seat.say("concede")
        seat.hear_until(to_act=-2)
    begun = again(client, token=token)
    with sitting(client, next(one for one in begun["seats"] if one)) as seat:
        assert sorted(side["level"] for side in seat.table["sides"]) == ["", "recruit"]
        assert seat.table["dice"]["from"] == "seal"
