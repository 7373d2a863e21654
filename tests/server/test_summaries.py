"""Covers drumhead.server.lobby.summaries, api.qr and their requests: what the start page and an invitation show."""

import logging
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from drumhead.core.state import SPECTATOR
from drumhead.server.api import schemas
from drumhead.server.api.http import MAX_SUMMARIES
from drumhead.server.lobby.seats import Seat
from drumhead.server.lobby.summaries import summary
from drumhead.server.session.state import SessionState
from tests.kit.server import begin, sitting
from tests.server.test_secrets import NAMED, SECRETS, twins

PATH = "/battles/summaries"


def asked(client: TestClient, *battles: list[str], language: str = "en") -> list[Any]:
    answer = client.post(PATH, json={"battles": list(battles)}, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    schema = schemas.REQUESTS[PATH][-1]
    jsonschema_rs.validator_for(schema).validate(answer.json())
    assert answer.headers["cache-control"] == "no-store"
    found: list[Any] = answer.json()["battles"]
    return found


def test_a_summary_tells_who_plays_whose_turn_it_is_and_how_it_ended(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        for _ in range(3):
            seat.wait()
            seat.act(seat.view["actions"][0][0])
        seat.wait()
        (told,) = asked(client, [links["seats"][0]])
        assert told["title"] == "TravelBattle"
        assert told["sides"] == "Red · Blue"
        assert told["opponent"] == "computer (recruit)"
        assert (told["state"], told["mine"], told["over"], told["result"]) == ("your turn", True, False, "")
        assert told["step"] == seat.view["step"]
        assert told["last"]
        assert told["last"] in " ".join(seat.heard)
        seat.say("concede")
        seat.hear_until(to_act=-2)
    (told,) = asked(client, [links["seats"][0]])
    assert (told["mine"], told["over"], told["result"]) == (False, True, "lost")
    (watched,) = asked(client, [links["watch"]])
    assert (watched["over"], watched["result"]) == (True, "")
    (italian,) = asked(client, [links["seats"][0]], language="it")
    assert italian["opponent"] == "computer (recluta)"


def test_a_summary_names_the_other_player_and_says_who_is_awaited(client: TestClient) -> None:
    links = begin(client, "person", "person", game="pocket-battles", seed=None)
    one, two = links["seats"]
    with sitting(client, one) as seat:
        seat.say("name", words="Anna")
        (told,) = asked(client, [one])
        assert told["state"] == "player Elves has not joined yet"
        with sitting(client, two) as other:
            other.hear_dice()
            mine, theirs = asked(client, [one], [two])
            assert theirs["opponent"] == "Anna"
            assert mine["mine"] != theirs["mine"]
            assert {mine["state"], theirs["state"]} in (
                {"your turn", "waiting for player Elves"},
                {"your turn", "waiting for Anna"},
            )
            (both,) = asked(client, [one, two])
            assert (both["mine"], both["opponent"]) == (True, "")
            assert both["state"].startswith("your turn, as ")


def test_links_that_lead_nowhere_or_to_two_battles_have_no_summary(client: TestClient) -> None:
    one, other = begin(client, "person", "recruit"), begin(client, "person", "recruit")
    known, unknown, mixed = asked(client, [one["seats"][0]], ["nothing"], [one["seats"][0], other["seats"][0]])
    assert known["title"] == "Pocket Battles"
    assert (unknown, mixed) == (None, None)


@pytest.mark.parametrize("battles", [None, [], "x", [[]], [["x"] * 9], [[7]], ["x"], [["x"]] * (MAX_SUMMARIES + 1)])
def test_a_list_that_is_none_or_too_long_is_refused(client: TestClient, battles: Any) -> None:
    assert client.post(PATH, json={"battles": battles}).status_code == 422


@pytest.mark.parametrize(("game", "seat"), SECRETS, ids=NAMED)
def test_a_summary_does_not_depend_on_what_the_seat_may_not_know(game: Any, seat: int) -> None:
    one, other = twins(game, seat)
    rng = Random(5)
    for _ in range(20):
        told = [summary(SessionState(match, (Seat(),) * game.seats, 0.0), [seat]) for match in (one, other)]
        watched = [summary(SessionState(match, (Seat(),) * game.seats, 0.0), [SPECTATOR]) for match in (one, other)]
        shared = [summary(SessionState(match, (Seat(),) * game.seats, 0.0), [0, 1]) for match in (one, other)]
        assert told[0] == told[1]
        assert watched[0] == watched[1]
        assert shared[0]["last"] == watched[0]["last"], "on a shared device only what all may know"
        if one.to_act < 0 or one.outcome is not None or not game.has_secrets(one.state):
            return
        common = {action.notation for action in one.legal_actions} & {a.notation for a in other.legal_actions}
        if not common:
            return
        action = rng.choice(sorted(common))
        one.push(action)
        other.push(action)


def test_a_link_is_drawn_as_a_code_and_never_logged(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    link = "https://battles.example/table#SWORDFISH"
    answer = client.post("/qr", json={"link": link})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg")
    assert "SWORDFISH" not in caplog.text + answer.text


@pytest.mark.parametrize("link", [None, 7, "", "javascript:alert(1)", "words", "https://", "https://x/" + "y" * 300])
def test_what_is_no_link_is_not_drawn(client: TestClient, link: Any) -> None:
    assert client.post("/qr", json={"link": link}).status_code == 422
