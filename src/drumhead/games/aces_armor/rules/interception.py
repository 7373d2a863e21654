"""Chapter 6: enemies next to its way may stop a unit, and are bound to attack it."""

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.automa.interception import stoppers
from drumhead.games.aces_armor.box.unit_types import team_of
from drumhead.games.aces_armor.engine.encoding import (
    AT_INTERCEPT,
    AT_WALK,
    CUT_SHORT,
    FOG,
    INTERCEPT,
    LETTING_PASS,
    NONE,
    pack,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.declare import targets
from drumhead.games.aces_armor.rules.under_way import can_go_on


def can_intercept(f: Field, unit: int, mover: int) -> bool:
    """[AA-6.1, AA-6.2, AA-4.2, AA-11.2] Returns whether a unit could intercept an enemy that comes next to it."""
    force = f.force
    return (
        force.near[unit] == 1
        and f.quarry[unit] == NONE
        and not f.intercepted >> unit & 1
        and bool(force.anti_air[unit] or not force.air[mover])
        and not f.is_swimming(unit)
    )


def watchers(f: Field, mover: int, within: int) -> list[int]:
    """[AA-6.1, AA-12.2] The enemies within a set of hexes that may intercept a unit beside them; in fog nobody does."""
    if f.weather == FOG:
        return []
    force, quarry, place, used = f.force, f.quarry, f.place, f.intercepted
    near, anti_air, flies = force.near, force.anti_air, force.air[mover]
    within &= ~(f.ground[1 - force.team[mover]] & f.open_water())
    found = []
    for faction in force.team_factions[1 - force.team[mover]]:
        for unit in f.roster[faction]:
            if near[unit] == 1 and (not flies or anti_air[unit]) and quarry[unit] == NONE and within >> place[unit] & 1:
                if not used >> unit & 1:
                    found.append(unit)
    return found


def seen_by_enemies(f: Field, mover: int) -> int:
    """[AA-6.1] The hexes beside enemies that may intercept a unit of the team to move, asked for once in a turn."""
    air = f.force.air[mover]
    seen = f.cached_watched[air]
    if seen < 0:
        seen = 0
        for enemy in watchers(f, mover, -1):
            seen |= f.force.ground.around[f.place[enemy]]
        f.cached_watched[air] = seen
    return seen


def beside(f: Field, faction: int, mover: int, named: int) -> list[int]:
    """[AA-6.1] The units of a faction, from one on, that may intercept a unit where it stands."""
    around = f.force.ground.around[f.place[mover]]
    place = f.place
    return [
        unit
        for unit in f.roster[faction]
        if unit >= named and around >> place[unit] & 1 and can_intercept(f, unit, mover)
    ]


def ask(f: Field, mover: int) -> bool:
    """[AA-6.1] Asks the owners in turn order after the mover; returns whether there is anybody to ask."""
    force = f.force
    if f.weather == FOG or not f.held(1 - force.team[mover]) & force.ground.around[f.place[mover]]:
        return False
    return ask_next(f, mover, force.faction[mover])


def ask_next(f: Field, mover: int, after: int) -> bool:
    """[AA-6.1] Asks the next owner after a faction that has a unit to intercept with."""
    force = f.force
    factions = force.factions
    begin = factions.index(force.faction[mover])
    passed = (factions.index(after) - begin) % len(factions)
    for index in range(passed + 1, len(factions)):
        faction = factions[(begin + index) % len(factions)]
        if team_of(faction) != force.team[mover] and beside(f, faction, mover, 0):
            f.stack.append(step(AT_INTERCEPT, faction, mover))
            return True
    return False


def step_intercept(f: Field, frame: int) -> int:
    """[AA-6.1, AA-13.10] Each unit of an owner may join, in their order; then the next owner is asked."""
    faction, mover, named = frame >> 5 & 255, frame >> 13 & 511, frame >> 22 & 511
    units = beside(f, faction, mover, named)
    if units and f.force.is_automa(faction):
        f.stack.pop()
        for unit in stoppers(f, units, mover, has_way_left=has_way_left(f, mover)):
            intercept(f, unit, mover)
        ask_next(f, mover, faction)
        return GO_ON
    if not units:
        f.stack.pop()
        ask_next(f, mover, faction)
        return GO_ON
    f.options = [LETTING_PASS, *[pack(INTERCEPT, unit) for unit in units]]
    return f.force.seat[faction]


def choose_intercept(f: Field, action: int) -> None:
    """[AA-6.1, AA-6.2] Lets the mover pass, or stops it with one more unit."""
    frame = f.stack.pop()
    faction, mover = frame >> 5 & 255, frame >> 13 & 511
    if action == LETTING_PASS:
        ask_next(f, mover, faction)
        return
    unit = action >> 5 & 255
    intercept(f, unit, mover)
    f.stack.append(step(AT_INTERCEPT, faction, mover, unit + 1))


def intercept(f: Field, unit: int, mover: int) -> None:
    """[AA-6.1, AA-6.2] Points a unit's arrow at the mover, whose way ends here."""
    force = f.force
    by = "AA-13.10" if force.is_automa(force.faction[unit]) else "AA-6.1"
    f.tell("intercepted", by, unit, mover, f.place[mover])
    if f.events is not None and has_way_left(f, mover):
        f.events.append(("stopped", "AA-6.1", mover, f.place[mover]))
    cut = CUT_SHORT if f.path and force.is_automa(force.faction[mover]) else 0
    if force.by_hex or cut:
        then = f.stack[-1] >> 22 & 511
        f.stack[-1] = step(AT_WALK, mover, 0, CUT_SHORT if CUT_SHORT in (cut, then) else 0)
    f.quarry[unit] = mover
    if not force.first_rulings:
        f.intercepted |= 1 << unit
    f.path = []
    f.cached_watched = [-1, -1]
    if force.by_hex:
        f.cached_goals = [-1] * force.units
        f.cached_moves = [None] * force.units


def has_way_left(f: Field, mover: int) -> bool:
    """[AA-6.1] Returns whether a unit that has come to a hex could go on; where the way is announced, whether it does.

    Hex by hex nobody but the mover knows more than the points that it has left.
    """
    if not f.force.by_hex:
        return bool(f.path)
    for frame in reversed(f.stack):
        if frame & 31 == AT_WALK:
            return can_go_on(f, mover, f.place[mover], frame >> 13 & 511)
    return False


def bind(f: Field, faction: int) -> None:
    """[AA-6.3] Holds interceptors to whom they stopped, if it can be attacked as the turn begins; frees the others."""
    for unit in f.roster[faction]:
        mover = f.quarry[unit]
        if mover == NONE:
            continue
        if targets(f, unit) >> f.place[mover] & 1:
            f.moved |= 1 << unit
        else:
            f.quarry[unit] = NONE
            f.tell("released", "AA-6.3", unit, mover)
