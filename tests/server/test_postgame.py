"""Covers drumhead.server.session.review and api.postgame: review, proof and film of a battle that is over."""

from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from tests.kit.server import begin, sitting


def over(client: TestClient, language: str = "en") -> str:
    """The link of a seat whose battle is over."""
    token: str = begin(client, "person", "recruit", seed=3)["seats"][0]
    with sitting(client, token, language) as seat:
        for _ in range(3):
            seat.wait()
            seat.act(seat.view["actions"][0][0])
        seat.wait()
        seat.say("concede")
        while not seat.view["outcome"]:
            seat.hear()
    return token


def test_how_the_chances_ran_is_told_step_by_step_and_then_at_once(client: TestClient) -> None:
    token = over(client)
    with sitting(client, token) as seat:
        seat.say("review")
        heard = [seat.hear()]
        while "picture" not in heard[-1]:
            heard.append(seat.hear())
        done = [message["done"] for message in heard[:-1]]
        assert done == sorted(done)
        assert done[0] == 0
        found = heard[-1]
        again = seat.answer("review")
    assert again == found
    assert found["sides"] == ["Orcs", "Elves"]
    assert found["turns"][-1]["step"] == seat.view["step"]
    assert found["turns"][-1]["change"] < 0
    assert ElementTree.fromstring(found["picture"]).get("class") == "dh"
    assert "<style" not in found["picture"]
    assert "luck of Orcs" in found["picture"]


@pytest.mark.parametrize(
    ("seats", "options", "sides"),
    [
        (["person"], {"mode": "solo", "factions": ["us"]}, ["United States", "the Automa"]),
        (
            ["person", "recruit"],
            {"mode": "coop", "factions": ["us", "ussr"]},
            ["United States and Soviet Union", "the Automa"],
        ),
        (["person", *["recruit"] * 3], {"players": 4}, ["United States and Soviet Union", "Germany 1 and Germany 2"]),
    ],
)
def test_a_battle_of_any_mode_is_reviewed(
    client: TestClient, seats: list[str], options: dict[str, object], sides: list[str]
) -> None:
    token = begin(client, *seats, game="aces-armor", options=options, seed=3)["seats"][0]
    with sitting(client, token) as seat:
        seat.wait()
        seat.say("concede")
        while not seat.view["outcome"]:
            seat.hear()
        seat.say("review")
        while "picture" not in (found := seat.hear()):
            pass
    assert sorted(found["sides"]) == sorted(sides)


def test_the_graph_speaks_the_language_of_the_one_who_asks(client: TestClient) -> None:
    token = over(client)
    with sitting(client, token, "it") as seat:
        seat.say("review")
        while "picture" not in (found := seat.hear()):
            pass
    assert "fortuna di " in found["picture"]


@pytest.mark.parametrize("asked", ["review", "proof"])
def test_nothing_is_told_before_the_end(client: TestClient, asked: str) -> None:
    token = begin(client, "person", "recruit")["seats"][0]
    with sitting(client, token) as seat:
        seat.wait()
        answer = seat.answer(asked)
    assert answer["type"] == "refused"
    assert answer["words"] == "this is shown once the battle is over"


def test_a_film_is_drawn_of_a_battle_that_is_over(client: TestClient) -> None:
    token = over(client)
    answer = client.post("/film", json={"token": token})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).get("aria-label") == "Pocket Battles"
    assert "visibility:hidden" in answer.text


def test_no_film_shows_a_battle_that_goes_on(client: TestClient) -> None:
    token = begin(client, "person", "recruit")["seats"][0]
    answer = client.post("/film", json={"token": token})
    assert answer.status_code == 422
    assert answer.json()["words"] == "this is shown once the battle is over"
