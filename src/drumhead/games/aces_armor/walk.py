"""Chapters 4 to 6: a unit on its way, hex by hex: friends, tokens, factories, and who may stop it."""

from drumhead.games.aces_armor.codes import AT_WALK, FROST, GO_ON, NEUTRAL, NONE, WAITING, bits, step, unmarch
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.interception import ask
from drumhead.games.aces_armor.mats import ALLIES
from drumhead.games.aces_armor.victory import check_factories, check_shore, check_units


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


def step_walk(f: Field, frame: int) -> int:
    """[AA-4.5, AA-6.1, AA-12.1, AA-12.3] Enters the next hex: over a friend or a token nobody intercepts."""
    unit = frame >> 5 & 255
    force = f.force
    team = force.team[unit]
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
    f.stack.pop()
    return GO_ON


def enter(f: Field, unit: int, hex_: int) -> bool:
    """[AA-5.1, AA-6.4, AA-12.3] Puts a unit on the next hex of its way; says whether that decides the battle."""
    force = f.force
    index = force.board.factory_at[hex_]
    if index >= 0 and (f.flag[index] == NEUTRAL or f.flag[index] & 1 != force.team[unit]):
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
    f.forget_reach()
    f.tell("occupied", "AA-5.1", unit, hex_, before)
    return check_factories(f, f.force.team[unit]) or (inside != NONE and check_units(f))


def turn_tokens(f: Field, near: int) -> None:
    """[AA-12.1] Turns grey tokens: blanks are taken away; the V2 stays, and takes all the others away."""
    v2 = f.force.v2
    f.forget_reach()
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
