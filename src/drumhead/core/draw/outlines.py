"""Outlines of areas on a grid, as a hand would draw them: closed lines around cells, and steady irregularity."""

from collections.abc import Iterable
from typing import NamedTuple

Cell = tuple[int, int]
"""A cell of a grid by column and row, or a corner of cells."""
Spot = tuple[float, float]
"""A place on the picture."""


class Point(NamedTuple):
    """A point on an outline, and the direction that leads inside."""

    x: float
    y: float
    in_x: float
    in_y: float


def noise(x: int, y: int, salt: int = 0) -> float:
    """Returns a number from 0 to 1 that looks random and is always the same for the same place and salt."""
    mixed = (x * 374761393 + y * 668265263 + salt * 2246822519 + 3266489917) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 13) * 1274126177) & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 0xFFFFFFFF


def closed_lines(sides: Iterable[tuple[Cell, Cell]]) -> list[list[Cell]]:
    """Joins sides, each from one corner to another, to closed lines, each by its corners in order."""
    ways: dict[Cell, list[Cell]] = {}
    for start, end in sides:
        ways.setdefault(start, []).append(end)
    found = []
    while ways:
        start = min(ways)
        line = [start, ways[start].pop(0)]
        while line[-1] != start:
            line.append(_onward(ways[line[-1]], line))
        found.append(line[:-1])
        ways = {corner: ends for corner, ends in ways.items() if ends}
    return found


def _onward(ends: list[Cell], line: list[Cell]) -> Cell:
    """Takes the next corner of a line; where two lines of squares meet it turns right, so that they stay apart."""
    if len(ends) == 1:
        return ends.pop()
    (a, b), (x, y) = line[-2:]
    right = (x - (y - b), y + (x - a))
    return ends.pop(ends.index(right) if right in ends else 0)
