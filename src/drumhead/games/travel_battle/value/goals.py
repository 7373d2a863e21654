"""What a turn can be about, for those who plan whole turns: to attack one enemy square together, or to keep away."""

from typing import Final

from drumhead.games.travel_battle.engine.encoding import RESERVE, SIDE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import APART
from drumhead.games.travel_battle.rules.boards import BIT
from drumhead.games.travel_battle.value.evaluate import brigades
from drumhead.games.travel_battle.value.planning import planning
from drumhead.games.travel_battle.value.threats import GAINS, cost, in_command

KEEP_AWAY: Final = -1
"""The goal not to be attacked; any other is a square to attack."""
MAX_GOALS: Final = 6
DICE_AROUND: Final = 4  # there is seldom room for more around a square
FOOT_REACH: Final = 2
HORSE_REACH: Final = 3
"""How far away what a unit can attack after a move may stand."""
_GOALS: Final = planning("goals")
ATTACK_WEIGHT: Final = _GOALS["attack"]  # for each unit beside the square
KEEP_AWAY_WEIGHT: Final = _GOALS["keep_away"]  # for each unit that could be lost


def turn_goals(f: Field, seat: int) -> list[int]:
    """To keep away, which gains most, and the enemy squares of which most can be expected if all attack them."""
    found = attack_gains(f, seat)
    found.sort(reverse=True)
    return [KEEP_AWAY] + [square for _, square in found[:MAX_GOALS]]


def goal_value(f: Field, seat: int, goal: int) -> float:
    """How much a position serves an goal, as log-odds."""
    if goal == KEEP_AWAY:
        return -KEEP_AWAY_WEIGHT * sum([gain for gain, _ in attack_gains(f, 1 - seat)])
    apart = APART[goal]
    square, fighters = f.square, ~(f.force.guns | f.turned)
    beside = 0
    for unit in range(seat * SIDE + 3, seat * SIDE + SIDE):
        if fighters >> unit & 1 and square[unit] < RESERVE and apart[square[unit]] == 1:
            beside += 1
    return ATTACK_WEIGHT * beside


def attack_gains(f: Field, seat: int) -> list[tuple[float, int]]:
    """[TB-3.1, TB-6.5] What a seat's units in command can be expected to take by attacking a square together.

    Whether others are in the way is ignored.
    """
    square, cavalry, rerollers = f.square, f.force.cavalry, f.force.rerollers
    ready = in_command(brigades(f, seat)) & ~(f.turned | f.force.guns)
    enemy = brigades(f, 1 - seat)
    found: list[tuple[float, int]] = []
    seen = 0
    attackers = [
        unit for unit in range(seat * SIDE + 3, seat * SIDE + SIDE) if ready >> unit & 1 and square[unit] < RESERVE
    ]
    for first in range((1 - seat) * SIDE + 3, (1 - seat) * SIDE + SIDE):
        target = square[first]
        if target >= RESERVE or seen & BIT[target]:
            continue
        seen |= BIT[target]
        apart = APART[target]
        ridden_down = not cavalry >> first & 1 and not f.formed >> first & 1
        dice = 0
        for unit in attackers:
            away = apart[square[unit]]
            if cavalry >> unit & 1:
                if away <= HORSE_REACH:
                    dice += 2 if ridden_down else 1
            elif away <= FOOT_REACH:
                dice += 1
        if dice < 2:
            continue
        defence = 1 + (rerollers >> first & 1)
        if f.paired & BIT[target]:
            defence += 1
        if ridden_down and f.ground.building & BIT[target]:
            defence += 1
        won, lost = GAINS[min(DICE_AROUND, dice)][defence]
        gain = won * cost(f, first, enemy) - lost
        if gain > 0.0:
            found.append((gain, target))
    return found
