"""What a position is worth: as its game says, or by other weights of the same features, to try them out."""

from collections.abc import Callable
from pathlib import Path

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.core.registry import games
from drumhead.core.state import State
from drumhead.core.weights import Weights, read_weights, shifted

Evaluator = Callable[[State, int], float]


def make_evaluator(given: str | Weights = "") -> Evaluator:
    """The game's own judgement, or that of weights or of a file of them: the same, but slower.

    They are matched by name to the features of the game when the first position is judged.
    """
    if not given:
        return game_evaluation
    weights = given if isinstance(given, Weights) else read_file(given)
    where = given if isinstance(given, str) else "Weights"
    matched: Weights | None = None

    def other_judgement(state: State, seat: int) -> float:
        nonlocal matched
        if matched is None:
            matched = weights.ordered(features_of(state), where)
        return matched.of(state.features(seat), state.planning_bias(seat))

    return other_judgement


def read_file(path: str) -> Weights:
    """The weights of a file, whatever game they are of."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise SetupError(Text("{where} is no file of weights", where=path)) from None
    return read_weights(text, None, path)


def features_of(state: State) -> tuple[str, ...]:
    """The names of the features in the game that a position is of."""
    module = f"{type(state).__module__}."
    return next((game.features for game in games().values() if module.startswith(f"{game.package}.")), ())


def game_evaluation(state: State, seat: int) -> float:
    """How good the position looks for the seat, as its game says."""
    return state.evaluate(seat)


def unbiased_evaluation(state: State, seat: int) -> float:
    """How good the position looks for the seat, without what it is drawn to: what its chances are."""
    return shifted(state.evaluate(seat), -state.planning_bias(seat))
