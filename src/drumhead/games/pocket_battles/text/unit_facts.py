"""What a unit or a troop is and can do, with the clauses, from a view only."""

from drumhead.core.actions import Trait
from drumhead.games.pocket_battles.army.tiles import trait_clause
from drumhead.games.pocket_battles.draw.view_words import View, living, shown, trait_words, troop_words, unit_words


def traits(view: View, key: str) -> list[Trait]:
    """[PB-9.1] The traits of a unit's troops, a named one first; a hidden stack tells those of its top tile."""
    name, _, tile = key.partition("/")
    unit = next((unit for unit in view["units"] if unit["key"] == name), None)
    if unit is None:
        return []
    named = [troop for troop in shown(unit) if troop["id"] == tile]
    troops = [*named, *(shown(unit) if unit["row"] == "lost" else living(unit))]
    found = [*(Trait(troop_words(troop)) for troop in named), Trait(unit_words(unit, full=False))]
    printed = dict.fromkeys(trait for troop in troops for trait in troop["traits"])
    return found + [Trait(trait_words(trait), trait_clause(trait)) for trait in printed]
