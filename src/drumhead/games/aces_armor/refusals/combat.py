"""Why a unit cannot intercept or attack: each function returns a refusal, or None where it finds nothing wrong."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import ARTILLERY
from drumhead.games.aces_armor.engine.encoding import ABSENT, FOG, NONE, RUINED, STORM, unpack_order
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.units import not_yours, resting
from drumhead.games.aces_armor.rules.declare import farthest, has_attack_owed, targets
from drumhead.games.aces_armor.text.names import unit_words


def end_declaring(f: Field, a: int, b: int) -> Refusal | None:
    """[AA-6.3] An attack that is owed has to be declared first."""
    for unit in f.roster[f.active]:
        if has_attack_owed(f, unit):
            told = {"unit": unit_words(f.force, unit), "enemy": unit_words(f.force, f.quarry[unit])}
            return Refusal(Text("{unit} intercepted {enemy} and has to attack it", **told), "AA-6.3")
    return None


def intercept(f: Field, unit: int, b: int) -> Refusal | None:
    """[AA-6.1, AA-6.2, AA-7.2, AA-12.2] Why a unit cannot stop the mover."""
    frame = f.pending()
    mover = frame["mover"]
    told = {"unit": unit_words(f.force, unit), "mover": unit_words(f.force, mover)}
    if f.force.faction[unit] != frame["faction"] or f.place[unit] >= ABSENT:
        return Refusal(Text("{unit} is not yours to command now", **told), "AA-6.1")
    if f.weather == FOG:
        return Refusal(Text("there is fog: nobody intercepts"), "AA-12.2")
    if f.force.board.distance[f.place[unit]][f.place[mover]] != 1:
        return Refusal(Text("{unit} does not stand next to {mover}", **told), "AA-6.1")
    if f.quarry[unit] != NONE:
        enemy = unit_words(f.force, f.quarry[unit])
        return Refusal(Text("{unit} has intercepted {enemy} already", **told, enemy=enemy), "AA-6.2")
    if f.intercepted >> unit & 1:
        return Refusal(Text("{unit} has intercepted in this turn already", **told), "AA-6.2")
    if f.force.near[unit] != 1:
        return Refusal(Text("{unit} cannot attack at distance 1", **told), "AA-6.1")
    if f.force.air[mover] and not f.force.anti_air[unit]:
        return Refusal(Text("{unit} has no anti-air and cannot stop an aircraft", **told), "AA-7.2")
    if f.is_swimming(unit):
        return Refusal(Text("{unit} is in water and stops nobody", **told), "AA-4.2")
    return Refusal(Text("{unit} was passed over: the units are named in their order", **told), "AA-6.1")


def attack(f: Field, unit: int, hex_: int) -> Refusal | None:
    """[AA-7.1, AA-5.1, AA-6.3] Why a unit cannot attack at all, or not there."""
    refusal = not_yours(f, unit, "AA-7.1")
    if refusal is not None:
        return refusal
    if unit == f.force.v2 or f.force.rockets[unit]:
        return bombard(f, unit, hex_)
    refusal = unable_to_attack(f, unit)
    if refusal is not None:
        return refusal
    if f.quarry[unit] != NONE:
        told = {"unit": unit_words(f.force, unit), "enemy": unit_words(f.force, f.quarry[unit])}
        return Refusal(Text("{unit} intercepted {enemy} and has to attack that", **told), "AA-6.3")
    return target(f, unit, hex_)


def unable_to_attack(f: Field, unit: int) -> Refusal | None:
    """[AA-2.4, AA-4.2, AA-5.1, AA-7.1] Why a unit attacks nobody in this turn."""
    told = {"unit": unit_words(f.force, unit)}
    refusal = resting(f, unit)
    if refusal is not None:
        return refusal
    if f.spent >> unit & 1:
        if any(unpack_order(order)[0] == unit for order in f.orders):
            return Refusal(Text("{unit} has declared its attack already", **told), "AA-7.1")
        return Refusal(Text("{unit} has occupied a factory and cannot attack in this turn", **told), "AA-5.1")
    if f.is_swimming(unit):
        return Refusal(Text("{unit} is in water and cannot attack", **told), "AA-4.2")
    return None


def target(f: Field, unit: int, hex_: int) -> Refusal | None:
    """[AA-7.1, AA-7.2, AA-11.2] Why a unit cannot attack what is on a hex."""
    there = f.at[hex_]
    told = {"unit": unit_words(f.force, unit), "hex": f.force.board.names[hex_]}
    if there == NONE:
        return Refusal(Text("there is nobody on {hex} to attack", **told), "AA-7.1")
    if f.force.team[there] == f.force.team[unit]:
        return Refusal(Text("{other} is a friend", other=unit_words(f.force, there)), "AA-7.1")
    refusal = out_of_range(f, unit, hex_)
    if refusal is not None:
        return refusal
    if f.force.air[there] and not f.force.anti_air[unit]:
        clause = "AA-11.2" if f.force.answers_air[unit] else "AA-7.2"
        return Refusal(
            Text("{unit} has no anti-air and cannot attack {other}", **told, other=unit_words(f.force, there)), clause
        )
    return None


def out_of_range(f: Field, unit: int, hex_: int) -> Refusal | None:
    """[AA-7.2, AA-12.2, AA-12.4] Whether a hex is too near or too far."""
    away = f.force.board.distance[f.place[unit]][hex_]
    near, far = f.force.near[unit], farthest(f, unit, f.place[unit])
    if near <= away <= far:
        return None
    told = {"unit": unit_words(f.force, unit), "n": away, "near": near, "far": far, "hex": f.force.board.names[hex_]}
    if f.weather == STORM and f.force.arm[unit] == ARTILLERY and away == far + 1:
        return Refusal(Text("{hex} is {n} away; in the storm {unit} reaches {far}", **told), "AA-12.2")
    if near == far:
        return Refusal(Text("{hex} is {n} hexes away; {unit} reaches {far}", **told), "AA-7.2")
    return Refusal(Text("{hex} is {n} away; {unit} reaches from {near} to {far}", **told), "AA-7.2")


def bombard(f: Field, unit: int, hex_: int) -> Refusal | None:
    """[AA-11.1, AA-12.1] Why rockets do not reach a hex, or the V2 a factory."""
    told = {"unit": unit_words(f.force, unit), "hex": f.force.board.names[hex_]}
    if unit == f.force.v2:
        index = f.force.board.factory_at[hex_]
        if f.spent >> unit & 1:
            return Refusal(Text("the V2 fires once in a turn"), "AA-12.1")
        if index >= 0 and f.flag[index] == RUINED:
            return Refusal(Text("the factory {hex} is in ruins already", **told), "AA-12.1")
        return Refusal(Text("there is no factory on {hex}; the V2 fires at factories", **told), "AA-12.1")
    refusal = unable_to_attack(f, unit)
    if refusal is None and not targets(f, unit) >> hex_ & 1:
        return out_of_range(f, unit, hex_)
    return refusal
