"""The strip above the map: how far the battle is, the prompt, the weather and the dice."""

from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, escape, rect, text, text_width, title
from drumhead.core.draw.table_parts import prompt_lines, stage_lines
from drumhead.games.aces_armor.draw.view_words import (
    WEATHERS,
    is_over,
    phase_words,
    roll_words,
    stage_words,
    weather_words,
)

View = dict[str, Any]

RULES: Final = """
.dh .dh-stage,.dh .dh-outcome{font-family:$serif;font-weight:700}
.dh-stage{font-size:20px}
.dh .dh-step{font-family:$serif;font-style:italic;font-size:14px;fill:$ink-soft}
.dh .dh-number{font-size:15px;font-weight:700}
.dh-chip{fill:$counter;stroke:$counter-edge;stroke-width:1}
.dh .dh-chip-text{fill:$counter-ink;font-size:11.5px}
.dh .dh-chip-icon{color:$counter-ink}
.dh .dh-die{color:$counter-ink}
.dh .dh-die-red{color:$wound}
"""


def strip(sheet: Sheet, view: View, box: Box) -> None:
    """How far the battle is, who must do what, the weather and the dice on the table."""
    x, y, w, h = box
    middle = y + h / 2
    over = is_over(view)
    start = stage_lines(sheet, str(stage_words(view)), phase_words(view), x, middle, over=over)
    room = x + w - 8 - start
    if view["weather"]:
        room -= _weather(sheet, view["weather"], x + w, middle) + 12
    if view["roll"]:
        room -= _dice(sheet, view["roll"], start + room, middle) + 16
    words = str(view["outcome"] or view["prompt"] or "")
    prompt_lines(sheet, words, start, middle, room, over=over)


def _weather(sheet: Sheet, weather: View, right: float, middle: float) -> float:
    """The weather as a chip at the right end; returns how wide it is."""
    words = str(weather_words(weather)).split(";")[0]
    name, _, what = words.partition(": ")
    wide = max(text_width(name, 13), text_width(what, 10)) + 52
    kind = weather["kind"] if weather["kind"] in WEATHERS else "normal"
    sheet.add(f'<g class="dh-weather">{title(weather_words(weather))}')
    sheet.add(rect(Box(right - wide, middle - 20, wide, 40), "dh-chip", radius=8))
    sheet.icon(f"weather-{kind}", right - wide + 8, middle - 14, 28, "dh-chip-icon")
    sheet.add(text(name, right - wide + 44, middle + (-1 if what else 5), "dh-chip-text", size=13))
    sheet.add(text(what, right - wide + 44, middle + 12, "dh-chip-text", size=10), "</g>")
    return wide


def _dice(sheet: Sheet, roll: View, right: float, middle: float) -> float:
    """The dice that are about to be thrown: the attacker's, red ones, those that answer; returns how wide they are."""
    groups = [(roll.get("dice") or 0, "dh-die", roll.get("hits_on")), (roll.get("red") or 0, "dh-die-red", None)]
    groups.append((roll.get("answer") or 0, "dh-die", roll.get("answer_hits_on")))
    shown = [(count, kind, hit) for count, kind, hit in groups if count]
    wide = 62.0 * len(shown) + 16
    x = right - wide
    words = escape(roll_words(roll))
    sheet.add(f'<g class="dh-roll" role="img" aria-label="{words}"><title>{words}</title>')
    sheet.add(rect(Box(x, middle - 24, wide, 48), "dh-chip", radius=8))
    for index, (count, kind, hit) in enumerate(shown):
        at = x + 10 + 62 * index
        sheet.icon("d12", at, middle - 19, 24, kind)
        sheet.add(text(f"×{count}", at + 27, middle - 1, "dh-number dh-chip-text", size=15))
        if hit:
            sheet.add(text(f"≤ {hit}", at + 4, middle + 18, "dh-chip-text", size=12))
    sheet.add("</g>")
    return wide
