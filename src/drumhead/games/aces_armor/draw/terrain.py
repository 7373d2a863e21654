"""The ground drawn as on an old map: the hex grid, hachured mountains, stippled woods, roads, lined water."""

from functools import lru_cache
from typing import Final

from drumhead.core.draw.outlines import Cell, Point, Spot, noise
from drumhead.games.aces_armor.draw.outlines import (
    CORNERS,
    HIGH,
    SIDE,
    beside,
    borders,
    drawn_in,
    middle,
    rounded,
    traced,
)
from drumhead.games.aces_armor.draw.roads import ROADS, WORKS, course, links

RULES: Final = """
.dh-summer{fill:url(#dh-light)}
.dh-winter{fill:url(#dh-snow)}
.dh-snow-in{stop-color:$snow}
.dh-snow-out{stop-color:$snow-edge}
.dh-tufts{fill:url(#dh-tuft)}
.dh-drifts{fill:url(#dh-drift)}
.dh-tuft{fill:none;stroke:$ink-faint;stroke-width:.9;opacity:.55}
.dh-water{fill:$water;stroke:$water-deep;stroke-width:1.4}
.dh-waterline{fill:none;stroke:$water-deep;stroke-width:.8;opacity:.5}
.dh-wave{fill:none;stroke:$water-deep;stroke-width:1.1;stroke-linecap:round;opacity:.75}
.dh-wood{fill:$wood;stroke:$leaf;stroke-width:1.2;stroke-dasharray:1 3.2;stroke-linecap:round}
.dh-stipple{fill:none;stroke:$leaf-deep;stroke-width:1.3;stroke-linecap:round;opacity:.6}
.dh-fir{fill:$leaf;stroke:$leaf-deep;stroke-width:.8;stroke-linejoin:round}
.dh-fir-dark{fill:$leaf-deep;opacity:.55}
.dh-fir-snow{fill:$snow;opacity:.7}
.dh-wood-winter{fill:$wood-snow;stroke:$leaf;stroke-width:1.2;stroke-dasharray:1 3.2;stroke-linecap:round}
.dh-rock{fill:$rock}
.dh-hachure{fill:none;stroke:$rock-deep;stroke-width:1;stroke-linecap:round;opacity:.75}
.dh-peak{fill:$hill-top;stroke:$rock-deep;stroke-width:1;stroke-linejoin:round}
.dh-peak-dark{fill:$rock-deep;opacity:.6}
.dh-decorative{opacity:.3}
.dh-bridge-edge{fill:none;stroke:$ink;stroke-width:19}
.dh-bridge{fill:none;stroke:$wall;stroke-width:16.4}
.dh-bridge-plank{fill:none;stroke:$ink-soft;stroke-width:16.4;stroke-dasharray:1 4.4}
.dh-road-edge{fill:none;stroke:$road-edge;stroke-width:11.5;stroke-linecap:round}
.dh-road{fill:none;stroke:$road;stroke-width:8.6;stroke-linecap:round}
.dh-yard{fill:$trampled;fill-opacity:.85;stroke:$road-edge;stroke-width:1;stroke-dasharray:4 2}
.dh-hall{fill:$wall;stroke:$ink;stroke-width:1;stroke-linejoin:round}
.dh-hall-roof{fill:$roof;stroke:$ink;stroke-width:.9;stroke-linejoin:round}
.dh-chimney{fill:$roof-deep;stroke:$ink;stroke-width:.9}
.dh-smoke{fill:none;stroke:$ink-soft;stroke-width:1.4;stroke-linecap:round;opacity:.7}
.dh-pane{fill:$ink}
.dh-grid{fill:none;stroke:$ink;stroke-width:.8;opacity:.34}
.dh-fringe{fill:$sheet;opacity:.55;fill-rule:evenodd}
.dh-edge-line{fill:none;stroke:$ink-soft;stroke-width:1.6;stroke-linejoin:round}
.dh-start{fill:none;stroke:$ink;stroke-width:1.3;stroke-dasharray:2.2 2;opacity:.6}
.dh .dh-start-number{font-family:$serif;font-size:19px;font-weight:700;fill:$ink;opacity:.6}
.dh .dh-name{font-size:11.4px;fill:$ink;opacity:.5}
"""

_FIR: Final = (
    '<path class="dh-fir" d="M0-10.5L3.4-5H1.8L5-.4H2.6L6 4H-6L-2.6-.4H-5L-1.8-5H-3.4z"/>'
    '<path class="dh-fir-dark" d="M0-10.5L3.4-5H1.8L5-.4H2.6L6 4H1.4Q2.4-3 0-10.5zM-.9 4h1.8v2.4h-1.8z"/>'
)
# Where things stand in a hex, so that those near its edge can be seen around a counter.
_FIRS: Final = ((-19, -13), (0, -19), (19, -12), (-25, 3), (25, 4), (-8, -2), (9, 0), (-15, 19), (2, 20), (17, 19))
_VARIANTS: Final = 6
"""How many hexes of wood and of water are drawn by hand; each on a map is like one of them."""


def _steps(spots: list[Spot], mark: str) -> str:
    """The data of marks around a point, each told from the one before: the same for every point."""
    found, (x, y) = [], (0.0, 0.0)
    for to_x, to_y in spots:
        found.append(f"m{to_x - x:.1f} {to_y - y:.1f}{mark}")
        x, y = to_x, to_y
    return "".join(found)


def _dots(variant: int) -> str:
    """The stipple of a hex of wood; every dot goes back to where it began."""
    spots = [
        (52 * noise(variant, 7, 2 * index) - 26, 46 * noise(variant, 7, 2 * index + 1) - 23) for index in range(16)
    ]
    return _steps(spots, "h.1h-.1")


def _waves(variant: int) -> str:
    """The waves of a hex of water; every wave goes back to where it began."""
    places = ((-17, -13), (6, -17), (-6, 3), (12, 6), (-15, 17), (7, 20))
    spots = [(x + 5 * noise(variant, 11, index), float(y)) for index, (x, y) in enumerate(places)]
    return _steps(spots, "q3-3.4 6 0t6 0m-12 0")


def _firs(season: str, variant: int) -> str:
    """The firs of a hex of wood."""
    trees = "".join(
        f'<use href="#dh-fir-{season}" x="{x + 4 * noise(variant, 3, index) - 2:.1f}" '
        f'y="{y + 4 * noise(variant, 3, index + 50) - 2:.1f}"/>'
        for index, (x, y) in enumerate(_FIRS)
    )
    return f'<g id="dh-firs-{season}-{variant}">{trees}</g>'


_DOTS: Final = [_dots(variant) for variant in range(_VARIANTS)]
_WAVES: Final = [_waves(variant) for variant in range(_VARIANTS)]
DEFS: Final = (
    '<radialGradient id="dh-snow" cx=".5" cy=".5" r=".75"><stop offset=".25" class="dh-snow-in"/>'
    '<stop offset="1" class="dh-snow-out"/></radialGradient>'
    '<pattern id="dh-tuft" width="230" height="170" patternUnits="userSpaceOnUse"><path class="dh-tuft" '
    'd="M22 40q3-7 2-12M25 40q1-6 5-9M20 40q-1-5-4-7M140 26q3-7 2-12M143 26q1-6 5-9M138 26q-1-5-4-7'
    "M84 118q3-7 2-12M87 118q1-6 5-9M82 118q-1-5-4-7M196 142q3-7 2-12M199 142q1-6 5-9M194 142q-1-5-4-7"
    'M60 74h9M63 77h9M176 84h9M173 87h8M30 150h8M33 153h9M118 160h8"/></pattern>'
    '<pattern id="dh-drift" width="190" height="150" patternUnits="userSpaceOnUse"><path class="dh-tuft" '
    'd="M14 30q10-7 22-3M28 34q8-4 15-1M110 22q12-8 26-2M70 96q11-7 24-2M84 101q8-4 14-1'
    'M150 120q10-7 22-2M30 136q9-6 19-2"/>'
    "</pattern>"
    f'<g id="dh-fir-summer">{_FIR}</g><g id="dh-fir-winter">{_FIR}<path class="dh-fir-snow" '
    'd="M0-10.5L2.6-6.2L.6-7.4L-.8-5.8L-2.4-6.6zM-1.8-5L-4.4-1.2L-2-2.4L0-1L2.4-2.6L3.6-2.2L1.8-5L0-3.6z'
    'M-3.6 1L-5.6 3.6L-2 2L1.6 3.2L4.6 2.2L2.8-.2L0 1z"/></g>'
    '<g id="dh-peak"><path class="dh-peak" d="M-13 8L-5-5L-2-2L3-12L14 8z"/>'
    '<path class="dh-peak-dark" d="M3-12L14 8H6L4.4 2L6.2-1L2.6-4zM-5-5L-2-2L-3.6 2L-1.6 8H-5.6L-6.6 2z"/></g>'
    '<g id="dh-factory"><path class="dh-smoke" d="M10.4-19q-3-2.6 0-5t1.6-4.4M15-20.6q-2.2-2.4.6-4.4"/>'
    '<path class="dh-chimney" d="M8.4 2L9-17.6h3L12.6 2zM13.2 2l.6-15h2.6l.6 15z"/>'
    '<path class="dh-hall" d="M-20 14V1.6h38.4V14z"/>'
    '<path class="dh-hall-roof" d="M-20 1.6V-1L-11-8V-.6L-2-8V-.6L7-8V1.6z"/>'
    '<path class="dh-pane" d="M-16.4 5h4v3.4h-4zM-9.4 5h4v3.4h-4zM-2.4 5h4v3.4h-4zM5 6h5.6v8H5z"/></g>'
    + "".join(_firs(season, variant) for season in ("summer", "winter") for variant in range(_VARIANTS))
)

_PEAKS: Final = ((-11, -12, 0.8), (13, -9, 0.75), (-16, 13, 0.85), (10, 15, 1.0))
_FAR: Final = 1000
_BELOW: Final = "".join(
    f"l{CORNERS[at + 1][0] - CORNERS[at][0]:.1f} {CORNERS[at + 1][1] - CORNERS[at][1]:.1f}" for at in range(3)
)
"""The three lower sides of a hex, from its right corner on."""
_CODES: Final = {"water": "~sH", "wood": "f", "rock": "^"}


@lru_cache(maxsize=16)
def ground(letters: str, width: int, first: int, last: int, season: str, *, mountains: bool) -> str:
    """The ground of the columns from the first to the last, drawn once and kept.

    Mountains that are no terrain of their own are drawn faintly.
    """
    height = len(letters) // width
    cells = _spread(letters, width, first, last)
    inside = {(column, row) for column in range(first, last + 1) for row in range(height)}
    printed = {(column, row) for column, row in cells if 0 <= column < width and 0 <= row < height}
    where = {kind: [cell for cell, letter in cells.items() if letter in marks] for kind, marks in _CODES.items()}
    rock = _rock(where["rock"])
    parts = [
        _water(where["water"], cells),
        rock if mountains else f'<g class="dh-decorative">{rock}</g>',
        _wood(where["wood"], season),
        _roads({cell: letter for cell, letter in cells.items() if letter in ROADS + WORKS and cell in printed}),
        _trees(where["wood"], season),
        "".join(_works(cell) for cell in sorted(inside) if cells[cell] in WORKS),
        _hex_grid(inside),
    ]
    return "".join(parts)


def _variant(column: int, row: int) -> int:
    """Which of the hexes drawn by hand a hex is like."""
    return int(noise(column, row) * _VARIANTS) % _VARIANTS


def _spread(letters: str, width: int, first: int, last: int) -> dict[Cell, str]:
    """The letters of hexes by column and row, and a rim of hexes around: the land does not end with the map."""
    height = len(letters) // width
    found = {}
    for column in range(first - 1, last + 2):
        for row in range(-1, height + 1):
            at = min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)
            beyond = not (0 <= row < height and 0 <= column < width)
            found[column, row] = letters[at - 1] if beyond and letters[at] in WORKS else letters[at]
    return found


def _shapes(kind: str, edges: list[list[Spot]], inset: float) -> str:
    """Areas of hexes with rounded edges."""
    data = "".join(rounded(drawn_in(border, inset)) for border in edges)
    return f'<path class="{kind}" d="{data}"/>' if data else ""


def _water(wet: list[Cell], cells: dict[Cell, str]) -> str:
    """Rivers and the sea: lines along their banks, and waves where there is no bridge."""
    waves = []
    for column, row in wet:
        x, y = middle(column, row)
        if cells[column, row] == "H":
            continue
        waves.append(f"M{x:.1f} {y:.1f}{_WAVES[_variant(column, row)]}")
    edges = borders(wet)
    drawn = _shapes("dh-water", edges, 2.4) + _shapes("dh-waterline", edges, 6) + _shapes("dh-waterline", edges, 9.4)
    return drawn + (f'<path class="dh-wave" d="{"".join(waves)}"/>' if waves else "")


def _wood(cells: list[Cell], season: str) -> str:
    """Woods: an area with a dotted edge, stippled."""
    dots = []
    for column, row in cells:
        x, y = middle(column, row)
        dots.append(f"M{x:.1f} {y:.1f}{_DOTS[_variant(column, row)]}")
    stipple = f'<path class="dh-stipple" d="{"".join(dots)}"/>' if dots else ""
    return _shapes("dh-wood-winter" if season == "winter" else "dh-wood", borders(cells), 2.5) + stipple


def _trees(cells: list[Cell], season: str) -> str:
    """The firs of every hex of wood, those behind first."""
    drawn = []
    for y, x, variant in sorted((*middle(*cell)[::-1], _variant(*cell)) for cell in cells):
        drawn.append(f'<use href="#dh-firs-{season}-{variant}" x="{x:.1f}" y="{y:.1f}"/>')
    return "".join(drawn)


def _rock(cells: list[Cell]) -> str:
    """Mountains: hachures that run down from their edge, and peaks."""
    edges = borders(cells)
    strokes = [_hachure(point) for border in edges for point in traced(drawn_in(border, 3), 4.2)]
    peaks = []
    for cell in sorted(cells, key=lambda cell: middle(*cell)[1]):
        x, y = middle(*cell)
        for dx, dy, size in _PEAKS:
            peaks.append(f'<use href="#dh-peak" transform="translate({x + dx:.1f} {y + dy:.1f}) scale({size})"/>')
    slopes = f'<path class="dh-hachure" d="{"".join(strokes)}"/>' if strokes else ""
    return _shapes("dh-rock", edges, 3) + slopes + "".join(peaks)


def _hachure(point: Point) -> str:
    """A stroke down a slope; every third or so is short."""
    long = 3.4 + 4.4 * noise(int(point.x * 3), int(point.y * 3))
    return f"M{point.x:.1f} {point.y:.1f}l{point.in_x * long:.1f} {point.in_y * long:.1f}"


def _roads(ways: dict[Cell, str]) -> str:
    """Roads as double lines, and bridges under them."""
    joined: dict[Cell, list[Cell]] = {cell: [] for cell in ways}
    for link in sorted(map(sorted, links(ways))):
        joined[link[0]].append(link[1])
        joined[link[1]].append(link[0])
    data = "".join(course(cell, nears) for cell, nears in sorted(joined.items()))
    decks = "".join(course(cell, nears) for cell, nears in sorted(joined.items()) if ways[cell] == "H")
    bridges = "".join(f'<path class="dh-bridge{kind}" d="{decks}"/>' for kind in ("-edge", "", "-plank"))
    drawn = f'<path class="dh-road-edge" d="{data}"/><path class="dh-road" d="{data}"/>' if data else ""
    return (bridges if decks else "") + drawn


def _works(cell: Cell) -> str:
    """A factory in its yard."""
    x, y = middle(*cell)
    yard = "L".join(f"{x + 0.86 * dx:.1f} {y + 0.86 * dy:.1f}" for dx, dy in CORNERS)
    return f'<path class="dh-yard" d="M{yard}z"/><use href="#dh-factory" x="{x:.1f}" y="{y + 4:.1f}"/>'


def _hex_grid(inside: set[Cell]) -> str:
    """The sides of all hexes, their names, and a veil over the rim around them."""
    lines = []
    for cell in sorted(inside):
        x, y = middle(*cell)
        lines.append(f"M{x + SIDE:.1f} {y:.1f}{_BELOW}")
        for side, near in enumerate(beside(cell)):
            if side >= 3 and near not in inside:
                (x1, y1), (x2, y2) = CORNERS[side], CORNERS[(side + 1) % 6]
                lines.append(f"M{x + x1:.1f} {y + y1:.1f}l{x2 - x1:.1f} {y2 - y1:.1f}")
    edge = "".join(f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in border)}z" for border in borders(inside))
    veil = f'<path class="dh-fringe" d="M-{_FAR}-{_FAR}h{4 * _FAR}v{4 * _FAR}h-{4 * _FAR}z{edge}"/>'
    names = "".join(
        f'<text class="dh-name" x="{middle(*cell)[0]:.1f}" y="{middle(*cell)[1] - HIGH / 2 + 10.4:.1f}" '
        f'text-anchor="middle">{chr(ord("a") + cell[0])}{cell[1] + 1}</text>'
        for cell in sorted(inside)
    )
    return f'<path class="dh-grid" d="{"".join(lines)}"/>{veil}<path class="dh-edge-line" d="{edge}"/>{names}'


def starts(numbers: dict[str, Cell]) -> str:
    """The numbers at which armies start, as they are printed on the map."""
    drawn = []
    for number, cell in numbers.items():
        x, y = middle(*cell)
        drawn.append(
            f'<circle class="dh-start" cx="{x:.1f}" cy="{y:.1f}" r="{SIDE / 2:.0f}"/><text class="dh-start-number" '
            f'x="{x:.1f}" y="{y + 6.8:.1f}" text-anchor="middle">{number}</text>'
        )
    return "".join(drawn)
