"""Chapters 4 to 6: a unit on its way, hex by hex: friends, tokens, factories, and who may stop it."""

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.box.unit_types import ALLIES
from drumhead.games.aces_armor.engine.encoding import (
    ARRIVES,
    AT_ADVANCE,
    AT_AUTOMA,
    AT_WALK,
    AUTOMA_STOPPED,
    CUT_SHORT,
    FLAG_TEAM,
    FROST,
    GOES_ON,
    NONE,
    RUINED,
    WAITING,
    bits,
    step,
    unmarch,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.interception import ask, seen_by_enemies
from drumhead.games.aces_armor.rules.under_way import footing, taken
from drumhead.games.aces_armor.rules.victory import check_factories, check_shore, check_units


def marched(f: Field, action: int) -> list[int]:
    """The hexes of a march, up to where it would leave the map."""
    unit, ways = unmarch(action)
    hex_, _ = footing(f, unit)
    path = []
    for way in ways:
        hex_ = f.force.ground.next[hex_][way]
        if hex_ < 0:
            return []
        path.append(hex_)
    return path


def set_out(f: Field, unit: int, path: list[int], points: int = 0, *, again: bool = False) -> None:
    """[AA-4.4, AA-5.1] Begins a move along a path, or goes on with one; occupying takes the unit's attack.

    `again` says whether the mover decides again at its end. A way that is announced is told as a whole.
    """
    f.moved |= 1 << unit
    f.path = path
    if f.force.by_hex:
        f.stack.append(step(AT_WALK, unit, points, GOES_ON if again else ARRIVES))
        return
    tell_move(f, unit, f.place[unit], path)
    f.stack.append(step(AT_WALK, unit))


def tell_move(f: Field, unit: int, before: int, path: list[int]) -> None:
    """[AA-4.1, AA-13.3] Reports the hexes that a unit enters, and where nobody decided it that the Automa did."""
    if f.events is not None:
        if f.force.is_automa(f.force.faction[unit]):
            f.events.append(("automa_acted", "AA-13.3"))
        f.events.append(("move", _priced_by(f, unit, path), unit, before, tuple(path)))


def _priced_by(f: Field, unit: int, path: list[int]) -> str:
    """The clause that a move falls under."""
    ground = f.force.ground
    if f.closed_factories(f.force.team[unit]) >> path[-1] & 1:
        return "AA-5.1"
    if f.force.air[unit]:
        return "AA-4.3"
    return "AA-4.2" if ground.water >> path[-1] & 1 and f.weather != FROST else "AA-4.1"


def step_walk(f: Field, frame: int) -> int:
    """[AA-4.5, AA-6.1, AA-12.1, AA-12.3] Enters the next hex: over a friend or a token nobody intercepts."""
    unit = frame >> 5 & 255
    force = f.force
    team = force.team[unit]
    if force.by_hex:
        return walk_on(f, frame)
    while f.path:
        hex_ = f.path[0]
        f.path = f.path[1:]
        if team == ALLIES and f.tokens & force.ground.around[hex_]:
            turn_tokens(f, f.tokens & force.ground.around[hex_])
        if f.tokens >> hex_ & 1 or (f.at[hex_] != NONE and force.team[f.at[hex_]] == team):
            continue
        if enter(f, unit, hex_):
            return GO_ON
        if ask(f, unit):
            return GO_ON
    arrive(f)
    return GO_ON


def walk_on(f: Field, frame: int) -> int:
    """[AA-6.1, AA-12.1] Goes on to the next hex where something may happen, and asks others there; no more is told.

    Over a friend tokens are turned too: there the mover decides at once, because it cannot stay.
    """
    unit, left = frame >> 5 & 255, frame >> 13 & 511
    path = f.path
    if not path:
        arrive(f)
        return GO_ON
    force, around = f.force, f.force.ground.around
    team = force.team[unit]
    count = _leg(f, unit, path)
    tell_move(f, unit, f.place[unit], path[:count])
    f.path = path[count:]
    price = force.ground.price[f.weather][force.arm[unit]]
    for hex_ in path[:count]:
        left = max(0, left - price[hex_])
        f.stack[-1] = step(AT_WALK, unit, left, frame >> 22 & 511)
        if team == ALLIES and f.tokens & around[hex_]:
            turn_tokens(f, f.tokens & around[hex_])
            if taken(f, unit) >> hex_ & 1:
                f.path = []
                f.stack[-1] = step(AT_ADVANCE, unit, hex_, left)
                return GO_ON
        if taken(f, unit) >> hex_ & 1:
            continue
        if enter(f, unit, hex_) or ask(f, unit):
            return GO_ON
    return GO_ON


def _leg(f: Field, unit: int, path: list[int]) -> int:
    """[AA-6.1, AA-12.1] How many hexes of a way are entered until somebody may intercept, or a token is turned."""
    team = f.force.team[unit]
    seen = seen_by_enemies(f, unit) & ~(f.held(team) | f.tokens)
    if team == ALLIES and f.tokens:
        seen |= f.force.ground.spread(f.tokens)
    for index, hex_ in enumerate(path):
        if seen >> hex_ & 1:
            return index + 1
    return len(path)


def arrive(f: Field) -> None:
    """[AA-4.4, AA-13.5] A way is walked: the mover goes on if it may, and the Automa learns if it was cut short."""
    frame = f.stack.pop()
    unit, left, then = frame >> 5 & 255, frame >> 13 & 511, frame >> 22 & 511
    if then == GOES_ON and left:
        f.stack.append(step(AT_ADVANCE, unit, f.place[unit], left))
    elif then == CUT_SHORT and f.stack[-1] & 31 == AT_AUTOMA:
        f.stack[-1] |= AUTOMA_STOPPED


def enter(f: Field, unit: int, hex_: int) -> bool:
    """[AA-5.1, AA-6.4, AA-12.3] Puts a unit on the next hex of its way; returns whether that decides the battle."""
    force = f.force
    index = force.board.factory_at[hex_]
    if index >= 0 and f.flag[index] != RUINED and FLAG_TEAM[f.flag[index]] != force.team[unit]:
        return occupy(f, unit, hex_, index)
    f.put(unit, hex_)
    return check_shore(f, unit)


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
    f.clear_caches()
    f.tell("occupied", "AA-5.1", unit, hex_, before)
    return check_factories(f, f.force.team[unit]) or (inside != NONE and check_units(f))


def turn_tokens(f: Field, near: int) -> None:
    """[AA-12.1] Turns grey tokens: blanks are taken away; the V2 stays, and takes all the others away."""
    v2 = f.force.v2
    f.clear_caches()
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
