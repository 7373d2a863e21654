"""Troops drawn as printed counters, and units as counters on a plate."""

from collections.abc import Set
from functools import lru_cache
from typing import Any, Final, NamedTuple

from drumhead.core.draw.icons import ICONS, trait_icon
from drumhead.core.draw.sheet import Box, Sheet, escape, lines, number, rect, text, text_width, title
from drumhead.core.i18n.text import Text, Translate, current_translator
from drumhead.games.pocket_battles.army.tiles import Tile, trait_kind
from drumhead.games.pocket_battles.draw.blocks import (
    FOOT,
    GAP,
    PAD,
    STACK,
    TAB,
    TILE_H,
    TILE_W,
    Spot,
    has_foot,
    thickness,
)
from drumhead.games.pocket_battles.draw.view_words import dead, living, trait_words, troop_words, unit_words

View = dict[str, Any]


class Face(NamedTuple):
    """What is printed on a counter, and the wounds upon it."""

    name: str
    engagement: tuple[int, ...]
    shooting: tuple[int, ...]
    dp: int
    wp: int
    wounds: int
    traits: tuple[str, ...]


Lit = tuple[str, frozenset[int]]
"""The colour and the faces of printed dice that a throw matched."""

# These add to `TABLE_RULES` and `TABLE_DEFS`, which every picture has.
RULES: Final = """
.dh-key{font-weight:700}
.dh .dh-key,.dh .dh-foot{fill:$on-army}
.dh-foot{font-weight:600}
.dh .dh-on{color:$on-army}
.dh .dh-hit{color:$glow-halo}
.dh-orders{font-weight:800}
.dh .dh-orders{fill:$shadow}
.dh-cost{fill:none;stroke:$on-army;stroke-width:1.1;stroke-dasharray:2.2 1.8;opacity:.9}
.dh-cost-n{font-weight:600}
.dh .dh-cost-n{fill:$on-army}
.dh-face{fill:url(#dh-counter);stroke:$counter-edge;stroke-width:.8}
.dh-under{fill:$counter-low;stroke:$counter-edge;stroke-width:.8}
.dh-bevel{fill:none;stroke:$highlight;stroke-width:1.2;opacity:.65}
.dh-band-0{fill:$carmine}
.dh-band-1{fill:url(#dh-band)}
.dh-name{font-weight:600}
.dh .dh-name{fill:$on-army}
.dh .dh-tile{color:$counter-ink}
.dh .dh-tile .dh-bonus{fill:$counter-ink;font-weight:700}
.dh .dh-tile .dh-drop{color:$counter-soft}
.dh .dh-tile .dh-drop-full{color:$wound}
.dh .dh-dp{fill:$counter-ink;font-weight:700}
.dh .dh-small{fill:$counter-soft;font-size:8px}
.dh-lit{fill:none;stroke:$glow;stroke-width:3}
.dh .dh-back{fill:$counter-soft;font-family:$serif;font-size:34px}
.dh-p1-faint{fill:$prussian-light;opacity:.4}
.dh-c-top{stop-color:$counter}
.dh-c-low{stop-color:$counter-low}
"""

DEFS: Final = (
    '<pattern id="dh-band" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="dh-p1" width="7" height="7"/><rect class="dh-p1-faint" width="1.6" height="7"/></pattern>'
    '<linearGradient id="dh-counter" x2="0" y2="1"><stop offset=".45" class="dh-c-top"/>'
    '<stop offset="1" class="dh-c-low"/></linearGradient>'
)

_LETTERS: Final = 18.4
"""The size of letters on a counter: large enough to be read where a counter is 40 pixels wide."""
_LEAST_WIDTH: Final = 0.72
"""How narrow the letters of a name may be drawn before it takes two lines."""
_ROOM: Final = TILE_W - 6
_BAND: Final = 25
_HIGH_BAND: Final = 34
_TRAITS_Y: Final = 54
_LOW_Y: Final = 76


def glow(box: Box, radius: float) -> str:
    """Returns the glow around something that can be acted on."""
    outer = Box(box.x - 2, box.y - 2, box.w + 4, box.h + 4)
    return rect(outer, "dh-halo", radius=radius + 2) + rect(outer, "dh-glow", radius=radius + 2)


def _dice(sheet: Sheet, face: Face, lit: Lit, top: float) -> None:
    """Draws, below `top`, the printed dice of a troop, black for engagement, white for shooting.

    A throw lights those it matched.
    """
    dice = [("black", pips) for pips in face.engagement] + [("white", pips) for pips in face.shooting]
    if not dice:
        return
    size = min((22.0 if top < _HIGH_BAND else 20.0) if face.traits else 25.0, (TILE_W - 6) / len(dice) - 2)
    step = size + 3 if len(dice) < 4 else size + 2
    x = (TILE_W - step * (len(dice) - 1) - size) / 2
    y = (top + _TRAITS_Y + 3 - size) / 2 if face.traits else (top + _LOW_Y - size) / 2
    for colour, pips in dice:
        if colour == lit[0] and pips in lit[1]:
            sheet.add(rect(Box(x - 1, y - 1, size + 2, size + 2), "dh-lit", radius=5))
        sheet.icon(f"die-{colour}-{pips}", x, y, size)
        x += step


def _traits(sheet: Sheet, face: Face, top: float) -> None:
    """Draws, below `top`, the traits of a troop as icons, or as letters where there is no icon yet.

    A troop without dice has room for larger ones.
    """
    traits = face.traits
    plain = not face.engagement and not face.shooting
    bonuses = sum(trait.startswith("+") for trait in traits)
    size = 26.0 if plain and len(traits) + bonuses < 3 else 19.0 if len(traits) < 3 else 18.0
    wide = [size + (18 if trait.startswith("+") else 0) for trait in traits]
    gap = min(4.0, (TILE_W - 2 - sum(wide)) / max(1, len(traits) - 1))
    x = (TILE_W - sum(wide) - gap * (len(traits) - 1)) / 2
    y = (top + _LOW_Y - size) / 2 + 1 if plain else _TRAITS_Y + 2
    for trait, width in zip(traits, wide, strict=True):
        words = trait_words(trait)
        if trait.startswith("+"):
            sheet.add(text(trait.split(" ")[0], x, y + size / 2 + 6, "dh-bonus", size=_LETTERS, room=17))
            sheet.icon(trait_icon(trait), x + 17, y, size, words=words)
        elif trait_icon(trait) in ICONS:
            sheet.icon(trait_icon(trait), x, y, size, words=words)
        else:
            short = text(
                trait_kind(trait).short,
                x + size / 2,
                y + size / 2 + 6,
                "dh-bonus",
                size=_LETTERS,
                anchor="middle",
                room=size,
            )
            sheet.add(f"<g>{title(words)}{short}</g>")
        x += width + gap


def _wounds(sheet: Sheet, face: Face) -> None:
    """Draws the wound points of a troop as drops, those lost filled, and its deployment points."""
    if face.wp == 0:
        sheet.add(text(Text("no WP"), 5, TILE_H - 7, "dh-small"))
    for point in range(face.wp):
        full = point < face.wounds
        sheet.icon(
            "drop-full" if full else "drop", 2 + point * 11, _LOW_Y + 2, 14, "dh-drop-full" if full else "dh-drop"
        )
    sheet.add(text(face.dp, TILE_W - 17, TILE_H - 5, "dh-dp", size=_LETTERS, anchor="end", room=24))
    sheet.add(text(Text("DP"), TILE_W - 5, TILE_H - 6.5, "dh-small", anchor="end"))


def _name_rows(name: str) -> list[str]:
    """Returns the name of a troop in the one or two lines that its band has room for."""
    room = _ROOM / _LEAST_WIDTH
    if text_width(name, _LETTERS) <= room or " " not in name:
        return [name]
    return lines(name, room, _LETTERS, 2)


def _name(sheet: Sheet, rows: list[str], band: float) -> None:
    """Draws the name of a troop on its band."""
    for index, row in enumerate(rows):
        y = band / 2 + _LETTERS * 0.36 + (index - (len(rows) - 1) / 2) * (_LETTERS - 2)
        sheet.add(text(row, TILE_W / 2, y, "dh-name", size=_LETTERS, anchor="middle", room=_ROOM))


@lru_cache(maxsize=4096)
def _tile(seat: int, face: Face, lit: Lit, translate: Translate) -> tuple[str, frozenset[str]]:
    """Returns the face of a counter at the origin and the icons on it, drawn once for every language and kept."""
    sheet = Sheet()
    sheet.add(rect(Box(1, 2.5, TILE_W, TILE_H), "dh-shade", radius=5))
    sheet.add(rect(Box(0.5, 1.2, TILE_W, TILE_H), "dh-shade", radius=5))
    sheet.add(rect(Box(0, 0, TILE_W, TILE_H), "dh-face dh-body", radius=5))
    rows = _name_rows(face.name)
    band = _BAND if len(rows) == 1 else _HIGH_BAND
    sheet.add(f'<path class="dh-band-{seat}" d="M0 {band}V5a5 5 0 0 1 5-5h{TILE_W - 10}a5 5 0 0 1 5 5v{band - 5}z"/>')
    sheet.add(rect(Box(1.1, 1.1, TILE_W - 2.2, TILE_H - 2.2), "dh-bevel", radius=4))
    _name(sheet, rows, band)
    _dice(sheet, face, lit, band)
    _traits(sheet, face, band)
    _wounds(sheet, face)
    return "".join(sheet.parts), frozenset(sheet.used)


def _troop(sheet: Sheet, unit: View, troop: View, can: Set[str], lit: Lit) -> None:
    """Draws a troop of a unit, with its key and its words, at the origin."""
    key = f"{unit['key']}/{troop['id']}"
    able = key in can
    words = escape(troop_words(troop))
    kind = "dh-tile dh-can" if able else "dh-tile"
    sheet.add(f'<g class="{kind}" data-key="{escape(key)}" role="img" aria-label="{words}"><title>{words}</title>')
    if able:
        sheet.add(glow(Box(0, 0, TILE_W, TILE_H), 5))
    printed = tuple(troop["engagement"]), tuple(troop["shooting"]), troop["dp"], troop["wp"]
    face = Face(troop["name"], *printed, troop["wounds"], tuple(troop["traits"]))
    drawn, icons = _tile(unit["seat"], face, lit, current_translator())
    sheet.used |= icons
    sheet.add(drawn, "</g>")


def tile_face(tile: Tile) -> tuple[str, frozenset[str]]:
    """Returns a troop as it lies in its box: its counter at the origin, and the icons on it."""
    face = Face(str(Text(tile.name)), tile.engagement, tile.shooting, tile.dp, tile.wp, 0, tile.traits)
    return _tile(0, face, ("", frozenset()), current_translator())


def _face_down(sheet: Sheet) -> None:
    """Draws a counter that shows nothing, at the origin."""
    sheet.add(rect(Box(0, 0, TILE_W, TILE_H), "dh-face", radius=5))
    sheet.add(rect(Box(6, 6, TILE_W - 12, TILE_H - 12), "dh-bevel", radius=3))
    sheet.add(text("?", TILE_W / 2, TILE_H / 2 + 12, "dh-back", anchor="middle"))


def _tiles(sheet: Sheet, spot: Spot, top: float, can: Set[str], lit: Lit) -> None:
    """Draws the counters on a plate; a hidden stack shows the edges of those under its top one."""
    unit = spot.unit
    for layer in range(thickness(unit), 0, -1):
        sheet.add(rect(Box(PAD + layer * STACK, top + layer * STACK, TILE_W, TILE_H), "dh-under", radius=5))
    troops = living(unit)
    for index in range(max(1, len(troops))):
        row, column = divmod(index, spot.columns)
        x, y = PAD + column * (TILE_W + GAP), top + row * (TILE_H + GAP)
        sheet.add(f'<g transform="translate({number(x)} {number(y)})">')
        if troops:
            _troop(sheet, unit, troops[index], can, lit)
        else:
            _face_down(sheet)
        sheet.add("</g>")


def _tab(sheet: Sheet, unit: View, w: float, y: float, *, priced: bool) -> float:
    """Draws the key of a unit, its order tokens and the cost of the next one; returns where there is room for more."""
    sheet.add(text(unit["key"], PAD + 2, y + 16.8, "dh-key", size=_LETTERS))
    x = PAD + 6 + text_width(unit["key"], _LETTERS + 0.5)
    orders = unit["orders"]
    if orders:
        sheet.add(f"<g>{title(Text('{n} order token', '{n} order tokens', n=orders))}")
        under = min(orders, 4) - 1
        step = min(3.5, (w - 42 - x) / max(1, under))  # no further than the cost of the next one
        for _ in range(under):
            sheet.icon("coin", x, y + 2, 18)
            x += step
        sheet.icon("token" if orders == 1 else "coin", x, y + 2, 18)
        if orders > 1:
            sheet.add(text(orders, x + 9, y + 17, "dh-orders", size=_LETTERS, anchor="middle", room=15))
        sheet.add("</g>")
    if priced:
        sheet.add(f"<g>{title(Text('the next order costs {n}', n=unit['cost']))}")
        sheet.add(f'<circle class="dh-cost" cx="{number(w - 13)}" cy="{number(y + 10.5)}" r="9.6"/>')
        sheet.add(text(unit["cost"], w - 13, y + 16.8, "dh-cost-n", size=_LETTERS, anchor="middle", room=15), "</g>")
    return x + (26 if orders else 4)


def _notes(sheet: Sheet, unit: View, x: float, y: float) -> None:
    """Draws the notes of a unit: hits, size of a hidden stack, redeployment, losses."""
    lost = dead(unit)
    notes: list[tuple[str, str, Text]] = []
    if unit["hits"]:
        words = Text("{n} hit waiting to be assigned", "{n} hits waiting to be assigned", n=unit["hits"])
        notes.append(("hits", str(unit["hits"]), words))
    if unit["hidden"] and unit["size"] > 1:
        notes.append(("stack", str(unit["size"]), Text("a stack of {n} tiles", n=unit["size"])))
    if unit["redeployed"]:
        notes.append(("moved", "", Text("redeployed this turn")))
    if lost:
        names = ", ".join(troop["name"] for troop in lost)
        notes.append(("dead", str(len(lost)), Text("lost: {names}", names=names)))
    for icon, count, full in notes:
        sheet.add('<g class="dh-hit">' if icon == "hits" else '<g class="dh-on">')
        sheet.icon(icon, x, y + 1, 15, words=full)
        sheet.add(text(count, x + 17, y + 14.6, "dh-foot", size=_LETTERS), "</g>")
        x += 19 + text_width(count, _LETTERS) + (4 if count else 0)


def draw_unit(sheet: Sheet, spot: Spot, view: View, near: int, can: set[str]) -> None:
    """Draws a unit on its plate; the near side carries its tab at the bottom, so that armies face each other."""
    unit, key, roll = spot.unit, spot.unit["key"], view["roll"]
    lit: Lit = ("", frozenset())
    if roll and roll["unit"] == key:
        lit = ("white" if roll["kind"] == "shooting" else "black", frozenset(roll["faces"]))
    own = frozenset(one for one in can if one.partition("/")[0] == key)
    priced, flipped = view["phase"] == "battle" and unit["row"] != "reserve", unit["seat"] == near
    known = repr(unit), spot.box, spot.columns, spot.scale, own, lit, priced, flipped
    sheet.again(known, lambda part: _unit(part, spot, own, lit, priced=priced, flipped=flipped))


def _unit(sheet: Sheet, spot: Spot, can: Set[str], lit: Lit, *, priced: bool, flipped: bool) -> None:
    unit, key = spot.unit, spot.unit["key"]
    able = key in can
    plate = Box(0, 0, spot.box.w / spot.scale, spot.box.h / spot.scale)
    scaled = f" scale({spot.scale:.4g})" if spot.scale != 1 else ""
    words = escape(unit_words(unit, full=False))
    sheet.add(
        f'<g class="{"dh-unit dh-can" if able else "dh-unit"}" data-key="{escape(key)}" role="group" '
        f'aria-label="{words}" transform="translate({number(spot.box.x)} {number(spot.box.y)}){scaled}">'
        f"<title>{words}</title>"
    )
    sheet.add(rect(plate._replace(x=1.5, y=3.5), "dh-shade", radius=7))
    sheet.add(rect(plate._replace(x=0.8, y=1.8), "dh-shade", radius=7))
    if able:
        sheet.add(glow(plate, 7))
    sheet.add(rect(plate, f"dh-plate-{unit['seat']} dh-body", radius=7))
    foot = FOOT if has_foot(unit, spot.columns) else 0
    tab = plate.h - TAB if flipped else 0
    free = _tab(sheet, unit, plate.w, tab, priced=priced)
    if foot:
        _notes(sheet, unit, PAD + 1, tab - FOOT + 1 if flipped else TAB - 1)
    else:
        _notes(sheet, unit, free, tab + 2)
    _tiles(sheet, spot, PAD if flipped else TAB + foot + PAD - 2, can, lit)
    sheet.add("</g>")
