"""How much faster this build of the engine is than its sources as pure Python: in random play and in search."""

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
"""How many positions are searched."""
SIMS: Final = 100
"""How many simulations each of these searches makes."""


def build() -> str:
    """Which build of the engine this is."""
    return "compiled" if is_compiled() else "pure Python"


@dataclass(frozen=True, slots=True)
class Contrast:
    """What was measured here and in pure Python, in turns: decisions a second, and seconds of the same searches."""

    game: str
    ours: list[float]
    pure: list[float]
    our_searches: list[float]
    pure_searches: list[float]

    @property
    def play(self) -> float:
        """How many times as many decisions a second: the median over the slices."""
        return statistics.median(our / their for our, their in zip(self.ours, self.pure, strict=True))

    @property
    def search(self) -> float:
        """How many times as fast all searches together were."""
        return sum(self.pure_searches) / sum(self.our_searches)

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
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
    """Plays and searches here and in pure Python in turns, so that a busy machine slows both alike."""
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
    """Plays random battles for a time, from where the last slice stopped: decisions a second."""
    return _battles(name, seed).play(seconds)


@cache
def _battles(name: str, seed: int) -> Battles:
    return Battles(bench_setups(game_type(name), seed), Random(seed))


def search_seconds(name: str, seed: int, number: int) -> float:
    """How long the search for one decision takes the processor."""
    game = game_type(name).random(Random(f"{seed}/{number}"))
    state = midway(game, Random(f"{seed}/{number}"))
    seat = state.player
    searcher = bot(f"general:sims={SIMS}", seed)
    gc.collect()  # a search is short: the rubbish of whatever ran before it is not its own
    start = time.process_time()
    searcher.pick(state.observe(seat), seat, game.side_of(seat))
    return time.process_time() - start


def midway(game: Game, rng: Random) -> State:
    """A decision somewhere in a random battle, of those that are searched for."""
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
