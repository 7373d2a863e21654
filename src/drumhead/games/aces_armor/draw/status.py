"""How each faction stands, in short facts for a line above the map, and the tables of unit types."""

from typing import Any

from drumhead.core.i18n.text import Text
from drumhead.core.summaries import SideStatus, Table
from drumhead.games.aces_armor.draw.view_words import is_over, phase_words, stage_words, weather_words, whole

View = dict[str, Any]

_COLUMNS = (
    Text("unit"),
    Text("cost"),
    Text("speed"),
    Text("range"),
    Text("hits on"),
    Text("hits for 1 to 6 damage"),
    Text("in a forest"),
    Text("attacks aircraft"),
)


def round_words(view: View) -> Text:
    """Returns how far the battle is, with the step of the turn and the weather."""
    view = whole(view)
    step, weather = phase_words(view), view["weather"]
    words = stage_words(view) if step is None else Text("{turn}, {step}", turn=stage_words(view), step=step)
    return Text("{round}; {weather}", round=words, weather=weather_words(weather)) if weather else words


def status(view: View) -> list[SideStatus]:
    """[AA-9.1, AA-10.1] Returns the coins of every faction and the factories of its team, in turn order.

    An Automa has the number after the last seat.
    """
    view = whole(view)
    seats = [entry["seat"] for entry in view["factions"] if entry["seat"] is not None]
    return [_faction(view, entry, max(seats, default=-1) + 1) for entry in view["factions"]]


def _faction(view: View, entry: View, automa: int) -> SideStatus:
    team = view["teams"][entry["team"]]
    held, goal = team["factories"], team["goal"]
    words = [Text("{n} coin", "{n} coins", n=entry["coins"])]
    if goal is None:
        words.append(Text("{n} factory", "{n} factories", n=held))
    else:
        words.append(Text("{n} of {goal} factories", n=held, goal=goal))
    seat = automa if entry["seat"] is None else entry["seat"]
    turn = view["active"] == entry["faction"] and not is_over(view)
    return SideStatus(seat, entry["name"], tuple(words), min(1.0, held / goal) if goal else 0.0, turn)


def tables(view: View) -> list[Table]:
    """[AA-4.1] Returns the mat of every faction: a row for each type of unit."""
    return [
        Table(Text("{name}", name=entry["name"]), _COLUMNS, tuple(_row(kind) for kind in entry["mat"]))
        for entry in view["factions"]
    ]


def _row(kind: View) -> tuple[str, ...]:
    hits, on_open, in_forest = (" ".join(map(str, kind[name])) for name in ("hits_on", "open", "forest"))
    anti_air = str(Text("yes")) if kind["anti_air"] else ""
    return kind["name"], str(kind["cost"]), str(kind["speed"]), str(kind["range"]), hits, on_open, in_forest, anti_air
