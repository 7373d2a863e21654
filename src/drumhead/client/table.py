"""A seat of a battle on a server, over a websocket that reconnects by itself."""

import contextlib
import hashlib
import json
import secrets
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from drumhead.client.kept_dice import KeptDice
from drumhead.core.errors import DrumheadError
from drumhead.core.files.record import Proof
from drumhead.core.i18n.catalogue import SOURCE

Message = dict[str, Any]
FINAL_CLOSE_CODES: Final = (4400, 4404)
"""The close codes after which reconnecting does not help: a malformed hello, an unknown link."""
_EARLIER: Final = ("seal", "nonces")
"""What servers of the earlier protocol tell of the dice, and where."""
NOT_BEGUN_CLOSE_CODE: Final = 4425
"""The close code of a battle that waits for guests to choose what they bring."""
NOT_BEGUN_RETRY_SECONDS: Final = 2.0
RECONNECT_TIMEOUT_SECONDS: Final = 120.0
"""For how long the client tries to reconnect before it gives up."""


class Refused(DrumheadError):
    """The server refused a request, with its reason and clause."""


class LineCut(DrumheadError):
    """The server cannot be reached."""


def begin(address: str, game: str, seats: list[str], **asked: Any) -> Message:
    """Begins a battle on the server at an address; returns the tokens of its seats and the one for spectators."""
    return post(address, "/battles", {"game": game, "seats": seats, **asked})


def post(address: str, path: str, asked: Message) -> Message:
    """Posts a request to a server; returns its JSON answer."""
    found: Message = json.loads(_post(address, path, asked))
    return found


def _post(address: str, path: str, asked: Message) -> bytes:
    body, kind = json.dumps(asked).encode(), {"Content-Type": "application/json"}
    request = urllib.request.Request(address.rstrip("/") + path, body, kind)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: bytes = answer.read()
        return found
    except urllib.error.HTTPError as error:
        with error:
            refused = json.load(error)
        raise Refused(refused["words"], refused["clause"]) from None
    except OSError:
        raise LineCut("no server can be reached at {address}", address=address) from None


def invitation(link: str) -> Message:
    """What an invitation is to: the game, the side, the others, and what the guest may bring; raises `Refused`."""
    address, token = _invitation_parts(link)
    return post(address, "/invitations", {"token": token})


def take_seat(link: str, force: str = "", *, key: str = "") -> str:
    """Exchanges an invitation for a seat, with the force that the guest brings; returns the link of the seat.

    The link holds a key that is drawn here, or given: nobody else knows it, and the invitation is used up.
    """
    address, token = _invitation_parts(link)
    key = key or secrets.token_urlsafe(18)
    asked = {"token": token, "key": key, **({"force": force} if force else {})}
    try:
        post(address, "/invitations/take", asked)
    except LineCut:
        post(address, "/invitations/take", asked)  # the answer may have been lost; with the same key it is given again
    return f"{address}/table#{key}"


def renew_link(link: str) -> str:
    """Replaces the link of a seat by a new one, which is returned; disconnects everybody who came by the old one."""
    _, token = _parts(link)
    address, key = _origin(link), secrets.token_urlsafe(18)
    post(address, "/seats/renew", {"token": token, "key": key})
    return f"{address}/table#{key}"


def kept_file(keep: Path, link: str) -> Path:
    """The file in a folder in which a `Table` keeps what it knows of the dice."""
    _, token = _parts(link)
    return keep / f"{hashlib.sha256(token.encode()).hexdigest()[:16]}.json"


def is_invitation(link: str) -> bool:
    """Returns whether a link is that of an invitation, by its form."""
    return "/join/" in link.partition("#")[0]


class Table:
    """A seat of a battle, or a spectator's place, by its link.

    It commits to a `nonce` for the dice, drawn if none is given, and keeps it with the seals, in a file if there is a
    folder `keep`, to `verify` the dice after the end.
    """

    def __init__(
        self, link: str, *, language: str = SOURCE, show: str = "none", nonce: str = "", keep: Path | None = None
    ) -> None:
        self.address, self._token = _parts(link)
        # The same for every program on this machine, and of no meaning to whoever does not know the link.
        device = hashlib.sha256(f"{uuid.getnode()} {self._token}".encode()).hexdigest()
        hello = {"token": self._token, "language": language, "show": show, "nonce": True, "commit": True}
        self._hello = {**hello, "device": device}
        self.dice = KeptDice(kept_file(keep, link) if keep is not None else None, nonce)
        """What was kept of the dice, and what is wrong with them."""
        self._connection: ClientConnection | None = None
        self._exit_stack = contextlib.ExitStack()
        self.table: Message = {}
        """The last `table` message: the game, the sides, the players."""
        self.view: Message = {}
        """The last `view` message: the position as this seat sees it."""

    def __enter__(self) -> "Table":
        self.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def open(self) -> None:
        """Connects; raises `LineCut` at once if the server cannot be reached."""
        self._reconnect(timeout=0)

    def close(self) -> None:
        """Disconnects."""
        self._connection = None
        self._exit_stack.close()

    def say(self, type: str, **fields: Any) -> None:
        """Sends a message; `number` defaults to that of the last view."""
        fields.setdefault("number", self.view.get("number", 0))
        if type == "offer" and str(fields.get("what")).startswith("undo"):
            self.dice.agree(fields["number"])
        text = json.dumps({"type": type, **fields})
        with contextlib.suppress(ConnectionClosed):  # `hear` notices and reconnects
            self._connected().send(text)

    def hear(self, timeout: float | None = None) -> Message:
        """The next message; TimeoutError if none comes in time. After a reconnect, `table` and `view` come first.

        While a battle has not begun it is `waiting`, every few seconds.
        """
        try:
            text = self._connected().recv(timeout)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in FINAL_CLOSE_CODES:
                raise
            if closed.rcvd is not None and closed.rcvd.code == NOT_BEGUN_CLOSE_CODE:
                time.sleep(NOT_BEGUN_RETRY_SECONDS)
            self._reconnect()
            return self.hear(timeout)
        message: Message = json.loads(text)
        if message["type"] == "table":
            self.table = message
            self._bind(message["dice"])
        elif message["type"] == "dice":
            self._bind(message)
        elif message["type"] == "view":
            self.view = message
            self.dice.forget_agreement(message["number"])
        elif message["type"] == "refused" and message["to"] == "hello":
            raise Refused(message["words"])
        return message

    def wait(self) -> Message:
        """Waits until this seat has to decide or the battle is over; returns the view."""
        while not self.view or not (0 <= self.view["to_act"] == self.table["seat"] or self.view["outcome"]):
            self.hear()
        return self.view

    def act(self, action: str) -> Message:
        """Plays an action; returns the next view. It is played once, however often the connection is lost."""
        number = self.view["number"]
        self.say("act", action=action)
        while True:
            message = self.hear()
            if message["type"] == "refused" and message["to"] == "act":
                raise Refused(message["words"], message["clause"])
            if message["type"] == "view" and message["number"] != number:
                return self.view
            if message["type"] == "table":  # reconnected: the action may not have arrived
                while self.hear()["type"] != "view":
                    pass
                if self.view["number"] != number:
                    return self.view
                self.say("act", action=action)

    def choices(self) -> list[str]:
        """The actions of this seat in the last view, in notation; asks the server if the view has none."""
        refused = self.view if "actions" in self.view else self.ask("choices")
        return [action[0] for action in refused["actions"]]

    def ask(self, type: str, **fields: Any) -> Message:
        """Sends a question and returns the answer, a message of the same type; raises `Refused`."""
        self.say(type, **fields)
        while (message := self.hear())["type"] != type:
            if message["type"] == "refused" and message["to"] == type:
                raise Refused(message["words"], message["clause"])
        return message

    def verify(self) -> Proof:
        """Verifies the dice of a battle that is over against what was kept; raises ProofError.

        A server that showed other dice than those of its file, that exchanged a nonce, or that began dice anew without
        the consent of this seat, is found out.
        """
        address = f"http{self.address.removeprefix('ws').removesuffix('/talk')}"
        file = _post(address, "/record", {"tokens": [self._token]}).decode()
        return self.dice.verify(self.table["seat"], file)

    def _bind(self, dice: Message) -> None:
        """Says what the dice wait for from this seat, and keeps what they are bound by."""
        if "seal" not in dice:  # a server of the earlier protocol
            dice = {"first": 0, "commits": [], "joint": "", **dice, **{name: self.table[name] for name in _EARLIER}}
        said = self.dice.answer(self.table["seat"], dice)
        if said is not None:
            type, value = said
            self.say(type, **{type: value})

    def _connected(self) -> ClientConnection:
        assert self._connection is not None, "the table is not open"
        return self._connection

    def _reconnect(self, timeout: float = RECONNECT_TIMEOUT_SECONDS) -> None:
        """Connects; tries again until the timeout, in seconds."""
        self.close()
        until, pause = time.monotonic() + timeout, 0.1
        while True:
            try:
                connection = connect(self.address, max_size=None, compression=None)
                self._connection = self._exit_stack.enter_context(connection)
                self._connection.send(json.dumps(self._hello))
                return
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                if time.monotonic() > until:
                    raise LineCut("no server can be reached at {address}", address=self.address) from None
                time.sleep(pause)
                pause = min(pause * 1.5, 1.0)


def _origin(link: str) -> str:
    """The address of the server of a link."""
    parts = urlsplit(link)
    return f"{parts.scheme}://{parts.netloc}"


def _invitation_parts(link: str) -> tuple[str, str]:
    """The address of the server and the token of an invitation."""
    _, token = _parts(link)
    return _origin(link), token


def _parts(link: str) -> tuple[str, str]:
    """The websocket address and the first token of a link such as `https://battles.example/table#TOKEN`."""
    try:
        parts = urlsplit(link)
    except ValueError:
        parts = urlsplit("")
    token = parts.fragment.partition("!")[0].partition("~")[0] or parts.fragment.partition("!")[2]
    if parts.scheme not in ("http", "https") or not parts.hostname or not token:
        raise Refused("a link looks like https://battles.example/table#TOKEN")
    return f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/talk", token
