"""Views to draw: the opening, a battle in full swing, interceptions, dice, the missions, the end."""

from typing import Any

from drumhead.games.aces_armor.box.box import own_components
from drumhead.games.aces_armor.box.maps import LEFT, PARTS, WHOLE
from drumhead.games.aces_armor.box.unit_types import PLACES

View = dict[str, Any]

NAMES = ("United States", "Germany 1", "Soviet Union", "Germany 2")
LETTERS = ("US", "G1", "SU", "G2")
PLACE_LETTERS = "IMTAFB"


def mat(faction: int) -> list[View]:
    """The six units of a faction."""
    mats = own_components().mats
    return [{"name": mats.name[at], **mats.printed(at)} for at in range(PLACES * faction, PLACES * faction + PLACES)]


def unit(key: str, where: str, damage: int = 0, experience: int = 0, **states: Any) -> View:
    """A unit by its key, on a hex, in hand ('hand') or on a start token ('token-0')."""
    faction, place = LETTERS.index(key[:2]), PLACE_LETTERS.index(key[3])
    mats = own_components().mats
    level = 2 if experience >= 5 else 1 if experience >= 3 else 0
    index = PLACES * faction + place
    made: View = {
        "key": key,
        "faction": faction,
        "name": mats.name[index],
        "kind": mats.kind[index],
        "where": "hand" if where == "hand" else "token" if where.startswith("token") else "map",
        "hex": None if where == "hand" or where.startswith("token") else where,
        "token": int(where[-1]) if where.startswith("token") else None,
        "damage": damage,
        "experience": experience,
        "level": level,
        "dice": mats.dice[damage],
        "hits_on": mats.hit[index][level],
        "moved": False,
        "attacked": False,
        "idle": False,
        "repairing": False,
        "intercepts": None,
    }
    return made | states


def token(number: int | None = None, at: str | None = None, units: int | None = None, *, used: bool = True) -> View:
    """A start token, face down without a number."""
    return {"number": number, "hex": at, "units": units, "used": used}


def faction(number: int, seat: int | None, coins: int = 0, factories: int = 0, **more: Any) -> View:
    """A faction that plays."""
    made: View = {
        "faction": number,
        "name": NAMES[number],
        "letter": LETTERS[number],
        "team": number & 1,
        "seat": seat,
        "coins": coins,
        "factories": factories,
        "lost": 0,
        "mat": mat(number),
        "tokens": [token(), token(), token()],
    }
    return made | more


def field(season: str, part: int, *, mountains: bool = False) -> View:
    """A map or half of one."""
    board = getattr(own_components(), season).half(part)
    return {
        "name": board.name,
        "season": board.season,
        "width": board.grid.width,
        "height": board.grid.height,
        "part": PARTS[part],
        "letters": board.letters,
        "starts": {str(number): board.names[board.starts[number]] for number in board.numbers},
        "mountains": mountains,
    }


def view(factions: list[View], units: list[View], flags: dict[str, int | None], **more: Any) -> View:
    """A view of a skirmish on the left half of summer, unless more says otherwise."""
    ground = more.get("map") or field("summer", LEFT)
    board = getattr(own_components(), ground["season"]).half(PARTS.index(ground["part"]))
    held = [sum(flag is not None and flag & 1 == team for flag in flags.values()) for team in (0, 1)]
    goal = 6 if ground["part"] == "whole" else 4
    made: View = {
        "game": "aces-armor",
        "seat": 0,
        "map": ground,
        "phase": "move",
        "round": 3,
        "max_rounds": 30,
        "active": factions[0]["faction"],
        "weather": None,
        "teams": [
            {"name": "Allies", "factories": held[0], "goal": goal},
            {"name": "Germany", "factories": held[1], "goal": goal},
        ],
        "factions": factions,
        "units": units,
        "factories": [
            {"hex": board.names[at], "flag": flags.get(board.names[at]), "ruined": False} for at in board.factories
        ],
        "hidden": [],
        "v2": None,
        "declared": [],
        "move": None,
        "roll": None,
        "number": 40,
        "to_act": 0,
        "prompt": "United States: move a unit, or end movement",
        "outcome": None,
        "can_act": [],
        "log": [
            {"kind": "move", "text": "G1-T1 (Tiger) moves from h9 to h8.", "clause": "AA-4.1"},
            {"kind": "occupied", "text": "G1-I1 (Grenadiers) occupies the factory h11.", "clause": "AA-5.1"},
            {"kind": "income", "text": "Germany 1 receives 2 coins and has 5.", "clause": "AA-9.1"},
        ],
    }
    return made | more


def duel() -> View:
    """Two players on half of summer in the third round, the United States moving."""
    units = [
        unit("US-I1", "c5", moved=True),
        unit("US-M1", "h5", 1, 1),
        unit("US-T1", "h7", 2, 3),
        unit("US-A1", "h6", 0, 5),
        unit("US-F1", "e8", 0, 1),
        unit("US-B1", "f4"),
        unit("G1-I1", "h11", 3),
        unit("G1-M1", "g10"),
        unit("G1-T1", "h8", 1, 3, intercepts="US-T1"),
        unit("G1-A1", "h9"),
        unit("G1-F1", "f9", 2, 1),
        unit("G1-B1", "d10", 0, 0),
    ]
    sides = [faction(0, 0, 3, 2), faction(1, 1, 5, 2)]
    flags: dict[str, int | None] = {"c5": 0, "h5": 0, "h11": 1, "c11": 1}
    can = ["US-M1", "US-T1", "US-A1", "US-F1", "US-B1", "e7", "f7", "d8"]
    return view(sides, units, flags, can_act=can)


def declaring() -> View:
    """The same battle with attacks declared, the second of them being fought."""
    made = duel()
    made["units"][8]["intercepts"] = None
    return made | {
        "phase": "battle",
        "prompt": "US-F1 (P-51 Mustang) attacks G1-F1 (Me 262): the dice are thrown",
        "to_act": -1,
        "can_act": [],
        "declared": [
            {"attacker": "US-T1", "hex": "h8", "target": "G1-T1", "state": "fought"},
            {"attacker": "US-F1", "hex": "f9", "target": "G1-F1", "state": "now"},
            {"attacker": "US-A1", "hex": "h9", "target": "G1-A1", "state": "waiting"},
        ],
        "roll": {
            "kind": "battle",
            "attacker": "US-F1",
            "target": "G1-F1",
            "hex": "f9",
            "dice": 12,
            "red": 2,
            "answer": 10,
            "hits_on": 4,
            "answer_hits_on": 5,
        },
    }


def full() -> View:
    """Four players on the whole winter map, with weather, two sets each: the fullest of pictures."""
    places = (
        "b4 c5 d5 e5 f5 f4 g5 h3 i4 j4 e6 d6",
        "c10 d9 d10 e11 f10 g11 h9 h10 e12 f12 f14 c11",
        "l4 m4 l5 n4 o4 p3 q4 s3 r3 p5 s5 m5",
        "l9 m9 n8 o9 p8 o10 n9 p11 q12 r13 m13 l8",
    )
    units = []
    for number, hexes in enumerate(places):
        for index, name in enumerate(hexes.split()):
            key = f"{LETTERS[number]}-{PLACE_LETTERS[index // 2]}{index % 2 + 1}"
            units.append(unit(key, name, index % 6, index // 2, moved=index % 5 == 0))
    sides = [faction(0, 0, 4, 2), faction(1, 1, 2, 2), faction(2, 2, 7, 2), faction(3, 3, 0, 3)]
    flags: dict[str, int | None] = {"h3": 0, "b3": 0, "m4": 2, "s3": 2, "c10": 1, "f14": 1, "o9": 3, "m13": 3, "r13": 3}
    return view(
        sides,
        units,
        flags,
        map=field("winter", WHOLE, mountains=True),
        weather={"kind": "frost", "left": 2},
        can_act=["US-I1", "US-M1", "US-T2", "f6", "g6", "f7"],
        declared=[
            {"attacker": "US-T1", "hex": "d9", "target": "G1-I2", "state": "waiting"},
            {"attacker": "US-A1", "hex": "h9", "target": "G1-A1", "state": "waiting"},
        ],
    )


def setting_up() -> View:
    """Two players laying units on start tokens, unseen by each other."""
    units = [
        unit(f"US-{letter}1", "hand" if index < 2 else f"token-{index % 3}") for index, letter in enumerate("IMTAFB")
    ]
    units += [unit(f"G1-{letter}1", "hand") for letter in PLACE_LETTERS]
    tokens = [token(units=1), token(units=1), token(units=2)]
    return view(
        [faction(0, 0, tokens=tokens), faction(1, 1)],
        units,
        {},
        phase="lay",
        round=0,
        active=None,
        prompt="United States: lay a unit on a start token",
        can_act=["US-I1", "US-M1"],
        log=[],
    )


def placing() -> View:
    """Four players turning start tokens on the whole summer map."""
    units = []
    for number in range(4):
        for index, letter in enumerate(PLACE_LETTERS):
            where = f"token-{index % 3}"
            if number == 0 and index % 3 == 0:
                where = ("b3", "b4")[index // 3]
            units.append(unit(f"{LETTERS[number]}-{letter}1", where))
    sides = [faction(number, number) for number in range(4)]
    sides[0]["tokens"] = [token(1, "b3", 0), token(units=2), token(units=2)]
    return view(
        sides,
        units,
        {},
        map=field("summer", WHOLE),
        phase="place",
        round=0,
        active=None,
        seat=1,
        to_act=1,
        prompt="Germany 1: turn a start token",
        can_act=["token-1", "token-2", "token-3"],
    )


def intercepting() -> View:
    """A move that Germany may stop."""
    made = duel()
    made["units"][2]["hex"] = "g8"
    made["units"][8]["intercepts"] = None
    return made | {
        "seat": 1,
        "to_act": 1,
        "phase": "intercept",
        "move": {"unit": "US-T1", "path": ["h5", "h6", "h7", "g8"], "left": None},
        "can_act": ["G1-T1", "G1-F1"],
        "prompt": "Germany 1: intercept US-T1 (M4 Sherman) on g8, or let it pass",
    }


def rockets() -> View:
    """A Katyusha against the V2 launcher, tokens and ruins."""
    units = [unit("SU-A1", "p10", 0, 1), unit("SU-T1", "q11", 5, 4), unit("G2-T1", "p13"), unit("G2-I1", "q12", 2)]
    units += [unit("SU-F1", "o11"), unit("G2-F1", "n12", 1)]
    made = view(
        [faction(2, 0, 1, 1), faction(3, None, 3, 2)],
        units,
        {"o4": 2, "r12": 3, "l12": 3},
        map=field("summer", 2),
        phase="declare",
        weather={"kind": "storm", "left": 1},
        hidden=[{"hex": "s14", "v2": None}, {"hex": "s13", "v2": True}, {"hex": "t13", "v2": False}],
        v2={"hex": "p14", "faction": 3, "damage": 2, "fired": True},
        declared=[{"attacker": "SU-A1", "hex": "p13", "target": None, "state": "waiting"}],
    )
    made["factories"][1]["ruined"] = True
    made["teams"] = [{"name": "Allies", "factories": 1, "goal": None}, {"name": "Germany", "factories": 2, "goal": 5}]
    return made


def over() -> View:
    """The end of a duel."""
    made = duel()
    return made | {
        "phase": "over",
        "to_act": -2,
        "active": None,
        "can_act": [],
        "outcome": "Germany wins: it holds 4 factories.",
        "prompt": "the battle is over",
    }


ALL = {made.__name__: made for made in (duel, declaring, full, setting_up, placing, intercepting, rockets, over)}
