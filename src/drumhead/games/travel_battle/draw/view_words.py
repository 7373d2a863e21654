"""The words that pictures and letters share: squares, ground, units, sides and dice in full."""

from typing import Any, Final

from drumhead.core.i18n.text import Text, joined

View = dict[str, Any]

FILES: Final = "abcdefghijklmnopqrst"
RANKS: Final = 10
GOAL: Final = 2
"""How many enemy brigades a side has to eliminate."""

KINDS: Final[dict[str, tuple[str, Text]]] = {
    "infantry": ("I", Text("infantry")),
    "guard": ("G", Text("guard infantry")),
    "heavy": ("H", Text("heavy cavalry")),
    "light": ("L", Text("light cavalry")),
    "artillery": ("A", Text("artillery")),
    "horse-artillery": ("a", Text("horse artillery")),
    "brigadier": ("*", Text("brigadier")),
}
"""The kinds of pieces: a letter and words."""

GROUNDS: Final[dict[str, Text]] = {
    ".": Text("open ground"),
    "r": Text("road"),
    "H": Text("hill"),
    "W": Text("wood"),
    "B": Text("building"),
    "f": Text("ploughed field"),
}

_WHERE: Final[dict[str, Text]] = {"reserve": Text("in reserve"), "removed": Text("removed")}

_PHASES: Final[dict[str, Text]] = {
    "setup": Text("Setting up"),
    "form": Text("Forming brigades"),
    "place": Text("Placement"),
    "move": Text("movement"),
    "fire": Text("artillery fire"),
    "fight": Text("combat"),
}

_BEFORE: Final = ("setup", "form", "place")
"""The phases before the first turn."""

_ROLLS: Final[dict[str, Text]] = {
    "board": Text("who has the board"),
    "left": Text("which board stands on the left"),
    "edge": Text("the side of the board"),
    "place": Text("who places first"),
    "first": Text("who moves first"),
    "hit": Text("to hit"),
    "effect": Text("effect of the hit"),
    "combat": Text("combat"),
    "reroll": Text("re-roll"),
    "rally": Text("to rally"),
}
"""What a throw is for."""

AIMED: Final = ("hit", "effect")
"""The throws that are aimed at somebody."""


def whole(view: View) -> View:
    """A view with what a match adds to it, and what is empty before a battle, for those drawn without."""
    added: View = {"to_act": -1, "prompt": "", "outcome": None, "can_act": [], "log": []}
    return added | {"ground": [], "boards": [], "turning": None, "contacts": [], "combat": None, "roll": None} | view


def near_seat(view: View) -> int:
    """The seat whose edge is drawn at the bottom."""
    return 1 if view["seat"] == 1 else 0


def is_over(view: View) -> bool:
    """Returns whether the battle has ended, on the field or because somebody gave up."""
    return view["phase"] == "over" or view["outcome"] is not None


def place(square: str, near: int) -> tuple[int, int]:
    """The column and the row of a square, counted from the left and the top as a seat looks at the field."""
    file, rank = FILES.index(square[0]), int(square[1:])
    return (file, RANKS - rank) if near == 0 else (len(FILES) - 1 - file, rank - 1)


def square_at(column: int, row: int, near: int) -> str:
    """The name of the square in a column and a row, as a seat looks at the field."""
    if near:
        return f"{FILES[len(FILES) - 1 - column]}{row + 1}"
    return f"{FILES[column]}{RANKS - row}"


def seen_ground(view: View, near: int) -> tuple[str, ...]:
    """The ground as a seat looks at it, ten rows of twenty; open where the view says nothing."""
    rows = [str(row)[: len(FILES)].ljust(len(FILES), ".") for row in view["ground"]][:RANKS]
    rows += ["." * len(FILES)] * (RANKS - len(rows))
    return tuple(row[::-1] for row in reversed(rows)) if near else tuple(rows)


def is_laid(view: View) -> bool:
    """Returns whether the boards lie on the table."""
    return len(view["boards"]) == 2 or any(set(row) - {"."} for row in view["ground"])


def choices(view: View) -> dict[str, Text]:
    """What can be chosen before there is a field: boards and their edges, by key."""
    found = {}
    for key in map(str, view["can_act"]):
        kind, _, name = key.partition("-")
        if kind == "board" and name:
            found[key] = Text("Board {name}", name=name)
        elif kind == "edge" and name:
            found[key] = Text("Edge {name}", name=name)
    return found


def on_field(view: View) -> dict[str, list[View]]:
    """The units on the field, by square."""
    found: dict[str, list[View]] = {}
    for unit in view["units"]:
        if unit["where"] == "field" and unit["square"]:
            found.setdefault(unit["square"], []).append(unit)
    return found


def kind_words(unit: View) -> Text:
    """What a piece is."""
    return KINDS.get(unit["kind"], ("?", Text("{kind}", kind=unit["kind"])))[1]


def state_words(unit: View) -> list[Text]:
    """All that is out of the ordinary about a unit."""
    known = [
        ("turned", Text("turned, cannot move") if unit.get("halted") else Text("turned")),
        ("in_square", Text("leaving square") if unit.get("leaving_square") else Text("in square")),
        ("moved", Text("moved")),
        ("fired", Text("fired")),
        ("fought", Text("fought")),
    ]
    found = [words for name, words in known if unit.get(name)]
    if not unit.get("in_command", True) and unit["where"] == "field":
        found.append(Text("cut off"))
    return found


def unit_words(unit: View) -> Text:
    """A piece with its brigade, its place and its state."""
    facts = [Text("{key}", key=unit["key"])]
    if unit["brigade"]:
        facts.append(Text("{kind} of brigade {n}", kind=kind_words(unit), n=unit["brigade"]))
    else:
        facts.append(Text("{kind} of no brigade yet", kind=kind_words(unit)))
    if unit["where"] == "field":
        facts.append(Text("on {square}", square=unit["square"]))
    else:
        facts.append(_WHERE.get(unit["where"], Text("not on the field")))
    return joined(facts + state_words(unit))


def stage_words(view: View) -> Text:
    """How far the battle is."""
    if is_over(view):
        return Text("The battle is over")
    if view["phase"] in _BEFORE:
        return _PHASES[view["phase"]]
    if not view["max_turns"]:
        return Text("Turn {turn}", turn=view["turn"])
    return Text("Turn {turn} of {most}", turn=view["turn"], most=view["max_turns"])


def phase_words(view: View) -> Text | None:
    """The step of the turn."""
    return _PHASES.get(view["phase"]) if not is_over(view) and view["phase"] not in _BEFORE else None


def brigade_words(brigade: View) -> Text:
    """How much of a brigade is left."""
    values = {"number": brigade["number"], "n": brigade["units"], "all": brigade["total"]}
    if brigade["eliminated"]:
        return Text("brigade {number} eliminated", **values)
    return Text("brigade {number}: {n} of {all} units", **values)


def conquered(view: View, seat: int) -> int:
    """How many enemy brigades a side has eliminated."""
    return sum(bool(brigade["eliminated"]) for brigade in view["sides"][1 - seat]["brigades"])


def goal_words(view: View, seat: int) -> Text:
    """How near a side is to its goal."""
    return Text("eliminated {n} of {goal} enemy brigades", n=conquered(view, seat), goal=GOAL)


def board_words(board: View) -> Text:
    """A board and how it lies."""
    return Text("board {name}, turned by {n} degrees", name=board["name"], n=board["rotation"])


def _thrown(view: View, keys: list[str]) -> Text:
    dice = view["combat"].get("dice") or {}
    found = []
    for key in keys:
        faces = " ".join(str(face) for face in dice.get(key, []))
        found.append(Text("{key} ({faces})", key=key, faces=faces) if faces else Text("{key}", key=key))
    return joined(found)


def combat_words(view: View) -> Text:
    """The combat that is being formed or fought."""
    combat = view["combat"]
    values: View = {"square": combat["target"], "defenders": _thrown(view, combat["defenders"])}
    if not combat["attackers"]:
        return Text("combat for {square}: against {defenders}", **values)
    values["attackers"] = _thrown(view, combat["attackers"])
    return Text("combat for {square}: {attackers} against {defenders}", **values)


def roll_faces(view: View) -> list[int]:
    """The faces of the throw on the table, 0 where a die has not fallen yet."""
    dice = view["roll"].get("dice", [])
    return [0] * dice if isinstance(dice, int) else [face or 0 for face in dice]


def roll_pair(view: View) -> str:
    """Who throws, and at whom if the throw is aimed."""
    roll = view["roll"]
    unit, target = roll.get("unit"), roll.get("target") if roll.get("kind") in AIMED else None
    return f"{unit} → {target}" if unit and target else str(unit or "")


def roll_need(view: View) -> str:
    """The least face that succeeds, as `4+`."""
    need = view["roll"].get("need")
    return f"{need}+" if need else ""


def roll_kind(view: View) -> Text:
    """What the throw is for."""
    kind = str(view["roll"].get("kind") or "")
    return _ROLLS.get(kind, Text("{kind}", kind=kind) if kind else Text("dice"))


def roll_words(view: View) -> Text:
    """The throw on the table."""
    facts = [roll_kind(view)]
    if pair := roll_pair(view):
        facts.append(Text("{pair}", pair=pair))
    if need := roll_need(view):
        facts.append(Text("{need} needed", need=need))
    faces = [face for face in roll_faces(view) if face]
    if faces:
        return Text("{facts}: {faces}", facts=joined(facts), faces=" ".join(map(str, faces)))
    return Text("{facts}: {n} die", "{facts}: {n} dice", facts=joined(facts), n=len(roll_faces(view)))
