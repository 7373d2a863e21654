"""Chapter 4: where units may go, and the way there."""

from bisect import bisect_left
from typing import Any, Final

from drumhead.games.aces_armor.codes import (
    AT_WAY,
    ENDING_MOVEMENT,
    GO_ON,
    MARCH,
    MOVE,
    RUINED,
    TIME_OUT,
    WAY_SHIFT,
    bits,
    march,
    pack,
    step,
)
from drumhead.games.aces_armor.declare import run_out
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.force import BULGE
from drumhead.games.aces_armor.ground import picked
from drumhead.games.aces_armor.interception import seen_by_enemies, watchers
from drumhead.games.aces_armor.mats import ALLIES, GERMANS, TANK
from drumhead.games.aces_armor.phases import end_part, give, list_gifts
from drumhead.games.aces_armor.plans import Plan, reached_from, reaches
from drumhead.games.aces_armor.walk import marched, set_out
from drumhead.games.aces_armor.word_plans import WordPlan

REACHES_KEPT: Final = 2000
CLOSINGS_KEPT: Final = 10
"""How many sets of hexes are remembered that units reach on ground without enemies, with how many sets of factories."""


def barred(f: Field, unit: int) -> int:
    """[AA-4.5, AA-12.1] The hexes a unit cannot pass: enemies, factories not of its team; for Allies, grey tokens."""
    team = f.force.team[unit]
    out = f.held(1 - team) | f.closed_factories(team)
    return out | f.tokens if team == ALLIES else out


def whole_moves(f: Field, unit: int) -> int:
    """[AA-4.2, AA-5.1] The hexes beside infantry that take its whole move: water, and factories to be occupied."""
    force, ground = f.force, f.force.ground
    if not force.foot[unit]:
        return 0
    team = force.team[unit]
    near = ground.around[f.place[unit]]
    found = near & f.open_water() & ~f.held(1 - team)
    if near & ground.factories:
        for hex_ in bits(near & f.closed_factories(team)):
            if f.flag[force.board.factory_at[hex_]] != RUINED:
                found |= 1 << hex_
    return found


def reach_of(f: Field, unit: int) -> int:
    """[AA-4.1, AA-4.2, AA-4.5, AA-5.1] The hexes that a unit can reach in one move, friends not counted.

    What it would reach without enemies is remembered: they matter only if they stand there.
    """
    force, ground = f.force, f.force.ground
    team = force.team[unit]
    closed = f.closed_factories(team)
    enemies = f.ground[1 - team] | f.air[1 - team]
    if team == ALLIES:
        enemies |= f.tokens
    start, speed, arm = f.place[unit], force.speed[unit], force.arm[unit]
    known = ground.reaches.get(closed)
    if known is None:
        if len(ground.reaches) >= CLOSINGS_KEPT:
            ground.reaches.clear()
        known = ground.reaches[closed] = {}
    key = start | force.gait[unit] | f.weather << 20
    reached = known.get(key, -1)
    if reached < 0:
        if len(known) >= REACHES_KEPT:
            known.clear()
        known[key] = reached = reached_from(ground, start, speed, f.weather, arm, closed)
    if reached & enemies:
        reached = reached_from(ground, start, speed, f.weather, arm, enemies | closed)
    return reached | whole_moves(f, unit) if force.foot[unit] else reached


def work_out(f: Field, unit: int) -> Plan:
    """[AA-6.1] The ways of a unit: what it reaches unseen, and what past which enemies."""
    force, ground = f.force, f.force.ground
    team = force.team[unit]
    start, direct = f.place[unit], whole_moves(f, unit)
    plan = Plan(ground, start, direct) if ground.sheet is None else WordPlan(ground, ground.sheet, start, direct)
    reached = f.reach[unit] if f.reach[unit] >= 0 else reach_of(f, unit)
    plan.provoked = watchers(f, unit, ground.spread(reached))
    if plan.provoked:
        free = ~(f.ground[team] | f.air[team] | f.tokens)
        plan.beside = [ground.around[f.place[enemy]] & free for enemy in plan.provoked]
    plan.fill(force.speed[unit], f.weather, force.arm[unit], barred(f, unit))
    return plan


def step_move(f: Field, frame: int) -> int:
    """[AA-3.1, AA-4.4] The active faction moves its units, one after the other, until all have or it ends the phase."""
    moved = f.moved
    for unit in f.roster[f.active]:
        if not moved >> unit & 1:
            return f.force.seat[f.active]
    end_part(f)
    return GO_ON


def list_move(f: Field) -> list[int]:
    """[AA-4.4, AA-9.4] The end of moving, gifts, and every move."""
    out = [ENDING_MOVEMENT]
    list_gifts(f, f.active, out)
    list_moves(f, out)
    return out


def list_moves(f: Field, out: list[int]) -> None:
    """[AA-4.4, AA-4.5] Adds every move of the active faction to a list; nobody ends on a friend or on a grey token."""
    faction = f.active
    team = faction & 1
    friends = f.ground[team] | f.air[team] | f.tokens
    changed = friends ^ f.listed
    moved, reach, lists, rows = f.moved, f.reach, f.lists, f.force.rows
    for unit in f.roster[faction]:
        if moved >> unit & 1:
            continue
        moves = lists[unit]
        if moves is None:
            if reach[unit] < 0:
                reach[unit] = reach_of(f, unit)
            lists[unit] = moves = picked(reach[unit] & ~friends, rows[unit])
        elif changed & reach[unit]:
            lists[unit] = moves = mended(moves, changed & reach[unit], friends, rows[unit])
        out += moves
    f.listed = friends


def mended(moves: list[Any], changed: int, friends: int, row: list[Any]) -> list[Any]:
    """The moves of a unit after friends have come to some hexes and left others.

    They are no numbers to the compiler: these it would take apart and make anew.
    """
    moves = moves[:]
    for hex_ in bits(changed):
        move_there = row[hex_]
        at = bisect_left(moves, move_there)
        if friends >> hex_ & 1:
            del moves[at]
        else:
            moves.insert(at, move_there)
    return moves


def path_of(f: Field, action: int) -> list[int]:
    """The hexes that a unit enters, in order, by a move; empty where there is no such move."""
    if action & MARCH:
        return marched(f, action)
    unit, hex_, way = action >> 5 & 255, action >> 13 & 511, action >> WAY_SHIFT
    plan = work_out(f, unit)
    ways = plan.ways(hex_)
    if way >= len(ways):
        return []
    return plan.trace(hex_, ways[way])


def move_along(f: Field, unit: int, path: list[int]) -> int:
    """The action that moves a unit along a path of neighbours: the listed one if there is one, else a march."""
    hex_ = path[-1]
    ways = len(work_out(f, unit).ways(hex_))
    if ways == 1 or f.stack[-1] & 31 == AT_WAY:
        for way in range(ways):
            if path_of(f, pack(MOVE, unit, hex_, way)) == path:
                return pack(MOVE, unit, hex_, way)
    ways_out = []
    here = f.place[unit]
    for to in path:
        ways_out.append(f.force.ground.next[here].index(to))
        here = to
    return march(unit, ways_out)


def choose_move(f: Field, action: int) -> None:
    """[AA-4.4, AA-9.4, AA-11.4] Moves a unit, gives coins, or ends the phase."""
    if action & 31 == MOVE or action & MARCH:
        f.ended = 0
        move(f, action)
    elif action == ENDING_MOVEMENT:
        end_part(f, told=True)
    elif action == TIME_OUT:
        run_out(f)
    else:
        give(f, f.active, action >> 13 & 511)


def move(f: Field, action: int) -> None:
    """[AA-4.4, AA-6.1] Moves a unit; where it can be past different enemies, the next decision says which.

    A way that nobody can see or stop is not walked step by step.
    """
    if action & MARCH:
        set_out(f, action & 255, marched(f, action))
        return
    unit, hex_ = action >> 5 & 255, action >> 13 & 511
    if f.events is None and goes_unseen(f, unit, hex_):
        f.moved |= 1 << unit
        f.put(unit, hex_)
        return
    plan = work_out(f, unit)
    ways = plan.ways(hex_)
    if len(ways) > 1:
        f.stack.append(step(AT_WAY, unit, hex_))
    else:
        set_out(f, unit, plan.trace(hex_, ways[0]))


def goes_unseen(f: Field, unit: int, hex_: int) -> bool:
    """[AA-6.1, AA-12.1, AA-12.3] Says whether nothing can happen on a unit's way to a hex."""
    force, ground = f.force, f.force.ground
    team = force.team[unit]
    if force.foot[unit] and (f.open_water() | f.closed_factories(team)) >> hex_ & 1:
        return False
    reached = f.reach[unit]
    if reached < 0:
        reached = reach_of(f, unit)
    seen = seen_by_enemies(f, unit) & ~(f.ground[team] | f.air[team])
    # Tokens are turned and the sea is reached on the way that is traced, whatever other ways there are.
    if f.tokens and team == ALLIES and ground.spread(f.tokens) & reached:
        return False
    if force.mission == BULGE and force.arm[unit] == TANK and team == GERMANS and ground.shore & reached:
        return False
    if not seen & reached:
        return True
    if seen >> hex_ & 1:
        return False
    start, speed, arm = f.place[unit], force.speed[unit], force.arm[unit]
    return reaches(ground, start, speed, f.weather, arm, barred(f, unit) | seen, hex_)


def step_way(f: Field, frame: int) -> int:
    """[AA-6.1] The mover says past which enemies it goes."""
    unit, hex_ = frame >> 5 & 255, frame >> 13 & 511
    f.options = [pack(MOVE, unit, hex_, way) for way in range(len(work_out(f, unit).ways(hex_)))]
    return f.force.seat[f.force.faction[unit]]


def choose_way(f: Field, action: int) -> None:
    """[AA-6.1] Goes that way."""
    f.stack.pop()
    set_out(f, action >> 5 & 255, path_of(f, action))
