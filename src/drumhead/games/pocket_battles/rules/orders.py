"""Chapter 6: orders, redeployments and passes are carried out."""

from drumhead.core.frames import GO_ON
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    AT_TURN_END,
    CARRY_ON,
    CHARGE,
    DONE,
    EXCITED,
    GALVANIZED,
    LEAVE,
    MOVE,
    NO_GALVANIZER,
    NONE,
    PASS,
    REDEPLOY,
    SHOOT,
    USE_CONTROL,
    USE_DOUBLE_ORDER,
    USE_HEAL,
    step,
)
from drumhead.games.pocket_battles.engine.position import Field, changed
from drumhead.games.pocket_battles.rules.charge import begin_charge, begin_leave
from drumhead.games.pocket_battles.rules.engagement import begin_fight
from drumhead.games.pocket_battles.rules.order_options import can_order_another
from drumhead.games.pocket_battles.rules.shooting import begin_shot
from drumhead.games.pocket_battles.rules.turns import end_turn


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
        if action >> 26 != NO_GALVANIZER:
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
