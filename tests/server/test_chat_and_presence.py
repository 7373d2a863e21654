"""Covers drumhead.server.session.chat and presence: chat, mutes, and who is connected."""

import time

import pytest
from starlette.testclient import TestClient

from drumhead.server.session import steady_clock
from tests.kit.server import begin, sitting


def test_players_talk_and_those_who_look_on_neither_hear_nor_speak(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with (
        sitting(client, links["seats"][0]) as one,
        sitting(client, links["seats"][1]) as two,
        sitting(client, links["watch"]) as spectator,
    ):
        one.say("say", words="  hello\nthere ")
        assert two.hear_beside("said")["words"] == "hello there"
        assert one.hear_beside("said")["seat"] == 0
        assert spectator.answer("say", words="psst")["words"] == "spectators decide nothing"
        assert "hello" not in "".join(spectator.heard)
        for wrong in ("", " ", "x" * 401, "\x07", "a\u202eb"):
            assert one.answer("say", words=wrong)["type"] == "refused"
    with sitting(client, links["seats"][1]) as two:
        assert [line["words"] for line in two.hear_beside("chat")["lines"]] == ["hello there"]


def test_whoever_is_muted_is_not_heard_until_unmuted(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        assert two.answer("mute", seat=0, on=True) == {"type": "mute", "seat": 0, "on": True}
        one.say("say", words="unheard")
        assert one.hear_beside("said")["words"] == "unheard"
        two.answer("look", step=0)
        assert not [message for message in two.beside if message["type"] == "said"]
        assert "name the seat of another player" in two.answer("mute", seat=1, on=True)["words"]
        assert "name the seat of another player" in two.answer("mute", seat=9, on=True)["words"]
    with sitting(client, links["seats"][1]) as two:
        assert two.hear_beside("chat") == {"type": "chat", "lines": [], "muted": [0]}
        two.answer("mute", seat=0, on=False)
    with sitting(client, links["seats"][1]) as two:
        assert two.hear_beside("chat")["lines"][0]["words"] == "unheard"


def test_everybody_sees_who_is_there(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one:
        alone = {"type": "presence", "seats": [0], "watching": 0, "players": ["", ""], "away": []}
        alone |= {"devices": 1, "known_devices": 1}
        assert one.hear_beside("presence") == alone
        with sitting(client, links["watch"]):
            assert one.hear_beside("presence") == alone | {"watching": 1}
            with sitting(client, links["seats"][1]):
                assert one.hear_beside("presence")["seats"] == [0, 1]
            assert one.hear_beside("presence")["seats"] == [0]
        assert one.hear_beside("presence")["watching"] == 0


def test_players_have_names_that_all_see_and_that_last(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["watch"]) as spectator:
        number = one.view["number"]
        one.say("name", words="  Anna\x07 \u202eMaria\n ")
        while (heard := spectator.hear_beside("presence"))["players"][0] == "":
            pass
        assert heard["players"] == ["Anna Maria", ""]
        assert one.answer("name", words="x" * 25)["words"] == "a name has at most 24 characters"
        assert spectator.answer("name", words="Eve")["words"] == "spectators decide nothing"
        assert one.answer("look", step=0)["type"] == "look"
        assert one.view["number"] == number, "a name changes no position"
    with sitting(client, links["seats"][1]) as two:
        assert [side["player"] for side in two.table["sides"]] == ["Anna Maria", ""]
        two.say("name", words="<b>Bo</b>")
        while (heard := two.hear_beside("presence"))["players"][1] == "":
            pass
        assert heard["players"] == ["Anna Maria", "<b>Bo</b>"]
        two.say("name", words="")
        while (heard := two.hear_beside("presence"))["players"][1] != "":
            pass


def test_whoever_takes_a_name_sends_nobody_a_position(client: TestClient) -> None:
    """A half-made choice of the others would be lost."""
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        two.answer("look", step=0)
        before = len([text for text in two.heard if '"type":"view"' in text])
        one.say("name", words="Anna")
        while two.hear_beside("presence")["players"][0] == "":
            pass
        two.answer("look", step=0)
        assert len([text for text in two.heard if '"type":"view"' in text]) == before


def test_who_was_here_is_away_for_so_long_and_who_never_came_is_not(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = begin(client, "person", "person")
    with sitting(client, links["seats"][0]) as one:
        assert one.hear_beside("presence")["away"] == []
        with sitting(client, links["seats"][1]):
            assert one.hear_beside("presence")["away"] == []
        assert one.hear_beside("presence")["away"] == [[1, 0]]
    now = time.time()
    monkeypatch.setattr(steady_clock, "now", lambda: now + 300)
    with sitting(client, links["seats"][0]) as one:
        ((seat, seconds),) = one.hear_beside("presence")["away"]
        assert (seat, 295 < seconds < 310) == (1, True)
