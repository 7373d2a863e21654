"""What a unit or a troop is and can do, with the clauses, from a view only: for the terminal and for the browser."""

from drumhead.core.actions import Trait
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import tiles, trait_kind
from drumhead.games.pocket_battles.draw.view import troop_view
from drumhead.games.pocket_battles.draw.view_words import (
    View,
    dead,
    living,
    place_words,
    shown,
    trait_words,
    troop_words,
    unit_words,
)


def traits(view: View, key: str) -> list[Trait]:
    """[PB-9.1] Returns the facts of a unit by its key, or of a troop by `key/tile`: how it stands, then its traits.

    A named troop comes first; of a hidden stack only the top tile is told. An unknown key has no facts.
    """
    name, _, tile = key.partition("/")
    unit = next((unit for unit in view["units"] if unit["key"] == name), None)
    if unit is None:
        return []
    named = [troop for troop in shown(unit) if troop["id"] == tile]
    troops = [*named, *(shown(unit) if unit["row"] == "lost" else living(unit))]
    return [
        *(Trait(troop_words(troop)) for troop in named),
        Trait(unit_words(unit, full=False)),
        *_printed_traits(troops),
    ]


def about(view: View, given: str) -> list[Text]:
    """[PB-6.22] Returns lines on a unit by its key, a troop by its tile, any tile of a box, or on every unit."""
    name = given.strip().upper()
    if not name:
        return [_placed(unit) for unit in view["units"]]
    for unit in view["units"]:
        if unit["key"].upper() == name:
            troops = [troop_words(troop) for troop in [*living(unit), *dead(unit)]]
            return [_placed(unit), *troops, *_trait_lines(living(unit))]
        for troop in shown(unit):
            if troop["id"] == name:
                place = Text("{troop}, in {key}", troop=troop_words(troop), key=unit["key"])
                return [place, *_trait_lines([troop])]
    tile = tiles().get(name)
    if tile is None:
        first = view["units"][0]
        return [
            Text(
                "there is no unit and no troop {name}; show {unit} shows a unit, show {troop} a troop",
                name=given,
                unit=first["key"],
                troop=first["troops"][0]["id"],
            )
        ]
    troop = troop_view(tile)
    return [Text("{troop}, not known to be in this battle", troop=troop_words(troop)), *_trait_lines([troop])]


def _printed_traits(troops: list[View]) -> list[Trait]:
    """Returns the traits of the troops, each once, in printed order."""
    printed = dict.fromkeys(trait for troop in troops for trait in troop["traits"])
    return [Trait(trait_words(trait), trait_kind(trait).clause) for trait in printed]


def _trait_lines(troops: list[View]) -> list[Text]:
    return [Text("{trait} [{clause}]", trait=trait.words, clause=trait.clause) for trait in _printed_traits(troops)]


def _placed(unit: View) -> Text:
    place = place_words(unit["seat"], unit["row"], unit["sector"])
    return Text("{unit}; {place}", unit=unit_words(unit, full=False), place=place)
