"""The levels of opponents by name, how far each looks ahead in which game, and what of it may be set."""

import difflib
import gc
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.random_bot import RandomBot
from drumhead.ai.bots.rules_bot import RulesBot
from drumhead.ai.bots.tree_bot import TreeBot
from drumhead.ai.bots.turn_plans import TurnPlanBot
from drumhead.ai.bots.turn_search import TurnSearchBot
from drumhead.ai.search.evaluator import make_evaluator
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.core.registry import games
from drumhead.core.state import State
from drumhead.core.weights import Weights

SEARCHES: Final[dict[str, Callable[..., Bot]]] = {"tree": TreeBot, "turns": TurnSearchBot, "tempers": TurnPlanBot}
"""The ways to look ahead; `State.search` names the one that suits a game."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well an opponent plays, in a sentence, what of it may be set, and how it is set, always and by way to look.

    How much it overlooks is the game's own matter.
    """

    name: str
    words: Text
    settings: tuple[str, ...] = ()
    always: Mapping[str, Any] = field(default_factory=dict)
    ways: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    make: Callable[..., Bot] | None = None
    """What it is in every game, if it does not look ahead."""


def _seconds(given: Any) -> float:
    seconds = float(str(given))
    if not 0 < seconds < math.inf:
        raise ValueError
    return seconds


def _whole(least: int) -> Callable[[Any], int]:
    def read(given: Any) -> int:
        number = int(str(given))
        if number < least:
            raise ValueError
        return number

    return read


def _share(given: Any) -> float:
    share = float(str(given))
    if not 0 <= share <= 1:
        raise ValueError
    return share


def _weights(given: Any) -> str | Weights:
    return given if isinstance(given, Weights) else str(os.fspath(given))


def _way(given: Any) -> str:
    if given not in SEARCHES:
        raise ValueError
    return str(given)


LIMITS: Final = frozenset(("think", "sims"))
"""Whoever sets one of these sets both."""
THINKING: Final = ("think", "sims", "workers", "overlooks", "weights", "way")
READ: Final[dict[str, tuple[Callable[[Any], Any], Text]]] = {
    "think": (_seconds, Text("a number of seconds above 0")),
    "sims": (_whole(1), Text("a whole number, 1 or more")),
    "workers": (_whole(1), Text("a whole number, 1 or more")),
    "deep": (_whole(0), Text("a whole number, 0 or more")),
    "overlooks": (_share, Text("a number from 0 to 1")),
    "weights": (_weights, Text("a file")),
    "way": (_way, Text("one of {all}", all=", ".join(SEARCHES))),
}
"""What may be set, and to what: seconds for a decision, looks, processes, short replies looked through, the share of
actions that are overlooked, a file of weights, and another way to look ahead than suits the game."""

LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("recruit", Text("plays by the rules and without a plan")),
        Level(
            "sergeant",
            Text("weighs the odds one step ahead, and overlooks some of what it could do"),
            ("deep", "overlooks", "weights"),
            {"deep": 0},
            make=GreedyBot,
        ),
        Level(
            "captain",
            Text("looks a few steps ahead"),
            THINKING,
            {"think": 0.4},
            {"tree": {"sims": 8}, "turns": {"sims": 32}, "tempers": {"sims": 8}},
        ),
        Level(
            "general",
            Text("looks far ahead and takes its time"),
            THINKING,
            {"think": 2.0},
        ),
    )
}


class LeveledBot(Bot):
    """Plays as its level does in the game at hand, or as it is told."""

    def __init__(self, seed: int | str | None, level: Level, told: Mapping[str, Any]) -> None:
        super().__init__(seed)
        make_evaluator(told.get("weights", ""))
        self.seed = seed
        self.level = level
        self.told = told
        self.thinker: Bot | None = None

    @property
    def positions(self) -> int:
        """How many positions it keeps in mind."""
        return self.thinker.positions if self.thinker else 0

    @property
    def looks(self) -> int:
        """How often it looked ahead for its last decision."""
        return self.thinker.looks if self.thinker else 0

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what it finds best."""
        if self.thinker is None:
            way = self.told.get("way", seen.search())
            own = {**self.level.always, **self.level.ways.get(way, {})}
            if LIMITS & set(self.told):
                own = {name: value for name, value in own.items() if name not in LIMITS}
            settings = {"overlooks": seen.overlook_share(self.level.name), **own, **self.told}
            settings.pop("way", None)
            self.thinker = (self.level.make or SEARCHES[way])(self.seed, **settings)
        with gc_paused():
            return self.thinker.pick(seen, seat, side)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Does not look for rubbish meanwhile: positions looked at do not refer to each other, so none is left to find.

    Nor at once after it, among all that is kept in mind: that is put with what is old, which is seldom looked through.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()


def bot(name: str, seed: int | str | None = None, **told: Any) -> Bot:
    """The opponent of a level, with settings as in `general:sims=400` if any, or one that a game has of its own."""
    level, settings = read_level(name)
    if level is None:
        return RulesBot(name.strip().lower(), seed)
    for setting, value in told.items():
        if value is not None:
            settings[setting] = read_setting(level, setting, value)
    return LeveledBot(seed, level, settings) if level.always else RandomBot(seed)


def told(name: str, *, think: float | None, sims: int | None) -> str:
    """The name of an opponent with time and looks set, where it has such settings and they are not set yet."""
    level, settings = read_level(name)
    if level is None or "sims" not in level.settings or LIMITS & set(settings):
        return name
    given = [f"{setting}={value}" for setting, value in (("think", think), ("sims", sims)) if value is not None]
    text = ",".join([*(f"{key}={value}" for key, value in settings.items()), *given])
    return f"{level.name}:{text}" if text else level.name


def read_level(name: str) -> tuple[Level | None, dict[str, Any]]:
    """The level and the settings of a name; no level where a game has an opponent of that name."""
    name = str(name).strip()
    own, _, text = name.partition(":")
    level = LEVELS.get(own.strip().lower())
    if level is None:
        if any(name.lower() in game.advisers for game in games().values()):
            return None, {}
        near = difflib.get_close_matches(own.lower(), LEVELS, 1)
        hint = Text("did you mean {near}?", near=near[0]) if near else Text("there are {all}", all=", ".join(LEVELS))
        raise SetupError(Text("there is no opponent {name}; {hint}", name=repr(name[:40]), hint=hint))
    settings: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        setting, _, value = pair.partition("=")
        settings[setting.strip()] = read_setting(level, setting.strip(), value.strip())
    return level, settings


def read_setting(level: Level, name: str, value: Any) -> Any:
    """The value of a setting, given as itself or as text."""
    if name not in level.settings:
        own, known = level.name, ", ".join(level.settings)
        if not known:
            raise SetupError(Text("{level} has no setting {name}", level=own, name=repr(name)))
        raise SetupError(Text("{level} has no setting {name}; it has {all}", level=own, name=repr(name), all=known))
    read, wanted = READ[name]
    try:
        return read(value)
    except (ValueError, TypeError):
        raise SetupError(Text("{pair}: {name} is {wanted}", pair=f"{name}={value}", name=name, wanted=wanted)) from None
