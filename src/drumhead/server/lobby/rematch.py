"""The same battle again: one for every battle that is over, and a link to it for each seat that asks.

The database keeps no links, so nobody can be handed the link of another: whoever asks with the link of a seat gets
that of the same player in the new battle, made from the old one. Asked twice, it is the same link.
"""

import base64
import hashlib
import hmac

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.server.api.serialize import Message
from drumhead.server.lobby.requests import swapped
from drumhead.server.lobby.seats import WATCH, sealed
from drumhead.server.service import House
from drumhead.server.session import commands
from drumhead.server.session.session import Room
from drumhead.server.session.state import seal


async def again(house: House, tokens: list[str], patience: float) -> Message:
    """Begins the same battle again, or finds it; returns the links of those who ask, and one to look on."""
    room, held = await _seats(house, tokens)
    try:
        return await _begun(house, room, held, patience)
    finally:
        house.sweep(room)


async def _begun(house: House, room: Room, held: dict[int, str], patience: float) -> Message:
    match = room.standing.match
    if match.outcome is None:
        raise IllegalAction(Text("a battle is played again once it is over"))
    count = match.game.seats
    own = {(seat - 1) % count: _made(token, "again") for seat, token in held.items()}
    watch = _made(held[min(held)], "again to watch")
    links = {sealed(token): seat for seat, token in own.items()} | {sealed(watch): WATCH}
    battle, sitting = await house.clerks.do(swapped, match, room.standing.begun_by)
    await house.begin_once(_id_of(room.id), battle, sitting, patience, links)
    await room.change(commands.again(min(held)))
    begun, _ = await house.find(watch)
    house.sweep(begun)
    return {
        "seats": [own.get(seat) for seat in range(count)],
        "watch": watch,
        "game": match.game.name,
        "seal": seal(begun.standing.match),
    }


async def _seats(house: House, tokens: list[str]) -> tuple[Room, dict[int, str]]:
    """The room of some links, and the seats that they hold in it."""
    found = [(await house.find(token), token) for token in tokens]
    room = found[0][0][0]
    if any(seat == WATCH for (_, seat), _ in found):
        raise IllegalAction(Text("those who look on decide nothing"))
    if any(other.id != room.id for (other, _), _ in found):
        raise IllegalAction(Text("these links lead to several battles"))
    return room, {seat: token for (_, seat), token in found}


def _id_of(battle: str) -> str:
    """The id of the battle that follows another."""
    return _short(hashlib.sha256(f"again {battle}".encode()).digest())


def _made(token: str, purpose: str) -> str:
    """A link that only the holder of another can know."""
    return _short(hmac.digest(token.encode(), purpose.encode(), "sha256"))


def _short(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:18]).decode()
