"""A view drawn with letters: the map hex by hex, or one fact a line."""

from collections.abc import Iterator
from typing import Any, Final

from drumhead.core.i18n.text import Text, joined
from drumhead.core.words.terminal_text import in_ascii, wrapped
from drumhead.games.aces_armor.draw.view_words import (
    GROUNDS,
    attack_words,
    columns,
    faction_name,
    factory_words,
    goal_words,
    ground_words,
    hex_name,
    is_done,
    is_over,
    letter_at,
    phase_words,
    roll_words,
    short_key,
    stage_words,
    state_words,
    unit_words,
    weather_words,
    whole,
)

View = dict[str, Any]

_MARGIN: Final = 3
_NARROW, _ROOMY = 3, 6
"""How wide a hex is: on the whole map, and on half of it, where a unit's whole key has room."""
_MARK: Final = "›"
_EVENTS: Final = 3
_GROUND: Final = {".": "·", "f": "♣", "=": "=", "H": "#", "~": "≈", "s": "~", "^": "▲"} | dict.fromkeys("FCIB", "⌂")
_FULL: Final = "f~s^"
"""Ground that fills a hex, so that it can be seen at a glance."""


def text(view: View, width: int = 80, *, plain: bool = False) -> str:
    """Draws a view with letters, never wider than asked; plain is one fact a line in ASCII and full words."""
    view, width = whole(view), max(1, width)
    if plain:
        facts = (in_ascii(str(fact)) for fact in _facts(view))
        return "\n".join(line for fact in facts for line in wrapped(fact, width))
    parts = [
        wrapped(_head(view), width, ""),
        _map(view, width),
        *(_faction(view, entry, width) for entry in view["factions"]),
        *(wrapped(str(fact), width) for fact in _table(view)),
        *(wrapped(f"- {event['text']} [{event['clause']}]", width) for event in view["log"][-_EVENTS:]),
    ]
    return "\n".join(line for part in parts for line in part)


def _head(view: View) -> str:
    stage, step = stage_words(view), phase_words(view)
    where = Text("{stage}, {step}", stage=stage, step=step) if step else stage
    if view["weather"]:
        where = Text("{where}; {weather}", where=where, weather=weather_words(view["weather"]))
    return str(Text("{where}. {prompt}", where=where, prompt=view["outcome"] or view["prompt"] or ""))


def _map(view: View, width: int) -> list[str]:
    """The map: every hex in two lines, those of every second column a line lower; nothing where it has no room."""
    first, last = columns(view)
    count = last - first + 1
    cell = next((size for size in (_ROOMY, _NARROW) if 2 * _MARGIN + size * count <= width), 0)
    if not cell:
        return []
    height = view["map"]["height"]
    units = {unit["hex"]: unit for unit in view["units"] if unit["where"] == "map"}
    can = set(map(str, view["can_act"]))
    lines = [[" "] * (_MARGIN + cell * count) for _ in range(2 * height + 1)]
    for row in range(height):
        for column in range(first, last + 1):
            name = hex_name(column, row)
            drawn = _unit(view, units[name], cell, can) if name in units else _ground(view, name, cell, can)
            left = _MARGIN + cell * (column - first)
            for down, letters in enumerate(drawn):
                lines[2 * row + (column & 1) + down][left : left + cell] = letters[:cell].ljust(cell)
    axis = " " * _MARGIN + "".join(chr(ord("a") + column).ljust(cell) for column in range(first, last + 1))
    for row in range(height):
        lines[2 * row][: _MARGIN - 1] = f"{row + 1:>2}"
    drawn_lines = ["".join(line).rstrip() for line in lines]
    return [axis.rstrip(), *drawn_lines, axis.rstrip(), *_legend(view, width)]


def _unit(view: View, unit: View, cell: int, can: set[str]) -> tuple[str, str]:
    """A unit by its key, its damage and its experience; the ground below it as a sign, where there is room."""
    mark = _MARK if unit["key"] in can or unit["hex"] in can else "'" if is_done(unit, view["phase"]) else " "
    damage = str(unit["damage"] or " ")
    if cell == _NARROW:
        letters = unit["key"].rpartition("-")[0] or unit["key"]
        return f"{letters[:2]:2}{mark}", f"{short_key(unit['key'])[:2]:2}{damage}"
    column, row = ord(unit["hex"][0]) - ord("a"), int(unit["hex"][1:]) - 1
    hurt = f"-{unit['damage']}" if unit["damage"] else "  "
    sign = _GROUND.get(letter_at(view, column, row), "·")
    return f"{unit['key'][:5]:5}{mark}", f"{sign} {hurt}{'*' * unit['level']}"


def _ground(view: View, name: str, cell: int, can: set[str]) -> tuple[str, str]:
    """A hex without a unit: its ground, a start, a flag, a grey token, and a mark if it may be chosen."""
    letter = letter_at(view, ord(name[0]) - ord("a"), int(name[1:]) - 1)
    if letter == "^" and not view["map"]["mountains"]:
        letter = "."
    sign = _GROUND.get(letter, "·")
    mark = _MARK if name in can else " "
    wide = sign * (cell - 1)
    upper, lower = (f" {wide}", f"{mark}{wide}") if letter in _FULL else ("", f"{mark}{sign}")
    if letter == "H":
        upper, lower = f" {_GROUND['~'] * (cell - 1)}", f"{mark}{sign * (cell - 1)}"
    factory = next((one for one in view["factories"] if one["hex"] == name), None)
    if factory is not None:
        upper, lower = f" {sign}", f"{mark}{_flag(view, factory)}"
    start = next((number for number, at in view["map"]["starts"].items() if at == name), "")
    if start and not view["round"]:
        upper = f" {start}"
    token = next((one for one in view["hidden"] if one["hex"] == name), None)
    if token is not None:
        lower = f"{mark}{'V2' if token['v2'] else '?'}"
    return upper, lower


def _flag(view: View, factory: View) -> str:
    """The letters of whoever holds a factory."""
    if factory["ruined"]:
        return "xx"
    if factory["flag"] is None:
        return "--"
    return next((str(one["letter"]) for one in view["factions"] if one["faction"] == factory["flag"]), "??")


def _legend(view: View, width: int) -> list[str]:
    """What the signs on the map mean, as far as they are there."""
    first, last = columns(view)
    cells = {letter_at(view, column, row) for column in range(first, last + 1) for row in range(view["map"]["height"])}
    if not view["map"]["mountains"]:
        cells.discard("^")
    signs = {_GROUND[letter]: GROUNDS["F" if letter in "FCIB" else letter] for letter in GROUNDS if letter in cells}
    entries = [str(Text("{sign} {words}", sign=sign, words=words)) for sign, words in signs.items()]
    entries += [
        str(Text("-- neutral")),
        str(Text("{mark} may be chosen", mark=_MARK)),
        str(Text("' has acted or rests")),
    ]
    entries.append(str(Text("a number is damage")))
    return wrapped(", ".join(entries), width)


def _who(view: View, entry: View) -> list[Text]:
    """Who plays a faction and whether it is its turn."""
    found = []
    if entry["seat"] is None:
        found.append(Text("Automa"))
    elif entry["seat"] == view["seat"]:
        found.append(Text("you"))
    if not is_over(view):
        if entry["seat"] is not None and entry["seat"] == view["to_act"]:
            found.append(Text("to act"))
        if entry["faction"] == view["active"]:
            found.append(Text("its turn"))
    return found


def _faction(view: View, entry: View, width: int) -> list[str]:
    """A faction: its coins and goal, its start tokens, then every unit, where it stands and in which state."""
    facts: list[object] = [f"{entry['letter']} {entry['name']}", Text("{n} coin", "{n} coins", n=entry["coins"])]
    facts += [goal_words(view, entry["team"]), *_who(view, entry)]
    lines = wrapped(" · ".join(map(str, facts)), width)
    own = [unit for unit in view["units"] if unit["faction"] == entry["faction"]]
    if any(unit["where"] != "map" for unit in own):
        lines += wrapped("  " + " · ".join(str(words) for words in _tokens(entry)), width)
    entries = [_entry(view, unit) for unit in own]
    return lines + [f"  {line}"[:width] for line in wrapped(", ".join(entries), max(1, width - 2), "")]


def _tokens(entry: View) -> Iterator[Text]:
    for index, token in enumerate(entry["tokens"], 1):
        if token["number"] is None:
            yield Text("start token {n}: face down", n=index)
        else:
            yield Text("start token {n}: {number}", n=index, number=token["number"])


def _entry(view: View, unit: View) -> str:
    """A unit in the list of its faction: `US-T1 M4 Sherman h7 2 damage`."""
    mark = _MARK if unit["key"] in view["can_act"] else ""
    if unit["where"] == "map":
        where = str(unit["hex"])
    elif unit["token"] is None:
        where = str(Text("in hand"))
    else:
        where = str(Text("on token {n}", n=unit["token"] + 1))
    states = "".join(f" {words}" for words in state_words(unit))
    return f"{mark}{unit['key']} {unit['name']} {where}{states}"


def move_words(move: View, between: str) -> Text:
    """[AA-6.1] The unit on the move: the points it has left, or the way that it announced."""
    if move["left"] is None:
        return Text("{unit} moves: {path}", unit=move["unit"], path=between.join(move["path"]))
    return Text("{unit} has come to {hex}, points left: {n}", unit=move["unit"], hex=move["path"][0], n=move["left"])


def _table(view: View) -> Iterator[Text]:
    """Factories, tokens, the move, attacks and dice."""
    flags = ", ".join(f"{one['hex']} {_flag(view, one)}" for one in view["factories"])
    yield Text("factories: {flags}", flags=flags)
    if view["hidden"]:
        yield Text("grey tokens: {hexes}", hexes=", ".join(token["hex"] for token in view["hidden"]))
    for number, attack in enumerate(view["declared"], 1):
        yield attack_words(number, attack)
    if view["move"]:
        yield Text("{words}", words=move_words(view["move"], " "))
    if view["roll"]:
        yield Text("dice: {words}", words=roll_words(view["roll"]))


def _facts(view: View) -> Iterator[Text]:
    """Everything in a view, one fact at a time."""
    yield Text("{stage}.", stage=stage_words(view))
    step = phase_words(view)
    if step is not None:
        yield Text("Step: {step}.", step=step)
    if view["outcome"] or view["prompt"]:
        yield Text("{words}", words=view["outcome"] or view["prompt"])
    if view["weather"]:
        yield Text("Weather: {words}.", words=weather_words(view["weather"]))
    for team in (0, 1):
        yield Text("{goal}.", goal=goal_words(view, team))
    for entry in view["factions"]:
        coins = Text("{n} coin", "{n} coins", n=entry["coins"])
        works = Text("{n} factory", "{n} factories", n=entry["factories"])
        facts = joined([Text("{name}: {coins}", name=entry["name"], coins=coins), works, *_who(view, entry)])
        yield Text("{facts}.", facts=facts)
        if any(unit["faction"] == entry["faction"] and unit["where"] != "map" for unit in view["units"]):
            for words in _tokens(entry):
                yield Text("{name}: {words}.", name=entry["name"], words=words)
    for unit in view["units"]:
        yield Text("{name}: {unit}.", name=faction_name(view, unit["faction"]), unit=unit_words(unit))
    yield from _table_facts(view)
    if not view.get("again"):
        yield from _ground_facts(view)
    for event in view["log"][-_EVENTS:]:
        yield Text("Log: {words} ({clause})", words=event["text"], clause=event["clause"])


def _table_facts(view: View) -> Iterator[Text]:
    for factory in view["factories"]:
        yield Text("{words}.", words=factory_words(view, factory))
    for token in view["hidden"]:
        known = Text("the V2") if token["v2"] else Text("blank") if token["v2"] is False else Text("unknown")
        yield Text("Grey token on {hex}: {known}.", hex=token["hex"], known=known)
    for number, attack in enumerate(view["declared"], 1):
        yield Text("{words}.", words=attack_words(number, attack))
    if view["move"]:
        yield Text("{words}.", words=move_words(view["move"], ", "))
    if view["roll"]:
        yield Text("Dice: {words}.", words=roll_words(view["roll"]))
    if view["can_act"]:
        yield Text("You may choose: {keys}.", keys=", ".join(map(str, view["can_act"])))


def _ground_facts(view: View) -> Iterator[Text]:
    """The hexes of each kind of ground; standard ground goes without saying."""
    yield Text("Map: {name}, {part}.", name=view["map"]["name"], part=view["map"]["part"])
    for number, name in view["map"]["starts"].items():
        yield Text("Start {number} is {hex}.", number=number, hex=name)
    first, last = columns(view)
    found: dict[str, list[str]] = {}
    for column in range(first, last + 1):
        for row in range(view["map"]["height"]):
            name = hex_name(column, row)
            ground = ground_words(letter_at(view, column, row), mountains=bool(view["map"]["mountains"]))
            found.setdefault(str(ground), []).append(name)
    for words, names in sorted(found.items()):
        if words != str(GROUNDS["."]):
            yield Text("Ground, {kind}: {hexes}.", kind=words, hexes=", ".join(names))
