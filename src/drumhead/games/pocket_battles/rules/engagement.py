"""Chapter 6E: strikes in an engagement and striking back."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.i18n.text import Text
from drumhead.core.words.tally import Tally
from drumhead.games.pocket_battles.army.tiles import FIRST_STRIKE, FURY
from drumhead.games.pocket_battles.engine.encoding import (
    ABOVE_MODE,
    AT_ATTACK,
    AT_CHASE,
    AT_FIRST_STRIKE,
    AT_SEPARATE,
    AT_STRIKE_BACK,
    CHARGED,
    ENGAGING,
    EXCITED,
    HOLD,
    HOLDING,
    NONE,
    RESERVE,
    STRIKE,
    bits,
    pack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.dice import begin_roll


def begin_fight(f: Field, unit: int, enemy: int, flags: int, *, chase: int = 0, strikes_first: bool = False) -> None:
    """[PB-6.3, PB-6.14, PB-6.16, PB-9.13] The active unit strikes, then the enemy it struck may strike back."""
    stack = f.stack
    if f.events is not None:
        f.events.append(("fight", "PB-6.14" if flags & CHARGED else "PB-6.3", unit, enemy))
    if f.force.terms.any_loss_separates:
        # A charger has no other enemy in contact, and may be in another fight by then.
        stack.append(AT_SEPARATE | unit << 5 | enemy << 12)
        if not flags & CHARGED:
            stack.append(AT_SEPARATE | enemy << 5 | unit << 12)
    stack.append(AT_STRIKE_BACK | enemy << 5 | unit << 12)
    if flags & CHARGED:
        stack.append(AT_CHASE | unit << 5 | enemy << 12 | chase << 19)
    stack.append(AT_ATTACK | unit << 5 | enemy << 12 | flags << 19)
    if strikes_first and f.profile[enemy].traits & FIRST_STRIKE and f.profile[enemy].can_engage:
        stack.append(AT_FIRST_STRIKE | enemy << 5 | unit << 12)


def step_attack(f: Field, frame: int) -> int:
    """[PB-6.14] The strike of the unit that was ordered, if both sides of it still stand."""
    f.stack.pop()
    unit, enemy = frame >> 5 & 127, frame >> 12 & 127
    if f.zone[unit] < RESERVE and f.zone[enemy] < RESERVE:
        attack(f, unit, enemy, frame >> 19)
    elif f.stack[-1] & 31 == AT_CHASE:
        f.stack.pop()
    return GO_ON


def step_separate(f: Field, frame: int) -> int:
    """[PB-6.12, PB-6.13] By the letter: a unit goes back once the one it fought is gone, whoever else is in contact."""
    f.stack.pop()
    gone, unit = frame >> 5 & 127, frame >> 12 & 127
    if not f.foes[unit] >> gone & 1:
        for enemy in bits(f.foes[unit]):
            f.part(unit, enemy)
    return GO_ON


def attack(f: Field, unit: int, enemy: int, flags: int) -> None:
    """[PB-6.14] Rolls for a strike; a unit without engagement dice rolls nothing."""
    if f.profile[unit].can_engage:
        begin_roll(f, unit, enemy, ENGAGING | flags << ABOVE_MODE, engagement_dice(f, unit, flags))
    elif f.events is not None:
        f.events.append(("no_dice", "PB-6.14", unit))


def dice_parts(f: Field, unit: int, flags: int) -> tuple[int, int, int, int, int]:
    """[PB-6.14, PB-9.3, PB-9.6, PB-9.15, PB-9.16] Returns the dice of a strike by what they are for.

    One for the unit, then those of its charge, of +X Engagement, of Fury and of Excite.
    """
    own = f.profile[unit]
    return (
        1,
        own.charge_dice if flags & CHARGED else 0,
        own.engagement_bonus,
        f.orders[unit] if own.traits & FURY else 0,
        1 if flags & EXCITED else 0,
    )


def engagement_dice(f: Field, unit: int, flags: int) -> int:
    """[PB-6.14] Returns how many dice a unit throws for a strike."""
    base, charge, bonus, fury, excite = dice_parts(f, unit, flags)
    return base + charge + bonus + fury + excite


def engagement_tally(f: Field, unit: int, flags: int) -> list[Tally]:
    """[PB-6.14, PB-9.16] Returns what the dice of a strike are for, with clauses."""
    base, charge, bonus, fury, excite = dice_parts(f, unit, flags)
    parts = [
        Tally(base, Text("for the unit"), "PB-6.14"),
        Tally(charge, Text("charge"), "PB-9.16" if charge > 1 else "PB-6.14"),
        Tally(bonus, Text("Engagement trait"), "PB-9.6"),
        Tally(fury, Text("Fury, one for each order token"), "PB-9.15"),
        Tally(excite, Text("excited"), "PB-9.3"),
    ]
    return [part for part in parts if part.amount]


def step_strike(f: Field, frame: int) -> int:
    """[PB-6.16, PB-9.13] The owner of a unit that can strike decides whether it does."""
    unit, enemy = frame >> 5 & 127, frame >> 12 & 127
    if f.zone[unit] < RESERVE and f.foes[unit] >> enemy & 1 and f.profile[unit].can_engage:
        f.options = STRIKE_OR_HOLD[unit]
        return f.force.seat[unit]
    f.stack.pop()
    return GO_ON


STRIKE_OR_HOLD: Final = [[pack(STRIKE, unit), HOLDING] for unit in range(NONE)]
"""The two choices of every unit, where it can strike."""


def choose_strike(f: Field, action: int) -> None:
    """[PB-6.16, PB-9.13] Strikes back with one die, or holds; who struck first does not strike back."""
    frame = f.stack.pop()
    unit, enemy = frame >> 5 & 127, frame >> 12 & 127
    first = frame & 31 == AT_FIRST_STRIKE
    if action & 31 == HOLD:
        if f.events is not None:
            f.events.append(("hold", "PB-6.16", unit))
        return
    if f.events is not None:
        f.events.append(("strike", "PB-9.13" if first else "PB-6.16", unit, enemy))
    if first:
        f.stack.remove(AT_STRIKE_BACK | unit << 5 | enemy << 12)
    attack(f, unit, enemy, 0)
