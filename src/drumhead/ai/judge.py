"""What a position is worth: as its game says, or by other weights of the same features, to try them out."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from drumhead.core.errors import SetupError
from drumhead.core.state import State
from drumhead.core.text import Text
from drumhead.core.weights import Weights, load_weights, shifted

Judge = Callable[[State, int], float]


def judge(given: str | Weights = "") -> Judge:
    """The game's own judgement, or that of weights or of a file of them: the same, but slower."""
    if not given:
        return own_judgement
    weights = given if isinstance(given, Weights) else read_file(given)

    def other_judgement(state: State, seat: int) -> float:
        return weights.of(state.features(seat), state.manner(seat))

    return other_judgement


def read_file(path: str) -> Weights:
    """The weights of a file, whatever game they are of."""
    try:
        names = tuple(tomllib.loads(Path(path).read_text(encoding="utf-8"))["weights"])
    except (OSError, ValueError, KeyError):
        raise SetupError(Text("{where} is no file of weights", where=path)) from None
    return load_weights(Path(path), names)


def own_judgement(state: State, seat: int) -> float:
    """How good the position looks for the seat, as its game says."""
    return state.evaluate(seat)


def unmoved_judgement(state: State, seat: int) -> float:
    """How good the position looks for the seat, without what it is drawn to: what its chances are."""
    return shifted(state.evaluate(seat), -state.manner(seat))
