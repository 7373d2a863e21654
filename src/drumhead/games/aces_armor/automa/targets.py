"""[AA-13.6] Attack priorities: which enemy the Automa attacks, and from which hexes it may."""

from collections.abc import Callable
from typing import Final

from drumhead.games.aces_armor.automa.distance import within_a_move
from drumhead.games.aces_armor.automa.lists import ATTACK, Priority
from drumhead.games.aces_armor.automa.objectives import at_stake
from drumhead.games.aces_armor.box.unit_types import ARMS, ARTILLERY, BOMBER, FATAL, FIGHTER
from drumhead.games.aces_armor.engine.encoding import NO_HEX
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import fixed_hits, suffered
from drumhead.games.aces_armor.rules.declare import can_strike, farthest

Targets = dict[int, int]
"""Enemies, and the hexes from which each may be attacked."""
RETURN_FIRE: Final = "cannot return fire"


def enemies_of(f: Field, team: int) -> list[int]:
    """The enemy units on the map."""
    return [unit for faction in f.force.team_factions[1 - team] for unit in f.roster[faction]]


def can_damage(f: Field, unit: int, enemy: int) -> bool:
    """[AA-13.6, AA-7.2, AA-11.1] Returns whether a unit may attack an enemy, wherever it stands, and damages it."""
    if f.force.air[enemy] and (f.force.rockets[unit] or not f.force.anti_air[unit]):
        return False
    return suffered(f, enemy, fixed_hits(f, unit), defends=True) > 0


def hexes_in_range(f: Field, unit: int, hex_: int) -> int:
    """[AA-7.1, AA-12.2, AA-12.4] The hexes from which a unit shoots at a hex; guns on mountains reach farther."""
    ground, near = f.force.ground, f.force.near[unit]
    found = ground.band(hex_, near, farthest(f, unit, NO_HEX))
    peaks = ground.peaks
    if peaks and f.force.arm[unit] == ARTILLERY:
        found |= peaks & ground.band(hex_, near, farthest(f, unit, peaks.bit_length() - 1))
    return found


def hexes_to_hit(f: Field, unit: int, hex_: int) -> int:
    """[AA-11.1, AA-13.8] The hexes from which a unit hits a hex; rockets hit it by a neighbour as well."""
    found = hexes_in_range(f, unit, hex_)
    if f.force.rockets[unit]:
        for near in f.force.board.neighbours[hex_]:
            found |= hexes_in_range(f, unit, near)
    return found


def targets_from(f: Field, unit: int, ends: int) -> Targets:
    """[AA-13.5, AA-4.2, AA-5.1] The enemies that a unit can damage from hexes where it may end its move."""
    force = f.force
    stands = ends & ~f.closed_factories(force.team[unit])
    if not force.air[unit]:
        stands &= ~f.open_water()
    found = {}
    for enemy in enemies_of(f, force.team[unit]):
        hexes = stands & hexes_to_hit(f, unit, f.place[enemy])
        if hexes and can_damage(f, unit, enemy):
            found[enemy] = hexes
    return found


def targets_anywhere(f: Field, unit: int) -> Targets:
    """[AA-13.5] All enemies that a unit can damage, however far they are."""
    return {
        enemy: hexes_to_hit(f, unit, f.place[enemy])
        for enemy in enemies_of(f, f.force.team[unit])
        if can_damage(f, unit, enemy)
    }


def rank(f: Field, unit: int, targets: Targets) -> tuple[Targets, str]:
    """[AA-13.6] Filters targets by one attack priority after the other; returns what is left, and what narrowed it."""
    letters = ""
    for priority in ATTACK:
        if is_for(f, unit, priority) and (len(targets) > 1 or priority.picks == RETURN_FIRE):
            better = CRITERIA[priority.picks](f, unit, targets)
            if better and better != targets:
                targets = better
                letters += priority.letter
    return targets, letters


def meeting(f: Field, unit: int, targets: Targets, letter: str) -> Targets:
    """[AA-13.4] The targets that meet an attack priority."""
    priority = next(priority for priority in ATTACK if priority.letter == letter)
    return CRITERIA[priority.picks](f, unit, targets)


def is_for(f: Field, unit: int, priority: Priority) -> bool:
    """[AA-13.6] Returns whether a priority is for a unit: for its arm, or for fighters alone."""
    kind = "fighter" if f.force.place_of(unit) == FIGHTER else ""
    return not priority.arms or ARMS[f.force.arm[unit]] in priority.arms or kind in priority.arms


def destroyed(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] a: those that the attack destroys."""
    hits = fixed_hits(f, unit)
    return {
        enemy: hexes
        for enemy, hexes in targets.items()
        if f.damage[enemy] + suffered(f, enemy, hits, defends=True) >= FATAL
    }


def next_to_a_factory(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] b: infantry next to a factory that is neutral or the own side's."""
    beside = f.force.ground.spread(at_stake(f, f.force.team[unit]))
    return {e: hexes for e, hexes in targets.items() if f.force.foot[e] and beside >> f.place[e] & 1}


def without_answer(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] c: those that cannot return fire, attacked from where they cannot."""
    if f.force.rockets[unit]:
        return targets
    found = {}
    for enemy, hexes in targets.items():
        quiet = hexes & ~f.force.ground.around[f.place[enemy]] if can_strike(f, enemy, unit) else hexes
        if quiet:
            found[enemy] = quiet
    return found


def bombers(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] d: bombers."""
    return {e: hexes for e, hexes in targets.items() if f.force.place_of(e) == BOMBER and f.force.air[e]}


def that_can_reach_a_factory(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] e: infantry that comes next to a factory, neutral or the own side's, in its next move."""
    goals = at_stake(f, f.force.team[unit])
    return {
        enemy: hexes
        for enemy, hexes in targets.items()
        if f.force.foot[enemy] and within_a_move(f, enemy, goals) >> f.place[enemy] & 1
    }


def on_a_factory_within_reach(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] f: infantry on an enemy factory that own infantry comes next to in its next move."""
    found = {}
    for enemy, hexes in targets.items():
        here = f.place[enemy]
        if f.force.foot[enemy] and f.force.board.factory_at[here] >= 0:
            own = [one for one in f.roster[f.force.faction[unit]] if f.force.foot[one]]
            if any(within_a_move(f, one, 1 << here) >> f.place[one] & 1 for one in own):
                found[enemy] = hexes
    return found


def attacked_already(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] g: those that were attacked in this turn."""
    return {enemy: hexes for enemy, hexes in targets.items() if f.struck >> enemy & 1}


def most_experienced(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] h: if nobody can return fire, the most experienced."""
    if without_answer(f, unit, targets) != targets:
        return {}
    return lowest(targets, [-f.experience[enemy] for enemy in targets])


def lowest_value(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] i: those of the lowest attack value."""
    return lowest(targets, [f.force.hit[enemy][0] for enemy in targets])


def most_expensive(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] j: those that cost most."""
    return lowest(targets, [-f.force.cost[enemy] for enemy in targets])


def least_experienced(f: Field, unit: int, targets: Targets) -> Targets:
    """[AA-13.6] k: those with the least experience."""
    return lowest(targets, [f.experience[enemy] for enemy in targets])


def lowest(targets: Targets, values: list[int]) -> Targets:
    """The targets whose value is the lowest."""
    least = min(values)
    return {enemy: targets[enemy] for enemy, value in zip(targets, values, strict=True) if value == least}


CRITERIA: Final[dict[str, Callable[[Field, int, Targets], Targets]]] = {
    "destroyed": destroyed,
    "infantry next to a factory": next_to_a_factory,
    RETURN_FIRE: without_answer,
    "bomber": bombers,
    "infantry that can reach a factory": that_can_reach_a_factory,
    "infantry on a factory within reach": on_a_factory_within_reach,
    "attacked already": attacked_already,
    "most experienced without return fire": most_experienced,
    "lowest attack value": lowest_value,
    "most expensive": most_expensive,
    "least experienced": least_experienced,
}
