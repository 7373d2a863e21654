"""Clients of our server and of boardgame.io's: the same program, with two protocols."""

import asyncio
import json
import time
import urllib.request
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect


class Seat(Protocol):
    """A client in a seat."""

    line: ClientConnection

    @property
    def number(self) -> int:
        """Identifies the last position it was sent."""

    @property
    def to_act(self) -> int:
        """The seat to act; negative for none."""

    async def hear(self) -> None:
        """Receives the next position."""

    async def prepare(self) -> None:
        """Asks for its actions."""

    async def act(self) -> None:
        """Plays an action."""


class Battle:
    """A battle with two clients."""

    def __init__(self, one: Seat, two: Seat) -> None:
        self.seats = (one, two)

    async def prepare(self) -> bool:
        """Asks for the actions of the seat to act; returns whether there is one."""
        for seat in self.seats:
            while seat.to_act == -1:
                await seat.hear()
        side = self.seats[0].to_act
        if side >= 0:
            await self.seats[side].prepare()
        return side >= 0

    async def act(self) -> float:
        """Plays an action; returns the seconds until the other client has seen it."""
        side = self.seats[0].to_act
        acting, other = self.seats[side], self.seats[1 - side]
        number = acting.number
        began = time.perf_counter()
        await acting.act()
        while other.number == number:
            await other.hear()
        seen = time.perf_counter() - began
        while acting.number == number:
            await acting.hear()
        return seen

    async def close(self) -> None:
        """Disconnects both."""
        await asyncio.gather(*(seat.line.close() for seat in self.seats))


class Ours:
    """A seat on our server; plays any legal action."""

    def __init__(self, line: ClientConnection, seed: int) -> None:
        self.line = line
        self._rng = Random(seed)
        self._view: dict[str, Any] = {"number": -1, "to_act": -1}

    @property
    def number(self) -> int:
        """Identifies the last position it was sent."""
        return int(self._view["number"])

    @property
    def to_act(self) -> int:
        """The seat to act; negative for none."""
        return int(self._view["to_act"])

    async def hear(self) -> None:
        """Receives the next position."""
        while True:
            message = json.loads(await self.line.recv())
            if message["type"] == "refused":
                raise AssertionError(message)
            if message["type"] == "view":
                self._view = message
                return

    async def act(self) -> None:
        """Plays an action."""
        action = self._rng.choice(self._view["actions"])[0]
        await self.line.send(json.dumps({"type": "act", "number": self.number, "action": action}))

    async def prepare(self) -> None:
        """Asks for its actions, unless views contain them."""
        if "actions" not in self._view:
            await self.line.send(json.dumps({"type": "choices", "number": self.number}))
            while (message := json.loads(await self.line.recv()))["type"] != "choices":
                pass
            self._view["actions"] = message["actions"]


async def line_to(address: str) -> ClientConnection:
    """A websocket that leaves pings to the server, as a browser does."""
    return await connect(address, max_size=None, compression=None, ping_interval=None)


async def open_ours(addresses: list[str], index: int, game: str, show: str, *, apart: bool = False) -> Battle:
    """Begins a battle with two clients; with several servers, every other battle has its clients on different ones."""
    links = await asyncio.to_thread(begin, addresses[index % len(addresses)], game)
    seats = []
    for side, token in enumerate(links["seats"]):
        away = side if apart or index // 2 % 2 else 0
        address = addresses[(index + away) % len(addresses)]
        line = await line_to(f"{address.replace('http', 'ws')}talk")
        await line.send(json.dumps({"token": token, "language": "en", "show": show}))
        seats.append(Ours(line, index))
    for seat in seats:
        while seat.to_act == -1:
            await seat.hear()
    return Battle(*seats)


def begin(address: str, game: str) -> dict[str, Any]:
    """Begins a battle of two people; returns its links."""
    body = json.dumps({"game": game, "seats": ["person", "person"]}).encode()
    request = urllib.request.Request(f"{address}battles", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


_SAYS = "42/trivial,"
"""The prefix of a game event in socket.io."""


class Theirs:
    """A seat on boardgame.io's server, with the messages of its own client over socket.io."""

    def __init__(self, line: ClientConnection, match: str, player: int) -> None:
        self.line = line
        self._match = match
        self._player = player
        self._state: dict[str, Any] = {}

    @property
    def number(self) -> int:
        """Identifies the last position it was sent."""
        return int(self._state["_stateID"])

    @property
    def to_act(self) -> int:
        """The seat to act."""
        return int(self._state["ctx"]["currentPlayer"])

    async def hear(self) -> None:
        """Receives the next position."""
        while True:
            message = str(await self.line.recv())
            if message == "2":
                await self.line.send("3")
            elif message.startswith(_SAYS):
                event = json.loads(message[len(_SAYS) :])
                if event[0] in ("sync", "update"):
                    self._state = event[2]["state"] if event[0] == "sync" else event[2]
                    return

    async def act(self) -> None:
        """Plays the only move."""
        player = str(self._player)
        move: dict[str, Any] = {"type": "tick", "args": [], "playerID": player, "credentials": None}
        await self.say(["update", {"type": "MAKE_MOVE", "payload": move}, self.number, self._match, player])

    async def prepare(self) -> None:
        """Does nothing: there is only one move."""

    async def say(self, event: list[Any]) -> None:
        """Sends a game event."""
        await self.line.send(_SAYS + json.dumps(event))


async def open_theirs(addresses: list[str], index: int) -> Battle:
    """Begins a match with two clients."""
    seats = []
    for player in (0, 1):
        address = f"{addresses[0].replace('http', 'ws')}socket.io/?EIO=4&transport=websocket"
        line = await line_to(address)
        await line.recv()
        await line.send("40/trivial,")
        await line.recv()
        seat = Theirs(line, f"match{index}", player)
        await seat.say(["sync", f"match{index}", str(player), None, 2])
        await seat.hear()
        seats.append(seat)
    return Battle(*seats)
