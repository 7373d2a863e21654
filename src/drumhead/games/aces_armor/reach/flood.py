"""What a unit reaches at what price: floods of sets of hexes, price by price, as long numbers.

Only the hex that is entered is paid for [AA-4.1]: whoever comes next to a hex first also enters it at the least price.
"""

from drumhead.games.aces_armor.box.terrain import Ground
from drumhead.games.aces_armor.reach.flood60 import reached60, reached_until60, reaches60

Prices = list[tuple[int, int]]
"""What is paid in half points, and the hexes where it is."""


def flood(
    ground: Ground, start: int, points: int, prices: Prices, passable: int, watched: int
) -> tuple[list[int], list[int]]:
    """[AA-4.1, AA-6.1] By price, the hexes reached unseen, and the watched ones that are entered from these."""
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    entered = layers[:]
    layers[0] = 1 << start
    left = passable & ~layers[0]
    for paid in range(points):
        new = layers[paid]
        if not new:
            continue
        # The hexes around these, as in Ground.spread, written out because nothing is asked more often.
        beside = (new & not_last) << 1 | (new & not_first) >> 1
        near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
        if not near:
            continue
        left ^= near
        seen = near & watched
        if seen:
            near ^= seen
            for price, priced in prices:
                entered[paid + price] |= seen & priced
        for price, priced in prices:
            layers[paid + price] |= near & priced
    del layers[points + 1 :], entered[points + 1 :]
    return layers, entered


def reached_from(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, goal: int = -1) -> int:
    """[AA-4.1] All hexes that are reached at any price; with a goal that is a hex, it stops beside it."""
    if ground.flood_map is not None:
        return reached60(ground.flood_map, start, points, ground.flood_map.prices[weather][arm], barred, goal)
    prices = ground.prices[weather][arm]
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    layers[0] = new = 1 << start
    left = ground.inside & ~(barred | new)
    for paid in range(points):
        new = layers[paid]
        if new:
            beside = (new & not_last) << 1 | (new & not_first) >> 1
            near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
            if near:
                left ^= near
                for price, priced in prices:
                    layers[paid + price] |= near & priced
                if goal >= 0 and near >> goal & 1:
                    break
    layers[0] = 0
    return united(layers[: points + 1])


def reaches(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, goal: int) -> bool:
    """[AA-4.1] Returns whether a hex is reached at any price."""
    if ground.flood_map is not None:
        return reaches60(ground.flood_map, start, points, ground.flood_map.prices[weather][arm], barred, goal)
    return reached_from(ground, start, points, weather, arm, barred, goal) >> goal & 1 == 1


def reached_until(ground: Ground, start: int, points: int, weather: int, arm: int, barred: int, halts: int) -> int:
    """[AA-4.1, AA-6.1] All hexes that are reached without leaving one of `halts` that was entered."""
    if ground.flood_map is not None:
        return reached_until60(ground.flood_map, start, points, ground.flood_map.prices[weather][arm], barred, halts)
    prices = ground.prices[weather][arm]
    wide, odd, even = ground.width, ground.odd, ground.even
    not_last, not_first = ground.not_last, ground.not_first
    layers = [0] * (points + 5)
    layers[0] = new = 1 << start
    left = ground.inside & ~(barred | new)
    on = ~halts | new
    found = 0
    for paid in range(points):
        found |= layers[paid]
        new = layers[paid] & on
        if new:
            beside = (new & not_last) << 1 | (new & not_first) >> 1
            near = (new << wide | new >> wide | beside | (beside & odd) >> wide | (beside & even) << wide) & left
            if near:
                left ^= near
                for price, priced in prices:
                    layers[paid + price] |= near & priced
    return (found | layers[points]) & ~(1 << start)


def united(layers: list[int]) -> int:
    """All hexes of all layers."""
    found = 0
    for layer in layers:
        found |= layer
    return found
