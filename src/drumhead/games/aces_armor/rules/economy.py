"""Chapter 9: income, purchases, repairs, gifts."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.games.aces_armor.box.unit_types import PLACES
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    ASK,
    ASKING,
    AT_GIFT,
    BUY,
    END_MONEY,
    ENDING_MONEY,
    GIVE,
    KEEP,
    KEEPING,
    NEUTRAL,
    NONE,
    REPAIR,
    pack,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.victory import check_shore

REPAIR_COST: Final = 2
REPAIRED: Final = 3
"""[AA-9.3] The coins that a repair takes, and the damage that it takes off."""

LEAST_GIFT: Final = 2
"""[AA-9.4] Of a smaller gift nothing would arrive."""


def own_factories(f: Field, faction: int) -> list[int]:
    """[AA-9.1, AA-13.11] The factories whose coins and gates a faction uses."""
    purse = f.force.purse
    own = purse[faction]
    return [
        hex_
        for hex_, flag in zip(f.force.board.factories, f.flag, strict=True)
        if flag < NEUTRAL and purse[flag] == own
    ]


def step_income(f: Field, frame: int) -> int:
    """[AA-9.1] A coin for every own factory."""
    purse = f.force.purse[f.active]
    coins = len(own_factories(f, f.active))
    f.coins[purse] += coins
    if coins:
        f.tell("income", "AA-9.1", f.active, coins, f.coins[purse])
    f.stack.pop()
    return GO_ON


def free_unit(f: Field, faction: int, place: int) -> int:
    """[AA-9.2] The unit that a purchase would bring, or NONE when there are enough of its type."""
    for number in range(f.force.per_type):
        unit = f.force.unit(faction, place, number)
        if f.place[unit] == ABSENT:
            return unit
    return NONE


def list_purchases(f: Field, faction: int) -> list[int]:
    """[AA-9.2] The units that a faction may buy, at each empty factory of its own."""
    coins = f.coins[f.force.purse[faction]]
    empty = [hex_ for hex_ in own_factories(f, faction) if f.at[hex_] == NONE]
    if not empty:
        return []
    out = []
    first, per_type = f.force.first[faction], f.force.per_type
    for place in range(PLACES):
        if f.force.cost[first + place * per_type] <= coins and free_unit(f, faction, place) != NONE:
            out += [pack(BUY, place, hex_) for hex_ in empty]
    return out


def can_repair(f: Field, unit: int) -> bool:
    """[AA-9.3] Returns whether a unit is damaged, in an own factory, and not being repaired yet."""
    return bool(f.damage[unit] and not f.mending >> unit & 1 and f.is_own_factory(f.force.faction[unit], f.place[unit]))


def step_money(f: Field, frame: int) -> int:
    """[AA-9.2, AA-9.3, AA-9.4] The active faction buys and repairs as long as it can pay, or its ally may help it."""
    faction = f.active
    options = [ENDING_MONEY]
    if f.coins[f.force.purse[faction]] >= REPAIR_COST:
        options += [pack(REPAIR, unit) for unit in f.roster[faction] if can_repair(f, unit)]
    if f.coins[f.force.purse[faction]]:
        options += list_purchases(f, faction)
        list_gifts(f, faction, options)
    if can_ask(f, faction):
        options.append(ASKING)
    if len(options) == 1:
        f.end_part()
        return GO_ON
    f.options = options
    return f.force.seat[faction]


def choose_money(f: Field, action: int) -> None:
    """[AA-9.2, AA-9.3, AA-9.4] Buys, repairs, gives, asks the ally for coins, or ends the phase."""
    kind = action & 31
    if kind == END_MONEY:
        f.end_part(told=True)
        return
    if kind == ASK:
        ask_ally(f)
        return
    f.ended = 0
    if kind == GIVE:
        give(f, f.active, action >> 13 & 511)
    elif kind == REPAIR:
        repair(f, action >> 5 & 255)
    else:
        buy(f, f.active, action >> 5 & 255, action >> 13 & 511)


def can_ask(f: Field, faction: int) -> bool:
    """[AA-9.4] Returns whether an ally that has not answered could help a faction to buy or repair something now."""
    ally = f.force.gift_to[faction]
    if ally == NONE or f.ended >> ally & 1 or not can_give(f, ally):
        return False
    return any(f.at[hex_] == NONE for hex_ in own_factories(f, faction)) or any(
        can_repair(f, unit) for unit in f.roster[faction]
    )


def ask_ally(f: Field) -> None:
    """[AA-9.4] Asks the ally for coins; it answers once, until the active faction has bought or repaired something."""
    ally = f.force.gift_to[f.active]
    f.ended |= 1 << ally
    f.stack.append(step(AT_GIFT, ally))
    f.tell("asked", "AA-9.4", f.active, ally)


def step_gift(f: Field, frame: int) -> int:
    """[AA-9.4] The ally gives, or keeps its coins."""
    faction = frame >> 5 & 255
    f.options = [KEEPING]
    list_gifts(f, faction, f.options)
    return f.force.seat[faction]


def choose_gift(f: Field, action: int) -> None:
    """[AA-9.4] Gives coins to the faction that is buying, or none."""
    faction = f.stack.pop() >> 5 & 255
    if action & 31 == KEEP:
        f.tell("kept", "AA-9.4", faction)
    else:
        give(f, faction, action >> 13 & 511)


def list_gifts(f: Field, faction: int, out: list[int]) -> None:
    """[AA-9.4] Adds the gifts of a faction to its ally, of at least two coins, to a list."""
    if can_give(f, faction):
        out += [pack(GIVE, NONE, coins) for coins in range(LEAST_GIFT, f.coins[faction] + 1)]


def can_give(f: Field, faction: int) -> bool:
    """[AA-9.4] Returns whether a faction has an ally and coins enough for a gift of which something arrives."""
    return f.force.gift_to[faction] != NONE and f.coins[faction] >= LEAST_GIFT


def give(f: Field, faction: int, coins: int) -> None:
    """[AA-9.4] A faction gives coins to its ally; one of them goes to the bank."""
    ally = f.force.gift_to[faction]
    f.coins[faction] -= coins
    f.coins[ally] += coins - 1
    f.tell("gave", "AA-9.4", faction, ally, coins, coins - 1)


def buy(f: Field, faction: int, place: int, hex_: int) -> None:
    """[AA-9.2, AA-1.5] Puts a new unit on a factory; it acts from its owner's next turn on."""
    unit = free_unit(f, faction, place)
    purse = f.force.purse[faction]
    f.coins[purse] -= f.force.cost[unit]
    f.put(unit, hex_)
    f.tell("bought", "AA-9.2", unit, hex_, f.coins[purse])
    if f.force.first_rulings:
        check_shore(f, unit)


def repair(f: Field, unit: int) -> None:
    """[AA-9.3] Lays two coins under a unit."""
    purse = f.force.purse[f.force.faction[unit]]
    f.coins[purse] -= REPAIR_COST
    f.mending |= 1 << unit
    f.tell("repairing", "AA-9.3", unit, f.coins[purse])


def finish_repairs(f: Field, faction: int) -> None:
    """[AA-3.1, AA-9.3] Takes the coins away and up to three damage with them."""
    for unit in f.roster[faction]:
        if f.mending >> unit & 1:
            gone = min(REPAIRED, f.damage[unit])
            f.damage[unit] -= gone
            f.mending &= ~(1 << unit)
            f.tell("repaired", "AA-9.3", unit, gone)
