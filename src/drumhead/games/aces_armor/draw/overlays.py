"""What happens between hexes: interceptions, attacks, the way of a mover; and what lies on hexes besides units."""

from math import hypot
from typing import Any, Final

from drumhead.core.draw.outlines import Spot
from drumhead.core.draw.sheet import Sheet, escape, number, title
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.draw.counters import EMBLEMS
from drumhead.games.aces_armor.draw.layout import Layout
from drumhead.games.aces_armor.draw.outlines import SIDE, beside, borders
from drumhead.games.aces_armor.draw.view_words import attack_words, factory_words, is_hex, place

View = dict[str, Any]

RULES: Final = """
.dh-pole{fill:none;stroke:$ink;stroke-width:1.8;stroke-linecap:round}
.dh-flag{stroke:$ink;stroke-width:.8;stroke-linejoin:round}
.dh .dh-flag-emblem{color:$on-army}
.dh-ruin{fill:none;stroke:$wound;stroke-width:5;stroke-linecap:round;opacity:.85}
.dh-ruin-edge{fill:none;stroke:$counter;stroke-width:8;stroke-linecap:round;opacity:.7}
.dh-grey{fill:$iron-light;stroke:$iron-deep;stroke-width:1.4}
.dh-grey-ring{fill:none;stroke:$counter;stroke-width:.9;opacity:.6}
.dh .dh-grey-icon{color:$counter}
.dh-way-halo{fill:none;stroke:$field;stroke-width:7;opacity:.75;stroke-linecap:round;stroke-linejoin:round}
.dh-way{fill:none;stroke:$ink;stroke-width:2.6;stroke-dasharray:.1 6.4;stroke-linecap:round;stroke-linejoin:round}
.dh-asked{fill:none;stroke:$wound;stroke-width:2.4;stroke-dasharray:7 4}
.dh-hold-edge{fill:$counter;stroke:$counter;stroke-width:3.4;stroke-linejoin:round}
.dh-hold{stroke:$ink;stroke-width:.8;stroke-linejoin:round}
.dh-shot-halo{fill:none;stroke:$counter;stroke-width:6.4;opacity:.85;stroke-linecap:round}
.dh-shot{fill:none;stroke:$wound;stroke-width:3;stroke-linecap:round}
.dh-shot-far{fill:none;stroke:$wound;stroke-width:3;stroke-dasharray:8 5;stroke-linecap:round}
.dh-shot-head{fill:$wound;stroke:$counter;stroke-width:1.2;stroke-linejoin:round}
.dh-shot-done{opacity:.4}
.dh-shot-disc{fill:$counter;stroke:$wound;stroke-width:1.8}
.dh-shot-now{fill:$glow-halo;stroke:$wound;stroke-width:1.8}
.dh .dh-shot-number{fill:$counter-ink;font-weight:700;font-size:15px}
.dh-burst{fill:$wound;fill-opacity:.12;stroke:$wound;stroke-width:2;stroke-dasharray:6 4}
"""


def flags(sheet: Sheet, view: View, layout: Layout) -> None:
    """The flag of whoever holds a factory, and a cross over one that was destroyed."""
    for factory in view["factories"]:
        if not is_hex(view, factory["hex"]):
            continue
        x, y = layout.spot(factory["hex"])
        if factory["ruined"]:
            cross = f"M{number(x - 17)} {number(y - 15)}l34 30m0-30l-34 30"
            words = title(factory_words(view, factory))
            sheet.add(f'<g>{words}<path class="dh-ruin-edge" d="{cross}"/><path class="dh-ruin" d="{cross}"/></g>')
        elif factory["flag"] is not None:
            _flag(sheet, view, factory, x - 26, y + 8)


def _flag(sheet: Sheet, view: View, factory: View, x: float, y: float) -> None:
    faction = factory["flag"]
    words = escape(factory_words(view, factory))
    sheet.add(
        f'<g class="dh-held" role="img" aria-label="{words}"><title>{words}</title>'
        f'<path class="dh-pole" d="M{number(x)} {number(y)}v-35"/><path class="dh-army-{faction} dh-flag" '
        f'd="M{number(x)} {number(y - 34)}q5-3 10.5 0t10.5 0v13q-5 3-10.5 0t-10.5 0z"/>'
    )
    sheet.icon(EMBLEMS[faction], x + 5.5, y - 32.6, 10, "dh-flag-emblem")
    sheet.add("</g>")


def hidden(sheet: Sheet, view: View, layout: Layout) -> None:
    """The grey tokens among which the V2 is hidden."""
    for token in view["hidden"]:
        if not is_hex(view, token["hex"]):
            continue
        x, y = layout.spot(token["hex"])
        words = escape(_hidden_words(token))
        sheet.add(
            f'<g class="dh-grey-token" role="img" aria-label="{words}"><title>{words}</title>'
            f'<circle class="dh-shade" cx="{number(x + 1.5)}" cy="{number(y + 2.5)}" r="16"/>'
            f'<circle class="dh-grey" cx="{number(x)}" cy="{number(y)}" r="16"/>'
            f'<circle class="dh-grey-ring" cx="{number(x)}" cy="{number(y)}" r="13"/>'
        )
        if token["v2"] is not False:
            sheet.icon("unit-v2" if token["v2"] else "question", x - 9, y - 9, 18, "dh-grey-icon")
        sheet.add("</g>")


def _hidden_words(token: View) -> Text:
    if token["v2"]:
        return Text("grey token on {hex}: the V2", hex=token["hex"])
    if token["v2"] is False:
        return Text("grey token on {hex}: blank", hex=token["hex"])
    return Text("grey token on {hex}", hex=token["hex"])


def way(sheet: Sheet, view: View, layout: Layout) -> None:
    """A ring around the unit whose move is being asked about, and its way."""
    move = view["move"]
    if not move:
        return
    spots = [layout.spot(name) for name in move["path"] if is_hex(view, name)]
    for x, y in spots[-1:]:
        sheet.add(f'<circle class="dh-asked" cx="{number(x)}" cy="{number(y + 2.5)}" r="29"/>')
    if len(spots) > 1:
        data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots)
        sheet.add(f"<g>{title(Text('{unit} moves {path}', unit=move['unit'], path=' '.join(move['path'])))}")
        sheet.add(f'<path class="dh-way-halo" d="{data}"/><path class="dh-way" d="{data}"/></g>')


def interceptions(sheet: Sheet, view: View, layout: Layout) -> None:
    """An arrow over the side between an interceptor and the unit that it holds."""
    where = _where(view)
    for unit in view["units"]:
        held = unit.get("intercepts")
        if not held or unit["key"] not in where or held not in where:
            continue
        arrow = _short_arrow(layout.spot(where[unit["key"]]), layout.spot(where[held]))
        words = title(Text("{one} intercepts {other}", one=unit["key"], other=held))
        sheet.add(f'<g class="dh-interception">{words}<path class="dh-hold-edge" d="{arrow}"/>')
        sheet.add(f'<path class="dh-hold dh-paint-{unit["faction"]}" d="{arrow}"/></g>')


def _where(view: View) -> dict[str, str]:
    return {unit["key"]: unit["hex"] for unit in view["units"] if unit["where"] == "map" and is_hex(view, unit["hex"])}


def _short_arrow(start: Spot, end: Spot) -> str:
    """The data of a short thick arrow with a bar across, over the line between two hexes."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    corners = [(-9, -8), (-6, -8), (-6, -3), (1, -3), (1, -7.5), (10, 0), (1, 7.5), (1, 3), (-6, 3), (-6, 8), (-9, 8)]
    return "M" + "L".join(f"{number(x + a * ux - b * uy)} {number(y + a * uy + b * ux)}" for a, b in corners) + "z"


def attacks(sheet: Sheet, view: View, layout: Layout) -> None:
    """The declared attacks as arrows with their numbers, those of rockets with the hexes they burst on."""
    where = _where(view)
    for index, attack in enumerate(view["declared"], 1):
        start = where.get(attack["attacker"])
        goal = where.get(attack["target"] or "", attack["hex"])
        if start is None or not is_hex(view, goal) or goal == start:
            continue
        done = attack["state"] in ("fought", "lost")
        words = escape(attack_words(index, attack))
        sheet.add(
            f'<g class="{"dh-attack dh-shot-done" if done else "dh-attack"}" role="img" aria-label="{words}">'
            f"<title>{words}</title>"
        )
        if attack["target"] is None:
            _burst(sheet, layout, goal)
        _attack(sheet, layout.spot(start), layout.spot(goal), index, now=attack["state"] == "now")
        sheet.add("</g>")


def _attack(sheet: Sheet, start: Spot, end: Spot, index: int, *, now: bool) -> None:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    near = far < 70
    (x1, y1), (x2, y2) = (
        (start[0] + ux * (14 if near else 24), start[1] + uy * (14 if near else 24)),
        (end[0] - ux * 20, end[1] - uy * 20),
    )
    bend = 0 if near else far / 7  # a shell flies in a curve
    up = 1 if ux >= 0 else -1
    cx, cy = (x1 + x2) / 2 + uy * bend * up, (y1 + y2) / 2 - ux * bend * up
    data = f"M{number(x1)} {number(y1)}Q{number(cx)} {number(cy)} {number(x2)} {number(y2)}"
    way_x, way_y = x2 - cx, y2 - cy
    long = hypot(way_x, way_y) or 1
    vx, vy = way_x / long, way_y / long
    head = [(x2 + 9 * vx, y2 + 9 * vy), (x2 - 6.5 * vy - 3 * vx, y2 + 6.5 * vx - 3 * vy)]
    head.append((x2 + 6.5 * vy - 3 * vx, y2 - 6.5 * vx - 3 * vy))
    tip = "L".join(f"{number(x)} {number(y)}" for x, y in head)
    kind = "dh-shot" if near else "dh-shot-far"
    sheet.add(f'<path class="dh-shot-halo" d="{data}"/><path class="{kind}" d="{data}"/>')
    sheet.add(f'<path class="dh-shot-head" d="M{tip}z"/>')
    x, y = (x1 + 2 * cx + x2) / 4 - (3 * ux if near else 0), (y1 + 2 * cy + y2) / 4 - (3 * uy if near else 0)
    sheet.add(f'<circle class="{"dh-shot-now" if now else "dh-shot-disc"}" cx="{number(x)}" cy="{number(y)}" r="8.2"/>')
    sheet.add(f'<text class="dh-shot-number" x="{number(x)}" y="{number(y + 5.1)}" text-anchor="middle">{index}</text>')


def _burst(sheet: Sheet, layout: Layout, goal: str) -> None:
    """The edge of a hex and all around it."""
    cell = place(goal)
    shift_x, shift_y = layout.field.x - 1.5 * SIDE * layout.first, layout.field.y
    for border in borders([cell, *beside(cell)]):
        corners = "L".join(f"{number(x + shift_x)} {number(y + shift_y)}" for x, y in border)
        sheet.add(f'<path class="dh-burst" d="M{corners}z"/>')
