"""Finds the games: every package under `drumhead.games` that offers a `GAME`."""

import difflib
import importlib
import pkgutil
from functools import cache
from typing import Any

from drumhead.core.errors import SetupError
from drumhead.core.game import Game


@cache
def games() -> dict[str, type[Game]]:
    """All games by name."""
    shelf = importlib.import_module("drumhead.games")
    found = {}
    for module in sorted(pkgutil.iter_modules(shelf.__path__), key=lambda module: module.name):
        game: type[Game] = importlib.import_module(f"drumhead.games.{module.name}").GAME
        found[game.name] = game
    return dict(sorted(found.items(), key=lambda item: (item[1].shelf, item[0])))


def game_type(name: str) -> type[Game]:
    """The game of a name, or one clear sentence."""
    found = games().get(name.replace("_", "-").lower())
    if found is None:
        near = difflib.get_close_matches(name.lower(), games(), 1)
        if near:
            raise SetupError("there is no game {name!r}; did you mean {near}?", name=name, near=near[0])
        raise SetupError("there is no game {name!r}; there is {names}", name=name, names=", ".join(games()))
    return found


def load(name: str, **options: Any) -> Game:
    """Sets up a game by name, with its options as keywords."""
    return game_type(name).set_up(**options)
