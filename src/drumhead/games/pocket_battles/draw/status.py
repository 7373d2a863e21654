"""How each side stands, in short facts for a line above the battlefield."""

from collections.abc import Iterator
from typing import Any

from drumhead.core.i18n.text import Text
from drumhead.core.summaries import SideStatus, Table
from drumhead.games.pocket_battles.draw.view_words import is_over, stage_words, whole

View = dict[str, Any]

_COLUMNS = (
    Text("unit"),
    Text("troop"),
    Text("engagement"),
    Text("shooting"),
    Text("wound points left"),
    Text("points"),
)


def round_words(view: View) -> Text:
    """Returns how far the battle is."""
    return stage_words(whole(view))


def status(view: View) -> list[SideStatus]:
    """[PB-4.1, PB-8.1] Returns the tokens of each side and the points it has destroyed."""
    view = whole(view)
    return [_side(view, side) for side in view["sides"]]


def tables(view: View) -> list[Table]:
    """[PB-1.2] Returns the living troops of each side with their values."""
    view = whole(view)
    return [
        Table(Text("{name}", name=side["name"]), _COLUMNS, tuple(_rows(view, side["seat"]))) for side in view["sides"]
    ]


def _rows(view: View, seat: int) -> Iterator[tuple[str, ...]]:
    for unit in view["units"]:
        for troop in unit["troops"] if unit["seat"] == seat else ():
            if troop["alive"]:
                dice = (" ".join(map(str, troop[name])) for name in ("engagement", "shooting"))
                left = f"{troop['wp'] - troop['wounds']}/{troop['wp']}"
                yield unit["key"], troop["name"], *dice, left, str(troop["dp"])


def _side(view: View, side: View) -> SideStatus:
    tokens, goal, done = side["tokens"], side["goal"], side["destroyed"]
    words = [Text("{n} token", "{n} tokens", n=tokens["unused"])] if view["phase"] == "battle" else []
    if tokens["owed"]:
        words.append(Text("{n} owed", n=tokens["owed"]))
    if goal is not None and view["phase"] != "deploy":
        words.append(Text("{n} of {goal} enemy points destroyed", n=done, goal=goal))
    turn = view["active"] == side["seat"] and view["phase"] == "battle" and not is_over(view)
    return SideStatus(side["seat"], side["name"], tuple(words), min(1.0, done / goal) if goal else 0.0, turn)
