"""Clients at tables, the same program for our server and for boardgame.io's: what differs is what they say."""

import asyncio
import json
import time
import urllib.request
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect


class Seat(Protocol):
    """A client at a table."""

    line: ClientConnection

    @property
    def number(self) -> int:
        """Names the position it has seen last."""

    @property
    def to_act(self) -> int:
        """The seat that decides; below 0, none."""

    async def hear(self) -> None:
        """Takes the next position."""

    async def prepare(self) -> None:
        """Finds out what it may decide."""

    async def act(self) -> None:
        """Decides something."""


class Battle:
    """Two clients at a table."""

    def __init__(self, one: Seat, two: Seat) -> None:
        self.seats = (one, two)

    async def prepare(self) -> bool:
        """Lets the one to decide find out what can be decided; says whether there is one."""
        for seat in self.seats:
            while seat.to_act == -1:
                await seat.hear()
        side = self.seats[0].to_act
        if side >= 0:
            await self.seats[side].prepare()
        return side >= 0

    async def act(self) -> float:
        """Lets the one to decide act; how many seconds until the other has seen it."""
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
        """Leaves the table."""
        await asyncio.gather(*(seat.line.close() for seat in self.seats))


class Ours:
    """A seat at our table: takes any legal action."""

    def __init__(self, line: ClientConnection, seed: int) -> None:
        self.line = line
        self._rng = Random(seed)
        self._view: dict[str, Any] = {"number": -1, "to_act": -1}

    @property
    def number(self) -> int:
        """Names the position it has seen last."""
        return int(self._view["number"])

    @property
    def to_act(self) -> int:
        """The seat that decides; below 0, none."""
        return int(self._view["to_act"])

    async def hear(self) -> None:
        """Takes the next position."""
        while True:
            message = json.loads(await self.line.recv())
            if message["type"] == "refused":
                raise AssertionError(message)
            if message["type"] == "view":
                self._view = message
                return

    async def act(self) -> None:
        """Decides something."""
        action = self._rng.choice(self._view["actions"])[0]
        await self.line.send(json.dumps({"type": "act", "number": self.number, "action": action}))

    async def prepare(self) -> None:
        """Asks what may be decided, where that is not told anyway."""
        if "actions" not in self._view:
            await self.line.send(json.dumps({"type": "choices", "number": self.number}))
            while (message := json.loads(await self.line.recv()))["type"] != "choices":
                pass
            self._view["actions"] = message["actions"]


async def line_to(address: str) -> ClientConnection:
    """A line to a server; like a browser it leaves it to the server to find out whether it is still there."""
    return await connect(address, max_size=None, compression=None, ping_interval=None)


async def open_ours(addresses: list[str], index: int, game: str, show: str, *, apart: bool = False) -> Battle:
    """Begins a battle with two people at it; with several servers they come to the same one every other time only."""
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
    """Begins a battle of two people; its links."""
    body = json.dumps({"game": game, "seats": ["person", "person"]}).encode()
    request = urllib.request.Request(f"{address}battles", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


_SAYS = "42/trivial,"
"""How an event of the game begins, as socket.io writes it."""


class Theirs:
    """A seat at boardgame.io's table, spoken to as its own client does, over socket.io."""

    def __init__(self, line: ClientConnection, match: str, player: int) -> None:
        self.line = line
        self._match = match
        self._player = player
        self._state: dict[str, Any] = {}

    @property
    def number(self) -> int:
        """Names the position it has seen last."""
        return int(self._state["_stateID"])

    @property
    def to_act(self) -> int:
        """The seat that decides."""
        return int(self._state["ctx"]["currentPlayer"])

    async def hear(self) -> None:
        """Takes the next position."""
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
        """Does the one thing that can be done."""
        player = str(self._player)
        move: dict[str, Any] = {"type": "tick", "args": [], "playerID": player, "credentials": None}
        await self.say(["update", {"type": "MAKE_MOVE", "payload": move}, self.number, self._match, player])

    async def prepare(self) -> None:
        """Needs nothing: one thing can be done."""

    async def say(self, event: list[Any]) -> None:
        """Says something of the game."""
        await self.line.send(_SAYS + json.dumps(event))


async def open_theirs(addresses: list[str], index: int) -> Battle:
    """A match with two clients at it."""
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
