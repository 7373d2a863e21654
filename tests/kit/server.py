"""A server in the test's process, and seats that talk to it as a browser or a program would."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from drumhead.core.dice import nonce_commitment
from drumhead.core.state import CHANCE
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.ops.rate_limit import Rate
from drumhead.server.session.ports import Job, Priority

ADDRESS = "http://127.0.0.1:8000"
BESIDE = ("presence", "chat", "said", "queue", "dice")
JOB = Job(Priority.MOVE, "", "")
"""A computation for nobody in particular."""
UNLIMITED = Rate(0, 0)
"""Tests play faster than a person."""
ORIGIN = {"origin": ADDRESS, "host": ADDRESS.removeprefix("http://")}


@contextmanager
def server(
    where: Path | str, rate: Rate = UNLIMITED, workers: WorkerPool | None = None, **given: Any
) -> Iterator[TestClient]:
    """A server on a database, or on one in a folder; computer players think in a thread unless `workers` are given."""
    url = where if isinstance(where, str) else f"sqlite:///{where / 'battles.sqlite3'}"
    app = build(Store(url), workers or WorkerPool(ThreadPoolExecutor(1)), rate=rate, seeded=True, **given)
    with TestClient(app, base_url=ADDRESS, headers=ORIGIN) as client:
        yield client


def from_address(client: TestClient, host: str) -> TestClient:
    """Another client of the same server, which comes from another address."""
    other = TestClient(client.app, base_url=ADDRESS, headers=ORIGIN, client=(host, 50000))
    other.portal = client.portal  # the same event loop
    return other


def begin(client: TestClient, *seats: str, game: str = "pocket-battles", **asked: Any) -> dict[str, Any]:
    """Begins a battle; returns its links."""
    answer = client.post("/battles", json={"game": game, "seats": list(seats), **asked})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def post(client: TestClient, path: str, **asked: Any) -> Any:
    """Posts a request; returns the answer, or the words in which it was refused."""
    answer = client.post(path, json=asked)
    if not answer.headers["content-type"].startswith("application/json"):
        return answer.text
    return answer.json() if answer.is_success else answer.json()["words"]


class Sitting:
    """A connection to the server in a seat, and what was received so far."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.dice: dict[str, Any] = {}
        """What binds the dice, as it was told last."""
        self.beside: list[dict[str, Any]] = []
        """Messages that are not about the game: presence and chat."""

    def say(self, type: str, **fields: Any) -> None:
        fields.setdefault("number", self.view.get("number", 0))
        self.socket.send_text(json.dumps({"type": type, **fields}))

    def hear(self) -> dict[str, Any]:
        """The next message about the game."""
        while (message := self.hear_any())["type"] in BESIDE:
            self.beside.append(message)
        return message

    def hear_any(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "table":
            self.table, self.dice = message, message["dice"]
        elif message["type"] == "dice":
            self.dice = message
        return message

    def hear_beside(self, type: str) -> dict[str, Any]:
        """The next message of a type that is not about the game."""
        while not (found := [message for message in self.beside if message["type"] == type]):
            message = self.hear_any()
            if message["type"] in BESIDE:
                self.beside.append(message)
        self.beside.remove(found[0])
        return found[0]

    def hear_until_type(self, type: str) -> dict[str, Any]:
        """The next message of a type."""
        while (message := self.hear())["type"] != type:
            pass
        return message

    def answer(self, type: str, **fields: Any) -> dict[str, Any]:
        """Sends a message and returns the first one that is neither `view` nor `table`."""
        self.say(type, **fields)
        while (message := self.hear())["type"] in ("view", "table"):
            pass
        return message

    def hear_until(self, **wanted: Any) -> dict[str, Any]:
        """Waits for a view with these values."""
        while not self.view or {name: self.view[name] for name in wanted} != wanted:
            self.hear()
        return self.view

    def hear_dice(self) -> dict[str, Any]:
        """Waits until the first dice have fallen, thrown again after a tie, and a seat has to decide."""
        while not self.view or self.view["to_act"] < 0:
            self.hear()
        return self.view

    def hear_bound(self, **wanted: Any) -> dict[str, Any]:
        """Waits until what binds the dice has these values."""
        while {name: self.dice[name] for name in wanted} != wanted:
            self.hear_any()
        return self.dice

    def commit(self, nonce: str) -> None:
        """Commits the seat to a nonce."""
        self.say("commit", commit=nonce_commitment(self.dice["seal"], self.table["seat"], nonce))

    def wait(self) -> dict[str, Any]:
        """Waits until this seat has to decide, or the battle is over."""
        while not self.view or not (self.view["actions"] or self.view["outcome"]):
            self.hear()
        return self.view

    def choices(self) -> list[str]:
        """The actions of this seat, in notation; asks for them if the view has none."""
        told = self.view if "actions" in self.view else self.answer("choices")
        return sorted(action[0] for action in told["actions"])

    def act(self, action: str) -> dict[str, Any]:
        """Plays an action and returns the next message: a view or a refusal."""
        self.say("act", action=action)
        return self.hear()


@contextmanager
def binding(client: TestClient, token: str, **hello: Any) -> Iterator[Sitting]:
    """Connects by a link as a client does that commits to its nonce before it is revealed; commits to nothing."""
    with client.websocket_connect("/talk", headers=ORIGIN) as socket:
        socket.send_text(json.dumps({"token": token, "language": "en", "nonce": True, "commit": True} | hello))
        seat = Sitting(socket)
        seat.hear()
        seat.hear()
        yield seat


@contextmanager
def sitting(
    client: TestClient, token: str, language: str = "en", show: str = "svg", *, device: str = "", **headers: str
) -> Iterator[Sitting]:
    """Connects by a link and waits for the first view after the first dice, or for the refusal."""
    with client.websocket_connect("/talk", headers=ORIGIN | headers) as socket:
        hello = {"token": token, "language": language, "show": show}
        socket.send_text(json.dumps(hello | ({"device": device} if device else {})))
        seat = Sitting(socket)
        if seat.hear()["type"] == "table":
            while (view := seat.hear())["to_act"] == CHANCE and not view["waits_for"]:
                pass
        yield seat
