"""[AA-7.1] What the attacks declared before another may have done by the time it is fought."""

from fractions import Fraction

from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.engine import outcomes
from drumhead.games.aces_armor.engine.encoding import NONE, pack_order, unpack_order
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.rules.combat import engage, is_void, under_rockets
from drumhead.games.aces_armor.rules.combat_math import supporters

Case = tuple[Battle, Fraction]
"""A position that may come about, and how likely it is."""


def involved(b: Battle, unit: int, hex_: int) -> set[int]:
    """[AA-8.3, AA-11.1] The units that an attack is about: attacker, target or all under the rockets, supporters."""
    found = {unit}
    if b.force.rockets[unit]:
        found.update(under_rockets(b, hex_))
    elif b.at[hex_] != NONE:
        found.add(b.at[hex_])
        if unit != b.force.v2:
            found.update(supporters(b, unit, hex_))
    return found


def foreseen(b: Battle, unit: int, hex_: int) -> list[Case]:
    """[AA-7.1] The positions in which an attack may be fought; the present one where nothing before it matters."""
    matters = involved(b, unit, hex_)
    orders: list[int] = []
    for order in reversed(b.orders):
        others = involved(b, *unpack_order(order))
        if others & matters:
            matters |= others
            orders.insert(0, order)
    cases: list[Case] = [(b, Fraction(1))]
    for place, order in enumerate(orders, 1):
        later = set().union(*(_fighters(b, order) for order in orders[place:]), _fighters(b, pack_order(unit, hex_)))
        merged: dict[tuple[int, ...], Case] = {}
        for before, chance in cases:
            for after, part in fought(before, order):
                key = _key(after, matters, later)
                known = merged.get(key)
                merged[key] = (after, chance * part) if known is None else (known[0], known[1] + chance * part)
        cases = list(merged.values())
    return cases


def _fighters(b: Battle, order: int) -> set[int]:
    """The attacker of an attack and those that it may hurt."""
    unit, hex_ = unpack_order(order)
    hurt = under_rockets(b, hex_) if b.force.rockets[unit] else [b.at[hex_]]
    return {unit, *hurt} - {NONE}


def _key(b: Battle, matters: set[int], later: set[int]) -> tuple[int, ...]:
    """What of a position the attacks to come depend on: all of who fights again, of others whether they are there."""
    key = [int(b.has_ended())]
    for unit in sorted(matters):
        key += (b.place[unit], b.damage[unit], b.experience[unit]) if unit in later else (b.place[unit],)
    return tuple(key)


def fought(b: Battle, order: int) -> list[Case]:
    """[AA-8.6] The positions after an attack is fought, with their exact chances."""
    unit, hex_ = unpack_order(order)
    if b.has_ended() or is_void(b, unit, hex_):
        return [(b, Fraction(1))]
    now = b.clone()
    engage(now, unit, hex_)
    fight = now.pending().kind
    if fight.enter(now, now.stack[-1]) != CHANCE:
        return [(now, Fraction(1))]
    weights = outcomes.merged(now)
    whole = sum(weight for _, weight in weights)
    found = []
    for outcome, weight in weights:
        after = now.clone()
        fight.choose(after, outcome)
        found.append((after, Fraction(weight, whole)))
    return found
