"""Chapter 4: where units may go, and the way there."""

from bisect import bisect_left
from typing import Any, Final

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.box.scenario import BULGE
from drumhead.games.aces_armor.box.terrain import picked
from drumhead.games.aces_armor.box.unit_types import ALLIES, GERMANS, TANK, team_of
from drumhead.games.aces_armor.engine.encoding import (
    AT_WAY,
    ENDING_MOVEMENT,
    HALTING,
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
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.flood import reached_from, reached_until, reaches
from drumhead.games.aces_armor.reach.plan import LongPlan, Plan
from drumhead.games.aces_armor.reach.plan60 import Plan60
from drumhead.games.aces_armor.rules.declare import run_out
from drumhead.games.aces_armor.rules.economy import give, list_gifts
from drumhead.games.aces_armor.rules.interception import seen_by_enemies, watchers
from drumhead.games.aces_armor.rules.march import marched, set_out
from drumhead.games.aces_armor.rules.under_way import barred, footing, is_under_way, taken

MAX_REACHES: Final = 2000
MAX_CLOSINGS: Final = 10
"""How many sets of hexes are remembered that units reach on ground without enemies, with how many sets of factories."""


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
    """[AA-4.1, AA-4.2, AA-4.5, AA-5.1] The hexes that a unit can reach in one move, friends not counted."""
    force = f.force
    team = force.team[unit]
    enemies = f.ground[1 - team] | f.air[1 - team]
    if team == ALLIES:
        enemies |= f.tokens
    reached = open_reach(f, unit)
    if reached & enemies:
        start, speed, arm = f.place[unit], force.speed[unit], force.arm[unit]
        reached = reached_from(force.ground, start, speed, f.weather, arm, enemies | f.closed_factories(team))
    return reached | whole_moves(f, unit) if force.foot[unit] else reached


def open_reach(f: Field, unit: int) -> int:
    """[AA-4.1] The hexes that a unit would reach if no enemy stood in its way, without whole moves; remembered."""
    force, ground = f.force, f.force.ground
    closed = f.closed_factories(force.team[unit])
    start, speed, arm = f.place[unit], force.speed[unit], force.arm[unit]
    known = ground.reaches.get(closed)
    if known is None:
        if len(ground.reaches) >= MAX_CLOSINGS:
            ground.reaches.clear()
        known = ground.reaches[closed] = {}
    key = start | force.gait[unit] | f.weather << 20
    reached = known.get(key, -1)
    if reached < 0:
        if len(known) >= MAX_REACHES:
            known.clear()
        known[key] = reached = reached_from(ground, start, speed, f.weather, arm, closed)
    return reached


def goals_of(f: Field, unit: int) -> int:
    """[AA-6.1] The hexes that a unit may be told to go to: all it can reach, or those up to where it may be stopped."""
    if not f.force.by_hex:
        if f.cached_reach[unit] < 0:
            f.cached_reach[unit] = reach_of(f, unit)
        return f.cached_reach[unit]
    goals = f.cached_goals[unit]
    if goals < 0:
        force = f.force
        goals = f.cached_reach[unit] = open_reach(f, unit)
        halts, shut = interrupting(f, unit), barred(f, unit)
        if (halts | shut) & goals:
            goals = reached_until(
                force.ground, f.place[unit], force.speed[unit], f.weather, force.arm[unit], shut, halts
            )
        if force.foot[unit]:
            whole = whole_moves(f, unit)
            f.cached_reach[unit] |= whole
            goals |= whole
        f.cached_goals[unit] = goals
    return goals


def onward(f: Field, unit: int) -> int:
    """[AA-4.4, AA-6.1] The hexes that a unit under way may be told to go on to."""
    start, points = footing(f, unit)
    ground, arm = f.force.ground, f.force.arm[unit]
    halts = interrupting(f, unit)
    return reached_until(ground, start, points, f.weather, arm, barred(f, unit), halts) & ~taken(f, unit)


def interrupting(f: Field, unit: int) -> int:
    """[AA-6.1, AA-12.1] The free hexes where enemies may stop a mover, or where it turns tokens."""
    return may_interrupt(f, unit) & ~taken(f, unit)


def may_interrupt(f: Field, unit: int) -> int:
    """[AA-6.1, AA-12.1] The same, free or not: beside enemies that may intercept; for Allies beside grey tokens."""
    seen = seen_by_enemies(f, unit)
    return seen | f.force.ground.spread(f.tokens) if f.tokens and f.force.team[unit] == ALLIES else seen


def lay_out(f: Field, unit: int) -> Plan:
    """[AA-6.1] The ways of a unit from where it is, up to where it may be stopped."""
    start, points = footing(f, unit)
    plan = empty_plan(f, start, 0 if is_under_way(f, unit) else whole_moves(f, unit))
    plan.fill(points, f.weather, f.force.arm[unit], barred(f, unit), interrupting(f, unit))
    return plan


def empty_plan(f: Field, start: int, direct: int) -> Plan:
    """A plan in the form that this build is faster with."""
    ground = f.force.ground
    if ground.flood_map is None:
        return LongPlan(ground, start, direct)
    return Plan60(ground, ground.flood_map, start, direct)


def work_out(f: Field, unit: int) -> Plan:
    """[AA-6.1] The ways of a unit: what it reaches unseen, and what past which enemies."""
    force, ground = f.force, f.force.ground
    team = force.team[unit]
    under_way = is_under_way(f, unit)
    start, points = footing(f, unit)
    plan = empty_plan(f, start, 0 if under_way else whole_moves(f, unit))
    reached = -1 if under_way else f.cached_reach[unit] if f.cached_reach[unit] >= 0 else reach_of(f, unit)
    plan.provoked = watchers(f, unit, ground.spread(reached) if reached >= 0 else -1)
    if plan.provoked:
        free = ~(f.ground[team] | f.air[team] | f.tokens)
        plan.beside = [ground.around[f.place[enemy]] & free for enemy in plan.provoked]
    plan.fill(points, f.weather, force.arm[unit], barred(f, unit))
    return plan


def step_move(f: Field, frame: int) -> int:
    """[AA-3.1, AA-4.4] The active faction moves its units, one after the other, until all have or it ends the phase."""
    moved = f.moved
    for unit in f.roster[f.active]:
        if not moved >> unit & 1:
            return f.force.seat[f.active]
    f.end_part()
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
    team = team_of(faction)
    friends = f.ground[team] | f.air[team] | f.tokens
    changed = friends ^ f.cached_friends
    moved, reach, lists, rows, by_hex = f.moved, f.cached_reach, f.cached_moves, f.force.rows, f.force.by_hex
    for unit in f.roster[faction]:
        if moved >> unit & 1:
            continue
        moves = lists[unit]
        if moves is None:
            lists[unit] = moves = picked(goals_of(f, unit) & ~friends, rows[unit])
        elif changed & reach[unit]:
            if by_hex and changed & reach[unit] & may_interrupt(f, unit):
                f.cached_goals[unit] = -1  # over a friend nobody is stopped
                lists[unit] = moves = picked(goals_of(f, unit) & ~friends, rows[unit])
            else:
                lists[unit] = moves = mended(moves, changed & goals_of(f, unit), friends, rows[unit])
        out += moves
    f.cached_friends = friends


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
    if f.force.by_hex:
        return [] if way else lay_out(f, unit).leg(hex_)
    return way_past(f, unit, hex_, way)


def way_past(f: Field, unit: int, hex_: int, way: int = 0) -> list[int]:
    """[AA-6.1] One of the ways to a hex past as few enemies as can be; empty where there is none."""
    plan = work_out(f, unit)
    ways = plan.ways(hex_)
    return plan.trace(hex_, ways[way]) if way < len(ways) else []


def move_along(f: Field, unit: int, path: list[int]) -> int:
    """The action that moves a unit along a path of neighbours: the listed one if there is one, else a march."""
    hex_ = path[-1]
    ways = 1 if f.force.by_hex else len(work_out(f, unit).ways(hex_))
    if ways == 1 or f.stack[-1] & 31 == AT_WAY:
        for way in range(ways):
            if path_of(f, pack(MOVE, unit, hex_, way)) == path:
                return pack(MOVE, unit, hex_, way)
    ways_out = []
    here, _ = footing(f, unit)
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
        f.end_part(told=True)
    elif action == TIME_OUT:
        run_out(f)
    else:
        give(f, f.active, action >> 13 & 511)


def move(f: Field, action: int) -> None:
    """[AA-4.4, AA-6.1] Moves a unit; where it can be past different enemies, the next decision says which.

    A way that nobody can see or stop is not walked step by step.
    """
    unit, hex_ = action >> 5 & 255, action >> 13 & 511
    if f.events is None and not action & MARCH and can_go_unseen(f, unit, hex_):
        f.moved |= 1 << unit
        f.put(unit, hex_)
        return
    if f.force.by_hex:
        take_leg(f, action)
        return
    if action & MARCH:
        set_out(f, action & 255, marched(f, action))
        return
    plan = work_out(f, unit)
    ways = plan.ways(hex_)
    if len(ways) > 1:
        f.stack.append(step(AT_WAY, unit, hex_))
    else:
        set_out(f, unit, plan.trace(hex_, ways[0]))


def take_leg(f: Field, action: int) -> None:
    """[AA-6.1] Goes to a hex; where something may happen there, the mover decides again with the points it has left."""
    unit = action & 255 if action & MARCH else action >> 5 & 255
    path = path_of(f, action)
    _, points = footing(f, unit)
    again = interrupting(f, unit) >> path[-1] & 1 == 1
    if is_under_way(f, unit):
        f.stack.pop()
    elif len(path) == 1 and whole_moves(f, unit) >> path[0] & 1:
        points = 0
    set_out(f, unit, path, points, again=again)


def step_advance(f: Field, frame: int) -> int:
    """[AA-4.4, AA-6.1] A unit that was let pass, or that turned a token, goes on or halts; over a friend it goes on."""
    unit = frame >> 5 & 255
    moves = picked(onward(f, unit), f.force.rows[unit])
    if not moves:
        f.stack.pop()
        return GO_ON
    f.options = moves if frame >> 13 & 511 != f.place[unit] else [HALTING, *moves]
    return f.force.seat[f.force.faction[unit]]


def choose_advance(f: Field, action: int) -> None:
    """[AA-4.4, AA-6.1, AA-11.4] Goes on, or ends the move here."""
    if action == TIME_OUT:
        run_out(f)
    elif action == HALTING:
        unit = f.stack.pop() >> 5 & 255
        f.tell("halted", "AA-4.4", unit, f.place[unit])
    else:
        take_leg(f, action)


def can_go_unseen(f: Field, unit: int, hex_: int) -> bool:
    """[AA-6.1, AA-12.1, AA-12.3] Returns whether nothing can happen on a unit's way to a hex."""
    force, ground = f.force, f.force.ground
    team = force.team[unit]
    if force.foot[unit] and (f.open_water() | f.closed_factories(team)) >> hex_ & 1:
        return False
    reached = f.cached_reach[unit]
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
    if force.by_hex:
        return True  # it is listed, so it is reached before any of these
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
