"""What surrounds the field: the strip with the prompt and the dice, and the banner of each side."""

from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, drum, escape, number, rect, text, text_width, title
from drumhead.core.draw.table_parts import dice_tray, prompt_lines, side_flag, turn_chip
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.draw.layout import WIDTH, Layout
from drumhead.games.pocket_battles.draw.view_words import (
    destroyed_words,
    is_over,
    roll_words,
    stage_words,
    token_words,
    unit_words,
)

View = dict[str, Any]

RULES: Final = """
.dh-stage{font-family:$serif;font-size:20px;font-weight:700}
.dh .dh-stage,.dh .dh-side,.dh .dh-mark{font-family:$serif}
.dh-outcome{font-weight:700}
.dh .dh-outcome{font-family:$serif}
.dh .dh-soft{fill:$ink-soft}
.dh-side{font-weight:700}
.dh-mark{font-size:30px;font-weight:700}
.dh .dh-mark{fill:$on-army}
.dh-flag{stroke:$ink;stroke-width:1}
.dh-rule{stroke:$ink-faint;stroke-width:1;fill:none}
.dh-spent{opacity:.42}
.dh-owed{fill:none;stroke:$token-deep;stroke-width:1.4;stroke-dasharray:3 2}
.dh-bar{fill:none;stroke:$ink-soft;stroke-width:1.2}
.dh-bar-0{fill:$carmine}
.dh-bar-1{fill:url(#dh-hatch)}
.dh-goal{stroke:$ink;stroke-width:2}
.dh-turn{fill:$glow-halo;stroke:$glow;stroke-width:1.2}
.dh .dh-turn-text{fill:#33271b;font-size:11.5px;font-weight:700}
.dh .dh-pair{font-size:15px;font-weight:700}
.dh .dh-count{font-size:13px;font-weight:700}
.dh-slip{fill:url(#dh-counter);stroke:$counter-edge;stroke-width:.8}
.dh-slip-band-0{fill:$carmine}
.dh-slip-band-1{fill:$prussian}
.dh .dh-slip-dp{fill:$counter-soft;font-size:11px;font-weight:700}
"""

_TOKENS_X: Final = 300
_BAR_X: Final = 545
_HEAP_X: Final = 800


def draw(sheet: Sheet, view: View, layout: Layout) -> None:
    """Draws all that surrounds the field: the drum, the strip and both banners."""
    drum(sheet, WIDTH, layout.height)
    strip(sheet, view, layout.strip)
    for seat in (1 - layout.near, layout.near):
        banner(sheet, view, seat, layout.banners[seat])


def strip(sheet: Sheet, view: View, box: Box) -> None:
    """Draws the stage of the battle, the prompt and the dice on the table."""
    x, y, w, h = box
    middle = y + h / 2
    over = is_over(view)
    stage = str(stage_words(view))
    sheet.icon("laurel" if over else "hourglass", x + 8, middle - 11, 22)
    sheet.add(text(stage, x + 38, middle + 7, "dh-stage"))
    start = x + 62 + text_width(stage, 20)
    room = x + w - 12 - start
    if view["roll"]:
        room -= _dice(sheet, view, box) + 16
    words = str(view["outcome"] or view["prompt"] or "") if over else str(view["prompt"] or "")
    prompt_lines(sheet, words, start, middle, room, over=over, shrinks=False)


def _dice(sheet: Sheet, view: View, within: Box) -> float:
    """Draws the dice of a throw, blank while they are yet to be thrown; returns how much room they take."""
    roll = view["roll"]
    words = str(roll_words(view))
    faces = [*roll["faces"], *[0] * (roll["dice"] - len(roll["faces"]))]
    shooting = roll["kind"] == "shooting"
    pair = f"{roll['unit']} → {roll['target']}" if roll["target"] else str(roll["unit"])
    icon, colour = ("trait-shooting", "white") if shooting else ("swords", "black")
    return dice_tray(sheet, within, words, icon, pair, [f"die-{colour}-{face}" for face in faces], 48)


def banner(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """Draws a side: its flag and name, its tokens, what it has destroyed and what it has lost."""
    side = view["sides"][seat]
    words = Text(
        "{name}: {tokens}, {destroyed}", name=side["name"], tokens=token_words(side), destroyed=destroyed_words(side)
    )
    sheet.add(f'<g class="dh-banner" data-side="{escape(side["letter"])}" role="group" aria-label="{escape(words)}">')
    _flag(sheet, view, seat, box)
    _tokens(sheet, side, box.x + _TOKENS_X, box.y)
    _bar(sheet, view, seat, box.x + _BAR_X, box.y)
    _heap(sheet, view, seat, Box(box.x + _HEAP_X, box.y, box.w - _HEAP_X, box.h))
    sheet.add("</g>")


def _flag(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    side = view["sides"][seat]
    x, y = box.x + 6, box.y + 14
    side_flag(sheet, seat, side["letter"], side["name"], x, y, 210)
    first = Text("first place") if side["player_one"] else Text("second place")
    you = Text("{player}, you", player=first) if view["seat"] == seat else first
    sheet.add(text(you, x + 70, y + 41, "dh-soft", size=12))
    if is_over(view):
        return
    words = Text("to act") if view["to_act"] == seat else Text("turn") if view["active"] == seat else None
    if words is not None:
        turn_chip(sheet, words, x + 76 + text_width(str(you), 12), y)


def _tokens(sheet: Sheet, side: View, x: float, y: float) -> None:
    tokens = side["tokens"]
    kinds = [
        *["unused"] * tokens["unused"],
        *["passed"] * tokens["passed"],
        *["aside"] * tokens["aside"],
        *["owed"] * tokens["owed"],
    ]
    step = min(23.0, 205 / max(1, len(kinds)))
    words = token_words(side)
    sheet.add(f"<g>{title(words)}")
    for index, kind in enumerate(kinds):
        at = x + index * step
        if kind == "owed":
            sheet.add(f'<circle class="dh-owed" cx="{number(at + 10)}" cy="{number(y + 30)}" r="9"/>')
        else:
            sheet.icon("token", at, y + 19, 22, "" if kind == "unused" else "dh-spent")
    sheet.add(text(words, x, y + 62, "dh-soft", size=min(12.0, 232 / text_width(str(words)))), "</g>")


def _bar(sheet: Sheet, view: View, seat: int, x: float, y: float) -> None:
    side = view["sides"][seat]
    goal, done = side["goal"], side["destroyed"]
    words = str(destroyed_words(side))
    sheet.add(f"<g>{title(words)}")
    if goal:
        wide = 220 * min(1.0, done / goal)
        sheet.add(rect(Box(x, y + 22, 220, 16), "dh-tray", radius=3))
        if wide:
            sheet.add(rect(Box(x, y + 22, wide, 16), f"dh-bar-{seat}", radius=3))
        sheet.add(rect(Box(x, y + 22, 220, 16), "dh-bar", radius=3))
        ticks = "".join(f"M{number(x + 220 * tick / 4)} {number(y + 38)}v4" for tick in range(1, 4))
        sheet.add(
            f'<path class="dh-rule" d="{ticks}"/><path class="dh-goal" d="M{number(x + 220)} {number(y + 17)}v26"/>'
        )
    sheet.add(text(words, x, y + 62, "dh-soft", size=12), "</g>")


def _heap(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """Draws the troops a side has lost, as a heap of counters; those of a destroyed unit keep its key."""
    side = view["sides"][seat]
    gone = [unit for unit in view["units"] if unit["row"] == "lost" and unit["seat"] == seat]
    inside = {troop["id"] for unit in gone for troop in unit["troops"]}
    groups: list[tuple[View | None, list[View]]] = [(unit, unit["troops"]) for unit in gone]
    groups.append((None, [troop for troop in side["lost"] if troop["id"] not in inside]))
    count = sum(len(troops) for _, troops in groups)
    if not count and not gone:
        return
    sheet.icon("dead", box.x, box.y + 22, 22, words=Text("lost troops"))
    sheet.add(
        text(sum(t["dp"] for _, troops in groups for t in troops), box.x + 11, box.y + 62, "dh-count", anchor="middle")
    )
    step = min(26.0, (box.w - 34 - 40) / max(1, count - 1))
    index = 0
    for unit, troops in groups:
        if unit is not None:
            words = escape(unit_words(unit, full=False))
            sheet.add(f'<g data-key="{escape(unit["key"])}" role="img" aria-label="{words}"><title>{words}</title>')
            left = box.x + 36 + index * step
            frame = Box(left, box.y + 16, step * max(0, len(troops) - 1) + 30, 46)
            sheet.add(rect(frame, "dh-touch dh-body"))
        for troop in troops:
            place = (box.x + 36 + index * step, box.y + 16 + index * 5 % 3 * 4, (index * 7 % 5 - 2) * 5)
            _slip(sheet, seat, troop, place)
            index += 1
        if unit is not None:
            sheet.add("</g>")


def _slip(sheet: Sheet, seat: int, troop: View, place: tuple[float, float, int]) -> None:
    """Draws a lost troop, somewhat askew."""
    x, y, turn = place
    words = Text("{name} ({id}), {n} DP", name=troop["name"], id=troop["id"], n=troop["dp"])
    sheet.add(
        f'<g transform="translate({number(x)} {number(y)}) rotate({turn} 14 18)">{title(words)}'
        '<rect class="dh-shade" x="1" y="2" width="30" height="38" rx="3"/>'
        '<rect class="dh-slip" width="30" height="38" rx="3"/>'
        f'<path class="dh-slip-band-{seat}" d="M0 9V3a3 3 0 0 1 3-3h24a3 3 0 0 1 3 3v6z"/>'
    )
    sheet.add(text(troop["name"][:3], 15, 22, "dh-small", anchor="middle"))
    sheet.add(text(troop["dp"], 15, 34, "dh-slip-dp", anchor="middle"), "</g>")
