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

# An action is a number of at most 30 bits, which Python handles fastest:
#
#     bits 0-4    kind, one of the numbers below
#     bits 5-11   first field, most often the unit
#     bits 12-18  second field, such as a zone, a target or a troop
#     bits 19-25  third field, such as the unit that excites
#     bits 26-29  the unit that galvanizes, as its place among the riders of its seat (`Force.riders`)
#
# A rider is a unit that is ordered along with another one, by Excite or Galvanize. `text.action_kinds` names the
# fields.
NONE: Final = 127  # fills a field that is not used
NO_GALVANIZER: Final = 15  # fills the last field
NOT_A_RIDER: Final = 14  # a unit that was named to galvanize and cannot: never legal
FROM_UNUSED: Final = 127  # where the token of a wound comes from, if not from a unit
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


def pack(kind: int, a: int = NONE, b: int = NONE, c: int = NONE, d: int = NO_GALVANIZER) -> int:
    """Packs an action."""
    return kind | a << 5 | b << 12 | c << 19 | d << 26


NO_RIDERS: Final = NONE << 19 | NO_GALVANIZER << 26


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


# Caches. What is worked out once is shared and must not be changed. Where speed matters most, the caller looks first:
# `BITS.get(mask) or bits(mask)`. The keys of orders are actions that stand for several ones:
#
#     bits 0-29   an action whose second field, the target, is 0
#     bits 30-    the units it is aimed at, one bit each
TARGETS_SHIFT: Final = 30
BITS: Final[dict[int, tuple[int, ...]]] = {}
ORDERS_AT_TARGETS: Final[dict[int, tuple[int, ...]]] = {}
ORDERS_WITH_RIDERS: Final[dict[int, tuple[int, ...]]] = {}
ENGAGED_ORDERS: Final[dict[int, tuple[int, ...]]] = {}
_INTERNED_ACTIONS: Final[dict[int, int]] = {}
_INTERNED_LISTS: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}


def bits(mask: int) -> tuple[int, ...]:
    """Returns the numbers of the bits that are set in a mask, in rising order."""
    found = BITS.get(mask)
    if found is None:
        found = BITS[mask] = tuple([number for number in range(mask.bit_length()) if mask >> number & 1])
    return found


def interned(actions: list[int]) -> tuple[int, ...]:
    """Returns the actions as a tuple; equal tuples and equal actions are one object, which keeps the caches small."""
    listed = tuple([_INTERNED_ACTIONS.setdefault(action, action) for action in actions])
    return _INTERNED_LISTS.setdefault(listed, listed)


def orders_at_targets(key: int) -> tuple[int, ...]:
    """Returns the action of a key once for each of its targets."""
    found = ORDERS_AT_TARGETS.get(key)
    if found is None:
        action = key & (1 << TARGETS_SHIFT) - 1
        found = ORDERS_AT_TARGETS[key] = interned([action | target << 12 for target in bits(key >> TARGETS_SHIFT)])
    return found


def engaged_orders(key: int) -> tuple[int, ...]:
    """[PB-6.3, PB-6.4] Returns the orders to an engaged unit: to carry on against an enemy in contact, or to leave.

    The key holds the unit in 7 bits and above them its enemies in contact, one bit each.
    """
    found = ENGAGED_ORDERS.get(key)
    if found is None:
        unit, enemies = key & 127, key >> 7
        carry_on = orders_at_targets(CARRY_ON | unit << 5 | NO_RIDERS | enemies << TARGETS_SHIFT)
        found = ENGAGED_ORDERS[key] = interned([*carry_on, pack(LEAVE, unit)])
    return found


def orders_with_riders(key: int) -> tuple[int, ...]:
    """[PB-9.3, PB-9.4] Returns a unit's shots at the targets of a key, with the riders of its action.

    Where the action is a charge, the shots are followed by that charge, with the same riders.
    """
    found = ORDERS_WITH_RIDERS.get(key)
    if found is None:
        is_charge = key & 31 == CHARGE
        found = orders_at_targets(key - CHARGE + SHOOT if is_charge else key)
        if is_charge:
            found = interned([*found, key & (1 << TARGETS_SHIFT) - 1 | NONE << 12])
        ORDERS_WITH_RIDERS[key] = found
    return found


MOVES: Final = tuple([_moves(zone) for zone in range(9)])


# The orders that depend on nothing but a unit, its zone and which charges have a target are listed once:
# `order_lists(...)[zone][code]`. A unit that may not be ordered now has other lists, BARRED_OFFSET places further on.
# The code adds up:
#
#     1, 2, 4             a charge has a target in sector 0, 1, 2
#     WITH_REDEPLOYMENT   redeployments are listed too
#
# PLACEMENTS alone stands for the placements before the battle.
WITH_REDEPLOYMENT: Final = 8
PLACEMENTS: Final = 16
BARRED_OFFSET: Final = 11


OrderLists = tuple[tuple[int, ...], ...]
"""The orders of a unit in one zone, by code."""


@cache
def order_lists(unit: int, is_slow: bool, can_engage: bool) -> tuple[OrderLists, ...]:  # noqa: FBT001
    """[PB-3.2, PB-5.1, PB-6.1, PB-6.8, PB-9.26] Returns a unit's placements, redeployments, moves and charge.

    A Slow unit does not redeploy. In reserve a unit can be placed; lost, it can do nothing.
    """
    usual: list[OrderLists] = []
    barred: list[OrderLists] = []
    for zone in range(9):
        moves = [pack(MOVE, unit, to) for to in MOVES[zone]]
        free = [] if is_slow else [pack(REDEPLOY, unit, to) for to in MOVES[zone]]
        charge = [pack(CHARGE, unit)] if can_engage and zone % 3 == FRONT else []
        orders = (interned(moves), interned(moves + charge))
        all_orders = (interned(free + moves), interned(free + moves + charge))
        by_sectors = [code >> zone // 3 & 1 for code in range(8)]
        usual.append((*[orders[bit] for bit in by_sectors], *[all_orders[bit] for bit in by_sectors], ()))
        barred.append((*[()] * 8, *[interned(free)] * 8, ()))
    placements = [pack(PLACE, unit, sector * 3 + row) for sector in (0, 1, 2) for row in (FRONT, REAR)]
    lost: OrderLists = ((),) * (PLACEMENTS + 1)
    return (*usual, (*((),) * PLACEMENTS, interned(placements)), lost, *barred, lost, lost)


# Actions without fields, packed.
PASSING: Final = pack(PASS)
WAITING: Final = pack(WAIT)
HOLDING: Final = pack(HOLD)
