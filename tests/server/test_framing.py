"""Covers drumhead.server.cluster.framing, cluster.bus and db.notify: messages between processes."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from drumhead.server.cluster.framing import CHANNEL, MAX_FRAME_BYTES, framed, is_from, unframed
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.db.notify import connect_raw
from drumhead.server.db.store import Store
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import BusMessage
from tests.kit.postgres import Cluster
from tests.kit.server import begin, server, sitting
from tests.server.test_store import stored

if TYPE_CHECKING:
    import psycopg


@pytest.mark.parametrize("longest", [1, 10, 2000, MAX_FRAME_BYTES])
def test_notes_come_out_of_bundles_as_they_went_in(longest: int) -> None:
    notes: list[BusMessage] = [{"kind": "log", "battle": "ù" * (n * 7 % longest), "number": n} for n in range(200)]
    written = [note for note in map(json.dumps, notes) if len(note) <= MAX_FRAME_BYTES]
    frames = list(framed("somebody", written))
    assert all(len(frame.encode()) < 8000 for frame in frames)
    assert sum(map(len, written)) / MAX_FRAME_BYTES <= len(frames) <= 2 * sum(map(len, written)) / MAX_FRAME_BYTES + 1
    assert [note for frame in frames for note in unframed(frame)] == [
        {**json.loads(note), "author": "somebody"} for note in written
    ]


def test_a_bundle_says_who_sent_it_before_it_is_opened() -> None:
    [frame] = framed("somebody", [json.dumps({"kind": "log", "battle": "nobody "})])
    assert is_from("somebody", frame)
    assert not is_from("some", frame)
    assert not is_from("nobody", frame)


@contextmanager
def listening(store: Store) -> Iterator["psycopg.Connection"]:
    """A line on which everything is heard that processes tell each other."""
    with connect_raw(store.engine.url) as line:
        line.execute(f"LISTEN {CHANNEL}")
        yield line


def heard(line: "psycopg.Connection") -> list[str]:
    return [notice.payload for notice in line.notifies(timeout=0.3)]


def test_lines_of_many_battles_are_added_and_told_of_by_one_statement(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    def watched(url: sql.URL) -> "psycopg.Connection":
        connection = connect_raw(url)
        execute = connection.execute

        def noted(statement: str, given: tuple[str, ...]) -> object:
            assert connection.autocommit  # it is a transaction of its own
            said.append(statement)
            return execute(statement, given)

        monkeypatch.setattr(connection, "execute", noted)
        return connection

    monkeypatch.setattr("drumhead.server.db.store.connect_raw", watched)
    store = Store(postgres.fresh())
    entries = [LogEntry(f"b{n:02}", 1, [Line(0, f"“charge” {n}\\", 1.7e9 / 7), Line(1, "wait", n)]) for n in range(40)]
    for entry in entries:
        store.create(stored(id=entry.battle), {})
    with listening(store) as line:
        assert store.add_all(entries[::-1], "somebody") == set()
        frames = heard(line)
    with store.engine.connect() as connection:
        assert connection.execute(sql.text("SELECT count(DISTINCT xmin::text) FROM log WHERE number > 0")).scalar() == 1
    assert len(said) == 1
    assert len(frames) == 1
    told = {note["battle"]: note for note in unframed(frames[0])}
    for entry in entries:
        found = store.load(entry.battle).lines[1:]
        assert [(one.seat, one.words, one.said) for one in found] == [
            (one.seat, one.words, one.said) for one in entry.lines
        ]
        assert told[entry.battle] == {
            "kind": "log",
            "battle": entry.battle,
            "number": 1,
            "lines": [[one.seat, one.words, one.said] for one in entry.lines],
            "author": "somebody",
        }
    store.close()


def test_lines_that_are_too_long_to_be_told_are_told_of_and_nothing_is_told_of_those_that_come_too_late(
    postgres: Cluster,
) -> None:
    store = Store(postgres.fresh())
    for name in ("long", "late", "other"):
        store.create(stored(id=name), {})
    store.add("late", 1, [Line(0, "pass")])
    with listening(store) as line:
        late = store.add_all([LogEntry(name, 1, [Line(1, name * 2000)]) for name in ("long", "late", "other")], "one")
        told = [note for frame in heard(line) for note in unframed(frame)]
    assert late == {"late"}
    assert [(note["battle"], "lines" in note) for note in told] == [("long", False), ("other", False)]
    store.close()


def test_a_process_does_not_open_what_it_said_itself(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(frame: str) -> list[BusMessage]:
        read.append(frame)
        return unframed(frame)

    monkeypatch.setattr("drumhead.server.cluster.bus.unframed", reading)
    url = postgres.fresh()
    with server(url) as one:
        links = begin(one, "person", "person", seed=3)
        with sitting(one, links["seats"][0]), sitting(one, links["seats"][1]):
            time.sleep(0.3)
            assert read == []
            with server(url) as other, sitting(other, links["watch"]):
                time.sleep(0.3)
                assert read != []


def test_who_is_at_many_tables_is_said_again_in_one_go(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[int] = []
    tell = Store.publish

    def counted(self: Store, notes: tuple[BusMessage, ...], author: str) -> None:
        said.append(len(notes))
        tell(self, notes, author)

    monkeypatch.setattr("drumhead.server.registry.HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(Store, "publish", counted)
    with server(postgres.fresh()) as one:
        tables = [begin(one, "person", "person", seed=seed)["seats"][0] for seed in range(3)]
        with sitting(one, tables[0]), sitting(one, tables[1]), sitting(one, tables[2]):
            end = time.monotonic() + 20
            while 3 not in said:
                assert time.monotonic() < end, said
                time.sleep(0.05)
