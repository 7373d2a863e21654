"""PostgreSQL beyond SQLAlchemy: appends that notify the other processes, in one statement of the driver."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.engine import URL, Connection

from drumhead.server.cluster.framing import CHANNEL, MAX_FRAME_BYTES, framed
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.session.ports import BusMessage

if TYPE_CHECKING:
    import psycopg

_NOTIFY: Final = "SELECT pg_notify(%s, frame) FROM json_array_elements_text(%s::json) AS frame"
_APPEND_AND_NOTIFY: Final = f"""
    WITH added AS (
        INSERT INTO log (battle, number, seat, words, said)
        SELECT entry ->> 'battle', (entry ->> 'number')::integer + place - 1,
               (line ->> 0)::integer, line ->> 1, (line ->> 2)::double precision
        FROM json_array_elements(%s::json) AS entry,
             json_array_elements(entry -> 'lines') WITH ORDINALITY AS lines (line, place)
    ) {_NOTIFY}"""
"""Appends entries and notifies, both or neither: a single statement is a transaction in PostgreSQL."""


def driver_url(url: URL) -> str:
    """The address of a PostgreSQL database as its driver reads it, with the password."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def connect_raw(url: URL) -> "psycopg.Connection[Any]":
    """A new connection of the driver; every statement is a transaction."""
    import psycopg  # noqa: PLC0415  installed only with drumhead[postgres]

    return psycopg.connect(driver_url(url), autocommit=True)


def append_and_notify(connection: "psycopg.Connection[Any]", entries: Sequence[LogEntry], author: str) -> None:
    """Appends lines and sends them to the other processes.

    This is the hot path, so it bypasses SQLAlchemy, at half the cost of a statement, and writes each entry as JSON once
    for both purposes.
    """
    written = [_as_json(entry) for entry in entries]
    messages = (
        message if len(message) <= MAX_FRAME_BYTES else json.dumps({"kind": "log", "battle": entry.battle})
        for entry, message in zip(entries, written, strict=True)
    )
    frames = json.dumps(list(framed(author, messages)))
    connection.execute(_APPEND_AND_NOTIFY, (f"[{','.join(written)}]", CHANNEL, frames))


def _as_json(entry: LogEntry) -> str:
    lines = [(line.seat, line.words, line.said) for line in entry.lines]
    return json.dumps({"kind": "log", "battle": entry.battle, "number": entry.number, "lines": lines})


def notify(connection: Connection, messages: Iterable[BusMessage], author: str) -> None:
    """Sends messages to the other processes when the transaction commits."""
    frames = json.dumps(list(framed(author, map(json.dumps, messages))))
    connection.exec_driver_sql(_NOTIFY, (CHANNEL, frames))
