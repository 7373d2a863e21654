"""The Automa's priorities in a person's seat: what it would decide, within the phases of a turn."""

from collections.abc import Callable
from random import Random
from typing import Final

from drumhead.games.aces_armor.automa.distance import points_to
from drumhead.games.aces_armor.automa.interception import chosen
from drumhead.games.aces_armor.automa.lists import ORDERS
from drumhead.games.aces_armor.automa.objectives import capturable_factories
from drumhead.games.aces_armor.automa.orders import Intent, attack, foremost, group_of
from drumhead.games.aces_armor.automa.purchases import sites, wishes
from drumhead.games.aces_armor.automa.turn import HEX, Act
from drumhead.games.aces_armor.box.unit_types import FATAL, team_of
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import (
    ATTACK,
    BUY,
    ENDING_DECLARING,
    ENDING_MONEY,
    ENDING_MOVEMENT,
    FLAG_TEAM,
    INTERCEPT,
    LETTING_PASS,
    MOVE,
    NEUTRAL,
    NONE,
    TOKENS,
    bits,
    pack,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat import is_void, under_rockets
from drumhead.games.aces_armor.rules.combat_math import fixed_hits, suffered
from drumhead.games.aces_armor.rules.declare import has_attack_owed, standing_factories
from drumhead.games.aces_armor.rules.economy import free_unit
from drumhead.games.aces_armor.rules.interception import has_way_left
from drumhead.games.aces_armor.rules.movement import interrupting, way_past
from drumhead.games.aces_armor.rules.setup import to_lay

_BY_A_OR_B: Final = next(order for order in ORDERS["infantry"] if order.by)
_ANYBODY: Final = ORDERS["others"][0]


def advise(f: Field, rng: Random) -> int:
    """What the Automa would decide for the deciding seat; where its rules are silent, anything. It may change `f`."""
    return ADVICE.get(f.stack[-1] & 31, anything)(f, rng)


def anything(f: Field, rng: Random) -> int:
    """Any of the options."""
    return rng.choice(f.options)


def first_option(f: Field, rng: Random) -> int:
    """[AA-6.1, AA-9.4] The way past the fewest enemies; coins are kept, because no rule tells it to give any."""
    return f.options[0]


def lay(f: Field, rng: Random) -> int:
    """[AA-13.2] Lays 2 units on each of the first two tokens and the rest on the third, in any order; of two sets 4."""
    faction = f.force.faction[to_lay(f, f.stack[-1] >> 5)]
    laid = [f.army[unit] for unit in range(f.force.first[faction], f.force.last[faction])]
    most = 2 * (len(f.force.at_start[faction]) // 6)
    left = len(f.force.at_start[faction]) + f.picked[faction] - f.laid[faction]
    room = [max(0, most - laid.count(token)) for token in range(TOKENS - 1)]
    room.append(max(0, left - sum(room)))
    tokens = [action >> 13 & 511 for action in f.options]
    weights = [room[token] for token in tokens]
    return rng.choices(f.options, weights if any(weights) else None)[0]


def place(f: Field, rng: Random) -> int:
    """[AA-13.2] Places any unit, on the number or clockwise from the top."""
    unit = rng.choice(f.options) >> 5 & 255
    return next(action for action in f.options if action >> 5 & 255 == unit)


def decide(f: Field, unit: int, rng: Random, intent: Intent | None = None) -> tuple[int, int]:
    """[AA-13.6] Where a unit goes and which hex it attacks (-1: none), lots drawn at once."""
    act = Act(f, 0)
    act.unit = unit
    if intent is not None:
        act.intend(intent)
    act.begin()
    while act.stage != HEX:
        act.settle(rng.choice(act.options()), lots=True)
    target = act.hex if act.intent.attacks else -1
    return rng.choice(act.options()), target


def move(f: Field, rng: Random) -> int:
    """[AA-13.3, AA-13.4, AA-13.5] Moves the next unit that has somewhere to go; then ends the phase."""
    waiting = [unit for unit in f.roster[f.active] if not f.moved >> unit & 1 and unit != f.force.v2]
    while waiting:
        unit = rng.choice(foremost(f, waiting))
        hex_, _ = decide(f, unit, rng)
        if hex_ != f.place[unit]:
            return towards(f, unit, hex_)
        waiting.remove(unit)
    return ENDING_MOVEMENT


def towards(f: Field, unit: int, hex_: int) -> int:
    """[AA-6.1, AA-13.5] Goes to a hex, past the fewest enemies, up to where it may be stopped first."""
    if f.force.by_hex:
        halts = interrupting(f, unit)
        for step in way_past(f, unit, hex_):
            if halts >> step & 1:
                return pack(MOVE, unit, step)
    return pack(MOVE, unit, hex_)


def advance(f: Field, rng: Random) -> int:
    """[AA-13.4, AA-13.5] Goes on with a move that was not stopped, or halts."""
    unit = f.stack[-1] >> 5 & 255
    hex_, _ = decide(f, unit, rng)
    if hex_ != f.place[unit]:
        return towards(f, unit, hex_)
    return f.options[0]


def watch(f: Field, rng: Random) -> int:
    """[AA-13.10] Intercepts with the units that the Automa would."""
    mover = f.stack[-1] >> 13 & 511
    units = [action >> 5 & 255 for action in f.options if action & 31 == INTERCEPT]
    stops = chosen(f, units, mover, has_way_left=has_way_left(f, mover))
    return pack(INTERCEPT, stops[0]) if stops else LETTING_PASS


def declare(f: Field, rng: Random) -> int:
    """[AA-6.3, AA-13.3, AA-13.6] Declares what is owed, then the next attack, as if those declared had been fought."""
    for unit in f.roster[f.active]:
        if has_attack_owed(f, unit):
            return pack(ATTACK, unit, f.place[f.quarry[unit]])
    foresee(f)
    waiting = [unit for unit in f.roster[f.active] if not f.spent >> unit & 1 and unit != f.force.v2]
    for unit in sorted(waiting, key=lambda unit: group_of(f, unit)):
        f.moved |= 1 << unit
        intent = aim(f, unit)
        if intent is not None:
            return pack(ATTACK, unit, decide(f, unit, rng, intent)[1])
    if f.force.v2 != NONE and f.force.faction[f.force.v2] == f.active and not f.spent >> f.force.v2 & 1:
        return launch(f, rng)
    return ENDING_DECLARING


def aim(f: Field, unit: int) -> Intent | None:
    """[AA-13.4, AA-13.5] What a unit attacks from where it stands; infantry on its way to a factory only by a or b."""
    here = 1 << f.place[unit]
    if not f.force.foot[unit]:
        return attack(f, unit, here, _ANYBODY)
    goals = capturable_factories(f, f.force.team[unit])
    bound = goals and points_to(f, unit, goals) >= 0
    return attack(f, unit, here, _BY_A_OR_B if bound else _ANYBODY)


def foresee(f: Field) -> None:
    """[AA-7.1, AA-13.7] Fights the attacks declared so far with fixed hits, attackers unharmed."""
    for order in f.orders:
        unit, hex_ = order & 255, order >> 8
        if unit == f.force.v2 or is_void(f, unit, hex_):
            continue
        for enemy in under_rockets(f, hex_) if f.force.rockets[unit] else [f.at[hex_]]:
            f.damage[enemy] += suffered(f, enemy, fixed_hits(f, unit), defends=True)
            f.struck |= 1 << enemy
            if f.damage[enemy] >= FATAL:
                f.take_off(enemy)


def launch(f: Field, rng: Random) -> int:
    """[AA-12.1] Fires the V2 at an enemy factory, else at a neutral one; the Automa has no rule for it."""
    flags = {hex_: f.flag[f.force.board.factory_at[hex_]] for hex_ in bits(standing_factories(f))}
    enemy = [hex_ for hex_, flag in flags.items() if FLAG_TEAM[flag] == 1 - team_of(f.active)]
    at = enemy or [hex_ for hex_, flag in flags.items() if flag == NEUTRAL]
    return pack(ATTACK, f.force.v2, rng.choice(at)) if at else ENDING_DECLARING


def spend(f: Field, rng: Random) -> int:
    """[AA-13.9] Buys what the Automa would, where it would."""
    places, _ = wishes(f, f.active)
    hexes = sites(f, f.active)
    if not places or not hexes:
        return ENDING_MONEY
    place_ = rng.choice(places)
    if f.force.cost[free_unit(f, f.active, place_)] > f.coins[f.force.purse[f.active]]:
        return ENDING_MONEY
    return pack(BUY, place_, rng.choice(hexes))


ADVICE: Final[dict[int, Callable[[Field, Random], int]]] = {
    encoding.AT_LAY: lay,
    encoding.AT_PLACE: place,
    encoding.AT_MOVE: move,
    encoding.AT_WAY: first_option,
    encoding.AT_ADVANCE: advance,
    encoding.AT_INTERCEPT: watch,
    encoding.AT_DECLARE: declare,
    encoding.AT_MONEY: spend,
    encoding.AT_GIFT: first_option,
}
