"""What a seat sees, as plain data."""

from typing import Any

from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import TRAIT_BITS, UNKNOWN, Tile
from drumhead.games.pocket_battles.engine.encoding import (
    AT_REROLL,
    AT_ROLL,
    AT_TARGET,
    AT_TOUGH,
    LOST,
    RESERVE,
    bits,
    faces,
    is_shooting,
)
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.text.names import ROWS, Names


def view(b: Battle, names: Names, seat: int) -> dict[str, Any]:
    """Returns the position as a seat sees it; `b` has been observed by that seat already."""
    over = b.ended()
    return {
        "game": "pocket-battles",
        "seat": seat if seat >= 0 else None,
        "phase": "over" if over else "battle" if b.is_revealed() else "deploy",
        "round": b.round,
        "max_rounds": b.force.max_rounds,
        "active": b.active,
        "sides": [_side(b, names, side) for side in (0, 1)],
        "units": [_unit(b, names, unit) for unit in range(len(b.zone))],
        "engagements": _engagements(b, names),
        "roll": _roll(b, names),
    }


def _side(b: Battle, names: Names, seat: int) -> dict[str, Any]:
    force = b.force
    own = range(force.first[seat], force.last[seat])
    enemy = range(force.first[1 - seat], force.last[1 - seat])
    hidden = [any(UNKNOWN in force.units[unit] for unit in side) for side in (own, enemy)]
    return {
        "seat": seat,
        "letter": names.letters[seat],
        "name": str(names.side(seat)),
        "armies": list(force.armies[seat]),
        "player_one": b.first_seat == seat,
        "tokens": {
            "unused": b.unused[seat],
            "passed": b.passed[seat],
            "aside": b.set_aside[seat],
            "owed": b.owed[seat],
        },
        "fielded": None if hidden[0] else force.fielded[seat],
        "destroyed": b.score(seat) if b.is_revealed() else 0,
        "goal": None if hidden[1] else -(-force.fielded[1 - seat] // 2),
        "lost": [
            {"id": tile.id, "name": str(Text(tile.name)), "dp": tile.dp}
            for unit in own
            for troop, tile in enumerate(force.units[unit])
            if not b.alive[unit] >> troop & 1
        ],
    }


def _unit(b: Battle, names: Names, unit: int) -> dict[str, Any]:
    zone = b.zone[unit]
    troops = b.force.units[unit]
    hidden = UNKNOWN in troops
    on_field = zone < RESERVE
    return {
        "key": names.keys[unit],
        "seat": b.force.seat[unit],
        "row": ROWS[zone % 3] if on_field else "lost" if zone == LOST else "reserve",
        "sector": zone // 3 if on_field else None,
        "orders": b.orders[unit],
        "cost": b.order_cost(unit),
        "redeployed": unit == b.redeployed,
        "contact": [names.keys[foe] for foe in bits(b.foes[unit])],
        "hidden": hidden,
        "size": len(troops),
        "troops": [
            troop_view(tile, b.wounds_on(unit, troop), is_alive=bool(b.alive[unit] >> troop & 1))
            for troop, tile in enumerate(troops)
            if tile is not UNKNOWN
        ],
        "traits": [] if hidden else _traits(b, unit),
        "hits": b.open_hits(unit),
        "charging": any(frame.number == AT_TARGET and frame["charger"] == unit for frame in b.all_pending()),
    }


def troop_view(tile: Tile, wounds: int = 0, *, is_alive: bool = True) -> dict[str, Any]:
    """Returns a troop as plain data: what is printed on its tile, and what happened to it."""
    return {
        "id": tile.id,
        "name": str(Text(tile.name)),
        "engagement": list(tile.engagement),
        "shooting": list(tile.shooting),
        "dp": tile.dp,
        "fv": tile.fv,
        "wp": tile.wp,
        "wounds": wounds,
        "alive": is_alive,
        "traits": list(tile.traits),
    }


def _traits(b: Battle, unit: int) -> list[str]:
    own = b.profile[unit]
    bonuses = (own.engagement_bonus, "Engagement"), (own.shooting_bonus, "Shooting"), (own.wounds_bonus, "Wounds")
    named = [name for name, bit in TRAIT_BITS.items() if own.traits & bit]
    return named + [f"+{amount} {kind}" for amount, kind in bonuses if amount]


def _engagements(b: Battle, names: Names) -> list[dict[str, Any]]:
    """[PB-6.11] Returns every engagement as the single unit and the many against it."""
    out = []
    for unit, foes in enumerate(b.foes):
        many = bits(foes)
        alone = len(many) == 1 and b.foes[many[0]] == 1 << unit
        if len(many) > 1 or (alone and b.force.seat[unit] == 0):
            keys = [names.keys[foe] for foe in many]
            out.append({"sector": b.zone[unit] // 3, "single": names.keys[unit], "many": keys})
    return out


def _roll(b: Battle, names: Names) -> dict[str, Any] | None:
    for frame in reversed(b.all_pending()):
        if frame.number in (AT_ROLL, AT_REROLL, AT_TOUGH):
            pending = frame["dice"] if frame.number == AT_ROLL else 0
            lying = faces(b.roll)
            return {
                "unit": names.keys[frame["unit"]],
                "target": names.keys[frame["enemy"]],
                "kind": "shooting" if is_shooting(frame["mode"]) else "engagement",
                "faces": lying,
                "dice": pending or len(lying) + (frame.number == AT_REROLL),
            }
    return None
