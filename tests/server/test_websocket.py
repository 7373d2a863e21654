"""Covers drumhead.server.api.websocket, api.serialize and session.session: a connection from hello to end."""

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from drumhead import Match, load
from drumhead.core.files.record import read, verify
from drumhead.server.api.connection import Connection
from tests.kit.server import ORIGIN, Sitting, begin, server, sitting


def test_a_seat_is_told_the_table_then_the_position_with_all_it_may_decide(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    match = Match(load("pocket-battles"), seed=3)
    match.settle()
    with sitting(client, links["watch"]), sitting(client, links["seats"][match.to_act]) as seat:
        table, view = (json.loads(text) for text in seat.heard)
    assert table["type"] == "table"
    assert table["game"] == "pocket-battles"
    assert [side["name"] for side in table["sides"]] == ["Orcs", "Elves"]
    assert view["type"] == "view"
    assert view["to_act"] == match.to_act
    assert view["prompt"] == str(match.prompt)
    assert [action[0] for action in view["actions"]] == [action.notation for action in match.legal_actions]
    notation, words, clause, walk = view["actions"][0]
    first = match.legal_actions[0]
    assert (words, clause) == (str(first.words), first.clause)
    assert [view["steps"][step] for step in walk] == [[step.key, str(step.words)] for step in first.steps]
    assert view["picture"].startswith("<svg")
    assert "<style>" not in view["picture"]
    assert view["style"].startswith(".dh{")
    assert notation == first.notation


def test_dice_fall_by_themselves_and_are_told_with_their_sides(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["watch"]) as spectator:
        thrown = [step for step in spectator.view["log"] if "faces" in step]
    assert thrown
    assert thrown[0]["sides"] == [6, 6]
    assert len(thrown[0]["faces"]) == 2


def test_the_others_are_told_before_the_one_who_acted(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    links = begin(client, "person", "person", seed=3)
    told: list[int] = []
    send = Connection.send

    def sent_too(connection: Connection, message: dict[str, Any]) -> None:
        told.append(connection.seat)
        send(connection, message)

    with ExitStack() as stack:
        seats = [stack.enter_context(sitting(client, token)) for token in links["seats"]]
        acts = seats[0].hear_dice()["to_act"]
        for _ in range(2):
            monkeypatch.setattr(Connection, "send", sent_too)
            told.clear()
            seats[acts].act(seats[acts].wait()["actions"][0][0])
            assert told[0] == 1 - acts
            assert told[-1] == acts
            monkeypatch.undo()
            acts = seats[0].hear_until(number=seats[acts].view["number"])["to_act"]


def test_an_action_is_seen_by_everybody_at_the_table(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with (
        sitting(client, links["seats"][0]) as orcs,
        sitting(client, links["seats"][1]) as elves,
        sitting(client, links["watch"]) as spectator,
    ):
        acting = orcs if orcs.view["actions"] else elves
        number, step = acting.view["number"], acting.view["step"]
        action = acting.view["actions"][0][0]
        acting.act(action)
        others = [seat.hear() for seat in (orcs, elves, spectator) if seat is not acting]
        for view in (acting.view, *others):
            assert (view["number"], view["step"], view["since"]) == (number + 1, step + 1, step)
            assert view["log"][0]["done"] == action
        assert not spectator.view["actions"]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"type": "act", "number": 1, "action": "fly O1"}, "'fly O1' is not an action"),
        ({"type": "act", "number": 99, "action": "pass"}, "the battle has moved on"),
        ({"type": "act", "number": 0, "action": "pass"}, "the battle has moved on"),
        ({"type": "act", "action": "pass"}, "the message needs the field number"),
        ({"type": "act", "number": True, "action": "pass"}, "the message needs the field number"),
        ({"type": "act", "number": 1, "action": ["pass"]}, "the message needs the field action"),
        ({"type": "dance"}, "unknown type of message: 'dance'"),
        ({"typ": "act"}, "the message needs the field type"),
        ([], "a message must be an object"),
        ("{", "a message must be JSON"),
        ("[" * 5_000, "a message must be JSON"),
        ("[" * 50_000, "the message is too large"),
        ({"type": "look", "step": 1000}, "the battle has"),
        ({"type": "look", "step": -1}, "the battle has"),
        ({"type": "undo", "number": 2}, "nothing can be taken back"),
        ({"type": "draw", "number": 2, "agree": True}, "no draw by agreement"),
        ({"type": "proof"}, "this is shown once the battle is over"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(client: TestClient, message: Any, reason: str) -> None:
    links = begin(client, "person", "person", seed=3)
    for token in links["seats"]:
        with sitting(client, token) as seat:
            if seat.view["actions"]:
                before = seat.view
                if isinstance(message, dict) and message.get("number") == 1 and not isinstance(message["number"], bool):
                    message = message | {"number": before["number"]}
                seat.socket.send_text(message if isinstance(message, str) else json.dumps(message))
                answer = seat.hear()
                assert answer["type"] == "refused"
                assert reason in answer["words"]
        with sitting(client, token) as again:
            assert again.view["number"] == 2


def test_an_illegal_action_is_refused_with_its_clause(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    for token in links["seats"]:
        with sitting(client, token) as seat:
            if seat.view["actions"]:
                letter = "O" if seat.view["to_act"] == 0 else "E"
                answer = seat.act(f"charge {letter}1")
                assert answer["type"] == "refused"
                assert answer["to"] == "act"
                assert answer["clause"].startswith("PB-")


def test_nobody_decides_for_another(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as orcs, sitting(client, links["seats"][1]) as elves:
        acting, other = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
        action = acting.view["actions"][0][0]
        for asked in ("act", "odds"):
            assert "it is not your decision" in other.answer(asked, action=action)["words"]
        assert "it is not your decision" in other.answer("hint")["words"]
        assert acting.act(action)["type"] == "view"


def test_a_seat_may_give_up_on_the_decision_of_another(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as orcs, sitting(client, links["seats"][1]) as elves:
        acting, other = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
        other.say("concede")
        assert "concede" in acting.hear()["outcome"]["words"]


@pytest.mark.parametrize("asked", ["act", "odds", "undo", "concede", "draw", "hint"])
def test_those_who_look_on_decide_nothing(client: TestClient, asked: str) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["watch"]) as spectator:
        answer = spectator.answer(asked, action="pass", chosen=[], key="O1", agree=True)
        assert (answer["type"], answer["words"]) == ("refused", "spectators decide nothing")


def test_a_decision_is_taken_back_and_the_old_number_is_stale(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as orcs, sitting(client, links["seats"][1]) as elves:
        acting, other = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
        first = acting.view
        acting.act(first["actions"][0][0])
        seen = other.hear()
        acting.say("undo")
        back = acting.hear()
        assert (back["step"], back["since"], back["log"]) == (first["step"], first["step"], [])
        assert back["number"] == first["number"] + 2
        assert back["actions"] == first["actions"]
        acting.act(first["actions"][1][0])
        if seen["actions"]:
            stale = other.answer("act", action=seen["actions"][0][0], number=seen["number"])
            assert "the battle has moved on" in stale["words"]


def test_odds_and_reasons_are_told_on_demand(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as orcs, sitting(client, links["seats"][1]) as elves:
        found: dict[str, Any] = {}
        rng = Random(5)
        while not found:
            for seat in (orcs, elves):
                while seat.view["step"] < max(orcs.view["step"], elves.view["step"]):
                    seat.hear()
            acting = orcs if orcs.view["actions"] else elves
            shots = [action for action in acting.view["actions"] if action[0].startswith("shoot")]
            if shots:
                found = acting.answer("odds", action=shots[0][0])
                reasons = acting.answer("why", chosen=[], key="left-engagement")
            else:
                acting.act(rng.choice(acting.view["actions"])[0])
    assert found["type"] == "odds"
    assert found["throws"]
    for throw in found["throws"]:
        assert sum(chance for chance, _ in throw["chances"]) == pytest.approx(1)
        assert throw["tally"][0][2].startswith("PB-")
    assert reasons["type"] == "why"
    assert reasons["reasons"]
    assert reasons["reasons"][0]["clause"].startswith("PB-")


def test_whoever_looks_is_told_why_a_piece_cannot_be_chosen_now(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with (
        sitting(client, links["seats"][0]) as orcs,
        sitting(client, links["seats"][1]) as elves,
        sitting(client, links["watch"]) as spectator,
    ):
        acting, other = (orcs, elves) if orcs.view["actions"] else (elves, orcs)
        told = [seat.answer("why", chosen=[], key="O1")["reasons"] for seat in (other, spectator)]
        question = acting.view["prompt"]
        assert told == [
            [{"words": f"{begun}; {question}", "clause": "PB-3.2", "keys": [], "sight": None}]
            for begun in ("it is not your turn to decide", "spectators decide nothing")
        ]
        enemy = "E1" if acting is orcs else "O1"
        reasons = acting.answer("why", chosen=[], key=enemy)["reasons"]
        assert [reason["clause"] for reason in reasons] == ["PB-3.2"]
        assert f"{enemy} (" in reasons[0]["words"]
        assert " belongs to " in reasons[0]["words"]


def test_everybody_is_told_what_a_piece_can_do(client: TestClient) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=3)
    with sitting(client, links["seats"][0]) as red, sitting(client, links["watch"]) as spectator:
        seat = red.hear_dice()
        for sits in (red, spectator):
            told = sits.answer("about", step=0, key="B1")
            assert (told["step"], told["key"]) == (0, "B1")
            assert {"words": "is never fired at", "clause": "TB-5.7"} in told["traits"]
            assert sits.answer("about", step=0, key="f5")["traits"] == []
        assert "the battle has" in red.answer("about", step=seat["step"] + 9, key="B1")["words"]
        if seat["actions"]:
            why = red.answer("why", chosen=[], key="B1")
            assert {"words": "is never fired at", "clause": "TB-5.7"} in why["traits"]


@pytest.mark.slow
def test_a_hint_is_a_legal_action(client: TestClient) -> None:
    links = begin(client, "person", "recruit", seed=3)
    with sitting(client, links["seats"][0]) as seat:
        view = seat.wait()
        hint = seat.answer("hint")
        legal = {action[0]: action[1] for action in view["actions"]}
        assert 0 < len(hint["hints"]) <= 3
        for found in hint["hints"]:
            assert found["words"] == legal[found["action"]]
            assert 0 <= found["chance"] <= 1


def play_out(seat: Sitting, rng: Random) -> None:
    while not seat.wait()["outcome"]:
        assert seat.act(rng.choice(seat.view["actions"])[0])["type"] == "view"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle"])
def test_a_whole_battle_against_the_computer_can_be_saved_and_its_dice_proved(client: TestClient, game: str) -> None:
    options = {"max_turns": 6} if game == "travel-battle" else {}
    links = begin(client, "person", "recruit", game=game, options=options)
    with sitting(client, links["seats"][0]) as seat:
        play_out(seat, Random(1))
        proof = seat.answer("proof")
        middle = seat.answer("look", step=seat.view["step"] // 2)
    record = client.post("/record", json={"tokens": [links["seats"][0]]}).text
    match = read(record)
    assert match.outcome is not None
    assert verify(match).checked == proof["checked"] == match.throws
    assert str(match.outcome.reason) == seat.view["outcome"]["words"]
    assert middle["step"] == len(match.steps) // 2
    assert middle["prompt"] == str(match.at(middle["step"]).prompt_for(0))


def test_a_battle_goes_on_after_a_restart(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "recruit", game="travel-battle")
        with sitting(client, links["seats"][0]) as seat:
            for _ in range(12):
                seat.wait()
                seat.act(seat.view["actions"][0][0])
            before = seat.wait()
    with server(tmp_path) as client, sitting(client, links["seats"][0]) as seat:
        after = seat.wait()
        assert {name: after[name] for name in ("number", "step", "prompt", "actions", "picture")} == {
            name: before[name] for name in ("number", "step", "prompt", "actions", "picture")
        }
        assert seat.act(after["actions"][0][0])["type"] == "view"


@pytest.mark.slow
def test_computers_play_each_other_while_somebody_watches(client: TestClient) -> None:
    links = begin(client, "recruit", "recruit")
    assert links["seats"] == [None, None]
    with sitting(client, links["watch"]) as spectator:
        spectator.say("pace", seconds=0.001)
        while not spectator.view["outcome"]:
            spectator.hear()
    assert spectator.view["step"] > 20


def test_giving_up_ends_the_battle(client: TestClient) -> None:
    links = begin(client, "person", "recruit")
    with sitting(client, links["seats"][0]) as seat:
        seat.wait()
        seat.say("concede")
        view = seat.hear()
    assert view["outcome"]["returns"] == [-1, 1]
    assert view["outcome"]["clause"] == "PB-8.1"


def test_a_draw_needs_every_seat(client: TestClient) -> None:
    links = begin(client, "person", "person", game="travel-battle", seed=1)
    with sitting(client, links["seats"][0]) as red, sitting(client, links["seats"][1]) as blue:
        red.say("draw", agree=True)
        assert red.hear()["offers"] == [0]
        assert blue.hear()["offers"] == [0]
        blue.say("draw", agree=False)
        assert blue.hear()["offers"] == []
        red.hear()
        blue.say("draw", agree=True)
        blue.hear()
        red.hear()
        red.say("draw", agree=True)
        assert red.hear_until(to_act=-2)["outcome"]["returns"] == [0, 0]


def test_the_computer_agrees_to_no_draw(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle")
    with sitting(client, links["seats"][0]) as red:
        red.wait()
        assert red.answer("draw", agree=True)["words"] == "the computer plays on"


@pytest.mark.parametrize("hello", ['{"token":"nobody","language":"en"}', "{", '{"token":7,"language":"en"}'])
def test_a_link_that_leads_nowhere_is_told_so(client: TestClient, hello: str) -> None:
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(hello)
        assert json.loads(socket.receive_text())["type"] == "refused"
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
    assert ended.value.code in (4400, 4404)


def test_a_line_on_which_nothing_can_be_sent_is_closed_and_not_left_mute(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        (session,) = client.app.state.service.registry.sessions.values()  # type: ignore[attr-defined]
        connection = next(connection for connection in session.subscribers if connection.seat == 0)
        client.portal.call(connection.send, {"type": "said", "words": object()})  # type: ignore[union-attr]
        with pytest.raises(WebSocketDisconnect) as closed:
            one.hear_beside("said")
        assert closed.value.code == 1011
        assert two.answer("look", step=0)["step"] == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"type": "say", "words": "\\ud800"}', "the message contains characters that cannot be stored"),
        ('{"type": "say", "words": "\\u0000"}', "the message contains characters that cannot be stored"),
        ('{"type": "look", "step": 1e999}', "a message must be JSON"),
        ('{"type": "look", "step": NaN}', "a message must be JSON"),
        ('{"type": "look", "step": ' + "9" * 5000 + "}", "a message must be JSON"),
        ('{"type": "why", "chosen": ' + "[" * 20 + "]" * 20 + "}", "the message is nested too deeply"),
        ('{"type": "say", "words": "' + "x" * 70_000 + '"}', "the message is too large"),
        ('{"type": "hook", "url": "' + "x" * 2000 + '"}', "url has more than 1000 characters"),
    ],
)
def test_odd_text_and_numbers_are_refused_where_messages_are_read(client: TestClient, text: str, reason: str) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one:
        one.socket.send_text(text)
        assert one.hear()["words"] == reason
        assert one.answer("look", step=0)["step"] == 0
