"""What combats are expected to bring: those that go on, those that could be had now, and those after a move."""

from typing import Final

from drumhead.games.travel_battle.army.brigades import WORDS as KIND_WORDS
from drumhead.games.travel_battle.engine.encoding import AT_COMBAT, AT_FIRE, AT_MOVE, RESERVE, SIDE
from drumhead.games.travel_battle.engine.outcomes import differences
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import APART
from drumhead.games.travel_battle.rules.artillery import fire_range, guns_ready, in_contact, sees
from drumhead.games.travel_battle.rules.boards import BIT, WITHIN_2, WITHIN_3, bits
from drumhead.games.travel_battle.rules.combat_dice import best, rollers
from drumhead.games.travel_battle.rules.movement import PLACE_BIT
from drumhead.games.travel_battle.value.brigade_cache import BrigadeValue
from drumhead.games.travel_battle.value.planning import planning

_LOSS: Final = planning("loss")
_RESULT: Final = planning("result")
WORTH: Final[tuple[float, ...]] = (0.0, *[_LOSS[name] for name, _ in KIND_WORDS.values()])
"""What losing a piece costs, by its kind; brigadiers are not lost by themselves."""
BRIGADE: Final = _LOSS["brigade"]
"""What losing a whole brigade costs besides."""
DEAREST: Final = 99.0
"""More than any unit costs."""
MAX_DICE: Final = 8  # a re-roll counts as a die: it is used where it helps
COSTS: Final[tuple[float, ...]] = (0.0, _RESULT["pushed"], _RESULT["retreat"], _RESULT["removed"])
"""What a result costs the loser, in units, by the difference of the dice."""


def _gains(attack: int, defence: int) -> tuple[float, float]:
    """[TB-6.7] Returns how much of a unit an attack is expected to take and to lose, by the dice of both sides."""
    ways = differences(attack, defence)
    whole = sum(ways.values())
    won = sum(times * COSTS[min(by, 3)] for by, times in ways.items() if by > 0)
    lost = sum(times * COSTS[min(-by, 3)] for by, times in ways.items() if by < 0)
    return won / whole, lost / whole


GAINS: Final = [
    [_gains(max(attack, 1), max(defence, 1)) for defence in range(MAX_DICE + 1)] for attack in range(MAX_DICE + 1)
]


def in_command(side: list[BrigadeValue]) -> int:
    """[TB-3.3] The units of a side that are in command."""
    one, two, three = side
    return one.command | two.command | three.command


def combats(f: Field, sides: tuple[list[BrigadeValue], list[BrigadeValue]]) -> tuple[float, float]:
    """What combats from where all stand bring to the side whose turn it is, and in the next turn to the other."""
    step = f.turn_step()
    seat = f.active
    met = fighters(f, 0), fighters(f, 1)
    now = 0.0
    if step in (AT_MOVE, AT_FIRE, AT_COMBAT):
        barred = f.fought | f.shifted | f.fully_turned()
        able = f.command if step != AT_COMBAT else f.able
        now = attacks(f, seat, met, sides, able & ~barred, f.fought | f.shifted)
    return now, attacks(f, 1 - seat, met, sides, in_command(sides[1 - seat]) & ~f.fully_turned(), 0)


def fighters(f: Field, seat: int) -> list[int]:
    """[TB-6.1] The units of a seat that are in contact, brigade by brigade."""
    contact = in_contact(f, seat)
    square, units = f.square, f.force.units
    return [
        unit for number in range(seat * 3, seat * 3 + 3) for unit in units[number] if contact & PLACE_BIT[square[unit]]
    ]


def targets_in_reach(f: Field, seat: int, ready: int) -> tuple[int, int]:
    """[TB-3.1, TB-6.5] How many enemy squares a move could bring two dice or more against, and three or more.

    The dice are those of units that are ready; against two units that share a square it takes three to count as two.
    """
    one = two = three = 0
    square, cavalry, enemy = f.square, f.force.cavalry, 1 - seat
    ridden_down = f.foot[enemy] & ~f.formed_squares
    ready &= ~f.force.guns
    for unit in range(seat * SIDE + 3, seat * SIDE + SIDE):
        if not ready >> unit & 1 or square[unit] >= RESERVE:
            continue
        if cavalry >> unit & 1:
            zone = WITHIN_3[square[unit]]
            three |= two & zone
            two |= one & zone | zone & ridden_down
            one |= zone
        else:
            zone = WITHIN_2[square[unit]]
            three |= two & zone
            two |= one & zone
            one |= zone
    held = f.held[enemy]
    return (two & held & ~f.paired | three & held).bit_count(), (three & held & ~f.paired).bit_count()


def attacks(
    f: Field,
    seat: int,
    met: tuple[list[int], list[int]],
    sides: tuple[list[BrigadeValue], list[BrigadeValue]],
    pool: int,
    spared: int,
) -> float:
    """[TB-6.2, TB-6.5] What the attacks of those units in contact that may make one are expected to bring.

    Each joins the first that it can.
    """
    square, cavalry, rerollers = f.square, f.force.cavalry, f.force.rerollers
    own, enemy = sides[seat], sides[1 - seat]
    seen = 0
    total = 0.0
    for first in met[1 - seat]:
        if seen >> first & 1:
            continue
        target = square[first]
        apart = APART[target]
        defence, theirs = 0, DEAREST
        for unit in met[1 - seat]:
            if square[unit] == target:
                seen |= 1 << unit
                defence += 1 + (rerollers >> unit & 1)
                theirs = min(theirs, cost(f, unit, enemy))
        if spared >> first & 1:
            continue
        dice = riders = again = 0
        ours = DEAREST
        for unit in met[seat]:
            if pool >> unit & 1 and apart[square[unit]] == 1:
                pool &= ~(1 << unit)
                dice += 1
                riders += cavalry >> unit & 1
                again += rerollers >> unit & 1
                ours = min(ours, cost(f, unit, own))
        if not dice:
            continue
        if f.formed >> first & 1:
            if riders == dice:
                defence += 1
            elif not riders:
                dice += dice
        elif not cavalry >> first & 1:
            dice += riders
            if f.ground.building & BIT[target]:
                defence += 1
        won, lost = GAINS[min(MAX_DICE, dice + again)][defence]
        total += won * theirs - lost * ours
    return total


def cost(f: Field, unit: int, side: list[BrigadeValue]) -> float:
    """What losing a unit would cost its side: more, the fewer its brigade has."""
    return WORTH[f.force.kind[unit]] + side[f.force.brigade[unit] % 3].dear


def at_stake(f: Field, sides: tuple[list[BrigadeValue], list[BrigadeValue]]) -> float:
    """[TB-6.6, TB-6.7] What the combat that goes on brings to the side whose turn it is, if its dice stand."""
    attackers, defenders = bits(f.attackers), f.defenders()
    ours = min([cost(f, unit, sides[f.active]) for unit in attackers])
    theirs = min([cost(f, unit, sides[1 - f.active]) for unit in defenders])
    if not f.dice:
        dice = [count + (f.force.rerollers >> unit & 1) for unit, count in rollers(f)]
        won, lost = GAINS[min(MAX_DICE, sum(dice[: len(attackers)]))][sum(dice[len(attackers) :])]
        return won * theirs - lost * ours
    by = best(f, attackers) - best(f, defenders)
    return COSTS[min(by, 3)] * theirs if by >= 0 else -COSTS[min(-by, 3)] * ours


def guns_with_targets(f: Field) -> int:
    """[TB-5.3, TB-5.4] How many guns of the side on turn could fire."""
    guns, targets = guns_ready(f)
    ready = 0
    for gun in guns:
        for target in bits(targets & fire_range(f, gun)):
            if sees(f, f.square[gun], target):
                ready += 1
                break
    return ready
