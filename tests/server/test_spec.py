"""Covers drumhead.server.api.spec and schemas: the documents match what the server does."""

import json
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from drumhead.server.api import schemas, spec
from drumhead.server.api.websocket import HANDLERS
from tests.kit.server import ORIGIN, begin, binding, sitting

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_the_documents_are_fresh_and_served(client: TestClient, name: str) -> None:
    made = getattr(spec, name)()
    file = DOCS / f"{name}.json"
    assert file.read_text(encoding="utf-8") == spec.as_text(made), "python -m drumhead.server.api.spec writes it anew"
    assert client.get(f"/{name}.json").json() == made


def test_every_message_that_may_be_said_is_described() -> None:
    assert set(schemas.CLIENT_MESSAGES) == set(HANDLERS)
    described = spec.asyncapi()["channels"]["talk"]["messages"]
    assert {"hello", *HANDLERS} <= set(described)
    for type, (fields, _, _) in HANDLERS.items():
        assert set(described[type]["payload"]["required"]) == {"type", *fields}


def test_every_route_that_takes_a_post_and_is_not_of_a_page_is_described(client: TestClient) -> None:
    posted = {route.path for route in client.app.routes if "POST" in (getattr(route, "methods", None) or ())}  # type: ignore[attr-defined]
    of_pages = {"/arrange/{game}", "/desk/{game}/{question}"}
    assert set(schemas.REQUESTS) == posted - of_pages


def test_all_that_the_server_says_is_as_described(client: TestClient) -> None:
    links = begin(client, "person", "recruit", game="travel-battle", options={"max_turns": 2})
    rng = Random(1)
    with binding(client, links["seats"][0]) as seat:
        seat.commit("1" * 32)
        while not seat.dice["joint"]:
            seat.hear_any()
        seat.say("nonce", nonce="1" * 32)
        seat.wait()
        seat.say("say", words="hello")
        seat.hear_beside("said")
        seat.answer("choices")
        seat.answer("odds", action=seat.view["actions"][0][0])
        seat.answer("forecast", action=seat.view["actions"][0][0])
        seat.answer("reach", key="R4")
        seat.answer("plans")
        seat.answer("again")
        seat.answer("why", chosen=[], key="nothing")
        seat.answer("why", chosen=[], key="R4")
        seat.answer("about", step=0, key="B4")
        seat.answer("tables", step=0)
        seat.answer("hint")
        seat.answer("hook", url="")
        seat.answer("mute", seat=1, on=True)
        seat.answer("look", step=0)
        seat.answer("dance")
        seat.answer("deploy")
        seat.wait()
        while not seat.wait()["outcome"]:
            seat.act(rng.choice(seat.view["actions"])[0])
        seat.answer("proof")
        told = [json.loads(text) for text in seat.heard]
    with sitting(client, links["seats"][0]) as seat:
        seat.hear_beside("chat")
        told += [json.loads(text) for text in seat.heard]
    guest = begin(client, "person", "guest", game="travel-battle", options={"brigades": ["two-wings", None]})
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": guest["watch"], "language": "en"}))
        told.append(json.loads(socket.receive_text()))
    with sitting(client, links["seats"][0], show="position") as seat:
        told += [json.loads(text) for text in seat.heard]
    validators = {type: jsonschema_rs.validator_for(schema) for type, schema in schemas.SERVER_MESSAGES.items()}
    for message in told:
        validators[message["type"]].validate(message)
    assert set(schemas.SERVER_MESSAGES) - {message["type"] for message in told} <= {"review", "pace", "queue"}
