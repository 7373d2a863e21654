import importlib.util
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.kit.postgres import MISSING, Cluster, binaries, cluster
from tests.kit.server import server


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """Ends a test that waits for a message which does not come."""

    def late(*_: Any) -> None:
        raise TimeoutError("the test waits for something that does not come")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(150)
    yield
    signal.alarm(0)


@pytest.fixture
def _at_leisure(_in_time: None) -> None:
    """Lets a test take its time."""
    signal.alarm(600)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with server(tmp_path) as client:
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server, where there is one to start."""
    if binaries() is None or importlib.util.find_spec("psycopg") is None:
        pytest.skip(MISSING)
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    running: Cluster = request.getfixturevalue("postgres")
    return running.fresh()
