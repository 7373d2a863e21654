"""Notes on their way between processes: many travel as one frame, and who sent it stands in front."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.engine import URL, Connection

if TYPE_CHECKING:
    import psycopg

    from drumhead.server.db.store import LogEntry


BusMessage = dict[str, Any]
CHANNEL: Final = "drumhead"
"""Where the processes that share a database tell each other what is new."""
MAX_FRAME_BYTES: Final = 7000
"""How many bytes of notes processes tell each other at once; PostgreSQL takes less than 8,000 with what is around."""

_NOTIFY: Final = "SELECT pg_notify(%s, bundle) FROM json_array_elements_text(%s::json) AS bundle"
_APPEND_AND_NOTIFY: Final = f"""
    WITH added AS (
        INSERT INTO log (battle, number, seat, words, said)
        SELECT entry ->> 'battle', (entry ->> 'number')::integer + place - 1,
               (line ->> 0)::integer, line ->> 1, (line ->> 2)::double precision
        FROM json_array_elements(%s::json) AS entry,
             json_array_elements(entry -> 'lines') WITH ORDINALITY AS lines (line, place)
    ) {_NOTIFY}"""
"""Adds entries and tells of them, both or neither: one statement of PostgreSQL is a transaction of its own."""


def driver_url(url: URL) -> str:
    """The address of a PostgreSQL database as its driver knows it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def connect_raw(url: URL) -> "psycopg.Connection[Any]":
    """A connection of its own to the driver itself; every statement is a transaction."""
    import psycopg  # noqa: PLC0415  only who has such a database has the library

    return psycopg.connect(driver_url(url), autocommit=True)


def append_and_notify(connection: "psycopg.Connection[Any]", entries: Sequence["LogEntry"], author: str) -> None:
    """Adds lines and tells the other processes of them; each is written once for both, as JSON.

    It is said thousands of times, so it is said to the driver itself: a statement costs half as much.
    """
    written = [_as_json(entry) for entry in entries]
    notes = (
        note if len(note) <= MAX_FRAME_BYTES else json.dumps({"kind": "log", "battle": entry.battle})
        for entry, note in zip(entries, written, strict=True)
    )
    frames = json.dumps(list(framed(author, notes)))
    connection.execute(_APPEND_AND_NOTIFY, (f"[{','.join(written)}]", CHANNEL, frames))


def _as_json(entry: "LogEntry") -> str:
    lines = [(line.seat, line.words, line.said) for line in entry.lines]
    return json.dumps({"kind": "log", "battle": entry.battle, "number": entry.number, "lines": lines})


def publish(connection: Connection, notes: Iterable[BusMessage], author: str) -> None:
    """Tells the other processes something, once the transaction is done."""
    connection.exec_driver_sql(_NOTIFY, (CHANNEL, json.dumps(list(framed(author, map(json.dumps, notes))))))


def framed(author: str, notes: Iterable[str]) -> Iterator[str]:
    """Ties written notes together, as many as may be told at once, in their order."""
    waiting: list[str] = []
    left = MAX_FRAME_BYTES
    for note in notes:
        if waiting and left < len(note) + 1:
            yield _frame(author, waiting)
            waiting, left = [], MAX_FRAME_BYTES
        waiting.append(note)
        left -= len(note) + 1
    if waiting:
        yield _frame(author, waiting)


def _frame(author: str, notes: list[str]) -> str:
    return f"{author} [{','.join(notes)}]"


def is_from(author: str, frame: str) -> bool:
    """Says whether a process sent a frame; whoever did need not open it."""
    return frame.startswith(f"{author} ")


def unframed(frame: str) -> list[BusMessage]:
    """The notes of a frame, each with the name of the process that sent it."""
    author, _, notes = frame.partition(" ")
    return [{**note, "author": author} for note in json.loads(notes)]
