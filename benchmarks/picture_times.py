"""Measures how long pictures take: `python -m benchmarks.picture_times`.

Draws every example view of every game and prints the slowest as a share of a yardstick, half a million additions, so
that the figure depends little on the machine. Exits with 1 where a picture takes longer than the yardstick.
"""

import sys
from collections.abc import Callable
from functools import partial
from time import process_time

from tests.games.aces_armor import example_views as aces_armor
from tests.games.pocket_battles import example_views as pocket_battles
from tests.games.travel_battle import example_views as travel_battle

from drumhead import load

VIEWS = {
    "pocket-battles": pocket_battles.ALL,
    "travel-battle": travel_battle.ALL,
    "aces-armor": aces_armor.ALL,
}
ROUNDS = 7


def best_time(work: Callable[[], object]) -> float:
    """Returns the least processor time of some rounds of a piece of work, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def half_a_million_additions() -> None:
    """The yardstick."""
    total = 0
    for number in range(500_000):
        total += number


def main() -> int:
    """Prints a line a game."""
    yardstick = best_time(half_a_million_additions)
    slow = 0
    for name, views in VIEWS.items():
        svg = load(name).svg
        shares = {}
        for view, make in views.items():
            made = make()
            svg(made)  # what all pictures of a battle share is drawn once
            shares[view] = best_time(partial(svg, made)) / yardstick
        worst = max(shares, key=lambda view: shares[view])
        slow += shares[worst] >= 1
        print(f"{name:15} slowest picture {shares[worst]:.2f} of the yardstick ({worst}), {len(shares)} views")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
