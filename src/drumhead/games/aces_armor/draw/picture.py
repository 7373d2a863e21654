"""A view drawn as a picture: a field map of hexes on a drumhead, and printed counters upon it.

What a picture needs of a view, besides what every match adds (`to_act`, `prompt`, `outcome`, `can_act`, `log`).
Hexes are names such as c5, units are keys, factions are numbers as in `unit_types`.

    game        "aces-armor"
    seat        the seat that looks, or None
    map         {"name": "Summer", "season": "summer" | "winter", "width": 20, "height": 15,
                 "part": "whole" | "left" | "right", "letters": all letters of the map (`HexMap.letters`),
                 "starts": {"1": "b3", ...} those played with, "mountains": True if they are terrain of their own}
    phase       "pick", "lay", "place", "share", "hide", "armies", "move", "intercept", "declare", "battle", "money"
                 or "over"
    round       from 1; 0 before the first
    max_rounds  the limit; 0: none
    active      the faction whose turn it is, or None
    weather     None without the mission, else {"kind": "normal" | "frost" | "mud" | "dry" | "storm" | "fog",
                 "left": player turns until it changes}
    teams       two of {"name", "factories": held, "goal": how many win, or None where factories do not}
    factions    one entry each that plays, in turn order: {"faction", "name", "letter", "team",
                 "seat": who plays it, None for the Automa, "coins", "factories": held, "lost": how many units,
                 "mat": six entries, the name of the type and what `Mats.printed` returns,
                 "tokens": three {"number": None while face down, "hex": None or a name, "used": may act this turn,
                 "units": how many lie on it, None if unknown}}
    units       {"key", "faction", "name", "kind" as in `unit_types.KINDS`, "where": "map" | "token" | "hand",
                 "hex": name or None, "token": 0 to 2, None if in hand or unknown, "damage", "experience",
                 "level": 0 recruit, 1 veteran, 2 hero, "dice", "hits_on", "moved",
                 "attacked": it has no attack left, "acted": of the Automa,
                 "idle": its army may not act, "repairing", "intercepts": key or None}; the lost are left out
    factories   {"hex", "flag": faction or None, "ruined"}
    hidden      grey tokens of the V2 mission: {"hex", "v2": True, False, or None if unknown}
    v2          None, or {"hex", "faction", "damage", "fired"} once it is found
    declared    in order: {"attacker", "hex", "target": key or None, "state": "waiting" | "now" | "fought" | "lost"}
    move        None, or the move that is asked about: {"unit", "path": hexes from where it set out to where it stands}
    roll        None, or the throw that is pending: {"kind": "place" | "first" | "weather" | "battle" | "rockets" |
                 "launch", "attacker", "target", "hex", "dice", "red", "answer": dice of the defender, "hits_on",
                 "answer_hits_on"}
    can_act     keys of units and hexes, "token-1" to "token-3" for one's own start tokens; others are left to lists
"""

from functools import lru_cache
from typing import Any, Final

from drumhead.core.draw.sheet import TABLE_DEFS, TABLE_RULES, Box, Sheet, cut, drum, escape, number, rect, text, title
from drumhead.core.i18n.text import Text, Translate, current_translator
from drumhead.games.aces_armor.draw import board_trays, counters, overlays, panels, terrain
from drumhead.games.aces_armor.draw import header as surround
from drumhead.games.aces_armor.draw.layout import Layout, lay_out, lay_out_board
from drumhead.games.aces_armor.draw.outlines import CORNERS, SIDE
from drumhead.games.aces_armor.draw.view_words import (
    columns,
    ground_words,
    hex_name,
    letter_at,
    place,
    stage_words,
    whole,
)

View = dict[str, Any]

_RULES: Final = """
.dh-neat{fill:none;stroke:$ink;stroke-width:1}
.dh-hex{fill:transparent}
.dh-hex-can{fill:$glow-halo;fill-opacity:.3;stroke:$glow;stroke-width:2.6;stroke-linejoin:round}
.dh .dh-log{font-size:12px}
.dh .dh-label{font-family:$serif;font-style:italic;font-size:13px;fill:$ink-soft}
"""
_ALL_RULES: Final = (
    TABLE_RULES + _RULES + terrain.RULES + counters.RULES + overlays.RULES + surround.RULES + panels.RULES
)
_HEX_IN: Final = "M" + "L".join(f"{0.93 * x:.1f} {0.93 * y:.1f}" for x, y in CORNERS) + "z"
_HEX_SIDES: Final = (
    "".join(f"l{CORNERS[at + 1][0] - CORNERS[at][0]:.1f} {CORNERS[at + 1][1] - CORNERS[at][1]:.1f}" for at in range(5))
    + "z"
)
"""The sides of a hex from its right corner on."""
_DEFS: Final = TABLE_DEFS + terrain.DEFS + counters.DEFS


def svg(view: View, theme: str = "auto", *, header: bool = True) -> str:
    """Draws a view; a theme is light, dark or auto, which follows the reader's own.

    Without `header` it is the map alone with the trays of the factions, in a frame that stays during a battle.
    """
    view = whole(view)
    layout = lay_out(view) if header else lay_out_board(view)
    sheet = Sheet(_ALL_RULES)
    can = {str(key) for key in view["can_act"]}
    if header:
        drum(sheet, layout.width, layout.height)
        surround.strip(sheet, view, layout.strip)
    for entry in view["factions"]:
        faction = entry["faction"]
        if not header:
            board_trays.tray(sheet, view, entry, layout.trays[faction])
            continue
        panels.card(sheet, view, entry, layout)
        if faction in layout.mats:
            panels.mat(sheet, view, entry, layout.mats[faction])
        if faction in layout.trays:
            panels.tray(sheet, view, entry, layout.trays[faction])
    _field(sheet, view, layout)
    _hexes(sheet, view, layout, can)
    overlays.flags(sheet, view, layout)
    overlays.way(sheet, view, layout)
    overlays.interceptions(sheet, view, layout)
    overlays.attacks(sheet, view, layout)
    if layout.log is not None:
        _log(sheet, view, layout.log)
    words = Text("Aces & Armor, {stage}, on the map {map}", stage=stage_words(view), map=view["map"]["name"])
    clip = (
        f'<clipPath id="dh-edge"><rect width="{number(layout.field.w)}" height="{number(layout.field.h)}"/></clipPath>'
    )
    return sheet.svg(layout.width, layout.height, theme, words, _DEFS + clip)


def _field(sheet: Sheet, view: View, layout: Layout) -> None:
    """The map: the ground, the starts, and the frame that old maps have."""
    x, y, w, h = layout.field
    field = view["map"]
    first, last = columns(view)
    season = "winter" if field["season"] == "winter" else "summer"
    sheet.add(rect(layout.field, f"dh-{season}"), rect(layout.field, "dh-drifts" if season == "winter" else "dh-tufts"))
    drawn = terrain.ground(field["letters"], field["width"], first, last, season, mountains=bool(field["mountains"]))
    drawn += terrain.starts({name: place(at) for name, at in field["starts"].items()})
    sheet.add(f'<g transform="translate({number(x)} {number(y)})"><g clip-path="url(#dh-edge)">')
    sheet.add(f'<g transform="translate({number(-1.5 * SIDE * first)} 0)">{drawn}</g></g></g>')
    for out in (1, 9, 12.4):
        sheet.add(rect(Box(x - out, y - out, w + 2 * out, h + 2 * out), "dh-neat"))


@lru_cache(maxsize=8192)
def _hex_group(name: str, letter: str, x: float, y: float, _: Translate, *, able: bool, mountains: bool) -> str:
    """Returns the group of a hex that can be pressed, left open for its unit; `terrain._hex_grid` draws the outline."""
    words = escape(Text("{hex}: {ground}", hex=name, ground=ground_words(letter, mountains=mountains)))
    lit = f'<path class="dh-hex-can" transform="translate({x:.1f} {y:.1f})" d="{_HEX_IN}"/>' if able else ""
    return (
        f'<g class="{"dh-place dh-can" if able else "dh-place"}" data-key="{name}" role="group" '
        f'aria-label="{words}"><title>{words}</title>'
        f'<path class="dh-hex dh-body" d="M{x + SIDE:.1f} {y:.1f}{_HEX_SIDES}"/>{lit}'
    )


def _hexes(sheet: Sheet, view: View, layout: Layout, can: set[str]) -> None:
    """Draws what can be pressed: every hex with its label, and the unit upon it. The ground is drawn in `terrain`."""
    units = {unit["hex"]: unit for unit in view["units"] if unit["where"] == "map"}
    grey = {token["hex"] for token in view["hidden"]}
    first, last = columns(view)
    mountains = bool(view["map"]["mountains"])
    for row in range(view["map"]["height"]):
        for column in range(first, last + 1):
            name = hex_name(column, row)
            x, y = layout.spot(name)
            sheet.add(
                _hex_group(
                    name,
                    letter_at(view, column, row),
                    x,
                    y,
                    current_translator(),
                    able=name in can,
                    mountains=mountains,
                )
            )
            if name in grey:
                overlays.hidden(sheet, view | {"hidden": [t for t in view["hidden"] if t["hex"] == name]}, layout)
            if name in units:
                counters.draw_unit(sheet, view, units[name], x, y + 2.5)
            sheet.add("</g>")


def _log(sheet: Sheet, view: View, box: Box) -> None:
    """What happened last."""
    x, y, w, h = box
    if view["log"]:
        sheet.add(text(Text("what happened last"), x, y + 12, "dh-label"))
    room = int((h - 18) // 17)
    for row, event in enumerate(view["log"][-room:] if room > 0 else []):
        sheet.add(
            f"<g>{title(event['text'])}", text(cut(str(event["text"]), w, 12), x, y + 32 + row * 17, "dh-log"), "</g>"
        )
