"""The conversation with a seat: what may be asked for, and how it is answered."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from drumhead.core.catalogue import LANGUAGES, SOURCE
from drumhead.core.errors import DrumheadError
from drumhead.core.text import Text, spoken
from drumhead.server import aftermath, messages
from drumhead.server.house import House
from drumhead.server.listeners import Listener
from drumhead.server.messages import Message
from drumhead.server.rooms import Room
from drumhead.server.seats import WATCH

GONE: Final = 4404
"""The code with which a conversation ends whose link leads nowhere."""
STRANGE: Final = 4400
"""The code with which a conversation ends that did not begin with a hello."""


class StrangeError(DrumheadError):
    """A message that is not one."""


async def converse(socket: WebSocket, house: House) -> None:
    """Greets, seats, and then answers whatever comes until the line breaks."""
    await socket.accept()
    try:
        hello = _read(await socket.receive_text(), {"token": str, "language": str})
        room, seat = await house.find(hello["token"])
    except WebSocketDisconnect:
        return
    except DrumheadError as error:
        await _farewell(socket, error)
        return
    listener = Listener(seat, hello["language"] if hello["language"] in LANGUAGES else SOURCE)
    room.join(listener)
    writing = asyncio.create_task(_write(socket, listener))
    try:
        while True:
            await _answer(room, listener, await socket.receive_text())
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(listener)
        house.sweep(room)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writing  # a line that broke while something was said


async def _farewell(socket: WebSocket, error: DrumheadError) -> None:
    with spoken(str):
        code = STRANGE if isinstance(error, StrangeError) else GONE
        await socket.send_json(messages.refusal(error, "hello"))
    await socket.close(code)


async def _write(socket: WebSocket, listener: Listener) -> None:
    while (message := await listener.outbox.get()) is not None:
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
    await socket.close(1012)


async def _answer(room: Room, listener: Listener, text: str) -> None:
    """Does what a message asks for; tells the one who asked what came of it, or why not."""
    asked = ""
    with room.voice(listener):
        try:
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
            listener.tell(messages.refusal(error, asked))


def _read(text: str, fields: dict[str, type]) -> Message:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise StrangeError(Text("a message is JSON")) from None
    return _checked(message, fields)


def _checked(message: Any, fields: dict[str, type]) -> Message:
    """A message in which every field is there and of its kind."""
    if not isinstance(message, dict):
        raise StrangeError(Text("a message is an object with a type"))
    for name, kind in fields.items():
        value = message.get(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise StrangeError(Text("the message needs {name}, {kind}", name=name, kind=kind.__name__))
    return message


async def _act(room: Room, listener: Listener, message: Message) -> None:
    await room.act(listener.seat, message["number"], message["action"])


async def _undo(room: Room, listener: Listener, message: Message) -> None:
    await room.undo(listener.seat, message["number"])


async def _concede(room: Room, listener: Listener, message: Message) -> None:
    await room.concede(listener.seat, message["number"])


async def _draw(room: Room, listener: Listener, message: Message) -> None:
    await room.offer_draw(listener.seat, message["number"], agree=message["agree"])


async def _odds(room: Room, listener: Listener, message: Message) -> Message:
    action = message["action"]
    return {"action": action, "throws": room.odds(listener.seat, message["number"], action)}


async def _why(room: Room, listener: Listener, message: Message) -> Message:
    chosen = [str(key) for key in message["chosen"][:16]]
    found = room.why(listener.seat, message["number"], chosen, message["key"])
    reasons = [{"words": str(refusal.words), "clause": refusal.clause} for refusal in found]
    return {"key": message["key"], "reasons": reasons}


async def _hint(room: Room, listener: Listener, message: Message) -> Message:
    found = await room.hints(listener.seat, message["number"])
    return {"hints": [messages.hint(one) for one in found]}


async def _look(room: Room, listener: Listener, message: Message) -> Message:
    return room.look(listener.seat, message["step"])


async def _proof(room: Room, listener: Listener, message: Message) -> Message:
    return aftermath.proof(room.match)


async def _review(room: Room, listener: Listener, message: Message) -> None:
    room.aftermath.ask(room.match, listener)


async def _pace(room: Room, listener: Listener, message: Message) -> Message:
    """Lets those who look on at computers say how fast they play; 0 rests."""
    if not room.has_people:
        room.pace = min(max(message["seconds"], 0), 10)
        room.wake()
    return {"seconds": room.pace}


Answer = Callable[[Room, Listener, Message], Awaitable[Message | None]]
ASKED: Final[dict[str, tuple[dict[str, type], bool, Answer]]] = {
    "act": ({"number": int, "action": str}, False, _act),
    "undo": ({"number": int}, False, _undo),
    "concede": ({"number": int}, False, _concede),
    "draw": ({"number": int, "agree": bool}, False, _draw),
    "odds": ({"number": int, "action": str}, False, _odds),
    "why": ({"number": int, "chosen": list, "key": str}, False, _why),
    "hint": ({"number": int}, False, _hint),
    "look": ({"step": int}, True, _look),
    "proof": ({}, True, _proof),
    "review": ({}, True, _review),
    "pace": ({"seconds": (int | float)}, True, _pace),  # type: ignore[dict-item]
}
"""What may be asked for: the fields it needs, whether those who look on may ask, and how it is done."""
