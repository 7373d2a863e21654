"""[AA-13.5] How far it is in movement points, as the Automa counts: to a hex next to what it is about."""

from collections.abc import Iterator

from drumhead.games.aces_armor.box.unit_types import INFANTRY
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.under_way import barred


def layers_around(f: Field, unit: int, things: int) -> Iterator[tuple[int, int]]:
    """[AA-13.5] By half points, the nearest first: the hexes from which a unit comes next to one of these things.

    Water takes infantry's whole move [AA-4.2], so it counts as many points.
    """
    force, ground = f.force, f.force.ground
    arm = force.arm[unit]
    prices = ground.prices[f.weather][arm]
    if arm == INFANTRY and f.open_water():
        prices = [*prices, (force.speed[unit], f.open_water())]
    left = ground.inside & ~barred(f, unit) | 1 << f.place[unit]
    enterable = sum([priced for _, priced in prices]) | 1 << f.place[unit]
    layers = {0: ground.spread(things) & left & enterable}
    points = last = 0
    while points <= last:
        new = layers.get(points, 0) & left
        if new:
            left ^= new
            yield points, new
            for price, priced in prices:
                near = ground.spread(new & priced) & left
                if near:
                    layers[points + price] = layers.get(points + price, 0) | near
                    last = max(last, points + price)
        points += 1


def nearest(f: Field, unit: int, hexes: int, things: int) -> int:
    """[AA-13.5] Those of some hexes that are nearest to one of these things in points; none where no way leads."""
    for _, layer in layers_around(f, unit, things):
        if layer & hexes:
            return layer & hexes
    return 0


def farthest(f: Field, unit: int, hexes: int, things: int) -> int:
    """[AA-13.6] Those of some hexes that are farthest from the nearest of these things; no way is farthest of all."""
    left = hexes
    for _, layer in layers_around(f, unit, things):
        if not left & ~layer:
            return left
        left &= ~layer
    return left


def within_a_move(f: Field, unit: int, things: int) -> int:
    """[AA-13.4, AA-13.6] The hexes from which a unit comes next to one of these things in one move, or is there."""
    found = 0
    for points, layer in layers_around(f, unit, things):
        if points > f.force.speed[unit]:
            break
        found |= layer
    return found


def points_to(f: Field, unit: int, things: int) -> int:
    """[AA-13.9] The half points from where a unit stands to next to one of these things; -1 if no way leads."""
    for points, layer in layers_around(f, unit, things):
        if layer >> f.place[unit] & 1:
            return points
    return -1
