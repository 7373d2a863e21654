"""The file of an SQLite database: readable by its owner only, served by one server only, and checked for damage."""

import contextlib
import os
import sqlite3
import sys
from pathlib import Path
from typing import IO, Any, Final

import sqlalchemy as sql

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

_BESIDE: Final = ("", "-wal", "-shm")
"""What SQLite appends to the name of a database for the files beside it."""


def sqlite_file(url: str) -> Path | None:
    """The file of a database; None for one in memory and for databases of other kinds."""
    with contextlib.suppress(sql.exc.ArgumentError):
        address = sql.engine.make_url(url)
        if address.get_backend_name() == "sqlite" and address.database and address.database != ":memory:":
            return Path(address.database)
    return None


def private(path: str, flags: int) -> int:
    """Opens a file, as `open` does, that only its owner may read: it holds the secrets of dice to come."""
    return os.open(path, flags, 0o600)


def keep_private(file: Path) -> None:
    """Creates the file if it is missing, and takes it and those beside it from everybody but their owner."""
    with contextlib.suppress(OSError):  # whoever may not do this is told by the database what is wrong
        os.close(private(str(file), os.O_RDWR | os.O_CREAT))
    for suffix in _BESIDE:
        path = file.with_name(file.name + suffix)
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def lock(file: Path, address: str) -> IO[str]:
    """Keeps other servers from a database for as long as the returned file is open, or the process lives.

    `address` is where this server listens; it is told to whoever comes second.
    """
    held = open(file.with_name(file.name + ".lock"), "a+", encoding="utf-8", opener=private)  # noqa: SIM115
    try:
        _lock(held)
    except OSError:
        held.seek(0)
        other = held.read().strip()
        held.close()
        raise SetupError(
            Text(
                "another server uses this database already, at {address}; end it, or name another with --database",
                address=other,
            )
        ) from None
    held.truncate(0)
    held.write(address)
    held.flush()
    return held


if sys.platform == "win32":  # pragma: no cover

    def _lock(held: IO[str]) -> None:
        import msvcrt  # noqa: PLC0415  on Windows only

        held.seek(1_000_000)  # a byte that is locked cannot be read, so it is one behind the text
        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        held.seek(0)
else:

    def _lock(held: IO[str]) -> None:
        import fcntl  # noqa: PLC0415  not on Windows

        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # belongs to this process: worker processes do not keep it


class DamageCheck:
    """Reads the whole of a database once, beside all other work, and finds what is damaged."""

    def __init__(self, file: Path) -> None:
        self._address = f"{file.absolute().as_uri()}?mode=ro"
        self._connection: sqlite3.Connection | None = None

    def run(self) -> str:
        """What is damaged; empty if nothing is, or if the check was stopped."""
        try:
            self._connection = sqlite3.connect(self._address, uri=True, check_same_thread=False)
            with contextlib.closing(self._connection):
                found: list[Any] = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            return str(error) if is_damage(error) else ""
        return "" if found[0] == "ok" else str(found[0])

    def stop(self) -> None:
        """Ends the check early."""
        with contextlib.suppress(sqlite3.ProgrammingError):
            if self._connection is not None:
                self._connection.interrupt()


def is_damage(error: object) -> bool:
    """Returns whether an error of a database's driver says that what is stored there is damaged."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode to UTF-8" in str(error)
    return getattr(error, "sqlstate", "") in ("XX001", "XX002")  # PostgreSQL: data or index corrupted
