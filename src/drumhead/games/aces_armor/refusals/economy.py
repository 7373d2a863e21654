"""Why coins cannot be spent or given: each function returns a refusal, or None where it finds nothing wrong."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import type_of
from drumhead.games.aces_armor.engine.encoding import AT_GIFT, NONE
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.units import not_yours
from drumhead.games.aces_armor.rules.economy import LEAST_GIFT, REPAIR_COST, can_give, free_unit
from drumhead.games.aces_armor.text.names import FACTIONS, flag_words, type_words, unit_words


def buy(f: Field, place: int, hex_: int) -> Refusal | None:
    """[AA-9.2] Too few coins, no empty own factory there, or enough of the type."""
    cost, coins = f.force.components.mats.cost[type_of(f.active, place)], f.coins[f.force.purse[f.active]]
    told = {"type": type_words(f.force, f.active, place), "n": cost, "coins": coins, "hex": f.force.board.names[hex_]}
    if f.force.board.factory_at[hex_] < 0:
        return Refusal(Text("there is no factory on {hex}", **told), "AA-9.2")
    if not f.is_own_factory(f.active, hex_):
        flag = flag_words(f.flag[f.force.board.factory_at[hex_]])
        return Refusal(Text("the factory {hex} is {flag}, not yours", **told, flag=flag), "AA-9.2")
    if f.at[hex_] != NONE:
        return Refusal(
            Text("{other} stands on {hex}", other=unit_words(f.force, f.at[hex_]), hex=f.force.board.names[hex_]),
            "AA-9.2",
        )
    if coins < cost:
        return Refusal(Text("{type} costs {n} coins, you have {coins}", **told), "AA-9.2")
    if free_unit(f, f.active, place) == NONE:
        limit = f.force.per_type
        return Refusal(Text("you have {limit} {type} on the map, and may have no more", **told, limit=limit), "AA-9.2")
    return None


def repair(f: Field, unit: int, b: int) -> Refusal | None:
    """[AA-9.3] Not yours, unhurt, not in an own factory, begun already, or too few coins."""
    refusal = not_yours(f, unit, "AA-9.3")
    if refusal is not None:
        return refusal
    told = {"unit": unit_words(f.force, unit), "n": REPAIR_COST, "coins": f.coins[f.force.purse[f.active]]}
    if unit == f.force.v2 or not f.is_own_factory(f.active, f.place[unit]):
        return Refusal(Text("{unit} is not in a factory of yours", **told), "AA-9.3")
    if not f.damage[unit]:
        return Refusal(Text("{unit} has no damage", **told), "AA-9.3")
    if f.mending >> unit & 1:
        return Refusal(Text("{unit} is being repaired already", **told), "AA-9.3")
    return Refusal(Text("a repair takes {n} coins, you have {coins}", **told), "AA-9.3")


def give(f: Field, a: int, coins: int) -> Refusal | None:
    """[AA-9.4] There is no ally, the gift would not arrive, or the coins are not there."""
    giver = f.pending()["faction"] if f.step_kind() == AT_GIFT else f.active
    told = {"coins": coins, "n": f.coins[f.force.purse[giver]]}
    if f.force.gift_to[giver] == NONE:
        return Refusal(Text("you have no ally with coins of its own"), "AA-9.4")
    if coins < LEAST_GIFT:
        return Refusal(Text("of a gift 1 coin goes to the bank: give at least 2"), "AA-9.4")
    if coins > f.coins[giver]:
        return Refusal(Text("you cannot give {coins} coins, you have {n}", **told), "AA-9.4")
    return None


def ask(f: Field, a: int, b: int) -> Refusal | None:
    """[AA-9.4] There is no ally, it has answered or has no coins to give, or there is nothing to spend them on."""
    ally = f.force.gift_to[f.active]
    if ally == NONE:
        return Refusal(Text("you have no ally with coins of its own"), "AA-9.4")
    told = {"ally": FACTIONS[ally]}
    if f.ended >> ally & 1:
        return Refusal(Text("{ally} has answered already", **told), "AA-9.4")
    if not can_give(f, ally):
        return Refusal(Text("{ally} has not the 2 coins that a gift takes at least", **told), "AA-9.4")
    return Refusal(Text("you have no empty factory and nobody to repair: coins are of no use now"), "AA-9.4")
