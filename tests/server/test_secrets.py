"""Nothing leaks: what a seat and an onlooker are told does not depend on what they may not know."""

from collections.abc import Sequence
from random import Random

import pytest
from starlette.testclient import TestClient

from drumhead import load
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.server import setup
from drumhead.server.seats import Seat
from tests.server.table import Sitting, begin, sitting


def twins(game: Game, seat: int) -> tuple[Match, Match]:
    """Two battles that differ only in what a seat may not see."""
    seen = game.start().observe(seat)
    one, *others = (seen.guess(seat, Random(number)) for number in range(40))
    other = next(
        other
        for other in others
        if other.pack() != one.pack() or game.write_position(other) != game.write_position(one)
    )
    assert game.write_position(one.observe(seat)) == game.write_position(other.observe(seat))
    return Match(game, state=one, seed=4), Match(game, state=other, seed=4)


def told(client: TestClient, monkeypatch: pytest.MonkeyPatch, match: Match, seats: Sequence[int]) -> list[list[str]]:
    """Everything that some seats, -1 for an onlooker, hear while both sides deploy."""
    monkeypatch.setattr(setup, "new_battle", lambda _, seeded: (match, (Seat(), Seat())))
    links = begin(client, "person", "person")
    listeners: list[Sitting] = []
    with (
        sitting(client, links["seats"][0]) as orcs,
        sitting(client, links["seats"][1]) as elves,
        sitting(client, links["watch"]) as onlooker,
    ):
        rng = Random(2)
        players = (orcs, elves)
        while "deploy" in orcs.view["prompt"] or "place" in orcs.view["prompt"]:
            acting = players[orcs.view["to_act"]]
            notations = sorted(action[0] for action in acting.view["actions"])
            acting.say("act", action=rng.choice(notations))
            step = orcs.view["step"]
            for seat in (*players, onlooker):
                while seat.view["step"] <= step:
                    seat.hear()
            if not orcs.view["secrets"]:
                break
        listeners = [(orcs, elves, onlooker)[seat] for seat in seats]
        until = [next(i for i, text in enumerate(seat.heard) if '"secrets":false' in text) for seat in listeners]
        return [seat.heard[:end] for seat, end in zip(listeners, until, strict=True)]


@pytest.mark.parametrize("seat", [0, 1])
def test_battles_that_differ_in_a_secret_send_the_same_bytes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    one, other = twins(load("pocket-battles"), seat)
    first = told(client, monkeypatch, one, [seat])
    second = told(client, monkeypatch, other, [seat])
    assert len(first[0]) > 10
    assert first == second


def test_an_onlooker_is_told_no_more_than_both_sides_may_know(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in (0, 1):
        one, other = twins(load("pocket-battles"), seat)
        assert told(client, monkeypatch, one, [-1]) == told(client, monkeypatch, other, [-1])


@pytest.mark.parametrize("seat", [0, 1])
def test_files_that_differ_in_a_secret_are_the_same_for_those_who_may_not_know_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    files = []
    for match in twins(load("pocket-battles"), seat):
        monkeypatch.setattr(setup, "new_battle", lambda _, seeded, match=match: (match, (Seat(), Seat())))
        links = begin(client, "person", "person")
        asked = [{"tokens": [links["seats"][seat]]}, {"tokens": [links["watch"]]}]
        files.append([client.post(path, json=one).content for one in asked for path in ("/record",)])
        owner = client.post("/record", json={"tokens": [links["seats"][1 - seat]]}).content
        files[-1].append(b"" if owner not in files[-1] else owner)
    assert files[0] == files[1]


def test_a_link_does_not_act_or_look_for_another_seat(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        for seat, other in ((one, two), (two, one)):
            assert seat.table["seat"] != other.table["seat"]
            if other.view["actions"]:
                action = other.view["actions"][0][0]
                assert "it is not your decision" in seat.answer("act", action=action, seat=other.table["seat"])["words"]
                assert seat.view["actions"] == []


def test_the_owner_of_a_secret_does_see_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = twins(load("pocket-battles"), 0)
    assert told(client, monkeypatch, one, [1]) != told(client, monkeypatch, other, [1])
