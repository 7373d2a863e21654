"""What happens between squares: contacts, the arrows of an attack, the flight of a shot."""

from math import hypot
from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, escape, number, rect, title
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.draw.layout import Layout
from drumhead.games.travel_battle.draw.view_words import AIMED, FILES, combat_words, roll_words

View = dict[str, Any]
Spot = tuple[float, float]

RULES: Final = """
.dh .dh-spark{color:$glow}
.dh-spark-disc{fill:$counter-ink;opacity:.85}
.dh-target{fill:none;stroke:$wound;stroke-width:3;stroke-dasharray:8 4}
.dh-attack-0{fill:$carmine;stroke:$carmine-deep;stroke-width:1}
.dh-attack-1{fill:$prussian;stroke:$prussian-deep;stroke-width:1}
.dh-attack-edge{fill:$counter;stroke:$counter;stroke-width:3.4;stroke-linejoin:round}
.dh-aim-halo{fill:none;stroke:$field;stroke-width:7;opacity:.7;stroke-linecap:round}
.dh-aim{fill:none;stroke:$glow;stroke-width:3;stroke-dasharray:9 6;stroke-linecap:round}
.dh-aim-head{fill:$glow}
"""


def is_square(name: object) -> bool:
    """Returns whether a name is one of a square."""
    words = str(name or "")
    return words[:1] in FILES and words[:1] != "" and words[1:].isdigit() and 1 <= int(words[1:]) <= 10


def squares_of(view: View) -> dict[str, str]:
    """Where every unit on the field stands."""
    return {u["key"]: u["square"] for u in view["units"] if u["where"] == "field" and u["square"]}


def contacts(sheet: Sheet, view: View, layout: Layout) -> None:
    """Draws a spark wherever two enemy units touch, once between two squares."""
    where = squares_of(view)
    places: dict[Spot, list[str]] = {}
    for one, other in view["contacts"]:
        if one in where and other in where:
            (x1, y1), (x2, y2) = layout.square(where[one]).middle, layout.square(where[other]).middle
            places.setdefault(((x1 + x2) / 2, (y1 + y2) / 2), []).append(f"{one}-{other}")
    for (x, y), pairs in sorted(places.items()):
        sheet.add(f'<circle class="dh-spark-disc" cx="{number(x)}" cy="{number(y)}" r="6"/>')
        words = Text("in contact: {pairs}", pairs=", ".join(sorted(pairs)))
        sheet.icon("spark", x - 5, y - 5, 10, "dh-spark", words=words)


def combat(sheet: Sheet, view: View, layout: Layout) -> None:
    """The combat on the table: its target in a ring, and an arrow from every attacker."""
    fight = view["combat"]
    if not fight or not is_square(fight["target"]):
        return
    box = layout.square(fight["target"])
    words = combat_words(view)
    sheet.add(f'<g class="dh-combat" role="img" aria-label="{escape(words)}">{title(words)}')
    sheet.add(rect(Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2), "dh-target", radius=6))
    seats = {unit["key"]: unit["seat"] for unit in view["units"]}
    where = squares_of(view)
    starts = {where[key]: seats[key] for key in fight["attackers"] if key in where}
    for square, seat in starts.items():
        arrow = _arrow(layout.square(square).middle, box.middle)
        sheet.add(f'<path class="dh-attack-edge" d="{arrow}"/><path class="dh-attack-{seat}" d="{arrow}"/>')
    sheet.add("</g>")


def _arrow(start: Spot, end: Spot) -> str:
    """The data of a short thick arrow over the line between two squares."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    corners = [(-8, -3.4), (0, -3.4), (0, -7.5), (9, 0), (0, 7.5), (0, 3.4), (-8, 3.4)]
    points = [f"{number(x + a * ux - b * uy)} {number(y + a * uy + b * ux)}" for a, b in corners]
    return "M" + "L".join(points) + "z"


def aim(sheet: Sheet, view: View, layout: Layout) -> None:
    """The flight of a shot, from the gun that throws to what it aims at."""
    roll = view["roll"]
    where = squares_of(view)
    if not roll or roll.get("kind") not in AIMED or roll.get("unit") not in where:
        return
    target = roll.get("target")
    goal = where.get(str(target), str(target) if is_square(target) else "")
    if not goal or goal == where[roll["unit"]]:
        return
    (x1, y1), (x2, y2) = layout.square(where[roll["unit"]]).middle, layout.square(goal).middle
    far = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    x1, y1, x2, y2 = x1 + 22 * ux, y1 + 22 * uy, x2 - 30 * ux, y2 - 30 * uy
    bend_x, bend_y = (x1 + x2) / 2, (y1 + y2) / 2 - abs(ux) * far / 5  # a ball flies in a curve
    d = f"M{number(x1)} {number(y1)}Q{number(bend_x)} {number(bend_y)} {number(x2)} {number(y2)}"
    far = hypot(x2 - bend_x, y2 - bend_y) or 1
    vx, vy = (x2 - bend_x) / far, (y2 - bend_y) / far
    head = [(x2 + 12 * vx, y2 + 12 * vy), (x2 - 8 * vy - 3 * vx, y2 + 8 * vx - 3 * vy)]
    head.append((x2 + 8 * vy - 3 * vx, y2 - 8 * vx - 3 * vy))
    tip = "L".join(f"{number(x)} {number(y)}" for x, y in head)
    sheet.add(f'<g class="dh-shot">{title(roll_words(view))}<path class="dh-aim-halo" d="{d}"/>')
    sheet.add(f'<path class="dh-aim" d="{d}"/><path class="dh-aim-head" d="M{tip}z"/></g>')
