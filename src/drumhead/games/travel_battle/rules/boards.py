"""Chapter 1: the two boards, how they are turned, and the battlefield they make."""

from functools import cache
from importlib.resources import files
from typing import Final

from drumhead.core.compiled import native
from drumhead.core.errors import NotationError
from drumhead.core.grid.squares import Grid
from drumhead.games.travel_battle.reach.bitset60 import Bitset60, bitset60

WIDE: Final = 20
DEEP: Final = 10
GRID: Final = Grid(WIDE, DEEP)
ALL: Final = GRID.all
BIT: Final = GRID.bit
NEIGHBOURS: Final = GRID.neighbours
NOT_FIRST: Final = GRID.not_first
NOT_LAST: Final = GRID.not_last
WITHIN_2: Final = [GRID.within(square, 2) for square in range(GRID.count)]
WITHIN_3: Final = [GRID.within(square, 3) for square in range(GRID.count)]

OPEN: Final = "."
ROAD: Final = "r"
HILL: Final = "H"
WOOD: Final = "W"
BUILDING: Final = "B"
FIELD: Final = "f"
KINDS: Final = OPEN + ROAD + HILL + WOOD + BUILDING + FIELD

OPEN_GROUND: Final = 0  # the code of a battlefield without any terrain
FIRST_LAYOUT: Final = 1  # layouts of boards have codes from here on
FIRST_DRAWN: Final = 65  # and battlefields drawn by hand from here on


@native(allow_interpreted_subclasses=True, serializable=True)
class Ground:
    """The terrain of a battlefield, as sets of squares. Its code tells it from all others."""

    __slots__ = (
        "boards",
        "building",
        "code",
        "hill",
        "hills",
        "is_hill",
        "is_rough",
        "on_road",
        "passable",
        "road",
        "road60",
        "rough",
        "rough60",
        "rows",
        "tall",
        "wood",
        "wood60",
    )

    def __init__(self, code: int, rows: tuple[str, ...], boards: tuple[tuple[str, int], ...]) -> None:
        """[TB-3.5, TB-9.2] Woods are closed to all but infantry; buildings too where the option says so."""
        self.code: int = code
        self.rows: tuple[str, ...] = rows
        """Ten rows of twenty letters, the far one first."""
        self.boards: tuple[tuple[str, int], ...] = boards
        """The left and the right board, each with its rotation in degrees clockwise; empty if drawn by hand."""
        cells = "".join(reversed(rows))
        self.road: int = _where(cells, ROAD)
        self.on_road: list[bool] = [cell == ROAD for cell in cells]
        """Whether there is a road on each square."""
        self.hill: int = _where(cells, HILL)
        self.is_hill: list[bool] = [cell == HILL for cell in cells]
        self.hills: list[int] = _hills(self.hill)
        """The hill that each square is part of: the hill squares that are connected by their sides; else nothing."""
        self.wood: int = _where(cells, WOOD)
        self.building: int = _where(cells, BUILDING)
        self.rough: int = self.wood | self.building
        """Where two units may not share a square and none forms square."""
        self.is_rough: list[bool] = [cell in (WOOD, BUILDING) for cell in cells]
        self.tall: int = self.rough | self.hill
        """What stands in the way of sight, but for the hills that gun and target stand on."""
        self.passable: list[int] = [ALL & ~self.wood, ALL & ~self.rough]
        """Where pieces other than infantry may go: with buildings open to any, and to infantry only."""
        self.road60: Bitset60 = bitset60(self.road)
        self.wood60: Bitset60 = bitset60(self.wood)
        self.rough60: Bitset60 = bitset60(self.rough)


def _hills(hill: int) -> list[int]:
    """[TB-5.3] By square, the whole hill that it is part of."""
    out = [0] * GRID.count
    while hill:
        whole, more = 0, hill & -hill
        while more:
            whole |= more
            more = (more << 1 & NOT_FIRST | more >> 1 & NOT_LAST | more << WIDE | more >> WIDE) & hill & ~whole
        for square in bits(whole):
            out[square] = whole
        hill &= ~whole
    return out


def _where(cells: str, kind: str) -> int:
    return sum(1 << square for square, cell in enumerate(cells) if cell == kind)


@cache
def boards() -> dict[str, tuple[str, ...]]:
    """[TB-1.3] The boards by name, each as ten rows with side 1 at the bottom."""
    text = files("drumhead.games.travel_battle").joinpath("data/boards.txt").read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in text.splitlines():
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if len(words) == 1:
            name = words
            found[name] = ()
        else:
            found[name] += (words,)
    return found


BOARDS: Final = tuple(boards())


def turned(rows: tuple[str, ...], quarters: int) -> tuple[str, ...]:
    """Returns a board turned clockwise by a number of quarters."""
    for _ in range(quarters % 4):
        rows = tuple("".join(row[column] for row in reversed(rows)) for column in range(len(rows[0])))
    return rows


def quarters_of(seat: int, edge: int) -> int:
    """[TB-1.3] How far a board is turned clockwise, as seat 0 sees it, to face its owner with an edge."""
    return (edge - 1 + 2 * seat) % 4


def layout_code(left: tuple[int, int], right: tuple[int, int]) -> int:
    """The code of two boards, each by its number and its quarters."""
    return FIRST_LAYOUT + left[0] + left[1] * 2 + right[0] * 8 + right[1] * 16


def layout(code: int) -> Ground:
    """[TB-1.3] The battlefield of two boards side by side."""
    packed = code - FIRST_LAYOUT
    halves = ((packed & 1, packed >> 1 & 3), (packed >> 3 & 1, packed >> 4 & 3))
    left, right = (turned(boards()[BOARDS[board]], quarters) for board, quarters in halves)
    named = tuple((BOARDS[board], quarters * 90) for board, quarters in halves)
    return Ground(code, tuple(one + other for one, other in zip(left, right, strict=True)), named)


def drawn(rows: tuple[str, ...]) -> Ground:
    """A battlefield as somebody drew it, the far row first."""
    if len(rows) != DEEP or any(len(row) != WIDE or set(row) - set(KINDS) for row in rows):
        raise NotationError(
            "a battlefield is {deep} rows of {wide} letters out of {kinds}", deep=DEEP, wide=WIDE, kinds=KINDS
        )
    code = 0
    for cell in "".join(rows):
        code = code * len(KINDS) + KINDS.index(cell)
    return ground_of(code + FIRST_DRAWN if code else OPEN_GROUND)


@cache
def ground_of(code: int) -> Ground:
    """The battlefield of a code."""
    if FIRST_LAYOUT <= code < FIRST_DRAWN:
        return layout(code)
    rest = code - FIRST_DRAWN if code else 0
    cells = []
    for _ in range(GRID.count):
        rest, cell = divmod(rest, len(KINDS))
        cells.append(KINDS[cell])
    text = "".join(reversed(cells))
    return Ground(code, tuple(text[row * WIDE : (row + 1) * WIDE] for row in range(DEEP)), ())


def spread(squares: int) -> int:
    """The squares of a set and all around them."""
    wide = squares | squares << 1 & NOT_FIRST | squares >> 1 & NOT_LAST
    return (wide | wide << 20 | wide >> 20) & ALL


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out
