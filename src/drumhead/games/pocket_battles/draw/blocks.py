"""Units laid out in blocks: alone, in lines, and in contact."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

from drumhead.core.draw.sheet import Box
from drumhead.games.pocket_battles.draw.view_words import dead, living

View = dict[str, Any]

TILE_W: Final = 76
TILE_H: Final = 96
GAP: Final = 2
PAD: Final = 5
TAB: Final = 21
FOOT: Final = 18
SEAM: Final = 14
STACK: Final = 4
UNIT_GAP: Final = 8
_ARROW: Final = 24
_COLUMNS: Final = 4
_SECOND_LINE: Final = 60


@dataclass(slots=True)
class Spot:
    """A unit, its box on the sheet, and how its counters are arranged."""

    unit: View
    box: Box
    columns: int
    scale: float = 1


@dataclass(slots=True)
class Seam:
    """Where two sides touch: the line of contact, and links to those in a second line."""

    box: Box
    links: list[tuple[float, float, float]]
    keys: tuple[str, ...]


@dataclass(slots=True)
class Block:
    """Units laid out together, in coordinates relative to the block."""

    w: float = 0
    h: float = 0
    spots: list[Spot] = field(default_factory=list)
    seams: list[Seam] = field(default_factory=list)
    arrows: list[tuple[Box, bool]] = field(default_factory=list)

    def put(self, other: "Block", x: float, y: float, scale: float = 1) -> None:
        """Takes over what another block holds, moved and scaled."""

        def moved(box: Box) -> Box:
            return Box(x + box.x * scale, y + box.y * scale, box.w * scale, box.h * scale)

        self.spots.extend(Spot(s.unit, moved(s.box), s.columns, s.scale * scale) for s in other.spots)
        for seam in other.seams:
            links = [(x + at * scale, y + top * scale, y + end * scale) for at, top, end in seam.links]
            self.seams.append(Seam(moved(seam.box), links, seam.keys))
        self.arrows.extend((moved(box), up) for box, up in other.arrows)


def has_foot(unit: View, columns: int) -> bool:
    """Returns whether a unit has more notes than fit on its tab."""
    thick = unit["hidden"] and unit["size"] > 1
    notes = sum(map(bool, (unit["hits"], unit["redeployed"], thick, dead(unit))))
    return notes > 2 * (columns - 1)


def thickness(unit: View) -> int:
    """Returns how many edges of further tiles show under the top one of a hidden stack."""
    return min(unit["size"] - 1, 4) if unit["hidden"] else 0


def unit_block(unit: View, columns: int = _COLUMNS) -> Block:
    """Returns the block of a unit by itself."""
    count = max(1, len(living(unit)))
    rows = ceil(count / columns)
    columns = ceil(count / rows)
    under = thickness(unit) * STACK
    w = columns * TILE_W + (columns - 1) * GAP + 2 * PAD + under
    h = TAB + rows * TILE_H + (rows - 1) * GAP + 2 * PAD + under + (FOOT if has_foot(unit, columns) else 0)
    return Block(w, h, [Spot(unit, Box(0, 0, w, h), columns)])


def flow(blocks: Iterable[Block], width: float, gap: float, align: float = 0.5) -> Block:
    """Lays blocks out in lines, each centred; `align` is 0 for the top of a line, 1 for its bottom."""
    rows: list[list[Block]] = []
    used = width
    for block in blocks:
        if rows and used + gap + block.w <= width:
            rows[-1].append(block)
            used += gap + block.w
        else:
            rows.append([block])
            used = block.w
    whole = Block(max((sum(b.w for b in row) + gap * (len(row) - 1) for row in rows), default=0))
    for row in rows:
        tall = max(block.h for block in row)
        whole.h += gap if whole.spots else 0
        x = (whole.w - sum(block.w for block in row) - gap * (len(row) - 1)) / 2
        for block in row:
            whole.put(block, x, whole.h + (tall - block.h) * align)
            x += block.w + gap
        whole.h += tall
    return whole


def _rank(units: list[View], width: float, *, far: bool) -> Block:
    """One side of an engagement: not too high, and rather in one line than in several."""
    best, least = Block(), 0.0
    for columns in range(_COLUMNS, 0, -1):
        blocks = [unit_block(unit, columns) for unit in units]
        found = flow(reversed(blocks) if far else blocks, width, UNIT_GAP, 0)
        cost = found.h + _SECOND_LINE * sum(spot.box.y > 0 for spot in found.spots)
        if not best.spots or cost < least or best.w > width:
            best, least = found, cost
    if far:  # its line of contact is its last, so it is laid out upside down
        for spot in best.spots:
            spot.box = spot.box._replace(x=best.w - spot.box.x - spot.box.w, y=best.h - spot.box.y - spot.box.h)
    return best


def clash(far: list[View], near: list[View], width: float) -> Block:
    """Two sides in contact, or a charger on its way."""
    top, low = _rank(far, width, far=True), _rank(near, width, far=False)
    w = max(top.w, low.w)
    if not (far and near):
        whole = Block(w, top.h + low.h + _ARROW)
        whole.put(top, (w - top.w) / 2, 0)
        whole.put(low, (w - low.w) / 2, _ARROW)
        whole.arrows.append((Box((w - _ARROW) / 2, top.h if far else 0, _ARROW, _ARROW), not far))
        return whole
    whole = Block(w, top.h + SEAM + low.h)
    whole.put(top, (w - top.w) / 2, 0)
    whole.put(low, (w - low.w) / 2, top.h + SEAM)
    links = []
    for spot in whole.spots:
        _, y, _, h = spot.box
        if y + h < top.h - 1:
            links.append((spot.box.middle[0], y + h, top.h))
        elif y > top.h + SEAM + 1:
            links.append((spot.box.middle[0], top.h + SEAM, y))
    whole.seams.append(Seam(Box(0, top.h, w, SEAM), links, tuple(spot.unit["key"] for spot in whole.spots)))
    return whole
