"""[AA-4.5, AA-6.1] The room that a unit has: what it cannot pass, from where it moves, and whether it can go on."""

from drumhead.games.aces_armor.box.unit_types import ALLIES
from drumhead.games.aces_armor.engine.encoding import AT_ADVANCE
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.reach.flood import reached_from


def barred(f: Field, unit: int) -> int:
    """[AA-4.5, AA-12.1] The hexes a unit cannot pass: enemies, factories not of its team; for Allies, grey tokens."""
    team = f.force.team[unit]
    out = f.held(1 - team) | f.closed_factories(team)
    return out | f.tokens if team == ALLIES else out


def is_under_way(f: Field, unit: int) -> bool:
    """[AA-4.4] Returns whether a unit has begun its move and decides how it goes on."""
    frame = f.stack[-1]
    return frame & 31 == AT_ADVANCE and frame >> 5 & 255 == unit


def footing(f: Field, unit: int) -> tuple[int, int]:
    """[AA-4.1] The hex that a unit moves on from, and the half points that it has; over a friend it stands nowhere."""
    if is_under_way(f, unit):
        frame = f.stack[-1]
        return frame >> 13 & 511, frame >> 22 & 511
    return f.place[unit], f.force.speed[unit]


def taken(f: Field, unit: int) -> int:
    """[AA-4.5, AA-12.1] The hexes where a unit cannot end its move for friends and grey tokens."""
    return f.held(f.force.team[unit]) & ~(1 << f.place[unit]) | f.tokens


def can_go_on(f: Field, unit: int, hex_: int, points: int) -> bool:
    """[AA-4.1, AA-4.5] Returns whether a unit that has come to a hex can reach another with the half points left."""
    if not points:
        return False
    force = f.force
    reached = reached_from(force.ground, hex_, points, f.weather, force.arm[unit], barred(f, unit))
    return reached & ~taken(f, unit) != 0
