"""Covers drumhead.server.db (store, commit_queue, backup): full disk, restarts, kills, backups."""

import gzip
from pathlib import Path

import pytest
import sqlalchemy as sql
from starlette.testclient import TestClient

from drumhead.server.db.backup import BackupError, back_up, restore
from drumhead.server.db.schema import TABLES
from drumhead.server.db.store import Store
from tests.kit.postgres import Cluster
from tests.kit.server import begin, server, sitting
from tests.server.kill_trial import Trial


def fill_up(client: TestClient) -> None:
    """Lets the database grow no further, as if the disk were full."""
    store: Store = client.app.state.service.context.database.store  # type: ignore[attr-defined]

    def full(connection: sql.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    sql.event.listen(store.engine, "begin", full)


@pytest.mark.slow
def test_a_full_disk_refuses_and_breaks_nothing(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "person", seed=3)
        with sitting(client, links["seats"][0]) as one, sitting(client, links["seats"][1]) as two:
            acting = one if one.view["actions"] else two
            fill_up(client)
            refused = None
            for _ in range(400):
                before = acting.view
                acting.say("act", action=acting.view["actions"][0][0])
                message = acting.hear()
                if message["type"] == "refused":
                    refused = message
                    break
                while acting.view["to_act"] == -1:
                    acting.hear()
                other = two if acting is one else one
                other.hear_until(step=acting.view["step"])
                acting = one if one.view["actions"] else two
            assert refused is not None
            assert "cannot use its database" in refused["words"]
            answer = client.post("/battles", json={"game": "pocket-battles", "seats": ["person", "person"]})
            assert (answer.status_code, answer.json()["type"]) == (503, "refused")
            seat = acting.table["seat"]
    with server(tmp_path) as client, sitting(client, links["seats"][seat]) as back:
        assert {name: back.view[name] for name in ("number", "step", "actions")} == {
            name: before[name] for name in ("number", "step", "actions")
        }
        assert back.act(back.view["actions"][0][0])["type"] == "view"


def test_a_database_that_restarts_refuses_meanwhile_and_loses_nothing(postgres: Cluster) -> None:
    with server(postgres.fresh()) as client:
        links = begin(client, "person", "recruit", seed=3)
        with sitting(client, links["seats"][0]) as seat:
            seat.wait()
            seat.act(seat.view["actions"][0][0])
            before = seat.wait()
            postgres.stop()
            try:
                assert "cannot use its database" in seat.answer("act", action=before["actions"][0][0])["words"]
                assert client.get("/ready").status_code == 503
                assert client.get("/health").status_code == 200
                answer = client.post("/record", json={"tokens": [links["seats"][0]]})
                assert (answer.status_code, answer.json()["type"]) == (503, "refused")
            finally:
                postgres.start()
            assert client.get("/ready").status_code == 200
            while seat.view["step"] == before["step"]:
                seat.say("act", action=before["actions"][0][0])
                seat.hear()
            assert seat.wait()["step"] > before["step"]


@pytest.mark.slow
@pytest.mark.usefixtures("_at_leisure")
def test_a_server_that_is_killed_at_random_moments_loses_nothing(database: str, tmp_path: Path) -> None:
    tale = Trial(tmp_path, database, seed=4).run(3)
    assert tale.lost == []
    assert tale.kills == 3
    assert tale.ended == tale.battles > 1
    assert tale.acknowledged > 50


def rows(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with store.engine.connect() as connection:
        return {table.name: sorted(map(tuple, connection.execute(table.select())), key=repr) for table in TABLES}


def test_a_backup_goes_into_any_database(database: str, tmp_path: Path) -> None:
    with server(tmp_path) as client:
        links = begin(client, "person", "recruit", seed=3)
        with sitting(client, links["seats"][0]) as seat:
            seat.say("say", words="good luck")
            seat.wait()
            before = seat.act(seat.view["actions"][0][0])
            seat.hear_beside("said")
        file = tmp_path / "battles.jsonl.gz"
        store: Store = client.app.state.service.context.database.store  # type: ignore[attr-defined]
        stored: dict[str, list[tuple[object, ...]]] = {}
        while stored != rows(store):  # the computer may still be at it
            stored = rows(store)
            file.unlink(missing_ok=True)
            assert back_up(store, file) > 5
    empty = Store(database.replace("battles.sqlite3", "restored.sqlite3"))
    restore(empty, file)
    assert rows(empty) == stored
    with pytest.raises(BackupError, match="not empty"):
        restore(empty, file)
    again = tmp_path / "again.jsonl.gz"
    back_up(empty, again)
    empty.close()
    assert gzip.decompress(again.read_bytes()).count(b"\n") == gzip.decompress(file.read_bytes()).count(b"\n")
    restored = empty.engine.url.render_as_string(hide_password=False)
    with server(restored) as client, sitting(client, links["seats"][0]) as seat:
        assert seat.view["step"] >= before["step"]


@pytest.mark.parametrize("damage", [lambda raw: b"", lambda raw: raw[:-30], lambda raw: b"nonsense", gzip.compress])
def test_a_damaged_backup_is_refused_and_nothing_is_restored(tmp_path: Path, damage: object) -> None:
    store = Store(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    file = tmp_path / "battles.jsonl.gz"
    back_up(store, file)
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    with pytest.raises(BackupError, match="is not a backup, or it is incomplete"):
        restore(store, file)
    store.close()
