"""The registry of games: every package under `drumhead.games` that offers a `GAME`."""

import difflib
import importlib
import pkgutil
from functools import cache
from typing import Any

from drumhead.core.errors import SetupError
from drumhead.core.game import Game


@cache
def games() -> dict[str, type[Game]]:
    """Returns the classes of all games by name, the easier games first.

    >>> list(all_games())
    ['pocket-battles', 'travel-battle', 'aces-armor']
    """
    shelf = importlib.import_module("drumhead.games")
    found = {}
    for module in sorted(pkgutil.iter_modules(shelf.__path__), key=lambda module: module.name):
        game: type[Game] = importlib.import_module(f"drumhead.games.{module.name}").GAME
        found[game.name] = game
    return dict(sorted(found.items(), key=lambda item: (item[1].shelf, item[0])))


def game_type(name: str) -> type[Game]:
    """Returns the class of a game; raises SetupError, with the nearest name, where there is none."""
    found = games().get(name.replace("_", "-").lower())
    if found is None:
        near = difflib.get_close_matches(name.lower(), games(), 1)
        if near:
            raise SetupError("there is no game {name!r}; did you mean {near}?", name=name, near=near[0])
        raise SetupError("there is no game {name!r}; there is {names}", name=name, names=", ".join(games()))
    return found


def load(name: str, **options: Any) -> Game:
    """Returns a game set up with its options as keywords; raises SetupError for what the game does not allow.

    >>> load("travel-battle", horse_artillery=True)
    load('travel-battle', horse_artillery=True)
    >>> load("pocket-battles", armies=("orcs-50", "elves-80"))
    Traceback (most recent call last):
    ...
    SetupError: the armies are for battles of 50 and 80 points; agree on a size [PB-1.2]
    """
    return game_type(name).set_up(**options)
