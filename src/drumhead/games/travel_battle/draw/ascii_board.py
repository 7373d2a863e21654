"""A view drawn with letters: the field square by square, or one fact a line."""

from collections.abc import Iterator
from typing import Any, Final

from drumhead.core.i18n.text import Text
from drumhead.core.words.terminal_text import in_ascii, wrapped
from drumhead.games.travel_battle.draw.view_words import (
    FILES,
    GROUNDS,
    KINDS,
    RANKS,
    board_words,
    brigade_words,
    combat_words,
    goal_words,
    is_laid,
    is_over,
    near_seat,
    on_field,
    phase_words,
    place,
    roll_words,
    seen_ground,
    square_at,
    stage_words,
    state_words,
    unit_words,
    whole,
)

View = dict[str, Any]

_CELL: Final = 3
_MARGIN: Final = 3
# The field, a line where the boards meet and the ranks on both sides; narrower than that, only the lists are drawn.
_LEAST_FIELD: Final = 2 * _MARGIN + _CELL * len(FILES) + 1
_MARK: Final = "›"
_EVENTS: Final = 3

_GROUND: Final = {".": "·", "r": "=", "H": "^", "W": "♣", "B": "⌂", "f": "≈"}
_STATES: Final = (("lost", "%"), ("turned", "~"), ("in_square", "◇"), ("cut_off", "!"), ("done", "'"))


def text(view: View, width: int = 80, *, plain: bool = False) -> str:
    """Draws a view with letters, never wider than asked; plain is one fact a line in ASCII and full words."""
    view, width = whole(view), max(1, width)
    if plain:
        facts = (in_ascii(str(fact)) for fact in _facts(view))
        return "\n".join(line for fact in facts for line in wrapped(fact, width))
    near = near_seat(view)
    parts = [
        wrapped(_head(view), width, ""),
        _side(view, 1 - near, width),
        _field(view) + _legend(view, width) if width >= _LEAST_FIELD else [],
        _side(view, near, width),
        _table(view, width),
        *(wrapped(f"- {event['text']} [{event['clause']}]", width) for event in view["log"][-_EVENTS:]),
    ]
    return "\n".join(line for part in parts for line in part)


def _listed(head: str, entries: list[str], width: int) -> list[str]:
    """A head and entries after it, broken between entries where that is possible."""
    lines = [head] if head else []
    for index, entry in enumerate(entries, 1):
        words = f"{entry}," if index < len(entries) else entry
        if lines and len(lines[-1]) + 1 + len(words) <= width:
            lines[-1] += f" {words}"
        else:
            lines.append(f"  {words}" if lines else words)
    return [part for line in lines for part in _indented(line, width)]


def _indented(line: str, width: int) -> list[str]:
    """A line with its indent kept, wrapped only if it is too wide as it is."""
    found = wrapped(line.strip(), width)
    return [line] if len(line) <= width and found == [line.strip()] else found


def _head(view: View) -> str:
    stage, step = stage_words(view), phase_words(view)
    where = Text("{stage}, {step}", stage=stage, step=step) if step else stage
    return str(Text("{where}. {prompt}", where=where, prompt=view["outcome"] or view["prompt"] or ""))


def _state(unit: View) -> str:
    """The one thing about a unit that matters most, as a sign."""
    known = unit | {
        "cut_off": not unit.get("in_command", True),
        "done": unit.get("moved") or unit.get("fired") or unit.get("fought"),
    }
    known["lost"] = known["turned"] and known["cut_off"]
    return next((sign for name, sign in _STATES if known.get(name)), " ")


def _cell(units: list[View], ground: str, square: str, can: set[str]) -> tuple[str, str]:
    """A square in two lines of three letters: a unit by key, kind and ground, two by their keys, or the ground."""
    sign = _GROUND.get(ground, "·")
    mark = _MARK if square in can or any(unit["key"] in can for unit in units) else ""
    if not units:
        if mark:
            return "   ", f"{mark}{sign} "
        return ("   " if sign == "·" else f" {sign} ", f" {sign} ")
    if len(units) > 1:
        return _pair(units, {unit["key"] for unit in units if square in can or unit["key"] in can})
    unit = units[0]
    kind = KINDS.get(unit["kind"], ("?", None))[0]
    return unit["key"][:_CELL].ljust(_CELL), f"{mark or _state(unit)}{kind}{sign}"


def _pair(units: list[View], able: set[str]) -> tuple[str, str]:
    """Two units: the key of the first, the number of the second, and what matters about each where there is room."""
    signs = {unit["key"]: _MARK if unit["key"] in able else _state(unit) for unit in units}
    first, second = sorted(signs, key=lambda key: (len(key), signs[key] != " "))
    return f"{first}{signs[first]}"[:_CELL], f"{second[1:]:>2}{signs[second]}"


def _field(view: View) -> list[str]:
    """The field: a frame with the names of files and ranks, every square in two lines."""
    near = near_seat(view)
    units, can = on_field(view), set(map(str, view["can_act"]))
    half = len(FILES) // 2
    names = [square_at(column, 0, near)[0] for column in range(len(FILES))]
    axis = " " * _MARGIN + _joined_row([f" {name} " for name in names], " ", half)
    lines = [axis.rstrip()]
    for row, kinds in enumerate(seen_ground(view, near)):
        squares = [square_at(column, row, near) for column in range(len(FILES))]
        cells = [_cell(units.get(square, []), kinds[at], square, can) for at, square in enumerate(squares)]
        rank = squares[0][1:]
        lines.append(f"{rank:>2} " + _joined_row([upper for upper, _ in cells], "¦", half) + f" {rank}")
        lines.append("   " + _joined_row([lower for _, lower in cells], "¦", half))
    return [line.rstrip() for line in [*lines, axis]]


def _joined_row(cells: list[str], middle: str, half: int) -> str:
    return "".join(cells[:half]) + middle + "".join(cells[half:])


def _legend(view: View, width: int) -> list[str]:
    """What the letters and signs on the field mean, as far as they are there."""
    grounds = set("".join(seen_ground(view, 0)))
    kinds = {unit["kind"] for unit in view["units"]}
    signs = [(_MARK, Text("may be chosen")), ("~", Text("turned")), ("◇", Text("in square"))]
    signs += [("!", Text("cut off")), ("%", Text("turned and cut off")), ("'", Text("has moved, fired or fought"))]
    legend = [
        [(_GROUND[kind], words) for kind, words in GROUNDS.items() if kind in grounds],
        [pair for kind, pair in KINDS.items() if kind in kinds],
        signs,
    ]
    lines = []
    for pairs in legend:
        entries = [str(Text("{sign} {words}", sign=sign, words=words)) for sign, words in pairs]
        lines += _listed("", entries, width)
    return lines


def _side(view: View, seat: int, width: int) -> list[str]:
    """A side: its goal, then every brigade with its pieces, where they stand and in which state."""
    side = view["sides"][seat]
    facts = [f"{side['letter']} {side['name']}", goal_words(view, seat)]
    if not is_over(view):
        if view["to_act"] == seat:
            facts.append(Text("to act"))
        elif view["active"] == seat:
            facts.append(Text("its turn"))
    lines = wrapped(" · ".join(map(str, facts)), width)
    left = [unit for unit in view["units"] if unit["seat"] == seat]
    for brigade in side["brigades"]:
        own = [unit for unit in left if unit["brigade"] == brigade["number"]]
        left = [unit for unit in left if unit["brigade"] != brigade["number"]]
        lines += _listed(f"{brigade_words(brigade)}:", [_entry(view, unit) for unit in own], width)
    return lines + _listed("", [_entry(view, unit) for unit in left], width)


def _entry(view: View, unit: View) -> str:
    """A piece in the list of its brigade: `R4/I d3 turned`."""
    mark = _MARK if unit["key"] in view["can_act"] else ""
    where = {"field": unit["square"], "reserve": Text("reserve")}.get(unit["where"], Text("removed"))
    states = "".join(f" {words}" for words in state_words(unit))
    return f"{mark}{unit['key']}/{KINDS.get(unit['kind'], ('?', None))[0]} {where}{states}"


def _table(view: View, width: int) -> list[str]:
    """Contacts, the combat and the dice."""
    lines = []
    if view["contacts"]:
        pairs = " ".join(f"{one}-{other}" for one, other in view["contacts"])
        lines += wrapped(str(Text("in contact: {pairs}", pairs=pairs)), width)
    if view["combat"]:
        lines += wrapped(str(combat_words(view)), width)
    if view["roll"]:
        lines += wrapped(str(roll_words(view)), width)
    return lines


def _facts(view: View) -> Iterator[Text]:
    """Everything in a view, one fact at a time, the looking seat's own side first."""
    near = near_seat(view)
    yield Text("{stage}.", stage=stage_words(view))
    step = phase_words(view)
    if step is not None:
        yield Text("Step: {step}.", step=step)
    if view["outcome"] or view["prompt"]:
        yield Text("{words}", words=view["outcome"] or view["prompt"])
    for seat in (near, 1 - near):
        side = view["sides"][seat]
        name = Text("{name} (you)", name=side["name"]) if view["seat"] == seat else Text("{name}", name=side["name"])
        yield Text("{name}: {goal}.", name=name, goal=goal_words(view, seat))
        for brigade in side["brigades"]:
            yield Text("{name}, {brigade}.", name=side["name"], brigade=brigade_words(brigade))
    for seat in (near, 1 - near):
        name = view["sides"][seat]["name"]
        own = [unit for unit in view["units"] if unit["seat"] == seat]
        for unit in own:
            if unit["where"] != "removed":
                yield Text("{side}: {unit}.", side=name, unit=unit_words(unit))
        gone = ", ".join(str(unit["key"]) for unit in own if unit["where"] == "removed")
        if gone:
            yield Text("{side}, removed: {keys}.", side=name, keys=gone)
    yield from _table_facts(view)
    yield from _ground_facts(view)
    for event in view["log"][-_EVENTS:]:
        yield Text("Log: {words} ({clause})", words=event["text"], clause=event["clause"])


def _table_facts(view: View) -> Iterator[Text]:
    foes: dict[str, list[str]] = {}
    for one, other in view["contacts"]:
        foes.setdefault(one, []).append(other)
    for one, others in foes.items():
        yield Text("In contact: {one} with {others}.", one=one, others=", ".join(others))
    if view["combat"]:
        yield Text("On the table: {words}.", words=combat_words(view))
    if view["roll"]:
        yield Text("Dice: {words}.", words=roll_words(view))
    if view["can_act"]:
        yield Text("You may choose: {keys}.", keys=", ".join(map(str, view["can_act"])))


def _ground_facts(view: View) -> Iterator[Text]:
    """The boards and the squares of each kind of ground; open ground goes without saying."""
    if not is_laid(view):
        yield Text("The boards are not laid yet.")
        return
    for side, board in zip((Text("Left"), Text("Right")), view["boards"], strict=False):
        if board:
            yield Text("{side}: {board}.", side=side, board=board_words(board))
    rows = seen_ground(view, 0)
    names = [square_at(column, row, 0) for column in range(len(FILES)) for row in reversed(range(RANKS))]
    for kind, words in GROUNDS.items():
        found = [name for name in names if rows[place(name, 0)[1]][place(name, 0)[0]] == kind]
        if kind != "." and found:
            yield Text("Ground, {kind}: {squares}.", kind=words, squares=", ".join(found))
