"""Covers drumhead.server.lobby.requests and api.http: battles from options and files, and their files."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead import Match, load
from drumhead.core.files.record import read, write
from tests.kit.server import begin, post, sitting


@pytest.mark.parametrize(
    ("asked", "reason", "clause"),
    [
        ([], "no game was named", ""),
        ({"seats": ["person", "person"]}, "no game was named", ""),
        ({"game": "chess", "seats": ["person", "person"]}, "there is no game 'chess'", ""),
        ({"game": "pocket-battles"}, "this battle has 2 seats", ""),
        ({"game": "pocket-battles", "seats": ["person"]}, "this battle has 2 seats", ""),
        ({"game": "pocket-battles", "seats": ["person", "emperor"]}, "a seat is one of person, guest, recruit", ""),
        ({"game": "pocket-battles", "seats": {"people": [2], "level": "recruit"}}, "this battle has 2 seats", ""),
        ({"game": "pocket-battles", "seats": {"people": "some"}}, "this battle has 2 seats", ""),
        ({"game": "pocket-battles", "seats": {"people": [0]}}, "a seat is one of person", ""),
        ({"game": "pocket-battles", "seats": ["person"] * 2, "options": [1]}, "options must be names and values", ""),
        ({"game": "pocket-battles", "seats": ["person", ["recruit"]]}, "a seat is one of person, guest, recruit", ""),
        ({"game": "pocket-battles", "seats": ["person"] * 2, "options": {"armies": 5}}, "5 is not a valid option", ""),
        (
            {"game": "pocket-battles", "seats": ["person"] * 2, "options": {"armies": [[]]}},
            "[[]] is not a valid option",
            "",
        ),
        ({"game": "pocket-battles", "seats": ["person"] * 2, "options": {"size": {}}}, "{} is not a valid option", ""),
        ({"game": "pocket-battles", "seats": ["person"] * 2, "options": {"colour": 1}}, "has no option", ""),
        (
            {"game": "pocket-battles", "seats": ["person"] * 2, "options": {"armies": ["orcs-50", "elves-80"]}},
            "agree on a size",
            "PB-1.2",
        ),
        (
            {"game": "pocket-battles", "seats": ["person"] * 2, "options": {"armies": ["orcs-50", "/etc/passwd"]}},
            "'/etc/passwd' is not known here",
            "",
        ),
        (
            {"game": "travel-battle", "seats": ["person"] * 2, "options": {"brigades": ["../secret.txt", "old-guard"]}},
            "'../secret.txt' is not known here",
            "",
        ),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_its_reason(
    client: TestClient, asked: Any, reason: str, clause: str
) -> None:
    answer = client.post("/battles", json=asked)
    assert answer.status_code == 422
    assert reason in answer.json()["words"]
    assert answer.json()["clause"] == clause


def test_options_reach_the_battle(client: TestClient) -> None:
    links = begin(client, "person", "person", options={"armies": ["romans-50", "celts-50"], "edition": "2009"})
    with sitting(client, links["seats"][0]) as seat:
        assert '"edition":"2009"' in seat.heard[0]
        assert '"name":"Romans"' in seat.heard[0]


def test_seats_can_be_given_as_people_and_a_level(client: TestClient) -> None:
    asked = {"game": "pocket-battles", "seats": {"people": [1], "level": "recruit"}}
    links = client.post("/battles", json=asked).json()
    assert links["seats"][0] is None
    assert links["seats"][1]


def played(steps: int) -> Match:
    match = Match(load("travel-battle"))
    while len(match.steps) < steps:
        match.settle()
        match.push(match.legal_actions[0])
    match.settle()
    match.close_stretch()
    return match


def test_a_game_file_goes_on_where_it_stopped(client: TestClient) -> None:
    match = played(30)
    links = client.post("/battles/open", json={"record": write(match), "seats": ["person", "person"]}).json()
    with sitting(client, links["seats"][match.to_act]) as seat:
        assert seat.view["step"] == len(match.steps)
        assert seat.view["prompt"] == str(match.prompt)
        assert seat.act(seat.view["actions"][0][0])["type"] == "view"
    again = read(client.post("/record", json={"tokens": links["seats"]}).text)
    assert [step.notation for step in again.steps[: len(match.steps)]] == [step.notation for step in match.steps]
    assert len(again.steps) > len(match.steps)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: "", "This is not a saved battle"),
        (lambda text: text[:-2], "it was cut short"),
        (lambda text: text.replace('[Game "travel-battle"]', '[Game "chess"]'), "there is no game 'chess'"),
        (lambda text: text.replace('[Rules "2"]', '[Rules "99"]'), "the file was played under rules 99"),
        (lambda text: "\x01\x02PK", "This is not a saved battle"),
        (lambda text: "\x00\x01PK", "the message contains characters that cannot be stored"),
    ],
)
def test_a_foreign_or_damaged_file_is_refused_with_its_reason(client: TestClient, damage: Any, reason: str) -> None:
    answer = client.post("/battles/open", json={"record": damage(write(played(5))), "seats": ["person", "person"]})
    assert answer.status_code == 422
    assert reason in answer.json()["words"]


def test_a_game_file_opens_no_file_of_this_machine(client: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the password is swordfish")
    text = write(Match(load("travel-battle"), seed=1))
    line = next(line for line in text.splitlines() if line.startswith("[Brigades1 "))
    answer = client.post(
        "/battles/open", json={"record": text.replace(line, f'[Brigades1 "{secret}"]'), "seats": ["person", "person"]}
    )
    assert answer.status_code == 422
    assert "swordfish" not in answer.text


def test_what_is_folded_too_deep_is_refused(client: TestClient) -> None:
    answer = client.post("/battles", content="[" * 200_000, headers={"content-type": "application/json"})
    assert answer.status_code == 422


def test_what_is_too_long_is_refused(client: TestClient) -> None:
    answer = client.post("/battles/open", json={"record": "x" * 3_000_000, "seats": ["person", "person"]})
    assert answer.status_code == 422
    assert answer.json()["words"] == "the message is too large"


def test_a_rematch_swaps_the_sides(client: TestClient) -> None:
    links = begin(client, "person", "recruit", options={"armies": ["romans-50", "celts-50"]})
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        seat.say("concede")
        seat.hear_until(to_act=-2)
    again = client.post("/battles/again", json={"token": links["seats"][0]}).json()
    assert again["seats"][0] is None
    with sitting(client, again["seats"][1]) as seat:
        assert '"name":"Romans"' in seat.heard[0]
        asked = "place a unit in" if seat.view["to_act"] == 1 else "Waiting for "
        assert asked in seat.view["prompt"]


def test_the_file_of_a_running_battle_holds_no_secret_of_another_seat(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with sitting(client, links["watch"]):
        one = client.post("/record", json={"tokens": [links["seats"][0]]}).text
        spectator = client.post("/record", json={"tokens": [links["watch"]]}).text
        both = client.post("/record", json={"tokens": links["seats"]}).text
    assert "[Sealed" not in one
    assert "secret" not in one
    assert "secret" not in spectator
    assert "[Sealed" in both
    own = next(line for line in one.splitlines() if line.startswith("[Army1 "))
    assert own not in spectator
    assert read(both).game.tags()["Army1"] in own


HIDING: list[tuple[str, dict[str, Any], int]] = [
    ("pocket-battles", {}, 2),
    ("aces-armor", {}, 2),
    ("aces-armor", {"sets": "1+4"}, 2),
    ("aces-armor", {"players": 4, "mission": "v2"}, 4),
]


@pytest.mark.parametrize(("game", "options", "count"), HIDING)
def test_the_file_of_a_person_tells_nothing_of_what_a_computer_hides(
    client: TestClient, game: str, options: dict[str, Any], count: int
) -> None:
    links = begin(client, *["recruit"] * (count - 1), "person", game=game, options=options, seed=3)
    with sitting(client, links["seats"][-1]) as seat:
        assert seat.wait()["secrets"]
        text = post(client, "/record", tokens=[links["seats"][-1]])
    assert "[Sealed" not in text
    assert '[Known "' in text
    refused = "nobody can play on from it"
    assert refused in post(client, "/battles/open", record=text, seats=["person"] * count)
    assert refused not in post(
        client, "/battles/open", record=text.replace("[Known", "[Seen"), seats=["person"] * count
    )


def test_the_file_of_a_person_is_whole_once_nothing_is_hidden(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        text = post(client, "/record", tokens=links["seats"][:1])
    assert "[Known" not in text
    assert post(client, "/battles/open", record=text, seats=["person", "recruit"])["game"] == "travel-battle"


def test_a_battle_saved_while_it_runs_goes_on_with_dice_that_nobody_knows(client: TestClient) -> None:
    links = begin(client, "person", "person")
    with sitting(client, links["seats"][0]) as orcs, sitting(client, links["seats"][1]):
        before, commitment = orcs.hear_dice(), orcs.table["seal"]
        client.post("/record", json={"tokens": links["seats"]})
        assert orcs.hear()["seal"] not in ("", commitment)
        assert orcs.hear()["number"] == before["number"] + 1
        assert orcs.view["log"][-1]["faces"] == before["log"][-1]["faces"]


@pytest.mark.parametrize(
    "asked", [{}, [], {"tokens": []}, {"tokens": "abc"}, {"tokens": ["nobody"]}, {"tokens": ["x"] * 9}]
)
def test_no_file_without_a_link(client: TestClient, asked: Any) -> None:
    assert client.post("/record", json=asked).status_code == 422
