"""A database that an earlier build wrote: every battle in it is found by its links and goes on."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from tests.server.table import server, sitting

ARCHIVE = Path(__file__).parent / "database-1.zip"


@pytest.mark.parametrize("number", range(7))
def test_a_battle_of_an_earlier_build_goes_on(tmp_path: Path, number: int) -> None:
    with zipfile.ZipFile(ARCHIVE) as archive:
        dump = archive.read("battles.sql").decode()
        battle = json.loads(archive.read("battles.json"))[number]
    with sqlite3.connect(tmp_path / "battles.sqlite3") as database:
        database.executescript(dump)
    with server(tmp_path) as client:
        with sitting(client, battle["links"]["watch"]) as onlooker:
            assert (onlooker.view["step"], onlooker.view["to_act"]) == (battle["step"], battle["to_act"])
            assert onlooker.table["notice"] == ""
        with sitting(client, battle["links"]["seats"][battle["to_act"]]) as one:
            assert one.act(one.choices()[0])["type"] == "view"
