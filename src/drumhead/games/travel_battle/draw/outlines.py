"""Outlines of areas on a grid of squares, rounded and a little unsteady, as a hand would draw them."""

from collections.abc import Iterable
from math import hypot, sin
from typing import NamedTuple

Cell = tuple[int, int]
Way = tuple[float, float]


class Point(NamedTuple):
    """A point on an outline, and the way that leads inside."""

    x: float
    y: float
    in_x: float
    in_y: float


def noise(x: int, y: int, salt: int = 0) -> float:
    """A number from 0 to 1 that looks like chance and never changes."""
    mixed = (x * 374761393 + y * 668265263 + salt * 2246822519 + 3266489917) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 13) * 1274126177) & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 0xFFFFFFFF


def areas(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The cells in groups that hang together by their sides."""
    left = set(cells)
    found = []
    while left:
        start = min(left)
        left.discard(start)
        area, edge = {start}, [start]
        while edge:
            column, row = edge.pop()
            for cell in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if cell in left:
                    left.discard(cell)
                    area.add(cell)
                    edge.append(cell)
        found.append(area)
    return found


def borders(area: set[Cell]) -> list[list[Cell]]:
    """The corners of every closed line around an area, or a hole in it, with the inside to the right."""
    ways: dict[Cell, list[Cell]] = {}
    for column, row in sorted(area):
        sides = (
            ((column, row - 1), (column, row), (column + 1, row)),
            ((column + 1, row), (column + 1, row), (column + 1, row + 1)),
            ((column, row + 1), (column + 1, row + 1), (column, row + 1)),
            ((column - 1, row), (column, row + 1), (column, row)),
        )
        for beyond, start, end in sides:
            if beyond not in area:
                ways.setdefault(start, []).append(end)
    found = []
    while ways:
        start = min(ways)
        line = [start, ways[start].pop(0)]
        while line[-1] != start:
            line.append(_onward(ways[line[-1]], line))
        found.append(_corners(line[:-1]))
        ways = {point: ends for point, ends in ways.items() if ends}
    return found


def _onward(ends: list[Cell], line: list[Cell]) -> Cell:
    """The next point of a line; where two lines meet at a corner it turns right, so that they stay apart."""
    if len(ends) == 1:
        return ends.pop()
    (a, b), (x, y) = line[-2:]
    right = (x - (y - b), y + (x - a))
    return ends.pop(ends.index(right) if right in ends else 0)


def _corners(line: list[Cell]) -> list[Cell]:
    """A closed line without the points at which it goes straight on."""
    count = len(line)
    return [
        here
        for index, here in enumerate(line)
        if (line[index - 1][0] == here[0]) != (here[0] == line[(index + 1) % count][0])
    ]


def traced(corners: list[Cell], scale: float, inset: float, radius: float, step: float) -> list[Point]:
    """Points along a closed line, a step apart: drawn in by the inset, its corners rounded, its course unsteady."""
    count = len(corners)
    longs, ways = [], []
    for (x, y), (to_x, to_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        long = abs(to_x - x) + abs(to_y - y)  # every second line is level, the others upright
        longs.append(long * scale)
        ways.append(((to_x - x) / long, (to_y - y) / long))
    spots = [
        (x * scale - inset * (ways[at - 1][1] + ways[at][1]), y * scale + inset * (ways[at - 1][0] + ways[at][0]))
        for at, (x, y) in enumerate(corners)
    ]
    bends = [min(radius, longs[at - 1] / 2 - inset, longs[at] / 2 - inset) for at in range(count)]
    found: list[Point] = []
    for at, spot in enumerate(spots):
        way, after = ways[at], (at + 1) % count
        found += _bend(spot, ways[at - 1], way, bends[at], step)
        far = abs(spots[after][0] - spot[0]) + abs(spots[after][1] - spot[1])
        straight = far - bends[at] - bends[after]
        parts = max(1, round(straight / step))
        for part in range(1, parts):
            along = bends[at] + straight * part / parts
            found.append(_unsteady(spot[0] + way[0] * along, spot[1] + way[1] * along, -way[1], way[0]))
    return found


def _bend(spot: Way, before: Way, after: Way, bend: float, step: float) -> list[Point]:
    """Points around a corner."""
    parts = max(2, round(1.5 * bend / step))
    found = []
    for part in range(parts + 1):
        t = part / parts
        back, on = (1 - t) * (1 - t) * bend, t * t * bend
        x, y = spot[0] - before[0] * back + after[0] * on, spot[1] - before[1] * back + after[1] * on
        way_x, way_y = before[0] * (1 - t) + after[0] * t, before[1] * (1 - t) + after[1] * t
        long = hypot(way_x, way_y)
        found.append(_unsteady(x, y, -way_y / long, way_x / long))
    return found


def _unsteady(x: float, y: float, in_x: float, in_y: float) -> Point:
    shift = 1.7 * sin(0.071 * x + 0.093 * y + 1.6 * sin(0.037 * x - 0.029 * y))
    return Point(x + in_x * shift, y + in_y * shift, in_x, in_y)


def line(points: list[Point]) -> str:
    """The data of a path through all points and back to the first."""
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y, _, _ in points]) + "z"
