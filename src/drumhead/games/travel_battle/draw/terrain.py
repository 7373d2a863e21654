"""The ground drawn as on an old map: hachured hills, stippled woods, double lines for roads, houses and furrows."""

from functools import lru_cache
from typing import Final

from drumhead.core.draw.outlines import Cell, Point, noise
from drumhead.core.draw.sheet import number
from drumhead.games.travel_battle.draw.layout import FIELD_H, FIELD_W, SQUARE
from drumhead.games.travel_battle.draw.outlines import areas, borders, line, traced
from drumhead.games.travel_battle.draw.roads import roads

RULES: Final = """
.dh-grass{fill:url(#dh-tufts)}
.dh-tuft{fill:none;stroke:$ink-faint;stroke-width:.9;opacity:.6}
.dh-hill{fill:$hill}
.dh-hill-top{fill:$hill-top}
.dh-hachure{fill:none;stroke:$hachure;stroke-linecap:round}
.dh-lit{stroke-width:.9}
.dh-dark{stroke-width:1.7}
.dh-wood{fill:$wood;stroke:$leaf;stroke-width:1;stroke-dasharray:1 3.2;stroke-linecap:round}
.dh-stipple{fill:none;stroke:$leaf-deep;stroke-width:1.3;stroke-linecap:round;opacity:.65}
.dh-crown{fill:$leaf;stroke:$leaf-deep;stroke-width:1}
.dh-crown-dark{fill:$leaf-deep;opacity:.5}
.dh-trunk{stroke:$leaf-deep;stroke-width:1.6}
.dh-plough{stroke:$furrow;stroke-width:1}
.dh-plough-0{fill:url(#dh-furrow-0)}
.dh-plough-1{fill:url(#dh-furrow-1)}
.dh-soil{fill:$soil}
.dh-furrow{stroke:$furrow;stroke-width:1.1;opacity:.8}
.dh-yard{fill:$trampled;fill-opacity:.7;stroke:$road-edge;stroke-width:1;stroke-dasharray:4 2}
.dh-wall{fill:$wall;stroke:$ink;stroke-width:.8}
.dh-roof{fill:$roof;stroke:$ink;stroke-width:.8;stroke-linejoin:round}
.dh-roof-dark{fill:$roof-deep;stroke:$ink;stroke-width:.8;stroke-linejoin:round}
.dh-door{fill:$ink}
.dh-road-edge{fill:none;stroke:$road-edge;stroke-width:14;stroke-linecap:round}
.dh-road{fill:none;stroke:$road;stroke-width:11;stroke-linecap:round}
.dh-grid{fill:none;stroke:$ink-soft;stroke-width:.7;opacity:.32}
"""

_FURROWS: Final = "".join(
    f'<pattern id="dh-furrow-{index}" width="6.5" height="6.5" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate({angle})"><rect class="dh-soil" width="6.5" height="6.5"/>'
    '<path class="dh-furrow" d="M0 3.2h6.5"/></pattern>'
    for index, angle in enumerate((24, -38))
)
DEFS: Final = (
    '<pattern id="dh-tufts" width="230" height="170" patternUnits="userSpaceOnUse"><path class="dh-tuft" '
    'd="M22 40q3-7 2-12M25 40q1-6 5-9M20 40q-1-5-4-7M140 26q3-7 2-12M143 26q1-6 5-9M138 26q-1-5-4-7'
    "M84 118q3-7 2-12M87 118q1-6 5-9M82 118q-1-5-4-7M196 142q3-7 2-12M199 142q1-6 5-9M194 142q-1-5-4-7"
    'M60 74h9M63 77h9M176 84h9M173 87h8M30 150h8M33 153h9M118 160h8"/></pattern>'
    + _FURROWS
    + '<g id="dh-tree"><path class="dh-trunk" d="M0 0v5"/><path class="dh-crown" '
    'd="M-6 -2a3.6 3.6 0 0 1 2-6a4.4 4.4 0 0 1 8 0a3.6 3.6 0 0 1 2 6a3 3 0 0 1-4 2.6a3.4 3.4 0 0 1-4.4 0'
    'A3 3 0 0 1-6-2z"/><path class="dh-crown-dark" d="M5-7.4a3.6 3.6 0 0 1 1 5.4a3 3 0 0 1-4 2.6a3.4 3.4 0 0 1-3.6.3'
    'C2 .4 5.4-2.6 5-7.4z"/></g>'
    '<g id="dh-house"><path class="dh-wall" d="M-8 0v7h16v-7z"/><path class="dh-door" d="M-5 2.4h2.6V7H-5z"/>'
    '<path class="dh-door" d="M2.4 2.2h2.4v2.2H2.4z"/><path class="dh-roof" d="M-9.4.6L-6-6.4H6.2L9.4.6z"/>'
    '<path class="dh-roof-dark" d="M2.2-9h2.6v3.4H2.2z"/></g>'
    '<g id="dh-barn"><path class="dh-wall" d="M-5.4-1v8H5.4v-8L0-7z"/><path class="dh-door" d="M-1.6 2h3.2v5h-3.2z"/>'
    '<path class="dh-roof-dark" d="M-6.8.6L0-8L6.8.6L5.4 1.6L0-5.4L-5.4 1.6z"/></g>'
)

# Where trees and houses stand in a square, so that those at its edge can be seen around a counter.
_TREES: Final = ((8, 13), (43, 12), (26, 11), (17, 25), (36, 26), (7, 35), (45, 36), (11, 48), (27, 46), (41, 49))
_HOUSES: Final = (("dh-house", 13, 14), ("dh-barn", 39, 15), ("dh-house", 37, 40), ("dh-barn", 13, 41))


@lru_cache(maxsize=64)
def ground(rows: tuple[str, ...]) -> str:
    """The ground at the origin: ten rows of twenty squares as somebody looks at them, drawn once and kept."""
    cells = {kind: _cells(rows, kind) for kind in "HWBf"}
    course = roads(rows)
    parts = [
        _fields(cells["f"]),
        _hills(cells["H"]),
        _woods(cells["W"]),
        _yards(cells["B"]),
        f'<path class="dh-road-edge" d="{course}"/><path class="dh-road" d="{course}"/>' if course else "",
        _trees(cells["W"]),
        _houses(cells["B"]),
    ]
    lines = "".join(f"M{column * SQUARE} 0v{FIELD_H}" for column in range(1, FIELD_W // SQUARE))
    lines += "".join(f"M0 {row * SQUARE}h{FIELD_W}" for row in range(1, FIELD_H // SQUARE))
    return "".join(parts) + f'<path class="dh-grid" d="{lines}"/>'


def _cells(rows: tuple[str, ...], kind: str) -> list[Cell]:
    return [(column, row) for row, squares in enumerate(rows) for column, here in enumerate(squares) if here == kind]


def _onward(cells: list[Cell]) -> set[Cell]:
    """The cells, and beyond the edge of the field those next to them: the land does not end with the map."""
    last_column, last_row = FIELD_W // SQUARE - 1, FIELD_H // SQUARE - 1
    found = set(cells)
    for column, row in cells:
        across = {0: -1, last_column: last_column + 1}.get(column, column)
        down = {0: -1, last_row: last_row + 1}.get(row, row)
        found |= {(across, row), (column, down), (across, down)}
    return found


def _hills(cells: list[Cell]) -> str:
    """Rising ground: a slope, a crest, and hachures that run down from it, heavier where no light falls."""
    shapes = []
    strokes: dict[str, list[str]] = {"lit": [], "dark": []}
    for area in areas(_onward(cells)):
        for border in borders(area):
            shapes.append(f'<path class="dh-hill" d="{line(traced(border, SQUARE, 3, 20, 7))}"/>')
            shapes.append(f'<path class="dh-hill-top" d="{line(traced(border, SQUARE, 17, 11, 7))}"/>')
            for point in traced(border, SQUARE, 3, 20, 4.4):
                strokes["dark" if point.in_x + point.in_y < -0.4 else "lit"].append(_hachure(point))
    drawn = [f'<path class="dh-hachure dh-{side}" d="{"".join(found)}"/>' for side, found in strokes.items() if found]
    return "".join(shapes + drawn)


def _hachure(point: Point) -> str:
    """A stroke down a slope; every third or so is short."""
    if not (-4 < point.x < FIELD_W + 4 and -4 < point.y < FIELD_H + 4):
        return ""
    chance = noise(round(point.x * 3), round(point.y * 3))
    start, end = 1.5 * chance, 6 + 3 * chance if chance < 0.35 else 10 + 4 * chance
    x, y, long = point.x + point.in_x * start, point.y + point.in_y * start, end - start
    return f"M{x:.1f} {y:.1f}l{point.in_x * long:.1f} {point.in_y * long:.1f}"


def _woods(cells: list[Cell]) -> str:
    """The floor of the woods, with a stipple that says so even between the trees."""
    shapes = "".join(
        f'<path class="dh-wood" d="{line(traced(border, SQUARE, 3, 20, 6))}"/>'
        for area in areas(cells)
        for border in borders(area)
    )
    dots = "".join(
        f"M{column * SQUARE + 5 + 42 * noise(column, row, 2 * dot):.1f} "
        f"{row * SQUARE + 5 + 42 * noise(column, row, 2 * dot + 1):.1f}h0"
        for column, row in cells
        for dot in range(26)
    )
    return shapes + (f'<path class="dh-stipple" d="{dots}"/>' if dots else "")


def _trees(cells: list[Cell]) -> str:
    spots = [
        (
            row * SQUARE + y + 4 * noise(column, row, 3 * index) - 2,
            column * SQUARE + x + 5 * noise(column, row, 3 * index + 1) - 2.5,
        )
        for column, row in cells
        for index, (x, y) in enumerate(_TREES)
    ]
    return "".join(f'<use href="#dh-tree" x="{number(x)}" y="{number(y)}"/>' for y, x in sorted(spots))


def _fields(cells: list[Cell]) -> str:
    """Ploughed fields; neighbours are ploughed in different directions."""
    parts = []
    for index, area in enumerate(areas(cells)):
        for border in borders(area):
            outline = line(traced(border, SQUARE, 3.5, 6, 9))
            parts.append(f'<path class="dh-plough dh-plough-{index % 2}" d="{outline}"/>')
    return "".join(parts)


def _yards(cells: list[Cell]) -> str:
    return "".join(
        f'<path class="dh-yard" d="{line(traced(border, SQUARE, 3, 7, 9))}"/>'
        for area in areas(cells)
        for border in borders(area)
    )


def _houses(cells: list[Cell]) -> str:
    spots = []
    for column, row in cells:
        for index, (name, x, y) in enumerate(_HOUSES):
            shift = 3 * noise(column, row, index) - 1.5
            spots.append((row * SQUARE + y + shift, column * SQUARE + x - shift, name))
    return "".join(f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>' for y, x, name in sorted(spots))
