"""Chapter 9: Excite and Galvanize, which ride on an order to another unit."""

from typing import Final

from drumhead.games.pocket_battles.army.tiles import (
    BLOOD_LUST,
    EXCITE,
    FAST,
    GALVANIZE,
    OVERWHELMING,
    SCOUT,
)
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_DOUBLE,
    AT_TURN,
    BITS,
    CARRY_ON,
    CHARGE,
    FRONT,
    NO_GALVANIZER,
    NONE,
    RESERVE,
    ROW,
    SECTOR,
    SHOOT,
    TARGETS_SHIFT,
    bits,
    orders_at_targets,
    orders_with_riders,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.charge import scouted

RIDES: Final = EXCITE | GALVANIZE


def list_orders_with_riders(
    f: Field,
    out: list[int],
    seat: int,
    budget: int,
    free: int,
    engaged: int,
    shots: dict[int, int],
    sectors: int,
) -> None:
    """[PB-9.3, PB-9.4] Lists orders to free and engaged units, one bit each, with an Excite, a Galvanize or both.

    `shots` are the targets of each unit that can shoot, `sectors` those from which a charge has a target.
    """
    riders = list_riders(f, seat, budget)
    if not riders:
        return
    for unit in BITS.get(free) or bits(free):
        own = f.profile[unit]
        left = budget - own.cost[f.orders[unit]]
        if left > 0:
            targets = shots.get(unit, 0)
            place = f.zone[unit]
            charges = own.can_engage and ROW[place] == FRONT and sectors >> SECTOR[place] & 1 == 1
            if targets or charges:
                add_orders_with_riders(f, out, unit, left, riders, targets, charges=charges)
    for unit in BITS.get(engaged) or bits(engaged):
        own = f.profile[unit]
        left = budget - own.cost[f.orders[unit]]
        if own.can_engage and not own.traits & BLOOD_LUST:
            for rider, cost, exciter, galvanizer in riders:
                if cost <= left and galvanizer == NONE and unit != exciter:
                    out += orders_at_targets(CARRY_ON | unit << 5 | rider | f.foes[unit] << TARGETS_SHIFT)


def list_riders(f: Field, seat: int, budget: int) -> list[tuple[int, int, int, int]]:
    """[PB-9.3, PB-9.4] Returns what may ride on an order: an Excite, a Galvanize or both, with cost and units."""
    riders: list[tuple[int, int, int, int]] = []
    galvanizers: list[int] = []
    for unit in f.force.riders[seat]:
        own = f.profile[unit]
        if own.traits & RIDES and f.zone[unit] < RESERVE:
            cost = own.cost[f.orders[unit]]
            if cost < budget and (unit != f.redeployed or own.traits & FAST):
                if own.traits & EXCITE:
                    riders.append((unit << 19 | NO_GALVANIZER << 26, cost, unit, NONE))
                if own.traits & GALVANIZE:
                    galvanizers.append(unit)
    exciters = riders[:]
    for unit in galvanizers:
        number = f.force.riders[seat].index(unit) << 26
        riders.append((NONE << 19 | number, f.order_cost(unit), NONE, unit))
        riders += [(other << 19 | number, pair_cost(f, other, unit), other, unit) for _, _, other, _ in exciters]
    return riders


def add_orders_with_riders(
    f: Field,
    out: list[int],
    unit: int,
    left: int,
    riders: list[tuple[int, int, int, int]],
    shots: int,
    *,
    charges: bool,
) -> None:
    """[PB-9.3, PB-9.4] Lists a free unit's orders with riders: no Excite for Blood Lust, Galvanize for a charge only.

    `left` are the tokens that its own order leaves for the riders.
    """
    traits = f.profile[unit].traits
    for rider, cost, exciter, galvanizer in riders:
        if cost > left or unit in (exciter, galvanizer) or (exciter != NONE and traits & BLOOD_LUST):
            continue
        if galvanizer == NONE:
            out += orders_with_riders((CHARGE if charges else SHOOT) | unit << 5 | rider | shots << TARGETS_SHIFT)
        elif charges and not traits & OVERWHELMING:
            out += orders_with_riders(CHARGE | unit << 5 | rider)
        else:
            continue
        if traits & SCOUT:
            out += orders_at_targets(CHARGE | unit << 5 | rider | scouted(f, unit) << TARGETS_SHIFT)


def can_ride(f: Field, kind: int, unit: int) -> bool:
    """[PB-9.3, PB-9.4] Returns whether an Excite or a Galvanize may ride on this order to a unit."""
    if f.opening or f.stack[-1] & 31 not in (AT_TURN, AT_ACTION, AT_DOUBLE):
        return False
    own, budget = f.profile[unit], f.unused[f.force.seat[unit]]
    if kind == CARRY_ON and not own.can_engage:
        return False
    left = budget - f.order_cost(unit)
    for _, cost, exciter, galvanizer in list_riders(f, own.seat, budget):
        if cost > left or unit in (exciter, galvanizer) or (exciter != NONE and own.traits & BLOOD_LUST):
            continue
        if galvanizer == NONE or (kind == CHARGE and not own.traits & OVERWHELMING):
            return True
    return False


def pair_cost(f: Field, one: int, other: int) -> int:
    """[PB-9.4] Returns what two orders cost, both to one unit or one to each."""
    cost = f.order_cost(one)
    if one != other:
        return cost + f.order_cost(other)
    f.orders[one] += cost
    second = f.order_cost(one)
    f.orders[one] -= cost
    return cost + second
