"""What an action can do, with exact odds."""

from fractions import Fraction
from math import comb

from drumhead.core.actions import Chance, Odds
from drumhead.core.tally import Tally
from drumhead.core.text import Text
from drumhead.games.aces_armor import codes
from drumhead.games.aces_armor.battle import under_rockets
from drumhead.games.aces_armor.codes import MARCH, NONE, TIME_OUT, unpack
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.hits import dice_of, fixed_hits, hit_number, red_dice, returns_fire, suffered
from drumhead.games.aces_armor.mats import FATAL
from drumhead.games.aces_armor.names import unit_words

SIDES = 12
NEEDED = 4
"""[AA-12.1] The least face with which a rocket of the V2 destroys a factory."""


def odds(f: Field, code: int) -> list[Odds]:
    """The battle that an attack declares, as things stand now; at the end of declaring, the first that is fought."""
    kind, unit, hex_, _ = unpack(code)
    if code & MARCH or code == TIME_OUT:
        return []
    if kind == codes.END_DECLARING and f.orders:
        return attack_odds(f, f.orders[0] & 255, f.orders[0] >> 8)
    return attack_odds(f, unit, hex_) if kind == codes.ATTACK else []


def attack_odds(f: Field, unit: int, hex_: int) -> list[Odds]:
    """[AA-8.1, AA-11.1, AA-12.1] What an attack can do: to the target, to the attacker, or to all under the rockets."""
    if unit == f.force.v2:
        return [launch(f, hex_)]
    if f.force.rockets[unit]:
        return [_row(f, unit, other, ()) for other in under_rockets(f, hex_)]
    target = f.at[hex_]
    if target == NONE:
        return []
    rows = [_row(f, unit, target, _support(f, unit, target))]
    if returns_fire(f, target, unit):
        rows.append(_row(f, target, unit, (), answers=True))
    return rows


def hit_odds(f: Field, unit: int, red: int = 0) -> dict[int, Fraction]:
    """[AA-8.2, AA-8.4, AA-13.7] How likely so many hits are."""
    if f.force.fixed_hits[f.force.faction[unit]]:
        return {fixed_hits(f, unit): Fraction(1)}
    dice, face = dice_of(f, unit) + red, hit_number(f, unit)
    whole = SIDES**dice
    ways = {hits: comb(dice, hits) * face**hits * (SIDES - face) ** (dice - hits) for hits in range(dice + 1)}
    return {hits: Fraction(times, whole) for hits, times in ways.items() if times}


def damage_odds(f: Field, unit: int, target: int, red: int = 0, *, answers: bool = False) -> dict[int, Fraction]:
    """[AA-8.5] How likely so much damage is to a target, or to an attacker that is answered."""
    found: dict[int, Fraction] = {}
    for hits, chance in hit_odds(f, unit, red).items():
        damage = suffered(f, target, hits, defends=not answers)
        found[damage] = found.get(damage, Fraction(0)) + chance
    return found


def _row(f: Field, unit: int, target: int, support: tuple[Tally, ...], *, answers: bool = False) -> Odds:
    red = sum(part.amount for part in support)
    told = {"u": unit_words(f.force, unit), "v": unit_words(f.force, target)}
    if f.force.fixed_hits[f.force.faction[unit]]:
        clause = "AA-11.3" if f.force.diceless else "AA-13.7"
        title = Text("{u} against {v}, without dice", **told)
        tally: tuple[Tally, ...] = (Tally(fixed_hits(f, unit), Text("hits, fixed by damage and experience"), clause),)
    else:
        dice = dice_of(f, unit)
        title = Text("{u} against {v}, {n} dice, {face} or less hits", **told, n=dice + red, face=hit_number(f, unit))
        if answers:
            title = Text("{u} answers {v}, {n} dice, {face} or less hits", **told, n=dice, face=hit_number(f, unit))
        own = Tally(dice, Text("dice of a unit with {n} damage", n=f.damage[unit]), "AA-8.2")
        tally = (own, *support)
    chances = sorted(damage_odds(f, unit, target, red, answers=answers).items())
    return Odds(title, tally, tuple(Chance(_damage_words(f, target, damage), chance) for damage, chance in chances))


def _damage_words(f: Field, unit: int, damage: int) -> Text:
    if f.damage[unit] + damage >= FATAL:
        return Text("destroyed")
    return Text("{n} damage", n=damage) if damage else Text("no damage")


def _support(f: Field, unit: int, target: int) -> tuple[Tally, ...]:
    """[AA-8.3] The red dice."""
    red = red_dice(f, unit, target)
    if not red:
        return ()
    if f.force.air[target]:
        words = Text("red dice, another aircraft supports") if red == 2 else Text("red dice, other aircraft support")
    else:
        words = Text("red dice, two arms") if red == 2 else Text("red dice, three arms or more")
    return (Tally(red, words, "AA-8.3"),)


def launch(f: Field, hex_: int) -> Odds:
    """[AA-12.1] Whether a rocket destroys a factory."""
    destroyed = Fraction(SIDES + 1 - NEEDED, SIDES)
    title = Text("the V2 at the factory {q}: {n} or more destroys it", q=f.force.board.names[hex_], n=NEEDED)
    chances = (Chance(Text("missed"), 1 - destroyed), Chance(Text("destroyed"), destroyed))
    return Odds(title, (), chances)
