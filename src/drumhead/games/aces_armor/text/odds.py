"""What an action can do, with exact odds."""

from fractions import Fraction

from drumhead.core.actions import Chance, Odds
from drumhead.core.i18n.text import Text, joined
from drumhead.core.words.tally import Tally
from drumhead.games.aces_armor.box.unit_types import FATAL
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import MARCH, NONE, TIME_OUT, unpack, unpack_order
from drumhead.games.aces_armor.engine.outcomes import FACES, LAUNCH_FAILS, ways
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.rules.combat import under_rockets
from drumhead.games.aces_armor.rules.combat_math import (
    dice_of,
    fixed_hits,
    hit_number,
    is_in_forest,
    red_dice,
    returns_fire,
    suffered,
    supporters,
)
from drumhead.games.aces_armor.text.names import ARM_WORDS, key_of, unit_words
from drumhead.games.aces_armor.text.prior_attacks import Case, foreseen

UNFOUGHT = -2
UNANSWERED = -1
"""What may become of an attack, or of the answer to it, besides damage."""


def throws_dice(f: Battle, code: int) -> bool:
    """Returns whether `odds` has an entry for an action: rockets may hit nobody."""
    kind, unit, hex_, _ = unpack(code)
    if code & MARCH or code == TIME_OUT:
        return False
    if kind == encoding.END_DECLARING and f.orders:
        unit, hex_ = unpack_order(f.orders[0])
    elif kind != encoding.ATTACK:
        return False
    if unit == f.force.v2:
        return True
    return bool(under_rockets(f, hex_)) if f.force.rockets[unit] else f.at[hex_] != NONE


def odds(f: Battle, code: int) -> list[Odds]:
    """The battle that an attack declares, when its turn comes; at the end of declaring, the first that is fought."""
    kind, unit, hex_, _ = unpack(code)
    if code & MARCH or code == TIME_OUT:
        return []
    if kind == encoding.END_DECLARING and f.orders:
        return attack_odds(f, *unpack_order(f.orders[0]))
    if kind != encoding.ATTACK:
        return []
    if unit == f.force.v2 or not f.orders:
        return attack_odds(f, unit, hex_)
    cases = foreseen(f, unit, hex_)
    return attack_odds(f, unit, hex_) if cases[0][0] is f else later_odds(f, unit, hex_, cases)


def later_odds(f: Battle, unit: int, hex_: int, cases: list[Case]) -> list[Odds]:
    """[AA-7.1, AA-8.1] What an attack can do after those declared before it, which may have changed everything."""
    rockets = f.force.rockets[unit]
    rows = []
    for target in under_rockets(f, hex_) if rockets else [f.at[hex_]]:
        told = {"u": unit_words(f.force, unit), "v": unit_words(f.force, target)}
        title = Text("{u} against {v}, after the attacks declared before", **told)
        rows.append(Odds(title, _sure(f, cases, unit, target), _chances(mixed_odds(f, cases, unit, target))))
        answer = {} if rockets else mixed_odds(f, cases, target, unit, answers=True)
        if max(answer, default=UNFOUGHT) >= 0:
            title = Text("{v} answers {u}, after the attacks declared before", **told)
            rows.append(Odds(title, _sure(f, cases, target, unit, answers=True), _chances(answer)[::-1]))
    return rows


def _sure(f: Battle, cases: list[Case], unit: int, target: int, *, answers: bool = False) -> tuple[Tally, ...]:
    """[AA-8.2, AA-8.4] The dice and the hit number of a unit, if nothing that may happen before can change them."""
    if f.force.fixed_hits[f.force.faction[unit]]:
        return ()
    fought = [case for case, _ in cases if case.place[unit] == f.place[unit] and case.place[target] == f.place[target]]
    red = not answers and not f.force.rockets[unit]
    known = {
        (dice_of(case, unit), red_dice(case, unit, target) if red else 0, hit_number(case, unit)) for case in fought
    }
    if len(known) != 1:
        return ()
    dice, more, face = known.pop()
    return (Tally(dice + more, Text("dice, each {face} or less is a hit", face=face), "AA-8.2"),)


def mixed_odds(f: Battle, cases: list[Case], unit: int, target: int, *, answers: bool = False) -> dict[int, Fraction]:
    """[AA-7.1] How likely each damage is, or UNFOUGHT or UNANSWERED, over all that may have happened before."""
    found: dict[int, Fraction] = {}
    for case, chance in cases:
        if case.has_ended() or case.place[unit] != f.place[unit] or case.place[target] != f.place[target]:
            found[UNFOUGHT] = found.get(UNFOUGHT, Fraction(0)) + chance
        elif answers and not returns_fire(case, unit, target):
            found[UNANSWERED] = found.get(UNANSWERED, Fraction(0)) + chance
        else:
            red = 0 if answers or f.force.rockets[unit] else red_dice(case, unit, target)
            for damage, part in damage_odds(case, unit, target, red, answers=answers).items():
                done = FATAL if case.damage[target] + damage >= FATAL else damage
                found[done] = found.get(done, Fraction(0)) + chance * part
    return found


def _chances(found: dict[int, Fraction]) -> tuple[Chance, ...]:
    """Chances in words, by damage; FATAL stands for destruction. Those of an answer are told the other way round.

    So the last is always the best for the side that asks.
    """
    rare = {UNFOUGHT: Text("not fought any more"), UNANSWERED: Text("no answer"), FATAL: Text("destroyed")}
    rare[0] = Text("no damage")
    return tuple(Chance(rare.get(done, Text("{n} damage", n=done)), chance) for done, chance in sorted(found.items()))


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
    """[AA-8.2, AA-8.4, AA-13.7] How likely each number of hits is."""
    if f.force.fixed_hits[f.force.faction[unit]]:
        return {fixed_hits(f, unit): Fraction(1)}
    dice, face = dice_of(f, unit) + red, hit_number(f, unit)
    return {hits: Fraction(times, FACES**dice) for hits, times in enumerate(ways(dice, face)) if times}


def damage_odds(f: Field, unit: int, target: int, red: int = 0, *, answers: bool = False) -> dict[int, Fraction]:
    """[AA-8.5] How likely each amount of damage is to a target, or to an attacker that is answered."""
    found: dict[int, Fraction] = {}
    for hits, chance in hit_odds(f, unit, red).items():
        damage = suffered(f, target, hits, defends=not answers)
        found[damage] = found.get(damage, Fraction(0)) + chance
    return found


def _row(f: Field, unit: int, target: int, support: tuple[Tally, ...], *, answers: bool = False) -> Odds:
    red = sum(part.amount for part in support)
    told = {"u": unit_words(f.force, unit), "v": unit_words(f.force, target)}
    if is_in_forest(f, target, defends=not answers):
        told["v"] = Text("{v} in forest", v=told["v"])
    if f.force.fixed_hits[f.force.faction[unit]]:
        clause = "AA-11.3" if f.force.diceless else "AA-13.7"
        title = Text("{u} against {v}, without dice", **told)
        tally: tuple[Tally, ...] = (Tally(fixed_hits(f, unit), Text("hits, fixed by damage and experience"), clause),)
    else:
        dice = dice_of(f, unit)
        title = Text(
            "{u} against {v}, {n} dice, each {face} or less is a hit", **told, n=dice + red, face=hit_number(f, unit)
        )
        if answers:
            title = Text(
                "{u} answers {v}, {n} dice, each {face} or less is a hit", **told, n=dice, face=hit_number(f, unit)
            )
        own = Tally(dice, Text("dice of a unit with {n} damage", n=f.damage[unit]), "AA-8.2")
        tally = (own, *support)
    chances = damage_odds(f, unit, target, red, answers=answers)
    borne = f.damage[target]
    results = _chances({FATAL if borne + done >= FATAL else done: chance for done, chance in chances.items()})
    return Odds(title, tally, results[::-1] if answers else results)


def _support(f: Field, unit: int, target: int) -> tuple[Tally, ...]:
    """[AA-8.3] The red dice."""
    red = red_dice(f, unit, target)
    if not red:
        return ()
    helpers = supporters(f, unit, f.place[target])
    if f.force.air[target]:
        helpers = [own for own in helpers if f.force.air[own]]
        words = Text("red dice, support by {units}", units=_keys(f, helpers))
    else:
        arms = joined([ARM_WORDS[arm] for arm in sorted({f.force.arm[own] for own in (unit, *helpers)})])
        words = Text("red dice for {arms}: {units}", arms=arms, units=_keys(f, [unit, *helpers]))
    return (Tally(red, words, "AA-8.3"),)


def _keys(f: Field, units: list[int]) -> str:
    return ", ".join(key_of(f.force, unit) for unit in units)


def launch(f: Field, hex_: int) -> Odds:
    """[AA-12.1] Whether a rocket destroys a factory."""
    destroyed = Fraction(FACES - LAUNCH_FAILS, FACES)
    title = Text("the V2 at the factory {q}: {n} or more destroys it", q=f.force.board.names[hex_], n=LAUNCH_FAILS + 1)
    chances = (Chance(Text("missed"), 1 - destroyed), Chance(Text("destroyed"), destroyed))
    return Odds(title, (), chances)
