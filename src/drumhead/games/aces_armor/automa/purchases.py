"""[AA-13.9] What the Automa buys, and where it puts it."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.automa.distance import points_to, within_a_move
from drumhead.games.aces_armor.automa.targets import enemies_of
from drumhead.games.aces_armor.box.unit_types import GUNS, PLACES, SPECIAL, TANKS, team_of
from drumhead.games.aces_armor.engine.encoding import AT_AUTOMA, AUTOMA_BUYS, NONE, step
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.economy import buy, free_unit, own_factories

MIN_INFANTRY: Final = 2
UNREACHABLE_POINTS: Final = 10_000
"""Farther than any way leads."""


def wishes(f: Field, faction: int) -> tuple[list[int], str]:
    """[AA-13.9] The places on the mat that may be bought now, one of them by lot, and the words for why."""
    force = f.force
    if sum([force.foot[unit] for unit in f.roster[faction]]) < MIN_INFANTRY:
        return [SPECIAL], "infantry"
    for place, why in ((TANKS, "tank"), (GUNS, "artillery")):
        if free_unit(f, faction, place) != NONE:
            return [place], why
    return [place for place in range(PLACES) if free_unit(f, faction, place) != NONE], "any"


def sites(f: Field, faction: int) -> list[int]:
    """[AA-13.9] The empty own factories that are equally good: within reach of enemy infantry, near most enemies."""
    empty = [hex_ for hex_ in own_factories(f, faction) if f.at[hex_] == NONE]
    if len(empty) < 2:
        return empty
    team = team_of(faction)
    enemies = enemies_of(f, team)
    foot = [enemy for enemy in enemies if f.force.foot[enemy]]
    in_reach = [
        hex_ for hex_ in empty if any(within_a_move(f, enemy, 1 << hex_) >> f.place[enemy] & 1 for enemy in foot)
    ]
    empty = in_reach or empty
    if len(empty) < 2:
        return empty
    apart = {hex_: sorted([ranged(points_to(f, enemy, 1 << hex_)) for enemy in enemies]) for hex_ in empty}
    least = min(apart.values())
    return [hex_ for hex_ in empty if apart[hex_] == least]


def ranged(points: int) -> int:
    """Points, or farther than anything where no way leads."""
    return points if points >= 0 else UNREACHABLE_POINTS


def step_buys(f: Field, frame: int) -> int:
    """[AA-13.9] Buys as long as it can pay for what its rule names and has an empty factory; else it saves."""
    faction = f.active
    place = (frame >> 13 & 511) - 1
    hexes = sites(f, faction)
    if not hexes:
        f.stack.pop()
        return GO_ON
    if place < 0:
        places, _ = wishes(f, faction)
        if len(places) > 1:
            f.options = places
            return CHANCE
        if not places:
            f.stack.pop()
            return GO_ON
        place = places[0]
    if f.force.cost[free_unit(f, faction, place)] > f.coins[f.force.purse[faction]]:
        f.tell("automa_saves", "AA-13.9", faction, place, f.coins[f.force.purse[faction]])
        f.stack.pop()
        return GO_ON
    if len(hexes) > 1:
        f.options = hexes
        f.stack[-1] = step(AT_AUTOMA, AUTOMA_BUYS, place + 1)
        return CHANCE
    put(f, place, hexes[0])
    return GO_ON


def throw_buys(f: Field, outcome: int) -> None:
    """[AA-13.9] Takes the type, or the factory, that was drawn."""
    place = (f.stack[-1] >> 13 & 511) - 1
    chosen = f.options[outcome - 1]
    if place < 0:
        f.stack[-1] = step(AT_AUTOMA, AUTOMA_BUYS, chosen + 1)
    else:
        put(f, place, chosen)


def put(f: Field, place: int, hex_: int) -> None:
    """[AA-13.9, AA-9.2] Buys a unit and goes on."""
    _, why = wishes(f, f.active)
    f.tell("automa_buys", "AA-13.9", f.active, place, why)
    buy(f, f.active, place, hex_)
    f.stack[-1] = step(AT_AUTOMA, AUTOMA_BUYS)
