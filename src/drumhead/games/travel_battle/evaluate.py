"""What a position is worth to a seat, by a few plain features."""

from typing import Final

from drumhead.games.travel_battle.artillery import fire_range, guns_ready, in_contact, sees
from drumhead.games.travel_battle.chances import differences
from drumhead.games.travel_battle.codes import AT_COMBAT, AT_END, AT_FIRE, AT_MOVE, DRAW, RESERVE, SIDE
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.ground import ALL, BIT, GRID, NEIGHBOURS, NOT_FIRST, NOT_LAST, WIDE, bits
from drumhead.games.travel_battle.movement import PLACE_BIT, commanded

WORTH: Final = (0.0, 1.35, 1.0, 1.5, 1.15, 1.1, 1.1)
"""The worth of a unit by its kind."""
BRIGADE: Final = 6.0  # for a whole brigade lost, of the two that suffered most
TURNED: Final = 0.15
CUT_OFF: Final = 0.1
ASTRAY: Final = 0.01  # for each square between a cut-off unit and its brigadier
FETCH: Final = 0.04  # for each square between a brigadier and the nearest of his units that are cut off
DISTANCE: Final = 0.05  # for each square between a unit and the nearest enemy
LEADER_DISTANCE: Final = 0.02
GUN_DISTANCE: Final = 3
READY_GUN: Final = 0.08  # for each gun that can fire in this turn
ATTACK: Final = 0.8  # of what a combat is expected to bring to the side whose turn it is
THREAT: Final = 0.3  # and to the other side
SCALE: Final = 1 / 24
MOST_DICE: Final = 6
# What a result costs the loser, in units: pushed back, in retreat, removed.
COSTS: Final = (0.0, 0.2, 0.65, 1.0)


APART: Final = [[GRID.distance(one, other) for other in range(GRID.count)] for one in range(GRID.count)]


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
    own, enemy = Side(f, seat), Side(f, 1 - seat)
    value = own.value - enemy.value - eagerness(f, seat)
    if own.touching and enemy.touching:
        value += promise(f, own, enemy) - promise(f, enemy, own)
    step = f.stack[0] & 31
    if step in (AT_MOVE, AT_FIRE):
        ready = READY_GUN * guns_with_targets(f)
        value += ready if seat == f.active else -ready
    value *= SCALE
    return 0.99 if value > 0.99 else -0.99 if value < -0.99 else value


class Side:
    """A side summed up: the worth of its units and what is left of its brigades, and its units in contact."""

    __slots__ = ("linked", "seat", "touching", "value")

    def __init__(self, f: Field, seat: int) -> None:
        square, kind = f.square, f.force.kind
        contact = in_contact(f, seat)
        turned = f.turned
        linked = commanded(f, seat)
        value = 0.0
        lost = []
        touching: list[tuple[int, int, float]] = []
        for number in range(seat * 3, seat * 3 + 3):
            units = f.force.units[number]
            if not units:
                continue
            total = len(units)
            gone = total - f.alive[number]
            lost.append(gone * gone / (total * total))
            dear = BRIGADE * (2 * gone + 1) / (total * total)
            home = square[f.force.leader[number]]
            if home >= RESERVE:
                home = min([square[unit] for unit in units])
            missing = WIDE
            for unit in units:
                place = square[unit]
                if place >= RESERVE:
                    continue
                worth = WORTH[kind[unit]]
                value += worth
                if turned >> unit & 1:
                    value -= TURNED
                if not linked >> unit & 1:
                    apart = APART[place][home]
                    value -= CUT_OFF + ASTRAY * apart
                    missing = min(missing, apart)
                if contact & BIT[place]:
                    touching.append((unit, place, worth + dear))
            if missing < WIDE:
                value -= FETCH * missing
        lost.sort()
        self.seat: int = seat
        self.linked: int = linked
        self.value: float = value - BRIGADE * sum(lost[-2:])
        self.touching: list[tuple[int, int, float]] = touching
        """The units in contact, each with its square and what losing it would cost: more, the fewer its brigade has."""


def eagerness(f: Field, seat: int) -> float:
    """What it costs a side to be far from the enemy; guns are near enough at three squares."""
    reached = f.held[1 - seat]
    if not reached:
        return 0.0
    guns = 0
    for gun in (seat * SIDE + SIDE - 2, seat * SIDE + SIDE - 1):
        guns |= PLACE_BIT[f.square[gun]]
    own = f.held[seat] & ~guns
    pairs = own & f.paired
    led = f.led[seat]
    near = far = 0
    steps = 0
    while (own or led or guns) and steps < WIDE:
        own &= ~reached
        pairs &= ~reached
        led &= ~reached
        near += own.bit_count() + pairs.bit_count()
        far += led.bit_count()
        if steps >= GUN_DISTANCE:
            guns &= ~reached
            near += guns.bit_count()
        steps += 1
        wide = reached | reached << 1 & NOT_FIRST | reached >> 1 & NOT_LAST
        reached = (wide | wide << 20 | wide >> 20) & ALL
    return DISTANCE * near + LEADER_DISTANCE * far


def promise(f: Field, own: Side, enemy: Side) -> float:
    """[TB-6.2, TB-6.5] What the attacks that a side could make from where it stands are expected to bring."""
    step = f.stack[0] & 31
    on_turn = own.seat == f.active and step in (AT_MOVE, AT_FIRE, AT_COMBAT)
    barred = f.fought | f.shifted if on_turn else 0
    pool = (f.command if on_turn and step == AT_MOVE else own.linked) & ~(f.turned | barred)
    team = [fighter for fighter in own.touching if pool >> fighter[0] & 1]
    if not team:
        return 0.0
    foes: dict[int, list[tuple[int, int, float]]] = {}
    for foe in enemy.touching:
        if not barred >> foe[0] & 1:
            foes.setdefault(foe[1], []).append(foe)
    cavalry = f.force.cavalry
    value = 0.0
    for target, defenders in foes.items():
        around = NEIGHBOURS[target]
        attackers = [fighter for fighter in team if around & BIT[fighter[1]]]
        if not attackers:
            continue
        team = [fighter for fighter in team if not around & BIT[fighter[1]]]
        hard = cavalry | f.formed
        dice = len(attackers)
        if not sum([hard >> foe[0] & 1 for foe in defenders]):
            dice += sum([cavalry >> fighter[0] & 1 for fighter in attackers])
        defence = len(defenders) + (1 if f.ground.building & BIT[target] else 0)
        won, lost = GAINS[dice if dice < MOST_DICE else MOST_DICE][defence]
        value += won * min([foe[2] for foe in defenders]) - lost * min([fighter[2] for fighter in attackers])
    return value * (ATTACK if on_turn else THREAT)


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
