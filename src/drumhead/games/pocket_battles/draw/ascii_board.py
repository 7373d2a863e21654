"""A view drawn with letters: fifteen zones in three columns, or one fact per line."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from drumhead.core.i18n.text import Text, joined
from drumhead.core.words.terminal_text import in_ascii, wrapped
from drumhead.games.pocket_battles.army.tiles import trait_kind
from drumhead.games.pocket_battles.draw.view_words import (
    dead,
    destroyed_words,
    half_words,
    is_over,
    living,
    near_seat,
    place_words,
    roll_words,
    stage_words,
    token_words,
    unit_words,
    whole,
    zone_key,
)

View = dict[str, Any]

# Below this width three columns would hold too little, and the zones stand one under the other.
_LEAST_GRID: Final = 54
_MARK: Final = "›"
_EVENTS: Final = 3


def text(view: View, width: int = 80, *, plain: bool = False) -> str:
    """Draws a view with letters, never wider than asked; plain gives one fact per line, in ASCII and full words."""
    view, width = whole(view), max(1, width)
    if plain:
        facts = (in_ascii(str(fact)) for fact in _facts(view))
        return "\n".join(line for fact in facts for line in wrapped(fact, width))
    field = _grid(view, width) if width >= _LEAST_GRID else _list(view, width)
    near = near_seat(view)
    half = half_words(view)
    head = Text("{stage}. {prompt}", stage=stage_words(view), prompt=view["outcome"] or view["prompt"] or "")
    parts = [
        wrapped(str(head), width, ""),
        wrapped(f"{half}.", width, "") if half is not None else [],
        _side_lines(view, 1 - near, width),
        field,
        _side_lines(view, near, width),
        _roll_lines(view, width),
        *(wrapped(f"- {event['text']} [{event['clause']}]", width) for event in view["log"][-_EVENTS:]),
    ]
    return "\n".join(line for part in parts for line in part)


def _units(view: View, seat: int, row: str, sector: int | None) -> list[View]:
    return [u for u in view["units"] if u["seat"] == seat and u["row"] == row and u["sector"] == sector]


def _short(trait: str) -> str:
    """Returns a trait in a few letters: `+2 Engagement` is +2E."""
    bonus = trait.partition(" ")[0] if trait.startswith("+") else ""
    return bonus + trait_kind(trait).short


def _troop(unit: View, troop: View, can: set[str]) -> str:
    """Returns a troop in a line: its dice, its wound points where they matter, its traits."""
    words = [troop["name"]]
    if troop["engagement"]:
        words.append("E:" + "-".join(map(str, troop["engagement"])))
    if troop["shooting"]:
        words.append("S:" + "-".join(map(str, troop["shooting"])))
    if troop["wp"] != 1 or troop["wounds"]:
        words.append(str(Text("{left}/{all}wp", left=troop["wp"] - troop["wounds"], all=troop["wp"])))
    words.extend(map(_short, troop["traits"]))
    mark = _MARK if f"{unit['key']}/{troop['id']}" in can else " "
    return mark + " ".join(words)


def _unit(view: View, unit: View) -> list[str]:
    """Returns the lines of a unit: one for the unit, then one for each troop."""
    can = set(view["can_act"])
    key = (_MARK if unit["key"] in can else "") + unit["key"]
    if unit["orders"]:
        key += " " + ("●" * unit["orders"] if unit["orders"] < 4 else f"●{unit['orders']}")
    words = [Text("{key}", key=key)]
    if view["phase"] == "battle" and unit["row"] != "reserve":
        words.append(Text("next {n}", n=unit["cost"]))
    if unit["hidden"]:
        words.append(Text("stack of {n}", n=unit["size"]))
    if unit["hits"]:
        words.append(Text("{n} hit!", "{n} hits!", n=unit["hits"]))
    if unit["charging"]:
        words.append(Text("charging"))
    if unit["redeployed"]:
        words.append(Text("moved"))
    if dead(unit):
        words.append(Text("{n} lost", n=len(dead(unit))))
    return [str(joined(words)), *(_troop(unit, troop, can) for troop in living(unit))]


def _fights(view: View, sector: int) -> Iterator[str]:
    for fight in view["engagements"]:
        if fight["sector"] == sector:
            yield f"{fight['single']} x {' '.join(fight['many'])}"


def _cell(view: View, seat: int | None, row: str, sector: int) -> list[str]:
    """Returns what stands in a zone, before it is wrapped; in an engagement zone, the contacts first."""
    if seat is not None:
        return [line for unit in _units(view, seat, row, sector) for line in _unit(view, unit)]
    near = near_seat(view)
    units = [*_units(view, 1 - near, row, sector), *_units(view, near, row, sector)]
    return [*_fights(view, sector), *(line for unit in units for line in _unit(view, unit))]


def _label(view: View, seat: int | None, row: str, sector: int) -> str:
    mark = _MARK if zone_key(view, seat or 0, row, sector) in view["can_act"] else ""
    words = Text("engagement") if seat is None else place_words(seat, row, sector)
    return f"{mark}{words}"


def _rows(view: View) -> tuple[list[tuple[int | None, str]], tuple[int, ...]]:
    """Returns the rows from top to bottom and the sectors from left to right."""
    near = near_seat(view)
    rows = [(1 - near, "rear"), (1 - near, "front"), (None, "engagement"), (near, "front"), (near, "rear")]
    return rows, (0, 1, 2) if near == 0 else (2, 1, 0)


def _grid(view: View, width: int) -> list[str]:
    """Three columns in a frame; a row is named in the line above it."""
    rows, order = _rows(view)
    widths = [(width - 4 + extra) // 3 for extra in (2, 1, 0)]
    lines = []
    for index, (seat, row) in enumerate(rows):
        left, middle, right = "┌┬┐" if index == 0 else "├┼┤"
        labels = [_label(view, seat, row, sector) for sector in order]
        ruled = (f"─ {label} ".ljust(wide, "─")[:wide] for label, wide in zip(labels, widths, strict=True))
        lines.append(left + middle.join(ruled) + right)
        cells = []
        for sector, wide in zip(order, widths, strict=True):
            cells.append([part for line in _cell(view, seat, row, sector) for part in _hung(line, wide - 2)])
        for texts in zip_longest(*cells, fillvalue=""):
            lines.append("│" + "│".join(f" {t}".ljust(wide) for t, wide in zip(texts, widths, strict=True)) + "│")
        if not any(cells):
            lines.append("│" + "│".join(" " * wide for wide in widths) + "│")
    return [*lines, "└" + "┴".join("─" * wide for wide in widths) + "┘"]


def _hung(line: str, width: int) -> list[str]:
    """Returns a line of a cell wrapped; a troop keeps the blank or the mark before it."""
    if line[:1] != " " or width < 4:
        return wrapped(line.strip(), width)
    return [f" {part}" for part in wrapped(line[1:], width - 1)]


def _list(view: View, width: int) -> list[str]:
    """Returns the zones that hold something, one under the other."""
    rows, order = _rows(view)
    lines = []
    for seat, row in rows:
        for sector in order:
            cell = _cell(view, seat, row, sector)
            name = place_words(near_seat(view) if seat is None else seat, row, sector)
            side = "" if seat is None else view["sides"][seat]["letter"] + " "
            if cell:
                lines.extend(wrapped(f"-- {side}{name} --", width))
                lines.extend(part for line in cell for part in _hung(line, width))
    return lines


def _side_lines(view: View, seat: int, width: int) -> list[str]:
    """Returns a side with its tokens, what it has destroyed and lost, and what it still has to place."""
    side = view["sides"][seat]
    facts = [f"{side['letter']} {side['name']}", token_words(side), destroyed_words(side)]
    if side["lost"]:
        facts.append(Text("lost {n} point", "lost {n} points", n=sum(troop["dp"] for troop in side["lost"])))
    if not is_over(view):
        if view["to_act"] == seat:
            facts.append(Text("to act"))
        elif view["active"] == seat:
            facts.append(Text("its turn"))
    lines = wrapped(" · ".join(map(str, facts)), width)
    for unit in _units(view, seat, "reserve", None):
        first, *troops = _unit(view, unit)
        words = Text("reserve: {unit}", unit=f"{first} [{', '.join(troop.strip() for troop in troops)}]")
        lines.extend(wrapped(str(words), width))
    return lines


def _roll_lines(view: View, width: int) -> list[str]:
    return wrapped(str(roll_words(view)), width) if view["roll"] else []


def _facts(view: View) -> Iterator[Text]:
    """Everything in a view, one fact at a time, the looking seat's own side first."""
    near = near_seat(view)
    yield Text("{stage}.", stage=stage_words(view))
    half = half_words(view)
    if half is not None:
        yield Text("{words}.", words=half)
    if view["outcome"] or view["prompt"]:
        yield Text("{words}", words=view["outcome"] or view["prompt"])
    for seat in (near, 1 - near):
        yield from _side_facts(view, seat)
    for seat in (near, 1 - near):
        yield from _unit_facts(view, seat)
    for fight in view["engagements"]:
        yield Text("In contact: {single} against {many}.", single=fight["single"], many=", ".join(fight["many"]))
    if view["roll"]:
        yield Text("Dice: {words}.", words=roll_words(view))
    if view["can_act"]:
        yield Text("You may choose: {keys}.", keys=", ".join(view["can_act"]))
    for event in view["log"][-_EVENTS:]:
        yield Text("Log: {words} ({clause})", words=event["text"], clause=event["clause"])


def _side_facts(view: View, seat: int) -> Iterator[Text]:
    side = view["sides"][seat]
    name = Text("{name} (you)", name=side["name"]) if view["seat"] == seat else Text("{name}", name=side["name"])
    player = Text("first place (Player 1 of the rules)") if side["player_one"] else Text("second place")
    values = {"name": name, "player": player, "tokens": token_words(side), "destroyed": destroyed_words(side)}
    yield Text("{name}, {player}: {tokens}, {destroyed}.", **values)
    if side["lost"]:
        names = ", ".join(troop["name"] for troop in side["lost"])
        points = sum(troop["dp"] for troop in side["lost"])
        yield Text("{name} lost {points} points: {names}.", name=side["name"], points=points, names=names)


def _unit_facts(view: View, seat: int) -> Iterator[Text]:
    near = near_seat(view)
    for row in ("front", "rear", "engagement", "reserve", "lost"):
        for unit in view["units"]:
            if unit["seat"] == seat and unit["row"] == row:
                # both sides fight in the same zone, so that the one who looks names it
                place = place_words(near if row == "engagement" else seat, row, unit["sector"])
                side = view["sides"][seat]["name"]
                yield Text("{side}, {place}: {unit}.", side=side, place=place, unit=unit_words(unit))
