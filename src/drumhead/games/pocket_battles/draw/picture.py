"""A view drawn as a picture: a field map on a drumhead, and counters upon it."""

from typing import Any, Final

from drumhead.core.draw.sheet import TABLE_DEFS, TABLE_RULES, Box, Sheet, escape, number, rect, text, title
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.draw import counters
from drumhead.games.pocket_battles.draw import header as surround
from drumhead.games.pocket_battles.draw.blocks import SEAM, Seam
from drumhead.games.pocket_battles.draw.board_layout import lay_out_board
from drumhead.games.pocket_battles.draw.layout import Layout, Zone, lay_out
from drumhead.games.pocket_battles.draw.view_words import place_words, roll_words, stage_words, whole

View = dict[str, Any]

_RULES: Final = """
.dh-grass{fill:url(#dh-tufts)}
.dh-tuft{fill:none;stroke:$ink-faint;stroke-width:.9;opacity:.6}
.dh-trampled{fill:$trampled;opacity:.3}
.dh-mud{fill:url(#dh-ruts)}
.dh-border{fill:none;stroke:$ink-soft;stroke-width:1.4;stroke-dasharray:12 4 2 4}
.dh-line{fill:none;stroke:$ink-soft;stroke-width:1;opacity:.7}
.dh-front-line{fill:none;stroke:$ink-soft;stroke-width:1.2}
.dh-neat{fill:none;stroke:$ink;stroke-width:1.2}
.dh-neat-dash{fill:none;stroke:$ink;stroke-width:4;stroke-dasharray:22 22}
.dh-zone{fill:transparent}
.dh .dh-label{font-family:$serif;font-style:italic;font-size:18.4px;fill:$ink-soft}
.dh .dh-glyph{color:$ink-faint}
.dh-zone-can{fill:$glow-halo;fill-opacity:.16}
.dh-tooth-0{fill:$carmine-deep}
.dh-tooth-1{fill:$prussian-deep}
.dh-spark{fill:none;stroke:$glow-halo;stroke-width:1.6}
.dh-link-0,.dh-link-1{stroke-width:9}
.dh-link-0{stroke:$carmine-deep}
.dh-link-1{stroke:$prussian-deep}
.dh-badge{fill:$counter;stroke:$ink;stroke-width:1.4}
.dh .dh-badge-icon{color:$counter-ink}
.dh-badge-hot{fill:$glow-halo}
.dh .dh-charge-0{color:$carmine}
.dh .dh-charge-1{color:$prussian-light}
.dh-aim-halo{fill:none;stroke:$field;stroke-width:7;opacity:.7;stroke-linecap:round}
.dh-aim{fill:none;stroke:$glow;stroke-width:3;stroke-dasharray:9 6;stroke-linecap:round}
.dh-aim-head{fill:$glow}
"""
_ALL_RULES: Final = TABLE_RULES + _RULES + counters.RULES + surround.RULES

_DEFS: Final = (
    TABLE_DEFS
    + counters.DEFS
    + '<pattern id="dh-tufts" width="230" height="170" patternUnits="userSpaceOnUse"><path class="dh-tuft" '
    'd="M22 40q3-7 2-12M25 40q1-6 5-9M20 40q-1-5-4-7M140 26q3-7 2-12M143 26q1-6 5-9M138 26q-1-5-4-7'
    "M84 118q3-7 2-12M87 118q1-6 5-9M82 118q-1-5-4-7M196 142q3-7 2-12M199 142q1-6 5-9M194 142q-1-5-4-7"
    'M60 74h9M63 77h9M176 84h9M173 87h8M30 150h8M33 153h9M118 160h8"/></pattern>'
    '<pattern id="dh-ruts" width="120" height="60" patternUnits="userSpaceOnUse"><path class="dh-tuft" '
    'd="M6 12l9-3M30 40l10-2M58 16l8 3M80 48l9-3M100 22l8 2M18 54l7 2M70 34l6-3M46 6l6 1M110 44l6 2"/></pattern>'
)


def svg(view: View, theme: str = "auto", *, header: bool = True) -> str:
    """Draws a view; a theme is light, dark or auto, which follows the reader's own.

    Without `header` it is the battlefield alone, in a frame that stays the same during a battle.
    """
    view = whole(view)
    layout = lay_out(view) if header else lay_out_board(view)
    sheet = Sheet(_ALL_RULES)
    can = set(view["can_act"])
    if header:
        surround.draw(sheet, view, layout)
    _field(sheet, view, layout, can)
    for seat, tray in layout.trays.items():
        _tray(sheet, view, seat, tray)
    for box, up in layout.all.arrows:
        seat = layout.near if up else 1 - layout.near
        x, y = box.middle
        sheet.add("<g>" if up else f'<g transform="rotate(180 {number(x)} {number(y)})">')
        sheet.icon("arrow", box.x + 1, box.y + 1, box.w - 2, f"dh-charge-{seat}")
        sheet.add("</g>")
    for seam in layout.all.seams:
        _teeth(sheet, seam, layout)
    for spot in layout.all.spots:
        counters.draw_unit(sheet, spot, view, layout.near, can)
    for seam in layout.all.seams:
        _swords(sheet, view, seam, layout)
    _aim(sheet, view, layout)
    words = Text(
        "Pocket Battles, {stage}: {far} at the top, {near} at the bottom",
        stage=stage_words(view),
        far=view["sides"][1 - layout.near]["name"],
        near=view["sides"][layout.near]["name"],
    )
    return sheet.svg(layout.width, layout.height, theme, words, _DEFS)


def _tray(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """Draws the reserve of a side."""
    sheet.add(rect(box, "dh-tray", radius=8), rect(box, "dh-tray-line", radius=8))
    sheet.add(text(Text("{name}, in reserve", name=view["sides"][seat]["name"]), box.x + 10, box.y + 17, "dh-label"))


def _field(sheet: Sheet, view: View, layout: Layout, can: set[str]) -> None:
    """Draws the map: ground, sectors, lines, and the frame that old maps have."""
    box = layout.field
    sheet.add(rect(box, "dh-map"), rect(box, "dh-grass"))
    fought = layout.zones[6].box
    across = Box(box.x, fought.y, box.w, fought.h)
    trays = layout.trays.values()
    sheet.add(rect(across, "dh-trampled"), rect(across, "dh-mud"))
    for zone in layout.zones:
        is_covered = zone.seat is None and any(zone.box.y <= tray.y < zone.box.y + zone.box.h for tray in trays)
        _zone(sheet, view, zone, can, is_named=not is_covered)
    for place in (1, 2):
        x = number(layout.zones[place].box.x)
        sheet.add(f'<path class="dh-border" d="M{x} {number(box.y)}v{number(box.h)}"/>')
    for first, kind in ((3, "line"), (6, "front-line"), (9, "front-line"), (12, "line")):
        y = number(layout.zones[first].box.y)
        sheet.add(f'<path class="dh-{kind}" d="M{number(box.x)} {y}h{number(box.w)}"/>')
    sheet.add(rect(Box(box.x - 1, box.y - 1, box.w + 2, box.h + 2), "dh-neat"))
    sheet.add(rect(Box(box.x - 3.5, box.y - 3.5, box.w + 7, box.h + 7), "dh-neat-dash"))
    sheet.add(rect(Box(box.x - 6, box.y - 6, box.w + 12, box.h + 12), "dh-neat"))


def _zone(sheet: Sheet, view: View, zone: Zone, can: set[str], *, is_named: bool) -> None:
    """Draws a zone, with the name its owner gives it."""
    able, side = zone.key in can, view["sides"][zone.seat]["name"] if zone.seat is not None else ""
    sheet.again((zone, side, able, is_named), lambda part: _ground(part, zone, side, able=able, is_named=is_named))


def _ground(sheet: Sheet, zone: Zone, side: str, *, able: bool, is_named: bool) -> None:
    words = place_words(zone.seat or 0, zone.row, zone.sector)
    if zone.seat is not None:
        words = Text("{side}, {place}", side=side, place=words)
    label = place_words(zone.seat, zone.row, zone.sector) if zone.seat is not None else Text("engagement")
    kind = "dh-zone-group dh-can" if able else "dh-zone-group"
    sheet.add(f'<g class="{kind}" data-key="{escape(zone.key)}" role="img" aria-label="{escape(words)}">')
    sheet.add(title(words), rect(zone.box, "dh-zone dh-body"))
    if able:
        inner = Box(zone.box.x + 4.5, zone.box.y + 4.5, zone.box.w - 9, zone.box.h - 9)
        sheet.add(counters.glow(inner, 8), rect(inner, "dh-zone-can", radius=8))
    if is_named:
        sheet.icon(f"sector-{zone.place}", zone.box.x + 11, zone.box.y + 5, 14, "dh-glyph")
        sheet.add(text(label, zone.box.x + 29, zone.box.y + 17, "dh-label"))
    sheet.add("</g>")


def _teeth(sheet: Sheet, seam: Seam, layout: Layout) -> None:
    """Draws the line of contact: both armies' teeth in each other."""
    x, y, w, h = seam.box
    for at, top, end in seam.links:
        seat = 1 - layout.near if top < y else layout.near
        sheet.add(f'<path class="dh-link-{seat}" d="M{number(at)} {number(top - 1)}V{number(end + 1)}"/>')
    count = max(4, round(w / 14))
    step = w / count
    zigzag = "".join(
        f"L{number(x + step * (i + 0.5))} {number(y + h - 3)}L{number(x + step * (i + 1))} {number(y + 3)}"
        for i in range(count)
    )
    line = f"M{number(x)} {number(y + 3)}{zigzag}"
    sheet.add(f'<path class="dh-tooth-{1 - layout.near}" d="{line}V{number(y - 2)}H{number(x)}z"/>')
    sheet.add(f'<path class="dh-tooth-{layout.near}" d="{line}V{number(y + h + 2)}H{number(x)}z"/>')
    sheet.add(f'<path class="dh-spark" d="{line}"/>')


def _swords(sheet: Sheet, view: View, seam: Seam, layout: Layout) -> None:
    """Crossed swords on a line of contact, bright while they strike."""
    x, y = seam.box.middle
    radius = 12 * seam.box.h / SEAM
    roll = view["roll"]
    hot = roll and roll["unit"] in seam.keys and roll["target"] in seam.keys
    kind = "dh-badge dh-badge-hot" if hot else "dh-badge"
    sheet.add(f'<circle class="{kind}" cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>')
    size = radius * 1.4
    words = Text("in contact: {units}", units=" ".join(seam.keys))
    sheet.icon("swords", x - size / 2, y - size / 2, size, "dh-badge-icon", words=words)


def _aim(sheet: Sheet, view: View, layout: Layout) -> None:
    """Draws an arrow from the unit that throws to the one it aims at, where they do not touch."""
    roll = view["roll"]
    if not roll or not roll["target"]:
        return
    boxes = {spot.unit["key"]: spot.box for spot in layout.all.spots}
    together = any(roll["unit"] in seam.keys and roll["target"] in seam.keys for seam in layout.all.seams)
    if together or roll["unit"] not in boxes or roll["target"] not in boxes:
        return
    a, b = boxes[roll["unit"]], boxes[roll["target"]]
    (x1, _), (x2, _) = a.middle, b.middle
    x2 += b.w / 4 if x1 > x2 else -b.w / 4  # beside the arrow of a charger
    up = a.y > b.y
    y1, y2 = (a.y, b.y + b.h + 9) if up else (a.y + a.h, b.y - 9)
    bend = (y1 + y2) / 2
    d = f"M{number(x1)} {number(y1)}C{number(x1)} {number(bend)} {number(x2)} {number(bend)} {number(x2)} {number(y2)}"
    tip = -9 if up else 9
    sheet.add(f"<g>{title(roll_words(view))}")
    sheet.add(f'<path class="dh-aim-halo" d="{d}"/><path class="dh-aim" d="{d}"/>')
    sheet.add(f'<path class="dh-aim-head" d="M{number(x2)} {number(y2 + tip)}l8 {-1.7 * tip:g}h-16z"/></g>')
