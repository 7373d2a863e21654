"""Requests for battles: a game with options, a game file, a rematch."""

from collections.abc import Mapping
from typing import Any, Final

from drumhead.core.errors import SetupError
from drumhead.core.files.record import holds_all, read
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match
from drumhead.core.registry import game_type
from drumhead.server.lobby.seats import GUIDE, PERSON, Seat
from drumhead.server.session.guide import LEVEL_AFTER_SCRIPT
from drumhead.server.session.stored import DEFAULT_CLAIM_SECONDS

Battle = tuple[Match, tuple[Seat, ...]]
MAX_CLAIM_HOURS: Final = 24 * 366
MAX_REPLAY_SECONDS: Final = 5.0
"""How long an uploaded game file is replayed before it is refused; a thousand steps take a tenth of a second."""


def claim_seconds(asked: Mapping[str, Any]) -> float:
    """After how many seconds without a decision a battle may be claimed; requests give hours, as `patience`."""
    hours = asked.get("patience", DEFAULT_CLAIM_SECONDS / 3600)
    if isinstance(hours, bool) or not isinstance(hours, int | float) or not 1 <= hours <= MAX_CLAIM_HOURS:
        raise SetupError(Text("patience is a number of hours, 1 to {n}", n=MAX_CLAIM_HOURS))
    return hours * 3600.0


def new_battle(asked: Any, *, seeded: bool = False) -> Battle:
    """The battle that a request describes; it may choose the seed of the dice only if `seeded` is set."""
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise SetupError(Text("no game was named"))
    kind = game_type(asked["game"])
    options = asked.get("options", {})
    if not isinstance(options, dict):
        raise SetupError(Text("options must be names and values"))
    game = kind.set_up(**options_of(kind, options))
    return Match(game, seed=asked.get("seed") if seeded else None), read_seats(game, asked.get("seats"))


def battle_from_file(asked: Any) -> Battle:
    """The battle of a game file. Later dice never come from a seed in the file."""
    if not isinstance(asked, dict) or not isinstance(asked.get("record"), str):
        raise SetupError(Text("the text of a game file is missing"))
    if not _has_tags(asked["record"]):
        raise SetupError(Text("This is not a saved battle. Choose a file whose name ends in .drum."))
    if not holds_all(asked["record"]):
        raise SetupError(
            Text("this file holds what one side knew while something was hidden: nobody can play on from it")
        )
    match = read(asked["record"], seconds=MAX_REPLAY_SECONDS, fresh=True)
    return match, read_seats(match.game, asked.get("seats"))


def _has_tags(text: str) -> bool:
    """Returns whether a text begins as a game file does, with a tag; another kind of file is told apart by it."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "").startswith("[")


def rematch_of(match: Match, seats: tuple[Seat, ...]) -> Battle:
    """A new battle with the same set-up, every player on the next side."""
    sitting = tuple(Seat(LEVEL_AFTER_SCRIPT) if seat.level == GUIDE else seat for seat in seats)
    game = match.game.from_file(match.game.rules, match.game.tags())
    return Match(game), sitting[1:] + sitting[:1]


def options_of(kind: type[Game], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a request, with lists as tuples; checks types, while the options check values and access."""
    lists = {option.name for option in kind.options if isinstance(option.default, tuple)}
    options: dict[str, Any] = {}
    for name, value in given.items():
        parts = value if isinstance(value, list) else [value]
        kinds = str if name in lists else str | int
        if isinstance(value, list) != (name in lists) or not all(isinstance(part, kinds) for part in parts):
            raise SetupError(Text("{part} is not a valid option", part=repr(value)[:60]))
        options[name] = tuple(parts) if name in lists else value
    return options


def read_seats(game: Game, given: Any) -> tuple[Seat, ...]:
    """Reads a list with an entry for every seat, or the people's seats and the level of the others."""
    if isinstance(given, dict):
        people, level = given.get("people"), given.get("level", PERSON)
        people = list(range(game.seats)) if people == "all" else people
        if not isinstance(people, list) or not all(seat in range(game.seats) for seat in people):
            raise SetupError(Text("this battle has {n} seats; name a player for each", n=game.seats))
        given = ["person" if seat in people else level for seat in range(game.seats)]
    if not isinstance(given, list) or len(given) != game.seats:
        raise SetupError(Text("this battle has {n} seats; name a player for each", n=game.seats))
    return tuple(Seat.read(one, game) for one in given)
