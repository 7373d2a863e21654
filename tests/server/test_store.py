"""Covers drumhead.server.db.store, schema and commit_queue: migrations and atomic appends."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql

from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE
from drumhead.server.db import commit_queue
from drumhead.server.db import schema as module
from drumhead.server.db.commit_queue import CommitQueue, yield_to_loop
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.db.schema import StoreError
from drumhead.server.db.store import MAX_ROWS_PER_INSERT, Store, data_folder
from drumhead.server.errors import Overtaken, Unavailable, Unwritable
from drumhead.server.lobby.seats import Seat, new_token, token_hash
from drumhead.server.session.event_log import Line, lines_of
from drumhead.server.session.stored import StoredBattle, restored
from tests.server.test_requests import played


def stored(**changed: object) -> StoredBattle:
    given = {
        "id": "b1",
        "game": "pocket-battles",
        "rules": "1",
        "tags": {"Army1": "…"},
        "position": "",
        "names": ("player", "recruit"),
        "seats": (Seat(), Seat("recruit")),
        "lines": [Line(CHANCE, "throw 1 2")],
    }
    return StoredBattle(**(given | changed))  # type: ignore[arg-type]


def test_what_is_kept_comes_back(database: str) -> None:
    store = Store(database)
    store.create(stored(), {token_hash("secret"): 0})
    store.add("b1", 1, [Line(0, "pass"), Line(1, "charge O3")])
    store.close()
    again = Store(database)
    assert again.load("b1") == stored(lines=[Line(CHANCE, "throw 1 2"), Line(0, "pass"), Line(1, "charge O3")])
    assert again.seat_of(token_hash("secret")) == ("b1", 0)
    assert again.seat_of(token_hash("other")) is None
    again.close()


def test_lines_are_added_all_or_none_and_only_by_the_first(database: str) -> None:
    store, other = Store(database), Store(database)
    store.create(stored(), {})
    store.add("b1", 1, [Line(0, "pass")])
    with pytest.raises(Overtaken):
        other.add("b1", 1, [Line(0, "charge O3"), Line(1, "wait")])
    assert [line.words for line in other.load("b1").lines] == ["throw 1 2", "pass"]
    store.close()
    other.close()


def test_the_tables_are_those_that_the_migrations_make(database: str) -> None:
    store = Store(database)
    made = sql.inspect(store.engine)
    for table in module.TABLES:
        assert {column["name"] for column in made.get_columns(table.name)} == {column.name for column in table.columns}
        primary = made.get_pk_constraint(table.name)["constrained_columns"]
        assert primary == [column.name for column in table.primary_key.columns]
    store.close()


def test_an_old_database_is_brought_up_to_date_step_by_step(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(database)
    store.create(stored(), {})
    store.close()
    more = (*module.MIGRATIONS, "CREATE TABLE more (id INTEGER PRIMARY KEY); INSERT INTO more VALUES (7)")
    monkeypatch.setattr(module, "MIGRATIONS", more)
    newer = Store(database)
    with newer.engine.connect() as connection:
        assert connection.execute(sql.text("SELECT id FROM more")).scalar() == 7
    assert newer.load("b1") == stored()
    newer.close()
    monkeypatch.undo()
    with pytest.raises(StoreError, match="newer drumhead"):
        Store(database)


def test_a_migration_that_fails_leaves_no_half(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(database).close()
    broken = (*module.MIGRATIONS, "CREATE TABLE more (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (7)")
    monkeypatch.setattr(module, "MIGRATIONS", broken)
    with pytest.raises(Unavailable, match="nowhere"):
        Store(database)
    monkeypatch.undo()
    store = Store(database)
    assert "more" not in sql.inspect(store.engine).get_table_names()
    store.close()


def test_tokens_are_kept_as_hashes_only() -> None:
    token = new_token()
    assert len(token) == 24
    assert token_hash(token) == token_hash(token) != token
    assert len({new_token() for _ in range(100)}) == 100


def test_a_battle_grows_back_from_its_lines() -> None:
    match = played(25)
    again = restored(stored(tags=match.game.tags(), game="travel-battle", lines=lines_of(match))).match
    assert again.state == match.state
    assert [step.faces for step in again.steps] == [step.faces for step in match.steps]
    assert [stretch.dice for stretch in again.stretches] == [stretch.dice for stretch in match.stretches]
    assert [stretch.first for stretch in again.stretches] == [stretch.first for stretch in match.stretches]


def test_the_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    assert data_folder().is_dir()
    monkeypatch.delenv("DRUMHEAD_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder() == tmp_path / "xdg" / "drumhead"


def test_lines_of_many_battles_go_to_the_disk_together(database: str) -> None:
    """One that comes too late spoils no other."""
    store = Store(database)
    for name in ("b1", "b2", "b3"):
        store.create(stored(id=name), {})
    store.add("b2", 1, [Line(0, "pass")])
    late = store.add_all([LogEntry(name, 1, [Line(1, "wait")]) for name in ("b3", "b2", "b1")])
    assert late == {"b2"}
    assert [store.load(name).lines[-1].words for name in ("b1", "b2", "b3")] == ["wait", "pass", "wait"]
    store.close()


@pytest.mark.parametrize(
    "lines", [[Line(0, f"move {n}", 1.7e9 / 7) for n in range(MAX_ROWS_PER_INSERT * 2 + 40)], [Line(0, "ù" * 3000)]]
)
def test_many_lines_and_long_ones_are_added_too(database: str, lines: list[Line]) -> None:
    store = Store(database)
    store.create(stored(), {})
    store.add("b1", 1, lines)
    assert store.load("b1").lines[1:] == lines
    store.close()


def test_the_commit_queue_writes_what_waits_in_one_go() -> None:
    written: list[list[str]] = []

    async def write(entries: list[LogEntry]) -> set[str]:
        written.append([entry.battle for entry in entries])
        await asyncio.sleep(0.01)
        if "broken" in written[-1]:
            raise Unavailable(Text("no"))
        if "odd" in written[-1]:
            raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")
        return {"late"} & set(written[-1])

    async def add(writer: CommitQueue, *battles: str) -> list[object]:
        return await asyncio.gather(*(writer.append(one, 0, []) for one in battles), return_exceptions=True)

    async def run() -> None:
        writer = CommitQueue(write)
        first = asyncio.create_task(writer.append("first", 0, []))
        await asyncio.sleep(0)
        same = asyncio.create_task(writer.append("same", 0, []))
        await asyncio.sleep(0.005)
        assert list(map(type, await add(writer, "one", "late", "two"))) == [type(None), Overtaken, type(None)]
        assert list(map(type, await add(writer, "broken", "beside"))) == [Unavailable, type(None)]
        told = await add(writer, "beside", "odd", "late", "broken", "more")
        assert list(map(type, told)) == [type(None), Unwritable, Overtaken, Unavailable, type(None)]
        assert await add(writer, "after") == [None]
        await asyncio.gather(first, same)
        await writer.close()

    asyncio.run(run())
    together = [["first", "same"], ["one", "late", "two"], ["broken", "beside"]]
    apart = [["broken"], ["beside"], ["beside", "odd", "late", "broken", "more"]]
    assert written == [*together, *apart, ["beside"], ["odd"], ["late"], ["broken"], ["more"], ["after"]]


def test_the_commit_queue_does_not_wait_for_every_entry_while_the_database_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commit_queue, "OUTAGE_SECONDS", 0.0)
    tried: list[int] = []

    async def write(entries: list[LogEntry]) -> set[str]:
        tried.append(len(entries))
        raise Unavailable(Text("no"))

    async def run() -> None:
        gone = CommitQueue(write)
        told = await asyncio.gather(*(gone.append(str(one), 0, []) for one in range(50)), return_exceptions=True)
        assert {type(one) for one in told} == {Unavailable}

    asyncio.run(run())
    assert tried == [50, 1]


def test_an_entry_that_cannot_be_written_fails_alone(database: str) -> None:
    store = Store(database)
    for battle in ("b1", "b2"):
        store.create(stored(id=battle, lines=[]), {})

    async def write(entries: list[LogEntry]) -> set[str]:
        return store.add_all(entries)

    async def run() -> list[object]:
        writer = CommitQueue(write)
        lines = [Line(0, "(offer draw \ud800)"), Line(0, "(offer draw)")]
        adding = (writer.append(battle, 0, [line]) for battle, line in zip(("b1", "b2"), lines, strict=True))
        return await asyncio.gather(*adding, return_exceptions=True)

    odd, told = asyncio.run(run())
    assert isinstance(odd, Unwritable | Unavailable)
    assert told is None
    assert (store.load("b1").lines, [line.words for line in store.load("b2").lines]) == ([], ["(offer draw)"])
    store.close()


def test_whoever_acted_waits_for_what_is_on_its_way_to_the_disk_and_for_no_more() -> None:
    disk = asyncio.Semaphore(0)

    async def write(entries: list[LogEntry]) -> set[str]:
        await disk.acquire()
        return set()

    async def run() -> None:
        queue = CommitQueue(write)
        await queue.flushed()
        first = asyncio.create_task(queue.append("first", 0, []))
        await yield_to_loop(20)
        second = asyncio.create_task(queue.append("second", 0, []))
        resting = asyncio.create_task(queue.flushed())
        await yield_to_loop(20)
        assert not resting.done()
        disk.release()
        await resting
        assert first.done()
        assert not second.done()
        disk.release()
        await second
        await queue.flushed()

    asyncio.run(run())
