"""Who sits where, and the secret links by which they come to the table."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from drumhead.ai.bots.levels import LEVELS
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text

PERSON: Final = ""
GUIDE: Final = "guide"
"""The level of the other side in a guided battle."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table: a person's, or the computer's at a level."""

    level: str = PERSON

    @property
    def is_person(self) -> bool:
        """Says whether a person sits there."""
        return self.level == PERSON

    @classmethod
    def read(cls, given: Any, game: Game | type[Game]) -> "Seat":
        """Reads a seat as a program or the start page gives it: `person`, a level, or an opponent of the game's own."""
        if given == "person":
            return cls()
        if not isinstance(given, str) or given not in opponents(game):
            known = ", ".join(("person", *opponents(game)))
            raise SetupError(Text("a seat is one of {known}, not {given}", known=known, given=repr(given)[:40]))
        return cls(given)


def opponents(game: Game | type[Game]) -> dict[str, Text]:
    """Whom the computer can play in a game, each in a sentence: the levels, and whom the game's rules describe."""
    return {**{level.name: level.words for level in LEVELS.values()}, **game.advisers}


def new_token() -> str:
    """The secret of a link: 144 bits that nobody can guess."""
    return secrets.token_urlsafe(18)


def token_hash(token: str) -> str:
    """What the database keeps of a token: enough to know it again, too little to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """What the players are called in a game file."""
    people = [index for index, seat in enumerate(seats) if seat.is_person]
    return tuple(
        seat.level if not seat.is_person else "player" if len(people) == 1 else f"player {index + 1}"
        for index, seat in enumerate(seats)
    )
