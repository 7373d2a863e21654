"""Parts that the pictures of several games share: stage, prompt, dice about to be thrown, flag of a side.

Class names such as `dh-stage` are styled by the game.
"""

from collections.abc import Iterable, Sequence

from drumhead.core.draw.icons import RULES as ICON_RULES
from drumhead.core.draw.icons import symbol
from drumhead.core.draw.palette import style
from drumhead.core.draw.sheet import (
    TABLE_DEFS,
    TABLE_RULES,
    Box,
    Sheet,
    escape,
    lines,
    number,
    rect,
    text,
    text_width,
    title,
)


def stage_lines(sheet: Sheet, stage: str, step: object | None, x: float, middle: float, *, over: bool) -> float:
    """Draws how far the battle is, and the step of the turn below it; returns where the next part may begin."""
    sheet.icon("laurel" if over else "hourglass", x + 2, middle - 11, 22)
    sheet.add(text(stage, x + 32, middle + (7 if step is None else -1), "dh-stage"))
    if step is not None:
        sheet.add(text(step, x + 32, middle + 17, "dh-step"))
    return x + 60 + max(text_width(stage, 20), text_width(str(step or ""), 14))


def prompt_lines(
    sheet: Sheet, words: str, x: float, middle: float, room: float, *, over: bool, shrinks: bool = True
) -> None:
    """Draws the open question or the outcome in two lines; a long question, if it `shrinks`, in three smaller ones."""
    size = 17.0 if over else 13.5 if shrinks and text_width(words, 15.5) > 2 * room else 15.5
    found = lines(words, room, size, 3 if size < 15 else 2)
    sheet.add(f"<g>{title(words)}")
    for row, line in enumerate(found):
        at = middle + 6 + (row - (len(found) - 1) / 2) * (size + 4)
        sheet.add(text(line, x, at, "dh-outcome" if over else "dh-prompt", size=size))
    sheet.add("</g>")


def dice_tray(
    sheet: Sheet, within: Box, words: object, icon: str, pair: str, dice: Sequence[str], margin: float
) -> float:
    """Draws a throw at the right end of a frame: what it is for, and the icons of its dice; returns its width."""
    lead = margin + text_width(pair, 15)
    step = min(44.0, 380 / max(1, len(dice)))
    wide = lead + step * len(dice) + 8
    box = Box(within.x + within.w - wide, within.y + 6, wide, within.h - 12)
    sheet.add(f'<g class="dh-roll" role="img" aria-label="{escape(words)}">{title(words)}')
    sheet.add(rect(box, "dh-tray", radius=10), rect(box, "dh-tray-line", radius=10))
    middle = box.y + box.h / 2
    sheet.icon(icon, box.x + 10, middle - 11, 22)
    sheet.add(text(pair, box.x + 38, middle + 5.5, "dh-pair"))
    size = min(38.0, step - 4)
    for index, die in enumerate(dice):
        sheet.icon(die, box.x + lead + 4 + index * step, middle - size / 2, size)
    sheet.add("</g>")
    return wide


def side_flag(sheet: Sheet, seat: int, letter: str, name: str, x: float, y: float, room: float) -> None:
    """Draws the flag of a side with its letter, and its name beside it in as much room as there is."""
    sheet.add(f'<path class="dh-rule" d="M{number(x)} {number(y - 6)}v70"/>')
    sheet.add(f'<path class="dh-plate-{seat} dh-flag" d="M{number(x)} {number(y)}h58l-9 23 9 23h-58z"/>')
    sheet.add(text(letter, x + 24, y + 33, "dh-mark", anchor="middle"))
    sheet.add(text(name, x + 70, y + 20, "dh-side", size=min(24.0, room / max(1.0, text_width(name)))))


def turn_chip(sheet: Sheet, words: object, x: float, y: float) -> None:
    """Draws whose turn it is, beside the name on a flag."""
    wide = text_width(str(words), 11.5) + 18
    sheet.add(rect(Box(x, y + 27, wide, 19), "dh-turn", radius=9.5))
    sheet.add(text(words, x + wide / 2, y + 40.5, "dh-turn-text", anchor="middle"))


def counter_parts(icons: Iterable[str], defs: str, rules: str) -> dict[str, str]:
    """Returns the definitions and the style that counters need outside a picture, as in an army builder."""
    symbols = "".join(map(symbol, sorted(icons)))
    return {"defs": TABLE_DEFS + defs + symbols, "style": style("auto", ICON_RULES + TABLE_RULES + rules)}
