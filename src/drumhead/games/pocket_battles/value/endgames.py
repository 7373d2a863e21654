"""Small endgames, by which opponents are measured against exact play."""

from random import Random
from typing import Final

from drumhead.core.state import CHANCE, OVER
from drumhead.games.pocket_battles.engine.encoding import RESERVE
from drumhead.games.pocket_battles.engine.state import Battle

MAX_UNITS: Final = 2
"""The most units of a side in an endgame."""
STOP_PROBABILITY: Final = 0.3
"""The chance that play stops at a suitable decision, so that endgames differ."""


def play_to_ending(battle: Battle, rng: Random) -> bool:
    """Plays at random to a decision of the last round with few units; returns whether there was one."""
    while battle.player != OVER:
        if battle.player == CHANCE:
            battle.apply(battle.sample(rng))
            continue
        actions = battle.legal()
        if len(actions) > 1 and is_ending(battle) and rng.random() < STOP_PROBABILITY:
            return True
        battle.apply(rng.choice(actions))
    return False


def is_ending(battle: Battle) -> bool:
    """Returns whether it is the last round and no side has more than a few units."""
    force = battle.force
    return battle.round == force.max_rounds and all(
        sum(battle.zone[unit] < RESERVE for unit in range(force.first[seat], force.last[seat])) <= MAX_UNITS
        for seat in (0, 1)
    )
