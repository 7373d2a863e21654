"""Views to draw, built from short words, so that they stay readable."""

from collections.abc import Callable
from typing import Any

View = dict[str, Any]

BOARD_A = (
    "......rr..",
    ".HHHH.rWHH",
    "rHH..rrWHH",
    "rrrrrr.HHH",
    "..r....HHH",
    "..r....HHH",
    ".BB.....HH",
    ".Brrrrrrrr",
    "..rffff...",
    "..r.......",
)
BOARD_B = (
    "..r.......",
    "HHr....f..",
    "HHrr...fBr",
    ".rBrr.....",
    ".rf.rr....",
    ".rfrrr....",
    ".rrrWrrrH.",
    "rr..WW.rHH",
    ".......rHH",
    ".......rHH",
)
GROUND = [left + right for left, right in zip(BOARD_A, BOARD_B, strict=True)]

KINDS = {"i": "infantry", "g": "guard", "h": "heavy", "l": "light", "a": "artillery", "x": "horse-artillery"}
# The brigades of both sides: the letters of their units; a brigadier comes first in each.
ARMY = ("iiiag", "iiiag", "hhll")
STATES = {
    "t": {"turned": True},
    "s": {"in_square": True},
    "m": {"moved": True},
    "c": {"in_command": False},
    "f": {"fired": True},
    "k": {"fought": True},
}


def unit(key: str, seat: int, kind: str, brigade: int, place: str = "", **more: Any) -> View:
    """A unit; `d3` is its square, `d3:tm` adds states, `` is in reserve and `x` removed."""
    square, _, states = place.partition(":")
    made: View = {
        "key": key,
        "seat": seat,
        "kind": kind,
        "brigade": brigade,
        "square": None if square in ("", "x") else square,
        "where": {"": "reserve", "x": "removed"}.get(square, "field"),
        "turned": False,
        "in_square": False,
        "moved": False,
        "in_command": True,
        "fired": False,
        "fought": False,
    }
    for state in states:
        made |= STATES[state]
    return made | more


def army(seat: int, places: str = "", brigades: tuple[str, ...] = ARMY) -> list[View]:
    """All pieces of a side: three brigades, each behind its brigadier; places run in the same order."""
    letter, left = "RB"[seat], places.split()
    made: list[View] = []
    for number, kinds in enumerate(brigades, 1):
        for kind in ("brigadier", *(KINDS[word] for word in kinds)):
            place = left[len(made)] if left else ""
            made.append(unit(f"{letter}{len(made) + 1}", seat, kind, number, "" if place == "-" else place))
    assert not left or len(left) == len(made)
    return made


def side(seat: int, units: list[View], name: str = "") -> View:
    own = [one for one in units if one["seat"] == seat and one["kind"] != "brigadier"]
    brigades = []
    for number in sorted({one["brigade"] for one in own}):
        members = [one for one in own if one["brigade"] == number]
        alive = sum(one["where"] != "removed" for one in members)
        brigades.append({"number": number, "units": alive, "total": len(members), "eliminated": alive == 0})
    return {
        "seat": seat,
        "letter": "RB"[seat],
        "name": name or ("Red", "Blue")[seat],
        "brigades": brigades,
        "removed": sum(one["where"] == "removed" for one in own),
        "eliminated": sum(brigade["eliminated"] for brigade in brigades),
    }


def touching(units: list[View]) -> list[list[str]]:
    """Every pair of fighting units of opposite sides whose squares touch."""
    there = [one for one in units if one["where"] == "field" and one["kind"] != "brigadier"]
    return [
        [red["key"], blue["key"]]
        for red in there
        for blue in there
        if red["seat"] == 0
        and blue["seat"] == 1
        and abs(ord(red["square"][0]) - ord(blue["square"][0])) <= 1
        and abs(int(red["square"][1:]) - int(blue["square"][1:])) <= 1
    ]


def view(units: list[View], **more: Any) -> View:
    made: View = {
        "game": "travel-battle",
        "seat": 0,
        "phase": "move",
        "turn": 7,
        "max_turns": 80,
        "active": 0,
        "to_act": 0,
        "prompt": "Red: move a unit, or go on to fire.",
        "outcome": None,
        "ground": list(GROUND),
        "boards": [{"name": "A", "rotation": 0}, {"name": "B", "rotation": 90}],
        "sides": [side(0, units), side(1, units)],
        "units": units,
        "contacts": touching(units),
        "combat": None,
        "roll": None,
        "can_act": [],
        "log": [{"kind": "move", "text": "R9 moves from g2 to g3.", "clause": "TB-3.1"}],
    }
    return made | more


RED_LINE = "c1 b2 c2 d2 d1 e2 j1 i2 j2 j2 k1 k2 q1 p1 q2 r2 r1"
BLUE_LINE = "d10 c9 d9 e9 e10 f9 k10 j9 k9 l9 l10 m9 r10 q9 r9 s9 s10"


def opening() -> View:
    """All pieces where they were placed; the first brigade may move, one unit to squares around it."""
    units = army(0, RED_LINE) + army(1, BLUE_LINE)
    return view(units, turn=1, can_act=["R1", "R2", "R3", "R4", "R6", "b3", "c3", "d3"])


def placing() -> View:
    """One brigade of each side stands, the next is being placed."""
    red = "c1 b2 c2 d2 d1 e2 " + "- " * 11
    blue = "d10 c9 d9 e9 e10 f9 " + "- " * 11
    units = army(0, red) + army(1, blue)
    free = [f"{file}{rank}" for rank in (1, 2) for file in "fghijklmnopqrst"]
    words = "Red: place R7, the brigadier of brigade 2."
    return view(units, phase="place", turn=0, can_act=["R7", *free], prompt=words, contacts=[])


def battle() -> View:
    """The middle of a battle: pairs, squares, turned and cut-off units, contacts and losses, some to move."""
    red = "d4 d5:m e5 e5 c3 f5 j3 i4:t j5 j5 h2:c x n3 o5:m p5 x q2"
    blue = "e9 d6 e6 f6 d9 f6 k8 i6:t k6:s j6 k9:f l7 q8 o6 q6 p7:t x"
    units = army(0, red) + army(1, blue)
    return view(units, can_act=["R3", "R4", "R6", "R17", "g5", "g6", "f4", "g4"])


def combat() -> View:
    """A combat with the dice on the table, and a re-roll to decide, seen by seat 1."""
    made = battle() | {"seat": 1, "phase": "fight", "to_act": 1, "can_act": ["B3"], "active": 0}
    made["combat"] = {
        "target": "e6",
        "attackers": ["R2", "R3", "R4", "R6"],
        "defenders": ["B3"],
        "dice": {"R2": [5], "R3": [2], "R4": [4], "R6": [3, 1], "B3": [6, 2]},
    }
    made["prompt"] = "Blue: B3 may re-roll one of its dice, or keep them."
    return made


def forming() -> View:
    """A combat of which the attackers are being chosen."""
    made = battle() | {"phase": "fight", "can_act": ["R9", "R10"]}
    made["combat"] = {"target": "k6", "attackers": ["R9"], "defenders": ["B9"], "dice": {}}
    made["prompt"] = "Red: add another unit to the attack on k6, or roll."
    return made


def firing() -> View:
    """A gun has fired, and the die is in the air, nobody looking in particular."""
    made = battle() | {"seat": None, "phase": "fire", "to_act": -1, "can_act": []}
    made["roll"] = {"kind": "hit", "unit": "R11", "target": "l7", "dice": 1, "sides": 6, "need": 5}
    made["prompt"] = "R11 fires at B12, five squares away: 5 or more hits."
    return made


def rallying() -> View:
    """A unit has lost a combat and rolled to rally."""
    made = forming() | {"to_act": -1, "can_act": []}
    made["roll"] = {"kind": "rally", "unit": "R5", "target": "k6", "dice": [4], "need": 5}
    return made


def setup() -> View:
    """Nothing is on the table yet."""
    units = army(0) + army(1, brigades=("iiig", "iiig", "hhllxx"))
    words = "Red: choose a board."
    bare = ["." * 20] * 10
    can = ["board-A", "board-B"]
    return view(units, phase="setup", turn=0, ground=bare, boards=[], contacts=[], prompt=words, can_act=can)


def over() -> View:
    """The end: two brigades of Blue are gone."""
    red = "d4 d5 x e5 c3 x j3 i4 x j5:t h2 x p3 x p5 x q2"
    blue = "x x x x x x k8 i9 x x k9 x x x x x x"
    units = army(0, red) + army(1, blue)
    words = "Red wins: two enemy brigades are eliminated."
    return view(units, phase="over", to_act=-2, outcome=words, prompt="", turn=31)


def massed() -> View:
    """As many dice and pieces in one place as there can be."""
    red = "e4 d5 e5 e5 c3 d5 f4 f5 f5 d6 d7 d6 c4 f6 f7 e7 c5"
    units = army(0, red, ("iiiag", "iiiag", "hhll")) + army(
        1, "k8 e6 e6 d9 k10 f9 k9 j9 l9 l10 m10 m9 r10 q9 r9 s9 s10"
    )
    keys = [one["key"] for one in units if one["seat"] == 0 and one["kind"] != "brigadier"]
    close = [key for key in keys if key not in ("R5", "R11", "R17")]
    dice = {key: [1 + index % 6, 1 + index % 5] for index, key in enumerate(close)} | {"B2": [6], "B3": [6]}
    fight = {"target": "e6", "attackers": close, "defenders": ["B2", "B3"], "dice": dice}
    return view(units, phase="fight", combat=fight, prompt="Red: choose the next combat, or end the turn.")


ALL: dict[str, Callable[[], View]] = {
    "opening": opening,
    "placing": placing,
    "battle": battle,
    "combat": combat,
    "forming": forming,
    "firing": firing,
    "rallying": rallying,
    "setup": setup,
    "over": over,
    "massed": massed,
}
