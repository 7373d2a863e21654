"""Covers drumhead.server.api.transfer and the code and archive requests of api.http."""

import io
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from drumhead.core.errors import IllegalAction
from drumhead.core.files.record import read
from drumhead.server.api import transfer
from drumhead.server.session import steady_clock
from tests.kit.server import begin, server


def test_my_battles_move_to_another_device_by_a_code(client: TestClient) -> None:
    mine = [{"hash": "TOKEN~OTHER!WATCH", "title": "Pocket Battles"}]
    left = client.post("/codes", json={"battles": mine})
    assert left.status_code == 201
    code = left.json()["code"]
    typed = code.lower().replace("-", " ")
    assert client.post("/codes/take", json={"code": typed}).json() == {"battles": mine}
    again = client.post("/codes/take", json={"code": code})
    assert (again.status_code, "unknown code" in again.json()["words"]) == (422, True)


def test_what_a_code_opens_is_not_readable_in_the_database(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        code = client.post("/codes", json={"battles": ["SWORDFISH"]}).json()["code"]
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"SWORDFISH" not in raw
    assert code.encode() not in raw


def test_a_code_holds_for_a_while_only(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    code = client.post("/codes", json={"battles": ["x"]}).json()["code"]
    now = time.time()
    monkeypatch.setattr(steady_clock, "now", lambda: now + transfer.LIFETIME_MINUTES * 60 + 1)
    assert client.post("/codes/take", json={"code": code}).status_code == 422


def test_a_seal_opens_with_its_code_only() -> None:
    one, other = transfer.new_code(), transfer.new_code()
    encrypted = transfer.encrypt(one, "words")
    assert transfer.decrypt(one, encrypted) == "words"
    with pytest.raises(IllegalAction):
        transfer.decrypt(other, encrypted)


@pytest.mark.parametrize("asked", [{}, {"battles": []}, {"battles": "x"}, {"battles": ["x"] * 201}])
def test_a_list_that_is_none_gets_no_code(client: TestClient, asked: Any) -> None:
    assert client.post("/codes", json=asked).status_code == 422


@pytest.mark.parametrize("code", [None, 7, "", "ABCD", "A" * 50, "ABCD-EFGH-JKLM"])
def test_a_code_that_is_none_is_refused(client: TestClient, code: Any) -> None:
    assert client.post("/codes/take", json={"code": code}).status_code == 422


def test_all_my_battles_in_one_archive(client: TestClient) -> None:
    whole = begin(client, "person", "recruit", seed=3)
    part = begin(client, "person", "person", seed=3)
    answer = client.post("/records", json={"tokens": [whole["seats"][0], part["seats"][0], part["watch"]]})
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = [packed.read(name).decode() for name in packed.namelist()]
    assert len(files) == 2
    assert read(files[0]).game.name == "pocket-battles"
    assert "[Sealed" not in files[1]
    assert client.post("/records", json={"tokens": []}).status_code == 422
