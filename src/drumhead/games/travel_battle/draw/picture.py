"""A view drawn as a picture: a field map on a drumhead, and counters upon it."""

from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from drumhead.core.draw.sheet import TABLE_DEFS, TABLE_RULES, Box, Sheet, escape, number, rect, text, title
from drumhead.core.i18n.text import Text, Translate, current_translator
from drumhead.games.travel_battle.draw import counters, dice_panel, overlays, terrain
from drumhead.games.travel_battle.draw import header as surround
from drumhead.games.travel_battle.draw.layout import (
    FIELD_H,
    FIELD_W,
    SQUARE,
    Layout,
    Spot,
    lay_out,
    lay_out_board,
)
from drumhead.games.travel_battle.draw.view_words import (
    FILES,
    GROUNDS,
    RANKS,
    board_words,
    choices,
    is_laid,
    near_seat,
    seen_ground,
    square_at,
    stage_words,
    whole,
)

View = dict[str, Any]

_RULES: Final = """
.dh-join{fill:none;stroke:$ink-soft;stroke-width:1.6;stroke-dasharray:12 4 2 4}
.dh-neat{fill:none;stroke:$ink;stroke-width:1}
.dh-neat-bar{fill:none;stroke:$ink;stroke-width:3.4}
.dh-tab{fill:$sheet;stroke:$ink;stroke-width:1.2}
.dh .dh-axis{fill:$ink-soft;font-size:12px;font-weight:600}
.dh .dh-board{font-family:$serif;font-size:12px;font-weight:700;fill:$ink}
.dh .dh-label{font-family:$serif;font-style:italic;font-size:12.5px;fill:$ink-soft}
.dh .dh-waiting{font-family:$serif;font-style:italic;font-size:22px;fill:$ink-soft}
.dh-card{fill:$counter;stroke:$counter-edge;stroke-width:1}
.dh .dh-card-words{font-family:$serif;font-size:26px;font-weight:700;fill:$counter-ink}
.dh-brigade .dh-plate{fill:transparent}
.dh-brigade.dh-can .dh-plate{fill:$glow-halo;fill-opacity:.12;stroke:$glow;stroke-width:1.2;stroke-dasharray:5 4}
.dh-square{fill:transparent}
.dh-square-can{fill:$glow-halo;fill-opacity:.22;stroke:$glow;stroke-width:2.4}
"""
_CARD: Final = 210
_ALL_RULES: Final = (
    TABLE_RULES + _RULES + terrain.RULES + counters.RULES + overlays.RULES + dice_panel.RULES + surround.RULES
)
_DEFS: Final = (
    TABLE_DEFS + terrain.DEFS + f'<clipPath id="dh-edge"><rect width="{FIELD_W}" height="{FIELD_H}"/></clipPath>'
)


def svg(view: View, theme: str = "auto", *, header: bool = True) -> str:
    """Draws both boards and their pieces; a theme is light, dark or auto, the reader's own.

    Without `header` the frame stays the same during a battle, and nothing surrounds the boards.
    """
    view = whole(view)
    layout = lay_out(view) if header else lay_out_board(view)
    sheet = Sheet(_ALL_RULES)
    can = {str(key) for key in view["can_act"]}
    if header:
        surround.draw(sheet, view, layout)
    for seat, tray in layout.trays.items():
        _tray(sheet, view, seat, tray)
    for _, brigade in groupby(layout.reserve, _brigade_of):
        _brigade(sheet, view, list(brigade), can)
    rows = seen_ground(view, layout.near)
    _field(sheet, view, layout, rows)
    combat = view["combat"] or {"attackers": (), "defenders": ()}
    _squares(sheet, layout, rows, can, {*combat["attackers"], *combat["defenders"]})
    _cards(sheet, view, layout)
    overlays.contacts(sheet, view, layout)
    overlays.combat(sheet, view, layout)
    overlays.aim(sheet, view, layout)
    words = Text(
        "TravelBattle, {stage}: {far} at the top, {near} at the bottom",
        stage=stage_words(view),
        far=view["sides"][1 - layout.near]["name"],
        near=view["sides"][layout.near]["name"],
    )
    return sheet.svg(layout.width, layout.height, theme, words, _DEFS)


def _brigade_of(spot: Spot) -> tuple[int, int, str]:
    return spot.unit["seat"], spot.unit["brigade"], spot.unit["where"]


def _tray(sheet: Sheet, view: View, seat: int, box: Box) -> None:
    """The reserve of a side, or what it has lost."""
    gone = any(unit["where"] == "removed" and unit["seat"] == seat for unit in view["units"])
    waits = any(unit["where"] == "reserve" and unit["seat"] == seat for unit in view["units"])
    name = view["sides"][seat]["name"]
    words = Text("{name}, in reserve", name=name) if waits else Text("{name}, removed", name=name) if gone else ""
    sheet.add(rect(box, "dh-tray", radius=8), rect(box, "dh-tray-line", radius=8))
    sheet.add(text(words, box.x + 10, box.y + 14, "dh-label", size=12.5))


def _brigade(sheet: Sheet, view: View, spots: list[Spot], can: set[str]) -> None:
    """[TB-1.4] The pieces of a brigade that wait, on a plate by which they can be taken together."""
    unit, first, last = spots[0].unit, spots[0].box, spots[-1].box
    if unit["where"] == "removed":
        for spot in spots:
            counters.draw_piece(sheet, spot, can, set())
        return
    keys = [spot.unit["key"] for spot in spots]
    words = Text("brigade {n}", n=unit["brigade"]) if unit["brigade"] else Text("in no brigade yet")
    key = f"{view['sides'][unit['seat']]['letter']}.brigade-{unit['brigade']}"
    able = len(keys) > 1 and can.issuperset(keys)
    sheet.add(
        f'<g class="{"dh-brigade dh-can" if able else "dh-brigade"}" data-key="{escape(key)}" '
        f'data-group="{escape(" ".join(keys))}" role="group" aria-label="{escape(words)}">',
        rect(
            Box(first.x - 6, first.y - 17, last.x + last.w - first.x + 12, first.h + 23), "dh-plate dh-body", radius=6
        ),
        text(words, (first.x + last.x + last.w) / 2, first.y - 6, "dh-label", anchor="middle"),
    )
    for spot in spots:
        counters.draw_piece(sheet, spot, can, set())
    sheet.add("</g>")


def _field(sheet: Sheet, view: View, layout: Layout, rows: tuple[str, ...]) -> None:
    """The map: the ground, the line where the boards meet, and the frame that old maps have."""
    x, y, w, h = layout.field
    sheet.add(rect(layout.field, "dh-map"), rect(layout.field, "dh-grass"))
    drawn = terrain.ground(rows)
    if choices(view):
        drawn = f'<g id="dh-ground">{drawn}</g>'  # cards show it again
    sheet.add(f'<g clip-path="url(#dh-edge)" transform="translate({number(x)} {number(y)})">{drawn}</g>')
    if is_laid(view):
        sheet.add(f'<path class="dh-join" d="M{number(x + w / 2)} {number(y)}v{number(h)}"/>')
    else:
        words = Text("the boards are not laid yet")
        sheet.add(text(words, x + w / 2, y + 2.6 * SQUARE, "dh-waiting", anchor="middle"))
    _frame(sheet, layout)
    _boards(sheet, view, layout)


def _cards(sheet: Sheet, view: View, layout: Layout) -> None:
    """[TB-1.3] Cards for what is chosen before the battle, each with the board as it would lie."""
    found = choices(view)
    step = _CARD + 24
    x = layout.field.x + (layout.field.w - step * len(found) + 24) / 2
    for index, (key, words) in enumerate(found.items()):
        box = Box(x + index * step, layout.field.y + (FIELD_H - _CARD - 40) / 2, _CARD, _CARD + 40)
        sheet.add(f'<g class="dh-choice dh-can" data-key="{escape(key)}" role="img" aria-label="{escape(words)}">')
        sheet.add(title(words), rect(box._replace(x=box.x + 1.5, y=box.y + 3), "dh-shade", radius=9))
        outer = Box(box.x - 2, box.y - 2, box.w + 4, box.h + 4)
        sheet.add(
            rect(outer, "dh-halo", radius=11), rect(box, "dh-card dh-body", radius=9), rect(outer, "dh-glow", radius=11)
        )
        _thumbnail(sheet, view, key, Box(box.x + 10, box.y + 10, _CARD - 20, _CARD - 20))
        sheet.add(text(words, box.x + _CARD / 2, box.y + box.h - 20, "dh-card-words", anchor="middle"), "</g>")


def _thumbnail(sheet: Sheet, view: View, key: str, box: Box) -> None:
    """A board in small: one of the two, or the one that is being turned with another edge towards its owner."""
    kind, _, name = key.partition("-")
    near, boards = near_seat(view), [board["name"] for board in view["boards"]]
    if kind == "edge" and view["turning"] is not None:
        half, quarters = view["turning"], int(name) - 1
    elif name in boards:
        half, quarters = boards.index(name), 2 * near
    else:
        return  # nobody has said how it lies
    side = FIELD_W / 2
    left, scale = side * (half ^ near), box.w / side
    sheet.add(rect(box, "dh-map"), f'<clipPath id="dh-card-{escape(key)}">{rect(box, "dh-card")}</clipPath>')
    sheet.add(
        f'<g clip-path="url(#dh-card-{escape(key)})"><use href="#dh-ground" transform="translate('
        f"{number(box.x - left * scale)} {number(box.y)}) scale({scale:.4g}) "
        f'rotate({90 * quarters} {number(left + side / 2)} {number(FIELD_H / 2)})"/></g>'
    )
    sheet.add(rect(box, "dh-neat"))


def _frame(sheet: Sheet, layout: Layout) -> None:
    """The edge of the map, with the names of files and ranks, and a bar for every other square."""
    x, y, w, h = layout.field
    for out in (1, 14, 17.4):
        sheet.add(rect(Box(x - out, y - out, w + 2 * out, h + 2 * out), "dh-neat"))
    bars = "".join(
        f"M{number(x + index * SQUARE)} {number(at)}h{SQUARE}"
        for index in range(0, len(FILES), 2)
        for at in (y - 15.7, y + h + 15.7)
    )
    bars += "".join(
        f"M{number(at)} {number(y + index * SQUARE)}v{SQUARE}"
        for index in range(0, RANKS, 2)
        for at in (x - 15.7, x + w + 15.7)
    )
    sheet.add(f'<path class="dh-neat-bar" d="{bars}"/>')
    for index in range(len(FILES)):
        at = x + (index + 0.5) * SQUARE
        name = square_at(index, 0, layout.near)[0]
        sheet.add(text(name, at, y - 4.2, "dh-axis", anchor="middle"))
        sheet.add(text(name, at, y + h + 11, "dh-axis", anchor="middle"))
    for index in range(RANKS):
        at = y + (index + 0.5) * SQUARE + 3.6
        name = square_at(0, index, layout.near)[1:]
        sheet.add(text(name, x - 7.2, at, "dh-axis", anchor="middle"))
        sheet.add(text(name, x + w + 7.2, at, "dh-axis", anchor="middle"))


def _boards(sheet: Sheet, view: View, layout: Layout) -> None:
    """The names of the boards on both sides of their join."""
    boards = [board for board in view["boards"] if board]
    if len(boards) != 2:
        return
    x, y, w, h = layout.field
    shown = boards if layout.near == 0 else boards[::-1]
    words = Text("{left}; {right}", left=board_words(shown[0]), right=board_words(shown[1]))
    sheet.add(f"<g>{title(words)}")
    for at in (y - 16, y + h):
        sheet.add(rect(Box(x + w / 2 - 20, at, 40, 16), "dh-tab", radius=8))
        for board, side in zip(shown, (-1, 1), strict=True):
            sheet.add(text(board["name"], x + w / 2 + side * 9, at + 12, "dh-board", anchor="middle"))
        sheet.add(f'<path class="dh-neat" d="M{number(x + w / 2)} {number(at)}v16"/>')
    sheet.add("</g>")


@lru_cache(maxsize=4096)
def _square(name: str, kind: str, x: float, y: float, _: Translate, *, able: bool) -> str:
    """An empty square, open for what stands there; in a language."""
    words = escape(Text("{square}: {ground}", square=name, ground=GROUNDS.get(kind, GROUNDS["."])))
    lit = rect(Box(x + 2.5, y + 2.5, SQUARE - 5, SQUARE - 5), "dh-square-can", radius=7) if able else ""
    return (
        f'<g class="{"dh-place dh-can" if able else "dh-place"}" data-key="{name}" role="group" '
        f'aria-label="{words}"><title>{words}</title>'
        f'<rect class="dh-square dh-body" x="{number(x)}" y="{number(y)}" width="{SQUARE}" height="{SQUARE}"/>{lit}'
    )


def _squares(sheet: Sheet, layout: Layout, rows: tuple[str, ...], can: set[str], fighting: set[str]) -> None:
    """Every square with its name and its ground, and upon it the pieces that stand there."""
    for row, kinds in enumerate(rows):
        for column, kind in enumerate(kinds):
            name = square_at(column, row, layout.near)
            x, y = layout.field.x + column * SQUARE, layout.field.y + row * SQUARE
            sheet.add(_square(name, kind, x, y, current_translator(), able=name in can))
            for spot in layout.squares.get(name, ()):
                counters.draw_piece(sheet, spot, can, fighting)
            sheet.add("</g>")
