"""The unit mats: what every type of unit costs, how it moves, shoots and suffers, and the tables that all share."""

import csv
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.files import Source

# Factions are numbered in the order in which they sit, so that the teams take turns: the lowest bit is the team.
US: Final = 0
GERMANY_1: Final = 1
USSR: Final = 2
GERMANY_2: Final = 3
FACTIONS: Final = ("us", "germany-1", "ussr", "germany-2")
ALLIES: Final = 0
GERMANS: Final = 1

TEAM: Final = (ALLIES, GERMANS, ALLIES, GERMANS)
"""The team of every faction."""

INFANTRY: Final = 0
TANK: Final = 1
ARTILLERY: Final = 2
AIRCRAFT: Final = 3
ARMS: Final = ("infantry", "tank", "artillery", "aircraft")

# A mat has six places, each for one type of unit; a type is numbered 6 * faction + place.
PLACES: Final = 6
REGULAR: Final = 0
SPECIAL: Final = 1
TANKS: Final = 2
GUNS: Final = 3
FIGHTER: Final = 4
BOMBER: Final = 5

# Every kind of unit: its place on the mat and its arm. Rockets hit a hex and all around it [AA-11.1].
KINDS: Final[dict[str, tuple[int, int]]] = {
    "infantry": (REGULAR, INFANTRY),
    "mobile": (SPECIAL, INFANTRY),
    "mechanised": (SPECIAL, INFANTRY),
    "tank": (TANKS, TANK),
    "gun": (GUNS, ARTILLERY),
    "rockets": (GUNS, ARTILLERY),
    "fighter": (FIGHTER, AIRCRAFT),
    "bomber": (BOMBER, AIRCRAFT),
}

FATAL: Final = 6
"""So much damage destroys a unit."""
MOST_DICE: Final = 24
MOST_HITS: Final = 40
"""More hits than any attack can score: the tables of damage go so far."""


@native(allow_interpreted_subclasses=True, serializable=True)
class Mats:
    """The mats of all four factions; every list has one entry a type, in the order of the types."""

    def __init__(self) -> None:
        self.name: list[str] = []
        self.kind: list[str] = []
        self.arm: list[int] = []
        self.cost: list[int] = []
        self.speed: list[int] = []
        """In half points."""
        self.near: list[int] = []
        """The least range."""
        self.far: list[int] = []
        """The greatest range."""
        self.anti_air: list[int] = []
        """1 if it may attack aircraft, intercept them and support against them."""
        self.answers_air: list[int] = []
        """1 if it returns fire at aircraft."""
        self.rockets: list[int] = []
        """1 if it attacks a hex and all around it."""
        self.hit: list[list[int]] = []
        """The highest face that hits, for a recruit, a veteran and a hero; the first is the attack value."""
        self.open: list[list[int]] = []
        """The hits that do 1 to 6 damage on open ground."""
        self.forest: list[list[int]] = []
        """The hits that do 1 to 6 damage to a defender in a forest."""
        self.open_damage: list[list[int]] = []
        """The damage that so many hits do on open ground, for 0 to `MOST_HITS` hits."""
        self.forest_damage: list[list[int]] = []
        """The damage that so many hits do to a defender in a forest."""
        self.dice: list[int] = []
        """The dice of a unit with 0 to 5 damage."""
        self.v2: list[int] = []
        """The hits that do 1 to 6 damage to the V2."""
        self.v2_damage: list[int] = []
        """The damage that so many hits do to the V2."""


def team_of(faction: int) -> int:
    """Returns the team of a faction."""
    return TEAM[faction]


def ally_of(faction: int) -> int:
    """Returns the other faction of a faction's team."""
    return faction ^ 2


def type_of(faction: int, place: int) -> int:
    """The type of unit at a place of a faction's mat."""
    return PLACES * faction + place


def damage_by_hits(needed: list[int]) -> list[int]:
    """[AA-8.5] The damage that 0 to `MOST_HITS` hits do: the highest row reached."""
    return [sum(hits >= least for least in needed) for hits in range(MOST_HITS + 1)]


_COLUMNS: Final = (
    "faction",
    "name",
    "kind",
    "cost",
    "speed",
    "range",
    "anti-air",
    "hits on",
    "damage open",
    "damage forest",
)
_AIR: Final = {"yes": (1, 1), "no": (0, 0), "answers": (0, 1)}
_TABLES: Final = ("dice", "v2")


def read_mats(units: Source, tables: Source) -> Mats:
    """The mats in `mats.csv` and the tables in `tables.csv`."""
    rows: dict[int, tuple[int, dict[str, str]]] = {}
    for line, row in _rows(units, _COLUMNS):
        faction = _one_of(units, line, "faction", row["faction"], FACTIONS)
        place, _ = list(KINDS.values())[_one_of(units, line, "kind", row["kind"], tuple(KINDS))]
        if type_of(faction, place) in rows:
            before = rows[type_of(faction, place)][0]
            problem = Text("{faction} has a unit of this place already in line {line}", **row, line=before)
            raise units.fault(line, problem)
        rows[type_of(faction, place)] = (line, row)
    mats = Mats()
    for faction, name in enumerate(FACTIONS):
        for place in range(PLACES):
            if type_of(faction, place) not in rows:
                kinds = " or ".join(kind for kind, (at, _) in KINDS.items() if at == place)
                raise units.fault(0, Text("{faction} has no {kinds}", faction=name, kinds=kinds))
            _add_type(mats, units, *rows[type_of(faction, place)])
    _add_tables(mats, tables)
    return mats


def _rows(source: Source, columns: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table with their line numbers; the first one must be its head."""
    numbered = source.numbered()
    cells = [[cell.strip() for cell in row] for row in csv.reader(line for _, line in numbered)]
    head = ",".join(columns)
    if not cells or tuple(cells[0]) != columns:
        raise source.fault(numbered[0][0] if numbered else 0, Text("the first row must be {head!r}", head=head))
    found = []
    for (line, _), row in zip(numbered[1:], cells[1:], strict=True):
        if len(row) != len(columns):
            raise source.fault(line, Text("{n} cells where there are {columns}", n=len(row), columns=len(columns)))
        found.append((line, dict(zip(columns, row, strict=True))))
    return found


def _add_type(mats: Mats, source: Source, line: int, row: dict[str, str]) -> None:
    if not row["name"]:
        raise source.fault(line, Text("a unit needs a name"))
    if row["name"] in mats.name:
        raise source.fault(line, Text("two units are called {name!r}", name=row["name"]))
    near, far = _range(source, line, row["range"])
    anti_air, answers = list(_AIR.values())[_one_of(source, line, "anti-air", row["anti-air"], tuple(_AIR))]
    mats.name.append(row["name"])
    mats.kind.append(row["kind"])
    mats.arm.append(KINDS[row["kind"]][1])
    mats.cost.append(_number(source, line, "cost", row["cost"], 1, 20))
    mats.speed.append(_speed(source, line, row["speed"]))
    mats.near.append(near)
    mats.far.append(far)
    mats.anti_air.append(anti_air)
    mats.answers_air.append(answers)
    mats.rockets.append(int(row["kind"] == "rockets"))
    mats.hit.append(_rising(source, line, "hits on", row["hits on"], 3, 12))
    on_open = _rising(source, line, "damage open", row["damage open"], FATAL, MOST_HITS)
    in_forest = _rising(source, line, "damage forest", row["damage forest"], FATAL, MOST_HITS)
    if any(one > other for one, other in zip(on_open, in_forest, strict=True)):
        raise source.fault(line, Text("a forest must not make a unit weaker than open ground"))
    mats.open.append(on_open)
    mats.forest.append(in_forest)
    mats.open_damage.append(damage_by_hits(on_open))
    mats.forest_damage.append(damage_by_hits(in_forest))


def _add_tables(mats: Mats, source: Source) -> None:
    found: dict[str, list[int]] = {}
    for line, row in _rows(source, ("table", "values")):
        name = row["table"]
        _one_of(source, line, "table", name, _TABLES)
        if name in found:
            raise source.fault(line, Text("the table {name!r} is there twice", name=name))
        if name == "dice":
            found[name] = _falling(source, line, row["values"])
        else:
            found[name] = _rising(source, line, name, row["values"], FATAL, MOST_HITS)
    for name in _TABLES:
        if name not in found:
            raise source.fault(0, Text("the table {name!r} is missing", name=name))
    mats.dice, mats.v2 = found["dice"], found["v2"]
    mats.v2_damage = damage_by_hits(mats.v2)


def _one_of(source: Source, line: int, column: str, word: str, known: tuple[str, ...]) -> int:
    if word not in known:
        problem = Text("{column} is {known}, not {word!r}", column=column, known=", ".join(known), word=word)
        raise source.fault(line, problem)
    return known.index(word)


def _number(source: Source, line: int, column: str, word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
        bounds = Text("{least} to {most}", least=least, most=most)
        problem = Text(
            "{column} is a whole number from {bounds}, not {word!r}", column=column, bounds=bounds, word=word
        )
        raise source.fault(line, problem)
    return int(word)


def _speed(source: Source, line: int, word: str) -> int:
    """A speed in half points, from one in points such as 4 or 3.5."""
    whole, _, half = word.partition(".")
    if half not in ("", "0", "5"):
        raise source.fault(line, Text("speed is in whole or half points, not {word!r}", word=word))
    return 2 * _number(source, line, "speed", whole, 1, 12) + (half == "5")


def _range(source: Source, line: int, word: str) -> tuple[int, int]:
    near, dash, far = word.partition("-")
    least = _number(source, line, "range", near, 1, 9)
    most = _number(source, line, "range", far, 1, 9) if dash else least
    if most < least:
        raise source.fault(line, Text("a range goes from near to far, as 2-5, not {word!r}", word=word))
    return least, most


def _rising(source: Source, line: int, column: str, words: str, count: int, most: int) -> list[int]:
    """Numbers that never fall."""
    numbers = [_number(source, line, column, word, 1, most) for word in words.split()]
    if len(numbers) != count or numbers != sorted(numbers):
        problem = Text("{a} is {b} numbers that never fall, not {c!r}", a=column, b=count, c=words)
        raise source.fault(line, problem)
    return numbers


def _falling(source: Source, line: int, words: str) -> list[int]:
    """The dice chart: a number of dice for 0 to 5 damage."""
    numbers = [_number(source, line, "dice", word, 1, MOST_DICE) for word in words.split()]
    if len(numbers) != FATAL or numbers != sorted(numbers, reverse=True):
        raise source.fault(
            line, Text("dice is {count} numbers that never rise, not {words!r}", count=FATAL, words=words)
        )
    return numbers
