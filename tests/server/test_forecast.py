"""Covers drumhead.server: forecast, reach, plans, again and deploy, as a client asks for them."""

import pytest
from starlette.testclient import TestClient

from drumhead.core.state import State
from drumhead.games.travel_battle.game import TravelBattle
from tests.kit.server import begin, sitting

PLACED = {"brigades": ["all-round", "all-round"]}


def test_deploy_places_everything_and_the_last_piece_can_be_taken_back(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", options=PLACED)
    with sitting(client, links["seats"][0]) as seat:
        played = []
        while "move your units" not in seat.wait()["prompt"]:
            answer = seat.answer("deploy")
            assert answer["type"] == "deploy", answer
            played += answer["actions"]
        assert len([action for action in played if action.startswith("place ")]) == 17
        assert seat.answer("deploy") == {
            "type": "refused",
            "to": "deploy",
            "words": "there is nothing to be placed now",
            "clause": "",
        }


@pytest.mark.parametrize("game", ["pocket-battles", "aces-armor"])
def test_deploy_ends_with_the_set_up_of_every_game(client: TestClient, game: str) -> None:
    links = begin(client, "person", "recruit", game=game)
    with sitting(client, links["seats"][0]) as seat:
        for _ in range(40):
            seat.wait()
            answer = seat.answer("deploy")
            if answer["type"] == "refused":
                break
            assert answer["actions"]
        assert answer["words"] == "there is nothing to be placed now"


def test_deploy_plays_what_the_game_finds_useful(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    def last(game: TravelBattle, state: State, code: int) -> int:
        found.append(game.action(state, state.legal()[-1]).notation)
        return state.legal()[-1]

    monkeypatch.setattr(TravelBattle, "useful_placement", last)
    links = begin(client, "person", "recruit", game="travel-battle", options=PLACED)
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        played = seat.answer("deploy")["actions"]
        assert played == found


def in_the_first_line(action: str) -> tuple[int, str]:
    """The rank on which an action places a unit, and the action: so that nobody stands before another."""
    place = action.rsplit(maxsplit=1)[-1]
    return (int(place[1:]) if action.startswith("place ") else 0), action


def test_a_turn_is_forecast_moved_by_brigades_and_repeated(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", options=PLACED)
    with sitting(client, links["seats"][0]) as seat:
        while "move your units" not in seat.wait()["prompt"]:
            seat.act(max((action[0] for action in seat.view["actions"]), key=in_the_first_line))
        assert seat.view["repeat"] is False
        assert seat.view["rolls"] == []
        assert [seat.view["actions"][index][0] for index in seat.view["ends"]] == ["end-movement"]
        plans = [plan for plan in seat.answer("plans")["plans"] if " forward:" in plan["words"]]
        assert plans, "no brigade can move forward together"
        moves = plans[0]["actions"]
        told = seat.answer("forecast", action=moves[0])
        unit, square = moves[0].split()[1:]
        assert told["path"][-1] == square
        assert told["facts"][0]["clause"] in ("TB-3.1", "TB-3.2")
        reach = seat.answer("reach", key=unit)
        assert square in reach["places"]
        assert reach["threat"][square] == len(told["threats"])
        for move in moves:
            assert seat.act(move)["type"] == "view"
        seat.act("end-movement")
        while "move your units" not in seat.wait()["prompt"] or not seat.view["actions"]:
            seat.act(seat.view["actions"][-1][0])
        assert seat.view["repeat"] is True
        again = seat.answer("again")["actions"]
        assert again
        assert {action.split()[1] for action in again} <= {action.split()[1] for action in moves}
        for action in again:
            assert seat.act(action)["type"] == "view"


def test_spectators_may_ask_for_reach_and_for_nothing_else(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle")
    with sitting(client, links["watch"]) as watcher:
        assert watcher.answer("reach", key="R4")["type"] == "reach"
        for type in ("forecast", "plans", "again", "deploy"):
            assert watcher.answer(type, action="end")["words"] == "spectators decide nothing"


def test_an_illegal_action_has_no_forecast(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle")
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        refused = seat.answer("forecast", action="move R4 c3")
        assert (refused["type"], refused["to"]) == ("refused", "forecast")
