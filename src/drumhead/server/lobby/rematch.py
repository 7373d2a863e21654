"""Rematches: one for every battle that is over, and a link to it for each seat that asks.

The database has no tokens, only their hashes, so nobody can be given the link of another. The token of a player in the
rematch is derived from the player's old token: whoever asks twice gets the same link.
"""

import base64
import hashlib
import hmac

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.core.state import SPECTATOR
from drumhead.server.cluster.threads import ThreadRunner
from drumhead.server.lobby.requests import rematch_of
from drumhead.server.lobby.seats import token_hash
from drumhead.server.registry import Registry
from drumhead.server.session import commands
from drumhead.server.session.ports import Message
from drumhead.server.session.session import Session
from drumhead.server.session.state import dice_commitment


async def start_rematch(registry: Registry, threads: ThreadRunner, tokens: list[str], claim_seconds: float) -> Message:
    """Begins the rematch of a battle, or finds it; returns the tokens of the seats that ask, and one for spectators."""
    session, held = await _seats(registry, tokens)
    try:
        return await _begun(registry, threads, session, held, claim_seconds)
    finally:
        registry.drop_if_idle(session.id)


async def _begun(
    registry: Registry, threads: ThreadRunner, session: Session, held: dict[int, str], claim_seconds: float
) -> Message:
    match = session.state.match
    if match.outcome is None:
        raise IllegalAction(Text("a rematch is possible once the battle is over"))
    count = match.game.seats
    own = {(seat - 1) % count: _derived_token(token, "again") for seat, token in held.items()}
    watch = _derived_token(held[min(held)], "again to watch")
    links = {token_hash(token): seat for seat, token in own.items()} | {token_hash(watch): SPECTATOR}
    battle, sitting = await threads.run(rematch_of, match, session.state.begun_by)
    await registry.begin_once(_rematch_id(session.id), battle, sitting, claim_seconds, links)
    await session.execute(commands.request_rematch(min(held)))
    begun, _ = await registry.find(watch)
    registry.drop_if_idle(begun.id)
    return {
        "seats": [own.get(seat) for seat in range(count)],
        "watch": watch,
        "game": match.game.name,
        "seal": dice_commitment(begun.state.match),
    }


async def _seats(registry: Registry, tokens: list[str]) -> tuple[Session, dict[int, str]]:
    """The session of some links, and the token of each seat among them; refuses spectators."""
    found = [(await registry.find(token), token) for token in tokens]
    session = found[0][0][0]
    if any(seat == SPECTATOR for (_, seat), _ in found):
        raise IllegalAction(Text("spectators decide nothing"))
    if any(other.id != session.id for (other, _), _ in found):
        raise IllegalAction(Text("the links lead to different battles"))
    return session, {seat: token for (_, seat), token in found}


def _rematch_id(battle: str) -> str:
    """The id of the rematch of a battle."""
    return _url_safe(hashlib.sha256(f"again {battle}".encode()).digest())


def _derived_token(token: str, purpose: str) -> str:
    """A token that only the holder of another can know."""
    return _url_safe(hmac.digest(token.encode(), purpose.encode(), "sha256"))


def _url_safe(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest[:18]).decode()
