"""Chapter 6C: charging, reacting to a charge, choosing its target, and leaving an engagement."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.games.pocket_battles.army.tiles import FLYING, OVERWHELMING, SCOUT, SKIRMISH
from drumhead.games.pocket_battles.engine.encoding import (
    AT_FOLLOW,
    AT_HARRY,
    AT_LEFT,
    AT_REACTION,
    AT_SEPARATE,
    AT_TARGET,
    CHARGE,
    CHARGED,
    ENGAGED,
    EXCITED,
    FRONT,
    GALVANIZED,
    HOLD,
    HOLDING,
    INTERCEPT,
    NEIGHBOURS,
    NO_RIDERS,
    NONE,
    REACTION_SHOT,
    RESERVE,
    ROW,
    STRIKE,
    TARGET,
    TARGETS_SHIFT,
    WAIT,
    WAITING,
    bits,
    orders_at_targets,
    pack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.engagement import attack, begin_fight
from drumhead.games.pocket_battles.rules.shooting import begin_shot

# Where the targets of a charge stand.
NEAR: Final = 0
BEHIND: Final = 1
BESIDE: Final = 2


def begin_charge(f: Field, unit: int, scouted: int, flags: int) -> None:
    """[PB-6.2, PB-6.9, PB-9.24] Moves the charger into the Engagement Zone; then the enemy reacts, unless barred."""
    sector = f.zone[unit] // 3
    tier = charge_tier(f, 1 - f.force.seat[unit], sector)
    f.put(unit, sector * 3 + ENGAGED)
    if f.events is not None:
        f.events.append(("charge", "PB-6.9", unit, f.zone[unit]))
    if scouted != NONE:
        if f.events is not None:
            f.events.append(("scout", "PB-9.24", unit, scouted))
        meet(f, unit, scouted, flags)
        return
    f.stack.append(AT_TARGET | unit << 5 | tier << 12 | flags << 19)
    if tier == NEAR:
        f.stack.append(AT_REACTION | unit << 5)
    elif f.events is not None:
        f.events.append(("no_reaction", "PB-6.8", unit, tier))


def scouted(f: Field, unit: int) -> int:
    """[PB-9.24] Returns whom a Scout may name with its charge, one bit each: enemies in the Front of its sector."""
    place = f.zone[unit]
    if ROW[place] != FRONT or not f.profile[unit].can_engage:
        return 0
    return f.units_in_zone[1 - f.force.seat[unit]][place]


def charge_tier(f: Field, enemy: int, sector: int) -> int:
    """[PB-6.8] Front and Engagement Zone first; the Rear if these are empty; a neighbour if the sector is."""
    in_zone = f.units_in_zone[enemy]
    rear = sector * 3
    if in_zone[rear + FRONT] or in_zone[rear + ENGAGED]:
        return NEAR
    return BEHIND if in_zone[rear] else BESIDE


def charge_targets(f: Field, charger: int, tier: int) -> int:
    """[PB-6.8, PB-9.14] Returns whom a charge of this tier may meet, one bit each; if Flying, the Rear too."""
    in_zone = f.units_in_zone[1 - f.force.seat[charger]]
    sector = f.zone[charger] // 3
    rear = sector * 3
    if tier == BESIDE:
        targets = 0
        for beside in NEIGHBOURS[sector]:
            other = beside * 3
            targets |= in_zone[other] | in_zone[other + FRONT] | in_zone[other + ENGAGED]
    elif tier == BEHIND:
        targets = in_zone[rear]
    else:
        targets = in_zone[rear + FRONT] | in_zone[rear + ENGAGED]
        if f.profile[charger].traits & FLYING:
            targets |= in_zone[rear]
    return targets


def step_reaction(f: Field, frame: int) -> int:
    """[PB-6.9] The enemy decides, if any of his units can react."""
    f.options = reactions(f, frame >> 5 & 127)
    if len(f.options) > 1:
        return 1 - f.force.seat[frame >> 5 & 127]
    f.stack.pop()
    return GO_ON


def reactions(f: Field, charger: int) -> list[int]:
    """[PB-6.9, PB-9.25] Waiting; a Front unit of that sector intercepts or shoots, paid for unless it skirmishes."""
    enemy = 1 - f.force.seat[charger]
    out = [WAITING]
    for unit in bits(f.units_in_zone[enemy][f.zone[charger] // 3 * 3 + FRONT]):
        own = f.profile[unit]
        if own.traits & SKIRMISH or own.cost[f.orders[unit]] <= f.unused[enemy]:
            if own.can_engage:
                out.append(pack(INTERCEPT, unit))
            if own.can_shoot:
                out.append(pack(REACTION_SHOT, unit))
    return out


def choose_reaction(f: Field, action: int) -> None:
    """[PB-6.9, PB-7.3, PB-9.25] Waits, meets the charger, or shoots it before it strikes."""
    charger = f.stack.pop() >> 5 & 127
    kind = action & 31
    if kind == WAIT:
        if f.events is not None:
            f.events.append(("wait", "PB-6.9", f.player))
        return
    unit = action >> 5 & 127
    if f.profile[unit].traits & SKIRMISH:
        if f.events is not None:
            f.events.append(("skirmish", "PB-9.25", unit))
    else:
        f.order(unit)
    if kind == INTERCEPT:
        flags = f.stack.pop() >> 19
        f.put(unit, f.zone[charger])
        if f.events is not None:
            f.events.append(("intercept", "PB-6.9", unit, charger))
        f.touch(charger, unit)
        fight(f, charger, unit, flags, strikes_first=False)
    else:
        begin_shot(f, unit, charger, 0)


def step_target(f: Field, frame: int) -> int:
    """[PB-6.10] The charger, if it survives, picks its target; with none left it returns to its Front."""
    charger = frame >> 5 & 127
    if f.zone[charger] >= RESERVE:
        f.stack.pop()
        return GO_ON
    targets = charge_targets(f, charger, frame >> 12 & 127)
    if targets & targets - 1:
        f.options = [pack(TARGET, target) for target in bits(targets)]
        return f.force.seat[charger]
    f.stack.pop()
    if targets:
        meet(f, charger, targets.bit_length() - 1, frame >> 19)
    else:
        f.move_to_front(charger)
        if f.events is not None:
            f.events.append(("no_target", "PB-6.10", charger))
    return GO_ON


def choose_target(f: Field, action: int) -> None:
    """[PB-6.10] The charger moves into contact with its target."""
    frame = f.stack.pop()
    meet(f, frame >> 5 & 127, action >> 5 & 127, frame >> 19)


def meet(f: Field, charger: int, target: int, flags: int) -> None:
    """[PB-6.9, PB-6.11] Makes contact: joins the many against a single unit, or splits one of many off."""
    f.put(charger, f.zone[target] // 3 * 3 + ENGAGED)
    f.put(target, f.zone[charger])
    foes = f.foes[target]
    f.touch(charger, target)
    if f.events is not None:
        f.events.append(("contact", "PB-6.11", charger, target))
    if foes and foes & (foes - 1) == 0:
        single = foes.bit_length() - 1
        others = f.foes[single]
        if others & (others - 1):
            f.part(target, single)
            if f.events is not None:
                f.events.append(("split", "PB-6.11", target, single))
    fight(f, charger, target, flags, strikes_first=True)


def fight(f: Field, charger: int, target: int, flags: int, *, strikes_first: bool) -> None:
    """[PB-6.14, PB-9.19] The charger strikes, chases on if it may, and is struck back."""
    begin_fight(f, charger, target, flags & EXCITED | CHARGED, chase=flags & GALVANIZED, strikes_first=strikes_first)


def step_chase(f: Field, frame: int) -> int:
    """[PB-9.19] A charger that destroyed its target with its own roll and is Overwhelming charges again, free."""
    f.stack.pop()
    charger, target, flags = frame >> 5 & 127, frame >> 12 & 127, frame >> 19
    if f.zone[target] < RESERVE or f.zone[charger] >= RESERVE:
        return GO_ON
    own = f.profile[charger]
    if not (own.traits & OVERWHELMING or flags & GALVANIZED) or not own.can_engage:
        return GO_ON
    sector = f.zone[charger] // 3
    if charge_targets(f, charger, charge_tier(f, 1 - f.force.seat[charger], sector)):
        if f.events is not None:
            f.events.append(("overwhelm", "PB-9.19", charger))
        if own.traits & SCOUT and scouted(f, charger) and not f.force.terms.first_rulings:
            f.stack.append(AT_FOLLOW | charger << 5 | (flags & GALVANIZED) << 12)
        else:
            begin_charge(f, charger, NONE, flags & GALVANIZED)
    return GO_ON


def step_follow(f: Field, frame: int) -> int:
    """[PB-9.19, PB-9.24] The owner of a Scout that charges again may name its target, as with any charge."""
    charger = frame >> 5 & 127
    f.options = [pack(CHARGE, charger)]
    f.options += orders_at_targets(CHARGE | charger << 5 | NO_RIDERS | scouted(f, charger) << TARGETS_SHIFT)
    return f.force.seat[charger]


def choose_follow(f: Field, action: int) -> None:
    """[PB-9.19, PB-9.24] The Scout charges again, at the enemy it named or as usual."""
    frame = f.stack.pop()
    begin_charge(f, frame >> 5 & 127, action >> 12 & 127, frame >> 12)


def begin_leave(f: Field, unit: int) -> None:
    """[PB-6.4, PB-6.12] Every enemy in contact may strike the leaver before it goes."""
    if f.events is not None:
        f.events.append(("leave", "PB-6.12", unit))
    if f.force.terms.any_loss_separates:
        f.stack += [AT_SEPARATE | unit << 5 | enemy << 12 for enemy in bits(f.foes[unit])]
    f.stack.append(AT_LEFT | unit << 5)
    f.stack.append(AT_HARRY | unit << 5 | f.foes[unit] << 12)


def step_harry(f: Field, frame: int) -> int:
    """[PB-6.12] The enemy picks who strikes the leaver next, until none is left or it is destroyed."""
    leaver = frame >> 5 & 127
    strikers = [unit for unit in bits(frame >> 12 & f.foes[leaver]) if f.profile[unit].can_engage]
    if not strikers:
        f.stack.pop()
        return GO_ON
    f.options = [pack(STRIKE, unit) for unit in strikers]
    f.options.append(HOLDING)
    return 1 - f.force.seat[leaver]


def choose_harry(f: Field, action: int) -> None:
    """[PB-6.12] One enemy strikes, dice as a strike back, without an order; or the rest hold."""
    frame = f.stack.pop()
    if action & 31 == HOLD:
        return
    striker, leaver = action >> 5 & 127, frame >> 5 & 127
    f.stack.append(frame & ~(1 << striker << 12))
    attack(f, striker, leaver, 0)


def step_left(f: Field, frame: int) -> int:
    """[PB-6.12] What is left of the leaver goes to its Front; enemies without another contact go to theirs."""
    f.stack.pop()
    leaver = frame >> 5 & 127
    for enemy in bits(f.foes[leaver]):
        f.part(leaver, enemy)
    return GO_ON
