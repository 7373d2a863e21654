"""How each side stands, in short facts for a line above the battlefield."""

from typing import Any

from drumhead.core.i18n.text import Text
from drumhead.core.summaries import SideStatus, Table
from drumhead.games.travel_battle.draw.view_words import GOAL, conquered, is_over, phase_words, stage_words, whole

View = dict[str, Any]


def round_words(view: View) -> Text:
    """Returns how far the battle is, with the step of the turn."""
    view = whole(view)
    step = phase_words(view)
    return stage_words(view) if step is None else Text("{turn}, {step}", turn=stage_words(view), step=step)


def status(view: View) -> list[SideStatus]:
    """[TB-8.1] Returns the enemy brigades that each side has eliminated, and the units it has left."""
    view = whole(view)
    return [_side(view, side) for side in view["sides"]]


def tables(view: View) -> list[Table]:
    """[TB-8.1] Returns for every side that has formed its brigades how many units they have left."""
    heads = (Text("brigade"), Text("units left"))
    return [
        Table(
            Text("{name}", name=side["name"]),
            heads,
            tuple(
                (str(brigade["number"]), str(Text("{n} of {total}", n=brigade["units"], total=brigade["total"])))
                for brigade in side["brigades"]
            ),
        )
        for side in whole(view)["sides"]
        if side["brigades"]
    ]


def _side(view: View, side: View) -> SideStatus:
    done = conquered(view, side["seat"])
    words = [Text("{n} of {goal} enemy brigades eliminated", n=done, goal=GOAL)]
    if left := sum(brigade["units"] for brigade in side["brigades"]):
        words.append(Text("{n} unit", "{n} units", n=left))
    turn = view["active"] == side["seat"] and not is_over(view)
    return SideStatus(side["seat"], side["name"], tuple(words), min(1.0, done / GOAL), turn)
