"""Chapters 4 and 5: where units may go, the way there, and factories."""

from drumhead.games.aces_armor.codes import (
    AT_WALK,
    ENDING_MOVEMENT,
    FROST,
    GIVE,
    GO_ON,
    MARCH,
    MOVE,
    NEUTRAL,
    NONE,
    RUINED,
    TIME_OUT,
    WAITING,
    WAY_SHIFT,
    bits,
    march,
    pack,
    step,
    unmarch,
)
from drumhead.games.aces_armor.declare import run_out
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.force import BULGE
from drumhead.games.aces_armor.interception import ask, interceptors
from drumhead.games.aces_armor.mats import ALLIES, GERMANS, TANK
from drumhead.games.aces_armor.phases import end_part, give, list_gifts
from drumhead.games.aces_armor.plans import Plan, all_reached, flood, flood_past, gather, leads_on, least, split
from drumhead.games.aces_armor.victory import check_factories, check_units, reach_shore


PLANS_KEPT = 20_000
"""How many ways over ground without enemies are remembered."""


def barred(f: Field, unit: int) -> int:
    """[AA-4.5, AA-12.1] The hexes a unit cannot pass: enemies, factories not of its team; for Allies grey tokens too."""
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


def plan_of(f: Field, unit: int) -> Plan:
    """[AA-4.4] Where a unit of the active team can go, worked out once as long as nothing changes."""
    plan = f.plans[unit]
    if plan is None:
        plan = f.plans[unit] = work_out(f, unit)
    return plan


def work_out(f: Field, unit: int) -> Plan:
    """[AA-4.1, AA-4.5, AA-6.1] All that a unit can reach in one move, whoever's turn it is."""
    force = f.force
    team = force.team[unit]
    key = (f.place[unit], force.speed[unit], force.arm[unit], f.weather)
    rim = force.rims.get(key, 0) or _rim(f, key)
    enemies = (f.ground[1 - team] | f.air[1 - team]) & rim
    closed = f.closed_factories(team) & rim
    if enemies or f.tokens:
        shut = enemies | closed | f.tokens if team == ALLIES else enemies | closed
        return _plan(f, unit, shut, rim)
    flags = sum([1 << hex_ for hex_ in bits(closed) if f.flag[force.board.factory_at[hex_]] == RUINED]) if closed else 0
    full_key = (*key, closed, flags)
    plan = force.plans.get(full_key)
    if plan is None:
        if len(force.plans) >= PLANS_KEPT:
            force.plans.clear()
        plan = force.plans[full_key] = _plan(f, unit, closed, 0)
    return plan


def _rim(f: Field, key: tuple[int, int, int, int]) -> int:
    """What a unit could reach, and the hexes around that, if nothing stood in its way."""
    hex_, speed, arm, weather = key
    ground = f.force.ground
    reached = all_reached(ground, hex_, speed, ground.prices[weather][arm], ground.inside)
    f.force.rims[key] = rim = reached | ground.spread(reached)
    return rim


def _plan(f: Field, unit: int, shut: int, rim: int) -> Plan:
    """The same: tells apart what is reached unseen and what only past enemies that may intercept.

    Whoever enters a hex beside enemies provokes these at least. So where such a hex is entered from one that is reached
    unseen, there is nothing better; only what lies farther on takes a search by sets of enemies.
    """
    force, ground = f.force, f.force.ground
    plan = Plan(f.place[unit], whole_moves(f, unit))
    prices = ground.prices[f.weather][force.arm[unit]]
    passable = ground.inside & ~shut
    watched = 0
    if rim:
        _watch(f, unit, plan, rim)
        watched = plan.touched & ~f.held(force.team[unit])
    unseen, entered = flood(ground, plan.start, force.speed[unit], prices, passable, watched)
    found = plan.direct
    for layer in unseen:
        found |= layer
    if not watched:
        plan.reached = found & ~(1 << plan.start)
        plan.groups = [(0, plan.reached)]
        plan.layers = [{0: layer} for layer in unseen]
        return plan
    for layer in entered:
        found |= layer
    plan.layers = split(entered, plan.zones)
    whole = {who: plan.direct & hexes for who, hexes in plan.zones if plan.direct & hexes}
    on = leads_on(ground, entered, prices, passable & ~found) or bool(
        all_reached(ground, plan.start, force.speed[unit], prices, passable) & ~found
    )
    if on:
        flood_past(ground, unseen, plan.layers, prices, passable, plan.zones)
    for layers, layer in zip(plan.layers, unseen, strict=True):
        if layer:
            layers[0] = layer
    plan.layers[0] = {}
    groups = gather(plan.layers, whole)
    plan.layers[0] = {0: 1 << plan.start}
    plan.groups = least(groups) if on else groups
    for _, hexes in plan.groups:
        plan.reached |= hexes
    return plan


def _watch(f: Field, unit: int, plan: Plan, rim: int) -> None:
    """[AA-6.1] Notes which enemies may intercept a unit somewhere on its way, and where."""
    ground = f.force.ground
    near = []
    for enemy in interceptors(f, unit):
        around = ground.around[f.place[enemy]]
        if rim >> f.place[enemy] & 1:
            plan.provoked.append(enemy)
            plan.touched |= around
            near.append(around)
    if near:
        friends = f.held(f.force.team[unit])
        plan.zones = split_zones(ground.inside, [hexes & ~friends for hexes in near])


def split_zones(inside: int, beside: list[int]) -> list[tuple[int, int]]:
    """Sets of enemies, and the hexes that are beside exactly these."""
    zones = [(0, inside)]
    for index, near in enumerate(beside):
        parts = []
        for enemies, hexes in zones:
            common = hexes & near
            if common:
                parts.append((enemies | 1 << index, common))
            if hexes != common:
                parts.append((enemies, hexes & ~near))
        zones = parts
    return zones


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
    list_gifts(f, out)
    list_moves(f, out)
    return out


def list_moves(f: Field, out: list[int]) -> None:
    """[AA-4.4, AA-4.5] Adds every move of the active faction to a list; nobody ends on a friend or on a grey token."""
    force = f.force
    faction = f.active
    team = faction & 1
    friends = f.ground[team] | f.air[team] | f.tokens
    free = ~friends
    moved, plans, lists, rows = f.moved, f.plans, f.lists, force.rows
    for unit in f.roster[faction]:
        if moved >> unit & 1:
            continue
        plan = plans[unit]
        before, moves = lists[unit]
        if plan is not None:
            if before == friends:
                out += moves
                continue
            changed = before ^ friends
            if plan.touched & changed:
                plans[unit] = plan = None
        if plan is None:
            plan = plan_of(f, unit)
            changed = -1
        if before < 0 or changed & plan.reached:
            moves = plan.moves(free, rows[unit])
        lists[unit] = (friends, moves)
        out += moves


def path_of(f: Field, action: int) -> list[int]:
    """The hexes that a unit enters, in order, by a legal move; empty where there is no such move."""
    if action & MARCH:
        return marched(f, action)
    unit, hex_, way = action >> 5 & 255, action >> 13 & 511, action >> WAY_SHIFT
    plan = plan_of(f, unit)
    enemies = plan.enemies(hex_, way)
    if enemies < 0:
        return []
    if plan.direct >> hex_ & 1:
        return [hex_]
    return trace(f, unit, plan, hex_, enemies)


def trace(f: Field, unit: int, plan: Plan, hex_: int, enemies: int) -> list[int]:
    """Finds the way back from a hex to where a unit stands, at the least price past these enemies."""
    ground = f.force.ground
    price = ground.price[f.weather][f.force.arm[unit]]
    layers = plan.layers
    paid = 0
    while not layers[paid].get(enemies, 0) >> hex_ & 1:
        paid += 1
    path: list[int] = []
    while hex_ != plan.start:
        path.append(hex_)
        here = plan.past(hex_)
        paid -= price[hex_]
        for near in ground.board.neighbours[hex_]:
            fewer = [some for some, hexes in layers[paid].items() if hexes >> near & 1 and some | here == enemies]
            if fewer:
                hex_, enemies = near, fewer[0]
                break
        else:
            raise AssertionError("a hex that was reached has a way back")
    path.reverse()
    return path


def marched(f: Field, action: int) -> list[int]:
    """The hexes of a march, up to where it would leave the map."""
    unit, ways = unmarch(action)
    hex_ = f.place[unit]
    path = []
    for way in ways:
        hex_ = f.force.ground.next[hex_][way]
        if hex_ < 0:
            return []
        path.append(hex_)
    return path


def move_along(f: Field, unit: int, path: list[int]) -> int:
    """The action that moves a unit along a path of neighbours: the listed one if there is one, else a march."""
    plan = plan_of(f, unit)
    hex_ = path[-1]
    way = 0
    while plan.enemies(hex_, way) >= 0:
        listed = pack(MOVE, unit, hex_, way)
        if path_of(f, listed) == path:
            return listed
        way += 1
    ways = []
    here = f.place[unit]
    for to in path:
        ways.append(f.force.ground.next[here].index(to))
        here = to
    return march(unit, ways)


def set_out(f: Field, unit: int, path: list[int]) -> None:
    """[AA-4.4, AA-5.1] Begins a move along a path; occupying takes the unit's attack."""
    if f.events is not None:
        f.events.append(("move", _priced_by(f, unit, path), unit, f.place[unit], tuple(path)))
    f.moved |= 1 << unit
    f.path = path
    f.stack.append(step(AT_WALK, unit))


def _priced_by(f: Field, unit: int, path: list[int]) -> str:
    """The clause that a move falls under."""
    ground = f.force.ground
    if f.closed_factories(f.force.team[unit]) >> path[-1] & 1:
        return "AA-5.1"
    if f.force.air[unit]:
        return "AA-4.3"
    return "AA-4.2" if ground.water >> path[-1] & 1 and f.weather != FROST else "AA-4.1"


def choose_move(f: Field, action: int) -> None:
    """[AA-4.4, AA-9.4, AA-11.4] Moves a unit, gives coins, or ends the phase."""
    kind = action & 31
    if action == TIME_OUT:
        run_out(f)
    elif action == ENDING_MOVEMENT:
        end_part(f)
    elif kind == GIVE and not action & MARCH:
        f.ended = 0
        give(f, action >> 13 & 511)
    else:
        f.ended = 0
        move(f, action)


def move(f: Field, action: int) -> None:
    """[AA-4.4] Moves a unit. A way that nobody can see or stop is not walked step by step."""
    if not action & MARCH and f.events is None and not f.tokens:
        unit, hex_ = action >> 5 & 255, action >> 13 & 511
        plan = plan_of(f, unit)
        quiet = f.force.mission != BULGE or f.force.arm[unit] != TANK
        if quiet and not plan.direct >> hex_ & 1 and plan.enemies(hex_, action >> WAY_SHIFT) == 0:
            f.moved |= 1 << unit
            f.put(unit, hex_)
            return
    unit = action & 255 if action & MARCH else action >> 5 & 255
    set_out(f, unit, path_of(f, action))


def step_walk(f: Field, frame: int) -> int:
    """[AA-4.5, AA-6.1, AA-12.1, AA-12.3] Enters the next hex: over a friend nobody intercepts, elsewhere all are asked."""
    unit = frame >> 5 & 255
    force = f.force
    team = force.team[unit]
    while f.path:
        hex_ = f.path[0]
        f.path = f.path[1:]
        if team == ALLIES and f.tokens & force.ground.around[hex_]:
            turn_tokens(f, f.tokens & force.ground.around[hex_])
        if f.at[hex_] != NONE and force.team[f.at[hex_]] == team:
            continue
        if enter(f, unit, hex_):
            return GO_ON
        if ask(f, unit):
            return GO_ON
    f.stack.pop()
    return GO_ON


def enter(f: Field, unit: int, hex_: int) -> bool:
    """[AA-5.1, AA-6.4, AA-12.3] Puts a unit on the next hex of its way; says whether that decides the battle."""
    force = f.force
    index = force.board.factory_at[hex_]
    if index >= 0 and (f.flag[index] == NEUTRAL or f.flag[index] & 1 != force.team[unit]):
        return occupy(f, unit, hex_, index)
    f.put(unit, hex_)
    if (
        force.mission == BULGE
        and force.team[unit] == GERMANS
        and force.arm[unit] == TANK
        and force.ground.shore >> hex_ & 1
    ):
        reach_shore(f)
        return True
    return False


def occupy(f: Field, unit: int, hex_: int, index: int) -> bool:
    """[AA-5.1, AA-5.3, AA-10.1] Infantry takes a factory: the unit inside goes, the flag changes, no attack follows."""
    inside = f.at[hex_]
    if inside != NONE:
        f.tell("crushed", "AA-5.1", inside, hex_)
        f.take_off(inside)
    before = f.flag[index]
    f.put(unit, hex_)
    f.flag[index] = f.force.faction[unit]
    f.spent |= 1 << unit
    f.forget_plans()
    f.tell("occupied", "AA-5.1", unit, hex_, before)
    return check_factories(f, f.force.team[unit]) or (inside != NONE and check_units(f))


def turn_tokens(f: Field, near: int) -> None:
    """[AA-12.1] Turns grey tokens: blanks are taken away; the V2 stays, and takes all the others away."""
    v2 = f.force.v2
    f.forget_plans()
    for hex_ in bits(near):
        found = f.place[v2] == hex_
        f.tokens &= ~(1 << hex_)
        f.tell("token_turned", "AA-12.1", hex_, int(found))
        if found:
            f.tokens = 0
            uncover(f, hex_)
            return


def uncover(f: Field, hex_: int) -> None:
    """[AA-12.1] Puts the V2 on the map, where it can be attacked."""
    v2 = f.force.v2
    f.place[v2] = WAITING
    f.put(v2, hex_)
