"""The levels of opponents: names, search budgets, and the settings that may follow a name, as in `general:sims=400`."""

import difflib
import gc
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.budgeted_bot import BudgetedBot
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
from drumhead.core.state import SEARCH_PLANS, SEARCH_TREE, SEARCH_TURNS, State
from drumhead.core.weights import Weights

SEARCHES: Final[dict[str, type[BudgetedBot]]] = {
    SEARCH_TREE: TreeBot,
    SEARCH_TURNS: TurnSearchBot,
    SEARCH_PLANS: TurnPlanBot,
}
"""The searches by name; `State.search` names the one that suits a game."""
SEARCH_ALIASES: Final = {"turns": SEARCH_TURNS, "tempers": SEARCH_PLANS}
"""Earlier names of searches, still read in settings."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of skill. How many actions it overlooks is set by each game (`State.overlook_share`)."""

    name: str
    words: Text
    """One sentence for players."""
    settings: tuple[str, ...] = ()
    """The settings that may follow its name."""
    bot_type: Callable[..., Bot] | None = None
    """Its bot in every game; None is the search that the game names."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Settings of its bot, among them `think`: seconds for a decision."""
    simulations: Mapping[str, int] = field(default_factory=dict)
    """Simulations or rollouts for a decision, by search; as many as the time allows where there is no entry."""

    def limits(self, search: str) -> dict[str, Any]:
        """The default settings of its bot for a search."""
        sims = {"sims": self.simulations[search]} if search in self.simulations else {}
        return {**self.defaults, **sims}


BUDGET_SETTINGS: Final = frozenset(("think", "sims"))
"""Giving one of these replaces the whole budget of a level."""
SEARCH_SETTINGS: Final = ("think", "sims", "workers", "overlooks", "weights", "way")

LEVELS: Final[dict[str, Level]] = {
    level.name: level
    for level in (
        Level("recruit", Text("plays by the rules and without a plan"), bot_type=RandomBot),
        Level(
            "sergeant",
            Text("weighs the odds one step ahead, and overlooks some of what it could do"),
            ("deep", "overlooks", "weights"),
            bot_type=GreedyBot,
            defaults={"deep": 0},
        ),
        Level(
            "captain",
            Text("looks a few steps ahead"),
            SEARCH_SETTINGS,
            defaults={"think": 0.4},
            simulations={SEARCH_TREE: 8, SEARCH_TURNS: 32, SEARCH_PLANS: 8},
        ),
        Level("general", Text("looks far ahead and takes its time"), SEARCH_SETTINGS, defaults={"think": 2.0}),
    )
}
"""The search budget of each level: seconds for a decision (`think`) and simulations by search, whichever ends first.

Recruit and sergeant do not search. Settings behind a name, as in `captain:sims=40`, replace the budget.
"""
DEFAULT_LEVEL: Final = "sergeant"
"""The level where none is chosen."""


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


def _search(given: Any) -> str:
    if SEARCH_ALIASES.get(given, given) not in SEARCHES:
        raise ValueError
    return str(given)


SETTINGS: Final[dict[str, tuple[Callable[[Any], Any], Text]]] = {
    "think": (_seconds, Text("a number of seconds above 0")),
    "sims": (_whole(1), Text("a whole number, 1 or more")),
    "workers": (_whole(1), Text("a whole number, 1 or more")),
    "deep": (_whole(0), Text("a whole number, 0 or more")),
    "overlooks": (_share, Text("a number from 0 to 1")),
    "weights": (_weights, Text("a file")),
    "way": (_search, Text("one of {all}", all=", ".join(SEARCHES))),
}
"""How each setting is read, and what it must be.

`think` is seconds for a decision, `sims` simulations or rollouts, `workers` processes, `deep` short replies in a row
that the sergeant searches, `overlooks` the share of actions not considered, `weights` a file of weights for the
evaluation, `way` a search other than the game's own.
"""


class LeveledBot(Bot):
    """The bot of a level: made for the game of the first position, with the level's budget or the given settings."""

    def __init__(self, seed: int | str | None, level: Level, settings: Mapping[str, Any]) -> None:
        super().__init__(seed)
        make_evaluator(settings.get("weights", ""))  # refuses a wrong file at once
        self.seed = seed
        self.level = level
        self.settings = settings
        self.inner: Bot | None = None

    @property
    def positions(self) -> int:
        """How many positions are kept in memory between decisions."""
        return self.inner.positions if self.inner else 0

    @property
    def simulations(self) -> int:
        """How many simulations or rollouts the last decision took."""
        return self.inner.simulations if self.inner else 0

    def can_exceed(self, seconds: float) -> bool:
        """Returns whether a decision may take longer than this."""
        limits = {**self.level.defaults, **self.settings}
        return "sims" in limits or limits.get("think", 0.0) > seconds

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the pick of the level's bot."""
        if self.inner is None:
            self.inner = self._make_bot(seen)
        self.inner.time_share = self.time_share
        with gc_paused():
            return self.inner.pick(seen, seat, side)

    def _make_bot(self, seen: State) -> Bot:
        settings = dict(self.settings)
        search = settings.pop("way", seen.search())
        search = SEARCH_ALIASES.get(search, search)
        limits = self.level.limits(search)
        if BUDGET_SETTINGS & set(settings):
            limits = {name: value for name, value in limits.items() if name not in BUDGET_SETTINGS}
        settings = {"overlooks": seen.overlook_share(self.level.name), **limits, **settings}
        return (self.level.bot_type or SEARCHES[search])(self.seed, **settings)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pauses the garbage collector: search makes no reference cycles, so there is nothing to collect.

    Afterwards all objects are moved to the oldest generation, so that a large tree is not traversed at once.
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


def bot(name: str, seed: int | str | None = None, **given: Any) -> Bot:
    """Makes an opponent: a level, with settings behind its name or as keywords, or one that a game's rules describe."""
    level, settings = read_level(name)
    if level is None:
        return RulesBot(name.strip().lower(), seed)
    for setting, value in given.items():
        if value is not None:
            settings[setting] = read_setting(level, setting, value)
    return RandomBot(seed) if level.bot_type is RandomBot else LeveledBot(seed, level, settings)


def is_quick(name: str) -> bool:
    """Returns whether an opponent does not search, so that it decides in milliseconds."""
    level, _ = read_level(name)
    return level is None or level.bot_type is not None


def with_budget(name: str, *, think: float | None, sims: int | None) -> str:
    """The name of an opponent with a budget added, unless it has one or does not search."""
    level, settings = read_level(name)
    if level is None or "sims" not in level.settings or BUDGET_SETTINGS & set(settings):
        return name
    given = [f"{setting}={value}" for setting, value in (("think", think), ("sims", sims)) if value is not None]
    text = ",".join([*(f"{key}={value}" for key, value in settings.items()), *given])
    return f"{level.name}:{text}" if text else level.name


def read_level(name: str) -> tuple[Level | None, dict[str, Any]]:
    """The level and the settings of a name; no level for an opponent that a game's rules describe."""
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
    """The value of a setting, given as itself or as text; raises SetupError."""
    if name not in level.settings:
        own, known = level.name, ", ".join(level.settings)
        if not known:
            raise SetupError(Text("{level} has no setting {name}", level=own, name=repr(name)))
        raise SetupError(Text("{level} has no setting {name}; it has {all}", level=own, name=repr(name), all=known))
    read, wanted = SETTINGS[name]
    try:
        return read(value)
    except (ValueError, TypeError):
        raise SetupError(Text("{pair}: {name} is {wanted}", pair=f"{name}={value}", name=name, wanted=wanted)) from None
