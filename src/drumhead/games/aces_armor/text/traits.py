"""What a unit or a type on a mat is and can do, with the clauses, from a view only."""

from typing import Final

from drumhead.core.actions import Trait
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.unit_types import AIRCRAFT, INFANTRY, KINDS
from drumhead.games.aces_armor.draw.view_words import View, unit_words, whole
from drumhead.games.aces_armor.text.names import PLACE_NAMES

_LAUNCHER: Final = (
    Trait(Text("cannot move"), "AA-12.1"),
    Trait(Text("fires at a factory once in each turn of its player: a d12 above 3 destroys it"), "AA-12.1"),
)


def traits(view: View, key: str) -> list[Trait]:
    """[AA-4.1, AA-7.2, AA-8.4] A unit as it stands and as its mat has it, or a type on a mat."""
    unit = next((unit for unit in whole(view)["units"] if unit["key"] == key), None)
    if unit is None:
        return _row(view, key)
    if unit["kind"] == "v2":
        return [Trait(unit_words(unit), "AA-12.1"), *_LAUNCHER]
    mat = next(entry["mat"] for entry in view["factions"] if entry["faction"] == unit["faction"])
    type_ = mat[KINDS[unit["kind"]][0]]
    return [Trait(unit_words(unit), "AA-8.2" if unit["hits"] is None else "AA-13.7"), *_type(type_)]


def _row(view: View, key: str) -> list[Trait]:
    """[AA-9.2] A row of a mat: its key has the letters of the faction, or none where the one who looks buys."""
    letters, _, place = key.rpartition("-")
    if place not in PLACE_NAMES:
        return []
    seated = [entry for entry in view["factions"] if entry["seat"] is not None and entry["seat"] == view["seat"]]
    own = [entry for entry in seated if entry["faction"] == view["active"]] or seated
    entries = [entry for entry in view["factions"] if entry["letter"] == letters] if letters else own
    if not entries:
        return []
    type_ = entries[0]["mat"][PLACE_NAMES.index(place)]
    return [Trait(Text("{name}: cost {n}", name=type_["name"], n=type_["cost"]), "AA-9.2"), *_type(type_)]


def _type(type_: View) -> list[Trait]:
    """[AA-4.1, AA-4.2, AA-4.3, AA-5.1, AA-7.2, AA-8.4, AA-8.5, AA-11.1, AA-11.2] What a type can do."""
    arm = KINDS[type_["kind"]][1]
    speed = Text("speed {n}", n=type_["speed"])
    found = [
        Trait(Text("{speed}; every hex costs 1", speed=speed), "AA-4.3") if arm == AIRCRAFT else Trait(speed, "AA-4.1")
    ]
    if arm == INFANTRY:
        found.append(Trait(Text("enters water, which takes its whole move"), "AA-4.2"))
        found.append(Trait(Text("takes factories, from a hex beside them"), "AA-5.1"))
    found.append(Trait(Text("range {range}", range=type_["range"]), "AA-7.2"))
    if type_["kind"] == "rockets":
        found.append(Trait(Text("shells a hex and the six around it, friends included"), "AA-11.1"))
    if type_["anti_air"]:
        found.append(Trait(Text("anti-air: may attack aircraft"), "AA-7.2"))
    elif type_["answers_air"]:
        found.append(Trait(Text("cannot attack aircraft, but returns their fire"), "AA-11.2"))
    else:
        found.append(Trait(Text("no anti-air: cannot attack aircraft"), "AA-7.2"))
    faces = ", ".join(map(str, type_["hits_on"]))
    found.append(Trait(Text("hits on {faces} or less as recruit, veteran, war hero", faces=faces), "AA-8.4"))
    hits = [Text("1 to 6 damage for {hits} hits", hits=", ".join(map(str, type_["open"])))]
    if type_["forest"] != type_["open"]:
        hits.append(Text("in forest {hits}", hits=", ".join(map(str, type_["forest"]))))
    return [*found, Trait(joined(hits), "AA-8.5")]
