"""Matches between two opponents, with sides swapped in pairs, and confidence intervals of their score."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.cpu_clock import CpuClock, TimedBot
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE, OVER

Z_95: Final = 1.959964
"""The 97.5 % quantile of the normal distribution, for 95 % intervals."""


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle of a duel: its number, the result of the first opponent (1, 0 or -1), and the clause that ended it."""

    number: int
    result: float
    clause: str
    decisions: int
    thought_one: float = field(default=0.0, compare=False)
    thought_two: float = field(default=0.0, compare=False)
    """Processor seconds of both opponents."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a duel for the first opponent."""

    one: str
    two: str
    battles: tuple[Battle, ...]

    @property
    def games(self) -> int:
        """The number of battles."""
        return len(self.battles)

    @property
    def wins(self) -> int:
        """Battles that the first opponent won."""
        return sum(battle.result > 0 for battle in self.battles)

    @property
    def losses(self) -> int:
        """Battles that the first opponent lost."""
        return sum(battle.result < 0 for battle in self.battles)

    @property
    def draws(self) -> int:
        """Drawn battles."""
        return self.games - self.wins - self.losses

    @property
    def share(self) -> float:
        """The first opponent's share of the points; a draw is half a point."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson)."""
        return wilson(self.share, self.games)

    @property
    def thought(self) -> tuple[float, float]:
        """Processor seconds per battle of both opponents."""
        one = sum(battle.thought_one for battle in self.battles)
        two = sum(battle.thought_two for battle in self.battles)
        return one / max(1, self.games), two / max(1, self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.one} {self.wins} - {self.losses} {self.two}, {self.draws} drawn of {self.games}: "
            f"{self.share:.1%} for {self.one} (95 %: {low:.1%} to {high:.1%})"
        )

    def as_data(self) -> dict[str, Any]:
        """The score as JSON-compatible data."""
        low, high = self.interval
        return {
            "one": self.one,
            "two": self.two,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "share": round(self.share, 4),
            "interval": [round(low, 4), round(high, 4)],
        }


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % score interval of a share of points (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    square = Z_95 * Z_95
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z_95 / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def duel(
    game: Game | type[Game],
    one: str,
    two: str,
    *,
    games: int = 100,
    seed: int | str = 0,
    start: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Score:
    """Plays a duel on one set-up, or on set-ups of a game drawn with options, each twice with sides swapped."""
    if games < 1:
        raise SetupError(Text("a duel is 1 battle or more, not {games}", games=games))
    battles = [play_battle(game, one, two, number, seed, options) for number in range(start, start + games)]
    return Score(one, two, tuple(battles))


def play_battle(
    game: Game | type[Game],
    one: str,
    two: str,
    number: int,
    seed: int | str,
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Plays one battle of a duel; numbers 2k and 2k + 1 have the same set-up and the same dice, with sides swapped.

    Against an opponent that the rules play, the first opponent has all seats and sides are not swapped.
    """
    rng = Random(f"{seed}/{number // 2}")
    setup = game if isinstance(game, Game) else game.drawn(rng, **options or {})
    if len(setup.letters) > setup.seats:
        return _against_the_rules(setup, one, two, number, seed)
    home = setup.side_of(0)
    first = home if number % 2 == 0 else frozenset(range(setup.seats)) - home
    names, clocks = (one, two), (CpuClock(), CpuClock())
    whose = [0 if seat in first else 1 for seat in range(setup.seats)]
    seats: list[Bot] = [
        TimedBot(bot(names[side], f"{seed}/{number}/{seat}"), clocks[side]) for seat, side in enumerate(whose)
    ]
    result, clause, decisions = play_out(setup, seats, rng)
    return Battle(number, result[min(first)], clause, decisions, clocks[0].seconds, clocks[1].seconds)


def _against_the_rules(setup: Game, one: str, two: str, number: int, seed: int | str) -> Battle:
    """Plays one battle against the opponent that the rules play."""
    if two.lower() != setup.letters[-1].lower():
        name = setup.letters[-1].lower()
        raise SetupError(Text("the rules play {name} in this battle: give it as the second opponent", name=name))
    clock = CpuClock()
    seats: list[Bot] = [TimedBot(bot(one, f"{seed}/{number}/{seat}"), clock) for seat in range(setup.seats)]
    result, clause, decisions = play_out(setup, seats, Random(f"{seed}/{number}"))
    return Battle(number, result[0], clause, decisions, clock.seconds)


def play_out(setup: Game, seats: list[Bot], rng: Random, *, mirrored: bool = False) -> tuple[list[float], str, int]:
    """Plays a battle to its end; returns the result of each seat, the clause that ended it, and its decisions."""
    state = setup.start()
    sides = [setup.side_of(seat) for seat in range(setup.seats)]
    decisions = 0
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            outcome = state.sample(rng)
            state.apply(setup.mirrored(state, outcome) if mirrored else outcome)
        else:
            state.apply(seats[seat].pick(state.observe(seat), seat, sides[seat]))
            decisions += 1
    ending = setup.outcome(state)
    return state.returns(), ending.clause if ending is not None else "", decisions


def ended_by(battles: Iterable[Battle]) -> dict[str, int]:
    """The number of battles that each clause ended, by clause."""
    counts: dict[str, int] = {}
    for battle in battles:
        counts[battle.clause] = counts.get(battle.clause, 0) + 1
    return dict(sorted(counts.items()))
