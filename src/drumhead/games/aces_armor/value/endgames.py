"""Small endings, for opponents to be measured against what is exactly right."""

from random import Random
from typing import Final

from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.text.names import LETTERS, key_of

ENDING_ROUNDS: Final = 3
"""How many rounds a battle with a small ending has: in the third all armies may act."""
MAX_HEXES_APART: Final = 3
"""How far from the middle of an ending its units stand at most."""
OWN_FACTORY_CHANCE: Final = 0.3
"""How often a factory is a side's own."""
MAX_DAMAGE: Final = 4
"""How much damage a unit has at most."""


def written_ending(force: Force, rng: Random) -> str:
    """The beginning of the last turn with one or two units on each side, near each other, as text."""
    board = force.board
    middle = rng.choice(board.hexes)
    places = [hex_ for hex_ in board.hexes if board.distance[middle][hex_] <= MAX_HEXES_APART]
    rng.shuffle(places)
    units = []
    for faction in force.factions:
        for unit in rng.sample(range(force.first[faction], force.last[faction]), rng.choice((1, 1, 2))):
            damage = rng.randint(0, MAX_DAMAGE)
            units.append(f"{key_of(force, unit)}@{board.names[places.pop()]}" + (f":d{damage}" if damage else ""))
    flags = [
        f"{board.names[hex_]}:{LETTERS[rng.choice(force.factions)]}"
        for hex_ in board.factories
        if board.inside[hex_] and rng.random() < OWN_FACTORY_CHANCE
    ]
    first, last = rng.sample(force.takers, 2)
    turn = f"round {ENDING_ROUNDS}; turn {LETTERS[last]} {ENDING_ROUNDS * len(force.takers)}; first {LETTERS[first]}"
    return f"units {' '.join(units)}; " + (f"flags {' '.join(flags)}; " if flags else "") + turn
