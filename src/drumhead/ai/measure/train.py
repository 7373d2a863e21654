"""Fitting of evaluation weights to the results of self-play.

Logistic regression of the result on the features of positions, minimised with Adam (Kingma and Ba 2015) and held near a
prior by an L2 penalty.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.core.game import Game
from drumhead.core.state import CHANCE, OVER, State


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """Parameters of self-play and of the fit."""

    random_action_share: float = 0.1
    """The share of random actions in self-play, for positions that the players would not reach."""
    duel_setup_share: float = 0.7
    """The share of battles set up as duels are, where no options are given; the others are of any kind."""
    positions_per_battle: int = 24
    penalty: float = 2e-3
    """The factor of the L2 penalty towards the prior weights."""
    epochs: int = 60
    batch: int = 256
    newton_steps: int = 20
    """Steps to find the scale of the prior weights."""
    learning_rate: float = 0.03
    mean_rate: float = 0.1
    square_rate: float = 0.001
    """Update rates of Adam's moments: 1 - beta1 and 1 - beta2."""


TRAIN: Final = TrainConfig()


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of one battle as features seen from the first seat, and its result for that seat."""

    number: int
    result: float
    positions: tuple[tuple[float, ...], ...]


def play_sample(
    kind: type[Game], level: str, number: int, seed: int | str, options: Mapping[str, Any] | None = None
) -> Sample:
    """Plays a battle between equal opponents with some random actions, and keeps some of its positions.

    With options it is set up as duels are.
    """
    rng = Random(f"{seed}/{number}")
    as_duel = bool(options) or rng.random() < TRAIN.duel_setup_share
    setup = kind.drawn(rng, **options or {}) if as_duel else kind.random(rng)
    players = [bot(level, f"{seed}/{number}/{seat}") for seat in range(setup.seats)]
    result, features = _play(setup, players, rng)
    chosen = sorted(rng.sample(range(len(features)), min(TRAIN.positions_per_battle, len(features))))
    rows = [tuple([round(amount, 4) for amount in features[index]]) for index in chosen]
    return Sample(number, result, tuple(rows))


def _play(setup: Game, players: list[Bot], rng: Random) -> tuple[float, list[list[float]]]:
    """The result for the first seat, and the features of all positions in which a seat decided."""
    state: State = setup.start()
    sides = [setup.side_of(seat) for seat in range(setup.seats)]
    features = []
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        features.append(state.features(0))
        if rng.random() < TRAIN.random_action_share:
            actions = state.legal()
            state.apply(actions[int(rng.random() * len(actions))])
        else:
            state.apply(players[seat].pick(state.observe(seat), seat, sides[seat]))
    return state.returns()[0], features


def fit(
    samples: Sequence[Sample],
    *,
    prior: Sequence[float] = (),
    penalty: float = TRAIN.penalty,
    frozen: Collection[int] = (),
    after: Callable[[], None] = lambda: None,
) -> list[float]:
    """The weights of the highest likelihood under an L2 penalty towards the prior, features scaled to unit size.

    The prior is first multiplied by the factor that fits the results best. Weights of `frozen` columns stay at that:
    results misprice what a side gives up or takes to reach the enemy. `after` is called after each epoch.
    """
    rows = [(row, (sample.result + 1) / 2) for sample in samples for row in sample.positions]
    width = len(rows[0][0])
    spread = [math.sqrt(sum(row[column] ** 2 for row, _ in rows) / len(rows)) or 1.0 for column in range(width)]
    scaled = [([amount / unit for amount, unit in zip(row, spread, strict=True)], goal) for row, goal in rows]
    centre = [weight * unit for weight, unit in zip(prior, spread, strict=True)] if prior else [0.0] * width
    factor = best_scale(centre, scaled) if prior else 1.0
    centre = [factor * weight for weight in centre]
    weights = centre.copy()
    mean, square = [0.0] * width, [0.0] * width
    rng = Random(0)
    step = 0
    for epoch in range(TRAIN.epochs):
        rng.shuffle(scaled)
        rate = TRAIN.learning_rate / (1 + epoch / 8)
        for start in range(0, len(scaled), TRAIN.batch):
            batch = scaled[start : start + TRAIN.batch]
            gradient = [penalty * (weight - home) for weight, home in zip(weights, centre, strict=True)]
            for row, goal in batch:
                miss = (win_probability(weights, row) - goal) / len(batch)
                for column, amount in enumerate(row):
                    gradient[column] += miss * amount
            for column in frozen:
                gradient[column] = 0.0
            step += 1
            for column, slope in enumerate(gradient):
                mean[column] += (slope - mean[column]) * TRAIN.mean_rate
                square[column] += (slope * slope - square[column]) * TRAIN.square_rate
                first = mean[column] / (1 - (1 - TRAIN.mean_rate) ** step)
                second = math.sqrt(square[column] / (1 - (1 - TRAIN.square_rate) ** step)) + 1e-8
                weights[column] -= rate * first / second
        after()
    return [weight / unit for weight, unit in zip(weights, spread, strict=True)]


def best_scale(weights: Sequence[float], rows: Sequence[tuple[Sequence[float], float]]) -> float:
    """The factor by which weights fit the results best, found by Newton's method."""
    logits = [(sum([weight * amount for weight, amount in zip(weights, row, strict=True)]), goal) for row, goal in rows]
    factor = 1.0
    for _ in range(TRAIN.newton_steps):
        slope, curvature = 0.0, 1e-9
        for logit, goal in logits:
            found = 1 / (1 + math.exp(-max(-500.0, factor * logit)))
            slope += (goal - found) * logit
            curvature += found * (1 - found) * logit * logit
        factor += max(-1.0, min(1.0, slope / curvature))
    return factor


def win_probability(weights: Sequence[float], row: Iterable[float]) -> float:
    """The chance to win that weights give to features."""
    logit = sum([weight * amount for weight, amount in zip(weights, row, strict=True)])
    return 1 / (1 + math.exp(-logit)) if logit > -500 else 0.0


def log_loss(weights: Sequence[float], samples: Sequence[Sample]) -> float:
    """The mean log-loss of weights on decided battles; a guess of one half has 0.693."""
    losses = [
        -math.log(max(1e-9, found if sample.result > 0 else 1 - found))
        for sample in samples
        if sample.result
        for found in (win_probability(weights, row) for row in sample.positions)
    ]
    return sum(losses) / len(losses)
