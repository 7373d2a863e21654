"""The database of battles: their set-ups, links, event logs, chat, webhooks and transfer codes."""

import contextlib
import json
import logging
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sql
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from drumhead.core.errors import DrumheadError, IllegalAction
from drumhead.core.i18n.text import Text
from drumhead.server.db.log_entry import LogEntry
from drumhead.server.db.notify import append_and_notify, connect_raw, notify
from drumhead.server.db.schema import (
    BATTLES,
    CHAT,
    CLOSURES,
    CODES,
    DEVICES,
    GONE,
    HOOKS,
    LINKS,
    LOG,
    MUTES,
    POSITIONS,
    migrate,
    open_engine,
)
from drumhead.server.db.sqlite_file import is_damage, keep_private, sqlite_file
from drumhead.server.errors import Overtaken, Unavailable
from drumhead.server.lobby.links import INVITATION, RENEWED, SEAT, USED, Link
from drumhead.server.lobby.seats import Seat
from drumhead.server.session import steady_clock
from drumhead.server.session.event_log import Line
from drumhead.server.session.ports import BusMessage
from drumhead.server.session.snapshot import Snapshot
from drumhead.server.session.stored import StoredBattle

if TYPE_CHECKING:
    import psycopg

LOGGER: Final = logging.getLogger("drumhead.server.db.store")
_DAMAGED: Final = Text("the database of this server is damaged; its operator must restore a backup")
_UNAVAILABLE: Final = Text("the server cannot use its database right now; try again in a moment")
_LINE_COLUMNS: Final = ("battle", "number", "seat", "words", "said")
MAX_ROWS_PER_INSERT: Final = 1000
"""Databases limit the parameters of a statement to some thousands."""
MAX_DEVICES: Final = 8
"""How many devices of a seat are noted; of more nothing new would be learned."""
POSTGRES_THREADS: Final = 8
"""How many threads use PostgreSQL at a time; SQLite allows one writer and gets one thread."""


class Store:
    """Blocking access to the database. What a call writes is on the disk when it returns."""

    def __init__(self, url: str) -> None:
        self.file = sqlite_file(url)
        """The file of the database, if it is SQLite's."""
        if self.file is not None:
            keep_private(self.file)
        self.is_damaged = False
        """Whether damage was found in the database."""
        self.threads = 1 if url.startswith("sqlite") else POSTGRES_THREADS
        self.engine = open_engine(url, connections=self.threads)
        self.is_shared = self.engine.dialect.name == "postgresql"
        """Whether several server processes may use the database at the same time."""
        self._single = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.engine
        """The same database for single statements, which need no BEGIN and COMMIT."""
        self._raw_connection: psycopg.Connection[Any] | None = None
        """The connection of the driver that appends to a shared database; opened on first use."""
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
        """Closes all connections."""
        self._close_raw_connection()
        self.engine.dispose()

    @contextlib.contextmanager
    def transaction(self, *, single: bool = False) -> Iterator[Connection]:
        """One transaction. A failure of the database becomes `Unavailable`, without any detail that could be secret."""
        try:
            with (self._single if single else self.engine).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            if is_damage(error.orig):
                raise self._damaged(str(error.orig)) from None
            raise Unavailable(_UNAVAILABLE) from None
        except json.JSONDecodeError as error:
            raise self._damaged(str(error)) from None

    def _damaged(self, what: str) -> Unavailable:
        """Reports damage, once in the log and from then on in `is_damaged`."""
        if not self.is_damaged:
            LOGGER.critical("the database is damaged; restore a backup", extra={"damage": what})
        self.is_damaged = True
        return Unavailable(_DAMAGED)

    def report_damage(self, what: str) -> None:
        """Takes the result of a check of the whole database; nothing if that is empty."""
        if what:
            self._damaged(what)

    def create(
        self,
        stored: StoredBattle,
        links: dict[str, int],
        visitor: str = "",
        invitations: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Stores a new battle, who began it, and its links and invitations, given as hashes of their tokens."""
        with self.transaction() as connection:
            connection.execute(
                BATTLES.insert().values(
                    id=stored.id,
                    game=stored.game,
                    rules=stored.rules,
                    tags=stored.tags,
                    position=stored.position,
                    names="\n".join(stored.names),
                    levels=[seat.level for seat in stored.seats],
                    began=steady_clock.now(),
                    patience=stored.claim_seconds,
                    visitor=visitor,
                    waiting=stored.waiting,
                )
            )
            for kind, tokens in ((SEAT, links), (INVITATION, invitations)):
                rows = [{"token": one, "battle": stored.id, "seat": seat, "kind": kind} for one, seat in tokens.items()]
                if rows:
                    connection.execute(LINKS.insert(), rows)
            _add(connection, LOG, LogEntry(stored.id, 0, stored.lines))
            if stored.snapshot is not None:
                connection.execute(POSITIONS.insert(), _position_row(stored.id, stored.snapshot))

    def forces(self, battle: str) -> dict[int, str]:
        """What the guests of a battle have brought, by seat."""
        asked = sql.select(LINKS.c.seat, LINKS.c.force).where((LINKS.c.battle == battle) & (LINKS.c.force != ""))
        with self.transaction() as connection:
            return {row.seat: row.force for row in connection.execute(asked)}

    def begin_waiting(self, stored: StoredBattle) -> bool:
        """Stores the beginning of a battle that waited; returns whether it had not begun yet."""
        waits = (BATTLES.c.id == stored.id) & (BATTLES.c.waiting != "")
        names = "\n".join(stored.names)
        begun = BATTLES.update().where(waits).values(tags=stored.tags, rules=stored.rules, names=names, waiting="")
        with self.transaction() as connection:
            is_new = bool(connection.execute(begun).rowcount)
            if is_new:
                _add(connection, LOG, LogEntry(stored.id, 0, stored.lines))
                if stored.snapshot is not None:
                    connection.execute(POSITIONS.insert(), _position_row(stored.id, stored.snapshot))
        return is_new

    def create_once(self, stored: StoredBattle, links: dict[str, int], visitor: str = "") -> bool:
        """Stores a new battle, or adds the links if it is stored already; returns whether it is new."""
        try:
            self.create(stored, links, visitor)
        except IntegrityError:
            for token, seat in links.items():
                with contextlib.suppress(IntegrityError), self.transaction() as connection:
                    connection.execute(LINKS.insert().values(token=token, battle=stored.id, seat=seat))
            return False
        return True

    def link(self, token: str) -> Link | None:
        """What a link stands for, given as the hash of its token; None if there is none."""
        asked = sql.select(LINKS.c.battle, LINKS.c.seat, LINKS.c.kind, LINKS.c.successor)
        with self.transaction() as connection:
            found = connection.execute(asked.where(LINKS.c.token == token)).first()
        return Link(*found) if found is not None else None

    def seat_of(self, token: str) -> tuple[str, int] | None:
        """The battle and the seat that a link opens, given as the hash of its token; None if it opens none."""
        link = self.link(token)
        return (link.battle, link.seat) if link is not None and link.kind == SEAT else None

    def take_invitation(self, invitation: str, key: str, force: str = "") -> bool:
        """Exchanges an invitation for a key, once, and stores what its seat brings; returns whether it was open."""
        return self._replace(invitation, key, LINKS.c.token == invitation, {"kind": USED, "force": force}, INVITATION)

    def renew_link(self, token: str, key: str) -> bool:
        """Replaces all links of the seat of a link by a key; returns whether the link opened a seat until then."""
        link = self.link(token)
        if link is None:
            return False
        same = (LINKS.c.battle == link.battle) & (LINKS.c.seat == link.seat)
        return self._replace(token, key, same, {"kind": RENEWED}, SEAT)

    def note_device(self, battle: str, seat: int, device: str) -> int:
        """Notes a device that opens a seat; returns how many have opened it since its link was renewed."""
        same = (DEVICES.c.battle == battle) & (DEVICES.c.seat == seat)
        with self.transaction() as connection:
            known = set(connection.execute(sql.select(DEVICES.c.device).where(same)).scalars())
        if device in known or len(known) >= MAX_DEVICES:
            return len(known)
        with contextlib.suppress(IntegrityError), self.transaction() as connection:
            connection.execute(DEVICES.insert().values(battle=battle, seat=seat, device=device))
        return len(known) + 1

    def _replace(self, token: str, key: str, same: sql.ColumnElement[bool], values: dict[str, Any], kind: str) -> bool:
        """Makes a key the successor of some links of a kind, all or none; returns whether the token was one of them."""
        own = (LINKS.c.token == token) & (LINKS.c.kind == kind)
        try:
            with self.transaction() as connection:
                link = connection.execute(sql.select(LINKS.c.battle, LINKS.c.seat).where(own)).first()
                if (
                    link is None
                    or not connection.execute(LINKS.update().where(own).values(successor=key, **values)).rowcount
                ):
                    return False
                connection.execute(LINKS.update().where(same & (LINKS.c.kind == kind)).values(successor=key, **values))
                connection.execute(LINKS.insert().values(token=key, battle=link.battle, seat=link.seat))
                seat = (DEVICES.c.battle == link.battle) & (DEVICES.c.seat == link.seat)
                connection.execute(DEVICES.delete().where(seat))
        except IntegrityError:
            raise IllegalAction(Text("this key is in use already; choose another at random")) from None
        return True

    def load(self, battle: str) -> StoredBattle:
        """A battle with all lines of its log."""
        with self.transaction() as connection:
            row = connection.execute(BATTLES.select().where(BATTLES.c.id == battle)).one()
            lines = _lines(connection, LOG, battle)
            kept = connection.execute(POSITIONS.select().where(POSITIONS.c.battle == battle)).first()
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
            snapshot=Snapshot(kept.number, kept.rules, kept.fields) if kept is not None else None,
            waiting=row.waiting,
        )

    def keep_positions(self, snapshots: Mapping[str, Snapshot]) -> None:
        """Stores the positions of battles in the place of earlier ones."""
        rows = [_position_row(battle, snapshot) for battle, snapshot in sorted(snapshots.items())]
        with self.transaction() as connection:
            if self.is_shared:
                # Two processes that store the position of one battle wait for each other here.
                locked = sql.select(BATTLES.c.id).where(BATTLES.c.id.in_(snapshots)).order_by(BATTLES.c.id)
                connection.execute(locked.with_for_update())
            connection.execute(POSITIONS.delete().where(POSITIONS.c.battle.in_(snapshots)))
            asked = sql.select(CLOSURES.c.battle).where(CLOSURES.c.battle.in_(snapshots) & CLOSURES.c.how.in_(GONE))
            gone = set(connection.execute(asked).scalars())  # closed a moment ago, which their sessions do not know yet
            rows = [row for row in rows if row["battle"] not in gone]
            if rows:
                connection.execute(POSITIONS.insert(), rows)

    def without_position(self, after: str, limit: int) -> list[str]:
        """Some battles of which no position is stored, in the order of their ids, from one on.

        Battles that wait for guests have none yet.
        """
        asked = sql.select(BATTLES.c.id).outerjoin(POSITIONS, POSITIONS.c.battle == BATTLES.c.id)
        asked = asked.where(POSITIONS.c.battle.is_(None) & (BATTLES.c.waiting == "") & (BATTLES.c.id > after))
        with self.transaction() as connection:
            return list(connection.execute(asked.order_by(BATTLES.c.id).limit(limit)).scalars())

    def lines_after(self, battle: str, number: int) -> list[Line]:
        """The lines of a log from `number` on."""
        with self.transaction() as connection:
            return _lines(connection, LOG, battle, number)

    def add(self, battle: str, number: int, lines: Sequence[Line], author: str = "") -> None:
        """Appends lines to a log of `number` lines, all or none; raises `Overtaken` if the log is longer."""
        if self.add_all([LogEntry(battle, number, lines)], author):
            raise Overtaken

    def add_all(self, entries: Sequence[LogEntry], author: str = "") -> set[str]:
        """Appends to the logs of several battles in one transaction; returns the battles whose logs are longer."""
        # Always in the same order: otherwise two processes could deadlock.
        entries = sorted(entries, key=lambda entry: entry.battle)
        try:
            if self.is_shared:
                self._append_and_notify(entries, author)
            else:
                with self.transaction() as connection:
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

    def publish(self, messages: Iterable[BusMessage], author: str = "") -> None:
        """Sends messages to the other processes; they are not stored."""
        if self.is_shared:
            with self.transaction(single=True) as connection:
                notify(connection, messages, author)

    def chat(self, battle: str) -> list[Line]:
        """All chat lines of a battle."""
        with self.transaction() as connection:
            return _lines(connection, CHAT, battle)

    def add_chat(self, battle: str, line: Line, author: str = "") -> None:
        """Stores a chat line and tells the other processes."""
        with self.transaction() as connection:
            if self.is_shared:
                # Concurrent writers would take the same number: the row of the battle is their lock.
                connection.execute(sql.select(BATTLES.c.id).where(BATTLES.c.id == battle).with_for_update())
            count = sql.select(sql.func.count()).select_from(CHAT).where(CHAT.c.battle == battle)
            _add(connection, CHAT, LogEntry(battle, connection.execute(count).scalar_one(), [line]))
            if self.is_shared:
                notify(connection, [{"kind": "chat", "battle": battle}], author)

    def mutes(self, battle: str) -> set[tuple[int, int]]:
        """Pairs of seats: the first has muted the second."""
        with self.transaction() as connection:
            found = connection.execute(sql.select(MUTES.c.seat, MUTES.c.muted).where(MUTES.c.battle == battle)).all()
        return {(row.seat, row.muted) for row in found}

    def mute(self, battle: str, seat: int, muted: int, *, on: bool) -> None:
        """Stores whether a seat has muted another."""
        same = (MUTES.c.battle == battle) & (MUTES.c.seat == seat) & (MUTES.c.muted == muted)
        with self.transaction() as connection:
            connection.execute(MUTES.delete().where(same))
            if on:
                connection.execute(MUTES.insert().values(battle=battle, seat=seat, muted=muted))

    def hooks(self, battle: str) -> dict[int, str]:
        """The webhooks of a battle, by seat."""
        with self.transaction() as connection:
            found = connection.execute(sql.select(HOOKS.c.seat, HOOKS.c.url).where(HOOKS.c.battle == battle)).all()
        return {row.seat: row.url for row in found}

    def hook(self, battle: str, seat: int, url: str) -> None:
        """Stores the webhook of a seat; an empty address removes it."""
        with self.transaction() as connection:
            connection.execute(HOOKS.delete().where((HOOKS.c.battle == battle) & (HOOKS.c.seat == seat)))
            if url:
                connection.execute(HOOKS.insert().values(battle=battle, seat=seat, url=url))

    def leave_code(self, code: str, encrypted: str, until: float) -> None:
        """Stores an encrypted text under the lookup key of a code until a Unix time."""
        with self.transaction() as connection:
            connection.execute(CODES.delete().where(CODES.c.until < steady_clock.now()))
            connection.execute(CODES.insert().values(code=code, sealed=encrypted, until=until))

    def take_code(self, code: str) -> str | None:
        """Removes and returns the encrypted text of a code; None if there is none or it has expired."""
        with self.transaction() as connection:
            found = connection.execute(CODES.select().where(CODES.c.code == code)).first()
            connection.execute(CODES.delete().where(CODES.c.code == code))
        return found.sealed if found is not None and found.until >= steady_clock.now() else None

    def ping(self) -> None:
        """Raises `Unavailable` when the database does not answer."""
        with self.transaction() as connection:
            connection.execute(sql.select(1))


def _position_row(battle: str, snapshot: Snapshot) -> dict[str, Any]:
    return {"battle": battle, "number": snapshot.number, "rules": snapshot.rules, "fields": snapshot.fields}


def _lines(connection: Connection, table: sql.Table, battle: str, number: int = 0) -> list[Line]:
    asked = sql.select(table.c.seat, table.c.words, table.c.said)
    asked = asked.where((table.c.battle == battle) & (table.c.number >= number)).order_by(table.c.number)
    return [Line(*row) for row in connection.execute(asked)]


def _add(connection: Connection, table: sql.Table, *entries: LogEntry) -> None:
    """Inserts lines with few statements of many rows: each statement waits for the interpreter once."""
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
    """The user's data folder by the convention of the system; created if it is missing."""
    if given := os.environ.get("DRUMHEAD_DATA"):
        folder = Path(given)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Drumhead"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "Drumhead"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "drumhead"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def default_url() -> str:
    """The address of this user's database on this machine."""
    return f"sqlite:///{data_folder() / 'battles.sqlite3'}"
