"""The same battle again: one for every battle that is over, and a link to it for each seat that asks.

The database keeps no links, so nobody can be handed the link of another: whoever asks with the link of a seat gets
that of the same player in the new battle, made from the old one. Asked twice, it is the same link.
"""

import base64
import hashlib
import hmac

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.state import SPECTATOR
from drumhead.server.api.serialize import Message
from drumhead.server.lobby.requests import rematch_of
from drumhead.server.lobby.seats import token_hash
from drumhead.server.service import Service
from drumhead.server.session import commands
from drumhead.server.session.session import Session
from drumhead.server.session.state import dice_commitment


async def start_rematch(service: Service, tokens: list[str], claim_seconds: float) -> Message:
    """Begins the same battle again, or finds it; returns the links of those who ask, and one to look on."""
    session, held = await _seats(service, tokens)
    try:
        return await _begun(service, session, held, claim_seconds)
    finally:
        service.sweep(session)


async def _begun(service: Service, session: Session, held: dict[int, str], claim_seconds: float) -> Message:
    match = session.state.match
    if match.outcome is None:
        raise IllegalAction(Text("a battle is played again once it is over"))
    count = match.game.seats
    own = {(seat - 1) % count: _derived_token(token, "again") for seat, token in held.items()}
    watch = _derived_token(held[min(held)], "again to watch")
    links = {token_hash(token): seat for seat, token in own.items()} | {token_hash(watch): SPECTATOR}
    battle, sitting = await service.threads.run(rematch_of, match, session.state.begun_by)
    await service.begin_once(_rematch_id(session.id), battle, sitting, claim_seconds, links)
    await session.execute(commands.request_rematch(min(held)))
    begun, _ = await service.find(watch)
    service.sweep(begun)
    return {
        "seats": [own.get(seat) for seat in range(count)],
        "watch": watch,
        "game": match.game.name,
        "seal": dice_commitment(begun.state.match),
    }


async def _seats(service: Service, tokens: list[str]) -> tuple[Session, dict[int, str]]:
    """The room of some links, and the seats that they hold in it."""
    found = [(await service.find(token), token) for token in tokens]
    session = found[0][0][0]
    if any(seat == SPECTATOR for (_, seat), _ in found):
        raise IllegalAction(Text("those who look on decide nothing"))
    if any(other.id != session.id for (other, _), _ in found):
        raise IllegalAction(Text("these links lead to several battles"))
    return session, {seat: token for (_, seat), token in found}


def _rematch_id(battle: str) -> str:
    """The id of the battle that follows another."""
    return _url_safe(hashlib.sha256(f"again {battle}".encode()).digest())


def _derived_token(token: str, purpose: str) -> str:
    """A link that only the holder of another can know."""
    return _url_safe(hmac.digest(token.encode(), purpose.encode(), "sha256"))


def _url_safe(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:18]).decode()
