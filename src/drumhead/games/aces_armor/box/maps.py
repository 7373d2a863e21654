"""The two maps, whole or by halves: terrain, factories and starts, read from a text that looks like the map."""

import re
from functools import lru_cache
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.grid.hexes import MOST_COLUMNS, Grid
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.files import Source

STANDARD: Final = 0
FOREST: Final = 1
ROAD: Final = 2
BRIDGE: Final = 3
RIVER: Final = 4
SEA: Final = 5
FACTORY: Final = 6
MOUNTAIN: Final = 7
LETTERS: Final = ".f=H~sF^"
"""The letter of every terrain in the text of a map; `C`, `I` and `B` are factories too, those that the Bulge names."""
_COAST: Final = "C"
_ISLAND: Final = "I"
_BOTTOM: Final = "B"
_TERRAIN_OF: Final = {letter: code for code, letter in enumerate(LETTERS)} | dict.fromkeys("CIB", FACTORY)

WHOLE: Final = 0
LEFT: Final = 1
RIGHT: Final = 2
PARTS: Final = ("whole", "left", "right")
_SIDES: Final = {LEFT: Text("left"), RIGHT: Text("right")}

SEASONS: Final = ("summer", "winter")
_HEAD: Final = ("name", "season")
STARTS: Final = 12
MAX_HEXES: Final = 511
_HALF_STARTS: Final = STARTS // 2
_HALF_FACTORIES: Final = 5
_LEAST_ROWS: Final = 6
_LEAST_COLUMNS: Final = 8
_SHOWN: Final = f"{LETTERS}{_COAST}{_ISLAND}{_BOTTOM}"
_CELL: Final = re.compile(r"([.f=H~sF^CIB])(\d{0,2})")


@native(allow_interpreted_subclasses=True, serializable=True)
class HexMap:
    """A map, or the half of one that is played on; hexes have the same numbers either way.

    Lists have one entry a hex of the whole map; what lies beyond the border of a half has no neighbours.
    """

    def __init__(self, name: str, season: str, grid: Grid, letters: str, starts: list[int], part: int) -> None:
        self.name: str = name
        self.season: str = season
        """Summer or winter, which is a matter of looks."""
        self.grid: Grid = grid
        self.part: int = part
        self.letters: str = letters
        """The letter of every hex of the whole map, in their order."""
        middle = grid.width // 2
        self.inside: list[int] = [
            int(part == WHOLE or (hex_ % grid.width < middle) == (part == LEFT)) for hex_ in range(grid.count)
        ]
        """[AA-1.4] 1 for the hexes that are played on."""
        self.hexes: list[int] = [hex_ for hex_ in range(grid.count) if self.inside[hex_]]
        """The hexes that are played on, in order."""
        self.neighbours: list[list[int]] = [
            [near for near in nears if self.inside[near] and self.inside[hex_]]
            for hex_, nears in enumerate(grid.neighbours)
        ]
        """The hexes around every hex, clockwise from the one above."""
        self.distance: list[list[int]] = grid.distance
        self.names: list[str] = grid.names
        self.terrain: list[int] = [_TERRAIN_OF[letter] for letter in letters]
        self.water: list[int] = [int(code in (RIVER, SEA)) for code in self.terrain]
        self.shore: list[int] = [
            int(not self.water[hex_] and any(self.terrain[near] == SEA for near in self.neighbours[hex_]))
            for hex_ in range(grid.count)
        ]
        """1 for land beside the sea."""
        self.factories: list[int] = self._marked("FCIB")
        self.factory_at: list[int] = [-1] * grid.count
        """The place of a factory in `factories`, or -1."""
        for index, hex_ in enumerate(self.factories):
            self.factory_at[hex_] = index
        self.coast: list[int] = self._marked(_COAST)
        """The factories that the Allies hold at the start of the Bulge."""
        self.island: list[int] = self._marked(_ISLAND)
        self.bottom: list[int] = self._marked(_BOTTOM)
        """The factories that the Germans hold at the start of the Bulge."""
        self._printed_starts: list[int] = starts
        self.starts: list[int] = [hex_ if hex_ >= 0 and self.inside[hex_] else -1 for hex_ in starts]
        """The hex of every start by its number 1 to 12; -1 where there is none."""
        self.numbers: list[int] = [number for number, hex_ in enumerate(self.starts) if hex_ >= 0]
        """The numbers of the starts that are played with."""

    def _marked(self, marks: str) -> list[int]:
        return [hex_ for hex_ in self.hexes if self.letters[hex_] in marks]

    def ring(self, hex_: int, steps: int) -> list[int]:
        """The hexes exactly some steps away, clockwise from the one straight above."""
        return [found for found in self.grid.ring(hex_, steps) if self.inside[found]]

    def half(self, part: int) -> "HexMap":
        """The same map, but played on the whole of it, the left or the right half."""
        return HexMap(self.name, self.season, self.grid, self.letters, self._printed_starts, part)


@lru_cache(maxsize=8)
def grid_of(width: int, height: int) -> Grid:
    """The grid of a size; distances on it are measured once."""
    return Grid(width, height)


def read_map(source: Source) -> HexMap:
    """The whole map in a text: two lines a row of hexes, those of the second line half a hex lower than the first."""
    head, rows = _head_and_rows(source)
    cells = [[_cell(source, line, word) for word in words] for line, words in rows]
    across = _width(source, rows)
    grid = grid_of(across, len(rows) // 2)
    letters, starts, lines = [""] * grid.count, [-1] * (STARTS + 1), [0] * grid.count
    for index, (line, _) in enumerate(rows):
        for at, (letter, number) in enumerate(cells[index]):
            hex_ = index // 2 * across + 2 * at + index % 2
            letters[hex_], lines[hex_] = letter, line
            if number:
                _check_start(source, line, letter, number, starts)
                starts[number] = hex_
    found = HexMap(head["name"], head["season"], grid, "".join(letters), starts, WHOLE)
    _check_halves(source, found, lines)
    return found


def _head_and_rows(source: Source) -> tuple[dict[str, str], list[tuple[int, list[str]]]]:
    """The name and the season of a map, and the words of all its other lines with their numbers."""
    numbered = source.numbered()
    head: dict[str, str] = {}
    for (line, words), key in zip(numbered, _HEAD, strict=False):
        given, _, value = words.partition(":")
        if given != key or not value.strip():
            raise source.fault(line, Text("here should be the {key} of the map, as '{key}: ...'", key=key))
        head[key] = value.strip()
    if len(head) < len(_HEAD):
        raise source.fault(0, Text("a map begins with its {keys}", keys=", ".join(_HEAD)))
    if head["season"] not in SEASONS:
        problem = Text("the season is {seasons}, not {word!r}", seasons=" or ".join(SEASONS), word=head["season"])
        raise source.fault(numbered[1][0], problem)
    return head, [(line, words.split()) for line, words in numbered[len(_HEAD) :]]


def _cell(source: Source, line: int, word: str) -> tuple[str, int]:
    found = _CELL.fullmatch(word)
    if found is None:
        problem = Text(
            "{word!r} is no hex; one is a letter of {letters} and perhaps a start", word=word, letters=_SHOWN
        )
        raise source.fault(line, problem)
    if found[2] and not 1 <= int(found[2]) <= STARTS:
        raise source.fault(line, Text("starts are numbered 1 to 12, not {number}", number=found[2]))
    return found[1], int(found[2] or 0)


def _width(source: Source, rows: list[tuple[int, list[str]]]) -> int:
    """The number of columns, once every line is seen to have its half of them."""
    if len(rows) < 2 * _LEAST_ROWS:
        raise source.fault(0, Text("a map has at least {rows} rows of hexes, two lines each", rows=_LEAST_ROWS))
    half = len(rows[0][1])
    for line, words in rows:
        if len(words) != half:
            raise source.fault(line, Text("{n} hexes where the first line has {half}", n=len(words), half=half))
    if len(rows) % 2:
        raise source.fault(rows[-1][0], Text("the last row of hexes lacks its second line"))
    if not _LEAST_COLUMNS <= 2 * half <= MOST_COLUMNS:
        problem = Text(
            "a map has {least} to {most} columns, not {n}", n=2 * half, least=_LEAST_COLUMNS, most=MOST_COLUMNS
        )
        raise source.fault(rows[0][0], problem)
    if half * len(rows) > MAX_HEXES:
        raise source.fault(0, Text("a map has at most {most} hexes, not {n}", n=half * len(rows), most=MAX_HEXES))
    return 2 * half


def _check_start(source: Source, line: int, letter: str, number: int, starts: list[int]) -> None:
    if starts[number] >= 0:
        raise source.fault(line, Text("start {number} is there twice", number=number))
    if _TERRAIN_OF[letter] in (RIVER, SEA, FACTORY):
        raise source.fault(line, Text("start {number} cannot be on water or a factory", number=number))


def _check_halves(source: Source, whole: HexMap, lines: list[int]) -> None:
    """[AA-1.2] Each half has five factories and its six starts, and infantry comes from any start to any factory."""
    for number, hex_ in enumerate(whole.starts[1:], 1):
        if hex_ < 0:
            raise source.fault(0, Text("start {number} is missing", number=number))
        part = LEFT if number <= _HALF_STARTS else RIGHT
        if (hex_ % whole.grid.width < whole.grid.width // 2) != (part == LEFT):
            problem = Text("start {number} belongs to the {side} half", number=number, side=_SIDES[part])
            raise source.fault(lines[hex_], problem)
    for part in (LEFT, RIGHT):
        half = whole.half(part)
        if len(half.factories) != _HALF_FACTORIES:
            problem = Text("the {side} half has {n} factories, not 5", side=_SIDES[part], n=len(half.factories))
            too_many = len(half.factories) > _HALF_FACTORIES
            raise source.fault(lines[half.factories[-1]] if too_many else 0, problem)
        for number in half.numbers:
            reached = _reached(half, half.starts[number])
            for hex_ in half.factories:
                if not reached.intersection(half.neighbours[hex_]):
                    problem = Text(
                        "no way from start {number} to the factory {hex}", number=number, hex=half.names[hex_]
                    )
                    raise source.fault(lines[hex_], problem)


def _reached(half: HexMap, start: int) -> set[int]:
    """All hexes that infantry comes to, given time, without entering a factory."""
    found, edge = {start}, [start]
    while edge:
        for near in half.neighbours[edge.pop()]:
            if near not in found and half.terrain[near] != FACTORY:
                found.add(near)
                edge.append(near)
    return found


def check_bulge(source: Source, winter: HexMap) -> None:
    """[AA-12.3] The winter map has four factories on the coast, one on an island, three at the bottom."""
    wanted = ((_COAST, winter.coast, 4), (_ISLAND, winter.island, 1), (_BOTTOM, winter.bottom, 3))
    for letter, found, count in wanted:
        if len(found) != count:
            problem = Text("the letter {a} is wanted {b} times, not {c}", a=letter, b=count, c=len(found))
            raise source.fault(0, problem)
    if not any(winter.shore):
        raise source.fault(0, Text("the winter map has no sea"))
