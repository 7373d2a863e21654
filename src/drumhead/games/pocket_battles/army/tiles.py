"""The 180 troop tiles and the traits they carry."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from drumhead.core.i18n.text import Text

# One bit for each trait. They are plain constants, which compiled code needs; `TRAITS` says what each is.
AUXILIARY: Final = 1 << 0
BLOOD_LUST: Final = 1 << 1
CONTROL: Final = 1 << 2
DISBAND: Final = 1 << 3
DOUBLE_ORDER: Final = 1 << 4
EXCITE: Final = 1 << 5
FAST: Final = 1 << 6
FIRST_STRIKE: Final = 1 << 7
FLYING: Final = 1 << 8
FURY: Final = 1 << 9
GALVANIZE: Final = 1 << 10
HEAL: Final = 1 << 11
IMPETUS: Final = 1 << 12
LEADER: Final = 1 << 13
LONG_RANGE: Final = 1 << 14
OVERWHELMING: Final = 1 << 15
PRESTIGE: Final = 1 << 16
REACTIVE: Final = 1 << 17
REGENERATE: Final = 1 << 18
SACRIFICE: Final = 1 << 19
SCOUT: Final = 1 << 20
SKIRMISH: Final = 1 << 21
SLOW: Final = 1 << 22
TOUGH: Final = 1 << 23
WIDE_ARC: Final = 1 << 24

BONUS: Final = 0
"""The bit of a bonus trait: its number adds up with others, and is kept beside the bits."""


class TraitKind(NamedTuple):
    """A trait: its bit, its printed name, its short form on the terminal, its clause, and what it does in a few words.

    Its icon is found by its name (`core.draw.icons.trait_icon`), its weight for opponents too (`data/weights.toml`).
    """

    bit: int
    name: str
    short: str
    clause: str
    words: Text


TRAITS: Final = (
    TraitKind(AUXILIARY, "Auxiliary", "Aux", "PB-9.9", Text("joins a unit beyond its formation value")),
    TraitKind(BLOOD_LUST, "Blood Lust", "BloodL", "PB-9.10", Text("throws one to six dice; ones hurt itself")),
    TraitKind(CONTROL, "Control", "Ctrl", "PB-9.1", Text("its order lets another unit act for free")),
    TraitKind(DISBAND, "Disband", "Disb", "PB-9.11", Text("a hit that leaves the enemy standing costs him a token")),
    TraitKind(DOUBLE_ORDER, "Double Order", "2xOrd", "PB-9.2", Text("its order lets two other units be ordered")),
    TraitKind(EXCITE, "Excite", "Exc", "PB-9.3", Text("ordered along with another unit, it gives that one a die more")),
    TraitKind(FAST, "Fast", "Fast", "PB-9.12", Text("may be ordered in the turn in which it redeployed")),
    TraitKind(FIRST_STRIKE, "First Strike", "1stStr", "PB-9.13", Text("strikes first when charged")),
    TraitKind(FLYING, "Flying", "Fly", "PB-9.14", Text("may charge the rear over the front")),
    TraitKind(FURY, "Fury", "Fury", "PB-9.15", Text("a die more in engagements for every order token on it")),
    TraitKind(
        GALVANIZE, "Galvanize", "Galv", "PB-9.4", Text("ordered along with a charger, it makes that one Overwhelming")
    ),
    TraitKind(HEAL, "Heal", "Heal", "PB-9.5", Text("its order takes a wound off another unit")),
    TraitKind(IMPETUS, "Impetus", "Imp", "PB-9.16", Text("two more dice for charging instead of one")),
    TraitKind(LEADER, "Leader", "Lead", "PB-9.17", Text("its side has one token more while it lives")),
    TraitKind(LONG_RANGE, "Long Range", "LongR", "PB-9.18", Text("may shoot from the rear")),
    TraitKind(
        OVERWHELMING, "Overwhelming", "Overw", "PB-9.19", Text("charges again when its charge destroys the enemy")
    ),
    TraitKind(PRESTIGE, "Prestige", "Prest", "PB-9.20", Text("while it lives its points count as destroyed enemies")),
    TraitKind(REACTIVE, "Reactive", "React", "PB-9.21", Text("its orders cost less: 1, 1, 2, 4")),
    TraitKind(REGENERATE, "Regenerate", "Regen", "PB-9.22", Text("its wounds heal when the round ends")),
    TraitKind(SACRIFICE, "Sacrifice", "Sacr", "PB-9.23", Text("may die to cancel all hits of one roll")),
    TraitKind(SCOUT, "Scout", "Scout", "PB-9.24", Text("may charge an enemy in the front without a reaction")),
    TraitKind(SKIRMISH, "Skirmish", "Skirm", "PB-9.25", Text("reacts to charges for free")),
    TraitKind(SLOW, "Slow", "Slow", "PB-9.26", Text("cannot use the free redeployment")),
    TraitKind(TOUGH, "Tough", "Tough", "PB-9.27", Text("may have one die that hit thrown again")),
    TraitKind(WIDE_ARC, "Wide Arc", "WideA", "PB-9.28", Text("may shoot into a neighbouring sector")),
    TraitKind(BONUS, "Engagement", "E", "PB-9.6", Text("more dice in engagements")),
    TraitKind(BONUS, "Shooting", "S", "PB-9.7", Text("more dice when shooting")),
    TraitKind(BONUS, "Wounds", "W", "PB-9.8", Text("more hits when it hits at all")),
)
"""Every trait, in the order in which a unit lists them; the weights of opponents keep to it."""
TRAIT_BITS: Final[dict[str, int]] = {kind.name: kind.bit for kind in TRAITS if kind.bit != BONUS}
"""The bit of each trait that is not a bonus, by its name."""
_NAMED: Final = {kind.name: kind for kind in TRAITS}


def trait_kind(trait: str) -> TraitKind:
    """Returns the kind of a trait as printed, such as `Fast` or `+2 Engagement`."""
    return _NAMED[trait.partition(" ")[2] if trait.startswith("+") else trait]


ARMIES: Final = ("celts", "romans", "orcs", "elves", "macedonians", "persians")
ARMY_NAMES: Final[dict[str, Text]] = {
    "celts": Text("Celts"),
    "romans": Text("Romans"),
    "orcs": Text("Orcs"),
    "elves": Text("Elves"),
    "macedonians": Text("Macedonians"),
    "persians": Text("Persians"),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One troop as printed. `fv` is 0 for a troop without a formation value."""

    id: str
    army: str
    name: str
    engagement: tuple[int, ...]
    shooting: tuple[int, ...]
    dp: int
    fv: int
    wp: int
    traits: tuple[str, ...]
    bits: int
    engagement_bonus: int
    shooting_bonus: int
    wounds_bonus: int

    @property
    def is_auxiliary(self) -> bool:
        """Returns whether the troop is Auxiliary."""
        return self.bits & AUXILIARY != 0


def _tile(row: dict[str, str]) -> Tile:
    traits = tuple(filter(None, row["traits"].split(";")))
    bonus = {"Engagement": 0, "Shooting": 0, "Wounds": 0}
    bits = 0
    for trait in traits:
        if trait.startswith("+"):
            amount, kind = trait[1:].split(" ", 1)
            bonus[kind] = int(amount)
        else:
            bits |= TRAIT_BITS[trait]
    return Tile(
        id=row["id"],
        army=row["army"],
        name=row["troop"],
        engagement=tuple(int(face) for face in row["engagement"].split("-") if face),
        shooting=tuple(int(face) for face in row["shooting"].split("-") if face),
        dp=int(row["dp"]),
        fv=int(row["fv"] or 0),
        wp=int(row["wp"]),
        traits=traits,
        bits=bits,
        engagement_bonus=bonus["Engagement"],
        shooting_bonus=bonus["Shooting"],
        wounds_bonus=bonus["Wounds"],
    )


# A troop the spectator cannot see: it stands in the stacks of an observed position.
UNKNOWN: Final = Tile("?", "", "?", (), (), 0, 0, 1, (), 0, 0, 0, 0)


@cache
def tiles() -> dict[str, Tile]:
    """Returns all tiles by id, in printed order."""
    source = files("drumhead.games.pocket_battles").joinpath("data/tiles.csv")
    rows = csv.DictReader(source.read_text(encoding="utf-8").splitlines())
    return {row["id"]: _tile(row) for row in rows}
