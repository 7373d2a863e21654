"""[AA-13.6] Movement priorities: which hex the Automa goes to, of those that serve its order equally."""

from collections.abc import Callable
from typing import Final

from drumhead.games.aces_armor.automa.distance import farthest, nearest
from drumhead.games.aces_armor.automa.lists import MOVE
from drumhead.games.aces_armor.automa.targets import enemies_of, is_for
from drumhead.games.aces_armor.engine.encoding import bits
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.flood import flood
from drumhead.games.aces_armor.rules.under_way import barred


def best_hexes(f: Field, unit: int, hexes: int) -> tuple[int, str]:
    """[AA-13.6] Filters hexes by one movement priority after the other; returns what is left, and what narrowed it."""
    letters = ""
    for priority in MOVE:
        if hexes & hexes - 1 and is_for(f, unit, priority):
            better = CRITERIA[priority.picks](f, unit, hexes)
            if better and better != hexes:
                hexes = better
                letters += priority.letter
    return hexes, letters


def own_others(f: Field, unit: int) -> list[int]:
    """The hexes of the other units of a unit's faction."""
    return [f.place[own] for own in f.roster[f.force.faction[unit]] if own != unit]


def enemy_hexes(f: Field, unit: int) -> list[int]:
    """The hexes of a unit's enemies."""
    return [f.place[enemy] for enemy in enemies_of(f, f.force.team[unit])]


def far_from_enemies(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] a: farthest in points from the nearest enemy."""
    return farthest(f, unit, hexes, f.held(1 - f.force.team[unit]))


def by_a_road(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] b: on a road or bridge, or next to one."""
    ground = f.force.ground
    return hexes & (ground.roads | ground.spread(ground.roads))


def in_forest(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] c: forest."""
    return hexes & f.force.ground.forest


def hexes_from_enemies(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] d: farthest in hexes from the nearest enemy."""
    return closest(f, hexes, enemy_hexes(f, unit), sign=-1)


def hexes_to_own(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] e: nearest in hexes to the next own unit."""
    return closest(f, hexes, own_others(f, unit), sign=1)


def points_to_next(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6] f: nearest in points to the next own unit; by an option to the next enemy."""
    others = enemy_hexes(f, unit) if f.force.setup.near_enemy else own_others(f, unit)
    return nearest(f, unit, hexes, sum([1 << hex_ for hex_ in others]))


def near_origin(f: Field, unit: int, hexes: int) -> int:
    """[AA-13.6, AA-4.2, AA-5.1] g: nearest to where it stood, in points, then in hexes; a whole move is farthest."""
    force, ground = f.force, f.force.ground
    here = f.place[unit]
    passable = ground.inside & ~barred(f, unit)
    layers, _ = flood(ground, here, force.speed[unit], ground.prices[f.weather][force.arm[unit]], passable, 0)
    near = next((layer & hexes for layer in layers if layer & hexes), hexes)
    return closest(f, near, [here], sign=1)


def closest(f: Field, hexes: int, others: list[int], *, sign: int) -> int:
    """The hexes that are the fewest hexes from the nearest of some others; with the sign -1, the most."""
    if not others:
        return 0
    distance = f.force.board.distance
    apart = {hex_: sign * min([distance[hex_][other] for other in others]) for hex_ in bits(hexes)}
    least = min(apart.values())
    return sum([1 << hex_ for hex_, steps in apart.items() if steps == least])


CRITERIA: Final[dict[str, Callable[[Field, int, int], int]]] = {
    "farthest from an enemy in points": far_from_enemies,
    "by a road": by_a_road,
    "forest": in_forest,
    "farthest from an enemy in hexes": hexes_from_enemies,
    "nearest to an own unit in hexes": hexes_to_own,
    "nearest to the next unit in points": points_to_next,
    "nearest to where it came from": near_origin,
}
