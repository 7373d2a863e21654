"""Which of several processes moves for the computers of a battle: an advisory lock of PostgreSQL.

The lock is released when its holder dies.
"""

import contextlib
import hashlib
import threading

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError


class BattleLocks:
    """The locks that this process holds; on a database that is not shared it holds all of them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_shared = engine.dialect.name == "postgresql"
        self._connection: Connection | None = None
        """The database session that holds the locks."""
        self._mutex = threading.Lock()

    def acquire(self, battle: str) -> bool:
        """Returns whether this process got the lock of a battle; it must release it then."""
        return not self._is_shared or self._query("SELECT pg_try_advisory_lock(:key)", battle)

    def release(self, battle: str) -> None:
        """Releases the lock of a battle."""
        if self._is_shared:
            self._query("SELECT pg_advisory_unlock(:key)", battle)

    def close(self) -> None:
        """Releases all locks."""
        with self._mutex:
            self._disconnect()

    def _query(self, question: str, battle: str) -> bool:
        with self._mutex:
            try:
                if self._connection is None:
                    self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                return bool(self._connection.execute(sql.text(question), {"key": _key(battle)}).scalar())
            except DBAPIError:
                self._disconnect()  # PostgreSQL frees the locks of a session that is cut
                return False

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(DBAPIError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None


def _key(battle: str) -> int:
    return int.from_bytes(hashlib.sha256(battle.encode()).digest()[:8], signed=True)
