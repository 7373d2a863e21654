"""Chapter 6: what a seat may order."""

from typing import Final

from drumhead.games.pocket_battles.army.tiles import (
    CONTROL,
    DOUBLE_ORDER,
    FAST,
    HEAL,
    SCOUT,
)
from drumhead.games.pocket_battles.engine.encoding import (
    AT_TURN,
    BARRED_OFFSET,
    BITS,
    CHARGE,
    DONE,
    ENGAGED,
    ENGAGED_ORDERS,
    NO_RIDERS,
    ORDERS_AT_TARGETS,
    PASSING,
    RESERVE,
    ROW,
    SHOOT,
    TARGETS_SHIFT,
    USE_CONTROL,
    USE_DOUBLE_ORDER,
    USE_HEAL,
    WITH_REDEPLOYMENT,
    bits,
    engaged_orders,
    orders_at_targets,
    pack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.charge import scouted
from drumhead.games.pocket_battles.rules.riders import list_orders_with_riders
from drumhead.games.pocket_battles.rules.shooting import shot_targets

USES: Final = CONTROL | DOUBLE_ORDER | HEAL
FREE: Final = 1000
"""The budget of a unit that acts through Control and pays nothing: more tokens than any order costs."""
NO_SHOTS: Final[dict[int, int]] = {}


def list_turn(f: Field) -> list[int]:
    """[PB-4.2, PB-4.5, PB-6.7] Returns a pass, every free redeployment and every order."""
    seat = f.player
    out = [PASSING]
    list_orders(f, out, seat, f.unused[seat], 0, WITH_REDEPLOYMENT if f.stack[-1] & 31 == AT_TURN else 0)
    return out


def list_control(f: Field) -> list[int]:
    """[PB-9.1] Another unit moves, charges, carries on, leaves, shoots or heals without paying."""
    unit = f.stack[-1] >> 5 & 127
    out: list[int] = []
    list_orders(f, out, f.player, FREE, 1 << unit, 0)
    return out


def list_double(f: Field) -> list[int]:
    """[PB-9.2] Another unit is ordered at its normal cost; after the first the rest may be left."""
    frame = f.stack[-1]
    out = [pack(DONE)] if frame >> 12 & 127 == 1 else []
    list_orders(f, out, f.player, f.unused[f.player], frame >> 19, 0)
    return out


def list_orders(f: Field, out: list[int], seat: int, budget: int, barred: int, redeployments: int) -> None:
    """[PB-5.1, PB-5.2, PB-6.1, PB-9.12] Lists all that a seat's units can do now.

    Left out are units in `barred`, one that was redeployed unless it is Fast, and those that cost more than the budget.
    """
    own = f.force.sides[seat]
    first, last = own.first, own.last
    in_zone, theirs = f.units_in_zone[seat], f.units_in_zone[1 - seat]
    if f.redeployed >= 0 and not f.profile[f.redeployed].traits & FAST:
        barred |= 1 << f.redeployed
    if budget <= own.scarce_tokens:
        for bears in f.orders[first:last]:
            if bears >= budget:
                barred |= too_costly(f, seat, budget)
                break
    sectors = 7 if theirs[4] or theirs[3] or theirs[5] else chargeable(theirs)
    order_lists = f.order_lists[first:last]
    if barred:
        for unit in BITS.get(barred) or bits(barred):
            order_lists[unit - first] = f.profile[unit].order_lists[f.zone[unit] + BARRED_OFFSET]
    code = sectors + redeployments
    for lists in order_lists:
        out += lists[code]
    front = (in_zone[1] | in_zone[4] | in_zone[7]) & ~barred
    engaged = f.in_contact_at_turn_start & ~barred
    if engaged:
        engaged &= f.engaged(seat)
        for unit in BITS.get(engaged) or bits(engaged):
            key = unit | f.foes[unit] << 7
            out += ENGAGED_ORDERS.get(key) or engaged_orders(key)
    busy = front & own.shooters_and_scouts
    if own.long_range:
        busy |= (in_zone[0] | in_zone[3] | in_zone[6]) & own.long_range & ~barred
    rides = not f.opening and 1 < budget < FREE and len(own.riders) > 0
    shots: dict[int, int] = {} if rides else NO_SHOTS
    if busy:
        for unit in own.shooters:
            if not busy >> unit & 1:
                continue
            targets = shot_targets(f, unit)
            if targets:
                if rides:
                    shots[unit] = targets
                shot = SHOOT | unit << 5 | NO_RIDERS | targets << TARGETS_SHIFT
                out += ORDERS_AT_TARGETS.get(shot) or orders_at_targets(shot)
            if f.profile[unit].traits & SCOUT:
                out += orders_at_targets(CHARGE | unit << 5 | NO_RIDERS | scouted(f, unit) << TARGETS_SHIFT)
    if rides:
        list_orders_with_riders(f, out, seat, budget, front | busy, engaged, shots, sectors)
    if own.special_units and not f.opening:
        list_special(f, out, seat, budget, barred)


def too_costly(f: Field, seat: int, budget: int) -> int:
    """[PB-4.4] Returns the units of a seat whose order costs more than the budget, one bit each."""
    costly = 0
    orders = f.orders
    for unit in range(f.force.first[seat], f.force.last[seat]):
        bears = orders[unit]
        if bears >= budget and f.profile[unit].cost[bears] > budget:
            costly |= 1 << unit
    return costly


def chargeable(theirs: list[int]) -> int:
    """[PB-6.8] From which sectors a charge has a target, one bit each: enemies there or in a sector beside."""
    rear0, front0, engaged0, rear1, front1, engaged1, rear2, front2, engaged2, _, _ = theirs
    if rear1 | front1 | engaged1:
        return 7
    return (3 if rear0 | front0 | engaged0 else 0) | (6 if rear2 | front2 | engaged2 else 0)


def list_special(f: Field, out: list[int], seat: int, budget: int, barred: int) -> None:
    """[PB-6.6] Special traits, not in the first turn of the battle, nor where they would do nothing."""
    for unit in f.force.special_units[seat]:
        own = f.profile[unit]
        traits = own.traits
        if not traits & USES or f.zone[unit] >= RESERVE or own.cost[f.orders[unit]] > budget or barred >> unit & 1:
            continue
        if traits & HEAL:
            list_heals(f, out, unit)
        if budget < FREE:
            if traits & CONTROL and can_order_another(f, seat, 1 << unit, FREE):
                out.append(pack(USE_CONTROL, unit))
            if traits & DOUBLE_ORDER:
                if can_order_another(f, seat, barred | 1 << unit, budget - f.order_cost(unit)):
                    out.append(pack(USE_DOUBLE_ORDER, unit))


def list_heals(f: Field, out: list[int], unit: int) -> None:
    """[PB-9.5] Each wounded troop of another own unit: it gets no order, so that it may have been redeployed."""
    seat = f.force.seat[unit]
    if not any(f.wounds[f.force.first[seat] : f.force.last[seat]]):
        return
    for other in range(f.force.first[seat], f.force.last[seat]):
        if other == unit or not f.wounds[other]:
            continue
        for troop in range(len(f.force.units[other])):
            if f.wounds_on(other, troop):
                out.append(pack(USE_HEAL, unit, other, troop))


def can_order_another(f: Field, seat: int, barred: int, budget: int) -> bool:
    """[PB-6.6] Returns whether a special order would have another unit to order."""
    for unit in range(f.force.first[seat], f.force.last[seat]):
        if f.zone[unit] >= RESERVE or barred >> unit & 1:
            continue
        if f.order_cost(unit) > budget:
            continue
        if unit == f.redeployed and not f.profile[unit].traits & FAST:
            continue
        if ROW[f.zone[unit]] != ENGAGED or (f.foes[unit] and f.in_contact_at_turn_start >> unit & 1):
            return True
    return False
