"""The 180 troop tiles and the traits they carry."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from drumhead.core.i18n.text import Text

# One bit a trait. The three bonus traits carry a number as well, kept beside the bits.
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

TRAIT_BITS: Final[dict[str, int]] = {
    "Auxiliary": AUXILIARY,
    "Blood Lust": BLOOD_LUST,
    "Control": CONTROL,
    "Disband": DISBAND,
    "Double Order": DOUBLE_ORDER,
    "Excite": EXCITE,
    "Fast": FAST,
    "First Strike": FIRST_STRIKE,
    "Flying": FLYING,
    "Fury": FURY,
    "Galvanize": GALVANIZE,
    "Heal": HEAL,
    "Impetus": IMPETUS,
    "Leader": LEADER,
    "Long Range": LONG_RANGE,
    "Overwhelming": OVERWHELMING,
    "Prestige": PRESTIGE,
    "Reactive": REACTIVE,
    "Regenerate": REGENERATE,
    "Sacrifice": SACRIFICE,
    "Scout": SCOUT,
    "Skirmish": SKIRMISH,
    "Slow": SLOW,
    "Tough": TOUGH,
    "Wide Arc": WIDE_ARC,
}

# The clause of every trait; a bonus trait is looked up without its number.
TRAIT_CLAUSES: Final[dict[str, str]] = {
    "Control": "PB-9.1",
    "Double Order": "PB-9.2",
    "Excite": "PB-9.3",
    "Galvanize": "PB-9.4",
    "Heal": "PB-9.5",
    "Engagement": "PB-9.6",
    "Shooting": "PB-9.7",
    "Wounds": "PB-9.8",
    "Auxiliary": "PB-9.9",
    "Blood Lust": "PB-9.10",
    "Disband": "PB-9.11",
    "Fast": "PB-9.12",
    "First Strike": "PB-9.13",
    "Flying": "PB-9.14",
    "Fury": "PB-9.15",
    "Impetus": "PB-9.16",
    "Leader": "PB-9.17",
    "Long Range": "PB-9.18",
    "Overwhelming": "PB-9.19",
    "Prestige": "PB-9.20",
    "Reactive": "PB-9.21",
    "Regenerate": "PB-9.22",
    "Sacrifice": "PB-9.23",
    "Scout": "PB-9.24",
    "Skirmish": "PB-9.25",
    "Slow": "PB-9.26",
    "Tough": "PB-9.27",
    "Wide Arc": "PB-9.28",
}

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
        """Says whether the troop is Auxiliary."""
        return self.bits & AUXILIARY != 0


def trait_clause(trait: str) -> str:
    """The clause behind a trait as printed, such as `Fast` or `+2 Engagement`."""
    return TRAIT_CLAUSES[trait.split(" ", 1)[1] if trait.startswith("+") else trait]


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


# A troop the onlooker cannot see: it stands in the stacks of an observed position.
UNKNOWN: Final = Tile("?", "", "?", (), (), 0, 0, 1, (), 0, 0, 0, 0)


@cache
def tiles() -> dict[str, Tile]:
    """All tiles by id, in printed order."""
    source = files("drumhead.games.pocket_battles").joinpath("data/tiles.csv")
    rows = csv.DictReader(source.read_text(encoding="utf-8").splitlines())
    return {row["id"]: _tile(row) for row in rows}
