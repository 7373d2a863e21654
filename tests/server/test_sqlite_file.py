"""Covers drumhead.server.db.sqlite_file: who may read a database, who may serve it, and what damage is reported."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead.server.db.backup import back_up, restore
from drumhead.server.db.sqlite_file import sqlite_file
from drumhead.server.db.store import Store
from drumhead.server.session.event_log import Line
from tests.kit.server import begin, server, sitting
from tests.server.test_run import begin as begin_at
from tests.server.test_run import serving
from tests.server.test_store import stored


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def _open_to_all() -> object:
    """A umask that lets everybody read new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:////srv/battles.sqlite3", Path("/srv/battles.sqlite3")),
        ("sqlite+pysqlite:///battles.sqlite3", Path("battles.sqlite3")),
        ("sqlite://", None),
        ("sqlite:///:memory:", None),
        ("postgresql+psycopg:///battles", None),
        ("nonsense", None),
    ],
)
def test_the_file_of_a_database(url: str, file: Path | None) -> None:
    assert sqlite_file(url) == file


@pytest.mark.usefixtures("_open_to_all")
def test_databases_and_backups_are_for_their_owner(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    store.create(stored(), {})
    (tmp_path / "battles.jsonl.gz.part").write_text("left by a backup that was cut short")
    back_up(store, tmp_path / "battles.jsonl.gz")
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    restore(copy, tmp_path / "battles.jsonl.gz")
    found = modes(tmp_path)
    assert {"new.sqlite3", "new.sqlite3-wal", "copy.sqlite3", "battles.jsonl.gz"} <= set(found)
    assert set(found.values()) == {0o600}
    store.close()
    copy.close()


@pytest.mark.usefixtures("_open_to_all")
def test_a_database_of_an_earlier_build_is_taken_from_the_others(tmp_path: Path) -> None:
    for name in ("old.sqlite3", "old.sqlite3-wal"):
        (tmp_path / name).touch()
    assert set(modes(tmp_path).values()) == {0o666}
    store = Store(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    assert set(modes(tmp_path).values()) == {0o600}
    store.close()


@pytest.mark.slow
def test_a_second_server_on_the_same_database_does_not_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "drumhead", "serve", "--no-browser"]
    own = os.environ | {"DRUMHEAD_DATA": str(tmp_path)}
    with serving(tmp_path) as (first, address):
        second = subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=60)
        assert second.returncode == 2
        assert second.stderr == (
            f"drumhead: another server uses this database already, at {address}; "
            "end it, or name another with --database\n"
        )
        backup = [sys.executable, "-m", "drumhead", "backup", str(tmp_path / "saved")]
        assert subprocess.run(backup, env=own, capture_output=True, check=False, timeout=60).returncode == 0
        first.kill()
    with serving(tmp_path) as (_, again):
        assert begin_at(again)["game"] == "pocket-battles"


def test_play_goes_on_while_a_backup_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The backup shows one moment: what is played meanwhile is not in it."""
    store = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    store.create(stored(), {})
    store.add("b1", 1, [Line(0, f"move {n}") for n in range(5_000)])
    is_written, may_go_on = threading.Event(), threading.Event()

    other = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    monkeypatch.setattr("drumhead.server.db.backup._line", _line_after(is_written, may_go_on))
    writing = threading.Thread(target=back_up, args=(other, tmp_path / "saved"))
    writing.start()
    assert is_written.wait(30)
    began = time.monotonic()
    store.add("b1", 5_001, [Line(0, "played meanwhile")])
    assert time.monotonic() - began < 2
    may_go_on.set()
    writing.join()
    monkeypatch.undo()
    fresh = Store(f"sqlite:///{tmp_path / 'fresh.sqlite3'}")
    restore(fresh, tmp_path / "saved")
    assert len(fresh.load("b1").lines) == 5_001
    assert len(store.load("b1").lines) == 5_002
    for one in (store, other, fresh):
        one.close()


def _line_after(is_written: threading.Event, may_go_on: threading.Event) -> object:
    from drumhead.server.db.backup import _line  # noqa: PLC0415  the true one

    def line(data: dict[str, object]) -> str:
        if data.get("table") == "log" and not is_written.is_set():
            is_written.set()
            assert may_go_on.wait(30)
        return _line(data)

    return line


def damage(file: Path) -> None:
    """Overwrites pages in the middle of a database."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    size = file.stat().st_size
    with open(file, "r+b") as raw:
        raw.seek(size // 2 // 4096 * 4096)
        raw.write(os.urandom(16_384))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """The folder of a server whose database was damaged."""
    store = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    for n in range(40):
        store.create(stored(id=f"b{n}", lines=[Line(0, f"move {step}") for step in range(200)]), {})
    store.close()
    damage(tmp_path / "battles.sqlite3")
    return tmp_path


def ready(client: TestClient) -> tuple[int, str]:
    answer = client.get("/ready")
    return answer.status_code, answer.json()["status"]


def test_damage_is_found_when_the_server_starts(damaged: Path, caplog: pytest.LogCaptureFixture) -> None:
    with server(damaged) as client:
        end = time.monotonic() + 30
        while ready(client)[0] == 200 and time.monotonic() < end:
            time.sleep(0.02)
        assert ready(client) == (503, "the database is damaged")
    (found,) = [record for record in caplog.records if record.levelno == logging.CRITICAL]
    assert found.message == "the database is damaged; restore a backup"


def test_damage_is_reported_when_somebody_meets_it(damaged: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(f"sqlite:///{damaged / 'battles.sqlite3'}")
    refusals = set()
    for n in range(40):
        try:
            store.load(f"b{n}")
        except Exception as error:
            refusals.add(str(error))
    assert refusals == {"the database of this server is damaged; its operator must restore a backup"}
    assert store.is_damaged
    assert len([record for record in caplog.records if record.levelno == logging.CRITICAL]) == 1
    store.close()


def test_a_whole_database_is_ready(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0]):
            pass
        time.sleep(0.1)
        assert ready(client) == (200, "ok")
