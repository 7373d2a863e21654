"""[AA-13.10] Whom the Automa intercepts."""

from drumhead.games.aces_armor.automa_prizes import open_prizes
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.hits import fixed_hits, suffered


def watches(f: Field, unit: int, mover: int) -> bool:
    """[AA-13.10] Says whether the Automa intercepts: with what could damage the mover and has no factory to take."""
    return f.force.setup.automa_intercepts and would_stop(f, unit, mover)


def would_stop(f: Field, unit: int, mover: int) -> bool:
    """[AA-13.10] Says whether a unit that may intercept does."""
    if not suffered(f, mover, fixed_hits(f, unit), defends=True):
        return False
    if not f.force.foot[unit]:
        return True
    return not f.force.ground.around[f.place[unit]] & open_prizes(f, f.force.team[unit])
