"""Where everything stands on the battlefield drawn alone: its frame is the same during a whole battle.

Counters keep their size. The frame is chosen by how many tiles were fielded; within it the rows and sectors give way to
a crowd, and only a crowd that does not fit even so is drawn smaller. Who is in reserve waits between the armies, where
nobody stands before the battle.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from drumhead.core.draw.sheet import Box
from drumhead.games.pocket_battles.draw.blocks import UNIT_GAP, Block, flow, unit_block
from drumhead.games.pocket_battles.draw.layout import (
    LABEL,
    ZONE_PAD,
    Layout,
    by_need,
    grid_of,
    put_zones,
)
from drumhead.games.pocket_battles.draw.view_words import near_seat

View = dict[str, Any]
Grid = list[tuple[float, list[Block]]]

EDGE: Final = 9.0
_ASPECT: Final = 1.45
"""The width of the field by its height: that of the room for it on a wide screen."""
_LEAST_WIDTH: Final = 1270.0
_WIDTH_PER_TILE: Final = 13.0
_SHARES: Final = (0.18, 0.18, 0.28, 0.18, 0.18)
_SCALES: Final = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.28)


def field_size(view: View) -> tuple[float, float]:
    """Returns the width and height of the field by the number of tiles, which no loss changes."""
    tiles = sum(unit["size"] for unit in view["units"])
    width = _LEAST_WIDTH + _WIDTH_PER_TILE * tiles
    return width, float(round(width / _ASPECT))


def lay_out_board(view: View) -> Layout:
    """Finds a place for everything in a view, within a frame that stays."""
    near = near_seat(view)
    wide, high = field_size(view)
    scale, widths, grid, trays = _fitted(view, near, wide, high)
    heights = _shared([need for need, _ in grid], high)
    field = Box(EDGE, EDGE, wide, high)
    layout = Layout(near, high + 2 * EDGE, Box(0, 0, 0, 0), {}, {}, field, [], Block(wide), wide + 2 * EDGE)
    put_zones(view, layout, list(zip(heights, [blocks for _, blocks in grid], strict=True)), widths, scale)
    y = EDGE + heights[0] + heights[1]
    spare = heights[2] - sum(block.h * scale + LABEL + ZONE_PAD for block in trays.values())
    for seat in (1 - near, near):
        if seat in trays:
            block = trays[seat]
            layout.trays[seat] = Box(EDGE, y, wide, block.h * scale + LABEL + ZONE_PAD)
            layout.all.put(block, EDGE + (wide - block.w * scale) / 2, y + LABEL, scale)
            y += layout.trays[seat].h + max(0.0, spare)
    return layout


def _fitted(view: View, near: int, wide: float, high: float) -> tuple[float, Sequence[float], Grid, dict[int, Block]]:
    """Returns the first way to lay out that fits: equal sectors, sectors by need, then smaller counters."""
    for scale in _SCALES:
        trays = {seat: block for seat in (0, 1) if (block := _reserve(view, seat, wide / scale)).spots}
        waiting = sum(block.h * scale + LABEL + ZONE_PAD for block in trays.values())
        widths: Sequence[float] = (wide / 3,) * 3
        for _ in range(2):
            grid = grid_of(view, near, scale, widths, inf, low=True)
            grid[2] = (max(grid[2][0], waiting), grid[2][1])
            if sum(need for need, _ in grid) <= high:
                return scale, widths, grid, trays
            widths = by_need(grid, scale, wide)
    return scale, widths, grid, trays


def _reserve(view: View, seat: int, width: float) -> Block:
    units = [unit for unit in view["units"] if unit["row"] == "reserve" and unit["seat"] == seat]
    return flow([unit_block(unit) for unit in units], width - 2 * ZONE_PAD, UNIT_GAP)


def _shared(needs: list[float], high: float) -> list[float]:
    """Returns the heights of rows: their usual share of the field, less where others need more than theirs."""
    usual = [high * share for share in _SHARES]
    over = sum(max(0.0, need - share) for need, share in zip(needs, usual, strict=True))
    spare = sum(max(0.0, share - need) for need, share in zip(needs, usual, strict=True))
    give = min(1.0, over / spare) if spare else 0.0
    return [max(need, share - give * (share - need)) for need, share in zip(needs, usual, strict=True)]
