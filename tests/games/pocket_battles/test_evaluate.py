"""value/evaluate.py: the quick sum equals the slow one, and is fair to both sides."""

from random import Random

import pytest

from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER
from drumhead.games.pocket_battles.value.evaluate import FEATURES, WEIGHTS
from tests.games.pocket_battles.draw import battle


def test_the_quick_value_is_the_weighed_sum_of_the_features_at_every_position() -> None:
    rng = Random(7)
    for _ in range(6):
        state = game_type("pocket-battles").random(rng).start()
        while state.player != OVER:
            for seat in (0, 1):
                assert state.evaluate(seat) == pytest.approx(WEIGHTS.of(state.features(seat)))
            assert state.features(0) == pytest.approx([-amount for amount in state.features(1)])
            state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))


@pytest.mark.slow
def test_every_feature_is_seen_in_play() -> None:
    rng = Random(1)
    seen: set[str] = set()
    for _ in range(60):
        state = game_type("pocket-battles").random(rng).start()
        while state.player != OVER:
            seen.update(name for name, amount in zip(FEATURES, state.features(0), strict=True) if amount)
            state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    assert seen == set(FEATURES)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("E1(ELV09)", "E1(ELV09*1)"),
        ("E1(ELV09)", "E1(ELV09) E2(ELV13)"),
    ],
)
def test_the_orcs_stand_better_when_the_elves_have_less(better: str, worse: str) -> None:
    def value(elves: str) -> float:
        picture = f". | . | . / . | {elves} | . / . | . | . / . | O1(ORC17 ORC18) | . / . | . | ."
        return battle(picture).state.evaluate(0)

    assert (value(better) < value(worse)) == ("*" in worse)
