"""The trays beside the map that is drawn alone: the types of a faction, its start tokens, units not on the map."""

from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, cut, escape, number, rect, text, title
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import team_of
from drumhead.games.aces_armor.draw.counters import Face, draw_unit, drawn, outline
from drumhead.games.aces_armor.draw.layout import SLIP, on_token
from drumhead.games.aces_armor.draw.panels import PLACES, decides, draw_token, sharing
from drumhead.games.aces_armor.draw.view_words import FLYING

View = dict[str, Any]

_HEAD: Final = 20.0
_TOKEN: Final = 42.0
_LETTERS: Final = "IMTAFB"
"""A letter for each place of a mat, as in the keys of units."""


def tray(sheet: Sheet, view: View, entry: View, box: Box) -> None:
    """Draws the tray of a faction: its name, its six types, and what is in hand or on a start token."""
    sheet.add(rect(box, "dh-tray", radius=8), rect(box, "dh-tray-line", radius=8))
    sheet.add(text(cut(str(entry["name"]), box.w - 14, 14), box.x + 8, box.y + 15, "dh-side", size=14))
    asked = decides(view, entry)
    across = int((box.w - 6) // SLIP)
    for place in range(len(entry["mat"])):
        row, column = divmod(place, across)
        spot = box.x + 4 + (column + 0.5) * SLIP, box.y + _HEAD + (row + 0.5) * SLIP
        able = asked and PLACES[place] in view["can_act"]
        _type(sheet, entry, place, spot, able=able)
    top = box.y + _HEAD + -(-len(entry["mat"]) // across) * SLIP + 4
    _waiting(sheet, view, entry, Box(box.x + 4, top, box.w - 8, box.y + box.h - top))


def _type(sheet: Sheet, entry: View, place: int, spot: tuple[float, float], *, able: bool) -> None:
    """Draws a type of unit as a counter, by which it is chosen or asked about."""
    kind, faction = entry["mat"][place], entry["faction"]
    key = PLACES[place] if able else f"{entry['letter']}-{PLACES[place]}"
    words = Text("{faction}, type: {name}, cost {cost}", faction=entry["name"], name=kind["name"], cost=kind["cost"])
    body, used = drawn(
        Face(faction, kind["kind"], _LETTERS[place], kind["hits_on"][0], 0, 0, done=not able, repairing=False)
    )
    sheet.used |= used
    x, y = map(number, spot)
    sheet.add(
        f'<g class="{"dh-place dh-can" if able else "dh-place"}" data-key="{escape(key)}" role="img" '
        f'aria-label="{escape(words)}" transform="translate({x} {y})">{title(words)}{body}'
    )
    if able:
        edge = outline(flying=kind["kind"] in FLYING, team=team_of(faction), out=2)
        sheet.add(f'<path class="dh-glow" d="{edge}"/>')
    sheet.add("</g>")


def _waiting(sheet: Sheet, view: View, entry: View, box: Box) -> None:
    """Draws the units in hand and the start tokens with those that lie on them; a crowd lies closer, not smaller."""
    faction = entry["faction"]
    hand = on_token(view, faction, None)
    laid = [on_token(view, faction, token) for token in range(3)]
    if not hand and not any(laid) and not any(token["units"] for token in entry["tokens"]):
        return
    across, several = int(box.w // SLIP), max(1, int(box.w / 3 // SLIP))
    rows = -(-len(hand) // across), -(-max(map(len, laid)) // several)
    pitch = min(SLIP, (box.h - _TOKEN - 4) / max(1, sum(rows)))
    for index, unit in enumerate(hand):
        row, column = divmod(index, across)
        draw_unit(sheet, view, unit, box.x + (column + 0.5) * SLIP, box.y + row * pitch + SLIP / 2)
    y = box.y + rows[0] * pitch
    asked = any(decides(view, one) for one in sharing(view, entry))
    for index in range(3):
        middle = box.x + box.w * (index + 0.5) / 3
        if index < len(entry["tokens"]):  # whoever shares the tokens of another has none
            able = asked and f"token-{index + 1}" in view["can_act"]
            draw_token(sheet, entry, index, (middle, y + _TOKEN / 2), own=asked, able=able)
            if not laid[index] and (hidden := entry["tokens"][index]["units"]):
                sheet.add(text(f"×{hidden}", middle, y + _TOKEN + 14, "dh-soft", size=14, anchor="middle"))
        left = middle - (min(several, len(laid[index])) - 1) * SLIP / 2
        for at, unit in enumerate(laid[index]):
            row, column = divmod(at, several)
            draw_unit(sheet, view, unit, left + column * SLIP, y + _TOKEN + row * pitch + SLIP / 2)
