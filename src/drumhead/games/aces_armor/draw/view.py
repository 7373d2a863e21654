"""The view of a seat: a position without its secrets as plain data; `picture` documents every key."""

from typing import Any

from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.box.maps import PARTS
from drumhead.games.aces_armor.box.scenario import BULGE, V2
from drumhead.games.aces_armor.box.unit_types import PLACES, points, team_of, type_of
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    NEUTRAL,
    NO_ARMY,
    NONE,
    RUINED,
    TOKENS,
    WAITING,
    bits,
    unpack_order,
)
from drumhead.games.aces_armor.engine.secrets import can_know_v2, is_veiled, strangers
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.rules.combat import dice_in_battle
from drumhead.games.aces_armor.rules.combat_math import dice_of, fixed_hits, hit_number
from drumhead.games.aces_armor.rules.turns import WEATHER_LASTS
from drumhead.games.aces_armor.rules.victory import MISSION_GOAL
from drumhead.games.aces_armor.text.names import (
    FACTIONS,
    LETTERS,
    TEAM_NAMES,
    V2_KEY,
    WEATHER_NAMES,
    key_of,
    type_words,
)


def view(b: Battle, seat: int) -> dict[str, Any]:
    """The position, already observed by the seat, as plain data."""
    force, board = b.force, b.force.board
    unknown = strangers(b, seat) if is_veiled(b) else []
    factions = [faction for faction in force.factions if not force.candidates or not force.is_automa(faction)]
    units = [unit for unit in range(force.units) if b.place[unit] != ABSENT and unit != force.v2]
    return {
        "game": "aces-armor",
        "seat": seat if seat >= 0 else None,
        "map": {
            "name": board.name,
            "season": force.setup.map,
            "width": board.grid.width,
            "height": board.grid.height,
            "part": PARTS[board.part],
            "letters": board.letters,
            "starts": {str(number): board.names[board.starts[number]] for number in board.numbers},
            "mountains": force.setup.mountains,
        },
        "phase": b.pending().kind.phase or ("move" if b.round else "place"),
        "round": b.round,
        "max_rounds": force.max_rounds,
        "active": b.active if b.round else None,
        "weather": _weather(b),
        "teams": [_team(b, team) for team in (0, 1)],
        "factions": [_faction(b, faction, known=faction not in unknown) for faction in factions],
        "units": [_unit(b, unit) for unit in units if force.faction[unit] in factions],
        "factories": [
            {"hex": board.names[hex_], "flag": flag if flag < NEUTRAL else None, "ruined": flag == RUINED}
            for hex_, flag in zip(board.factories, b.flag, strict=True)
        ],
        "hidden": _hidden(b, seat),
        "v2": _v2(b),
        "declared": _declared(b),
        "move": _move(b),
        "roll": _roll(b),
    }


def _weather(b: Battle) -> dict[str, Any] | None:
    """[AA-12.2] The weather, and for how many player turns it stays, this one included."""
    if not b.force.has_weather:
        return None
    return {"kind": WEATHER_NAMES[b.weather], "left": WEATHER_LASTS - max(b.turns - 1, 0) % WEATHER_LASTS}


def _team(b: Battle, team: int) -> dict[str, Any]:
    mission = b.force.mission
    goal = None if mission == BULGE else MISSION_GOAL if mission == V2 else b.force.goal
    return {"name": str(TEAM_NAMES[team]), "factories": b.factories_of(team), "goal": goal}


def _faction(b: Battle, faction: int, *, known: bool) -> dict[str, Any]:
    force = b.force
    began = len(force.at_start[faction]) + (4 if force.expert else 0)
    here = sum(b.place[unit] != ABSENT for unit in range(force.first[faction], force.last[faction]))
    return {
        "faction": faction,
        "name": str(FACTIONS[faction]),
        "letter": LETTERS[faction],
        "team": team_of(faction),
        "seat": force.seat[faction] if force.seat[faction] >= 0 else None,
        "coins": b.coins[force.purse[faction]],
        "factories": sum(flag == faction for flag in b.flag),
        "lost": max(0, began - here) if b.round else 0,
        "mat": [_type(b, faction, place) for place in range(PLACES)],
        "tokens": [_token(b, faction, token, known=known) for token in range(TOKENS)]
        if faction in force.takers
        else [],
    }


def _type(b: Battle, faction: int, place: int) -> dict[str, Any]:
    """A type of unit as its mat has it."""
    printed = b.force.components.mats.printed(type_of(faction, place))
    return {"name": str(type_words(b.force, faction, place)), **printed}


def _token(b: Battle, faction: int, token: int, *, known: bool) -> dict[str, Any]:
    """[AA-2.1] A start token, and how many units wait on it."""
    number = b.starts[TOKENS * faction + token]
    waiting = [
        unit
        for mate in b.force.household[faction]
        for unit in range(b.force.first[mate], b.force.last[mate])
        if b.place[unit] == WAITING and b.army[unit] == token
    ]
    return {
        "number": number or None,
        "hex": b.force.board.names[b.force.board.starts[number]] if number else None,
        "used": b.active != faction or bool(b.armies >> token & 1),
        "units": len(waiting) if known else None,
    }


def _unit(b: Battle, unit: int) -> dict[str, Any]:
    force = b.force
    place, army = b.place[unit], b.army[unit]
    fixed = force.fixed_hits[force.faction[unit]]
    automa = force.is_automa(force.faction[unit])
    own = b.active in force.household[force.faction[unit]] and bool(b.round)
    rests = own and army != NO_ARMY and not b.armies >> army & 1 and b.quarry[unit] == NONE
    return {
        "key": key_of(force, unit),
        "faction": force.faction[unit],
        "name": str(type_words(force, force.faction[unit], force.place_of(unit))),
        "kind": force.components.mats.kind[force.type[unit]],
        "where": "map" if place < ABSENT else "hand" if army == NO_ARMY else "token",
        "hex": force.board.names[place] if place < ABSENT else None,
        "token": army if place == WAITING and army != NO_ARMY else None,
        "damage": b.damage[unit],
        "experience": b.experience[unit],
        "level": b.level(unit),
        "dice": dice_of(b, unit),
        "hits": fixed_hits(b, unit) if fixed else None,
        "hits_on": hit_number(b, unit),
        "moved": bool(b.moved >> unit & 1) and not rests and not automa,
        "attacked": bool(b.spent >> unit & 1) and not rests and not automa,
        "acted": bool(b.spent >> unit & 1) and not rests and automa,
        "idle": rests,
        "repairing": bool(b.mending >> unit & 1),
        "intercepts": key_of(force, b.quarry[unit]) if b.quarry[unit] != NONE else None,
    }


def _hidden(b: Battle, seat: int) -> list[dict[str, Any]]:
    """[AA-12.1] The grey tokens; which is the V2 only to those who know."""
    knows = can_know_v2(b, seat) and b.place[b.force.v2] < ABSENT if b.tokens else False
    return [
        {"hex": b.force.board.names[hex_], "v2": b.place[b.force.v2] == hex_ if knows else None}
        for hex_ in bits(b.tokens)
    ]


def _v2(b: Battle) -> dict[str, Any] | None:
    """[AA-12.1] The V2 once it is found."""
    v2 = b.force.v2
    if v2 == NONE or v2 not in b.roster[b.force.faction[v2]]:
        return None
    return {
        "hex": b.force.board.names[b.place[v2]],
        "faction": b.force.faction[v2],
        "damage": b.damage[v2],
        "fired": bool(b.spent >> v2 & 1),
    }


def _declared(b: Battle) -> list[dict[str, Any]]:
    """[AA-7.1] The attack being fought and those yet to come, in order."""
    orders = [(*unpack_order(order), "waiting") for order in b.orders]
    if b.fought_now() >= 0:
        orders.insert(0, (*unpack_order(b.fought_now()), "now"))
    return [
        {
            "attacker": V2_KEY if unit == b.force.v2 else key_of(b.force, unit),
            "hex": b.force.board.names[hex_],
            "target": key_of(b.force, b.at[hex_]) if b.at[hex_] != NONE and not b.force.rockets[unit] else None,
            "state": state,
        }
        for unit, hex_, state in orders
    ]


def _move(b: Battle) -> dict[str, Any] | None:
    """[AA-6.1] The unit on the move: where it is, the points it has left, and the rest of a way that it announced."""
    frame = b.pending()
    names, by_hex = b.force.board.names, b.force.by_hex
    if frame.number == encoding.AT_ADVANCE:
        return {
            "unit": key_of(b.force, frame["unit"]),
            "path": [names[frame["hex"]]],
            "left": points(frame["points"]),
        }
    if frame.number != encoding.AT_INTERCEPT:
        return None
    mover = frame["mover"]
    walk = next(walk for walk in reversed(b.all_pending()) if walk.number == encoding.AT_WALK)
    path = [b.place[mover]] if by_hex else [b.place[mover], *b.path]
    left = points(walk["points"]) if by_hex else None
    return {"unit": key_of(b.force, mover), "path": [names[hex_] for hex_ in path], "left": left}


def _roll(b: Battle) -> dict[str, Any] | None:
    """The throw that is pending."""
    frame = b.pending()
    if b.player != CHANCE or not frame.kind.throw:
        return None
    roll: dict[str, Any] = {"kind": frame.kind.throw}
    roll.update(dict.fromkeys(("attacker", "target", "hex", "hits_on", "answer_hits_on")))
    roll.update(dice=1, red=0, answer=0)
    if b.fought_now() < 0:
        return roll
    unit, hex_ = unpack_order(b.fought_now())
    roll.update(attacker=key_of(b.force, unit), hex=b.force.board.names[hex_])
    if frame.number == encoding.AT_LAUNCH:
        return roll
    roll.update(dice=dice_of(b, unit), hits_on=hit_number(b, unit))
    if frame.number == encoding.AT_ROLL:
        target = b.at[hex_]
        dice, red, answer = dice_in_battle(b, unit, target)
        roll.update(
            target=key_of(b.force, target), dice=dice, red=red, answer=answer, answer_hits_on=hit_number(b, target)
        )
    return roll
