"""Chapter 6: what a seat may order, and the carrying out of moves and passes."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.games.pocket_battles.army.tiles import (
    BLOOD_LUST,
    CONTROL,
    DOUBLE_ORDER,
    EXCITE,
    FAST,
    GALVANIZE,
    HEAL,
    OVERWHELMING,
    SCOUT,
)
from drumhead.games.pocket_battles.engine.encoding import (
    AIM,
    AIMED,
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    AT_TURN,
    AT_TURN_END,
    BARRED,
    BITS,
    CARRY_ON,
    CHARGE,
    DONE,
    ENGAGED,
    ENGAGED_ORDERS,
    EXCITED,
    FRONT,
    GALVANIZED,
    LEAVE,
    MOVE,
    NO_RIDERS,
    NOBODY,
    NONE,
    PASS,
    PASSING,
    REDEPLOY,
    RESERVE,
    ROW,
    SECTOR,
    SHOOT,
    USE_CONTROL,
    USE_DOUBLE_ORDER,
    USE_HEAL,
    WITH_REDEPLOYMENT,
    aimed,
    bits,
    engaged_orders,
    pack,
    ridden,
    step,
)
from drumhead.games.pocket_battles.engine.position import Field, changed
from drumhead.games.pocket_battles.rules.charge import begin_charge, begin_leave, scouted
from drumhead.games.pocket_battles.rules.engagement import begin_fight
from drumhead.games.pocket_battles.rules.shooting import begin_shot, shot_targets
from drumhead.games.pocket_battles.rules.turns import end_turn

RIDES: Final = EXCITE | GALVANIZE
USES: Final = CONTROL | DOUBLE_ORDER | HEAL
# The purse of a unit that acts through Control: it pays nothing.
FREE: Final = 1000
NO_SHOTS: Final[dict[int, int]] = {}


def list_turn(f: Field) -> list[int]:
    """[PB-4.2, PB-4.5, PB-6.7] A pass, one free redeployment, or an order."""
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


def list_orders(f: Field, out: list[int], seat: int, purse: int, barred: int, redeployments: int) -> None:
    """[PB-5.1, PB-5.2, PB-6.1, PB-9.12] Lists all that a seat's units can do now.

    Units in `barred` are not ordered, nor one that was redeployed unless Fast, nor those that cost more than the purse.
    """
    own = f.force.sides[seat]
    first, last = own.first, own.last
    here, theirs = f.here[seat], f.here[1 - seat]
    if f.redeployed >= 0 and not f.profile[f.redeployed].traits & FAST:
        barred |= 1 << f.redeployed
    if purse <= own.dear:
        for bears in f.orders[first:last]:
            if bears >= purse:
                barred |= too_costly(f, seat, purse)
                break
    sectors = 7 if theirs[4] or theirs[3] or theirs[5] else chargeable(theirs)
    able = f.ready[first:last]
    if barred:
        for unit in BITS.get(barred) or bits(barred):
            able[unit - first] = f.profile[unit].orders[f.zone[unit] + BARRED]
    code = sectors + redeployments
    for ready in able:
        out += ready[code]
    front = (here[1] | here[4] | here[7]) & ~barred
    engaged = f.met & ~barred
    if engaged:
        engaged &= f.engaged(seat)
        for unit in BITS.get(engaged) or bits(engaged):
            met = unit | f.foes[unit] << 7
            out += ENGAGED_ORDERS.get(met) or engaged_orders(met)
    busy = front & own.keen
    if own.far:
        busy |= (here[0] | here[3] | here[6]) & own.far & ~barred
    rides = not f.opening and 1 < purse < FREE and len(own.riders) > 0
    shots: dict[int, int] = {} if rides else NO_SHOTS
    if busy:
        for unit in own.shooters:
            if not busy >> unit & 1:
                continue
            targets = shot_targets(f, unit)
            if targets:
                if rides:
                    shots[unit] = targets
                shot = SHOOT | unit << 5 | NO_RIDERS | targets << AIM
                out += AIMED.get(shot) or aimed(shot)
            if f.profile[unit].traits & SCOUT:
                out += aimed(CHARGE | unit << 5 | NO_RIDERS | scouted(f, unit) << AIM)
    if rides:
        list_ridden(f, out, seat, purse, front | busy, engaged, shots, sectors)
    if own.users and not f.opening:
        list_special(f, out, seat, purse, barred)


def too_costly(f: Field, seat: int, purse: int) -> int:
    """[PB-4.4] The units of a seat whose order costs more than the purse, one bit each."""
    costly = 0
    orders = f.orders
    for unit in range(f.force.first[seat], f.force.last[seat]):
        bears = orders[unit]
        if bears >= purse and f.profile[unit].cost[bears] > purse:
            costly |= 1 << unit
    return costly


def chargeable(theirs: list[int]) -> int:
    """[PB-6.8] From which sectors a charge has a target, one bit each: enemies there or in a sector beside."""
    rear0, front0, engaged0, rear1, front1, engaged1, rear2, front2, engaged2, _, _ = theirs
    if rear1 | front1 | engaged1:
        return 7
    return (3 if rear0 | front0 | engaged0 else 0) | (6 if rear2 | front2 | engaged2 else 0)


def list_special(f: Field, out: list[int], seat: int, purse: int, barred: int) -> None:
    """[PB-6.6] Special traits, not in the first turn of the battle, nor where they would do nothing."""
    for unit in f.force.users[seat]:
        own = f.profile[unit]
        traits = own.traits
        if not traits & USES or f.zone[unit] >= RESERVE or own.cost[f.orders[unit]] > purse or barred >> unit & 1:
            continue
        if traits & HEAL:
            list_heals(f, out, unit)
        if purse < FREE:
            if traits & CONTROL and can_order_another(f, seat, 1 << unit, FREE):
                out.append(pack(USE_CONTROL, unit))
            if traits & DOUBLE_ORDER:
                if can_order_another(f, seat, barred | 1 << unit, purse - f.order_cost(unit)):
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


def can_order_another(f: Field, seat: int, barred: int, purse: int) -> bool:
    """[PB-6.6] Says whether a special order would have another unit to order."""
    for unit in range(f.force.first[seat], f.force.last[seat]):
        if f.zone[unit] >= RESERVE or barred >> unit & 1:
            continue
        if f.order_cost(unit) > purse:
            continue
        if unit == f.redeployed and not f.profile[unit].traits & FAST:
            continue
        if ROW[f.zone[unit]] != ENGAGED or (f.foes[unit] and f.met >> unit & 1):
            return True
    return False


def list_ridden(
    f: Field,
    out: list[int],
    seat: int,
    purse: int,
    free: int,
    engaged: int,
    shots: dict[int, int],
    sectors: int,
) -> None:
    """[PB-9.3, PB-9.4] Orders to free and engaged units, one bit each, with an Excite, a Galvanize or both on them."""
    riders = list_riders(f, seat, purse)
    if not riders:
        return
    for unit in BITS.get(free) or bits(free):
        own = f.profile[unit]
        left = purse - own.cost[f.orders[unit]]
        if left > 0:
            targets = shots.get(unit, 0)
            place = f.zone[unit]
            charges = own.can_engage and ROW[place] == FRONT and sectors >> SECTOR[place] & 1 == 1
            if targets or charges:
                ride(f, out, unit, left, riders, targets, charges=charges)
    for unit in BITS.get(engaged) or bits(engaged):
        own = f.profile[unit]
        left = purse - own.cost[f.orders[unit]]
        if own.can_engage and not own.traits & BLOOD_LUST:
            for rider, cost, exciter, galvanizer in riders:
                if cost <= left and galvanizer == NONE and unit != exciter:
                    out += aimed(CARRY_ON | unit << 5 | rider | f.foes[unit] << AIM)


def list_riders(f: Field, seat: int, purse: int) -> list[tuple[int, int, int, int]]:
    """[PB-9.3, PB-9.4] What may ride on an order: an Excite, a Galvanize or both, with cost and units."""
    riders: list[tuple[int, int, int, int]] = []
    galvanizers: list[int] = []
    for unit in f.force.riders[seat]:
        own = f.profile[unit]
        if own.traits & RIDES and f.zone[unit] < RESERVE:
            cost = own.cost[f.orders[unit]]
            if cost < purse and (unit != f.redeployed or own.traits & FAST):
                if own.traits & EXCITE:
                    riders.append((unit << 19 | NOBODY << 26, cost, unit, NONE))
                if own.traits & GALVANIZE:
                    galvanizers.append(unit)
    exciters = riders[:]
    for unit in galvanizers:
        number = f.force.riders[seat].index(unit) << 26
        riders.append((NONE << 19 | number, f.order_cost(unit), NONE, unit))
        riders += [(other << 19 | number, pair_cost(f, other, unit), other, unit) for _, _, other, _ in exciters]
    return riders


def ride(
    f: Field,
    out: list[int],
    unit: int,
    left: int,
    riders: list[tuple[int, int, int, int]],
    shots: int,
    *,
    charges: bool,
) -> None:
    """[PB-9.3, PB-9.4] A free unit's orders with riders: Excite not for Blood Lust, Galvanize only for a charge."""
    traits = f.profile[unit].traits
    for rider, cost, exciter, galvanizer in riders:
        if cost > left or unit in (exciter, galvanizer) or (exciter != NONE and traits & BLOOD_LUST):
            continue
        if galvanizer == NONE:
            out += ridden((CHARGE if charges else SHOOT) | unit << 5 | rider | shots << AIM)
        elif charges and not traits & OVERWHELMING:
            out += ridden(CHARGE | unit << 5 | rider)
        else:
            continue
        if traits & SCOUT:
            out += aimed(CHARGE | unit << 5 | rider | scouted(f, unit) << AIM)


def can_ride(f: Field, kind: int, unit: int) -> bool:
    """[PB-9.3, PB-9.4] Says whether an Excite or a Galvanize may ride on this order to a unit."""
    if f.opening or f.stack[-1] & 31 not in (AT_TURN, AT_ACTION, AT_DOUBLE):
        return False
    own, purse = f.profile[unit], f.unused[f.force.seat[unit]]
    if kind == CARRY_ON and not own.can_engage:
        return False
    left = purse - f.order_cost(unit)
    for _, cost, exciter, galvanizer in list_riders(f, own.seat, purse):
        if cost > left or unit in (exciter, galvanizer) or (exciter != NONE and own.traits & BLOOD_LUST):
            continue
        if galvanizer == NONE or (kind == CHARGE and not own.traits & OVERWHELMING):
            return True
    return False


def pair_cost(f: Field, one: int, other: int) -> int:
    """[PB-9.4] What two orders cost, both to one unit or one to each."""
    cost = f.order_cost(one)
    if one != other:
        return cost + f.order_cost(other)
    f.orders[one] += cost
    second = f.order_cost(one)
    f.orders[one] -= cost
    return cost + second


def choose_turn(f: Field, action: int) -> None:
    """[PB-4.2, PB-5.1, PB-6.7] Redeploys, passes, or gives the order of the turn."""
    kind = action & 31
    if kind == REDEPLOY:
        unit, zone = action >> 5 & 127, action >> 12 & 127
        f.put(unit, zone)
        f.redeployed = unit
        f.stack[-1] = AT_ACTION | f.player << 5
        if f.events is not None:
            f.events.append(("redeploy", "PB-5.1", unit, zone))
        return
    if kind == MOVE:
        f.order(action >> 5 & 127)
        move(f, action)
        end_turn(f)
    elif kind == PASS:
        seat, unused = f.active, f.unused
        unused[seat] = unused[seat] - 1
        f.passed = changed(f.passed, seat, f.passed[seat] + 1)
        if f.events is not None:
            f.events.append(("pass", "PB-6.7", f.active))
        end_turn(f)
    else:
        f.stack[-1] = AT_TURN_END
        carry_out(f, action, paid=True)


def move(f: Field, action: int) -> None:
    """[PB-6.1] Moves a unit to a neighbouring own zone by order."""
    unit, zone = action >> 5 & 127, action >> 12 & 127
    f.put(unit, zone)
    if f.events is not None:
        f.events.append(("move", "PB-6.1", unit, zone))


def choose_control(f: Field, action: int) -> None:
    """[PB-9.1] The controlled unit acts without paying and without a token."""
    f.stack.pop()
    carry_out(f, action, paid=False)


def choose_double(f: Field, action: int) -> None:
    """[PB-9.2] The unit is ordered; a second one may follow."""
    frame = f.stack.pop()
    if action & 31 == DONE:
        return
    unit, left, ordered = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 | 1 << (action >> 5 & 127)
    if left == 2:
        f.stack.append(AT_DOUBLE | unit << 5 | 1 << 12 | ordered << 19)
    carry_out(f, action, paid=True)


def step_control(f: Field, frame: int) -> int:
    """[PB-9.1] The active seat chooses the controlled unit."""
    return f.active


def step_double(f: Field, frame: int) -> int:
    """[PB-9.2] The active seat goes on ordering while another unit can be ordered."""
    if can_order_another(f, f.active, frame >> 19, f.unused[f.active]):
        return f.active
    f.stack.pop()
    return GO_ON


def carry_out(f: Field, action: int, *, paid: bool) -> None:
    """[PB-6.1, PB-9.3, PB-9.4] Pays for the order and its riders and begins what was ordered."""
    kind = action & 31
    unit = action >> 5 & 127
    target = action >> 12 & 127
    if paid:
        f.order(unit)
    if kind == MOVE:
        move(f, action)
        return
    flags = 0
    if kind in (CHARGE, SHOOT, CARRY_ON):
        exciter, galvanizer = action >> 19 & 127, NONE
        if action >> 26 != NOBODY:
            galvanizer = f.force.rider(unit, action >> 26)
        if exciter != NONE:
            f.order(exciter)
            flags |= EXCITED
            if f.events is not None:
                f.events.append(("excite", "PB-9.3", exciter, unit))
        if galvanizer != NONE:
            f.order(galvanizer)
            flags |= GALVANIZED
            if f.events is not None:
                f.events.append(("galvanize", "PB-9.4", galvanizer, unit))
    if kind == CHARGE:
        begin_charge(f, unit, target, flags)
    elif kind == SHOOT:
        begin_shot(f, unit, target, flags)
    elif kind == CARRY_ON:
        begin_fight(f, unit, target, flags)
    elif kind == LEAVE:
        begin_leave(f, unit)
    else:
        use_trait(f, kind, unit, action)


def use_trait(f: Field, kind: int, unit: int, action: int) -> None:
    """[PB-9.1, PB-9.2, PB-9.5] Begins Control or Double Order, or heals."""
    if kind == USE_CONTROL:
        f.stack.append(step(AT_CONTROL, unit))
        if f.events is not None:
            f.events.append(("control", "PB-9.1", unit))
    elif kind == USE_DOUBLE_ORDER:
        f.stack.append(AT_DOUBLE | unit << 5 | 2 << 12 | (1 << unit) << 19)
        if f.events is not None:
            f.events.append(("double_order", "PB-9.2", unit))
    elif kind == USE_HEAL:
        healed, troop = action >> 12 & 127, action >> 19 & 127
        f.wounds = changed(f.wounds, healed, f.wounds[healed] - (1 << troop * 4))
        if f.events is not None:
            f.events.append(("heal", "PB-9.5", unit, healed, troop))
        f.gain(f.force.seat[healed], 1)
