"""Small endings, for opponents to be measured against what is exactly right."""

from random import Random
from typing import Final

from drumhead.games.travel_battle.engine.encoding import SIDE
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID, bits
from drumhead.games.travel_battle.text.names import KEYS, LETTERS

NEAR: Final = 2
"""How far from the middle of an ending its pieces stand at most."""
TURNED: Final = 0.15
FORMED: Final = 0.3
"""How often a unit is turned, and how often one on foot is in square formation."""


def written_ending(rng: Random) -> str:
    """The beginning of a turn with one or two units of one brigade on each side, near each other, as text."""
    boards = [f"{board}{rng.choice((0, 90, 180, 270))}" for board in rng.sample(BOARDS, 2)]
    places = bits(GRID.within(rng.randrange(GRID.count), NEAR))
    rng.shuffle(places)
    parts = [f"boards {' '.join(boards)}"]
    for seat in (0, 1):
        units = rng.sample(range(seat * SIDE + 3, seat * SIDE + SIDE), rng.choice((1, 1, 2)))
        leader, *others = [f"{KEYS[piece]}@{GRID.names[places.pop()]}" for piece in (seat * SIDE, *units)]
        parts.append(f"{leader} leads {' '.join(other + _mark(rng) for other in others)}")
    return "; ".join([*parts, f"turn {rng.choice(LETTERS)} 1"])


def _mark(rng: Random) -> str:
    chance = rng.random()
    return ":turned" if chance < TURNED else ":square" if chance < TURNED + FORMED else ""
