"""The format of messages between processes: several travel in one frame, with their author in front."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from drumhead.server.session.ports import BusMessage

CHANNEL: Final = "drumhead"
"""The PostgreSQL channel on which processes that share a database notify each other."""
MAX_FRAME_BYTES: Final = 7000
"""The most a frame holds; PostgreSQL takes less than 8,000 bytes, the author and brackets included."""


def framed(author: str, messages: Iterable[str]) -> Iterator[str]:
    """Packs messages, written as JSON, into as few frames as possible, in their order."""
    waiting: list[str] = []
    left = MAX_FRAME_BYTES
    for message in messages:
        if waiting and left < len(message) + 1:
            yield _frame(author, waiting)
            waiting, left = [], MAX_FRAME_BYTES
        waiting.append(message)
        left -= len(message) + 1
    if waiting:
        yield _frame(author, waiting)


def _frame(author: str, messages: list[str]) -> str:
    return f"{author} [{','.join(messages)}]"


def is_from(author: str, frame: str) -> bool:
    """Returns whether a process sent a frame, without parsing it."""
    return frame.startswith(f"{author} ")


def unframed(frame: str) -> list[BusMessage]:
    """The messages of a frame, each with the name of the process that sent it."""
    author, _, messages = frame.partition(" ")
    return [{**message, "author": author} for message in json.loads(messages)]
