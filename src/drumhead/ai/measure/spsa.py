"""Finds out by duels which weights to raise and which to lower: both sides stray from the same weights, opposite ways.

Fitted to results, weights say what winners have; a side that takes that for its aim may sit on it. Here weights count
by what comes of playing by them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, pvariance
from typing import Any, Final

from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import play_out, sides_of
from drumhead.core.game import Game
from drumhead.core.weights import Weights

FAR: Final = 0.4
"""How far weights stray: by so much as the standard deviation of the logarithm; a weight of nothing stays nothing."""
STEP: Final = 2.5
"""How far weights are moved in the end, as a multiple of how far a single one strays."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Two battles from one set-up, by weights that strayed one way and the other: how far, and who did better."""

    number: int
    result: float
    strayed: tuple[float, ...]


def play_trial(
    kind: type[Game], level: str, weights: Weights, number: int, seed: int | str, options: Mapping[str, Any]
) -> Trial:
    """Plays two battles: sides swapped between both ways, or each way once against the opponent that the rules play."""
    rng = Random(f"{seed}/{number}")
    strayed = tuple([round(rng.gauss(0, 1), 4) for _ in weights.values])
    ways = [moved(weights, strayed, FAR), moved(weights, strayed, -FAR)]
    setup = kind.drawn(rng, **options)
    dice = rng.random()
    first = sides_of(setup, 0)  # all seats, where the rules play the others
    results = []
    for turned in (0, 1):
        seats = [
            bot(level, f"{seed}/{number}/{seat}", weights=ways[turned ^ (seat not in first)])
            for seat in range(setup.seats)
        ]
        result = play_out(setup, seats, Random(dice))[0][0]
        results.append(-result if turned else result)
    return Trial(number, fmean(results), strayed)


def moved(weights: Weights, along: Sequence[float], far: float) -> Weights:
    """Weights that are larger or smaller by factors: so far along a direction."""
    values = [weight * math.exp(far * amount) for weight, amount in zip(weights.values, along, strict=True)]
    return replace(weights, values=tuple(values))


def gains(trials: Sequence[Trial]) -> tuple[list[float], float]:
    """What straying by one standard deviation gains, weight by weight, and the standard error of that."""
    columns = zip(*[[trial.result * amount for amount in trial.strayed] for trial in trials], strict=True)
    error = math.sqrt(pvariance([trial.result for trial in trials]) / len(trials))
    return [fmean(column) for column in columns], error


def stepped(trials: Sequence[Trial], weights: Weights) -> Weights:
    """Weights moved to where straying gained; what is no clearer than its error does not count."""
    found, error = gains(trials)
    sure = [gain * max(0.0, 1 - (error / gain) ** 2) if gain else 0.0 for gain in found]
    length = math.hypot(*sure)
    return moved(weights, [gain / length for gain in sure], FAR * STEP) if length else weights
