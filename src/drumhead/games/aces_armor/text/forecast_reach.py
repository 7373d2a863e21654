"""Where a unit may go and whom it may attack, now or if its side began a turn: for forecasts and overlays."""

from typing import Final

from drumhead.core.forecast import NO_REACH, Reach
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_DECLARE,
    AT_MOVE,
    MARCH,
    MOVE,
    NONE,
    PLACE,
    bits,
    unpack,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.reach.flood import reached_from
from drumhead.games.aces_armor.rules.declare import farthest, targets
from drumhead.games.aces_armor.rules.movement import open_reach, reach_of, whole_moves
from drumhead.games.aces_armor.rules.under_way import barred, footing, is_under_way, taken
from drumhead.games.aces_armor.text.names import key_of

MAX_FAR_MORE: Final = 2
"""[AA-12.4] How much farther guns shoot from a mountain."""


def moved_to(f: Battle, unit: int, hex_: int) -> Battle:
    """[AA-4.1, AA-5.1] The position after a move of a unit; who is inside a factory that it takes is gone."""
    then = f.clone()
    if then.at[hex_] not in (NONE, unit):
        then.take_off(then.at[hex_])
    if hex_ != then.place[unit]:
        then.put(unit, hex_)
    then.clear_caches()
    return then


def goes_to(f: Battle, unit: int) -> int:
    """[AA-4.1, AA-4.5] The hexes where a unit may end a move, if nobody stops it, its own not included."""
    if unit == f.force.v2:
        return 0
    if is_under_way(f, unit):
        start, points = footing(f, unit)
        reached = reached_from(f.force.ground, start, points, f.weather, f.force.arm[unit], barred(f, unit))
    else:
        reached = reach_of(f, unit)
    return reached & ~taken(f, unit)


def fires_from(f: Field, unit: int, target: int) -> int:
    """[AA-4.2, AA-7.1, AA-7.2, AA-12.4] The hexes from which a unit could attack a target where that stands."""
    force, ground = f.force, f.force.ground
    if force.air[target] and (not force.anti_air[unit] or force.rockets[unit]):
        return 0
    near, there = force.near[unit], f.place[target]
    if not ground.peaks:  # it shoots equally far from everywhere
        found = ground.band(there, near, farthest(f, unit, there))
    else:
        found = 0
        for hex_ in bits(ground.band(there, near, force.far[unit] + MAX_FAR_MORE)):
            if force.board.distance[hex_][there] <= farthest(f, unit, hex_):
                found |= 1 << hex_
    return found if force.air[unit] else found & ~f.open_water()


def strikers(f: Battle, unit: int) -> list[int]:
    """[AA-6.3, AA-7.1] The enemies that could attack a unit where it stands if their turn began now.

    An interceptor is bound to the unit that it stopped. That in the first rounds not all armies act is left out.
    """
    force = f.force
    found = []
    for faction in force.team_factions[1 - force.team[unit]]:
        for enemy in f.roster[faction]:
            if enemy == force.v2 or f.quarry[enemy] not in (NONE, unit):
                continue
            sites = fires_from(f, enemy, unit)
            if sites >> f.place[enemy] & 1:
                found.append(enemy)
            elif f.quarry[enemy] == NONE:
                sites &= ~f.held(force.team[enemy]) & ~f.closed_factories(force.team[enemy])
                if sites & open_reach(f, enemy) and sites & reach_of(f, enemy):
                    found.append(enemy)
    return found


def attackable(f: Battle, unit: int, ends: int) -> list[int]:
    """[AA-5.1, AA-7.1] The enemies that a unit could attack from where it stands or from other hexes.

    Whoever takes a factory does not attack.
    """
    force = f.force
    ends = ends & ~f.closed_factories(force.team[unit]) | 1 << f.place[unit]
    enemies = [enemy for faction in force.team_factions[1 - force.team[unit]] for enemy in f.roster[faction]]
    if unit == force.v2:
        return [f.at[hex_] for hex_ in bits(targets(f, unit)) if f.at[hex_] in enemies]
    return [enemy for enemy in enemies if ends & fires_from(f, unit, enemy)]


def reach(f: Battle, key: str) -> Reach:
    """[AA-4.1, AA-6.1, AA-7.1] Where a unit may go and whom it may attack; see `Game.reach`.

    Places are where a unit may be told to go now; targets also those that it reaches if nobody stops it.
    """
    force = f.force
    unit = next((unit for unit in range(force.units) if key_of(force, unit) == key), None)
    if unit is None or f.has_ended():
        return NO_REACH
    legal, names = f.legal() if f.player >= 0 else [], force.board.names
    told = [unpack(code) for code in legal if not code & MARCH]
    placed = tuple(names[hex_] for kind, who, hex_, _ in told if kind == PLACE and who == unit)
    if f.place[unit] >= ABSENT or unit not in f.roster[force.faction[unit]] or not f.turns:
        return Reach(placed)
    on_turn = f.active in force.household[force.faction[unit]] and f.step_kind() in _OF_TURN
    if not on_turn:
        to = goes_to(f, unit)
        owed = f.quarry[unit]
        found = attackable(f, unit, to) if owed == NONE else [owed]
        return _told(f, unit, to if owed == NONE else 0, found)
    to = sum({1 << hex_ for kind, who, hex_, _ in told if kind == MOVE and who == unit})
    return _told(f, unit, to, _in_this_turn(f, unit))


_OF_TURN: Final = (AT_MOVE, encoding.AT_ADVANCE, encoding.AT_WAY, encoding.AT_INTERCEPT, AT_DECLARE)


def _in_this_turn(f: Battle, unit: int) -> list[int]:
    """[AA-6.3, AA-7.1] The enemies that a unit of the side on turn may still attack in this turn."""
    if f.spent >> unit & 1:
        return []
    if f.quarry[unit] != NONE:
        return [f.quarry[unit]]
    moves = f.step_kind() != AT_DECLARE and (is_under_way(f, unit) or not f.moved >> unit & 1)
    return attackable(f, unit, goes_to(f, unit) if moves else 0)


def _told(f: Battle, unit: int, to: int, found: list[int]) -> Reach:
    names = f.force.board.names
    threat = {names[hex_]: len(strikers(moved_to(f, unit, hex_), unit)) for hex_ in bits(to)}
    places = tuple(names[hex_] for hex_ in bits(to))
    return Reach(places, tuple(key_of(f.force, enemy) for enemy in found), threat)


def is_whole_move(f: Battle, unit: int, hex_: int) -> bool:
    """[AA-4.2, AA-5.1] Returns whether a hex takes a unit's whole move."""
    return not is_under_way(f, unit) and whole_moves(f, unit) >> hex_ & 1 == 1
