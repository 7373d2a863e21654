"""Where everything stands on the picture of a battlefield; sizes first, drawing elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from drumhead.core.draw.sheet import Box
from drumhead.games.pocket_battles.draw.blocks import PAD, TILE_W, UNIT_GAP, Block, clash, flow, unit_block
from drumhead.games.pocket_battles.draw.view_words import near_seat, zone_key

View = dict[str, Any]

WIDTH: Final = 1100
RIM: Final = 14
_EDGE: Final = 22
_STRIP: Final = 62
_BANNER: Final = 84
_INNER: Final = WIDTH - 2 * _EDGE
_EQUAL: Final = (_INNER / 3,) * 3
_LEAST_SECTOR: Final = 190
ZONE_PAD: Final = 8
LABEL: Final = 21
_LEAST_ZONE: Final = 92
_LEAST_ENGAGEMENT: Final = 72
_LOW_ZONE: Final = 54
_CLASH_GAP: Final = 12
# A crowd is drawn smaller, so that the field does not grow out of sight.
_SCALES: Final = (1.0, 0.88, 0.76)
_TALL: Final = 1150
_TALL_FIGHT: Final = 400
_LEAST_SCALE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the field and its frame; `seat` is None for an engagement zone."""

    key: str
    seat: int | None
    row: str
    sector: int
    place: int
    box: Box


@dataclass(slots=True)
class Layout:
    """The whole picture: its frames from top to bottom, and all units on it."""

    near: int
    height: float
    strip: Box
    banners: dict[int, Box]
    trays: dict[int, Box]
    field: Box
    zones: list[Zone]
    all: Block
    width: float = WIDTH


def _fights(view: View, sector: int) -> list[list[View]]:
    """Returns who is in contact with whom in an engagement zone; a charger on its way stands alone."""
    units = {unit["key"]: unit for unit in view["units"] if unit["row"] == "engagement" and unit["sector"] == sector}
    groups = []
    for fight in view["engagements"]:
        keys = [key for key in (fight["single"], *fight["many"]) if key in units]
        if keys:
            groups.append([units.pop(key) for key in keys])
    return [*groups, *([unit] for unit in units.values())]


def _engaged(view: View, sector: int, near: int, width: float, outer: float, tall: float) -> Block:
    """All that stands in an engagement zone, a little smaller where it would rise too high."""
    groups = _fights(view, sector)
    for scale in [scale for scale in _SCALES if scale * outer >= _LEAST_SCALE] or [1.0]:
        room = width / scale
        each = room if len(groups) < 2 else (room - _CLASH_GAP) / 2
        blocks = []
        for group in groups:
            far = [unit for unit in group if unit["seat"] != near]
            mine = [unit for unit in group if unit["seat"] == near]
            least = max(len(far), len(mine)) * (TILE_W + 2 * PAD + UNIT_GAP) - UNIT_GAP
            blocks.append(clash(far, mine, each if least <= each else room))
        whole = flow(blocks, room, _CLASH_GAP)
        if whole.h * scale <= tall:
            break
    scaled = Block(whole.w * scale, whole.h * scale)
    scaled.put(whole, 0, 0, scale)
    return scaled


def _standing(view: View, seat: int, row: str, sector: int, width: float) -> Block:
    """Returns all that stands in a front or rear zone."""
    units = [u for u in view["units"] if u["row"] == row and u["seat"] == seat and u["sector"] == sector]
    return flow([unit_block(unit) for unit in units], width, UNIT_GAP)


def _rows(near: int) -> list[tuple[int | None, str]]:
    return [(1 - near, "rear"), (1 - near, "front"), (None, "engagement"), (near, "front"), (near, "rear")]


def grid_of(
    view: View, near: int, scale: float, widths: Sequence[float], tall: float = _TALL_FIGHT, *, low: bool = False
) -> list[tuple[float, list[Block]]]:
    """Returns the five rows: how high each must be, and what stands in its three zones from left to right.

    What is engaged in a zone is drawn smaller where it would be higher than `tall`. Rows that are `low` may be lower
    than usual while nobody stands there.
    """
    order = (0, 1, 2) if near == 0 else (2, 1, 0)
    grid = []
    for seat, row in _rows(near):
        blocks = []
        for sector, width in zip(order, widths, strict=True):
            room = (width - 2 * ZONE_PAD) / scale
            if seat is None:
                blocks.append(_engaged(view, sector, near, room, scale, tall))
            else:
                blocks.append(_standing(view, seat, row, sector, room))
        need = max(block.h for block in blocks) * scale
        least = _LOW_ZONE if low else _LEAST_ENGAGEMENT if seat is None else _LEAST_ZONE
        grid.append((max(least, need + LABEL + ZONE_PAD + 1) if need else least, blocks))
    return grid


def by_need(grid: list[tuple[float, list[Block]]], scale: float, inner: float = _INNER) -> list[float]:
    """Sector widths that give a crowd more room, but everybody enough for their widest unit."""
    least, need = [], []
    for column in range(3):
        blocks = [blocks[column] for _, blocks in grid]
        widest = max((spot.box.w / spot.scale for block in blocks for spot in block.spots), default=0.0)
        least.append(max(_LEAST_SECTOR, widest * scale + 2 * ZONE_PAD))
        need.append(max(block.w * block.h for block in blocks) + 1)
    spare = inner - sum(least)
    if spare <= 0:
        return [inner / 3] * 3
    return [low + spare * part / sum(need) for low, part in zip(least, need, strict=True)]


def _fitted(view: View, near: int) -> tuple[float, Sequence[float], list[tuple[float, list[Block]]]]:
    """Returns the field at its natural size in equal sectors if that is not too tall, else as a crowd needs it."""
    grid = grid_of(view, near, 1, _EQUAL)
    if sum(height for height, _ in grid) <= _TALL:
        return 1, _EQUAL, grid
    for scale in _SCALES:
        widths = by_need(grid, scale)
        grid = grid_of(view, near, scale, widths)
        if sum(height for height, _ in grid) <= _TALL:
            break
    return scale, widths, grid


def lay_out(view: View) -> Layout:
    """Finds a place for everything in a view."""
    near = near_seat(view)
    scale, widths, grid = _fitted(view, near)
    whole = Block(WIDTH)
    strip = Box(_EDGE, RIM, _INNER, _STRIP)
    y = strip.y + strip.h
    trays: dict[int, Box] = {}
    banners = {1 - near: Box(_EDGE, y, _INNER, _BANNER)}
    y = top = _tray(view, 1 - near, whole, trays, y + _BANNER)
    layout = Layout(near, 0, strip, banners, trays, Box(_EDGE, top, _INNER, 0), [], whole)
    y = put_zones(view, layout, grid, widths, scale)
    layout.field = layout.field._replace(h=y - top)
    y = _tray(view, near, whole, trays, y + 12)
    banners[near] = Box(_EDGE, y, _INNER, _BANNER)
    layout.height = y + _BANNER + RIM
    return layout


def put_zones(
    view: View, layout: Layout, grid: list[tuple[float, list[Block]]], widths: Sequence[float], scale: float
) -> float:
    """Adds the zones of a field and all that stands in them to a layout; returns where the field ends."""
    y = layout.field.y
    for (seat, row), (height, blocks) in zip(_rows(layout.near), grid, strict=True):
        x = layout.field.x
        for place, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            sector = place if layout.near == 0 else 2 - place
            box = Box(x, y, width, height)
            layout.zones.append(Zone(zone_key(view, seat or 0, row, sector), seat, row, sector, place, box))
            room = height - LABEL - ZONE_PAD - block.h * scale
            layout.all.put(block, x + (width - block.w * scale) / 2, y + LABEL + room / 2, scale)
            x += width
        y += height
    return y


def _tray(view: View, seat: int, whole: Block, trays: dict[int, Box], y: float) -> float:
    """Lays the reserve of a side out, if it has one, and returns where the next thing goes."""
    units = [unit for unit in view["units"] if unit["row"] == "reserve" and unit["seat"] == seat]
    if not units:
        return y
    scale = _SCALES[1]
    block = flow([unit_block(unit) for unit in units], (_INNER - 2 * ZONE_PAD) / scale, UNIT_GAP)
    trays[seat] = Box(_EDGE, y, _INNER, block.h * scale + LABEL + ZONE_PAD)
    whole.put(block, _EDGE + (_INNER - block.w * scale) / 2, y + LABEL, scale)
    return y + trays[seat].h + 12
