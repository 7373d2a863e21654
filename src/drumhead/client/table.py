"""A seat at a table far away, and how one is begun. The line mends itself."""

import contextlib
import json
import secrets
import time
import urllib.error
import urllib.request
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.catalogue import SOURCE

Message = dict[str, Any]
FOR_GOOD: Final = (4400, 4404)
"""The codes with which a server closes a line that there is no use in mending."""
PATIENCE: Final = 120.0
"""For how many seconds a line is tried again before that is given up."""


class Refused(DrumheadError):
    """What the server does not do, with its reason and clause."""


class LineCut(DrumheadError):
    """A server that cannot be reached."""


def begin(address: str, game: str, seats: list[str], **asked: Any) -> Message:
    """Begins a battle on the server at an address; returns the tokens of its seats and the one to look on."""
    return post(address, "/battles", {"game": game, "seats": seats, **asked})


def post(address: str, path: str, asked: Message) -> Message:
    """Asks the desk of a server for something."""
    body, kind = json.dumps(asked).encode(), {"Content-Type": "application/json"}
    request = urllib.request.Request(address.rstrip("/") + path, body, kind)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: Message = json.load(answer)
        return found
    except urllib.error.HTTPError as error:
        with error:
            told = json.load(error)
        raise Refused(told["words"], told["clause"]) from None
    except OSError:
        raise LineCut("no table can be reached at {address}", address=address) from None


class Table:
    """A seat at a table, or a place to look on, by its link."""

    def __init__(self, link: str, *, language: str = SOURCE, show: str = "none", nonce: str = "") -> None:
        self.address, self._token = _parts(link)
        self._hello = {"token": self._token, "language": language, "show": show, "nonce": True}
        self._nonce = nonce or secrets.token_hex(16)
        self._line: ClientConnection | None = None
        self._lines = contextlib.ExitStack()
        self.table: Message = {}
        """The game, the sides, who sits where."""
        self.view: Message = {}
        """The position as this seat sees it."""

    def __enter__(self) -> "Table":
        self.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def open(self) -> None:
        """Takes the seat; a server that is not there is told at once."""
        self._mend(patience=0)

    def close(self) -> None:
        """Leaves the table."""
        self._line = None
        self._lines.close()

    def say(self, type: str, **fields: Any) -> None:
        """Says something; about the position as it was last seen, unless told otherwise."""
        fields.setdefault("number", self.view.get("number", 0))
        text = json.dumps({"type": type, **fields})
        with contextlib.suppress(ConnectionClosed):  # the one who listens notices, and mends the line
            self._open_line().send(text)

    def hear(self, timeout: float | None = None) -> Message:
        """The next message; TimeoutError if none comes in time. After a cut it is the table, then the position."""
        try:
            text = self._open_line().recv(timeout)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
                raise
            self._mend()
            return self.hear(timeout)
        message: Message = json.loads(text)
        if message["type"] == "table":
            self.table = message
            self._give_nonce()
        elif message["type"] == "view":
            self.view = message
        elif message["type"] == "refused" and message["to"] == "hello":
            raise Refused(message["words"])
        return message

    def wait(self) -> Message:
        """Listens until this seat has to decide or the battle is over."""
        while not self.view or not (0 <= self.view["to_act"] == self.table["seat"] or self.view["outcome"]):
            self.hear()
        return self.view

    def act(self, action: str) -> Message:
        """Plays an action; returns the next position. It is played once, however often the line is cut."""
        number = self.view["number"]
        self.say("act", action=action)
        while True:
            message = self.hear()
            if message["type"] == "refused" and message["to"] == "act":
                raise Refused(message["words"], message["clause"])
            if message["type"] == "view" and message["number"] != number:
                return self.view
            if message["type"] == "table":  # the line was mended: what was said may not have arrived
                while self.hear()["type"] != "view":
                    pass
                if self.view["number"] != number:
                    return self.view
                self.say("act", action=action)

    def choices(self) -> list[str]:
        """What this seat may decide in the position it has seen, in notation; asked for where it was not told."""
        told = self.view if "actions" in self.view else self.ask("choices")
        return [action[0] for action in told["actions"]]

    def ask(self, type: str, **fields: Any) -> Message:
        """Asks something that is answered with a message of the same type, or refused."""
        self.say(type, **fields)
        while (message := self.hear())["type"] != type:
            if message["type"] == "refused" and message["to"] == type:
                raise Refused(message["words"], message["clause"])
        return message

    def _give_nonce(self) -> None:
        """Puts a nonce into the dice of a battle whose seal has been seen."""
        seat, nonces = self.table["seat"], self.table["nonces"]
        if 0 <= seat < len(nonces) and not nonces[seat]:
            self.say("nonce", nonce=self._nonce)

    def _open_line(self) -> ClientConnection:
        assert self._line is not None, "the table was not entered"
        return self._line

    def _mend(self, patience: float = PATIENCE) -> None:
        """Opens the line, again and again if need be."""
        self.close()
        until, pause = time.monotonic() + patience, 0.1
        while True:
            try:
                self._line = self._lines.enter_context(connect(self.address, max_size=None, compression=None))
                self._line.send(json.dumps(self._hello))
                return
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                if time.monotonic() > until:
                    raise LineCut("no table can be reached at {address}", address=self.address) from None
                time.sleep(pause)
                pause = min(pause * 1.5, 1.0)


def _parts(link: str) -> tuple[str, str]:
    """Where to call, and the first token, of a link such as `https://battles.example/table#TOKEN`."""
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    token = parts.fragment.partition("!")[0].partition("~")[0] or parts.fragment.partition("!")[2]
    if parts.scheme not in ("http", "https") or not parts.hostname or not token:
        raise Refused("a link looks like https://battles.example/table#TOKEN")
    return f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/talk", token
