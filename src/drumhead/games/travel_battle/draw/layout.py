"""Where everything stands on the picture of a field; sizes first, drawing elsewhere."""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from drumhead.core.draw.sheet import Box
from drumhead.games.travel_battle.draw.view_words import FILES, RANKS, near_seat, on_field, place

View = dict[str, Any]

WIDTH: Final = 1100
RIM: Final = 14
SQUARE: Final = 52
FRAME: Final = 18
PLATE: Final = 44
_STRIP: Final = 62
_BANNER: Final = 84
_LABEL: Final = 20
_LABEL_W: Final = 104
"""How much room the words of a tray take, beside the plate of a brigade."""
_TRAY: Final = 78.0
"""How high a tray is on the battlefield drawn alone."""
_GAP: Final = 2
FIELD_W: Final = SQUARE * len(FILES)
FIELD_H: Final = SQUARE * RANKS
_EDGE: Final = (WIDTH - FIELD_W) / 2


class Spot(NamedTuple):
    """A piece and the frame in which it is drawn; `form` is square, half, round or diamond."""

    unit: View
    box: Box
    form: str


@dataclass(slots=True)
class Layout:
    """The whole picture: its frames from top to bottom, and all pieces on it, by square and in reserve."""

    near: int
    height: float
    strip: Box
    banners: dict[int, Box]
    trays: dict[int, Box]
    field: Box
    squares: dict[str, list[Spot]]
    reserve: list[Spot]
    width: float = WIDTH

    def square(self, name: str) -> Box:
        """The frame of a square."""
        column, row = place(name, self.near)
        return Box(self.field.x + column * SQUARE, self.field.y + row * SQUARE, SQUARE, SQUARE)


def lay_out(view: View) -> Layout:
    """Finds a place for everything in a view."""
    near = near_seat(view)
    inner = WIDTH - 2 * _EDGE
    strip = Box(_EDGE, RIM, inner, _STRIP)
    banners = {1 - near: Box(_EDGE, strip.y + _STRIP, inner, _BANNER)}
    trays: dict[int, Box] = {}
    reserve: list[Spot] = []
    y = _tray(view, 1 - near, trays, reserve, strip.y + _STRIP + _BANNER) + FRAME
    field = Box(_EDGE, y, FIELD_W, FIELD_H)
    y = _tray(view, near, trays, reserve, y + FIELD_H + FRAME + 4)
    banners[near] = Box(_EDGE, y, inner, _BANNER)
    layout = Layout(near, y + _BANNER + RIM, strip, banners, trays, field, {}, reserve)
    for square, units in on_field(view).items():
        layout.squares[square] = _standing(units, layout.square(square))
    return layout


def lay_out_board(view: View) -> Layout:
    """Finds a place for everything in a view without what surrounds the field; its frame stays during a battle.

    A tray is kept free on either side, in which pieces wait before the battle and lie when they are removed.
    """
    near, nothing = near_seat(view), Box(0, 0, 0, 0)
    field = Box(FRAME, _TRAY + FRAME, FIELD_W, FIELD_H)
    low = field.y + FIELD_H + FRAME + 6
    layout = Layout(near, low + _TRAY, nothing, {}, {}, field, {}, [], FIELD_W + 2 * FRAME)
    for seat, y in ((1 - near, 0.0), (near, low)):
        layout.trays[seat] = Box(FRAME, y + 1, FIELD_W, _TRAY - 6)
        units = [unit for unit in view["units"] if unit["where"] != "field" and unit["seat"] == seat]
        _line_up(units, layout.reserve, Box(FRAME, y + _LABEL, FIELD_W, PLATE))
    for square, standing in on_field(view).items():
        layout.squares[square] = _standing(standing, layout.square(square))
    return layout


def _form(unit: View) -> str:
    if unit["kind"] == "brigadier":
        return "round"
    return "diamond" if unit.get("in_square") else "square"


def _standing(units: list[View], box: Box) -> list[Spot]:
    """The pieces in a square: one in the middle, two of them one above the other."""
    if len(units) == 1:
        form = _form(units[0])
        size = PLATE if form == "square" else SQUARE - _GAP if form == "diamond" else PLATE + 2
        room = (SQUARE - size) / 2
        return [Spot(units[0], Box(box.x + room, box.y + room, size, size), form)]
    high = (SQUARE - _GAP * (len(units) + 1)) / len(units)
    return [
        Spot(unit, Box(box.x + _GAP, box.y + _GAP + index * (high + _GAP), SQUARE - 2 * _GAP, high), "half")
        for index, unit in enumerate(units)
    ]


def _tray(view: View, seat: int, trays: dict[int, Box], reserve: list[Spot], y: float) -> float:
    """Lays the reserve of a side out by brigades, if it has one, and returns where the next thing goes."""
    units = [unit for unit in view["units"] if unit["where"] == "reserve" and unit["seat"] == seat]
    if not units:
        return y
    trays[seat] = Box(_EDGE, y, FIELD_W, _LABEL + PLATE + 10)
    _line_up(units, reserve, Box(_EDGE, y + _LABEL, FIELD_W, PLATE))
    return y + trays[seat].h + 6


def _line_up(units: list[View], reserve: list[Spot], box: Box) -> None:
    """Lays pieces out by brigades within a tray, beside its label."""
    if not units:
        return
    units.sort(key=lambda unit: (unit["where"], unit["brigade"], unit["kind"] != "brigadier"))
    breaks = len({unit["brigade"] for unit in units}) - 1
    step = min(PLATE + 8.0, (box.w - PLATE - 20 - breaks * 24) / max(1, len(units) - 1))
    spare = box.w - step * (len(units) - 1) - PLATE - breaks * 24
    x = box.x + max(spare / 2, min(_LABEL_W, spare - 12))
    for before, unit in zip([units[0], *units], units, strict=False):
        x += 24 if unit["brigade"] != before["brigade"] else 0
        form = "round" if unit["kind"] == "brigadier" else "square"
        reserve.append(Spot(unit, Box(x, box.y, PLATE, PLATE), form))
        x += step
