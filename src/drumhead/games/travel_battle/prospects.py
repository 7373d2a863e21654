"""What combats are expected to bring: those that go on, those that could be had now, and those after a move."""

from typing import Final

from drumhead.games.travel_battle.artillery import fire_range, guns_ready, in_contact, sees
from drumhead.games.travel_battle.chances import differences
from drumhead.games.travel_battle.codes import AT_COMBAT, AT_FIRE, AT_MOVE, RESERVE, SIDE
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.ground import BIT, NEIGHBOURS, WITHIN_2, WITHIN_3, bits
from drumhead.games.travel_battle.movement import PLACE_BIT
from drumhead.games.travel_battle.rolls import best, rollers

WORTH: Final[tuple[float, ...]] = (0.0, 1.35, 1.0, 1.5, 1.15, 1.1, 1.1)
"""What is at stake with a unit, by its kind."""
BRIGADE: Final = 6.0
"""What is at stake with a whole brigade besides."""
MOST_DICE: Final = 8  # a re-roll counts as a die: it is used where it helps
# What a result costs the loser, in units: pushed back, in retreat, removed.
COSTS: Final[tuple[float, ...]] = (0.0, 0.2, 0.65, 1.0)


def _gains(attack: int, defence: int) -> tuple[float, float]:
    """[TB-6.7] How much of a unit an attack with so many dice is expected to take, and to lose."""
    ways = differences(attack, defence)
    whole = sum(ways.values())
    won = sum(times * COSTS[min(by, 3)] for by, times in ways.items() if by > 0)
    lost = sum(times * COSTS[min(-by, 3)] for by, times in ways.items() if by < 0)
    return won / whole, lost / whole


GAINS: Final = [
    [_gains(max(attack, 1), max(defence, 1)) for defence in range(MOST_DICE + 1)] for attack in range(MOST_DICE + 1)
]


def fighters(f: Field, seat: int, dear: list[float]) -> dict[int, list[tuple[int, float]]]:
    """The units in contact by their square, each with what losing it would cost: more, the fewer its brigade has."""
    contact = in_contact(f, seat)
    square, kind = f.square, f.force.kind
    found: dict[int, list[tuple[int, float]]] = {}
    for index in range(3):
        for unit in f.force.units[seat * 3 + index]:
            place = square[unit]
            if contact & PLACE_BIT[place]:
                found.setdefault(place, []).append((unit, WORTH[kind[unit]] + dear[index]))
    return found


def combats(f: Field, dear: tuple[list[float], list[float]], command: tuple[int, int]) -> tuple[float, float]:
    """What combats from where all stand bring to the side whose turn it is, and in the next turn to the other."""
    met = [fighters(f, seat, dear[seat]) for seat in (0, 1)]
    step = f.stack[0] & 31
    seat = f.active
    now = 0.0
    if step in (AT_MOVE, AT_FIRE, AT_COMBAT):
        barred = f.fought | f.shifted | f.turned
        able = f.command if step != AT_COMBAT else f.able
        now = attacks(f, met[seat], met[1 - seat], able & ~barred, f.fought | f.shifted)
    return now, attacks(f, met[1 - seat], met[seat], command[1 - seat] & ~f.turned, 0)


def reach(f: Field, seat: int, ready: int) -> tuple[int, int]:
    """[TB-3.1, TB-6.5] How many enemy squares a move could bring two dice or more against, and three or more.

    The dice are those of units that are ready; against two units that share a square it takes three to count as two.
    """
    one = two = three = 0
    square, cavalry, enemy = f.square, f.force.cavalry, 1 - seat
    ridden_down = f.foot[enemy] & ~f.posts
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
    own: dict[int, list[tuple[int, float]]],
    enemy: dict[int, list[tuple[int, float]]],
    pool: int,
    spared: int,
) -> float:
    """[TB-6.2, TB-6.5] What the attacks of those units that may make one are expected to bring."""
    cavalry, rerollers, formed = f.force.cavalry, f.force.rerollers, f.formed
    team = [(unit, place, dear) for place, units in own.items() for unit, dear in units if pool >> unit & 1]
    value = 0.0
    for target, defenders in enemy.items():
        around = NEIGHBOURS[target]
        joining = [fighter for fighter in team if around & BIT[fighter[1]]]
        if not joining or spared >> defenders[0][0] & 1:
            continue
        team = [fighter for fighter in team if not around & BIT[fighter[1]]]
        riders = sum([cavalry >> fighter[0] & 1 for fighter in joining])
        first = defenders[0][0]
        dice, defence = len(joining), len(defenders)
        again = sum([rerollers >> fighter[0] & 1 for fighter in joining])
        if formed >> first & 1:
            if riders == dice:
                defence += 1
            elif not riders:
                dice += dice
        elif not cavalry >> first & 1:
            dice += riders
            if f.ground.building & BIT[target]:
                defence += 1
        dice += again
        defence += sum([rerollers >> unit & 1 for unit, _ in defenders])
        won, lost = GAINS[dice if dice < MOST_DICE else MOST_DICE][defence]
        value += won * min([dear for _, dear in defenders]) - lost * min([fighter[2] for fighter in joining])
    return value


def at_stake(f: Field, dear: tuple[list[float], list[float]]) -> float:
    """[TB-6.6, TB-6.7] What the combat that goes on brings to the side whose turn it is, if its dice stand."""
    attackers, defenders = bits(f.attackers), f.defenders()
    seat, kind, brigade = f.active, f.force.kind, f.force.brigade
    ours = min([WORTH[kind[unit]] + dear[seat][brigade[unit] % 3] for unit in attackers])
    theirs = min([WORTH[kind[unit]] + dear[1 - seat][brigade[unit] % 3] for unit in defenders])
    if not f.dice:
        dice = [count + (f.force.rerollers >> unit & 1) for unit, count in rollers(f)]
        won, lost = GAINS[min(MOST_DICE, sum(dice[: len(attackers)]))][sum(dice[len(attackers) :])]
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
