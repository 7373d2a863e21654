"""Databases that earlier builds wrote: every battle in them is found by its links and goes on."""

import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from drumhead.server.db.backup import back_up, restore
from drumhead.server.db.store import Store
from tests.kit.postgres import Cluster
from tests.kit.server import server, sitting
from tests.server.conftest import postgres  # noqa: F401  a fixture

ARCHIVES = sorted(Path(__file__).parent.glob("database-*.zip"))
BATTLES = 7


def unpacked(archive: Path, folder: Path, number: int) -> Any:
    """A battle of an archive, whose database is written into a folder."""
    with zipfile.ZipFile(archive) as opened:
        lines = opened.read("battles.sql").decode()
        battle = json.loads(opened.read("battles.json"))[number]
    with sqlite3.connect(folder / "battles.sqlite3") as database:
        database.executescript(lines)
    return battle


def goes_on(where: Path | str, battle: Any) -> None:
    """Finds a battle by its links, as it stood, and plays one action of it."""
    with server(where) as client:
        with sitting(client, battle["links"]["watch"]) as spectator:
            assert (spectator.view["step"], spectator.view["to_act"]) == (battle["step"], battle["to_act"])
            assert spectator.table["notice"] == ""
        with sitting(client, battle["links"]["seats"][battle["to_act"]]) as one:
            assert one.act(one.choices()[0])["type"] == "view"


@pytest.mark.parametrize("number", range(BATTLES))
@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.stem)
def test_a_battle_of_an_earlier_build_goes_on(tmp_path: Path, archive: Path, number: int) -> None:
    goes_on(tmp_path, unpacked(archive, tmp_path, number))


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.stem)
def test_a_database_of_an_earlier_build_moves_to_postgresql_and_goes_on(
    tmp_path: Path,
    archive: Path,
    postgres: Cluster,  # noqa: F811
) -> None:
    battle = unpacked(archive, tmp_path, 2)
    here, there = Store(f"sqlite:///{tmp_path / 'battles.sqlite3'}"), postgres.fresh()
    back_up(here, tmp_path / "backup")
    here.close()
    store = Store(there)
    restore(store, tmp_path / "backup")
    store.close()
    goes_on(there, battle)
