"""[PB-7.4] Shooting into an engagement: whether a shot is one, and how its hits are divided.

`dice.score` divides the hits by these shares, and `dice.divide_hits` lays them on the units. Whom a unit may aim at is
decided in `shooting.shot_targets`.
"""

from drumhead.games.pocket_battles.engine.encoding import SHOOTING
from drumhead.games.pocket_battles.engine.position import Field


def is_shot_into_engagement(f: Field, enemy: int, mode: int) -> bool:
    """[PB-7.4] Returns whether a roll is a shot at a unit that has enemies in contact."""
    return mode == SHOOTING and f.foes[enemy] != 0


def engagement_shares(f: Field, target: int, hits: int) -> list[tuple[int, int]]:
    """[PB-7.4] Returns each unit of an engagement, friends included, with its share of the hits, rounded up."""
    foes = f.foes[target]
    members = foes | 1 << target
    if foes & (foes - 1) == 0:
        single = foes.bit_length() - 1
        members = f.foes[single] | 1 << single
    share = -(-hits // members.bit_count())
    return [(unit, share) for unit in range(len(f.zone)) if members >> unit & 1]
