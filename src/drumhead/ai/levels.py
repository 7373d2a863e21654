"""The levels of opponents by name."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drumhead.ai.adviser import Adviser
from drumhead.ai.bot import Bot
from drumhead.ai.careless import Careless
from drumhead.ai.greedy import Greedy
from drumhead.core.errors import SetupError
from drumhead.core.library import games
from drumhead.core.text import Text


@dataclass(frozen=True, slots=True)
class Level:
    """How well an opponent plays, in a sentence, and how to make one."""

    name: str
    words: Text
    make: Callable[[int | str | None], Bot]


LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("recruit", Text("plays by the rules and without a plan"), Careless),
        Level("sergeant", Text("weighs the odds of every action, one step ahead"), Greedy),
    )
}


def bot(name: str, seed: int | str | None = None) -> Bot:
    """The opponent of a level, or one that a game has of its own."""
    level = LEVELS.get(name.strip().lower())
    if level is None:
        own = name.strip().lower()
        if any(own in game.advisers for game in games().values()):
            return Adviser(own, seed)
        near = difflib.get_close_matches(name.lower(), LEVELS, 1)
        hint = Text("did you mean {near}?", near=near[0]) if near else Text("there are {all}", all=", ".join(LEVELS))
        raise SetupError(Text("there is no opponent {name}; {hint}", name=repr(name[:40]), hint=hint))
    return level.make(seed)
