"""The card of each faction: its purse and its factories, its mat, and what it has yet to place."""

from collections.abc import Set
from typing import Any, Final

from drumhead.core.draw.sheet import Box, Sheet, cut, escape, number, rect, text, text_width, title
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.draw.counters import EMBLEMS, draw_unit
from drumhead.games.aces_armor.draw.layout import TOKEN, Layout, on_token, slip_of, slips_across
from drumhead.games.aces_armor.draw.view_words import KINDS, goal_words, is_over

View = dict[str, Any]

RULES: Final = """
.dh .dh-side{font-family:$serif;font-weight:700}
.dh .dh-soft{fill:$ink-soft;font-size:12px}
.dh .dh-cell{font-size:11.5px}
.dh .dh-head{font-size:10px;fill:$ink-soft}
.dh .dh-count{font-size:19px;font-weight:700}
.dh-card{fill:$field;fill-opacity:.6;stroke:$ink-soft;stroke-width:1}
.dh-card-turn{fill:$glow-halo;fill-opacity:.16;stroke:$glow;stroke-width:2.4}
.dh-turn{fill:$glow-halo;stroke:$glow;stroke-width:1.2}
.dh .dh-turn-text{fill:#33271b;font-size:11.5px;font-weight:700}
.dh .dh-banner-emblem{color:$on-army}
.dh .dh-missing{color:$ink-soft;opacity:.45}
.dh-held-plate{stroke:$ink;stroke-width:.6;stroke-opacity:.5}
.dh .dh-mat-icon{color:$ink}
.dh-row-can{fill:$glow-halo;fill-opacity:.25;stroke:$glow;stroke-width:1.6}
.dh-rule{stroke:$ink-faint;stroke-width:.8;fill:none}
.dh .dh-start-face{font-family:$serif;font-size:19px;font-weight:700;fill:$counter}
"""

PLACES: Final = ("infantry", "special", "tank", "artillery", "fighter", "bomber")
"""The keys by which the six types of a mat are chosen."""
_TOKENS: Final = 3


def card(sheet: Sheet, view: View, entry: View, layout: Layout) -> None:
    """A faction: its flag and name, whose turn it is, its coins and the factories of its team."""
    faction = entry["faction"]
    box = layout.cards[faction]
    x, y, w, _ = box
    words = Text(
        "{name}: {coins} coins, {n} factories; {goal}",
        name=entry["name"],
        coins=entry["coins"],
        n=entry["factories"],
        goal=goal_words(view, entry["team"]),
    )
    sheet.add(f'<g class="dh-banner" data-side="{escape(entry["letter"])}" role="group" aria-label="{escape(words)}">')
    turn = view["active"] == faction and not is_over(view)
    sheet.add(rect(Box(x, y, w, box.h - 6), "dh-card-turn" if turn else "dh-card", radius=8))
    sheet.add(f'<path class="dh-pole" d="M{number(x + 12)} {number(y + 8)}v34"/>')
    cloth = f"M{number(x + 12)} {number(y + 9)}q9-5 18 0t18 0v24q-9 5-18 0t-18 0z"
    sheet.add(f'<path class="dh-army-{faction} dh-flag" d="{cloth}"/>')
    sheet.icon(EMBLEMS[faction], x + 20, y + 11, 20, "dh-banner-emblem")
    sheet.add(text(cut(str(entry["name"]), w - 64, 18), x + 56, y + 24, "dh-side", size=18))
    _who(sheet, view, entry, x + 56, y + 41)
    _purse(sheet, view, entry, Box(x, y + 50, w, 30))
    sheet.add("</g>")


def _who(sheet: Sheet, view: View, entry: View, x: float, y: float) -> None:
    """Who plays a faction, and whether it has to act."""
    if entry["seat"] is None:
        who = str(Text("Automa"))
    elif view["seat"] is None:
        who = ""
    else:
        mine = next((other["team"] for other in view["factions"] if other["seat"] == view["seat"]), None)
        if entry["seat"] == view["seat"]:
            who = str(Text("you"))
        else:
            who = str(Text("ally") if entry["team"] == mine else Text("enemy"))
    sheet.add(text(who, x, y, "dh-soft"))
    if is_over(view):
        return
    acts = entry["seat"] is not None and view["to_act"] == entry["seat"] and _asked(view, entry)
    words = Text("to act") if acts else Text("turn") if view["active"] == entry["faction"] else None
    if words is not None:
        left, wide = x + (8 + text_width(who, 12) if who else 0), text_width(str(words), 11.5) + 18
        sheet.add(rect(Box(left, y - 13.5, wide, 18), "dh-turn", radius=9))
        sheet.add(text(words, left + wide / 2, y - 0.4, "dh-turn-text", anchor="middle"))


def _asked(view: View, entry: View) -> bool:
    """Says which faction a seat that plays two is asked about: the active one, if it is among them."""
    own = [other["faction"] for other in view["factions"] if other["seat"] == entry["seat"]]
    return bool(entry["faction"] == (view["active"] if view["active"] in own else own[0]))


def decides(view: View, entry: View) -> bool:
    """Returns whether the seat that looks has to act for a faction."""
    return entry["seat"] is not None and entry["seat"] == view["seat"] == view["to_act"] and _asked(view, entry)


def _purse(sheet: Sheet, view: View, entry: View, box: Box) -> None:
    """Coins, and a factory for each that the team needs: those of the faction, of its ally, and those still missing."""
    x, y = box.x + 10, box.y
    sheet.icon("coin", x, y + 2, 22, words=Text("{n} coin", "{n} coins", n=entry["coins"]))
    sheet.add(text(entry["coins"], x + 27, y + 19.5, "dh-count"))
    team = view["teams"][entry["team"]]
    goal = max(team["goal"] or 0, team["factories"])
    start, room = x + 62, box.w - 62 - 20
    step = min(24.0, room / max(1, goal))
    ally = next(
        (o["faction"] for o in view["factions"] if o["team"] == entry["team"] and o["faction"] != entry["faction"]),
        None,
    )
    held: list[int | None] = [entry["faction"]] * entry["factories"]
    held += [entry["faction"] if ally is None else ally] * (team["factories"] - entry["factories"])
    held += [None] * (goal - len(held))
    sheet.add(f"<g>{title(goal_words(view, entry['team']))}")
    for index, owner in enumerate(held):
        at = start + index * step
        if owner is not None:
            plate = rect(Box(at, y + 2, 21, 21), f"dh-army-{owner} dh-held-plate", radius=4)
            sheet.add(plate)
        sheet.icon("works", at + 2.5, y + 4, 16, "dh-missing" if owner is None else "dh-banner-emblem")
    sheet.add("</g>")


def mat(sheet: Sheet, view: View, entry: View, box: Box) -> None:
    """The table of a faction's units: cost, speed, range, the faces that hit, and the hits that do damage."""
    can = frozenset(PLACES).intersection(view["can_act"]) if decides(view, entry) else frozenset()
    sheet.again((repr(entry["mat"]), entry["letter"], box, can), lambda part: _mat(part, entry, box, can))


def _mat(sheet: Sheet, entry: View, box: Box, can: Set[str]) -> None:
    x, y, w, h = box
    row = h / (len(entry["mat"]) + 1)
    low = row / 2 + 4
    heads = (Text("cost"), Text("speed"), Text("range"), Text("hits on"), Text("hits for 1 to 6 damage"))
    stops = [x + w * share for share in (0.385, 0.465, 0.545, 0.655, 0.87)]
    for at, words in zip(stops, heads, strict=True):
        sheet.add(text(words, at, y + low, "dh-head", anchor="middle"))
    for index, kind in enumerate(entry["mat"], 1):
        at = y + row * index
        able = PLACES[index - 1] in can
        key = PLACES[index - 1] if able else f"{entry['letter']}-{PLACES[index - 1]}"
        sheet.add(
            f'<g class="{"dh-place dh-can" if able else "dh-place"}" data-key="{escape(key)}">{title(_kind(kind))}'
        )
        frame = Box(x, at, w, row)
        sheet.add(rect(frame, "dh-row-can dh-body" if able else "dh-touch dh-body", radius=4 if able else 0))
        sheet.add(f'<path class="dh-rule" d="M{number(x)} {number(at)}h{number(w)}"/>')
        sheet.icon(f"unit-{kind['kind']}", x + 3, at + row / 2 - 10, 20, "dh-mat-icon")
        sheet.add(text(cut(str(kind["name"]), w * 0.36 - 30, 12), x + 30, at + low, "dh-cell"))
        cells = (kind["cost"], kind["speed"], kind["range"], " ".join(map(str, kind["hits_on"])))
        for stop, words in zip(stops, cells, strict=False):
            sheet.add(text(words, stop, at + low, "dh-cell", anchor="middle"))
        if kind["anti_air"]:
            words = Text("may attack aircraft")
            sheet.icon("unit-fighter", stops[2] + 14, at + row / 2 - 5.5, 11, "dh-mat-icon", words=words)
        _damage(sheet, kind, stops[4], at, row)
        sheet.add("</g>")


def _kind(kind: View) -> Text:
    return KINDS.get(kind["kind"], Text("{kind}", kind=kind["kind"]))


def _damage(sheet: Sheet, kind: View, x: float, y: float, row: float) -> None:
    """The hits that do damage, on open ground and below it, where there is room, in a forest."""
    on_open, in_forest = (" · ".join(map(str, kind[name])) for name in ("open", "forest"))
    if row < 28 or on_open == in_forest:
        sheet.add(text(on_open, x, y + row / 2 + 4, "dh-cell", anchor="middle"))
        return
    sheet.add(text(on_open, x, y + row / 2 - 2, "dh-cell", anchor="middle"))
    sheet.add(text(Text("forest {hits}", hits=in_forest), x, y + row / 2 + 11, "dh-head", anchor="middle"))


def tray(sheet: Sheet, view: View, entry: View, box: Box) -> None:
    """What a faction has yet to place: units in hand, and its start tokens with the units that lie on them."""
    faction, (x, y, w, h) = entry["faction"], box
    sheet.add(
        rect(Box(x, y - 2, w, h - 2), "dh-tray", radius=8), rect(Box(x, y - 2, w, h - 2), "dh-tray-line", radius=8)
    )
    slip = slip_of(view, w)
    scale = slip / 49
    across = int((w - 8) // slip)
    hand = on_token(view, faction, None)
    for index, unit in enumerate(hand):
        row, column = divmod(index, across)
        draw_unit(sheet, view, unit, x + 4 + (column + 0.5) * slip, y + (row + 0.5) * slip, scale)
    y += -(-len(hand) // across) * slip
    several = slips_across(w, slip)
    asked = any(decides(view, one) for one in sharing(view, entry))
    for index in range(_TOKENS):
        left = x + w * index / _TOKENS
        laid = on_token(view, faction, index)
        if index < len(entry["tokens"]):  # whoever shares the tokens of another has none
            able = asked and f"token-{index + 1}" in view["can_act"]
            draw_token(sheet, entry, index, (left + w / 6, y + TOKEN / 2 + 1), own=asked, able=able)
            hidden = 0 if laid else entry["tokens"][index]["units"]
            if hidden:
                sheet.add(text(f"×{hidden}", left + w / 6 + 26, y + TOKEN / 2 + 6, "dh-soft"))
        indent = (w / 3 - min(several, len(laid)) * slip) / 2
        for at, unit in enumerate(laid):
            row, column = divmod(at, several)
            spot = left + indent + (column + 0.5) * slip, y + TOKEN + 4 + (row + 0.5) * slip
            draw_unit(sheet, view, unit, *spot, scale)


def sharing(view: View, entry: View) -> list[View]:
    """[AA-13.11] The factions that lay units on the tokens of one: itself, and an ally that has none of its own."""
    return [one for one in view["factions"] if one is entry or (one["team"] == entry["team"] and not one["tokens"])]


def draw_token(sheet: Sheet, entry: View, index: int, spot: tuple[float, float], *, own: bool, able: bool) -> None:
    """A start token, face down until it is turned; whoever decides about it knows it without a letter."""
    number_ = entry["tokens"][index]["number"]
    words = (
        Text("{faction}, start token {n}: face down", faction=entry["name"], n=index + 1)
        if number_ is None
        else Text("{faction}, start token {n}: {number}", faction=entry["name"], n=index + 1, number=number_)
    )
    key = f"token-{index + 1}" if own else f"{entry['letter']}-token-{index + 1}"
    kind = "dh-place dh-can" if able else "dh-place"
    sheet.add(f'<g class="{kind}" data-key="{escape(key)}" role="img" aria-label="{escape(words)}">{title(words)}')
    x, y = map(number, spot)
    circles = [("dh-halo", 20.5)] * able + [("dh-grey-ring", 15)] + [("dh-glow", 20.5)] * able
    sheet.add(rect(Box(spot[0] - 18.5, spot[1] - 18.5, 37, 37), "dh-grey dh-body", radius=18.5))
    sheet.add("".join(f'<circle class="{ring}" cx="{x}" cy="{y}" r="{r}"/>' for ring, r in circles))
    shown = "?" if number_ is None else number_
    sheet.add(text(shown, spot[0], spot[1] + 6.4, "dh-start-face", anchor="middle"), "</g>")
