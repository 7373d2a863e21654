"""Measures how long forecasts and reaches take: `python -m benchmarks.forecast_times [battles]`.

Asks for both at decisions of random battles of every game, and prints the middle and the slowest of each in
milliseconds of processor time, with the share of it that telling which actions throw dice adds to listing them. Exits
with 1 where the slowest takes longer than 30 ms.
"""

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time

from drumhead import CHANCE, OVER, Game, State
from drumhead.core.registry import games

LIMIT_MS = 30.0
SHARE = 0.1
"""The share of decisions at which is measured."""
ASKED = 4
"""How many actions and pieces are asked about at each."""


def timed(work: Callable[[], object]) -> float:
    """Returns the processor time of a piece of work in milliseconds."""
    start = process_time()
    work()
    return (process_time() - start) * 1000


def measure(game: Game, state: State, rng: Random, times: dict[str, list[float]]) -> None:
    """Adds the times of some questions about one decision."""
    codes = state.legal()
    for code in rng.sample(codes, min(ASKED, len(codes))):
        times["forecast"].append(timed(partial(game.forecast, state.observe(state.player), code)))
    keys = [unit["key"] for unit in game.view(state, state.player).get("units", [])]
    for key in rng.sample(keys, min(ASKED, len(keys))):
        times["reach"].append(timed(partial(game.reach, state.observe(state.player), key)))
    times["listing"].append(timed(lambda: [game.action(state, code) for code in codes]))
    times["rolls"].append(timed(lambda: [game.throws_dice(state, code) for code in codes]))


def main() -> int:
    """Prints a line a game."""
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    slow = False
    for name, kind in games().items():
        times: dict[str, list[float]] = {"forecast": [], "reach": [], "listing": [], "rolls": []}
        for number in range(battles):
            rng = Random(number)
            game = kind.random(rng)
            state = game.scene(rng) or game.start()
            while state.player != OVER:
                if state.player == CHANCE:
                    state.apply(state.sample(rng))
                    continue
                if rng.random() < SHARE:
                    measure(game, state, rng, times)
                state.apply(rng.choice(state.legal()))
        told = [
            f"{what} {median(times[what]):.2f}, at most {max(times[what]):.1f} ms" for what in ("forecast", "reach")
        ]
        added = sum(times["rolls"]) / sum(times["listing"])
        print(f"{name:15} {'; '.join(told)}; rolls add {added:.0%} to listing ({len(times['rolls'])} decisions)")
        slow = slow or max(*times["forecast"], *times["reach"]) > LIMIT_MS
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
