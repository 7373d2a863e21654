"""What a position is worth to a seat, by a few plain features.

Most of it hangs on one brigade at a time, and from one position to the next most brigades stay as they were: what was
once found out about a brigade is remembered.
"""

from functools import lru_cache
from typing import Final

from drumhead.games.travel_battle.artillery import fire_range, guns_ready, in_contact, sees
from drumhead.games.travel_battle.chances import differences
from drumhead.games.travel_battle.codes import AT_COMBAT, AT_END, AT_FIRE, AT_MOVE, DRAW, RESERVE
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.force import Force
from drumhead.games.travel_battle.ground import BIT, GRID, NEIGHBOURS, WIDE, bits, spread
from drumhead.games.travel_battle.movement import PLACE_BIT, chain
from drumhead.games.travel_battle.rolls import best, rollers

WORTH: Final[tuple[float, ...]] = (0.0, 1.35, 1.0, 1.5, 1.15, 1.1, 1.1)
"""The worth of a unit by its kind."""
BRIGADE: Final = 6.0  # for a whole brigade lost, of the two that suffered most
TURNED: Final = 0.15
FORMED: Final = 0.1
CUT_OFF: Final = 0.1
ASTRAY: Final = 0.01  # for each square between a cut-off unit and its brigadier
FETCH: Final = 0.04  # for each square between a brigadier and the nearest of his units that are cut off
DISTANCE: Final = 0.05  # for each square between a unit and the nearest enemy
LEADER_DISTANCE: Final = 0.02
GUN_DISTANCE: Final = 3  # the distance at which a gun is near enough
READY_GUN: Final = 0.08  # for each gun that can fire in this turn
ATTACK: Final = 0.8  # of what a combat is expected to bring to the side whose turn it is
THREAT: Final = 0.3  # and to the other side
SCALE: Final = 1 / 24
MOST_DICE: Final = 8  # a re-roll counts as a die: it is used where it helps
# What a result costs the loser, in units: pushed back, in retreat, removed.
COSTS: Final[tuple[float, ...]] = (0.0, 0.2, 0.65, 1.0)
APART: Final = [[GRID.distance(one, other) for other in range(GRID.count)] for one in range(GRID.count)]

Sum = tuple[float, int, list[float]]
"""A side summed up: what it is worth, who is in command, and what one more unit of each brigade would cost it."""


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


def evaluate(f: Field, seat: int) -> float:
    """How good the position looks for the seat: -1 to 1.

    Closing in counts for the seat alone. It is eagerness rather than advantage: what both sides are near to, the enemy,
    cannot be worth more to one than to the other.
    """
    frame = f.stack[-1]
    if frame & 31 == AT_END:
        winner = frame >> 5 & 255
        return 0.0 if winner == DRAW else 1.0 if winner == seat else -1.0
    own, enemy = sum_up(f, seat, f.held[1 - seat]), sum_up(f, 1 - seat, 0)
    value = own[0] - enemy[0]
    sides = (own, enemy) if seat == 0 else (enemy, own)
    if in_contact(f, 0):
        gain = promise(f, sides)
        if f.fought & f.attackers:
            gain += at_stake(f, sides)
        value += gain if seat == f.active else -gain
    if f.stack[0] & 31 in (AT_MOVE, AT_FIRE):
        ready = READY_GUN * guns_with_targets(f)
        value += ready if seat == f.active else -ready
    value *= SCALE
    return 0.99 if value > 0.99 else -0.99 if value < -0.99 else value


def sum_up(f: Field, seat: int, foe: int) -> Sum:
    """Adds up the brigades of a side; `foe` are the squares that it wants to come near to, if any."""
    force = f.force
    value = 0.0
    linked = 0
    lost = []
    dear = []
    for number in range(seat * 3, seat * 3 + 3):
        places = force.places[number](f.square)
        members = force.members[number]
        one = standing(force, number, places, f.turned & members, f.formed & members, foe)
        value += one[0]
        linked |= one[1]
        lost.append(one[2])
        dear.append(one[3])
    return value - BRIGADE * (sum(lost) - min(lost)), linked, dear


@lru_cache(maxsize=1 << 13)
def standing(
    force: Force, number: int, places: tuple[int, ...], turned: int, formed: int, foe: int
) -> tuple[float, int, float, float]:
    """A brigade as it stands: its worth, who is in command, how much of it is lost, and what one unit more would cost.

    `places` are the squares of its brigadier, twice, and of its units.
    """
    units = force.units[number]
    if not units:
        return 0.0, 0, 0.0, 0.0
    home = places[0]
    brigade = 0
    for place in places[2:]:
        brigade |= PLACE_BIT[place]
    if home >= RESERVE:
        home = min(places[2:])
    linked = chain(home, brigade) if home < RESERVE else 0
    far = distances(foe)
    value = -TURNED * turned.bit_count() - FORMED * formed.bit_count()
    command = 0
    missing = WIDE
    here = 0
    for unit, place in zip(units, places[2:], strict=True):
        if place >= RESERVE:
            here += place == RESERVE
            continue
        here += 1
        value += WORTH[force.kind[unit]]
        gun = force.guns >> unit & 1
        if not gun or far[place] > GUN_DISTANCE:
            value -= DISTANCE * far[place]
        if linked & BIT[place]:
            command |= 1 << unit
        else:
            apart = APART[place][home]
            value -= CUT_OFF + ASTRAY * apart
            missing = min(missing, apart)
    if missing < WIDE:
        value -= FETCH * missing
    if places[0] < RESERVE:
        value -= LEADER_DISTANCE * far[places[0]]
    total = len(units)
    gone = total - here
    return value, command, gone * gone / (total * total), BRIGADE * (2 * gone + 1) / (total * total)


@lru_cache(maxsize=1 << 10)
def distances(squares: int) -> bytes:
    """How far every square is from the nearest of these; 0 where there is none."""
    out = bytearray(GRID.count)
    reached, steps = squares, 0
    while reached:
        steps += 1
        wider = spread(reached)
        ring = wider & ~reached
        if not ring:
            break
        for square in bits(ring):
            out[square] = steps
        reached = wider
    return bytes(out)


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


def promise(f: Field, sides: tuple[Sum, Sum]) -> float:
    """What the combats that can be had from where all stand are expected to bring to the side whose turn it is."""
    met = [fighters(f, seat, sides[seat][2]) for seat in (0, 1)]
    step = f.stack[0] & 31
    seat = f.active
    now = 0.0
    if step in (AT_MOVE, AT_FIRE, AT_COMBAT):
        barred = f.fought | f.shifted | f.turned
        command = f.command if step != AT_COMBAT else f.able
        now = ATTACK * attacks(f, met[seat], met[1 - seat], command & ~barred, f.fought | f.shifted)
    return now - THREAT * attacks(f, met[1 - seat], met[seat], sides[1 - seat][1] & ~f.turned, 0)


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


def at_stake(f: Field, sides: tuple[Sum, Sum]) -> float:
    """[TB-6.6, TB-6.7] What the combat that goes on brings to the side whose turn it is, if its dice stand."""
    attackers, defenders = bits(f.attackers), f.defenders()
    seat, kind, brigade = f.active, f.force.kind, f.force.brigade
    ours = min([WORTH[kind[unit]] + sides[seat][2][brigade[unit] % 3] for unit in attackers])
    theirs = min([WORTH[kind[unit]] + sides[1 - seat][2][brigade[unit] % 3] for unit in defenders])
    if not f.dice:
        dice = [count + (f.force.rerollers >> unit & 1) for unit, count in rollers(f)]
        won, lost = GAINS[min(MOST_DICE, sum(dice[: len(attackers)]))][sum(dice[len(attackers) :])]
        return won * theirs - lost * ours
    by = best(f, attackers) - best(f, defenders)
    return COSTS[min(by, 3)] * theirs if by >= 0 else -COSTS[min(-by, 3)] * ours


def guns_with_targets(f: Field) -> int:
    """[TB-5.3, TB-5.4] How many guns of the side on turn could fire."""
    guns = guns_ready(f)
    if not guns:
        return 0
    enemy = 1 - f.active
    targets = f.held[enemy] & ~in_contact(f, enemy)
    ready = 0
    for gun in guns:
        for target in bits(targets & fire_range(f, gun)):
            if sees(f, f.square[gun], target):
                ready += 1
                break
    return ready
