"""The websocket: reads messages, runs the command or question behind each, and writes what is queued."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from drumhead.core.again import repeated
from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.catalogue import LANGUAGES, SOURCE, translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.played import DRAW
from drumhead.core.state import SPECTATOR
from drumhead.server.api import postgame, serialize
from drumhead.server.api.connection import Connection
from drumhead.server.api.json_input import MalformedMessage, read_json
from drumhead.server.context import Context
from drumhead.server.errors import Unavailable
from drumhead.server.lobby.waiting import NotBegun
from drumhead.server.ops.rate_limit import RateLimited
from drumhead.server.ops.visitors import CURRENT_VISITOR, visitor_of
from drumhead.server.registry import Registry
from drumhead.server.session import commands
from drumhead.server.session.ports import Message
from drumhead.server.session.session import Session
from drumhead.server.session.state import key_label

LOG: Final = logging.getLogger("drumhead.server.api.websocket")
CLOSE_UNKNOWN_LINK: Final = 4404
CLOSE_BAD_HELLO: Final = 4400
CLOSE_NOT_BEGUN: Final = 4425
CLOSE_TRY_LATER: Final = 1013
CLOSE_RESTART: Final = 1012
CLOSE_ERROR: Final = 1011
"""The codes with which the server closes a websocket."""
HELLO_TIMEOUT_SECONDS: Final = 20.0
MAX_MESSAGE_CHARACTERS: Final = 65_536
MAX_FIELD_CHARACTERS: Final = 1_000
"""The longest text of a field; no chat message, address or action is longer."""
MAX_CHOSEN_KEYS: Final = 16
MAX_PACE_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class Client:
    """Who sent a message: the connection and the session it belongs to."""

    context: Context
    session: Session
    connection: Connection
    visitor: str

    @property
    def seat(self) -> int:
        """The seat of the connection."""
        return self.connection.seat


async def serve_connection(socket: WebSocket, context: Context, registry: Registry) -> None:
    """Waits for the hello, joins the session, and answers messages until the connection ends."""
    await socket.accept()
    visitor = visitor_of(socket.client.host if socket.client is not None else "")
    CURRENT_VISITOR.set(visitor)
    language = SOURCE
    try:
        context.must_be_welcome(visitor)
        with context.visitors.seated(visitor):
            hello = await _receive_hello(socket, context, visitor)
            language = hello["language"] if hello["language"] in LANGUAGES else SOURCE
            session, seat = await registry.find(hello["token"])
            try:
                with context.visitors.in_battle(visitor, session.id):
                    await _converse(socket, context, session, seat, hello, visitor)
            except RateLimited:
                registry.drop_if_idle(session.id)
                raise
    except WebSocketDisconnect:
        pass
    except NotBegun as error:
        await _tell_to_wait(socket, error, language)
    except DrumheadError as error:
        context.metrics.count("refusals")
        await _refuse_connection(socket, error, language)


async def _converse(
    socket: WebSocket, context: Context, session: Session, seat: int, hello: Message, visitor: str
) -> None:
    """Joins the session and answers messages until the connection ends."""
    context.metrics.count("conversations")
    connection = _connection(seat, hello, context, visitor)
    client = Client(context, session, connection, visitor)
    writing = asyncio.create_task(_write(socket, connection))
    try:
        await session.join(connection)
        while not connection.is_closed:
            await _answer(client, await _receive(socket))
        await writing
    except WebSocketDisconnect:
        pass
    except Unavailable:
        connection.close()
        await writing
    finally:
        session.leave(connection)
        if connection.search is not None:
            connection.search[1].cancel()
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writing  # the connection may have ended in the middle of a message
        connection.close()
        if connection.is_dropped:
            context.metrics.count("slow_readers")


def _connection(seat: int, hello: Message, context: Context, visitor: str) -> Connection:
    """A connection with the language and the format of the hello, or the defaults where they are unknown."""
    language, show, device = hello["language"], hello.get("show"), hello.get("device")
    is_known = isinstance(show, str) and show in serialize.RENDERERS
    known, format = language if language in LANGUAGES else SOURCE, str(show) if is_known else "svg"
    return Connection(
        seat,
        known,
        format,
        key=key_label(hello["token"]),
        device=key_label(device) if isinstance(device, str) and device else "",
        brings_nonce=hello.get("nonce") is True,
        binds_dice=hello.get("commit") is True,
        quota=context.visitors.queued_bytes,
        visitor=visitor,
    )


async def _receive_hello(socket: WebSocket, context: Context, visitor: str) -> Message:
    """The first message, with the token; refuses visitors that come too often and clients that take too long."""
    context.address_limit.check(visitor)
    try:
        async with asyncio.timeout(HELLO_TIMEOUT_SECONDS):
            return _parse_message(await _receive(socket), {"token": str, "language": str})
    except TimeoutError:
        raise MalformedMessage(Text("the first message must contain a link")) from None


async def _receive(socket: WebSocket) -> str:
    """The text of the next message; empty for a binary one."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _refuse_connection(socket: WebSocket, error: DrumheadError, language: str) -> None:
    is_temporary = isinstance(error, RateLimited | Unavailable)
    is_malformed = isinstance(error, MalformedMessage)
    code = CLOSE_TRY_LATER if is_temporary else CLOSE_BAD_HELLO if is_malformed else CLOSE_UNKNOWN_LINK
    with use_language(translator(language, "")), contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_json(serialize.refusal(error, "hello"))
        await socket.close(code)


async def _tell_to_wait(socket: WebSocket, error: NotBegun, language: str) -> None:
    """Sends what the battle waits for. The client comes again in some seconds."""
    waiting = error.waiting
    with (
        use_language(translator(language, waiting.kind.package)),
        contextlib.suppress(WebSocketDisconnect, RuntimeError),
    ):
        await socket.send_json(waiting.to_message())
        await socket.close(CLOSE_NOT_BEGUN)


async def _write(socket: WebSocket, connection: Connection) -> None:
    """Sends what is queued. Where a message cannot be sent, closes the websocket, so that the client reconnects."""
    code = CLOSE_RESTART
    try:
        while (message := await connection.next()) is not None:
            await socket.send_text(message)
    except (WebSocketDisconnect, RuntimeError):
        raise
    except Exception:
        LOG.exception("a message could not be sent")
        code = CLOSE_ERROR
    await socket.close(code)


async def _answer(client: Client, text: str) -> None:
    """Handles a message; sends its answer, or why it is refused."""
    context, session, connection = client.context, client.session, client.connection
    type = ""
    context.metrics.count("messages")
    with session.in_language_of(connection):
        try:
            speaker = connection.seat if connection.seat != SPECTATOR else client.visitor
            context.message_limit.check(client.visitor)
            context.seat_limit.check(f"{session.id} {speaker}")
            message = _parse_message(text, {"type": str})
            type = message["type"]
            if type not in HANDLERS:
                raise MalformedMessage(Text("unknown type of message: {type}", type=repr(type)[:40]))
            fields, for_spectators, handle = HANDLERS[type]
            if connection.seat == SPECTATOR and not for_spectators:
                raise MalformedMessage(Text("spectators decide nothing"))
            answer = await handle(client, _checked(message, fields))
            if answer is not None:
                connection.send({"type": type, **answer})
        except DrumheadError as error:
            context.metrics.count("refusals")
            connection.send(serialize.refusal(error, type if type in HANDLERS else ""))


def _parse_message(text: str, fields: dict[str, type]) -> Message:
    """Parses a message and checks its fields; raises MalformedMessage."""
    return _checked(read_json(text, MAX_MESSAGE_CHARACTERS), fields)


def _checked(message: Any, fields: dict[str, type]) -> Message:
    """A message that has all fields, each with a value of its type."""
    if not isinstance(message, dict):
        raise MalformedMessage(Text("a message must be an object with a type"))
    for name, kind in fields.items():
        value = message.get(name)
        is_of_kind = isinstance(value, int | float if kind is float else kind)
        if not is_of_kind or (kind is not bool and isinstance(value, bool)):
            raise MalformedMessage(Text("the message needs the field {name}, {kind}", name=name, kind=kind.__name__))
        if isinstance(value, str) and len(value) > MAX_FIELD_CHARACTERS:
            raise MalformedMessage(Text("{name} has more than {n} characters", name=name, n=MAX_FIELD_CHARACTERS))
    return message


async def _act(client: Client, message: Message) -> None:
    command = commands.act(client.seat, message["number"], message["action"], client.session.guide)
    await client.session.execute(command)


async def _draw(client: Client, message: Message) -> None:
    if message["agree"]:
        await client.session.execute(commands.offer(client.seat, message["number"], DRAW))
    else:
        await client.session.execute(commands.decline(client.seat, message["number"]))


async def _say(client: Client, message: Message) -> None:
    await client.session.chat.say(client.seat, message["words"])


async def _mute(client: Client, message: Message) -> Message:
    await client.session.chat.mute(client.seat, message["seat"], on=message["on"])
    return {"seat": message["seat"], "on": message["on"]}


async def _hook(client: Client, message: Message) -> Message:
    """Stores the webhook of the seat; an empty address removes it."""
    url, database = message["url"], client.context.database
    if url:
        client.context.webhooks.check(url)
    await database.run(database.store.hook, client.session.id, client.seat, url)
    return {"on": bool(url)}


async def _choices(client: Client, message: Message) -> Message:
    match = client.session.match_to_decide(client.seat, message["number"])
    return {"number": message["number"], **serialize.choices(match, client.seat)}


async def _odds(client: Client, message: Message) -> Message:
    match = client.session.match_to_decide(client.seat, message["number"])
    return {"action": message["action"], "throws": serialize.odds(match.odds(message["action"]))}


async def _forecast(client: Client, message: Message) -> Message:
    match = client.session.match_to_decide(client.seat, message["number"])
    return {"action": message["action"], **serialize.forecast(match.forecast(message["action"]))}


async def _reach(client: Client, message: Message) -> Message:
    """The reach of any piece, for whoever looks at the position."""
    client.session.state.must_be(message["number"])
    match, key = client.session.state.match, message["key"]
    return {"key": key, **serialize.reach(match.reach(key, client.seat))}


async def _plans(client: Client, message: Message) -> Message:
    match = client.session.match_to_decide(client.seat, message["number"])
    return {"plans": serialize.plans(match.game.plans(match.known(client.seat)))}


async def _again(client: Client, message: Message) -> Message:
    match = client.session.match_to_decide(client.seat, message["number"])
    return {"actions": repeated(match)}


async def _deploy(client: Client, message: Message) -> Message:
    return {"actions": await client.session.deploy(client.seat, message["number"])}


async def _why(client: Client, message: Message) -> Message:
    """Why a key of the picture cannot be chosen, for whoever looks at the position."""
    client.session.state.must_be(message["number"])
    chosen = [str(key)[:MAX_FIELD_CHARACTERS] for key in message["chosen"][:MAX_CHOSEN_KEYS]]
    match, key = client.session.state.match, message["key"]
    reasons = serialize.refusals(match.why_not(chosen, key, client.seat))
    return {"key": key, "reasons": reasons, "traits": serialize.traits(match, client.seat, key)}


async def _about(client: Client, message: Message) -> Message:
    match, key = client.session.state.match.at(message["step"]), message["key"]
    return {"step": message["step"], "key": key, "traits": serialize.traits(match, client.seat, key)}


async def _tables(client: Client, message: Message) -> Message:
    match = client.session.state.match.at(message["step"])
    return {"step": message["step"], "tables": serialize.tables(match.game.tables(match.view(client.seat)))}


async def _hint(client: Client, message: Message) -> None:
    """Searches in a task: the connection goes on meanwhile, and when it ends, the search is given up."""
    connection, number = client.connection, message["number"]
    if connection.search is not None and not connection.search[1].done():
        if connection.search[0] == number:
            return  # it is searched for already
        connection.search[1].cancel()
    connection.search = (number, asyncio.create_task(_send_hint(client, number)))


async def _send_hint(client: Client, number: int) -> None:
    with client.session.in_language_of(client.connection):
        try:
            found = await client.session.hints(client.connection, number)
            client.connection.send({"type": "hint", "hints": [serialize.hint(one) for one in found]})
        except DrumheadError as error:
            client.context.metrics.count("refusals")
            client.connection.send(serialize.refusal(error, "hint"))


async def _look(client: Client, message: Message) -> Message:
    return serialize.position(client.session.state.match.at(message["step"]), client.seat, client.connection.show)


async def _proof(client: Client, message: Message) -> Message:
    return await client.context.threads.run(postgame.proof, client.session.match_that_is_over())


async def _review(client: Client, message: Message) -> None:
    client.session.request_review(client.connection)


async def _pace(client: Client, message: Message) -> Message:
    """Sets how fast computers play each other, if no person plays; 0 stops them."""
    session = client.session
    if not session.state.has_people:
        session.computer.pace = min(max(message["seconds"], 0), MAX_PACE_SECONDS)
        session.computer.wake()
    return {"seconds": session.computer.pace}


Handle = Callable[[Client, Message], Awaitable[Message | None]]
Handler = tuple[dict[str, type], bool, Handle]
"""The fields that a message needs with their types, whether spectators may send it, and how it is handled."""


def _executes(command: Callable[..., commands.Command], **fields: type) -> Handler:
    """A handler that executes a command made of the seat and the fields."""

    async def handle(client: Client, message: Message) -> None:
        await client.session.execute(command(client.seat, *(message[name] for name in fields)))

    return fields, False, handle


HANDLERS: Final[dict[str, Handler]] = {
    "act": ({"number": int, "action": str}, False, _act),
    "undo": _executes(commands.undo, number=int),
    "concede": _executes(commands.concede, number=int),
    "draw": ({"number": int, "agree": bool}, False, _draw),
    "offer": _executes(commands.offer, number=int, what=str),
    "decline": _executes(commands.decline, number=int),
    "resume": _executes(commands.resume),
    "claim": _executes(commands.claim, number=int),
    "computer": _executes(commands.hand_over, level=str),
    "person": _executes(commands.take_over),
    "commit": _executes(commands.commit_nonce, commit=str),
    "nonce": _executes(commands.give_nonce, nonce=str),
    "name": _executes(commands.set_name, words=str),
    "say": ({"words": str}, False, _say),
    "mute": ({"seat": int, "on": bool}, False, _mute),
    "hook": ({"url": str}, False, _hook),
    "choices": ({"number": int}, False, _choices),
    "odds": ({"number": int, "action": str}, False, _odds),
    "forecast": ({"number": int, "action": str}, False, _forecast),
    "reach": ({"number": int, "key": str}, True, _reach),
    "plans": ({"number": int}, False, _plans),
    "again": ({"number": int}, False, _again),
    "deploy": ({"number": int}, False, _deploy),
    "why": ({"number": int, "chosen": list, "key": str}, True, _why),
    "about": ({"step": int, "key": str}, True, _about),
    "tables": ({"step": int}, True, _tables),
    "hint": ({"number": int}, False, _hint),
    "look": ({"step": int}, True, _look),
    "proof": ({}, True, _proof),
    "review": ({}, True, _review),
    "pace": ({"seconds": float}, True, _pace),
}
"""How each type of message is handled."""
