"""Outlines of areas on a grid of squares, rounded and a little unsteady, as a hand would draw them."""

from collections.abc import Iterable
from math import hypot, sin

from drumhead.core.draw.outlines import Cell, Point, Spot, closed_lines


def areas(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Returns the cells in groups that are connected by their sides."""
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
    found = []
    for column, row in sorted(area):
        sides = (
            ((column, row - 1), (column, row), (column + 1, row)),
            ((column + 1, row), (column + 1, row), (column + 1, row + 1)),
            ((column, row + 1), (column + 1, row + 1), (column, row + 1)),
            ((column - 1, row), (column, row + 1), (column, row)),
        )
        found += [(start, end) for beyond, start, end in sides if beyond not in area]
    return [_corners(line) for line in closed_lines(found)]


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


def _bend(spot: Spot, before: Spot, after: Spot, bend: float, step: float) -> list[Point]:
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
