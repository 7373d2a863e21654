"""Weights of features as a file."""

import pytest

from drumhead import SetupError, all_games
from drumhead.core.weights import Weights, packaged_weights, read_weights, shifted

NAMES = ("points", "wounds")
WEIGHTS = Weights(NAMES, (0.5, -1.25), {"command": "drumhead train", "battles": 3, "loss": 0.5})


def test_weights_are_read_as_they_were_written() -> None:
    assert read_weights(WEIGHTS.write(), NAMES, "here") == WEIGHTS


def test_weights_are_read_by_name_in_whatever_order_they_stand() -> None:
    assert read_weights("[weights]\nwounds = -1.25\npoints = 0.5", NAMES, "here").values == WEIGHTS.values


def test_features_add_up_to_a_value_between_minus_one_and_one() -> None:
    assert WEIGHTS.of([0.0, 0.0]) == 0.0
    assert 0.9 < WEIGHTS.of([10.0, 0.0]) < 1.0
    assert WEIGHTS.of([0.0, 4.0]) == -WEIGHTS.of([0.0, -4.0]) < -0.9


def test_log_odds_are_added_to_a_value_but_not_to_what_is_certain() -> None:
    features = [0.4, 1.0]
    assert shifted(WEIGHTS.of(features), 0.7) == pytest.approx(WEIGHTS.of(features, 0.7))
    assert [shifted(sure, 5.0) for sure in (-1.0, 1.0)] == [-1.0, 1.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("points = [", "here is no file of weights"),
        ("[run]\n", "here is no file of weights"),
        ('[weights]\npoints = "many"\nwounds = 1', "here is no file of weights"),
        ("weights = 3", "here is no file of weights"),
        (f"[weights]\npoints = 1{'0' * 400}\nwounds = 1", "here is no file of weights"),
        ("[weights]\npoints = nan\nwounds = 1", "here weighs 'points' nan, which is no finite number"),
        ("[weights]\npoints = 1\nwounds = -inf", "here weighs 'wounds' -inf, which is no finite number"),
        ("[weights]\npoints = 1", "here has no weight for 'wounds'"),
        ("[weights]\npoints = 1\nwounds = 1\nluck = 1", "here weighs 'luck', which is no feature"),
    ],
)
def test_a_file_that_does_not_weigh_the_features_is_refused(text: str, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        read_weights(text, NAMES, "here")


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.features], ids=lambda game: game.name)
def test_a_game_with_features_brings_weights_for_them(game: type) -> None:
    features: tuple[str, ...] = game.features  # type: ignore[attr-defined]
    weights = packaged_weights(game.package, features)  # type: ignore[attr-defined]
    assert len(set(features)) == len(features) == len(weights.values)
    assert any(weights.values)
