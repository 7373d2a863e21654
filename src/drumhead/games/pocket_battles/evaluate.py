"""What a position is worth to a seat, by a few plain features."""

from typing import Final

from drumhead.games.pocket_battles.codes import AT_END, ENGAGED, FRONT, RESERVE, ROW
from drumhead.games.pocket_battles.field import Field

POINTS: Final = 1.0
WOUND: Final = 0.35
TOKEN: Final = 0.25
DICE: Final = 0.02
FRONT_BONUS: Final = 0.1
SCALE: Final = 0.6


def evaluate(f: Field, seat: int) -> float:
    """How good the position looks for the seat: -1 to 1."""
    if f.stack[-1] & 31 == AT_END:
        return 1.0 if f.stack[-1] >> 5 & 127 == seat else -1.0
    value = (side(f, seat) - side(f, 1 - seat)) / (f.force.fielded[0] + f.force.fielded[1] + 1) * 2 * SCALE
    return max(-0.99, min(0.99, value))


def side(f: Field, seat: int) -> float:
    """Points destroyed, wounds borne, tokens at hand and what the units can still throw."""
    value = POINTS * f.score(seat) + TOKEN * f.unused[seat]
    for unit in range(f.force.first[seat], f.force.last[seat]):
        zone = f.zone[unit]
        if zone >= RESERVE:
            continue
        own = f.profile[unit]
        wounds = f.wounds[unit]
        while wounds:
            value -= WOUND * (wounds & 15)
            wounds >>= 4
        value -= WOUND * (f.hits[unit] & 255)
        row = ROW[zone]
        value += DICE * own.punch * own.wp
        if row == FRONT and (own.can_engage or own.can_shoot):
            value += FRONT_BONUS
        elif row == ENGAGED:
            value += FRONT_BONUS / 2
    return value
