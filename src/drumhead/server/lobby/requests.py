"""Battles as they are asked for: a game with its options, a game file, the same again with sides swapped."""

from collections.abc import Mapping
from typing import Any, Final

from drumhead.core.errors import SetupError
from drumhead.core.files.record import read
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.server.db.store import DEFAULT_CLAIM_SECONDS
from drumhead.server.lobby.seats import GUIDE, PERSON, Seat
from drumhead.server.session.guide import LEVEL_AFTER_SCRIPT

Battle = tuple[Match, tuple[Seat, ...]]
MAX_CLAIM_HOURS: Final = 24 * 366
MAX_REPLAY_SECONDS: Final = 5.0
"""For so many seconds a game file is played before it is given up; one of a thousand steps takes a tenth of one."""


def claim_seconds(asked: Mapping[str, Any]) -> float:
    """After how many seconds without a decision the battle may be claimed; a message says it in hours."""
    hours = asked.get("patience", DEFAULT_CLAIM_SECONDS / 3600)
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 1 <= hours <= MAX_CLAIM_HOURS:
        raise SetupError(Text("patience is a number of hours, 1 to {n}", n=MAX_CLAIM_HOURS))
    return hours * 3600.0


def new_battle(asked: Any, *, seeded: bool = False) -> Battle:
    """The battle that a message asks for; only where it is allowed may it choose the dice."""
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise SetupError(Text("say which game"))
    kind = game_type(asked["game"])
    options = asked.get("options", {})
    if not isinstance(options, dict):
        raise SetupError(Text("options are names and values"))
    game = kind.set_up(**options_of(kind, options))
    return Match(game, seed=asked.get("seed") if seeded else None), _read_seats(game, asked.get("seats"))


def battle_from_file(asked: Any) -> Battle:
    """The battle of a game file, to go on with or to look at; dice to come are never those of a seed in the file."""
    if not isinstance(asked, dict) or not isinstance(asked.get("record"), str):
        raise SetupError(Text("give the text of a game file"))
    match = read(asked["record"], seconds=MAX_REPLAY_SECONDS, fresh=True)
    return match, _read_seats(match.game, asked.get("seats"))


def rematch_of(match: Match, seats: tuple[Seat, ...]) -> Battle:
    """The same battle again, every seat with the next side."""
    sitting = tuple(Seat(LEVEL_AFTER_SCRIPT) if seat.level == GUIDE else seat for seat in seats)
    game = match.game.from_file(match.game.rules, match.game.tags())
    return Match(game), sitting[1:] + sitting[:1]


def options_of(kind: type[Game], given: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a page gives them: lists become tuples; what is closed to strangers the options refuse themselves."""
    lists = {option.name for option in kind.options if isinstance(option.default, tuple)}
    options: dict[str, Any] = {}
    for name, value in given.items():
        parts = value if isinstance(value, list) else [value]
        kinds = str if name in lists else str | int
        if isinstance(value, list) != (name in lists) or not all(isinstance(part, kinds) for part in parts):
            raise SetupError(Text("{part} is not known here", part=repr(value)[:60]))
        options[name] = tuple(parts) if name in lists else value
    return options


def _read_seats(game: Game, given: Any) -> tuple[Seat, ...]:
    """Who sits where: a list with an entry for every seat, or the people's seats and the level of the others."""
    if isinstance(given, dict):
        people, level = given.get("people"), given.get("level", PERSON)
        people = list(range(game.seats)) if people == "all" else people
        if not isinstance(people, list) or not all(seat in range(game.seats) for seat in people):
            raise SetupError(Text("this battle has {n} seats; say who sits on each", n=game.seats))
        given = ["person" if seat in people else level for seat in range(game.seats)]
    if not isinstance(given, list) or len(given) != game.seats:
        raise SetupError(Text("this battle has {n} seats; say who sits on each", n=game.seats))
    return tuple(Seat.read(one, game) for one in given)
