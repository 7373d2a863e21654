"""How good a position looks."""

from math import tanh
from typing import Final

from drumhead.games.aces_armor.codes import AT_END, DRAW
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.mats import FATAL

FACTORY_WORTH: Final = 4.0
COIN_WORTH: Final = 0.5
SCALE: Final = 25.0


def evaluate(f: Field, seat: int) -> float:
    """[AA-10.1, AA-10.2] Factories, units by cost and health, and coins; certain once the battle is over."""
    team = next(faction & 1 for faction in f.force.factions if f.force.seat[faction] == seat)
    frame = f.stack[-1]
    if frame & 31 == AT_END:
        winner = frame >> 5 & 255
        return 0.0 if winner == DRAW else 1.0 if winner == team else -1.0
    worth = [0.0, 0.0]
    for faction in f.force.factions:
        side = faction & 1
        worth[side] += COIN_WORTH * f.coins[faction]
        for unit in f.roster[faction]:
            worth[side] += f.force.cost[unit] * (1 - f.damage[unit] / (FATAL + 2)) * (1 + f.experience[unit] / 20)
    for side in (0, 1):
        worth[side] += FACTORY_WORTH * f.factories_of(side)
    return tanh((worth[team] - worth[1 - team]) / SCALE)
