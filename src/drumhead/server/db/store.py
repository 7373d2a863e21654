"""Where battles are kept: their set-up, their seats, and their log, which is the truth."""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text
from drumhead.server.cluster.framing import BusMessage, append_and_notify, connect_raw, publish
from drumhead.server.db.schema import BATTLES, CHAT, CODES, HOOKS, LINKS, LOG, MUTES, migrate, open_engine
from drumhead.server.lobby.seats import Seat
from drumhead.server.session.event_log import Line

if TYPE_CHECKING:
    import psycopg

DEFAULT_CLAIM_SECONDS: Final = 14 * 24 * 3600.0
"""After how many seconds without a decision a battle counts as abandoned, unless it says otherwise."""
_UNAVAILABLE: Final = Text("the table cannot be written to just now; look again in a moment")
_LINE_COLUMNS: Final = ("battle", "number", "seat", "words", "said")
MAX_ROWS_PER_INSERT: Final = 1000
"""How many rows are added by one statement at most; databases take some thousands."""
POSTGRES_THREADS: Final = 8
"""How many threads talk to a database that lets several write; SQLite lets one."""


class Unavailable(DrumheadError):
    """A database that did not answer, or could not write."""


class Unwritable(DrumheadError):
    """Something that no database takes."""


class Overtaken(Exception):
    """Says that somebody else has added to the log first."""


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle as it is kept."""

    id: str
    game: str
    rules: str
    tags: dict[str, str]
    position: str
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    lines: list[Line]
    claim_seconds: float = DEFAULT_CLAIM_SECONDS


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Lines for the log of a battle, and how many it has before them."""

    battle: str
    number: int
    lines: Sequence[Line]


class Store:
    """The database of battles. What is added is on the disk when the call returns."""

    def __init__(self, url: str) -> None:
        self.threads = 1 if url.startswith("sqlite") else POSTGRES_THREADS
        self.engine = open_engine(url, connections=self.threads)
        self.is_shared = self.engine.dialect.name == "postgresql"
        """Says whether several processes may have it open and tell each other what is new."""
        self._single = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.engine
        """The same database for transactions of a single statement, which need not be begun and ended."""
        self._raw_connection: psycopg.Connection[Any] | None = None
        """The connection by which lines are added to a database that is shared; opened when it is needed."""
        self._writing = threading.Lock()
        try:
            migrate(self.engine)
        except (DBAPIError, DrumheadError) as error:
            self.engine.dispose()
            if isinstance(error, DrumheadError):
                raise
            reason = str(error.orig).strip().splitlines()[0]
            raise Unavailable(Text("the database cannot be opened: {reason}", reason=reason)) from None

    def close(self) -> None:
        """Lets go of the database."""
        self._close_raw_connection()
        self.engine.dispose()

    @contextlib.contextmanager
    def _transaction(self, *, single: bool = False) -> Iterator[Connection]:
        """One transaction, all or nothing; what goes wrong in the database is one sentence without its secrets."""
        try:
            with (self._single if single else self.engine).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError:
            raise Unavailable(_UNAVAILABLE) from None

    def create(self, stored: StoredBattle, links: dict[str, int]) -> None:
        """Keeps a new battle, with the sealed tokens of its seats."""
        with self._transaction() as connection:
            connection.execute(
                BATTLES.insert().values(
                    id=stored.id,
                    game=stored.game,
                    rules=stored.rules,
                    tags=stored.tags,
                    position=stored.position,
                    names="\n".join(stored.names),
                    levels=[seat.level for seat in stored.seats],
                    began=time.time(),
                    patience=stored.claim_seconds,
                )
            )
            rows = [{"token": token, "battle": stored.id, "seat": seat} for token, seat in links.items()]
            if rows:
                connection.execute(LINKS.insert(), rows)
            _add(connection, LOG, LogEntry(stored.id, 0, stored.lines))

    def create_once(self, stored: StoredBattle, links: dict[str, int]) -> bool:
        """Keeps a new battle, or adds links to it where it is kept already; says whether it is new."""
        try:
            self.create(stored, links)
        except IntegrityError:
            for token, seat in links.items():
                with contextlib.suppress(IntegrityError), self._transaction() as connection:
                    connection.execute(LINKS.insert().values(token=token, battle=stored.id, seat=seat))
            return False
        return True

    def seat_of(self, token: str) -> tuple[str, int] | None:
        """The battle and the seat of a sealed token."""
        with self._transaction() as connection:
            found = connection.execute(sql.select(LINKS.c.battle, LINKS.c.seat).where(LINKS.c.token == token)).first()
        return (found.battle, found.seat) if found is not None else None

    def load(self, battle: str) -> StoredBattle:
        """A battle with all its lines."""
        with self._transaction() as connection:
            row = connection.execute(BATTLES.select().where(BATTLES.c.id == battle)).one()
            lines = _lines(connection, LOG, battle)
        return StoredBattle(
            id=row.id,
            game=row.game,
            rules=row.rules,
            tags=row.tags,
            position=row.position,
            names=tuple(row.names.split("\n")) if row.names else (),
            seats=tuple(map(Seat, row.levels)),
            lines=lines,
            claim_seconds=row.patience,
        )

    def after(self, battle: str, number: int) -> list[Line]:
        """The lines of a battle after the first so many."""
        with self._transaction() as connection:
            return _lines(connection, LOG, battle, number)

    def add(self, battle: str, number: int, lines: Sequence[Line], author: str = "") -> None:
        """Adds lines after the first so many, all or none; refuses if somebody else was faster."""
        if self.add_all([LogEntry(battle, number, lines)], author):
            raise Overtaken

    def add_all(self, entries: Sequence[LogEntry], author: str = "") -> set[str]:
        """Adds lines to the logs of several battles in one transaction; says in which somebody else was faster."""
        # Always in the same order: two processes could wait for each other otherwise.
        entries = sorted(entries, key=lambda entry: entry.battle)
        try:
            if self.is_shared:
                self._append_and_notify(entries, author)
            else:
                with self._transaction() as connection:
                    _add(connection, LOG, *entries)
        except (IntegrityError, Overtaken):
            if len(entries) == 1:
                return {entries[0].battle}
            return {late for entry in entries for late in self.add_all([entry], author)}
        return set()

    def _append_and_notify(self, entries: Sequence[LogEntry], author: str) -> None:
        errors = self.engine.dialect.loaded_dbapi
        with self._writing:
            try:
                self._raw_connection = self._raw_connection or connect_raw(self.engine.url)
                append_and_notify(self._raw_connection, entries, author)
            except errors.IntegrityError:
                raise Overtaken from None
            except errors.Error:
                self._close_raw_connection()
                raise Unavailable(_UNAVAILABLE) from None
            except Exception:
                self._close_raw_connection()
                raise

    def _close_raw_connection(self) -> None:
        raw, self._raw_connection = self._raw_connection, None
        if raw is not None:
            raw.close()

    def publish(self, notes: Iterable[BusMessage], author: str = "") -> None:
        """Tells the other processes something that is not kept."""
        if self.is_shared:
            with self._transaction(single=True) as connection:
                publish(connection, notes, author)

    def chat(self, battle: str) -> list[Line]:
        """What was said at a table."""
        with self._transaction() as connection:
            return _lines(connection, CHAT, battle)

    def add_chat(self, battle: str, line: Line, author: str = "") -> None:
        """Adds to what was said at a table."""
        with self._transaction() as connection:
            if self.is_shared:
                # Two who speak at once take turns: the row of the battle is their lock.
                connection.execute(sql.select(BATTLES.c.id).where(BATTLES.c.id == battle).with_for_update())
            count = sql.select(sql.func.count()).select_from(CHAT).where(CHAT.c.battle == battle)
            _add(connection, CHAT, LogEntry(battle, connection.execute(count).scalar_one(), [line]))
            if self.is_shared:
                publish(connection, [{"kind": "chat", "battle": battle}], author)

    def mutes(self, battle: str) -> set[tuple[int, int]]:
        """Who does not want to hear whom."""
        with self._transaction() as connection:
            found = connection.execute(sql.select(MUTES.c.seat, MUTES.c.muted).where(MUTES.c.battle == battle)).all()
        return {(row.seat, row.muted) for row in found}

    def mute(self, battle: str, seat: int, muted: int, *, on: bool) -> None:
        """Keeps that a seat does not want to hear another, or does again."""
        same = (MUTES.c.battle == battle) & (MUTES.c.seat == seat) & (MUTES.c.muted == muted)
        with self._transaction() as connection:
            connection.execute(MUTES.delete().where(same))
            if on:
                connection.execute(MUTES.insert().values(battle=battle, seat=seat, muted=muted))

    def hooks(self, battle: str) -> dict[int, str]:
        """Where the seats of a battle want to be told that it is their turn."""
        with self._transaction() as connection:
            found = connection.execute(sql.select(HOOKS.c.seat, HOOKS.c.url).where(HOOKS.c.battle == battle)).all()
        return {row.seat: row.url for row in found}

    def hook(self, battle: str, seat: int, url: str) -> None:
        """Keeps where a seat wants to be told that it is its turn; nowhere, with an empty address."""
        with self._transaction() as connection:
            connection.execute(HOOKS.delete().where((HOOKS.c.battle == battle) & (HOOKS.c.seat == seat)))
            if url:
                connection.execute(HOOKS.insert().values(battle=battle, seat=seat, url=url))

    def leave_code(self, code: str, encrypted: str, until: float) -> None:
        """Keeps something sealed for whoever brings the code in time."""
        with self._transaction() as connection:
            connection.execute(CODES.delete().where(CODES.c.until < time.time()))
            connection.execute(CODES.insert().values(code=code, sealed=encrypted, until=until))

    def take_code(self, code: str) -> str | None:
        """Hands out what was kept for a code, once."""
        with self._transaction() as connection:
            found = connection.execute(CODES.select().where(CODES.c.code == code)).first()
            connection.execute(CODES.delete().where(CODES.c.code == code))
        return found.sealed if found is not None and found.until >= time.time() else None

    def ping(self) -> None:
        """Fails when the database does not answer."""
        with self._transaction() as connection:
            connection.execute(sql.select(1))


def _lines(connection: Connection, table: sql.Table, battle: str, number: int = 0) -> list[Line]:
    asked = sql.select(table.c.seat, table.c.words, table.c.said)
    asked = asked.where((table.c.battle == battle) & (table.c.number >= number)).order_by(table.c.number)
    return [Line(*row) for row in connection.execute(asked)]


def _add(connection: Connection, table: sql.Table, *entries: LogEntry) -> None:
    """Adds lines by few statements of many rows: while Python is busy elsewhere, each would wait its turn."""
    rows = [
        (entry.battle, number, line.seat, line.words, line.said)
        for entry in entries
        for number, line in enumerate(entry.lines, entry.number)
    ]
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    row = f"({', '.join([mark] * len(_LINE_COLUMNS))})"
    for first in range(0, len(rows), MAX_ROWS_PER_INSERT):
        some = rows[first : first + MAX_ROWS_PER_INSERT]
        statement = f"INSERT INTO {table.name} ({', '.join(_LINE_COLUMNS)}) VALUES {', '.join([row] * len(some))}"
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(some)))


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
