"""What factions, units and hexes are called, in notation and in sentences."""

import re
from functools import lru_cache
from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.box.unit_types import ALLIES, team_of, type_of
from drumhead.games.aces_armor.engine.encoding import NEUTRAL, NONE, RUINED

LETTERS: Final = ("US", "G1", "SU", "G2")
"""The letters of every faction, as keys of units begin."""
FACTIONS: Final = (Text("United States"), Text("Germany 1"), Text("Soviet Union"), Text("Germany 2"))
SUBJECTS: Final = (Text("the United States"), Text("Germany 1"), Text("the Soviet Union"), Text("Germany 2"))
"""The factions as sentences name them."""
TEAM_NAMES: Final = (Text("Allies"), Text("Germany"))
TEAMS: Final = (Text("the Allies"), Text("Germany"))
TEAM_LETTERS: Final = ("A", "G")
PLACE_LETTERS: Final = "IMTAFB"
PLACE_NAMES: Final = ("infantry", "special", "tank", "artillery", "fighter", "bomber")
PLACE_WORDS: Final = (
    Text("infantry"),
    Text("special infantry"),
    Text("tank"),
    Text("artillery"),
    Text("fighter"),
    Text("bomber"),
)
ARM_WORDS: Final = (Text("infantry"), Text("tank"), Text("artillery"), Text("aircraft"))
V2_KEY: Final = "V2"
WEATHER_NAMES: Final = ("normal", "frost", "mud", "dry", "storm", "fog")
WEATHER_WORDS: Final = (
    Text("normal weather"),
    Text("frost, water is standard ground"),
    Text("mud, the ground is heavy"),
    Text("dry weather, standard ground costs half"),
    Text("storm, artillery reaches 1 less far"),
    Text("fog, nobody intercepts"),
)

_KEY: Final = re.compile(r"(US|G1|SU|G2)-?([IMTAFB])(\d{1,2})")


def key_of(force: Force, unit: int) -> str:
    """The key of a unit: its faction, its place on the mat, and which one of its type it is."""
    return _keys(force)[unit]


@lru_cache(maxsize=32)
def _keys(force: Force) -> list[str]:
    return [
        V2_KEY
        if unit == force.v2
        else f"{LETTERS[force.faction[unit]]}-{PLACE_LETTERS[force.place_of(unit)]}{force.number_of(unit) + 1}"
        for unit in range(force.units)
    ]


def unit_of(force: Force, word: str) -> int:
    """The unit of a key."""
    if word.upper() == V2_KEY and force.v2 != NONE:
        return force.v2
    found = _KEY.fullmatch(word.upper())
    if found is None:
        example = key_of(force, force.first[force.factions[0]])
        raise NotationError(Text("there is no unit {word}; units are called as {key} is", word=repr(word), key=example))
    faction, place, number = LETTERS.index(found[1]), PLACE_LETTERS.index(found[2]), int(found[3])
    if faction not in force.factions:
        raise NotationError(Text("{faction} takes no part in this battle", faction=FACTIONS[faction]), "AA-1.2")
    if not 1 <= number <= force.per_type:
        raise NotationError(Text("units of a type are numbered 1 to {n}", n=force.per_type), "AA-9.2")
    return force.unit(faction, place, number - 1)


def hex_of(force: Force, word: str) -> int:
    """[AA-1.4] The hex of a name; it has to be part of the half that is played."""
    board = force.board
    hex_ = board.grid.read(word)
    if hex_ < 0:
        first, last = board.names[board.hexes[0]], board.names[board.hexes[-1]]
        raise NotationError(Text("there is no hex {word}; they run from {a} to {b}", word=repr(word), a=first, b=last))
    if not board.inside[hex_]:
        raise NotationError(Text("{hex} is beyond the border of the half that is played", hex=word), "AA-1.4")
    return hex_


def faction_of(force: Force, word: str) -> int:
    """The faction of its letters."""
    if word.upper() in LETTERS and LETTERS.index(word.upper()) in force.factions:
        return LETTERS.index(word.upper())
    known = ", ".join(LETTERS[faction] for faction in force.factions)
    raise NotationError(Text("there is no faction {word}; they are {known}", word=repr(word), known=known))


def place_of(word: str) -> int:
    """The place on a mat of its name."""
    if word.lower() in PLACE_NAMES:
        return PLACE_NAMES.index(word.lower())
    raise NotationError(Text("{word} is no type; they are {known}", word=repr(word), known=", ".join(PLACE_NAMES)))


def type_words(force: Force, faction: int, place: int) -> Text:
    """A type of unit in a sentence."""
    return _type_name(force.components.mats.name[type_of(faction, place)])


def _type_name(name: str) -> Text:
    """The name on a mat, in the language in use; on an owner's mats it may be anything."""
    return Text("{name}", name=name) if "{" in name or "}" in name else Text(name)


def unit_words(force: Force, unit: int) -> Text:
    """A unit in a sentence: its key and what it is."""
    return _words(force)[unit]


@lru_cache(maxsize=32)
def _words(force: Force) -> list[Text]:
    names = force.components.mats.name
    return [
        Text("the V2")
        if unit == force.v2
        else Text("{key} ({name})", key=key, name=_type_name(names[force.type[unit]]))
        for unit, key in enumerate(_keys(force))
    ]


def flag_words(flag: int) -> Text:
    """Whose a factory is."""
    if flag == RUINED:
        return Text("in ruins")
    return Text("neutral") if flag == NEUTRAL else Text("held by {faction}", faction=SUBJECTS[flag])


def armies_name(armies: int) -> str:
    """A set of armies as notation has it: 1+3."""
    return "+".join(str(token + 1) for token in range(3) if armies >> token & 1)


def seat_letters(force: Force, seat: int) -> str:
    """The letters of a seat: those of its faction, or those of the team that it leads alone."""
    led = [faction for faction in force.factions if force.seat[faction] == seat]
    return LETTERS[led[0]] if len(led) == 1 else TEAM_LETTERS[team_of(led[0])]


def seat_words(force: Force, seat: int) -> Text:
    """A seat in a sentence."""
    led = [faction for faction in force.factions if force.seat[faction] == seat]
    return FACTIONS[led[0]] if len(led) == 1 else Text("Allies") if team_of(led[0]) == ALLIES else TEAMS[1]
