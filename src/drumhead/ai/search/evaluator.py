"""Evaluation of positions: by the game itself, or by other weights of the same features."""

from collections.abc import Callable
from pathlib import Path

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.core.registry import games
from drumhead.core.state import State
from drumhead.core.weights import Weights, read_weights, shifted

Evaluator = Callable[[State, int], float]
"""The value of a position for a seat, -1 to 1."""


def make_evaluator(given: str | Weights = "") -> Evaluator:
    """The game's own evaluation, or a slower one by given weights or a file of them.

    Weights are matched by name to the features of the game at the first position; SetupError if they do not fit.
    """
    if not given:
        return game_evaluation
    weights = given if isinstance(given, Weights) else read_weights_file(given)
    where = given if isinstance(given, str) else "Weights"
    matched: Weights | None = None

    def weighted_evaluation(state: State, seat: int) -> float:
        nonlocal matched
        if matched is None:
            matched = weights.ordered(features_of(state), where)
        return matched.of(state.features(seat), state.planning_bias(seat))

    return weighted_evaluation


def read_weights_file(path: str) -> Weights:
    """The weights of a file, of any game; raises SetupError if it is no such file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise SetupError(Text("{where} is no file of weights", where=path)) from None
    return read_weights(text, None, path)


def features_of(state: State) -> tuple[str, ...]:
    """The names of the features of the game that a position belongs to."""
    module = f"{type(state).__module__}."
    return next((game.features for game in games().values() if module.startswith(f"{game.package}.")), ())


def game_evaluation(state: State, seat: int) -> float:
    """The game's own evaluation, planning bias included."""
    return state.evaluate(seat)


def unbiased_evaluation(state: State, seat: int) -> float:
    """The game's own evaluation without the planning bias: an estimate of the result."""
    return shifted(state.evaluate(seat), -state.planning_bias(seat))
