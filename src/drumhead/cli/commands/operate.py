"""`drumhead battles` and `drumhead visitors`: what the operator of a server sees and does."""

import argparse
import dataclasses
import json
import time
from typing import TYPE_CHECKING, Final

from drumhead.cli.support.parser import Commands, UsageError, count
from drumhead.core.i18n.text import Text

if TYPE_CHECKING:
    from drumhead.server.db.moderation import Moderation

BATTLE_VERBS: Final = ("list", "end", "delete", "block", "unblock")
VISITOR_VERBS: Final = ("list", "block", "unblock")
_DAY: Final = 86_400
_COLUMNS: Final = "{:10}  {:10}  {:10}  {:>6}  {:12}  {:8}  {}"


def add(commands: Commands) -> None:
    """Adds the commands."""
    parser = commands.add(
        "battles",
        "lists, ends, deletes or blocks the battles of a server, while it runs",
        ("list", "list --idle 30", "end 3f0a92c1de", "delete 3f0a92c1de 77b0c4e1aa", "unblock 3f0a92c1de"),
        json=True,
    )
    parser.add_argument("verb", choices=BATTLE_VERBS, metavar="VERB", help=", ".join(BATTLE_VERBS))
    parser.add_argument("names", nargs="*", metavar="BATTLE", help="the first word of its line in the list, or a link")
    parser.add_argument(
        "--idle", type=count(0), default=0, metavar="DAYS", help="lists battles without events for so long"
    )
    parser.add_argument("--visitor", default="", metavar="ID", help="lists battles that a visitor has begun")
    _add_database(parser)
    parser.set_defaults(run=run_battles)
    parser = commands.add(
        "visitors",
        "lists, blocks or admits visitors of a server, while it runs",
        ("list", "block 192.0.2.7", "block 5d41402abc4b", "unblock 192.0.2.7"),
        json=True,
    )
    parser.add_argument("verb", choices=VISITOR_VERBS, metavar="VERB", help=", ".join(VISITOR_VERBS))
    parser.add_argument("names", nargs="*", metavar="VISITOR", help="an address, or an id from the list of battles")
    _add_database(parser)
    parser.set_defaults(run=run_visitors)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", default="", metavar="URL", help="database of the battles; default: a file in your data folder"
    )


def run_battles(arguments: argparse.Namespace) -> int:
    """Lists battles, or does something to some."""
    with _Opened(arguments) as moderation:
        return _list_battles(moderation, arguments) if arguments.verb == "list" else _close(moderation, arguments)


def _list_battles(moderation: "Moderation", arguments: argparse.Namespace) -> int:
    before = time.time() - arguments.idle * _DAY
    found = [row for row in moderation.battles() if row.moved <= before and arguments.visitor in ("", row.visitor)]
    found.sort(key=lambda row: row.moved, reverse=True)
    if arguments.json:
        told = [{name: value for name, value in dataclasses.asdict(row).items() if name != "id"} for row in found]
        print(json.dumps(told, indent=2))
        return 0
    print(_COLUMNS.format(*str(Text("battle|begun|last event|events|begun by|state|game: seats")).split("|")))
    for row in found:
        seats = " ".join(level or "person" for level in row.seats)
        began, moved, state = _day(row.began), _day(row.moved), row.closed or "open"
        print(_COLUMNS.format(row.label, began, moved, row.lines, row.visitor or "-", state, f"{row.game}: {seats}"))
    print(Text("{n} battle", "{n} battles", n=len(found)))
    return 0


def _close(moderation: "Moderation", arguments: argparse.Namespace) -> int:
    from drumhead.server.db.moderation import BLOCKED, ENDED  # noqa: PLC0415  the terminal needs no server
    from drumhead.server.db.schema import DELETED  # noqa: PLC0415

    how = {"end": ENDED, "delete": DELETED, "block": BLOCKED}.get(arguments.verb)
    for name, battle in [(name, _battle(moderation, name)) for name in arguments.names]:
        if how is None:
            moderation.open_again(battle)
        else:
            moderation.close(battle, how)
        print(f"{name}: {how or 'open'}")
    return 0


def _battle(moderation: "Moderation", name: str) -> str:
    """The id of a battle, by its label or by one of its links."""
    from drumhead.server.lobby.seats import token_hash  # noqa: PLC0415

    found = [row.id for row in moderation.battles() if row.label == name]
    linked = moderation.battle_of(token_hash(name.rpartition("#")[2]))
    if linked is not None:
        return linked
    if not found:
        raise UsageError(Text("there is no battle {name}; see drumhead battles list", name=name))
    return found[0]


def run_visitors(arguments: argparse.Namespace) -> int:
    """Lists the visitors that are blocked, or blocks or admits some."""
    with _Opened(arguments) as moderation:
        if arguments.verb == "list":
            blocked = moderation.blocked()
            if arguments.json:
                print(json.dumps(blocked, indent=2))
            else:
                print("\n".join(f"{visitor}  {_day(since)}" for visitor, since in blocked.items()))
            return 0
        for name in arguments.names:
            visitor = _visitor(moderation, name)
            (moderation.block if arguments.verb == "block" else moderation.unblock)(visitor)
            print(f"{name}: {visitor} {arguments.verb}ed")
    return 0


def _visitor(moderation: "Moderation", name: str) -> str:
    """The id of a visitor, by an address or by the id itself."""
    from drumhead.server.db.moderation import VISITOR_DIGITS  # noqa: PLC0415
    from drumhead.server.ops.visitors import UNKNOWN, visitor_of  # noqa: PLC0415

    if len(name) == VISITOR_DIGITS and all(digit in "0123456789abcdef" for digit in name):
        return name
    address = visitor_of(name)
    if address == UNKNOWN:
        raise UsageError(Text("{name} is neither an address nor the id of a visitor", name=name))
    return moderation.visitor_id(address)


class _Opened:
    """The database that an operator named, open for a moment."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        from drumhead.server.db.store import Store, default_url  # noqa: PLC0415  the terminal needs no server

        if arguments.verb != "list" and not arguments.names:
            raise UsageError(Text("name what to {verb}", verb=arguments.verb))
        self._store = Store(arguments.database or default_url())

    def __enter__(self) -> "Moderation":
        from drumhead.server.db.moderation import Moderation  # noqa: PLC0415

        return Moderation(self._store)

    def __exit__(self, *_: object) -> None:
        self._store.close()


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
