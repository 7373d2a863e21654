"""Finds out by self-play what the features of a position are worth."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import sides_of
from drumhead.core.game import Game
from drumhead.core.state import CHANCE, OVER, State

STRAY: Final = 0.1
"""How often a teacher plays anything, so that positions beyond its habits are seen too."""
USUAL: Final = 0.7
"""How many battles are set up as duels are, if no options say how; the rest is of any kind."""
PER_BATTLE: Final = 24
"""How many positions of a battle are kept."""
PULL: Final = 2e-3
"""How strongly weights are held towards nothing, or towards others, where the battles say little."""
ROUNDS: Final = 60
"""How often all positions are gone through."""
STEPS: Final = 20
"""How many steps it takes at most to find how loud weights should be."""
PACE: Final = 0.03
"""How far a weight moves in one step."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of one battle as features seen from the first seat, and how it ended for that seat."""

    number: int
    result: float
    positions: tuple[tuple[float, ...], ...]


def play_sample(
    kind: type[Game], level: str, number: int, seed: int | str, options: Mapping[str, Any] | None = None
) -> Sample:
    """Plays a battle between two of the same level, straying now and then, and keeps some positions.

    With options it is a battle as duels have them, without any it often is.
    """
    rng = Random(f"{seed}/{number}")
    setup = kind.drawn(rng, **options or {}) if options or rng.random() < USUAL else kind.random(rng)
    teachers = [bot(level, f"{seed}/{number}/{seat}") for seat in range(setup.seats)]
    kept = _play(setup, teachers, rng)
    chosen = sorted(rng.sample(range(len(kept[1])), min(PER_BATTLE, len(kept[1]))))
    rows = [tuple([round(amount, 4) for amount in kept[1][index]]) for index in chosen]
    return Sample(number, kept[0], tuple(rows))


def _play(setup: Game, teachers: list[Bot], rng: Random) -> tuple[float, list[list[float]]]:
    state: State = setup.start()
    sides = [sides_of(setup, seat) for seat in range(setup.seats)]
    kept = []
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        kept.append(state.features(0))
        if rng.random() < STRAY:
            actions = state.legal()
            state.apply(actions[int(rng.random() * len(actions))])
        else:
            state.apply(teachers[seat].pick(state.observe(seat), seat, sides[seat]))
    return state.returns()[0], kept


def fit(
    samples: Sequence[Sample],
    *,
    near: Sequence[float] = (),
    pull: float = PULL,
    hold: Collection[int] = (),
    after: Callable[[], None] = lambda: None,
) -> list[float]:
    """Weights under which the results are likeliest: logistic regression, each feature measured by its own spread.

    Where the battles say little they stay near to other weights, made as loud as the battles bear out. Those to be held
    stay there altogether: what a side gives up or takes to get at the enemy, results tell the price of wrongly.
    """
    rows = [(row, (sample.result + 1) / 2) for sample in samples for row in sample.positions]
    width = len(rows[0][0])
    spread = [math.sqrt(sum(row[column] ** 2 for row, _ in rows) / len(rows)) or 1.0 for column in range(width)]
    scaled = [([amount / unit for amount, unit in zip(row, spread, strict=True)], goal) for row, goal in rows]
    held = [weight * unit for weight, unit in zip(near, spread, strict=True)] if near else [0.0] * width
    volume = loudness(held, scaled) if near else 1.0
    held = [volume * weight for weight in held]
    weights = held.copy()
    mean, square = [0.0] * width, [0.0] * width
    rng = Random(0)
    step = 0
    for round_ in range(ROUNDS):
        rng.shuffle(scaled)
        pace = PACE / (1 + round_ / 8)
        for start in range(0, len(scaled), 256):
            batch = scaled[start : start + 256]
            slope = [pull * (weight - home) for weight, home in zip(weights, held, strict=True)]
            for row, goal in batch:
                miss = (chance(weights, row) - goal) / len(batch)
                for column, amount in enumerate(row):
                    slope[column] += miss * amount
            for column in hold:
                slope[column] = 0.0
            step += 1
            for column, lean in enumerate(slope):
                mean[column] += (lean - mean[column]) * 0.1
                square[column] += (lean * lean - square[column]) * 0.001
                bold = mean[column] / (1 - 0.9**step)
                calm = math.sqrt(square[column] / (1 - 0.999**step)) + 1e-8
                weights[column] -= pace * bold / calm
        after()
    return [weight / unit for weight, unit in zip(weights, spread, strict=True)]


def loudness(weights: Sequence[float], rows: Sequence[tuple[Sequence[float], float]]) -> float:
    """By what factor weights become those under which the results are likeliest, found by Newton's steps."""
    logits = [(sum([weight * amount for weight, amount in zip(weights, row, strict=True)]), goal) for row, goal in rows]
    factor = 1.0
    for _ in range(STEPS):
        slope, bend = 0.0, 1e-9
        for logit, goal in logits:
            found = 1 / (1 + math.exp(-max(-500.0, factor * logit)))
            slope += (goal - found) * logit
            bend += found * (1 - found) * logit * logit
        factor += max(-1.0, min(1.0, slope / bend))
    return factor


def chance(weights: Sequence[float], row: Iterable[float]) -> float:
    """The chance to win that weights give to features."""
    logit = sum([weight * amount for weight, amount in zip(weights, row, strict=True)])
    return 1 / (1 + math.exp(-logit)) if logit > -500 else 0.0


def surprise(weights: Sequence[float], samples: Sequence[Sample]) -> float:
    """How surprised weights are by results, on average: the log-loss; chance alone scores 0.693."""
    losses = [
        -math.log(max(1e-9, found if sample.result > 0 else 1 - found))
        for sample in samples
        if sample.result
        for found in (chance(weights, row) for row in sample.positions)
    ]
    return sum(losses) / len(losses)
