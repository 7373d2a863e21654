"""[AA-13.4, AA-13.5] Orders: what a unit of the Automa does, the first on its list that it can."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from drumhead.games.aces_armor.automa.distance import nearest, points_to, within_a_move
from drumhead.games.aces_armor.automa.hexes import closest
from drumhead.games.aces_armor.automa.lists import ATTACK, ORDERS, Order
from drumhead.games.aces_armor.automa.objectives import capturable_factories, foot_of, undefended_factories
from drumhead.games.aces_armor.automa.targets import (
    Targets,
    hexes_in_range,
    meeting,
    rank,
    targets_anywhere,
    targets_from,
)
from drumhead.games.aces_armor.box.unit_types import AIRCRAFT, ARTILLERY, REGULAR, TANK
from drumhead.games.aces_armor.engine.encoding import NONE, bits
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.flood import reached_from
from drumhead.games.aces_armor.rules.combat import under_rockets
from drumhead.games.aces_armor.rules.combat_math import fixed_hits, suffered
from drumhead.games.aces_armor.rules.movement import reach_of
from drumhead.games.aces_armor.rules.under_way import barred, footing, is_under_way, taken


@dataclass(slots=True)
class Intent:
    """What a unit is about to do: its order, the best targets, and the hexes that serve it where there is no target."""

    orders: tuple[Order, ...] = ()
    """The order, below the one that led to it; none for a unit that is bound, or can do nothing."""
    hexes: int = 0
    targets: Targets = field(default_factory=dict)
    letters: str = ""
    """The attack priorities that narrowed the targets."""
    attacks: bool = False
    """Whether it attacks its target, from one of the hexes of that target; else it goes towards it."""


def ends(f: Field, unit: int) -> int:
    """[AA-4.4, AA-4.5] The hexes where a unit may end: where it stands, and what it reaches if it has not moved."""
    here = 1 << f.place[unit]
    if is_under_way(f, unit):
        start, points = footing(f, unit)
        force = f.force
        return (
            reached_from(force.ground, start, points, f.weather, force.arm[unit], barred(f, unit)) & ~taken(f, unit)
            | here
        )
    if f.moved >> unit & 1:
        return here
    return reach_of(f, unit) & ~(f.held(f.force.team[unit]) | f.tokens) | here


def intend(f: Field, unit: int) -> Intent:
    """[AA-13.4, AA-13.5, AA-6.3] What a unit does: what binds it, or the first order on its list that it can follow."""
    if f.quarry[unit] != NONE:
        return Intent(targets={f.quarry[unit]: 1 << f.place[unit]}, attacks=True)
    return first_of(f, unit, "infantry" if f.force.foot[unit] else "others", ends(f, unit))


def first_of(f: Field, unit: int, name: str, free: int) -> Intent:
    """[AA-13.4, AA-13.5] The first order of a list that can be followed; a unit that can follow none stays."""
    for order in ORDERS[name]:
        intent = FOLLOWERS[order.does](f, unit, free, order)
        if intent is not None:
            intent.orders = (order, *intent.orders)
            return intent
    return Intent(hexes=1 << f.place[unit])


def occupy(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4] 1: takes a factory that no enemy infantry stands next to."""
    hexes = free & undefended_factories(f, f.force.team[unit])
    return Intent(hexes=hexes) if hexes else None


def factories_to_approach(f: Field, unit: int) -> int:
    """[AA-13.4] The factories to go to: not where other own infantry is already, unless enemy infantry is there too."""
    around = f.force.ground.around
    own = sum([1 << f.place[one] for one in f.roster[f.force.faction[unit]] if f.force.foot[one] and one != unit])
    enemies = foot_of(f, 1 - f.force.team[unit])
    return sum(
        [
            1 << hex_
            for hex_ in bits(capturable_factories(f, f.force.team[unit]))
            if around[hex_] & enemies or not around[hex_] & own
        ]
    )


def factories_left_to_approach(f: Field, unit: int) -> int:
    """[AA-13.4, AA-1.5] The factories to go to; none for infantry that stands next to one that it cannot take by 1."""
    goals = factories_to_approach(f, unit)
    beside = goals & f.force.ground.around[f.place[unit]]
    if f.moved >> unit & 1 or not beside:
        return goals
    return goals & ~beside if f.force.first_rulings else 0


def come_next_to_a_factory(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4] 2: goes next to a factory; who stands next to one has done so."""
    hexes = free & f.force.ground.spread(factories_left_to_approach(f, unit)) & ~f.closed_factories(f.force.team[unit])
    return Intent(hexes=hexes) if hexes else None


def come_near_a_factory(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4] 3: goes where 2 is possible in the next turn."""
    goals = factories_left_to_approach(f, unit)
    if not goals:
        return None
    moves = free if f.moved >> unit & 1 else free & ~(1 << f.place[unit])
    hexes = moves & within_a_move(f, unit, goals)
    return Intent(hexes=hexes) if hexes else None


def attack(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4, AA-13.5] Moves into range and attacks the best target; infantry's 4 one that meets a, or else b."""
    targets = targets_from(f, unit, free)
    met = ""
    if order.by:
        met, targets = next(
            ((letter, some) for letter in order.by if (some := meeting(f, unit, targets, letter))), ("", {})
        )
    if not targets:
        return None
    best, letters = rank(f, unit, targets)
    return Intent(targets=best, letters=met + letters.replace(met, ""), attacks=True)


def approach_a_factory(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4] 5: goes towards the nearest factory. It attacks nobody: by a or b it would have done so by 4."""
    team = f.force.team[unit]
    apart = {hex_: points_to(f, unit, 1 << hex_) for hex_ in bits(capturable_factories(f, team))}
    least = min([points for points in apart.values() if points >= 0], default=-1)
    if least < 0:
        return None
    things = sum([1 << hex_ for hex_, points in apart.items() if points == least])
    hexes = nearest(f, unit, free & ~f.closed_factories(team), things)
    stuck = hexes >> f.place[unit] & 1 and least and not f.moved >> unit & 1
    return None if stuck else Intent(hexes=hexes)


def as_tanks(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.4] 6: does as tanks do."""
    return first_of(f, unit, "others", free)


def approach_a_target(f: Field, unit: int, free: int, order: Order) -> Intent | None:
    """[AA-13.5] 2: goes as near as possible to the best target of all."""
    targets = targets_anywhere(f, unit)
    if not targets:
        return None
    best, letters = rank(f, unit, targets)
    return Intent(targets=best, letters=letters)


FOLLOWERS: Final[dict[str, Callable[[Field, int, int, Order], Intent | None]]] = {
    "occupy": occupy,
    "come next to a factory": come_next_to_a_factory,
    "come near a factory": come_near_a_factory,
    "attack": attack,
    "approach a factory": approach_a_factory,
    "as tanks": as_tanks,
    "approach a target": approach_a_target,
}


def hexes_towards(f: Field, unit: int, target: int) -> int:
    """[AA-13.5] The hexes nearest to a target in points, then in hexes; where no way leads the unit stays."""
    free = ends(f, unit) & ~f.closed_factories(f.force.team[unit])
    near = nearest(f, unit, free, 1 << f.place[target]) or 1 << f.place[unit]
    return closest(f, near, [f.place[target]], sign=1)


def blasts(f: Field, unit: int, target: int, hexes: int) -> list[int]:
    """[AA-13.8] Where rockets hit a target: where they damage most enemies, of these fewest of the own side."""
    here = f.place[target]
    found = {
        hex_: harm(f, unit, hex_)
        for hex_ in (here, *f.force.board.neighbours[here])
        if hexes_in_range(f, unit, hex_) & hexes
    }
    least = min(found.values())
    return [hex_ for hex_, value in found.items() if value == least]


def harm(f: Field, unit: int, hex_: int) -> tuple[int, int]:
    """[AA-13.8] The enemies that rockets damage at a hex, counted down, and the units of the own side, counted up."""
    hits = fixed_hits(f, unit)
    team = f.force.team[unit]
    hurt = [f.force.team[o] for o in under_rockets(f, hex_) if o != unit and suffered(f, o, hits, defends=True)]
    return -hurt.count(1 - team), hurt.count(team)


# Whose turn it is.


def group_of(f: Field, unit: int) -> int:
    """[AA-13.3] The place of a unit in the order: regular and special infantry, artillery, aircraft, tanks."""
    if f.force.foot[unit]:
        return 0 if f.force.place_of(unit) == REGULAR else 1
    return {ARTILLERY: 2, AIRCRAFT: 3, TANK: 4}[f.force.arm[unit]]


def foremost(f: Field, units: list[int]) -> list[int]:
    """[AA-13.3] Who acts first: in the first group, by the higher order, then by the higher attack priority."""
    first = min([group_of(f, unit) for unit in units])
    group = [unit for unit in units if group_of(f, unit) == first]
    if len(group) == 1:
        return group
    ranks = [urgency(f, unit) for unit in group]
    return [unit for unit, place in zip(group, ranks, strict=True) if place == min(ranks)]


def urgency(f: Field, unit: int) -> tuple[list[int], int]:
    """[AA-13.3] How high a unit's order stands, and the first attack priority that its target meets."""
    intent = intend(f, unit)
    letter = len(ATTACK)
    if intent.attacks and intent.orders:
        some = dict([next(iter(intent.targets.items()))])
        letter = next((place for place, p in enumerate(ATTACK) if meeting(f, unit, some, p.letter)), letter)
    return [order.number for order in intent.orders], letter
