"""Army lists: what they are, how they are written, and what makes one legal.

A list is text, one line a unit, the tile on top of the stack first; `#` opens a comment:

    name: Green Tide
    size: 50
    ORC06
    ORC05 ORC29          # a Fanatic with Kobolds

The same on one line has bars for line ends: `name: Green Tide | size: 50 | ORC06 | ORC05 ORC29`.
An observed list counts what lies hidden: `ORC09+3` is a stack of four of which only the top is known, `?+1` one of two.
"""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final

from drumhead.core.errors import SetupError
from drumhead.core.files.text_lists import entries
from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.army.tiles import ARMY_NAMES, LEADER, UNKNOWN, Tile, tiles

MIN_SIZE: Final = 20
MAX_SIZE: Final = 120
STEP: Final = 10
MAX_FORMATION: Final = 4  # the highest formation value there is
MAX_NAME_LENGTH: Final = 80

_TAG: Final = re.compile(r"([^\s:]+)\s*:\s*(.*)")
_STACK: Final = re.compile(r"([^\s+]+)(?:\+([1-9][0-9]?))?")
_FORBIDDEN_IN_NAMES: Final = "|#"

Unit = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Army:
    """A battle size and the units that fight it; the first tile of a unit lies on top of its stack."""

    size: int
    units: tuple[Unit, ...]
    name: str = ""

    def __post_init__(self) -> None:
        printable = self.name.isprintable() and self.name == self.name.strip() and len(self.name) <= MAX_NAME_LENGTH
        if not printable or any(mark in self.name for mark in _FORBIDDEN_IN_NAMES):
            raise SetupError(Text("the name of an army is one line of 80 letters at most, without the marks | and #"))

    @property
    def armies(self) -> tuple[str, ...]:
        """Returns the armies that the tiles are drawn from, in order of first appearance."""
        return tuple(dict.fromkeys(tile.army for unit in self.units for tile in unit if tile.army))

    @property
    def dp(self) -> int:
        """Returns the deployment points of all known tiles."""
        return sum(tile.dp for unit in self.units for tile in unit)

    @property
    def letter(self) -> str:
        """Returns the letter that names its units: that of its army, X for two armies, ? for none that is known."""
        armies = self.armies
        return armies[0][0].upper() if len(armies) == 1 else "X" if armies else "?"

    @property
    def leaders(self) -> int:
        """Returns the number of Leader troops."""
        return sum(1 for unit in self.units for tile in unit if tile.bits & LEADER)


def summary(army: Army) -> Text:
    """Returns the boxes, points and number of units of an army in one line."""
    return Text(
        "{names}, {dp} of {size} points, {n} unit",
        "{names}, {dp} of {size} points, {n} units",
        names=joined([ARMY_NAMES[name] for name in army.armies], " and "),
        dp=army.dp,
        size=army.size,
        n=len(army.units),
    )


def check_army(army: Army, *, mixed: bool, hidden: bool = False, lines: Sequence[int] = ()) -> None:
    """[PB-1.8] Refuses an army that breaks any rule; of hidden troops only what shows is checked.

    `lines` are where the size and then each unit stand in the text.
    """
    lines = lines or (0,) * (1 + len(army.units))
    check_size(army.size, lines[0])
    if not army.units:
        raise SetupError(Text("an army needs at least one unit"), "PB-1.8")
    _check_tiles(army, lines, hidden=hidden)
    check_boxes(army, lines, mixed=mixed)
    for number, (unit, line) in enumerate(zip(army.units, lines[1:], strict=True), 1):
        check_unit(unit, number, line)
    check_points(army, lines[0])


def check_points(army: Army, line: int = 0) -> None:
    """[PB-1.4] Refuses an army that costs more than its size."""
    if army.dp > army.size:
        reason = Text("the army costs {dp} DP, more than its size of {size}", dp=army.dp, size=army.size)
        raise SetupError(reason, "PB-1.4", line)


def check_size(size: int, line: int = 0) -> None:
    """[PB-1.2] Refuses a battle size that is not a multiple of 10 from 20 to 120."""
    if size % STEP or not MIN_SIZE <= size <= MAX_SIZE:
        reason = Text("a battle size is a multiple of 10 from 20 to 120, not {size}", size=size)
        raise SetupError(reason, "PB-1.2", line)


def check_unit(unit: Unit, number: int = 1, line: int = 0) -> None:
    """[PB-1.5, PB-9.9] Refuses a unit that breaks the formation rule; a hidden troop may be the Auxiliary one."""
    auxiliaries = [tile for tile in unit if tile.is_auxiliary]
    troops = [tile for tile in unit if not tile.is_auxiliary]
    known = [tile for tile in troops if not _is_hidden(tile)]
    count = len(troops) - (len(known) < len(troops) and not auxiliaries)
    lowest = min(known, key=lambda tile: tile.fv, default=UNKNOWN)
    reason = None
    if not unit:
        reason = Text("unit {number} has no troop", number=number)
    elif len(auxiliaries) > 1:
        reason = Text(
            "unit {number} has {count} Auxiliary troops; one may join a unit", number=number, count=len(auxiliaries)
        )
    elif not troops:
        reason = Text(
            "unit {number}: {tile} is Auxiliary and must join another troop",
            number=number,
            tile=_label(auxiliaries[0]),
        )
    elif known and count > lowest.fv == 1:
        reason = Text("unit {number}: {tile} must stand alone", number=number, tile=_label(lowest))
    elif count > MAX_FORMATION and not known:
        reason = Text("unit {number} has {count} troops; no formation allows it", number=number, count=count)
    elif known and count > lowest.fv:
        reason = Text(
            "unit {number} has {count} troops; {tile} allows {fv}",
            number=number,
            count=count,
            tile=_label(lowest),
            fv=lowest.fv,
        )
    elif sum(tile.wp for tile in unit) < 1:
        reason = Text("unit {number} has no wound point", number=number)
    if reason:
        raise SetupError(reason, "PB-1.5", line)


def _is_hidden(tile: Tile) -> bool:
    return tile.id == UNKNOWN.id


def _label(tile: Tile) -> str:
    return f"{Text(tile.name)} ({tile.id})"


def _check_tiles(army: Army, lines: Sequence[int], *, hidden: bool) -> None:
    """[PB-1.4] Refuses a tile that does not exist, lies hidden where it may not, or is taken twice."""
    taken: set[str] = set()
    for number, unit in enumerate(army.units, 1):
        for tile in unit:
            if _is_hidden(tile):
                if not hidden:
                    reason = Text("unit {number} hides a troop; an army that fights names them all", number=number)
                    raise SetupError(reason, "PB-1.4", lines[number])
                continue
            if tiles().get(tile.id) != tile:
                raise SetupError(_no_such_tile(tile.id), "PB-1.4", lines[number])
            if tile.id in taken:
                reason = Text("{tile} exists once; unit {number} takes it again", tile=_label(tile), number=number)
                raise SetupError(reason, "PB-1.4", lines[number])
            taken.add(tile.id)


def check_boxes(army: Army, lines: Sequence[int] = (), *, mixed: bool) -> None:
    """[PB-1.1, PB-1.7] Refuses tiles from more armies than one, or than two where the option `mixed` is on."""
    allowed = 2 if mixed else 1
    if len(army.armies) <= allowed:
        return
    stranger = army.armies[allowed]
    number = next(n for n, unit in enumerate(army.units, 1) if any(tile.army == stranger for tile in unit))
    names = {"number": number, "stranger": ARMY_NAMES[stranger], "own": ARMY_NAMES[army.armies[0]]}
    alone = Text(
        "unit {number} draws on the {stranger}; the army is of the {own} unless the option mixed is on", **names
    )
    reason = Text("unit {number} draws on the {stranger}; a mixed army has two armies", **names) if mixed else alone
    raise SetupError(reason, "PB-1.7", lines[number] if lines else 0)


def _no_such_tile(word: str) -> Text:
    """Says that a tile does not exist, and which ids come near what was written."""
    by_name: dict[str, list[str]] = {}
    for tile in tiles().values():
        by_name.setdefault(tile.name.upper(), []).append(tile.id)
    word = word[:40]
    near = [id for name in difflib.get_close_matches(word.upper(), by_name, 2, 0.75) for id in by_name[name]]
    near = near or difflib.get_close_matches(word.upper(), tiles(), 3, 0.75)
    if near:
        names = ", ".join(_label(tiles()[id]) for id in near[:6])
        return Text("there is no tile {word}; the nearest are {names}", word=word, names=names)
    first, *_, last = tiles()
    return Text("there is no tile {word}; tiles have ids such as {first} and {last}", word=word, first=first, last=last)


def read_unit(words: str, line: int) -> Unit:
    """[PB-1.1, PB-1.4] Reads the tiles of one unit, each among the 30 of one of the six armies."""
    unit: list[Tile] = []
    for word in words.split():
        match = _STACK.fullmatch(word)
        if match is None:
            reason = Text("{word} is neither a tile nor a stack such as ORC09+3", word=word[:40])
            raise SetupError(reason, line=line)
        id, below = match[1].upper(), int(match[2] or 0)
        tile = UNKNOWN if id == UNKNOWN.id else tiles().get(id)
        if tile is None:
            of_an_army = any(id.startswith(known[:3]) for known in tiles())
            raise SetupError(_no_such_tile(match[1]), "PB-1.4" if of_an_army else "PB-1.1", line)
        unit += [tile, *[UNKNOWN] * below]
    return tuple(unit)


def read_size(words: str, line: int) -> int:
    """[PB-1.2] Reads a battle size."""
    if not re.fullmatch("[0-9]{1,4}", words):
        raise SetupError(Text("a battle size is a number such as 50, not {words}", words=words[:40]), "PB-1.2", line)
    check_size(int(words), line)
    return int(words)


def fitting_size(units: Sequence[Unit]) -> int:
    """[PB-1.2] Returns the smallest battle size that units fit into."""
    dp = sum(tile.dp for unit in units for tile in unit)
    return min(max(MIN_SIZE, -(-dp // STEP) * STEP), MAX_SIZE)


def read_tag(words: str, line: int) -> tuple[str, str] | None:
    """Reads a tag and its value; None is no tag."""
    tag = _TAG.fullmatch(words)
    if tag is None:
        return None
    key = tag[1].lower()
    if key not in ("name", "size"):
        raise SetupError(
            Text("{key}: is not a tag of an army list; the tags are name: and size:", key=tag[1][:40]), line=line
        )
    return key, tag[2]


def read_army(text: str, *, size: int | None = None, mixed: bool = False, hidden: bool = False) -> Army:
    """[PB-1.1, PB-1.8] Reads a list and refuses an illegal one; `size`, if given, replaces the size it states."""
    tags: dict[str, tuple[int, str]] = {}
    units: list[Unit] = []
    lines: list[int] = []
    for line, words in entries(text):
        tag = read_tag(words, line)
        if tag is None:
            units.append(read_unit(words, line))
            lines.append(line)
        elif tag[0] in tags:
            raise SetupError(Text("{key}: is given twice", key=tag[0]), line=line)
        else:
            tags[tag[0]] = (line, tag[1])
    size_line, words = tags.get("size", (0, ""))
    stated = read_size(words, size_line) if "size" in tags else None
    if size is None:
        size = stated or fitting_size(units)
    else:
        size_line = 0
    army = Army(size, tuple(units), tags.get("name", (0, ""))[1])
    check_army(army, mixed=mixed, hidden=hidden, lines=(size_line, *lines))
    return army


def _write_unit(unit: Unit) -> str:
    words: list[str] = []
    for hidden, run in groupby(unit, _is_hidden):
        ids = [tile.id for tile in run]
        if not hidden:
            words += ids
        elif words:
            words[-1] += f"+{len(ids)}"
        else:
            words.append("?" if len(ids) == 1 else f"?+{len(ids) - 1}")
    return " ".join(words)


def write_army(army: Army, *, one_line: bool = False) -> str:
    """Writes an army as the text that `read_army` reads back."""
    tags = [f"name: {army.name}"] if army.name else []
    entries = [*tags, f"size: {army.size}", *map(_write_unit, army.units)]
    return " | ".join(entries) if one_line else "\n".join(entries) + "\n"


@cache
def ready_armies() -> dict[str, Army]:
    """[PB-1.1] Returns the armies that come with the game, by name: one or more of each of the six."""
    sources = (
        file
        for file in files("drumhead.games.pocket_battles").joinpath("data/armies").iterdir()
        if file.name.endswith(".txt")
    )
    found = {file.name.removesuffix(".txt"): read_army(file.read_text(encoding="utf-8")) for file in sources}
    return {name: found[name] for name in sorted(found)}


def ready_army(name: str) -> Army:
    """Returns the ready army of a name such as `orcs-50`."""
    army = ready_armies().get(name.strip().lower())
    if army is None:
        names = ", ".join(ready_armies())
        raise SetupError(Text("there is no ready army {name}; there are {names}", name=name[:40], names=names))
    return army
