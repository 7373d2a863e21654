"""What a faction, a type or a unit is and can do: lines for the terminal, facts with clauses for the browser."""

from collections.abc import Sequence
from typing import Final

from drumhead.core.actions import Trait
from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.unit_types import AIRCRAFT, INFANTRY, KINDS, PLACES, V2_TYPE, type_of
from drumhead.games.aces_armor.draw.view_words import View, fire_words, level_words, unit_words, whole
from drumhead.games.aces_armor.engine.encoding import ABSENT, NO_ARMY, NONE
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import dice_of, fixed_hits, hit_number
from drumhead.games.aces_armor.text import names
from drumhead.games.aces_armor.text.names import (
    FACTIONS,
    LETTERS,
    PLACE_NAMES,
    PLACE_WORDS,
    V2_KEY,
    place_of,
    type_words,
    unit_of,
)

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
    return [Trait(unit_words(unit), "AA-8.2" if unit["hits"] is None else "AA-13.7"), *type_facts(type_)]


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
    return [Trait(Text("{name}: cost {n}", name=type_["name"], n=type_["cost"]), "AA-9.2"), *type_facts(type_)]


def type_facts(type_: View) -> list[Trait]:
    """[AA-4.1, AA-4.2, AA-4.3, AA-5.1, AA-7.2, AA-8.4, AA-8.5, AA-11.1, AA-11.2] Returns what a type can do."""
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
    faces = _listed(type_["hits_on"])
    found.append(Trait(Text("hits on {faces} or less as recruit, veteran, war hero", faces=faces), "AA-8.4"))
    hits = [needed_hits(type_["open"])]
    if type_["forest"] != type_["open"]:
        hits.append(Text("in forest {hits}", hits=_listed(type_["forest"])))
    return [*found, Trait(joined(hits), "AA-8.5")]


def needed_hits(needed: Sequence[int]) -> Text:
    """[AA-8.5] The hits that do 1 to 6 damage."""
    return Text("1 to 6 damage for {hits} hits", hits=_listed(needed))


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


# For the terminal.


def about(f: Field, given: str) -> list[Text]:
    """[AA-4.1, AA-8.2, AA-8.5] A faction's mat, a type on all mats, or a unit; without a word all mats."""
    word = given.strip()
    if not word:
        return [*(line for faction in f.force.factions for line in mat(f, faction)), chart(f)]
    if word.upper() in LETTERS and LETTERS.index(word.upper()) in f.force.factions:
        return [*mat(f, LETTERS.index(word.upper())), chart(f)]
    if word.lower() in PLACE_NAMES:
        return [type_line(f, faction, place_of(word)) for faction in f.force.factions]
    if word.upper() == V2_KEY and f.force.v2 != NONE:
        return [Text("the V2: {damage}", damage=needed_hits(f.force.components.mats.open[V2_TYPE]))]
    try:
        return unit_lines(f, unit_of(f.force, word))
    except NotationError as strange:
        known = ", ".join((*(LETTERS[faction] for faction in f.force.factions), *PLACE_NAMES))
        words = Text("{strange}; or name one of {known}", strange=strange.reason, known=known)
        raise NotationError(words, strange.clause) from None


def mat(f: Field, faction: int) -> list[Text]:
    """A faction's six types."""
    lines = [type_line(f, faction, place) for place in range(PLACES)]
    return [Text("{faction}:", faction=FACTIONS[faction]), *lines]


def type_line(f: Field, faction: int, place: int) -> Text:
    """[AA-4.1, AA-7.2, AA-8.4, AA-8.5] A type as its mat has it, on one line."""
    printed = f.force.components.mats.printed(type_of(faction, place))
    facts = [Text("cost {n}", n=printed["cost"]), *(trait.words for trait in type_facts(printed))]
    told = {"letters": LETTERS[faction], "kind": PLACE_WORDS[place], "name": type_words(f.force, faction, place)}
    return Text("{letters} {kind}, {name}: {facts}", **told, facts=joined(facts, "; "))


def chart(f: Field) -> Text:
    """[AA-8.2] The dice chart."""
    return Text("dice of a unit with 0 to 5 damage: {dice}", dice=_listed(f.force.dice))


def unit_lines(f: Field, unit: int) -> list[Text]:
    """A unit: where and how it is, then its type."""
    force = f.force
    faction = force.faction[unit]
    facts = [
        Text("on {hex}", hex=force.board.names[f.place[unit]]) if f.place[unit] < ABSENT else Text("not on the map")
    ]
    facts.append(Text("{n} damage", n=f.damage[unit]))
    facts.append(level_words(f.level(unit), f.experience[unit]))
    fixed = fixed_hits(f, unit) if force.fixed_hits[faction] else None
    facts.append(fire_words(dice_of(f, unit), hit_number(f, unit), fixed))
    if f.army[unit] != NO_ARMY:
        facts.append(Text("of army {n}", n=f.army[unit] + 1))
    now = Text("{unit}: {facts}", unit=names.unit_words(force, unit), facts=joined(facts))
    return [now, type_line(f, faction, force.place_of(unit))]
