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
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import DRAW
from drumhead.server.api import postgame, serialize
from drumhead.server.api.connection import Listener
from drumhead.server.api.explain import why_not
from drumhead.server.api.json_input import StrangeError, read_json
from drumhead.server.api.serialize import Message
from drumhead.server.db.store import Unavailable
from drumhead.server.lobby.seats import WATCH
from drumhead.server.ops.rate_limit import TooFast
from drumhead.server.service import House
from drumhead.server.session import commands
from drumhead.server.session.session import Room

LOG: Final = logging.getLogger("drumhead.talk")
GONE: Final = 4404
"""The code with which a conversation ends whose link leads nowhere."""
STRANGE: Final = 4400
"""The code with which a conversation ends that did not begin with a hello."""
LATER: Final = 1013
"""The code with which a conversation ends that may be tried again in a moment."""
PATIENCE: Final = 20.0
"""How many seconds a guest has to say hello."""
LONGEST: Final = 65_536
"""No message has more characters."""
LONGEST_TEXT: Final = 1_000
"""No text in a message has more; nobody says more in a line, and no address or action is longer."""


_ENCODED: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


async def converse(socket: WebSocket, house: House) -> None:
    """Greets, seats, and then answers whatever comes until the line breaks."""
    await socket.accept()
    try:
        hello = await _hello(socket, house)
        room, seat = await house.find(hello["token"])
    except WebSocketDisconnect:
        return
    except DrumheadError as error:
        await _farewell(socket, error)
        return
    house.meters.count("conversations")
    listener = _listener(seat, hello)
    writing = asyncio.create_task(_write(socket, listener))
    try:
        await room.join(listener, brings_nonce=hello.get("nonce") is True)
        while True:
            await _answer(room, listener, await _heard(socket))
    except WebSocketDisconnect:
        pass
    except Unavailable:
        listener.dismiss()
        await writing
    finally:
        room.leave(listener)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writing  # a line that broke while something was said


def _listener(seat: int, hello: Message) -> Listener:
    """Someone who comes, with the language and the pictures that are asked for, where they are known."""
    language, show = hello["language"], hello.get("show")
    known = isinstance(show, str) and show in serialize.SHOWN
    return Listener(seat, language if language in LANGUAGES else SOURCE, str(show) if known else "svg")


async def _hello(socket: WebSocket, house: House) -> Message:
    """The first message: who comes, and in which language; slow guests and those who come too often are sent away."""
    house.comers.ask(socket.client.host if socket.client is not None else "")
    try:
        async with asyncio.timeout(PATIENCE):
            return _read(await _heard(socket), {"token": str, "language": str})
    except TimeoutError:
        raise StrangeError(Text("a conversation begins with a link")) from None


async def _heard(socket: WebSocket) -> str:
    """The next message; bytes are none."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _farewell(socket: WebSocket, error: DrumheadError) -> None:
    later = isinstance(error, TooFast | Unavailable)
    code = LATER if later else STRANGE if isinstance(error, StrangeError) else GONE
    with use_language(str), contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_json(serialize.refusal(error, "hello"))
        await socket.close(code)


async def _write(socket: WebSocket, listener: Listener) -> None:
    """Sends what is told; a line on which that fails is closed, for whoever hears nothing must come again."""
    code = 1012
    try:
        while (message := await listener.outbox.get()) is not None:
            await socket.send_text(_ENCODED(message))
    except (WebSocketDisconnect, RuntimeError):
        raise
    except Exception:
        LOG.exception("a message could not be sent")
        code = 1011
    await socket.close(code)


async def _answer(room: Room, listener: Listener, text: str) -> None:
    """Does what a message asks for; tells the one who asked what came of it, or why not."""
    asked = ""
    room.house.meters.count("messages")
    with room.voice(listener):
        try:
            room.house.speakers.ask(f"{room.id} {listener.seat}")
            message = _read(text, {"type": str})
            asked = message["type"]
            if asked not in ASKED:
                raise StrangeError(Text("nothing is known of {asked} here", asked=repr(asked)[:40]))
            fields, for_all, do = ASKED[asked]
            if listener.seat == WATCH and not for_all:
                raise StrangeError(Text("those who look on decide nothing"))
            answer = await do(room, listener, _checked(message, fields))
            if answer is not None:
                listener.tell({"type": asked, **answer})
        except DrumheadError as error:
            room.house.meters.count("refusals")
            listener.tell(serialize.refusal(error, asked if asked in ASKED else ""))


def _read(text: str, fields: dict[str, type]) -> Message:
    return _checked(read_json(text, LONGEST), fields)


def _checked(message: Any, fields: dict[str, type]) -> Message:
    """A message in which every field is there and of its kind."""
    if not isinstance(message, dict):
        raise StrangeError(Text("a message is an object with a type"))
    for name, kind in fields.items():
        value = message.get(name)
        fits = isinstance(value, int | float if kind is float else kind)
        if not fits or (kind is not bool and isinstance(value, bool)):
            raise StrangeError(Text("the message needs {name}, {kind}", name=name, kind=kind.__name__))
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise StrangeError(Text("{name} has more than {n} characters", name=name, n=LONGEST_TEXT))
    return message


async def _act(room: Room, listener: Listener, message: Message) -> None:
    await room.change(commands.act(listener.seat, message["number"], message["action"], room.guide))


async def _draw(room: Room, listener: Listener, message: Message) -> None:
    if message["agree"]:
        await room.change(commands.offer(listener.seat, message["number"], DRAW))
    else:
        await room.change(commands.decline(listener.seat, message["number"]))


async def _say(room: Room, listener: Listener, message: Message) -> None:
    await room.chat.say(listener.seat, message["words"])


async def _mute(room: Room, listener: Listener, message: Message) -> Message:
    await room.chat.mute(listener.seat, message["seat"], on=message["on"])
    return {"seat": message["seat"], "on": message["on"]}


async def _hook(room: Room, listener: Listener, message: Message) -> Message:
    """Keeps where a seat wants to be called when it is its turn and nobody looks; nowhere, with an empty address."""
    url = message["url"]
    if url:
        room.house.hooks.check(url)
    await room.house.stored(room.house.store.hook, room.id, listener.seat, url)
    return {"on": bool(url)}


async def _choices(room: Room, listener: Listener, message: Message) -> Message:
    match = room.deciding(listener.seat, message["number"])
    return {"number": message["number"], **serialize.choices(match, listener.seat)}


async def _odds(room: Room, listener: Listener, message: Message) -> Message:
    match = room.deciding(listener.seat, message["number"])
    return {"action": message["action"], "throws": serialize.odds(match.odds(message["action"]))}


async def _why(room: Room, listener: Listener, message: Message) -> Message:
    chosen = [str(key)[:LONGEST_TEXT] for key in message["chosen"][:16]]
    match, key = room.deciding(listener.seat, message["number"]), message["key"]
    reasons = serialize.cited(why_not(match, chosen, key))
    return {"key": key, "reasons": reasons, "traits": serialize.traits(match, listener.seat, key)}


async def _about(room: Room, listener: Listener, message: Message) -> Message:
    match, key = room.standing.match.at(message["step"]), message["key"]
    return {"step": message["step"], "key": key, "traits": serialize.traits(match, listener.seat, key)}


async def _hint(room: Room, listener: Listener, message: Message) -> Message:
    found = await room.hints(listener.seat, message["number"])
    return {"hints": [serialize.hint(one) for one in found]}


async def _look(room: Room, listener: Listener, message: Message) -> Message:
    return serialize.position(room.standing.match.at(message["step"]), listener.seat, listener.show)


async def _proof(room: Room, listener: Listener, message: Message) -> Message:
    return await room.house.clerks.do(postgame.proof, room.standing.match)


async def _review(room: Room, listener: Listener, message: Message) -> None:
    room.aftermath.ask(room.standing.match, listener)


async def _pace(room: Room, listener: Listener, message: Message) -> Message:
    """Lets those who look on at computers say how fast they play; 0 rests."""
    if not room.standing.has_people:
        room.computer.pace = min(max(message["seconds"], 0), 10)
        room.computer.wake()
    return {"seconds": room.computer.pace}


Answer = Callable[[Room, Listener, Message], Awaitable[Message | None]]
Asked = tuple[dict[str, type], bool, Answer]


def _changes(deed: Callable[..., commands.Deed], **fields: type) -> Asked:
    """A message by which a seat changes the battle: a deed that is given the seat and these fields."""

    async def do(room: Room, listener: Listener, message: Message) -> None:
        await room.change(deed(listener.seat, *(message[name] for name in fields)))

    return fields, False, do


ASKED: Final[dict[str, Asked]] = {
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
