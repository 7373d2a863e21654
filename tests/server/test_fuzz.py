"""Covers drumhead.server.api.http, api.websocket and api.json_input: random input breaks nothing."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from drumhead.server.api import schemas, spec
from drumhead.server.api.websocket import HANDLERS
from drumhead.server.ops.rate_limit import Rate
from tests.kit.server import Sitting, begin, server, sitting

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import GenerationMode

SETTINGS = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
REQUESTS = schemathesis.openapi.from_dict(spec.openapi())
TEXTS = st.one_of(
    st.text(max_size=20),
    st.text(st.characters(), max_size=20),  # half characters, too
    st.builds(
        lambda unit, times: unit * times, st.sampled_from(["9", " ", "\n", "|", "/", "\0"]), st.integers(0, 9000)
    ),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
FIELDS = sorted({name for fields, _, _ in HANDLERS.values() for name in fields})
MESSAGES = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")),
    ANYTHING.map(json.dumps),
    st.builds(
        lambda kind, fields: json.dumps({"type": kind, **fields}),
        st.sampled_from(sorted(HANDLERS)),
        st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=4),
    ),
    st.builds(
        lambda kind, number, action: json.dumps({"type": kind, "number": number, "action": action}),
        st.sampled_from(["act", "undo", "odds", "concede", "hint"]),
        st.integers(-2, 40),
        st.text(max_size=12) | st.sampled_from(["pass", "deploy O1 1", "throw 6 6", "concede", "(offer draw)", "undo"]),
    ),
)
HARMLESS = {"say", "mute", "hook", "pace"}
"""What may succeed without changing a battle."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with server(Path(tmp_path_factory.mktemp("fuzz")), rate=Rate(1, 0)) as client:
        yield client


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("path", sorted(schemas.REQUESTS))
def test_no_request_breaks_the_server(client: TestClient, path: str, mode: GenerationMode) -> None:
    operation = REQUESTS[path]["POST"]

    @SETTINGS
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: schemathesis.Case[Any]) -> None:
        body = case.body if not isinstance(case.body, schemathesis.core.NotSet) else None
        answer = client.post(path, content=json.dumps(body, default=str), headers={"content-type": "application/json"})
        assert answer.status_code in {int(status) for status in operation.definition.raw["responses"]}
        assert answer.status_code < 500
        if answer.status_code == 422:
            assert set(answer.json()) == {"type", "to", "words", "clause"}

    asked()


@pytest.mark.parametrize("path", sorted(schemas.REQUESTS))
def test_no_value_in_a_request_breaks_the_server(client: TestClient, path: str) -> None:
    """Every field of every request, with anything in it."""
    fields = sorted(schemas.REQUESTS[path][1]["properties"])

    @SETTINGS
    @given(body=st.fixed_dictionaries({}, optional=dict.fromkeys(fields, ANYTHING)))
    def asked(body: dict[str, Any]) -> None:
        answer = client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
        assert answer.status_code < 500

    asked()


@pytest.mark.parametrize("who", ["the one to decide", "another", "a spectator"])
def test_no_message_breaks_a_conversation_or_changes_a_battle(client: TestClient, who: str) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["watch"]) as spectator:
        deciding, before = spectator.view["to_act"], (spectator.view["number"], spectator.view["step"])
    tokens = {
        "the one to decide": links["seats"][deciding],
        "another": links["seats"][1 - deciding],
        "a spectator": links["watch"],
    }

    with sitting(client, tokens[who]) as seat:

        @SETTINGS
        @given(texts=st.lists(MESSAGES, min_size=1, max_size=6))
        def said(texts: list[str]) -> None:
            for text in texts:
                if not _may_do_something(text, before[0]):
                    seat.socket.send_text(text)
            _must_answer(seat)

        said()
    with sitting(client, links["watch"]) as spectator:
        assert (spectator.view["number"], spectator.view["step"]) == before


def _may_do_something(text: str, number: int) -> bool:
    """Returns whether a message is a good one by chance: it would be carried out, and rightly so."""
    try:
        message = json.loads(text)
    except ValueError:
        return False
    if not isinstance(message, dict):
        return False
    changes = {"act", "undo", "concede", "draw", "offer", "computer"}
    return message.get("type") in changes and message.get("number", number) == number


def _must_answer(seat: Sitting) -> None:
    """The conversation goes on: a question is answered with what it asks for."""
    seat.say("look", step=0)
    while (message := seat.hear())["type"] != "look" or message["step"] != 0:
        assert message["type"] in {"refused", "view", "table", "look", "hint", "odds", "why", *HARMLESS}, message


@SETTINGS
@given(first=MESSAGES)
def test_no_first_message_breaks_the_server(client: TestClient, first: str) -> None:
    with client.websocket_connect("/talk") as socket:
        socket.send_text(first)
        assert json.loads(socket.receive_text())["type"] == "refused"
    assert client.get("/health").status_code == 200


def test_a_message_said_twice_or_too_late_is_done_once(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
        acting = one if one.view["actions"] else two
        first, action = acting.view["number"], acting.view["actions"][0][0]
        for _ in range(3):
            acting.say("act", action=action, number=first)
        assert acting.hear()["number"] == first + 1
        assert [acting.hear()["words"] for _ in range(2)] == ["the battle has moved on; look again"] * 2
        for number in (first + 5, first - 1, -1, 10**30):
            refused = acting.answer("act", action=action, number=number)
            assert refused["words"] == "the battle has moved on; look again"


def test_bytes_are_no_message(client: TestClient) -> None:
    links = begin(client, "person", "person", seed=3)
    with sitting(client, links["seats"][0]) as one:
        one.socket.send_bytes(b"\x00\xff")
        assert one.hear()["words"] == "a message must be JSON"
