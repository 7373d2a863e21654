"""Paths that a player chooses: what stands in the way of one."""

from drumhead.games.aces_armor.box.terrain import CLOSED
from drumhead.games.aces_armor.engine.encoding import NEUTRAL, NONE, RUINED
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.under_way import barred, footing, is_under_way, taken
from drumhead.games.aces_armor.rules.movement import interrupting, whole_moves


def fault(f: Field, unit: int, path: list[int]) -> str:
    """[AA-4.1, AA-4.2, AA-4.4, AA-4.5, AA-5.1, AA-6.1, AA-12.1] The clause that a path breaks, or nothing."""
    force, ground = f.force, f.force.ground
    under_way = is_under_way(f, unit)
    if f.moved >> unit & 1 and not under_way:
        return "AA-6.3" if f.quarry[unit] != NONE else "AA-4.4"
    here, points = footing(f, unit)
    for hex_ in path:
        if hex_ < 0 or not ground.around[here] >> hex_ & 1:
            return "AA-4.4"
        here = hex_
    if len(path) == 1 and not under_way and whole_moves(f, unit) >> path[0] & 1:
        return _end(f, unit, path[0])
    closed = barred(f, unit)
    price = ground.price[f.weather][force.arm[unit]]
    paid = 0
    for hex_ in path:
        if closed >> hex_ & 1:
            return _bar(f, unit, hex_)
        if price[hex_] == CLOSED:
            return "AA-4.2" if ground.water >> hex_ & 1 else "AA-12.4"
        paid += price[hex_]
        if paid > points:
            return "AA-4.1" if not force.air[unit] else "AA-4.3"
    if force.by_hex and any(interrupting(f, unit) >> hex_ & 1 for hex_ in path[:-1]):
        return "AA-6.1"
    return _end(f, unit, path[-1])


def _bar(f: Field, unit: int, hex_: int) -> str:
    """The clause that keeps a unit out of a hex."""
    if f.tokens >> hex_ & 1:
        return "AA-12.1"
    index = f.force.board.factory_at[hex_]
    if index >= 0 and f.at[hex_] == NONE:
        if f.flag[index] == RUINED:
            return "AA-12.1"
        if f.flag[index] == NEUTRAL or f.flag[index] & 1 != f.force.team[unit]:
            return "AA-5.1"
    return "AA-4.5"


def _end(f: Field, unit: int, hex_: int) -> str:
    """[AA-4.5, AA-12.1] The clause that keeps a unit from ending on a hex: friends, and grey tokens."""
    if f.tokens >> hex_ & 1:
        return "AA-12.1"
    if taken(f, unit) >> hex_ & 1:
        return "AA-4.5"
    return ""
