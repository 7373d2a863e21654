"""`drumhead backup` and `drumhead restore`: all battles of a database in one file, and back."""

import argparse
from pathlib import Path

from drumhead.cli.support.parser import Commands


def add(commands: Commands) -> None:
    """Adds the commands."""
    saved = "battles.jsonl.gz"
    for name, words, examples in (
        (
            "backup",
            "writes all battles of a database to a file, while the server runs",
            (saved, f"{saved} --database postgresql+psycopg:///drumhead"),
        ),
        (
            "restore",
            "fills an empty database, of any kind, from a backup",
            (f"{saved} --database sqlite:///battles.sqlite3", f"{saved} --database postgresql+psycopg:///drumhead"),
        ),
    ):
        parser = commands.add(name, words, examples)
        parser.add_argument("file", metavar="FILE", type=Path, help="file of the backup")
        parser.add_argument(
            "--database", default="", metavar="URL", help="database of the battles; default: a file in your data folder"
        )
        parser.set_defaults(run=run, verb=name)


def run(arguments: argparse.Namespace) -> int:
    """Writes or restores a backup."""
    from drumhead.server.db.backup import back_up, restore  # noqa: PLC0415  the terminal needs no server
    from drumhead.server.db.store import Store, default_url  # noqa: PLC0415

    store = Store(arguments.database or default_url())
    try:
        rows = (back_up if arguments.verb == "backup" else restore)(store, arguments.file)
    finally:
        store.close()
    print(f"{arguments.file}: {rows} rows")
    return 0
