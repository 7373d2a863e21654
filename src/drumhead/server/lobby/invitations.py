"""Invitations: what they say, how they are exchanged for a seat, and how the link of a seat is renewed.

The device that takes a seat chooses its key at random and sends it with the request. A request that is repeated with
the same key, because the answer was lost, is answered like the first.
"""

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.server.db.async_store import AsyncStore
from drumhead.server.lobby.links import INVITATION, RENEWED, SEAT, USED, Link, no_invitation, refusal
from drumhead.server.lobby.seats import key_of, token_hash
from drumhead.server.lobby.summaries import player_words
from drumhead.server.lobby.waiting import NotBegun, Waiting, has_forces
from drumhead.server.registry import Registry
from drumhead.server.session import commands
from drumhead.server.session.ports import Message
from drumhead.server.session.state import SessionState, key_label


async def invitation(
    registry: Registry, database: AsyncStore, token: str, language: str, key: object = None
) -> Message:
    """What an invitation is to, for whoever holds it; whether it was taken, for who has the key it was taken with."""
    link = await _open_invitation(database, token, key_of(key) if key is not None else "")
    try:
        session = await registry.session_of(link.battle)
    except NotBegun as error:
        with use_language(translator(language, error.waiting.kind.package)):
            return {**_awaited(error.waiting, link.seat), "taken": link.kind == USED}
    try:
        with use_language(translator(language, session.state.match.game.package)):
            return {**_described(session.state, link.seat), "taken": link.kind == USED}
    finally:
        registry.drop_if_idle(session.id)


async def take_seat(registry: Registry, database: AsyncStore, token: str, key: object, force: object) -> Message:
    """Exchanges an invitation for a seat whose link is a key that the guest's device chose, with what its side brings.

    The force is of no account where the battle has begun: then all forces were named when it was set up.
    """
    successor = key_of(key)
    link = await _open_invitation(database, token, successor)
    brought = await _checked_force(registry, link, force) if link.kind == INVITATION else ""
    if link.kind == INVITATION and not await database.take_invitation(token_hash(token), successor, brought):
        raise refusal(await database.link(token_hash(token)))
    return {"seat": link.seat}


async def renew_link(registry: Registry, database: AsyncStore, token: str, key: object) -> Message:
    """Replaces the links of a seat by a key; disconnects everybody who came by another.

    A battle that waits, or can only be watched, is refused before the link is replaced: its log takes no line.
    """
    successor, own = key_of(key), token_hash(token)
    link = await database.link(own)
    if link is not None and link.kind == SEAT:
        session = await registry.session_of(link.battle)
        registry.drop_if_idle(session.id)
        if session.state.notice is not None:
            raise IllegalAction(session.state.notice)
    if not await database.renew_link(own, successor):
        link = await database.link(own)
        if link is None or link.kind != RENEWED or link.successor != successor:
            raise refusal(link)
    session, seat = await registry.find(str(key))
    try:
        await session.execute(commands.renew_key(seat, key_label(str(key))))
    finally:
        registry.drop_if_idle(session.id)
    return {"seat": seat}


async def _checked_force(registry: Registry, link: Link, force: object) -> str:
    """What a guest brings; empty where nothing is to be chosen."""
    try:
        registry.drop_if_idle((await registry.session_of(link.battle)).id)
    except NotBegun as error:
        if error.waiting.forces[link.seat] is None:
            return await registry.run(error.waiting.check, force)
    return ""


async def _open_invitation(database: AsyncStore, token: str, successor: str = "") -> Link:
    """The invitation that a token is; one that was exchanged only for the key that it was exchanged for."""
    link = await database.link(token_hash(token))
    if link is not None and link.kind == USED and link.successor == successor:
        return link
    if link is None or link.kind != INVITATION:
        raise no_invitation(link)
    return link


def _awaited(waiting: Waiting, seat: int) -> Message:
    """An invitation to a battle that begins when its guests have brought their forces."""
    sides = waiting.sides
    others = [
        waiting.host if waiting.host and not sits.is_guest else str(Text("player {side}", side=side))
        for side, sits in zip(sides, waiting.seats, strict=True)
    ]
    brings = {"options": waiting.options, "ready": waiting.fitting()} if waiting.forces[seat] is None else None
    return {
        "game": waiting.game,
        "title": str(waiting.kind.title),
        "seat": seat,
        "side": sides[seat],
        "others": [words for side, words in enumerate(others) if side != seat],
        "patience": waiting.claim_seconds,
        "agreed": waiting.agreed(),
        "brings": brings,
        "is_known": waiting.forces[seat] is not None,
    }


def _described(state: SessionState, seat: int) -> Message:
    game = state.match.game
    names = [str(game.seat_name(side)) for side in range(game.seats)]
    others = [player_words(state, side) for side in range(game.seats) if side != seat]
    return {
        "game": game.name,
        "title": str(game.title),
        "seat": seat,
        "side": names[seat],
        "others": others,
        "patience": state.claim_seconds,
        "agreed": [],
        "brings": None,
        "is_known": has_forces(type(game)) and game.has_secrets(state.match.state),
    }
