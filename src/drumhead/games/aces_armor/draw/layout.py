"""Where everything stands on the picture of a battle; sizes first, drawing elsewhere."""

from dataclasses import dataclass
from typing import Any, Final

from drumhead.core.draw.outlines import Spot
from drumhead.core.draw.sheet import Box
from drumhead.games.aces_armor.draw.outlines import HIGH, SIDE, middle
from drumhead.games.aces_armor.draw.view_words import columns, place

View = dict[str, Any]

WIDTH: Final = 1100.0
RIM: Final = 14.0
FRAME: Final = 16.0
_EDGE: Final = 31.5
_STRIP: Final = 66.0
_GAP: Final = 10.0
_CARD: Final = 92.0
TOKEN: Final = 44.0
"""The room of a start token."""
_ROWS: Final = (22.0, 40.0)
"""The least and the greatest height of a row in the table of units."""
_LOG: Final = 92.0
_WIDE: Final = 300.0
_MANY: Final = 6
_BOARD_EDGE: Final = 14.0
SLIP: Final = 51.0
"""The room of a counter beside the map that is drawn alone."""
_NARROW_TRAY: Final = 3 * SLIP + 8
_WIDE_TRAY: Final = 6 * SLIP + 8


@dataclass(slots=True)
class Layout:
    """The whole picture: its frames, and where the map begins."""

    width: float
    height: float
    strip: Box
    field: Box
    cards: dict[int, Box]
    """The card of every faction."""
    mats: dict[int, Box]
    """Where there is room for them: the table of a faction's units."""
    trays: dict[int, Box]
    """Start tokens and units that are not on the map."""
    log: Box | None
    first: int

    def spot(self, name: str) -> Spot:
        """The middle of a hex."""
        x, y = middle(*place(name))
        return self.field.x + x - 1.5 * SIDE * self.first, self.field.y + y


def off_map(view: View, faction: int) -> list[View]:
    """The units of a faction that are in hand or on a start token."""
    return [unit for unit in view["units"] if unit["faction"] == faction and unit["where"] != "map"]


def on_token(view: View, faction: int, token: int | None) -> list[View]:
    """The units of a faction that lie on a token, or in hand if there is none."""
    return [unit for unit in off_map(view, faction) if unit["token"] == token]


def lay_out(view: View) -> Layout:
    """Finds a place for everything in a view."""
    first, last = columns(view)
    wide, high = SIDE * (1.5 * (last - first + 1) + 0.5), HIGH * (view["map"]["height"] + 0.5)
    beside = view["map"]["part"] != "whole"
    width = max(WIDTH, wide + 2 * _EDGE + (300 if beside else 0))
    strip = Box(_EDGE, RIM, width - 2 * _EDGE, _STRIP)
    layout = Layout(width, 0, strip, strip, {}, {}, {}, None, first)
    if beside:
        _beside(view, layout, wide, high)
    else:
        _above(view, layout, wide, high)
    return layout


def lay_out_board(view: View) -> Layout:
    """Finds a place for the map and, beside it, a column with a tray for every faction; its frame never changes."""
    first, last = columns(view)
    wide, high = SIDE * (1.5 * (last - first + 1) + 0.5), HIGH * (view["map"]["height"] + 0.5)
    field = Box(_BOARD_EDGE, _BOARD_EDGE, wide, high)
    across = _NARROW_TRAY if view["map"]["part"] != "whole" else _WIDE_TRAY
    x = wide + 2 * _BOARD_EDGE + 4
    width, height = x + across + 2, high + 2 * _BOARD_EDGE
    layout = Layout(width, height, Box(0, 0, 0, 0), field, {}, {}, {}, None, first)
    deep = (height - 2) / max(1, len(view["factions"]))
    for index, entry in enumerate(view["factions"]):
        layout.trays[entry["faction"]] = Box(x, 1 + index * deep, across, deep - 4)
    return layout


def _above(view: View, layout: Layout, wide: float, high: float) -> None:
    """Cards in a row above the whole map."""
    y = RIM + _STRIP + 4
    count = max(1, len(view["factions"]))
    across = (layout.width - 2 * _EDGE - _GAP * (count - 1)) / count
    deep = max((_tray_height(view, entry, across) for entry in view["factions"]), default=0)
    for index, entry in enumerate(view["factions"]):
        x = _EDGE + index * (across + _GAP)
        layout.cards[entry["faction"]] = Box(x, y, across, _CARD)
        if deep:
            layout.trays[entry["faction"]] = Box(x, y + _CARD, across, deep)
    y += _CARD + deep + FRAME + 8
    layout.field = Box((layout.width - wide) / 2, y, wide, high)
    layout.height = y + high + FRAME + RIM + 4


def _beside(view: View, layout: Layout, wide: float, high: float) -> None:
    """Cards in a column beside half a map, with the table of units on each, and what happened last below."""
    y = RIM + _STRIP + FRAME + 4
    layout.field = Box(_EDGE, y, wide, high)
    x = _EDGE + wide + 2 * FRAME
    across = layout.width - _EDGE - x
    y -= FRAME
    trays = [_tray_height(view, entry, across) for entry in view["factions"]]
    rows = sum(len(entry["mat"]) + 1 for entry in view["factions"])
    room = high + 2 * FRAME - _LOG - sum(trays) - (_CARD + 6 + _GAP) * len(trays)
    row = min(max(room / max(1, rows), _ROWS[0]), _ROWS[1])
    for entry, deep in zip(view["factions"], trays, strict=True):
        faction = entry["faction"]
        layout.cards[faction] = Box(x, y, across, _CARD)
        y += _CARD
        layout.mats[faction] = Box(x, y, across, row * (len(entry["mat"]) + 1))
        y += layout.mats[faction].h + 6
        if deep:
            layout.trays[faction] = Box(x, y, across, deep)
        y += deep + _GAP
    bottom = max(layout.field.y + high + FRAME, y + _LOG)
    layout.log = Box(x, y, across, bottom - y)
    layout.height = bottom + RIM + 4


def _tray_height(view: View, entry: View, across: float) -> float:
    """How much room the tokens of a faction and what lies on them need."""
    faction = entry["faction"]
    if not off_map(view, faction):
        return 0
    slip = slip_of(view, across)
    rows = -(-len(on_token(view, faction, None)) // int((across - 8) // slip))
    deepest = max(len(on_token(view, faction, token)) for token in range(3))
    return rows * slip + TOKEN + 12 + -(-deepest // slips_across(across, slip)) * slip


def slip_of(view: View, across: float) -> float:
    """The room of a counter that is not on the map yet: large enough to be touched, unless many lie on one token."""
    factions = [entry["faction"] for entry in view["factions"]]
    deepest = max((len(on_token(view, faction, token)) for faction in factions for token in range(3)), default=0)
    if across >= _WIDE:
        return 46.0
    return 41.0 if deepest <= _MANY else 27.0


def slips_across(across: float, slip: float) -> int:
    """How many counters lie beside each other on a start token."""
    return max(1, int((across / 3 - 1) // slip))
