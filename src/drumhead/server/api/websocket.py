"""The conversation with a seat: what may be asked for, and how it is answered."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE
from drumhead.core.i18n.text import Text, spoken
from drumhead.core.match import DRAW
from drumhead.core.state import SPECTATOR
from drumhead.server.api import postgame, serialize
from drumhead.server.api.connection import Connection
from drumhead.server.api.explain import why_not
from drumhead.server.api.json_input import MalformedMessage, read_json
from drumhead.server.api.serialize import Message
from drumhead.server.db.store import Unavailable
from drumhead.server.ops.rate_limit import TooFast
from drumhead.server.service import Service
from drumhead.server.session import commands
from drumhead.server.session.session import Session

LOG: Final = logging.getLogger("drumhead.server.websocket")
CLOSE_UNKNOWN_LINK: Final = 4404
"""The code with which a conversation ends whose link leads nowhere."""
CLOSE_BAD_HELLO: Final = 4400
"""The code with which a conversation ends that did not begin with a hello."""
CLOSE_TRY_LATER: Final = 1013
"""The code with which a conversation ends that may be tried again in a moment."""
HELLO_TIMEOUT_SECONDS: Final = 20.0
"""How many seconds a guest has to say hello."""
MAX_MESSAGE_CHARACTERS: Final = 65_536
"""No message has more characters."""
MAX_FIELD_CHARACTERS: Final = 1_000
"""No text in a message has more; nobody says more in a line, and no address or action is longer."""


_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


async def serve_connection(socket: WebSocket, service: Service) -> None:
    """Greets, seats, and then answers whatever comes until the line breaks."""
    await socket.accept()
    try:
        hello = await _receive_hello(socket, service)
        session, seat = await service.find(hello["token"])
    except WebSocketDisconnect:
        return
    except DrumheadError as error:
        await _refuse_connection(socket, error)
        return
    service.metrics.count("conversations")
    connection = _connection(seat, hello)
    writing = asyncio.create_task(_write(socket, connection))
    try:
        await session.join(connection, brings_nonce=hello.get("nonce") is True)
        while True:
            await _answer(session, connection, await _receive(socket))
    except WebSocketDisconnect:
        pass
    except Unavailable:
        connection.close()
        await writing
    finally:
        session.leave(connection)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writing  # a line that broke while something was said


def _connection(seat: int, hello: Message) -> Connection:
    """Someone who comes, with the language and the pictures that are asked for, where they are known."""
    language, show = hello["language"], hello.get("show")
    known = isinstance(show, str) and show in serialize.RENDERERS
    return Connection(seat, language if language in LANGUAGES else SOURCE, str(show) if known else "svg")


async def _receive_hello(socket: WebSocket, service: Service) -> Message:
    """The first message: who comes, and in which language; slow guests and those who come too often are sent away."""
    service.address_limit.check(socket.client.host if socket.client is not None else "")
    try:
        async with asyncio.timeout(HELLO_TIMEOUT_SECONDS):
            return _read(await _receive(socket), {"token": str, "language": str})
    except TimeoutError:
        raise MalformedMessage(Text("a conversation begins with a link")) from None


async def _receive(socket: WebSocket) -> str:
    """The next message; bytes are none."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _refuse_connection(socket: WebSocket, error: DrumheadError) -> None:
    later = isinstance(error, TooFast | Unavailable)
    code = CLOSE_TRY_LATER if later else CLOSE_BAD_HELLO if isinstance(error, MalformedMessage) else CLOSE_UNKNOWN_LINK
    with spoken(str), contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_json(serialize.refusal(error, "hello"))
        await socket.close(code)


async def _write(socket: WebSocket, connection: Connection) -> None:
    """Sends what is told; a line on which that fails is closed, for whoever hears nothing must come again."""
    code = 1012
    try:
        while (message := await connection.outbox.get()) is not None:
            await socket.send_text(_encode(message))
    except (WebSocketDisconnect, RuntimeError):
        raise
    except Exception:
        LOG.exception("a message could not be sent")
        code = 1011
    await socket.close(code)


async def _answer(session: Session, connection: Connection, text: str) -> None:
    """Does what a message asks for; tells the one who asked what came of it, or why not."""
    asked = ""
    session.service.metrics.count("messages")
    with session.in_language_of(connection):
        try:
            session.service.seat_limit.check(f"{session.id} {connection.seat}")
            message = _read(text, {"type": str})
            asked = message["type"]
            if asked not in HANDLERS:
                raise MalformedMessage(Text("nothing is known of {asked} here", asked=repr(asked)[:40]))
            fields, for_all, do = HANDLERS[asked]
            if connection.seat == SPECTATOR and not for_all:
                raise MalformedMessage(Text("those who look on decide nothing"))
            answer = await do(session, connection, _checked(message, fields))
            if answer is not None:
                connection.send({"type": asked, **answer})
        except DrumheadError as error:
            session.service.metrics.count("refusals")
            connection.send(serialize.refusal(error, asked if asked in HANDLERS else ""))


def _read(text: str, fields: dict[str, type]) -> Message:
    return _checked(read_json(text, MAX_MESSAGE_CHARACTERS), fields)


def _checked(message: Any, fields: dict[str, type]) -> Message:
    """A message in which every field is there and of its kind."""
    if not isinstance(message, dict):
        raise MalformedMessage(Text("a message is an object with a type"))
    for name, kind in fields.items():
        value = message.get(name)
        fits = isinstance(value, int | float if kind is float else kind)
        if not fits or (kind is not bool and isinstance(value, bool)):
            raise MalformedMessage(Text("the message needs {name}, {kind}", name=name, kind=kind.__name__))
        if isinstance(value, str) and len(value) > MAX_FIELD_CHARACTERS:
            raise MalformedMessage(Text("{name} has more than {n} characters", name=name, n=MAX_FIELD_CHARACTERS))
    return message


async def _act(session: Session, connection: Connection, message: Message) -> None:
    await session.execute(commands.act(connection.seat, message["number"], message["action"], session.guide))


async def _draw(session: Session, connection: Connection, message: Message) -> None:
    if message["agree"]:
        await session.execute(commands.offer(connection.seat, message["number"], DRAW))
    else:
        await session.execute(commands.decline(connection.seat, message["number"]))


async def _say(session: Session, connection: Connection, message: Message) -> None:
    await session.chat.say(connection.seat, message["words"])


async def _mute(session: Session, connection: Connection, message: Message) -> Message:
    await session.chat.mute(connection.seat, message["seat"], on=message["on"])
    return {"seat": message["seat"], "on": message["on"]}


async def _hook(session: Session, connection: Connection, message: Message) -> Message:
    """Keeps where a seat wants to be called when it is its turn and nobody looks; nowhere, with an empty address."""
    url = message["url"]
    if url:
        session.service.hooks.check(url)
    await session.service.query(session.service.store.hook, session.id, connection.seat, url)
    return {"on": bool(url)}


async def _choices(session: Session, connection: Connection, message: Message) -> Message:
    match = session.match_to_decide(connection.seat, message["number"])
    return {"number": message["number"], **serialize.choices(match, connection.seat)}


async def _odds(session: Session, connection: Connection, message: Message) -> Message:
    match = session.match_to_decide(connection.seat, message["number"])
    return {"action": message["action"], "throws": serialize.odds(match.odds(message["action"]))}


async def _why(session: Session, connection: Connection, message: Message) -> Message:
    chosen = [str(key)[:MAX_FIELD_CHARACTERS] for key in message["chosen"][:16]]
    match, key = session.match_to_decide(connection.seat, message["number"]), message["key"]
    reasons = serialize.with_clauses(why_not(match, chosen, key))
    return {"key": key, "reasons": reasons, "traits": serialize.traits(match, connection.seat, key)}


async def _about(session: Session, connection: Connection, message: Message) -> Message:
    match, key = session.state.match.at(message["step"]), message["key"]
    return {"step": message["step"], "key": key, "traits": serialize.traits(match, connection.seat, key)}


async def _hint(session: Session, connection: Connection, message: Message) -> Message:
    found = await session.hints(connection.seat, message["number"])
    return {"hints": [serialize.hint(one) for one in found]}


async def _look(session: Session, connection: Connection, message: Message) -> Message:
    return serialize.position(session.state.match.at(message["step"]), connection.seat, connection.show)


async def _proof(session: Session, connection: Connection, message: Message) -> Message:
    return await session.service.threads.run(postgame.proof, session.state.match)


async def _review(session: Session, connection: Connection, message: Message) -> None:
    session.review_runner.ask(session.state.match, connection)


async def _pace(session: Session, connection: Connection, message: Message) -> Message:
    """Lets those who look on at computers say how fast they play; 0 rests."""
    if not session.state.has_people:
        session.computer.pace = min(max(message["seconds"], 0), 10)
        session.computer.wake()
    return {"seconds": session.computer.pace}


Answer = Callable[[Session, Connection, Message], Awaitable[Message | None]]
Handler = tuple[dict[str, type], bool, Answer]


def _changes(command: Callable[..., commands.Command], **fields: type) -> Handler:
    """A message by which a seat changes the battle: a deed that is given the seat and these fields."""

    async def do(session: Session, connection: Connection, message: Message) -> None:
        await session.execute(command(connection.seat, *(message[name] for name in fields)))

    return fields, False, do


HANDLERS: Final[dict[str, Handler]] = {
    "act": ({"number": int, "action": str}, False, _act),
    "undo": _changes(commands.undo, number=int),
    "concede": _changes(commands.concede, number=int),
    "draw": ({"number": int, "agree": bool}, False, _draw),
    "offer": _changes(commands.offer, number=int, what=str),
    "decline": _changes(commands.decline, number=int),
    "resume": _changes(commands.resume),
    "claim": _changes(commands.claim, number=int),
    "computer": _changes(commands.hand_over, level=str),
    "person": _changes(commands.take_over),
    "nonce": _changes(commands.give_nonce, nonce=str),
    "say": ({"words": str}, False, _say),
    "mute": ({"seat": int, "on": bool}, False, _mute),
    "hook": ({"url": str}, False, _hook),
    "choices": ({"number": int}, False, _choices),
    "odds": ({"number": int, "action": str}, False, _odds),
    "why": ({"number": int, "chosen": list, "key": str}, False, _why),
    "about": ({"step": int, "key": str}, True, _about),
    "hint": ({"number": int}, False, _hint),
    "look": ({"step": int}, True, _look),
    "proof": ({}, True, _proof),
    "review": ({}, True, _review),
    "pace": ({"seconds": float}, True, _pace),
}
"""What may be asked for: the fields it needs, whether those who look on may ask, and how it is done."""
