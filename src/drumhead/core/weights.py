"""Weights of the features of a position, read from a data file of the game together with the run that fitted them."""

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from drumhead.core.compiled import native
from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text

FILE = "weights.toml"
OVERLOOKS = "overlooks.toml"


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of every named feature, in the order of their names, and the run that fitted them."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    run: Mapping[str, Any] = field(default_factory=dict)

    def of(self, features: Sequence[float], besides: float = 0.0) -> float:
        """Returns the value, -1 to 1, of features in the order of `names`; `besides` is added in log-odds."""
        return value(besides + sum([weight * amount for weight, amount in zip(self.values, features, strict=True)]))

    def ordered(self, names: tuple[str, ...], where: str) -> "Weights":
        """Returns the weights in the order of the names; raises SetupError for one missing, unknown or not finite."""
        found = dict(zip(self.names, self.values, strict=True))
        for name in names:
            if name not in found:
                raise SetupError(Text("{where} has no weight for {name}", where=where, name=repr(name)))
        for name, weight in found.items():
            if name not in names:
                raise SetupError(Text("{where} weighs {name}, which is no feature", where=where, name=repr(name)))
            if not math.isfinite(weight):
                raise SetupError(
                    Text(
                        "{where} weighs {name} {weight}, which is no finite number",
                        where=where,
                        name=repr(name),
                        weight=weight,
                    )
                )
        return Weights(names, tuple([found[name] for name in names]), self.run)

    def write(self) -> str:
        """Returns the weights as the text of their file."""
        run = [f"{name} = {json.dumps(entry)}" for name, entry in self.run.items()]
        rows = [f'"{name}" = {weight:.6g}' for name, weight in zip(self.names, self.values, strict=True)]
        head = "# What each feature of a position is worth, fitted from battles of the game against itself."
        return "\n".join([head, "", "[run]", *run, "", "[weights]", *rows, ""])


def value(logit: float) -> float:
    """Returns the value, -1 to 1, for log-odds of winning: twice the chance, less one."""
    return math.tanh(logit / 2)


def shifted(worth: float, by: float) -> float:
    """Returns a value after `by` is added to its log-odds; -1 and 1 stay as they are."""
    return math.tanh(math.atanh(worth) + by / 2) if -1 < worth < 1 else worth


@cache
def packaged_weights(package: str, names: tuple[str, ...]) -> Weights:
    """Returns the weights that come with a game; a feature that is newer than their training weighs nothing."""
    trained = read_weights((files(package) / "data" / FILE).read_text(encoding="utf-8"), None, FILE)
    newer = tuple([name for name in names if name not in trained.names])
    return Weights(trained.names + newer, trained.values + (0.0,) * len(newer), trained.run).ordered(names, FILE)


def packaged_shares(package: str, table: str = "overlooks") -> dict[str, float]:
    """Returns the share of actions that opponents overlook in a game, by level."""
    return packaged_numbers(package, OVERLOOKS, table)


@cache
def packaged_numbers(package: str, file: str, table: str) -> dict[str, float]:
    """Returns the numbers in a table of a data file that comes with a game, by name."""
    text = (files(package) / "data" / file).read_text(encoding="utf-8")
    return {name: float(number) for name, number in tomllib.loads(text)[table].items()}


def load_weights(path: Path, names: tuple[str, ...]) -> Weights:
    """Returns the weights in a file."""
    return read_weights(path.read_text(encoding="utf-8"), names, str(path))


def read_weights(text: str, names: tuple[str, ...] | None, where: str) -> Weights:
    """Returns the weights that `Weights.write` wrote, one for each of the names, or for those in the text."""
    try:
        data = tomllib.loads(text)
        found = {name: float(weight) for name, weight in data["weights"].items()}
    except (ValueError, KeyError, AttributeError, TypeError, OverflowError):
        raise SetupError(Text("{where} is no file of weights", where=where)) from None
    weights = Weights(tuple(found), tuple(found.values()), data.get("run", {}))
    return weights.ordered(weights.names if names is None else names, where)
