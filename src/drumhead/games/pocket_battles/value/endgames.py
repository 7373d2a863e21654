"""Small endings, for opponents to be measured against what is exactly right."""

from random import Random
from typing import Final

from drumhead.core.state import CHANCE, OVER
from drumhead.games.pocket_battles.engine.encoding import RESERVE
from drumhead.games.pocket_battles.engine.state import Battle

UNITS: Final = 2
"""How many units of a side an ending has at most."""
STOP: Final = 0.3
"""How often play stops at a decision that would do, so that endings differ."""


def play_to_ending(battle: Battle, rng: Random) -> bool:
    """Plays at random to a decision of the last round with few units; says whether there was one."""
    while battle.player != OVER:
        if battle.player == CHANCE:
            battle.apply(battle.sample(rng))
            continue
        actions = battle.legal()
        if len(actions) > 1 and is_ending(battle) and rng.random() < STOP:
            return True
        battle.apply(rng.choice(actions))
    return False


def is_ending(battle: Battle) -> bool:
    """Says whether it is the last round and no side has more than a few units."""
    force = battle.force
    return battle.round == force.max_rounds and all(
        sum(battle.zone[unit] < RESERVE for unit in range(force.first[seat], force.last[seat])) <= UNITS
        for seat in (0, 1)
    )
