"""Outlines of areas of hexes, rounded and a little unsteady, as a hand would draw them."""

from collections.abc import Iterable
from math import hypot, sin, sqrt
from typing import Final

from drumhead.core.draw.outlines import Cell, Point, Spot, closed_lines

SIDE: Final = 34.0
"""The side of a hex, and the distance from its middle to a corner."""
HIGH: Final = SIDE * sqrt(3)
"""The height of a hex."""

# The corners of a hex from the right one on, clockwise, in half sides across and half heights down.
_CORNERS: Final = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
CORNERS: Final = tuple((x * SIDE / 2, y * HIGH / 2) for x, y in _CORNERS)
"""The corners of a hex around its middle, clockwise from the right one."""


def middle(column: int, row: int) -> Spot:
    """The middle of a hex; the frame of the first one begins at the origin."""
    return SIDE + 1.5 * SIDE * column, HIGH * (row + 0.5 + (column & 1) / 2)


def beside(cell: Cell) -> list[Cell]:
    """The six hexes around a hex, each one across the side that follows a corner of `CORNERS`."""
    column, row = cell
    low = row + (column & 1)
    return [
        (column + 1, low),
        (column, row + 1),
        (column - 1, low),
        (column - 1, low - 1),
        (column, row - 1),
        (column + 1, low - 1),
    ]


def borders(area: Iterable[Cell]) -> list[list[Spot]]:
    """The corners of every closed line around hexes, or a hole in them, with the inside to the right."""
    cells = set(area)
    sides = []
    for column, row in cells:
        x, y = 3 * column, 2 * row + (column & 1)
        for side, beyond in enumerate(beside((column, row))):
            if beyond not in cells:
                (x1, y1), (x2, y2) = _CORNERS[side], _CORNERS[(side + 1) % 6]
                sides.append(((x + x1, y + y1), (x + x2, y + y2)))
    return [[((x + 2) * SIDE / 2, (y + 1) * HIGH / 2) for x, y in line] for line in closed_lines(sides)]


def drawn_in(corners: list[Spot], inset: float) -> list[Spot]:
    """The corners of a closed line, moved inside and shaken a little."""
    count = len(corners)
    found = []
    for at, (x, y) in enumerate(corners):
        (before_x, before_y), (after_x, after_y) = corners[at - 1], corners[(at + 1) % count]
        in_x, in_y = before_y - after_y, after_x - before_x
        far = hypot(in_x, in_y) or 1
        shift = inset + 2.2 * sin(0.083 * x + 0.117 * y + 1.7 * sin(0.041 * x - 0.033 * y))
        found.append((x + in_x / far * shift, y + in_y / far * shift))
    return found


def rounded(corners: list[Spot]) -> str:
    """The data of a closed line that bends around corners from the middle of one side to that of the next."""
    x, y = _between(corners[-1], corners[0])
    parts = [f"M{x:.1f} {y:.1f}"]
    for at, (x, y) in enumerate(corners):
        to_x, to_y = _between(corners[at], corners[(at + 1) % len(corners)])
        parts.append(f"Q{x:.1f} {y:.1f} {to_x:.1f} {to_y:.1f}")
    return "".join(parts) + "z"


def traced(corners: list[Spot], step: float) -> list[Point]:
    """Points along a rounded line, about a step apart."""
    found = []
    for at, (x, y) in enumerate(corners):
        x1, y1 = _between(corners[at - 1], corners[at])
        x2, y2 = _between(corners[at], corners[(at + 1) % len(corners)])
        parts = max(2, round((hypot(x - x1, y - y1) + hypot(x2 - x, y2 - y)) / step))
        for part in range(parts):
            t = part / parts
            way_x, way_y = (1 - t) * (x - x1) + t * (x2 - x), (1 - t) * (y - y1) + t * (y2 - y)
            far = hypot(way_x, way_y) or 1
            on_x = (1 - t) ** 2 * x1 + 2 * t * (1 - t) * x + t * t * x2
            on_y = (1 - t) ** 2 * y1 + 2 * t * (1 - t) * y + t * t * y2
            found.append(Point(on_x, on_y, -way_y / far, way_x / far))
    return found


def _between(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
