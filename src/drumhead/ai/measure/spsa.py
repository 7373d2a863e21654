"""Tuning of evaluation weights by duels: simultaneous perturbation with common random numbers.

After SPSA (Spall 1992): all weights are perturbed at once in a random direction, and two battles are played with the
perturbation added for one side and subtracted for the other. Perturbations are Gaussian in the logarithm of a weight.
Both battles share set-up, seeds and dice. All trials are made at the same weights; their mean estimates the gradient of
the score, which is shrunk by its standard error before a single step is taken.

Weights fitted to results describe what winners have, which need not be what is good to strive for; here they are judged
by the results of playing by them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean, pvariance
from typing import Any, Final

from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import play_out
from drumhead.core.game import Game
from drumhead.core.weights import Weights


@dataclass(frozen=True, slots=True)
class SpsaConfig:
    """Sizes of perturbation and step."""

    perturbation: float = 0.4
    """The standard deviation of the logarithm of a perturbed weight; a weight of 0 stays 0."""
    step: float = 2.5
    """The length of the final step, in perturbations of one weight."""


SPSA: Final = SpsaConfig()


@dataclass(frozen=True, slots=True)
class Trial:
    """Two battles from one set-up with opposite perturbations: the mean result of the added one, and its direction."""

    number: int
    result: float
    direction: tuple[float, ...]
    """For each weight the perturbation, in standard deviations."""


def play_trial(
    kind: type[Game], level: str, weights: Weights, number: int, seed: int | str, options: Mapping[str, Any]
) -> Trial:
    """Plays two battles with the sides swapped, or each perturbation once against an opponent that the rules play."""
    rng = Random(f"{seed}/{number}")
    direction = tuple([round(rng.gauss(0, 1), 4) for _ in weights.values])
    perturbed = [scaled(weights, direction, SPSA.perturbation), scaled(weights, direction, -SPSA.perturbation)]
    setup = kind.drawn(rng, **options)
    dice = rng.random()
    first = setup.side_of(0)  # all seats, where the rules play the others
    results = []
    for swapped in (0, 1):
        seats = [
            bot(level, f"{seed}/{number}/{seat}", weights=perturbed[swapped ^ (seat not in first)])
            for seat in range(setup.seats)
        ]
        result = play_out(setup, seats, Random(dice))[0][0]
        results.append(-result if swapped else result)
    return Trial(number, fmean(results), direction)


def scaled(weights: Weights, direction: Sequence[float], length: float) -> Weights:
    """Weights multiplied by exp(length * direction)."""
    values = [weight * math.exp(length * amount) for weight, amount in zip(weights.values, direction, strict=True)]
    return replace(weights, values=tuple(values))


def gradient(trials: Sequence[Trial]) -> tuple[list[float], float]:
    """The estimated gain of each weight by a perturbation of one standard deviation, and its standard error."""
    columns = zip(*[[trial.result * amount for amount in trial.direction] for trial in trials], strict=True)
    error = math.sqrt(pvariance([trial.result for trial in trials]) / len(trials))
    return [fmean(column) for column in columns], error


def step(trials: Sequence[Trial], weights: Weights) -> Weights:
    """Weights moved along the gradient, shrunk by its standard error; unchanged if nothing is left of it."""
    found, error = gradient(trials)
    shrunk = [gain * max(0.0, 1 - (error / gain) ** 2) if gain else 0.0 for gain in found]
    length = math.hypot(*shrunk)
    return scaled(weights, [gain / length for gain in shrunk], SPSA.perturbation * SPSA.step) if length else weights
