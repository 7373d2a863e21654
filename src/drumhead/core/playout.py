"""Random play."""

from random import Random

from drumhead.core.state import CHANCE, OVER, State


def play_randomly(state: State, rng: Random, decisions: int) -> int:
    """Plays at random, throws included, and returns how many decisions were made: `decisions`, or fewer at the end.

    Changes the position in place.
    """
    random = rng.random
    made = 0
    while made < decisions and state.player != OVER:
        if state.player == CHANCE:
            state.apply(state.sample(rng))
        else:
            actions = state.legal()
            many = len(actions)
            state.apply(actions[int(random() * many)])
            made += 1
    return made
