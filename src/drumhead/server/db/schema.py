"""The tables of the database, for SQLite and PostgreSQL alike, and the migrations that create them."""

import json
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Dialect, Engine

from drumhead.core.errors import DrumheadError, SetupError
from drumhead.core.i18n.text import Text

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
    """
    ALTER TABLE battles ADD COLUMN patience DOUBLE PRECISION NOT NULL DEFAULT 1209600;
    CREATE TABLE chat (
        battle VARCHAR(32) NOT NULL REFERENCES battles (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
        words TEXT NOT NULL, said DOUBLE PRECISION NOT NULL, PRIMARY KEY (battle, number)
    );
    CREATE TABLE mutes (
        battle VARCHAR(32) NOT NULL REFERENCES battles (id), seat INTEGER NOT NULL, muted INTEGER NOT NULL,
        PRIMARY KEY (battle, seat, muted)
    );
    CREATE TABLE hooks (
        battle VARCHAR(32) NOT NULL REFERENCES battles (id), seat INTEGER NOT NULL, url TEXT NOT NULL,
        PRIMARY KEY (battle, seat)
    );
    CREATE TABLE codes (code VARCHAR(64) PRIMARY KEY, sealed TEXT NOT NULL, until DOUBLE PRECISION NOT NULL)
    """,
    """
    ALTER TABLE battles ADD COLUMN visitor VARCHAR(16) NOT NULL DEFAULT '';
    CREATE TABLE closures (
        battle VARCHAR(32) PRIMARY KEY REFERENCES battles (id), how VARCHAR(16) NOT NULL,
        since DOUBLE PRECISION NOT NULL
    );
    CREATE INDEX closures_since ON closures (since);
    CREATE TABLE blocks (visitor VARCHAR(16) PRIMARY KEY, since DOUBLE PRECISION NOT NULL);
    CREATE TABLE settings (name VARCHAR(32) PRIMARY KEY, value TEXT NOT NULL)
    """,
    """
    CREATE TABLE positions (
        battle VARCHAR(32) PRIMARY KEY REFERENCES battles (id), number INTEGER NOT NULL, rules TEXT NOT NULL,
        fields TEXT NOT NULL
    )
    """,
    """
    ALTER TABLE battles ADD COLUMN waiting TEXT NOT NULL DEFAULT '';
    ALTER TABLE links ADD COLUMN kind VARCHAR(16) NOT NULL DEFAULT 'seat';
    ALTER TABLE links ADD COLUMN successor VARCHAR(64) NOT NULL DEFAULT '';
    ALTER TABLE links ADD COLUMN force TEXT NOT NULL DEFAULT '';
    CREATE TABLE devices (
        battle VARCHAR(32) NOT NULL REFERENCES battles (id), seat INTEGER NOT NULL, device VARCHAR(12) NOT NULL,
        PRIMARY KEY (battle, seat, device)
    )
    """,
)
"""All migrations in order, from an empty database on. A migration that was released is never changed."""

ONLY_READS: Final = "drumhead_only_reads"
"""The execution option of a transaction that writes nothing."""
_MIGRATION_LOCK: Final = 0x6472756D
"""The key of the advisory lock that lets one process migrate at a time."""


class StoreError(DrumheadError):
    """The database has a version that cannot be used."""


class _Json(sql.TypeDecorator[Any]):
    """JSON in a text column: the same in every database."""

    impl = sql.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return json.dumps(value, ensure_ascii=False)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return json.loads(value)


_META: Final = sql.MetaData()
_VERSIONS: Final = sql.Table("versions", _META, sql.Column("version", sql.Integer, primary_key=True))


def _battle(*, primary: bool) -> "sql.Column[str]":
    return sql.Column("battle", sql.String(32), primary_key=primary, nullable=False)


def _lines(name: str) -> sql.Table:
    """A table of lines, numbered within a battle, each with its seat and Unix time."""
    return sql.Table(
        name,
        _META,
        _battle(primary=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("words", sql.Text, nullable=False),
        sql.Column("said", sql.Double, nullable=False),
    )


BATTLES: Final = sql.Table(
    "battles",
    _META,
    sql.Column("id", sql.String(32), primary_key=True),
    *(sql.Column(name, sql.Text, nullable=False) for name in ("game", "rules", "position", "names")),
    *(sql.Column(name, _Json, nullable=False) for name in ("tags", "levels")),
    *(sql.Column(name, sql.Double, nullable=False) for name in ("began", "patience")),
    sql.Column("visitor", sql.String(16), nullable=False, server_default=""),
    sql.Column("waiting", sql.Text, nullable=False, default=""),
)
LINKS: Final = sql.Table(
    "links",
    _META,
    sql.Column("token", sql.String(64), primary_key=True),
    _battle(primary=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("kind", sql.String(16), nullable=False, default="seat"),
    sql.Column("successor", sql.String(64), nullable=False, default=""),
    sql.Column("force", sql.Text, nullable=False, default=""),
)
LOG: Final = _lines("log")
CHAT: Final = _lines("chat")
MUTES: Final = sql.Table(
    "mutes",
    _META,
    _battle(primary=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("muted", sql.Integer, primary_key=True, autoincrement=False),
)
HOOKS: Final = sql.Table(
    "hooks",
    _META,
    _battle(primary=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("url", sql.Text, nullable=False),
)
DEVICES: Final = sql.Table(
    "devices",
    _META,
    _battle(primary=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("device", sql.String(12), primary_key=True),
)
CODES: Final = sql.Table(
    "codes",
    _META,
    sql.Column("code", sql.String(64), primary_key=True),
    sql.Column("sealed", sql.Text, nullable=False),
    sql.Column("until", sql.Double, nullable=False),
)
CLOSURES: Final = sql.Table(
    "closures",
    _META,
    _battle(primary=True),
    sql.Column("how", sql.String(16), nullable=False),
    sql.Column("since", sql.Double, nullable=False),
)
DELETED: Final = "deleted"
EXPIRED: Final = "expired"
GONE: Final = (DELETED, EXPIRED)
"""How battles are closed of which nothing is kept but what their links are told."""
BLOCKS: Final = sql.Table(
    "blocks",
    _META,
    sql.Column("visitor", sql.String(16), primary_key=True),
    sql.Column("since", sql.Double, nullable=False),
)
SETTINGS: Final = sql.Table(
    "settings",
    _META,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
POSITIONS: Final = sql.Table(
    "positions",
    _META,
    _battle(primary=True),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("rules", sql.Text, nullable=False),
    sql.Column("fields", _Json, nullable=False),
)
TABLES: Final = (BATTLES, LINKS, LOG, CHAT, MUTES, HOOKS, CODES, CLOSURES, BLOCKS, SETTINGS, POSITIONS, DEVICES)
"""All tables; those that others refer to come first."""


def open_engine(url: str, *, connections: int) -> Engine:
    """The database at an address, with a pool of `connections` for PostgreSQL."""
    try:
        engine = sql.create_engine(url, **({} if url.startswith("sqlite") else {"pool_size": connections}))
    except (sql.exc.ArgumentError, sql.exc.NoSuchModuleError):
        raise SetupError(Text("the address of the database is of an unknown kind")) from None
    except ModuleNotFoundError as error:
        raise SetupError(Text("this database needs {name}: install drumhead[postgres]", name=error.name)) from None
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _prepare_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails at once when another one writes in between, so every one
    # begins as a writer, unless it says that it is none: a reader holds up nobody.
    only_reads = connection.get_execution_options().get(ONLY_READS, False)
    connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")


def migrate(engine: Engine) -> None:
    """Runs the missing migrations, each in its own transaction."""
    while _migrate_once(engine):
        pass


def _migrate_once(engine: Engine) -> bool:
    """Runs the next migration; returns whether there was one."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        connection.execute(sql.text("CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY)"))
        version = connection.execute(sql.select(sql.func.max(_VERSIONS.c.version))).scalar() or 0
        if version > len(MIGRATIONS):
            raise StoreError(Text("the database was written by a newer drumhead; update this one to open it"))
        if version == len(MIGRATIONS):
            return False
        for statement in MIGRATIONS[version].split(";"):
            connection.execute(sql.text(statement))
        connection.execute(_VERSIONS.insert().values(version=version + 1))
    return True
