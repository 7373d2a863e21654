"""What attacks are expected to bring, and how near infantry is to factories: the farther-sighted half of `evaluate`."""

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.box.terrain import CLOSED, Ground
from drumhead.games.aces_armor.box.unit_types import FATAL, INFANTRY, MAX_HITS
from drumhead.games.aces_armor.engine.encoding import ABSENT, FLAG_TEAM, NEUTRAL, NONE, NORMAL, unpack_order
from drumhead.games.aces_armor.engine.outcomes import FACES, ways
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import hits_without_dice, red_dice
from drumhead.games.aces_armor.rules.declare import can_strike, farthest

LEAST_LEFT: Final = 0.25
"""The share of a unit's worth that it keeps as long as it lives."""
LEVELS: Final = 3
MAX_GAINS: Final = 20_000
"""How many attacks are remembered with what they bring."""
FOOT_WORTH: Final = 2.0
"""What infantry is worth beyond its cost: it alone takes factories."""


def lost_by(damage: int) -> float:
    """The share of its worth that a unit has lost by its damage."""
    return 1.0 if damage >= FATAL else (1 - LEAST_LEFT) * damage / FATAL


def toll(force: Force, unit: int, damage: int, level: int, red: int, target: int, hurt: int, *, forest: bool) -> float:
    """[AA-8.4, AA-8.5, AA-11.3] What a unit's fire is expected to take of a target with damage of its own, in coins."""
    row = force.forest_damage[target] if forest else force.open_damage[target]
    if force.fixed_hits[force.faction[unit]]:
        left = lost_by(hurt + row[min(hits_without_dice(force.hit[unit][0], damage, level), MAX_HITS)])
    else:
        dice = force.dice[damage] + red
        chances = enumerate(ways(dice, force.hit[unit][level]))
        left = float(sum([times * lost_by(hurt + row[hits]) for hits, times in chances]) / FACES**dice)
    return (left - lost_by(hurt)) * (force.cost[target] + (FOOT_WORTH if force.foot[target] else 0.0))


def gain(force: Force, unit: int, strength: int, red: int, enemy: int, cover: int, *, answered: bool) -> float:
    """[AA-8.1] What an attack is expected to bring, in coins, with what return fire costs taken off.

    `strength` is a unit's damage and level as `strength_of` has them; `cover` the same of the enemy, and its forest.
    """
    key = unit | enemy << 8 | strength << 16 | cover << 24 | red << 32 | int(answered) << 36
    found = force.gains.get(key)
    if found is None:
        if len(force.gains) >= MAX_GAINS:
            force.gains.clear()
        found = force.gains[key] = _gain(force, unit, strength, red, enemy, cover, answered=answered)
    return found


def _gain(force: Force, unit: int, strength: int, red: int, enemy: int, cover: int, *, answered: bool) -> float:
    damage, level = divmod(strength, LEVELS)
    hurt, other_level = divmod(cover >> 1, LEVELS)
    value = toll(force, unit, damage, level, red, enemy, hurt, forest=bool(cover & 1))
    if answered:
        value -= toll(force, enemy, hurt, other_level, 0, unit, damage, forest=False)
    return value


def strength_of(f: Field, unit: int) -> int:
    """A unit's damage and level as one number."""
    return f.damage[unit] * LEVELS + f.level(unit)


def cover_of(f: Field, unit: int) -> int:
    """A unit's damage, level and whether it is in a forest, as one number."""
    force = f.force
    forest = int(not force.air[unit] and force.ground.is_forest[f.place[unit]])
    return (f.damage[unit] * LEVELS + f.level(unit)) << 1 | forest


def strikes(f: Field, team: int, barred: int) -> tuple[float, float]:
    """[AA-7.1] What the attacks of a team's units bring from where they stand, and what more a move would bring."""
    force, place = f.force, f.place
    enemies = [
        (enemy, place[enemy], cover_of(f, enemy), force.air[enemy])
        for faction in force.team_factions[1 - team]
        for enemy in f.roster[faction]
    ]
    now = later = 0.0
    for faction in force.team_factions[team]:
        for unit in f.roster[faction]:
            if not barred >> unit & 1 and not f.is_swimming(unit):
                best, best_later = prospects(f, unit, enemies, stays=bool(f.moved >> unit & 1))
                now += best
                if best_later > best:
                    later += best_later - best
    return now, later


def prospects(f: Field, unit: int, enemies: list[tuple[int, int, int, int]], *, stays: bool) -> tuple[float, float]:
    """The best attack of a unit from where it stands, and the best after a move as far as a crow flies."""
    force, hex_ = f.force, f.place[unit]
    away = force.board.distance[hex_]
    near, far = force.near[unit], farthest(f, unit, hex_)
    reach = 0 if stays else far + force.speed[unit] // 2
    strength, anti_air = strength_of(f, unit), force.anti_air[unit]
    best = later = 0.0
    for enemy, place, cover, air in enemies:
        distance = away[place]
        if (distance > reach and distance > far) or (air and not anti_air):
            continue
        if near <= distance <= far:
            close = distance == 1
            red = red_dice(f, unit, enemy) if close else 0
            value = gain(force, unit, strength, red, enemy, cover, answered=close and can_strike(f, enemy, unit))
            best = max(best, value)
        elif reach:
            value = gain(force, unit, strength, 0, enemy, cover, answered=far == 1 and can_strike(f, enemy, unit))
            later = max(later, value)
    return best, later


def ordered(f: Field) -> float:
    """[AA-7.1] What the attacks that are declared, or about to be fought, are expected to bring."""
    orders = f.orders
    fought = f.fought_now()
    if fought >= 0:
        orders = [fought, *orders]
    value = 0.0
    for order in orders:
        unit, hex_ = unpack_order(order)
        if unit == f.force.v2 or f.at[hex_] == NONE or f.place[unit] == ABSENT:
            continue
        enemy = f.at[hex_]
        if f.force.team[enemy] != f.force.team[unit]:
            close = f.force.board.distance[f.place[unit]][hex_] == 1
            red = red_dice(f, unit, enemy) if close else 0
            answered = close and can_strike(f, enemy, unit)
            value += gain(f.force, unit, strength_of(f, unit), red, enemy, cover_of(f, enemy), answered=answered)
    return value


@lru_cache(maxsize=64)
def nearness(ground: Ground, speed: int) -> list[list[float]]:
    """[AA-4.1, AA-4.2, AA-5.1] For every factory of the map, how near infantry is to it from every hex: 1 beside it.

    One turn away is a half, two turns a third, without regard to who stands in the way.
    """
    return [[1 / (1 + points / speed) for points in _points_to(ground, hex_, speed)] for hex_ in ground.board.factories]


def _points_to(ground: Ground, factory: int, speed: int) -> list[int]:
    """The half points that infantry needs to come beside a factory; water takes a whole move."""
    prices = [speed if ground.water >> hex_ & 1 else price for hex_, price in enumerate(ground.price[NORMAL][INFANTRY])]
    points = [CLOSED * speed] * ground.count
    heap = [(0, hex_) for hex_ in ground.next[factory] if hex_ >= 0]
    while heap:
        paid, hex_ = heappop(heap)
        if paid >= points[hex_]:
            continue
        points[hex_] = paid
        for other in ground.next[hex_]:
            if other >= 0 and prices[hex_] < CLOSED:
                heappush(heap, (paid + prices[hex_], other))
    return points


def claims(f: Field, team: int) -> tuple[float, float]:
    """How near a team's infantry is to neutral factories and to enemy ones, each by its nearest unit."""
    force, place = f.force, f.place
    foot = [unit for faction in force.team_factions[team] for unit in f.roster[faction] if force.foot[unit]]
    near = [(nearness(force.ground, force.speed[unit]), place[unit]) for unit in foot]
    neutral = hostile = 0.0
    if near:
        for index, flag in enumerate(f.flag):
            if flag == NEUTRAL:
                neutral += max([table[index][hex_] for table, hex_ in near])
            elif FLAG_TEAM[flag] == 1 - team:
                hostile += max([table[index][hex_] for table, hex_ in near])
    return neutral, hostile


def ripe(f: Field, team: int, barred: int) -> int:
    """[AA-5.1] How many factories a team's infantry could occupy in one turn, but for units that are barred."""
    closed = f.closed_factories(team) & f.force.ground.factories
    around = f.force.ground.around
    beside = 0
    units = 0
    for faction in f.force.team_factions[team]:
        for unit in f.roster[faction]:
            if f.force.foot[unit] and not barred >> unit & 1:
                found = around[f.place[unit]] & closed
                if found:
                    beside |= found
                    units += 1
    return min(units, beside.bit_count())
