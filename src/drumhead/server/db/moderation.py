"""What operators do to battles and visitors, and which battles were abandoned."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from drumhead.server.db.schema import BATTLES, BLOCKS, CLOSURES, GONE, LINKS, LOG, SETTINGS, TABLES
from drumhead.server.db.store import Store
from drumhead.server.lobby.seats import battle_label
from drumhead.server.session import steady_clock

ENDED: Final = "ended"
BLOCKED: Final = "blocked"
"""How a battle is closed: it can only be watched, or cannot be opened. See `schema.GONE` for the others."""
OVER: Final = "over"
"""Marks a battle that was played to its end, so that it is not examined again. It can be opened as before."""
PAGE: Final = 500
"""How many battles are read at a time: each read holds up the writers of an SQLite database for some milliseconds."""
VISITOR_DIGITS: Final = 12
_SALT: Final = "salt of visitors"
_OF_BATTLES: Final = tuple(table for table in TABLES if "battle" in table.c)
"""The tables with rows of single battles."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle as operators see it."""

    id: str
    label: str
    game: str
    seats: list[str]
    began: float
    moved: float
    """The Unix time of the last line of its log."""
    lines: int
    visitor: str
    """The id of the visitor that began it; empty where that is not known."""
    closed: str


class Moderation:
    """Blocking access to what concerns operators, in the same database as the battles."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._salt = b""

    def visitor_id(self, visitor: str) -> str:
        """A name for a visitor from which the address cannot be told without this database."""
        if not self._salt:
            self._salt = self._load_salt()
        return hmac.new(self._salt, visitor.encode(), hashlib.sha256).hexdigest()[:VISITOR_DIGITS]

    def _load_salt(self) -> bytes:
        try:
            with self._store.transaction() as connection:
                found = connection.execute(sql.select(SETTINGS.c.value).where(SETTINGS.c.name == _SALT)).scalar()
                if found is None:
                    found = secrets.token_hex(16)
                    connection.execute(SETTINGS.insert().values(name=_SALT, value=found))
        except IntegrityError:  # another process was faster
            return self._load_salt()
        return bytes.fromhex(found)

    def battles(self) -> Iterator[BattleRow]:
        """All battles, in no particular order."""
        last = ""
        while page := self.page(last):
            yield from page
            last = page[-1].id

    def page(self, after: str) -> list[BattleRow]:
        """The battles whose ids follow one, a page at a time; empty after the last."""
        newest = sql.select(LOG).where(LOG.c.battle == BATTLES.c.id).order_by(LOG.c.number.desc()).limit(1)
        asked = (
            sql.select(
                BATTLES,
                newest.with_only_columns(LOG.c.number).scalar_subquery().label("last"),
                newest.with_only_columns(LOG.c.said).scalar_subquery().label("moved"),
                CLOSURES.c.how,
            )
            .outerjoin(CLOSURES, CLOSURES.c.battle == BATTLES.c.id)
            .where(BATTLES.c.id > after)
            .order_by(BATTLES.c.id)
            .limit(PAGE)
        )
        with self._store.transaction() as connection:
            found = connection.execute(asked).all()
        return [
            BattleRow(
                id=row.id,
                label=battle_label(row.id),
                game=row.game,
                seats=row.levels,
                began=row.began,
                moved=row.moved or row.began,
                lines=0 if row.last is None else row.last + 1,
                visitor=row.visitor,
                closed=row.how or "",
            )
            for row in found
        ]

    def battle_of(self, token: str) -> str | None:
        """The battle of a link, given as the hash of its token; None if there is none."""
        link = self._store.link(token)
        return link.battle if link is not None else None

    def close(self, battle: str, how: str) -> None:
        """Closes a battle. Of one that is gone, only what its links are told stays in the database."""
        with self._store.transaction() as connection:
            connection.execute(CLOSURES.delete().where(CLOSURES.c.battle == battle))
            connection.execute(CLOSURES.insert().values(battle=battle, how=how, since=steady_clock.now()))
            if how in GONE:
                for table in _OF_BATTLES:
                    if table not in (CLOSURES, LINKS):
                        connection.execute(table.delete().where(table.c.battle == battle))
                connection.execute(LINKS.update().where(LINKS.c.battle == battle).values(force=""))
                empty = {"tags": {}, "position": "", "names": "", "waiting": ""}
                connection.execute(BATTLES.update().where(BATTLES.c.id == battle).values(empty))

    def open_again(self, battle: str) -> None:
        """Lets a battle that was blocked or ended be played on."""
        with self._store.transaction() as connection:
            connection.execute(CLOSURES.delete().where((CLOSURES.c.battle == battle) & CLOSURES.c.how.not_in(GONE)))

    def closure(self, battle: str) -> tuple[str, float] | None:
        """How a battle was closed, and the Unix time of that; None if it can be played."""
        with self._store.transaction(single=True) as connection:
            asked = sql.select(CLOSURES.c.how, CLOSURES.c.since).where(CLOSURES.c.battle == battle)
            row = connection.execute(asked).first()
        return None if row is None or row.how == OVER else (row.how, row.since)

    def closed_since(self, since: float) -> set[tuple[str, float]]:
        """The battles that were closed at a Unix time or later, and when."""
        with self._store.transaction(single=True) as connection:
            asked = sql.select(CLOSURES.c.battle, CLOSURES.c.since)
            found = connection.execute(asked.where((CLOSURES.c.since >= since) & (CLOSURES.c.how != OVER))).all()
        return {(row.battle, row.since) for row in found}

    def forget(self, before: float) -> None:
        """Removes what is left of battles that were gone before a Unix time, links included."""
        with self._store.transaction() as connection:
            old = (CLOSURES.c.since < before) & CLOSURES.c.how.in_(GONE)
            gone = list(connection.execute(sql.select(CLOSURES.c.battle).where(old).limit(PAGE)).scalars())
            for table in _OF_BATTLES:
                connection.execute(table.delete().where(table.c.battle.in_(gone)))
            connection.execute(BATTLES.delete().where(BATTLES.c.id.in_(gone)))

    def block(self, visitor: str) -> None:
        """Blocks a visitor, given by id."""
        self.unblock(visitor)
        with self._store.transaction() as connection:
            connection.execute(BLOCKS.insert().values(visitor=visitor, since=steady_clock.now()))

    def unblock(self, visitor: str) -> None:
        """Lets a visitor come back, given by id."""
        with self._store.transaction() as connection:
            connection.execute(BLOCKS.delete().where(BLOCKS.c.visitor == visitor))

    def blocked(self) -> dict[str, float]:
        """The ids of the visitors that are blocked, and since when."""
        with self._store.transaction(single=True) as connection:
            found = connection.execute(sql.select(BLOCKS)).all()
        return {row.visitor: row.since for row in found}
