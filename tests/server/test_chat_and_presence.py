"""Covers drumhead.server.session.chat and presence: chat, mutes, and who is connected."""

from starlette.testclient import TestClient

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
        assert one.hear_beside("presence") == {"type": "presence", "seats": [0], "watching": 0}
        with sitting(client, links["watch"]):
            assert one.hear_beside("presence") == {"type": "presence", "seats": [0], "watching": 1}
            with sitting(client, links["seats"][1]):
                assert one.hear_beside("presence")["seats"] == [0, 1]
            assert one.hear_beside("presence")["seats"] == [0]
        assert one.hear_beside("presence")["watching"] == 0
