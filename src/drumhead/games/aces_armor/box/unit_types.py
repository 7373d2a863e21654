"""The unit mats: what every type of unit costs, how it moves, shoots and suffers, and the tables that all share."""

import csv
from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.core.i18n.text import Text
from drumhead.core.words.numbers import whole_number
from drumhead.games.aces_armor.box.files import Source

# Factions are numbered in the order in which they sit, so that the teams take turns: the lowest bit is the team.
US: Final = 0
GERMANY_1: Final = 1
USSR: Final = 2
GERMANY_2: Final = 3
FACTIONS: Final = ("us", "germany-1", "ussr", "germany-2")
ALLIES: Final = 0
GERMANS: Final = 1

INFANTRY: Final = 0
TANK: Final = 1
ARTILLERY: Final = 2
AIRCRAFT: Final = 3
ARMS: Final = ("infantry", "tank", "artillery", "aircraft")

# A mat has six places, each for one type of unit; a type is numbered 6 * faction + place.
PLACES: Final = 6
V2_TYPE: Final = 24
"""The type of the V2 launcher, after those of the mats."""
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
"""The damage that destroys a unit."""
MAX_DICE: Final = 24
MAX_HITS: Final = 40
"""More hits than any attack can score: the tables of damage go so far."""


NOWHERE: Final = 15
"""The least range of what attacks nothing."""


@native(allow_interpreted_subclasses=True, serializable=True)
class Stats:
    """What the rules ask of units: every list has one entry a unit, or one a type on a mat."""

    def __init__(self) -> None:
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
        self.open_damage: list[list[int]] = []
        """The damage that hits do on open ground, for 0 to `MAX_HITS` hits."""
        self.forest_damage: list[list[int]] = []
        """The damage that hits do to a defender in a forest."""

    def add_entry(self, other: "Stats", index: int) -> None:
        """Copies an entry of other stats to the end of these."""
        for name in STATS:
            getattr(self, name).append(getattr(other, name)[index])


STATS: Final = (
    "arm",
    "cost",
    "speed",
    "near",
    "far",
    "anti_air",
    "answers_air",
    "rockets",
    "hit",
    "open_damage",
    "forest_damage",
)
"""The attributes of `Stats`; whoever adds one also gives it a value in `_add_type` and `_add_v2`, below."""


@native(allow_interpreted_subclasses=True, serializable=True)
class Mats(Stats):
    """The mats of all four factions, in the order of the types; after them the V2, which only suffers [AA-12.1]."""

    def __init__(self) -> None:
        super().__init__()
        self.name: list[str] = []
        self.kind: list[str] = []
        self.open: list[list[int]] = []
        """The hits that do 1 to 6 damage on open ground."""
        self.forest: list[list[int]] = []
        """The hits that do 1 to 6 damage to a defender in a forest."""
        self.dice: list[int] = []
        """The dice of a unit with 0 to 5 damage."""

    def add_type(self, **values: Any) -> None:
        """Adds a type with all its stats."""
        for name in (*STATS, "name", "kind", "open", "forest"):
            getattr(self, name).append(values[name])

    def printed(self, type_: int) -> dict[str, Any]:
        """Returns what a mat prints of a type, but for its name, as views have it."""
        near, far = self.near[type_], self.far[type_]
        return {
            "kind": self.kind[type_],
            "cost": self.cost[type_],
            "speed": points(self.speed[type_]),
            "range": str(near) if near == far else f"{near}-{far}",
            "anti_air": bool(self.anti_air[type_]),
            "answers_air": bool(self.answers_air[type_]),
            "hits_on": list(self.hit[type_]),
            "open": list(self.open[type_]),
            "forest": list(self.forest[type_]),
        }


def team_of(faction: int) -> int:
    """Returns the team of a faction: those that sit side by side are enemies."""
    return faction & 1


def ally_of(faction: int) -> int:
    """Returns the other faction of a faction's team."""
    return faction ^ 2


def type_of(faction: int, place: int) -> int:
    """The type of unit at a place of a faction's mat."""
    return PLACES * faction + place


def damage_by_hits(needed: list[int]) -> list[int]:
    """[AA-8.5] The damage that 0 to `MAX_HITS` hits do: the highest row reached."""
    return [sum(hits >= least for least in needed) for hits in range(MAX_HITS + 1)]


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
    anti_air, answers_air = list(_AIR.values())[_one_of(source, line, "anti-air", row["anti-air"], tuple(_AIR))]
    cost = _number(source, line, "cost", row["cost"], 1, 20)
    speed = _speed(source, line, row["speed"])
    hit = _rising(source, line, "hits on", row["hits on"], 3, 12)
    on_open = _rising(source, line, "damage open", row["damage open"], FATAL, MAX_HITS)
    in_forest = _rising(source, line, "damage forest", row["damage forest"], FATAL, MAX_HITS)
    if any(one > other for one, other in zip(on_open, in_forest, strict=True)):
        raise source.fault(line, Text("a forest must not make a unit weaker than open ground"))
    mats.add_type(
        name=row["name"],
        kind=row["kind"],
        arm=KINDS[row["kind"]][1],
        cost=cost,
        speed=speed,
        near=near,
        far=far,
        anti_air=anti_air,
        answers_air=answers_air,
        rockets=int(row["kind"] == "rockets"),
        hit=hit,
        open=on_open,
        forest=in_forest,
        open_damage=damage_by_hits(on_open),
        forest_damage=damage_by_hits(in_forest),
    )


def _add_v2(mats: Mats, needed: list[int]) -> None:
    """[AA-12.1] Adds the V2, by the hits that do 1 to 6 damage to it."""
    mats.add_type(
        name="V2",
        kind="v2",
        arm=ARTILLERY,
        cost=0,
        speed=0,
        near=NOWHERE,
        far=0,
        anti_air=0,
        answers_air=0,
        rockets=0,
        hit=[0, 0, 0],
        open=needed,
        forest=needed,
        open_damage=damage_by_hits(needed),
        forest_damage=damage_by_hits(needed),
    )


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
            found[name] = _rising(source, line, name, row["values"], FATAL, MAX_HITS)
    for name in _TABLES:
        if name not in found:
            raise source.fault(0, Text("the table {name!r} is missing", name=name))
    mats.dice = found["dice"]
    _add_v2(mats, found["v2"])


def _one_of(source: Source, line: int, column: str, word: str, known: tuple[str, ...]) -> int:
    if word not in known:
        problem = Text("{column} is {known}, not {word!r}", column=column, known=", ".join(known), word=word)
        raise source.fault(line, problem)
    return known.index(word)


def _number(source: Source, line: int, column: str, word: str, least: int, most: int) -> int:
    number = whole_number(word, least, most)
    if number is None:
        bounds = Text("{least} to {most}", least=least, most=most)
        problem = Text(
            "{column} is a whole number from {bounds}, not {word!r}", column=column, bounds=bounds, word=word
        )
        raise source.fault(line, problem)
    return number


def points(half_points: int) -> str:
    """Returns half points as people count them: 3 is 1.5."""
    return f"{half_points // 2}.5" if half_points & 1 else str(half_points // 2)


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
    numbers = [_number(source, line, "dice", word, 1, MAX_DICE) for word in words.split()]
    if len(numbers) != FATAL or numbers != sorted(numbers, reverse=True):
        raise source.fault(
            line, Text("dice is {count} numbers that never rise, not {words!r}", count=FATAL, words=words)
        )
    return numbers
