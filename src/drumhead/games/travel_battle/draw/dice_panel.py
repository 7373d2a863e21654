"""The dice on the table: a throw, or both sides of a combat."""

from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, escape, rect, text, text_width, title
from drumhead.core.draw.table_parts import dice_tray
from drumhead.games.travel_battle.draw.view_words import (
    AIMED,
    combat_words,
    roll_faces,
    roll_kind,
    roll_need,
    roll_pair,
    roll_words,
)

View = dict[str, Any]
Hand = tuple[str, list[int]]
"""A unit and its dice."""

RULES: Final = """
.dh .dh-pair{font-size:15px;font-weight:700}
.dh .dh-tag{fill:$on-army;font-weight:700}
.dh-tag-0{fill:$carmine}
.dh-tag-1{fill:$prussian}
.dh-best{fill:none;stroke:$glow;stroke-width:2.6}
"""

_MOST: Final = 620.0
_TAG: Final = 4


def roll_panel(sheet: Sheet, view: View, within: Box) -> float:
    """The dice of a throw, or those about to be thrown with blank faces; returns how much room they take."""
    words, faces, kind = roll_words(view), roll_faces(view), view["roll"].get("kind")
    pair = " · ".join(filter(None, (roll_pair(view), roll_need(view)))) or str(roll_kind(view))
    icon = "about-turn" if kind == "rally" else "shot" if kind in AIMED else "hourglass"
    return dice_tray(sheet, within, words, icon, pair, [f"die-white-{face}" for face in faces], 44)


def combat_panel(sheet: Sheet, view: View, within: Box) -> float:
    """Both sides of a combat with their dice, the best of each ringed; returns how much room they take."""
    fight = view["combat"]
    dice: dict[str, list[int]] = fight.get("dice") or {}
    sides = [[(key, list(dice.get(key, []))) for key in fight[side]] for side in ("attackers", "defenders")]
    size, blocks = _arranged(sides)
    wide = sum(_widest(block, size) for block in blocks) + 62
    box = Box(within.x + within.w - wide, within.y + 6, wide, within.h - 12)
    words = combat_words(view)
    sheet.add(f'<g class="dh-roll" role="img" aria-label="{escape(words)}">{title(words)}')
    sheet.add(rect(box, "dh-tray", radius=10), rect(box, "dh-tray-line", radius=10))
    seats = {unit["key"]: unit["seat"] for unit in view["units"]}
    left, middle = box.x + 10, box.y + box.h / 2
    for index, block in enumerate(blocks):
        if index:
            sheet.icon("swords", left + 8, middle - 12, 24)
            left += 42
        look = (
            max((face for row in block for _, faces in row for face in faces), default=0),
            ("black", "white")[index],
        )
        for line, row in enumerate(block):
            x, y = left, middle + (line - (len(block) - 1) / 2) * (size + 3)
            for hand in row:
                _hand(sheet, hand, seats.get(hand[0], 0), (x, y, size), look)
                x += _long(hand, size)
        left += _widest(block, size)
    sheet.add("</g>")
    return wide


def _arranged(sides: list[list[Hand]]) -> tuple[float, list[list[list[Hand]]]]:
    """The size of the dice, and each side in as many lines as it takes: one of large dice, else two of small ones."""
    for size, count in ((32.0, 1), (26.0, 1), (21.0, 2), (16.0, 2)):
        blocks = []
        for side in sides:
            each = -(-len(side) // count)
            blocks.append([side[at : at + each] for at in range(0, len(side), each or 1)])
        if sum(_widest(block, size) for block in blocks) <= _MOST - 62:
            break
    return size, blocks


def _widest(block: list[list[Hand]], size: float) -> float:
    return max((sum(_long(hand, size) for hand in row) for row in block), default=0.0)


def _long(hand: Hand, size: float) -> float:
    """How much room a unit and its dice take."""
    key, faces = hand
    return (text_width(key, 13.4) + 2 * _TAG + 12 + len(faces) * 36) * size / 32


def _hand(sheet: Sheet, hand: Hand, seat: int, place: tuple[float, float, float], look: tuple[int, str]) -> None:
    """A unit and its dice; the best die of its side is ringed."""
    (key, faces), (x, middle, size), (best, colour) = hand, place, look
    scale = size / 32
    wide = (text_width(key, 13.4) + 2 * _TAG) * scale
    sheet.add(rect(Box(x, middle - 10 * scale, wide, 20 * scale), f"dh-tag-{seat}", radius=4))
    sheet.add(text(key, x + wide / 2, middle + 4.8 * scale, "dh-tag", size=13 * scale, anchor="middle"))
    x += wide + 6 * scale
    for face in faces:
        if face == best and best:
            ring = Box(x - 1, middle - size / 2 - 1, size + 2, size + 2)
            sheet.add(rect(ring, "dh-best", radius=size / 4))
        sheet.icon(f"die-{colour}-{face}", x, middle - size / 2, size)
        x += size + 4 * scale
