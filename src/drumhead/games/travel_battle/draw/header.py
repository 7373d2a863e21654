"""What surrounds the field: the strip with the prompt and the dice, and the banner of each side."""

from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, drum, escape, number, rect, text, text_width, title
from drumhead.core.draw.table_parts import prompt_lines, side_flag, stage_lines, turn_chip
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.draw.counters import band_class
from drumhead.games.travel_battle.draw.dice_panel import combat_panel, roll_panel
from drumhead.games.travel_battle.draw.layout import WIDTH, Layout
from drumhead.games.travel_battle.draw.view_words import (
    GOAL,
    brigade_words,
    conquered,
    goal_words,
    is_over,
    phase_words,
    stage_words,
    unit_words,
)

View = dict[str, Any]

RULES: Final = """
.dh .dh-stage,.dh .dh-side,.dh .dh-mark,.dh .dh-outcome{font-family:$serif;font-weight:700}
.dh-stage{font-size:20px}
.dh .dh-step{font-family:$serif;font-style:italic;font-size:14px;fill:$ink-soft}
.dh .dh-soft{fill:$ink-soft}
.dh-mark{font-size:30px}
.dh .dh-mark{fill:$on-army}
.dh-flag{stroke:$ink;stroke-width:1}
.dh-rule{stroke:$ink-faint;stroke-width:1;fill:none}
.dh-turn{fill:$glow-halo;stroke:$glow;stroke-width:1.2}
.dh .dh-turn-text{fill:#33271b;font-size:11.5px;font-weight:700}
.dh-chip{fill:$counter;stroke:$counter-edge;stroke-width:1}
.dh-chip-line{fill:none;stroke:$counter-edge;stroke-width:1}
.dh .dh-chip-number{fill:$counter-ink;font-size:17px;font-weight:700}
.dh-pip-0{fill:$carmine;stroke:$carmine-deep;stroke-width:.8}
.dh-pip-1{fill:url(#dh-hatch);stroke:$prussian-deep;stroke-width:.8}
.dh-pip-gone{fill:none;stroke:$counter-soft;stroke-width:1;stroke-dasharray:1.6 1.4}
.dh-beaten{opacity:.5}
.dh-strike{fill:none;stroke:$wound;stroke-width:3;stroke-linecap:round}
.dh-slot{fill:none;stroke:$ink-soft;stroke-width:1.3;stroke-dasharray:3 2.4}
.dh-medal{fill:$token;stroke:$token-deep;stroke-width:1.4}
.dh .dh-medal-icon{color:$token-deep}
.dh .dh-slot-icon{color:$ink-faint}
.dh .dh-count{font-size:13px;font-weight:700}
.dh-slip-0{fill:$carmine}
.dh-slip-1{fill:$prussian}
.dh-slip-0,.dh-slip-1{stroke:$ink;stroke-width:.6;stroke-opacity:.5}
"""

_BRIGADES_X: Final = 292
_CHIP: Final = 106
_GOAL_X: Final = 632
_HEAP_X: Final = 800


def draw(sheet: Sheet, view: View, layout: Layout) -> None:
    """Draws all that surrounds the field: the drum, the strip, and a banner of each side."""
    drum(sheet, WIDTH, layout.height)
    strip(sheet, view, layout.strip)
    for seat in (1 - layout.near, layout.near):
        banner(sheet, view, seat, layout.banners[seat])


def strip(sheet: Sheet, view: View, box: Box) -> None:
    """How far the battle is, who must do what, and the dice on the table."""
    x, y, w, h = box
    middle = y + h / 2
    over = is_over(view)
    start = stage_lines(sheet, str(stage_words(view)), phase_words(view), x, middle, over=over)
    room = x + w - 12 - start
    roll = view["roll"]
    if roll and (not view["combat"] or roll.get("kind") not in ("combat", "reroll")):
        room -= roll_panel(sheet, view, box) + 16
    elif view["combat"]:
        room -= combat_panel(sheet, view, box) + 16
    words = str(view["outcome"] or view["prompt"] or "") if over else str(view["prompt"] or "")
    prompt_lines(sheet, words, start, middle, room, over=over)


def banner(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """A side: its flag and name, its brigades, how near it is to its goal, and what it has lost."""
    side = view["sides"][seat]
    words = Text("{name}: {goal}", name=side["name"], goal=goal_words(view, seat))
    sheet.add(f'<g class="dh-banner" data-side="{escape(side["letter"])}" role="group" aria-label="{escape(words)}">')
    _flag(sheet, view, seat, box)
    for index, brigade in enumerate(side["brigades"][:3]):
        _brigade(sheet, seat, brigade, box.x + _BRIGADES_X + index * (_CHIP + 4), box.y + 14)
    _goal(sheet, view, seat, box.x + _GOAL_X, box.y)
    _heap(sheet, view, seat, Box(box.x + _HEAP_X, box.y, box.w - _HEAP_X, box.h))
    sheet.add("</g>")


def _flag(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    side = view["sides"][seat]
    x, y = box.x, box.y + 14
    side_flag(sheet, seat, side["letter"], side["name"], x, y, 200)
    you = "" if view["seat"] is None else str(Text("you") if view["seat"] == seat else Text("opponent"))
    sheet.add(text(you, x + 70, y + 41, "dh-soft", size=12))
    if is_over(view):
        return
    words = Text("to act") if view["to_act"] == seat else Text("turn") if view["active"] == seat else None
    if words is not None:
        turn_chip(sheet, words, x + 70 + (8 if you else 0) + text_width(you, 12), y)


def _brigade(sheet: Sheet, seat: int, brigade: View, x: float, y: float) -> None:
    """A brigade as a card: its number on its colour, and a pip for every unit it has or had."""
    words = brigade_words(brigade)
    beaten = ' class="dh-beaten"' if brigade["eliminated"] else ""
    sheet.add(f'<g role="img" aria-label="{escape(words)}">{title(words)}<g{beaten}>')
    sheet.add(rect(Box(x, y, _CHIP, 34), "dh-chip", radius=5))
    sheet.add(f'<path class="{band_class(brigade["number"])}" d="M{number(x + 24)} {number(y)}h-19a5 5 0 0 0-5 5v24')
    sheet.add('a5 5 0 0 0 5 5h19z"/>', rect(Box(x, y, _CHIP, 34), "dh-chip-line", radius=5))
    sheet.add(text(brigade["number"], x + 12, y + 23, "dh-chip-number", anchor="middle"))
    total = max(brigade["total"], 1)
    columns = -(-total // 2) if total > 6 else total
    step = min(13.0, (_CHIP - 34) / columns)
    for index in range(total):
        row, column = divmod(index, columns)
        at_x = x + 34 + column * step
        at_y = y + 17 + (0 if total <= 6 else -7 + 14 * row)
        kind = f"dh-pip-{seat}" if index < brigade["units"] else "dh-pip-gone"
        sheet.add(
            f'<circle class="{kind}" cx="{number(at_x)}" cy="{number(at_y)}" r="{number(min(4.6, step / 2.4))}"/>'
        )
    sheet.add("</g>")
    if brigade["eliminated"]:
        sheet.add(
            f'<path class="dh-strike" d="M{number(x + 5)} {number(y + 29)}L{number(x + _CHIP - 5)} {number(y + 5)}"/>'
        )
    short = (
        Text("eliminated") if brigade["eliminated"] else Text("{n} of {all}", n=brigade["units"], all=brigade["total"])
    )
    sheet.add(text(short, x + 2, y + 48, "dh-soft", size=11.5), "</g>")


def _goal(sheet: Sheet, view: View, seat: int, x: float, y: float) -> None:
    """Two medals to be won, one for every enemy brigade eliminated."""
    done = conquered(view, seat)
    words = goal_words(view, seat)
    sheet.add(f'<g role="img" aria-label="{escape(words)}">{title(words)}')
    for index in range(GOAL):
        at = x + 18 + index * 44
        won = index < done
        sheet.add(
            f'<circle class="{"dh-medal" if won else "dh-slot"}" cx="{number(at)}" cy="{number(y + 31)}" r="16"/>'
        )
        sheet.icon("trait-prestige", at - 10, y + 20.5, 20, "dh-medal-icon" if won else "dh-slot-icon")
    sheet.add(
        text(Text("goal: {n} of {goal} brigades", n=done, goal=GOAL), x + 2, y + 62, "dh-soft", size=11.5), "</g>"
    )


def _heap(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """The pieces a side has lost, as a heap of counters, each with its key."""
    gone = [unit for unit in view["units"] if unit["where"] == "removed" and unit["seat"] == seat]
    if not gone:
        return
    fighters = sum(unit["kind"] != "brigadier" for unit in gone)
    sheet.icon("dead", box.x, box.y + 20, 22, words=Text("removed units"))
    sheet.add(text(fighters, box.x + 11, box.y + 60, "dh-count", anchor="middle"))
    step = min(29.0, (box.w - 34 - 30) / max(1, len(gone) - 1))
    for index, unit in enumerate(gone):
        place = (box.x + 36 + index * step, box.y + 18 + index * 5 % 3 * 5, (index * 7 % 5 - 2) * 5)
        _slip(sheet, unit, place)


def _slip(sheet: Sheet, unit: View, place: tuple[float, float, int]) -> None:
    """A removed piece, small and somewhat askew."""
    x, y, turn = place
    words = escape(unit_words(unit))
    sheet.add(
        f'<g class="dh-unit" data-key="{escape(unit["key"])}" role="img" aria-label="{words}" '
        f'transform="translate({number(x)} {number(y)}) rotate({turn} 13 16)"><title>{words}</title>'
        '<rect class="dh-shade" x="1" y="2" width="26" height="34" rx="3"/>'
        f'<rect class="dh-slip-{unit["seat"]} dh-body" width="26" height="34" rx="3"/>'
        f'<path class="{band_class(unit["brigade"])}" d="M0 23h26v8a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z"/>'
    )
    sheet.icon(f"troop-{unit['kind']}", 3, 1.5, 20, "dh-man")
    size = min(9.5, 24 / text_width(unit["key"]))
    sheet.add(text(unit["key"], 13, 32, "dh-key", size=size, anchor="middle"), "</g>")
