"""Views to draw, built from tile ids, so that they stay short."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

from drumhead.games.pocket_battles.army.tiles import tiles

View = dict[str, Any]

ORCS = ["ORC06", "ORC08", "ORC05 ORC29", "ORC09 ORC16 ORC18 ORC28", "ORC17 ORC19 ORC25 ORC26", "ORC21 ORC22 ORC23"]
ELVES = ["ELV03", "ELV06", "ELV11", "ELV30", "ELV17 ELV25", "ELV19 ELV23", "ELV26 ELV27 ELV29", "ELV13 ELV28 ELV08"]
PERSIANS = (
    "PER01 PER02 PER17 | PER05 PER06 PER07 | PER08 PER09 | PER10 PER11 | PER20 PER21 PER22 | PER26 | PER29 | PER30"
)
MACEDONIANS = (
    "MAC01 MAC05 MAC02 | MAC04 | MAC13 MAC14 MAC15 MAC16 | MAC17 MAC18 | MAC22 | MAC24 MAC27 | MAC25 | MAC03 MAC09"
)


def troop(id: str, wounds: int = 0, *, alive: bool = True) -> View:
    tile = tiles()[id]
    return {
        "id": id,
        "name": tile.name,
        "engagement": list(tile.engagement),
        "shooting": list(tile.shooting),
        "dp": tile.dp,
        "wp": tile.wp,
        "wounds": wounds,
        "alive": alive,
        "traits": list(tile.traits),
    }


def unit(key: str, seat: int, ids: str, row: str, sector: int | None, **more: Any) -> View:
    """A unit; `ORC06:2` has two wounds and `ORC17:x` is dead."""
    troops = []
    for word in ids.split():
        id, _, mark = word.partition(":")
        troops.append(troop(id, int(mark) if mark.isdigit() else 0, alive=mark != "x"))
    orders = more.pop("orders", 0)
    made = {
        "key": key,
        "seat": seat,
        "row": row,
        "sector": sector,
        "orders": orders,
        "cost": orders + 1,
        "redeployed": False,
        "contact": [],
        "hidden": False,
        "size": len(troops),
        "troops": troops,
        "traits": sorted({trait for one in troops if one["alive"] for trait in one["traits"]}),
        "hits": 0,
        "charging": False,
    }
    return made | more


def side(seat: int, letter: str, name: str, **more: Any) -> View:
    made = {
        "seat": seat,
        "letter": letter,
        "name": name,
        "armies": [name.lower()],
        "player_one": seat == 0,
        "tokens": {"unused": 3, "passed": 1, "aside": 0, "owed": 0},
        "fielded": 50,
        "destroyed": 0,
        "goal": 25,
        "lost": [],
    }
    return made | more


def lost(*ids: str) -> list[View]:
    return [{"id": id, "name": tiles()[id].name, "dp": tiles()[id].dp} for id in ids]


def view(units: list[View], **more: Any) -> View:
    made: View = {
        "game": "pocket-battles",
        "seat": 0,
        "phase": "battle",
        "round": 2,
        "max_rounds": 20,
        "to_act": 0,
        "active": 0,
        "prompt": "Orcs: choose a unit to order, or pass.",
        "outcome": None,
        "sides": [side(0, "O", "Orcs"), side(1, "E", "Elves")],
        "units": units,
        "engagements": [],
        "roll": None,
        "can_act": [],
        "log": [{"kind": "order", "text": "Orcs order O3: 1 token.", "clause": "PB-4.4"}],
    }
    return made | more


def opening() -> View:
    """All units fresh in their fronts and rears, some of which may act."""
    places = [("rear", 1), ("rear", 0), ("front", 2), ("front", 1), ("front", 0), ("front", 2)]
    units = [unit(f"O{n}", 0, ids, *place) for n, (ids, place) in enumerate(zip(ORCS, places, strict=True), 1)]
    fronts = [
        ("front", 0),
        ("rear", 1),
        ("front", 2),
        ("rear", 2),
        ("rear", 0),
        ("front", 1),
        ("front", 0),
        ("front", 1),
    ]
    units += [unit(f"E{n}", 1, ids, *place) for n, (ids, place) in enumerate(zip(ELVES, fronts, strict=True), 1)]
    return view(units, can_act=["O3", "O4", "O5"], round=1)


def star() -> View:
    """A single unit in contact with three, a second engagement, wounds, losses and hits to assign."""
    units = [
        unit("O1", 0, "ORC06:1", "engagement", 0, orders=1, contact=["E1", "E7", "E8"], hits=2),
        unit("O2", 0, "ORC08", "rear", 0),
        unit("O3", 0, "ORC05 ORC29", "front", 0, orders=3, redeployed=True),
        unit("O4", 0, "ORC09:1 ORC16 ORC18:x ORC28", "engagement", 1, orders=1, contact=["E6"]),
        unit("O5", 0, "ORC17 ORC19:x ORC25 ORC26:x", "front", 1),
        unit("O6", 0, "ORC21 ORC22 ORC23", "front", 2),
        unit("E1", 1, "ELV03:1", "engagement", 0, orders=1, contact=["O1"]),
        unit("E2", 1, "ELV06", "front", 2, orders=1),
        unit("E3", 1, "ELV11:1", "front", 2),
        unit("E4", 1, "ELV30:x", "lost", None),
        unit("E5", 1, "ELV17 ELV25", "front", 1),
        unit("E6", 1, "ELV19 ELV23", "engagement", 1, contact=["O4"]),
        unit("E7", 1, "ELV26 ELV27 ELV29", "engagement", 0, contact=["O1"]),
        unit("E8", 1, "ELV13 ELV28 ELV08", "engagement", 0, orders=2, contact=["O1"]),
    ]
    orcs = side(0, "O", "Orcs", destroyed=2, lost=lost("ORC18", "ORC19", "ORC26"))
    elves = side(
        1, "E", "Elves", destroyed=8, lost=lost("ELV30"), tokens={"unused": 1, "passed": 0, "aside": 1, "owed": 0}
    )
    fights = [{"sector": 0, "single": "O1", "many": ["E1", "E7", "E8"]}, {"sector": 1, "single": "O4", "many": ["E6"]}]
    roll = {"unit": "E8", "target": "O1", "kind": "engagement", "faces": [6, 4], "dice": 2}
    return view(
        units,
        sides=[orcs, elves],
        engagements=fights,
        roll=roll,
        active=1,
        can_act=["O1/ORC06"],
        prompt="Orcs: assign 2 hits to O1.",
    )


def shot() -> View:
    """A charger on its way while the other side shoots, seen from seat 1, before the dice fall."""
    made = opening() | {"seat": 1, "active": 0, "to_act": -1, "can_act": [], "round": 3}
    charger = next(one for one in made["units"] if one["key"] == "O5")
    charger |= {"row": "engagement", "charging": True, "orders": 1, "cost": 2}
    made["roll"] = {"unit": "E8", "target": "O5", "kind": "shooting", "faces": [], "dice": 2}
    made["prompt"] = "Elves: E8 shoots at the charging O5. Throw 2 dice."
    return made


def deploying() -> View:
    """Armies half placed: the other side's stacks show their top troop only."""
    units = [unit(f"O{n}", 0, ids, "reserve", None) for n, ids in enumerate(ORCS, 1)]
    units[2] |= {"row": "front", "sector": 0}
    units[4] |= {"row": "rear", "sector": 1}
    for n, ids in enumerate(ELVES, 1):
        one = unit(f"E{n}", 1, ids.split()[0], "reserve", None, hidden=True, size=len(ids.split()))
        units.append(one | ({"row": "front", "sector": n % 3} if n in (5, 8) else {}))
    zones = [f"O.{name}-{row}" for name in ("left", "centre", "right") for row in ("front", "rear")]
    sides = [side(0, "O", "Orcs"), side(1, "E", "Elves", fielded=None, goal=None)]
    return view(units, phase="deploy", round=0, sides=sides, can_act=zones, prompt="Orcs: place O1 in a zone.")


def over() -> View:
    """The end: a field nearly swept."""
    units = [
        unit("O1", 0, "ORC06:2", "front", 1),
        unit("O2", 0, "ORC08", "rear", 0),
        unit("O3", 0, "ORC05:x ORC29:x", "lost", None),
        unit("O4", 0, "ORC09 ORC16 ORC18:x ORC28", "front", 1),
        unit("O5", 0, "ORC17:x ORC19:x ORC25:x ORC26:x", "lost", None),
        unit("O6", 0, "ORC21 ORC22 ORC23", "front", 2),
        unit("E2", 1, "ELV06", "rear", 1),
        *(unit(f"E{n}", 1, ":x ".join(ELVES[n - 1].split()) + ":x", "lost", None) for n in (1, 3, 4, 5, 6, 8)),
        unit("E7", 1, "ELV26 ELV27 ELV29:x", "front", 2),
    ]
    sides = [side(0, "O", "Orcs", destroyed=37), side(1, "E", "Elves", destroyed=18)]
    for one in sides:
        ids = [t["id"] for u in units if u["seat"] == one["seat"] for t in u["troops"] if not t["alive"]]
        one["lost"] = lost(*ids)
    words = "Orcs win: they have destroyed 37 of the 50 points that Elves fielded."
    return view(units, phase="over", to_act=-2, sides=sides, outcome=words, prompt="", round=6)


def crowd(per_side: int = 25, *, one_zone: bool = False, troops: int = 1) -> View:
    """As many units as fit in an army and more, spread out or all in one zone."""
    units = []
    for seat, letter, army in ((0, "P", "PER"), (1, "M", "MAC")):
        ids = cycle(f"{army}{n:02}" for n in range(1, 31))
        spread = cycle([("front", 0), ("front", 1), ("front", 2), ("rear", 1), ("rear", 0), ("rear", 2)])
        for n in range(1, per_side + 1):
            place = ("front", 1) if one_zone else next(spread)
            units.append(unit(f"{letter}{n}", seat, " ".join(next(ids) for _ in range(troops)), *place, orders=n % 8))
    sides = [
        side(0, "P", "Persians"),
        side(1, "M", "Macedonians", tokens={"unused": 9, "passed": 2, "aside": 1, "owed": 1}),
    ]
    return view(units, sides=sides, prompt="Persians: choose a unit to order.", can_act=["P3", "P4"])


def melee() -> View:
    """Everybody in contact in one sector: two stars and a pair, wider than any line."""
    units: list[View] = []
    fights: list[View] = []
    persians, macedonians = PERSIANS.split(" | "), MACEDONIANS.split(" | ")
    for n, ids in enumerate(persians, 1):
        units.append(unit(f"P{n}", 0, ids, "engagement", 2, orders=n % 3))
    for n, ids in enumerate(macedonians, 1):
        units.append(unit(f"M{n}", 1, ids, "engagement", 2, orders=n % 2))
    fights.append({"sector": 2, "single": "P1", "many": ["M1", "M2", "M3", "M4", "M5"]})
    fights.append({"sector": 2, "single": "M6", "many": ["P2", "P3", "P4"]})
    fights.append({"sector": 2, "single": "P5", "many": ["M7"]})
    fights.append({"sector": 2, "single": "M8", "many": ["P6", "P7", "P8"]})
    for fight in fights:
        for one in units:
            if one["key"] == fight["single"]:
                one["contact"] = list(fight["many"])
            elif one["key"] in fight["many"]:
                one["contact"] = [fight["single"]]
    return view(units, engagements=fights, sides=[side(0, "P", "Persians"), side(1, "M", "Macedonians")])


ALL: dict[str, Callable[[], View]] = {
    "opening": opening,
    "star": star,
    "shot": shot,
    "deploying": deploying,
    "over": over,
    "crowd": crowd,
    "melee": melee,
    "one zone": lambda: crowd(one_zone=True),
    "full units": lambda: crowd(12, troops=4),
}
