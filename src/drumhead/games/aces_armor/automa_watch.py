"""[AA-13.10] Whom the Automa intercepts."""

from drumhead.games.aces_armor.codes import NEUTRAL, RUINED
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.hits import fixed_hits, suffered


def watches(f: Field, unit: int, mover: int) -> bool:
    """[AA-13.10] Says whether the Automa intercepts: with a unit that could damage the mover and has no factory to take."""
    if not f.force.setup.automa_intercepts or not suffered(f, mover, fixed_hits(f, unit), defends=True):
        return False
    return not (f.force.foot[unit] and is_beside_prize(f, unit))


def is_beside_prize(f: Field, unit: int) -> bool:
    """[AA-5.1] Says whether a unit stands next to a factory that is neutral or the enemy's."""
    around = f.force.ground.around[f.place[unit]]
    return any(
        around >> hex_ & 1 and flag != RUINED and (flag == NEUTRAL or flag & 1 != f.force.team[unit])
        for hex_, flag in zip(f.force.board.factories, f.flag, strict=True)
    )
