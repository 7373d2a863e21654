"""Seats: who plays each, and the secret tokens of their links."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from drumhead.ai.bots.levels import LEVELS
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text

PERSON: Final = ""
GUIDE: Final = "guide"
"""The level of the scripted side in a guided battle."""
GUEST: Final = "guest"
"""What a request calls a person who comes by an invitation."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{24,64}")
"""A key that a device chooses for its seat: 144 random bits or more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a battle: a person's, or the computer's at a level."""

    level: str = PERSON
    is_guest: bool = field(default=False, compare=False)
    """Whether its player comes by an invitation. Of no account once the battle has begun, and not stored."""

    @property
    def is_person(self) -> bool:
        """Returns whether a person plays it."""
        return self.level == PERSON

    @classmethod
    def read(cls, given: Any, game: Game | type[Game]) -> "Seat":
        """Reads `person`, `guest`, the name of a level, or an opponent that the rules of the game describe."""
        if given in ("person", GUEST):
            return cls(is_guest=given == GUEST)
        if not isinstance(given, str) or given not in opponents(game):
            known = ", ".join(("person", GUEST, *opponents(game)))
            raise SetupError(Text("a seat is one of {known}, not {given}", known=known, given=repr(given)[:40]))
        return cls(given)


def opponents(game: Game | type[Game]) -> dict[str, Text]:
    """The computer's players for a game, with a sentence on each: the levels, and those that the rules describe."""
    return {**{level.name: level.words for level in LEVELS.values()}, **game.advisers}


def new_token() -> str:
    """A random token of 144 bits."""
    return secrets.token_urlsafe(18)


def key_of(given: Any) -> str:
    """The hash of the key that a device chose for its seat."""
    if not isinstance(given, str) or _KEY.fullmatch(given) is None:
        raise SetupError(Text("the key of a seat is 24 to 64 letters, digits, - and _, chosen at random"))
    return token_hash(given)


def token_hash(token: str) -> str:
    """The hash under which the database knows a token: it can be recognised, but not used."""
    return hashlib.sha256(token.encode()).hexdigest()


def battle_label(battle: str) -> str:
    """A name for a battle in logs, in webhooks and for operators, from which its id cannot be told."""
    return token_hash(battle)[:10]


def player_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names of the players in a game file."""
    people = [index for index, seat in enumerate(seats) if seat.is_person]
    return tuple(
        seat.level if not seat.is_person else "player" if len(people) == 1 else f"player {index + 1}"
        for index, seat in enumerate(seats)
    )
