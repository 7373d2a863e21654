"""Compares this build of the engine with its sources as pure Python, in random play and in search."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from drumhead.ai.bots.levels import bot
from drumhead.cli.measure.pure_process import Pure
from drumhead.cli.measure.random_play import Battles, bench_setups
from drumhead.core.compiled import is_compiled
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY, State

SEARCHES: Final = 10
"""Positions that are searched."""
SIMS: Final = 100
"""Simulations of each search."""


def build() -> str:
    """The build of the engine: 'compiled' or 'pure Python'."""
    return "compiled" if is_compiled() else "pure Python"


@dataclass(frozen=True, slots=True)
class Contrast:
    """Figures of this build and of pure Python: decisions per second by slice, and seconds by search."""

    game: str
    ours: list[float]
    pure: list[float]
    our_searches: list[float]
    pure_searches: list[float]

    @property
    def play(self) -> float:
        """The ratio of decisions per second: the median over the slices."""
        return statistics.median(our / their for our, their in zip(self.ours, self.pure, strict=True))

    @property
    def search(self) -> float:
        """The ratio of the total search times."""
        return sum(self.pure_searches) / sum(self.our_searches)

    def as_data(self) -> dict[str, Any]:
        """The figures as JSON-compatible data."""
        return {
            "game": self.game,
            "build": build(),
            "decisions_per_second": round(statistics.median(self.ours)),
            "pure_decisions_per_second": round(statistics.median(self.pure)),
            "play_ratio": round(self.play, 2),
            "simulations": SEARCHES * SIMS,
            "search_seconds": round(sum(self.our_searches), 3),
            "pure_search_seconds": round(sum(self.pure_searches), 3),
            "search_ratio": round(self.search, 2),
        }

    def __str__(self) -> str:
        ours, pure = statistics.median(self.ours), statistics.median(self.pure)
        fast, slow = sum(self.our_searches), sum(self.pure_searches)
        return (
            f"{self.game}, {build()}: {self.play:.2f} times as many decisions a second as pure Python "
            f"({ours:,.0f} and {pure:,.0f}, medians of {len(self.ours)} slices); "
            f"{SEARCHES * SIMS:,} simulations {self.search:.2f} times as fast ({fast:.2f} s and {slow:.2f} s)"
        )


def beside_pure(
    kind: type[Game], *, slices: int, seconds: float, seed: int = 0, after: Callable[[], None] = lambda: None
) -> Contrast:
    """Measures both builds in turns, so that other load on the machine slows both alike."""
    found = Contrast(kind.name, [], [], [], [])
    with Pure() as pure:
        play_slice(kind.name, seed, seconds / 5)
        pure.call(__name__, "play_slice", kind.name, seed, seconds / 5)
        for _ in range(slices):
            found.pure.append(pure.call(__name__, "play_slice", kind.name, seed, seconds))
            found.ours.append(play_slice(kind.name, seed, seconds))
            after()
        for number in range(SEARCHES):
            found.pure_searches.append(pure.call(__name__, "search_seconds", kind.name, seed, number))
            found.our_searches.append(search_seconds(kind.name, seed, number))
            after()
    return found


def play_slice(name: str, seed: int, seconds: float) -> float:
    """Plays random battles on from the last slice for some seconds; returns decisions per second."""
    return _battles(name, seed).play(seconds)


@cache
def _battles(name: str, seed: int) -> Battles:
    return Battles(bench_setups(game_type(name), seed), Random(seed))


def search_seconds(name: str, seed: int, number: int) -> float:
    """The processor time of the search for one decision."""
    game = game_type(name).random(Random(f"{seed}/{number}"))
    state = midway(game, Random(f"{seed}/{number}"))
    seat = state.player
    player = bot(f"general:sims={SIMS}", seed)
    gc.collect()  # a search is short: garbage of earlier work must not count
    start = time.process_time()
    player.pick(state.observe(seat), seat, game.side_of(seat))
    return time.process_time() - start


def midway(game: Game, rng: Random) -> State:
    """A random decision of a random battle, among those that opponents search."""
    state = game.start()
    kept = state.clone()
    decisions = 0
    while state.player != OVER:
        if state.player == CHANCE:
            state.apply(state.sample(rng))
            continue
        actions = state.legal()
        if len(actions) > 1 and state.prior_weight() < PRIOR_ONLY:
            decisions += 1
            if rng.random() * decisions < 1:
                kept = state.clone()
        state.apply(actions[int(rng.random() * len(actions))])
    return kept
