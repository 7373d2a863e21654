"""[AA-13.4, AA-13.5, AA-13.6] The Automa's lists, as `data/automa.toml` has them."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from drumhead.core.i18n.text import Text


@dataclass(frozen=True, slots=True)
class Order:
    """What a unit tries to do: the list that it stands in, its number there, and how it is done."""

    list: str
    number: int
    does: str
    words: Text
    by: str = ""
    """The attack priorities that a target has to meet, one of them; any target will do without."""


@dataclass(frozen=True, slots=True)
class Priority:
    """What is preferred: its letter, whom it is for (all, if nobody is named), and which function finds it."""

    letter: str
    picks: str
    words: Text
    arms: tuple[str, ...] = ()


def _priorities(rows: list[dict[str, Any]]) -> tuple[Priority, ...]:
    return tuple(Priority(row["letter"], row["picks"], Text(row["words"]), tuple(row.get("for", ()))) for row in rows)


_TABLE: Final = tomllib.loads(files("drumhead.games.aces_armor").joinpath("data/automa.toml").read_text("utf-8"))
ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    name: tuple(
        Order(name, row["number"], row["does"], Text(row["words"]), row.get("by", ""))
        for row in _TABLE["order"]
        if row["list"] == name
    )
    for name in ("infantry", "others")
}
MOVE: Final = _priorities(_TABLE["move"])
ATTACK: Final = _priorities(_TABLE["attack"])
