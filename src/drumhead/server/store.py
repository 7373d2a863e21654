"""Where battles are kept: their set-up, their seats, and their log, which is the truth."""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from drumhead.core.errors import DrumheadError
from drumhead.core.text import Text
from drumhead.server.ledger import Line
from drumhead.server.seats import Seat

MIGRATIONS: Final = (
    """
    CREATE TABLE battles (
        id VARCHAR(32) PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, tags TEXT NOT NULL, position TEXT NOT NULL,
        names TEXT NOT NULL, levels TEXT NOT NULL, began DOUBLE PRECISION NOT NULL
    );
    CREATE TABLE links (
        token VARCHAR(64) PRIMARY KEY, battle VARCHAR(32) NOT NULL REFERENCES battles (id), seat INTEGER NOT NULL
    );
    CREATE TABLE log (
        battle VARCHAR(32) NOT NULL REFERENCES battles (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
        words TEXT NOT NULL, said DOUBLE PRECISION NOT NULL, PRIMARY KEY (battle, number)
    )
    """,
)
"""Every step from an empty database to today's, in order. A step that was ever released is never changed."""

_META: Final = sql.MetaData()
_VERSIONS: Final = sql.Table("versions", _META, sql.Column("version", sql.Integer, primary_key=True))
BATTLES: Final = sql.Table(
    "battles",
    _META,
    sql.Column("id", sql.String(32), primary_key=True),
    *(sql.Column(name, sql.Text, nullable=False) for name in ("game", "rules", "position", "names")),
    *(sql.Column(name, sql.JSON, nullable=False) for name in ("tags", "levels")),
    sql.Column("began", sql.Double, nullable=False),
)
LINKS: Final = sql.Table(
    "links",
    _META,
    sql.Column("token", sql.String(64), primary_key=True),
    sql.Column("battle", sql.String(32), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
)
LOG: Final = sql.Table(
    "log",
    _META,
    sql.Column("battle", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("words", sql.Text, nullable=False),
    sql.Column("said", sql.Double, nullable=False),
)


class StoreError(DrumheadError):
    """A database that cannot be used."""


class Overtaken(Exception):
    """Says that somebody else has added to the log first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A battle as it is kept."""

    id: str
    game: str
    rules: str
    tags: dict[str, str]
    position: str
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    lines: list[Line]


class Store:
    """The database of battles. What is added is on the disk when the call returns."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        _migrate(self.engine)

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()

    def create(self, kept: Kept, links: dict[str, int]) -> None:
        """Keeps a new battle, with the sealed tokens of its seats."""
        with self.engine.begin() as connection:
            connection.execute(
                BATTLES.insert().values(
                    id=kept.id,
                    game=kept.game,
                    rules=kept.rules,
                    tags=kept.tags,
                    position=kept.position,
                    names="\n".join(kept.names),
                    levels=[seat.level for seat in kept.seats],
                    began=time.time(),
                )
            )
            for token, seat in links.items():
                connection.execute(LINKS.insert().values(token=token, battle=kept.id, seat=seat))
            _add(connection, kept.id, 0, kept.lines)

    def seat_of(self, token: str) -> tuple[str, int] | None:
        """The battle and the seat of a sealed token."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(LINKS.c.battle, LINKS.c.seat).where(LINKS.c.token == token)).first()
        return (found.battle, found.seat) if found is not None else None

    def load(self, battle: str) -> Kept:
        """A battle with all its lines."""
        with self.engine.connect() as connection:
            row = connection.execute(BATTLES.select().where(BATTLES.c.id == battle)).one()
            lines = connection.execute(LOG.select().where(LOG.c.battle == battle).order_by(LOG.c.number)).all()
        return Kept(
            id=row.id,
            game=row.game,
            rules=row.rules,
            tags=row.tags,
            position=row.position,
            names=tuple(row.names.split("\n")) if row.names else (),
            seats=tuple(map(Seat, row.levels)),
            lines=[Line(line.seat, line.words) for line in lines],
        )

    def add(self, battle: str, number: int, lines: Sequence[Line]) -> None:
        """Adds lines after the first so many, all or none; refuses if somebody else was faster."""
        try:
            with self.engine.begin() as connection:
                _add(connection, battle, number, lines)
        except IntegrityError:
            raise Overtaken from None


def _add(connection: Connection, battle: str, number: int, lines: Sequence[Line]) -> None:
    now = time.time()
    rows = [
        {"battle": battle, "number": number + index, "seat": line.seat, "words": line.words, "said": now}
        for index, line in enumerate(lines)
    ]
    if rows:
        connection.execute(LOG.insert(), rows)


def _engine(url: str) -> Engine:
    engine = sql.create_engine(url)
    if engine.dialect.name == "sqlite":

        @sql.event.listens_for(engine, "connect")
        def _prepare(connection: Any, _: Any) -> None:
            connection.isolation_level = None
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                connection.execute(f"PRAGMA {pragma}")

        @sql.event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            # A transaction that reads first and writes later fails at once when another one writes in between.
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _migrate(engine: Engine) -> None:
    """Brings a database up to date, one step and one transaction at a time."""
    _VERSIONS.create(engine, checkfirst=True)
    with engine.connect() as connection:
        version = connection.execute(sql.select(sql.func.max(_VERSIONS.c.version))).scalar() or 0
    if version > len(MIGRATIONS):
        raise StoreError(Text("the database was written by a newer drumhead; update this one to open it"))
    for number in range(version, len(MIGRATIONS)):
        with engine.begin() as connection:
            for statement in MIGRATIONS[number].split(";"):
                connection.execute(sql.text(statement))
            connection.execute(_VERSIONS.insert().values(version=number + 1))


def data_folder() -> Path:
    """The folder in which a user's programs keep their data, by the custom of the system; made if it is missing."""
    if given := os.environ.get("DRUMHEAD_DATA"):
        folder = Path(given)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Drumhead"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "Drumhead"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "drumhead"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def default_url() -> str:
    """The database of this user on this machine."""
    return f"sqlite:///{data_folder() / 'battles.sqlite3'}"
