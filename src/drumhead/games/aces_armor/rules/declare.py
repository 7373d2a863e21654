"""Chapter 7: who may attack whom, and declaring it."""

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.box.unit_types import ARTILLERY, team_of
from drumhead.games.aces_armor.engine.encoding import (
    AT_BATTLES,
    ATTACK,
    END_DECLARING,
    ENDING_DECLARING,
    GIVE,
    NONE,
    RUINED,
    STORM,
    TIME_OUT,
    bits,
    pack,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.economy import give, list_gifts


def farthest(f: Field, unit: int, hex_: int) -> int:
    """[AA-7.1, AA-12.2, AA-12.4] How far a unit shoots from a hex: guns less in a storm, more from a mountain."""
    far = f.force.far[unit]
    if f.force.arm[unit] == ARTILLERY:
        if f.force.ground.peaks >> hex_ & 1:
            far += 2
        if f.weather == STORM:
            far = max(far - 1, f.force.near[unit])
    return far


def targets(f: Field, unit: int) -> int:
    """[AA-4.2, AA-7.1, AA-7.2, AA-11.1, AA-12.1] The hexes a unit may attack from where it stands; none from water."""
    force = f.force
    if unit == force.v2:
        return standing_factories(f)
    hex_ = f.place[unit]
    if f.is_swimming(unit):
        return 0
    reached = force.ground.band(hex_, force.near[unit], farthest(f, unit, hex_))
    if force.rockets[unit]:
        return reached
    enemy = 1 - force.team[unit]
    return reached & (f.ground[enemy] | f.air[enemy] if force.anti_air[unit] else f.ground[enemy])


def standing_factories(f: Field) -> int:
    """[AA-12.1] The factories that are not destroyed."""
    return sum([1 << hex_ for hex_, flag in zip(f.force.board.factories, f.flag, strict=True) if flag != RUINED])


def can_strike(f: Field, unit: int, target: int) -> bool:
    """[AA-8.1, AA-11.2] Returns whether a unit could fire back at another that stands next to it."""
    force = f.force
    if force.near[unit] != 1 or f.is_swimming(unit):
        return False
    return bool(force.answers_air[unit]) if force.air[target] else True


def has_attack_owed(f: Field, unit: int) -> bool:
    """[AA-6.3] Returns whether a unit has yet to declare the attack that it is bound to."""
    return f.quarry[unit] != NONE and not f.spent >> unit & 1


def list_declare(f: Field) -> list[int]:
    """[AA-7.1, AA-6.3, AA-12.1] Every attack of the active faction; declaring ends once bound units have theirs."""
    faction, spent = f.active, f.spent
    force, place = f.force, f.place
    enemy = 1 - team_of(faction)
    ground = f.ground[enemy]
    both = ground | f.air[enemy]
    out: list[int] = []
    bound = False
    for unit in f.roster[faction]:
        if spent >> unit & 1 or unit == force.v2:
            continue
        if f.quarry[unit] != NONE:
            bound = True
            out.append(pack(ATTACK, unit, place[f.quarry[unit]]))
        elif force.far[unit] == 1:
            near = force.ground.around[place[unit]] & (both if force.anti_air[unit] else ground)
            if near and not f.is_swimming(unit):
                out += [ATTACK | unit << 5 | hex_ << 13 for hex_ in bits(near)]
        else:
            out += [ATTACK | unit << 5 | hex_ << 13 for hex_ in bits(targets(f, unit))]
    v2 = force.v2
    if v2 != NONE and force.faction[v2] == faction and not spent >> v2 & 1:
        out += [ATTACK | v2 << 5 | hex_ << 13 for hex_ in bits(standing_factories(f))]
    return out if bound else [ENDING_DECLARING, *out]


def step_declare(f: Field, frame: int) -> int:
    """[AA-7.1] The active faction declares its attacks, one after the other; without any it is not asked.

    Who has declared says so when all is declared: after that dice fall.
    """
    options = list_declare(f)
    if options == [ENDING_DECLARING] and not has_declared(f):
        f.end_part()
        return GO_ON
    list_gifts(f, f.active, options)
    f.options = options
    return f.force.seat[f.active]


def has_declared(f: Field) -> bool:
    """[AA-7.1] Returns whether an attack of the active faction is declared."""
    return any(f.force.faction[order & 255] == f.active for order in f.orders)


def choose_declare(f: Field, action: int) -> None:
    """[AA-7.1] Declares an attack, or ends declaring."""
    if action == TIME_OUT:
        run_out(f)
        return
    kind = action & 31
    if kind == END_DECLARING:
        f.end_part(told=True)
    elif kind == GIVE:
        give(f, f.active, action >> 13 & 511)
    else:
        f.ended = 0
        declare(f, action >> 5 & 255, action >> 13 & 511)


def declare(f: Field, unit: int, hex_: int) -> None:
    """[AA-7.1] Puts an attack at the end of the list; nothing can change it afterwards."""
    f.spent |= 1 << unit
    f.orders = [*f.orders, unit | hex_ << 8]
    if f.events is not None:
        rockets = f.force.rockets[unit] or unit == f.force.v2
        f.events.append(("declared", "AA-7.1", unit, hex_, NONE if rockets else f.at[hex_]))


def run_out(f: Field) -> None:
    """[AA-11.4] The clock has run out: nothing more is moved or declared but the attacks that interceptors owe."""
    f.tell("timed_out", "AA-11.4", f.active)
    for faction in f.force.household[f.active]:
        for unit in f.roster[faction]:
            if has_attack_owed(f, unit):
                declare(f, unit, f.place[f.quarry[unit]])
    while f.stack[-1] & 31 != AT_BATTLES:
        f.stack.pop()
