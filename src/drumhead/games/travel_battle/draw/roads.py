"""The course of the roads over a field of squares."""

from drumhead.core.draw.outlines import Cell
from drumhead.core.draw.sheet import number
from drumhead.games.travel_battle.draw.layout import FIELD_H, FIELD_W, SQUARE

Spot = tuple[float, float]


def roads(rows: tuple[str, ...]) -> str:
    """The data of a path over all road squares; drawn wide and then narrow it makes a double line."""
    cells = {(c, r) for r, squares in enumerate(rows) for c, here in enumerate(squares) if here == "r"}
    houses = {(c, r) for r, squares in enumerate(rows) for c, here in enumerate(squares) if here == "B"}
    return "".join(_through(cell, _ways(cell, cells, houses)) for cell in sorted(cells))


def _middle(cell: Cell) -> Spot:
    return (cell[0] + 0.5) * SQUARE, (cell[1] + 0.5) * SQUARE


def joins(cell: Cell, cells: set[Cell]) -> list[Cell]:
    """The road squares that a road runs on to: those beside it, and at a corner where no other way leads."""
    column, row = cell
    found = [
        (column + dx, row + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)) if (column + dx, row + dy) in cells
    ]
    for dx, dy in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        around = {(column + dx, row), (column, row + dy)} & cells
        if (column + dx, row + dy) in cells and not around:
            found.append((column + dx, row + dy))
    return found


def _leaves(cell: Cell) -> list[Spot]:
    """Where a road runs off the map: roads cross the edge of a board at the third square from a corner."""
    column, row = cell
    x, y = _middle(cell)
    found: list[Spot] = []
    if row in (2, 7):
        found += [(-9, y)] * (column == 0) + [(FIELD_W + 9, y)] * (column == FIELD_W // SQUARE - 1)
    if column % 10 in (2, 7):
        found += [(x, -9)] * (row == 0) + [(x, FIELD_H + 9)] * (row == FIELD_H // SQUARE - 1)
    return found


def _ways(cell: Cell, cells: set[Cell], houses: set[Cell]) -> list[Spot]:
    """Where the road in a square leads to: halfway to its neighbours, off the map, or else to a house."""
    x, y = _middle(cell)
    found = [((x + to_x) / 2, (y + to_y) / 2) for to_x, to_y in map(_middle, joins(cell, cells))]
    found += _leaves(cell)
    if len(found) < 2:
        column, row = cell
        beside = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
        doors = [_middle(house) for house in beside if house in houses]
        found += [(x + 0.52 * (to_x - x), y + 0.52 * (to_y - y)) for to_x, to_y in doors]
    return found


def _through(cell: Cell, ways: list[Spot]) -> str:
    """The data of the road in one square: a bend between two ways, or spokes from the middle."""
    middle = " ".join(map(number, _middle(cell)))
    ends = [f"{number(x)} {number(y)}" for x, y in ways]
    if len(ends) == 2:
        return f"M{ends[0]}Q{middle} {ends[1]}"
    return "".join(f"M{end}L{middle}" for end in ends) or f"M{middle}h0"
