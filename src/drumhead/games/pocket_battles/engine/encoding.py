"""The whole numbers the engine runs on: zones, actions and pending steps, and how they are packed."""

from functools import cache
from typing import Final

# Rows of a sector, and zones: three a sector, counted from seat 0's left. A unit off the field is in
# RESERVE (not yet placed) or LOST.
REAR: Final = 0
FRONT: Final = 1
ENGAGED: Final = 2
RESERVE: Final = 9
LOST: Final = 10
ROW: Final[tuple[int, ...]] = (0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 3)
SECTOR: Final[tuple[int, ...]] = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = ((1,), (0, 2), (1,))

# Actions: 5 bits for the kind, three fields of 7 bits and one of 4: no more than 30 bits, which Python handles fastest.
# NONE fills a field that is not used, NOBODY the last one, which counts among the units that ride on orders.
NONE: Final = 127
NOBODY: Final = 15
STRANGER: Final = 14
FROM_UNUSED: Final = 127
FROM_PASSED: Final = 126

PASS: Final = 0
PLACE: Final = 1  # unit, zone
REDEPLOY: Final = 2  # unit, zone
MOVE: Final = 3  # unit, zone
CHARGE: Final = 4  # unit, scouted target, Excite unit, Galvanize unit as a rider
CARRY_ON: Final = 5  # unit, enemy, Excite unit
LEAVE: Final = 6  # unit
SHOOT: Final = 7  # unit, target, Excite unit
USE_CONTROL: Final = 8  # unit
USE_DOUBLE_ORDER: Final = 9  # unit
USE_HEAL: Final = 10  # unit, healed unit, healed troop
WAIT: Final = 11
INTERCEPT: Final = 12  # unit
REACTION_SHOT: Final = 13  # unit
TARGET: Final = 14  # enemy
DICE: Final = 15  # number
STRIKE: Final = 16  # unit
HOLD: Final = 17
REROLL: Final = 18  # face
STAND: Final = 19
CANCEL_HITS: Final = 20  # unit, Sacrifice troop
SUFFER: Final = 21
ELIMINATE: Final = 22  # unit, troop
WOUND: Final = 23  # unit, troop, source of the token
FORFEIT: Final = 24  # unit whose order token leaves the game
GIVE_UP: Final = 25  # unit, troop
DONE: Final = 26
LOSE: Final = 27  # unit that its hits destroy

ORDERS: Final = (MOVE, CHARGE, CARRY_ON, LEAVE, SHOOT, USE_CONTROL, USE_DOUBLE_ORDER, USE_HEAL)
"""The actions that are orders to a unit."""


def pack(kind: int, a: int = NONE, b: int = NONE, c: int = NONE, d: int = NOBODY) -> int:
    """Packs an action."""
    return kind | a << 5 | b << 12 | c << 19 | d << 26


NO_RIDERS: Final = NONE << 19 | NOBODY << 26


def unpack(action: int) -> tuple[int, int, int, int, int]:
    """Unpacks an action into its kind and fields."""
    return action & 31, action >> 5 & 127, action >> 12 & 127, action >> 19 & 127, action >> 26 & 15


# Pending steps, packed the same way; the last field takes all bits that are left. `frames` declares what they hold.
FIELD_WIDTHS: Final = (7, 7, 7, 0)

AT_INITIATIVE: Final = 0
AT_DEPLOYMENT: Final = 1
AT_TURN: Final = 2
AT_ACTION: Final = 3
AT_TURN_END: Final = 4
AT_REACTION: Final = 5
AT_TARGET: Final = 6
AT_FIRST_STRIKE: Final = 7
AT_ATTACK: Final = 8
AT_CHASE: Final = 9
AT_STRIKE_BACK: Final = 10
AT_DICE: Final = 11
AT_ROLL: Final = 12
AT_TOUGH: Final = 13
AT_REROLL: Final = 14
AT_FINAL_ROLL: Final = 15
AT_SCORE: Final = 16
AT_SACRIFICE: Final = 17
AT_ASSIGNMENT: Final = 18
AT_LEADER: Final = 19
AT_DISBAND: Final = 20
AT_HARRY: Final = 21
AT_LEFT: Final = 22
AT_CONTROL: Final = 23
AT_DOUBLE: Final = 24
AT_ROUND_END: Final = 25
AT_RECOVERY: Final = 26
AT_VICTORY: Final = 27
AT_END: Final = 28
AT_FOLLOW: Final = 29
AT_SEPARATE: Final = 30

# How a roll is made: the lowest bit of its field; above it stand the flags of the attack.
ENGAGING: Final = 0
SHOOTING: Final = 1
MODE: Final = 1
ABOVE_MODE: Final = 1


def is_shooting(mode: int) -> bool:
    """Returns whether a roll is a shot, by the mode of its frame."""
    return mode & MODE == SHOOTING


def flags_of(mode: int) -> int:
    """Returns the flags of the attack that a roll is part of, by the mode of its frame."""
    return mode >> ABOVE_MODE


# Flags of a charge or an attack.
CHARGED: Final = 1
EXCITED: Final = 2
GALVANIZED: Final = 4


def step(kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Packs a pending step."""
    return kind | a << 5 | b << 12 | c << 19 | d << 26


def count_of(roll: int, face: int) -> int:
    """Returns how many dice of a roll show a face."""
    return roll >> face * 5 - 5 & 31


def faces(roll: int) -> list[int]:
    """Returns the faces of a roll in rising order."""
    return [face for face in range(1, 7) for _ in range(count_of(roll, face))]


def _moves(zone: int) -> tuple[int, ...]:
    """[PB-2.4] Rear to Rear and Front to Front of neighbouring sectors, Rear to Front within one."""
    sector, row = divmod(zone, 3)
    if row == ENGAGED:
        return ()
    return (*(neighbour * 3 + row for neighbour in NEIGHBOURS[sector]), sector * 3 + 1 - row)


# What was worked out once is looked up ever after. Where nothing is asked more often, the caller looks first:
# `BITS.get(mask) or bits(mask)`. Entries are shared, and not to be changed.
BITS: Final[dict[int, tuple[int, ...]]] = {}
AIMED: Final[dict[int, tuple[int, ...]]] = {}
RIDDEN: Final[dict[int, tuple[int, ...]]] = {}
ENGAGED_ORDERS: Final[dict[int, tuple[int, ...]]] = {}
_SAME: Final[dict[int, int]] = {}
_SAME_LISTS: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}
AIM: Final = 30


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set in a mask: the same units stand together again and again."""
    found = BITS.get(mask)
    if found is None:
        found = BITS[mask] = tuple([number for number in range(mask.bit_length()) if mask >> number & 1])
    return found


def same(actions: list[int]) -> tuple[int, ...]:
    """Actions as a tuple of which there is one only, and each action once: what is listed often lies close together."""
    listed = tuple([_SAME.setdefault(action, action) for action in actions])
    return _SAME_LISTS.setdefault(listed, listed)


def aimed(order: int) -> tuple[int, ...]:
    """A unit's actions of a kind at all its targets: by the action without one and, above AIM bits, the targets."""
    found = AIMED.get(order)
    if found is None:
        bare = order & (1 << AIM) - 1
        found = AIMED[order] = same([bare | target << 12 for target in bits(order >> AIM)])
    return found


def engaged_orders(unit_and_foes: int) -> tuple[int, ...]:
    """[PB-6.3, PB-6.4] What an engaged unit can be ordered: to carry on against one enemy in contact, or to leave.

    By the unit and, above 7 bits, its enemies in contact.
    """
    found = ENGAGED_ORDERS.get(unit_and_foes)
    if found is None:
        unit, foes = unit_and_foes & 127, unit_and_foes >> 7
        found = same([*aimed(CARRY_ON | unit << 5 | NO_RIDERS | foes << AIM), pack(LEAVE, unit)])
        ENGAGED_ORDERS[unit_and_foes] = found
    return found


def ridden(order: int) -> tuple[int, ...]:
    """[PB-9.3, PB-9.4] A unit's shots at the targets and its charge, with the same riders on each.

    By a shot with its riders, or a charge if there is one too, and, above AIM bits, the targets of the shots.
    """
    found = RIDDEN.get(order)
    if found is None:
        charge = order & 31 == CHARGE
        found = aimed(order - CHARGE + SHOOT if charge else order)
        if charge:
            found = same([*found, order & (1 << AIM) - 1 | NONE << 12])
        RIDDEN[order] = found
    return found


MOVES: Final = tuple([_moves(zone) for zone in range(9)])


# How a unit's ready orders are looked up: by zone, or BARRED more for a unit that may not be ordered; then by code: one
# bit a sector for where a charge has a target, 8 where redeployments are listed too, or placements before the battle.
WITH_REDEPLOYMENT: Final = 8
PLACEMENTS: Final = 16
BARRED: Final = 11


Ready = tuple[tuple[int, ...], ...]
"""The ready orders of a unit in one place, by code."""


@cache
def ready_orders(unit: int, slow: bool, engages: bool) -> tuple[Ready, ...]:  # noqa: FBT001
    """[PB-3.2, PB-5.1, PB-6.1, PB-6.8, PB-9.26] A unit's placements, redeployments, moves and charge, listed once.

    A Slow unit does not redeploy. In reserve it can be placed; lost, it can do nothing.
    """
    ready: list[Ready] = []
    barred: list[Ready] = []
    for zone in range(9):
        moves = [pack(MOVE, unit, to) for to in MOVES[zone]]
        free = [] if slow else [pack(REDEPLOY, unit, to) for to in MOVES[zone]]
        charge = [pack(CHARGE, unit)] if engages and zone % 3 == FRONT else []
        orders = (same(moves), same(moves + charge))
        all_orders = (same(free + moves), same(free + moves + charge))
        by_sectors = [code >> zone // 3 & 1 for code in range(8)]
        ready.append((*[orders[bit] for bit in by_sectors], *[all_orders[bit] for bit in by_sectors], ()))
        barred.append((*[()] * 8, *[same(free)] * 8, ()))
    placements = [pack(PLACE, unit, sector * 3 + row) for sector in (0, 1, 2) for row in (FRONT, REAR)]
    lost: Ready = ((),) * (PLACEMENTS + 1)
    return (*ready, (*((),) * PLACEMENTS, same(placements)), lost, *barred, lost, lost)


PASSING: Final = pack(PASS)
WAITING: Final = pack(WAIT)
HOLDING: Final = pack(HOLD)
