"""Backup and restore: all rows as lines of JSON, from any supported database into any other."""

import gzip
import json
import os
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text
from drumhead.server.db.schema import MIGRATIONS, ONLY_READS, SETTINGS, TABLES
from drumhead.server.db.sqlite_file import private
from drumhead.server.db.store import Store

FORMAT: Final = "drumhead backup"
_ROWS_PER_INSERT: Final = 1000


class BackupError(DrumheadError):
    """The backup cannot be read, or the database is not empty."""


def back_up(store: Store, path: Path) -> int:
    """Writes a consistent snapshot of all rows to a file, whole or not at all; returns the number of rows."""
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)
    count = 0
    snapshot = {"isolation_level": "REPEATABLE READ"} if store.is_shared else {ONLY_READS: True}
    with (
        open(partial, "xb", opener=private) as raw,
        gzip.open(raw, "wt", encoding="utf-8") as file,
        store.engine.connect() as connection,
    ):
        file.write(_line({"format": FORMAT, "version": len(MIGRATIONS)}))
        with connection.execution_options(yield_per=_ROWS_PER_INSERT, **snapshot).begin():
            for table in TABLES:
                for row in connection.execute(table.select()).mappings():
                    file.write(_line({"table": table.name, "row": dict(row)}))
                    count += 1
        file.write(_line({"rows": count}))
    os.replace(partial, path)
    return count


def restore(store: Store, path: Path) -> int:
    """Fills an empty database from a backup, all or nothing; returns the number of rows."""
    tables = {table.name: table for table in TABLES}
    with store.engine.begin() as connection:
        filled = (table for table in TABLES if table is not SETTINGS)
        if any(connection.execute(sql.select(sql.literal(1)).select_from(table).limit(1)).first() for table in filled):
            raise BackupError(Text("the database is not empty; restore into a new one"))
        connection.execute(SETTINGS.delete())  # those of the backup take their place
        waiting: list[dict[str, Any]] = []
        last, count = "", 0
        for name, row in _rows(path):
            if waiting and (name != last or len(waiting) == _ROWS_PER_INSERT):
                connection.execute(tables[last].insert(), waiting)
                waiting = []
            last, count = name, count + 1
            waiting.append(row)
        if waiting:
            connection.execute(tables[last].insert(), waiting)
    return count


def _rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The rows of a backup and their tables; refuses a file that is not complete."""
    known = {table.name for table in TABLES}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            head, *lines = [json.loads(line) for line in file]
        whole = head["format"] == FORMAT and lines and lines[-1] == {"rows": len(lines) - 1}
        if not whole or not all(line["table"] in known for line in lines[:-1]):
            raise BackupError(Text("{path} is not a backup, or it is incomplete", path=path))
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise BackupError(Text("{path} is not a backup, or it is incomplete", path=path)) from None
    if head["version"] != len(MIGRATIONS):
        raise BackupError(Text("{path} was made by another version of drumhead; restore it with that one", path=path))
    return [(line["table"], line["row"]) for line in lines[:-1]]


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
