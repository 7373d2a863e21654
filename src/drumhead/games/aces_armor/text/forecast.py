"""What an action would do, cost and risk: the way of a move, who may stop it, who answers, what it could attack."""

from fractions import Fraction

from drumhead.core.actions import Odds, Trait
from drumhead.core.forecast import MAX_FACTS, Forecast, Prospect, percent
from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.box.unit_types import ALLIES, FATAL, points
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import ANSWERS, MARCH, NONE, mover_of, unpack
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.rules.combat import under_rockets
from drumhead.games.aces_armor.rules.combat_math import dice_of, fixed_hits, red_dice, returns_fire, silence
from drumhead.games.aces_armor.rules.declare import list_declare
from drumhead.games.aces_armor.rules.interception import watchers
from drumhead.games.aces_armor.rules.movement import path_of, work_out
from drumhead.games.aces_armor.rules.under_way import footing, taken
from drumhead.games.aces_armor.text.forecast_reach import attackable, is_whole_move, moved_to, strikers
from drumhead.games.aces_armor.text.names import key_of, unit_words
from drumhead.games.aces_armor.text.odds import damage_odds

SILENT = {
    encoding.FROM_AFAR: Trait(Text("nobody answers from afar"), "AA-8.1"),
    encoding.NOT_CLOSE: Trait(Text("it does not fire at neighbours: no answer"), "AA-8.1"),
    encoding.IN_WATER: Trait(Text("it does not fire from water: no answer"), "AA-4.2"),
    encoding.NO_ANTI_AIR: Trait(Text("without anti-air it does not answer aircraft"), "AA-7.2"),
}
"""Why an attacked unit does not fire back."""


def forecast(f: Battle, code: int, title: Text, throws: list[Odds]) -> Forecast:
    """The forecast of a legal action, with its words and the throws that it leads to."""
    kind, unit, hex_, _ = unpack(code)
    told = Forecast(title, throws=tuple(throws))
    if code & MARCH or kind == encoding.MOVE:
        return _move(f, code, told)
    if kind == encoding.ATTACK and unit != f.force.v2:
        return _shelling(f, unit, hex_, told) if f.force.rockets[unit] else _attack(f, unit, hex_, told)
    if kind == encoding.INTERCEPT:
        return _interception(f, unit, told)
    return told


def later(f: Battle, code: int) -> Battle | None:
    """[AA-3.1, AA-7.1] The position at an attack that is declared after moving, as all stand now; None for others."""
    if code & MARCH or unpack(code)[0] != encoding.ATTACK or f.step_kind() != encoding.AT_MOVE:
        return None
    then = f.clone()
    then.stack[-1] = encoding.AT_DECLARE
    then.options = list_declare(then)
    return then


def way_of(f: Battle, code: int) -> list[int]:
    """[AA-4.1, AA-6.1] The hexes that a unit enters; where it may go past different enemies, the first of its ways."""
    if not f.force.by_hex and not code & MARCH:
        _, unit, hex_, way = unpack(code)
        plan = work_out(f, unit)
        return plan.trace(hex_, plan.ways(hex_)[way])
    return path_of(f, code)


def interceptors(f: Battle, unit: int, path: list[int]) -> list[int]:
    """[AA-4.5, AA-6.1] The enemies that may stop a unit on its way; over a friend or a token nobody does."""
    free = ~taken(f, unit)
    seen = 0
    for hex_ in path:
        if free >> hex_ & 1:
            seen |= f.force.ground.around[hex_]
    return watchers(f, unit, seen)


def _move(f: Battle, code: int, told: Forecast) -> Forecast:
    force, unit = f.force, mover_of(code)
    path = way_of(f, code)
    end = path[-1]
    stopped_by = interceptors(f, unit, path)
    after = moved_to(f, unit, end)
    takes = f.closed_factories(force.team[unit]) >> end & 1
    facts = [_cost(f, unit, path)]
    if takes:
        facts.append(Trait(Text("takes the factory, and does not attack in this turn"), "AA-5.1"))
    if stopped_by:
        names = joined([unit_words(force, enemy) for enemy in stopped_by])
        facts.append(Trait(Text("may be stopped by {units}", units=names), "AA-6.1"))
    if force.team[unit] == ALLIES and f.tokens & force.ground.around[end]:
        facts.append(Trait(Text("turns a grey token"), "AA-12.1"))
    if after.is_swimming(unit):
        facts.append(Trait(Text("does not attack or answer from water"), "AA-4.2"))
    threats = strikers(after, unit)
    if threats:
        count = Text("{n} enemy could attack it next turn", "{n} enemies could attack it next turn", n=len(threats))
        facts.append(Trait(count, "AA-7.1"))
    return Forecast(
        told.title,
        tuple(facts[:MAX_FACTS]),
        told.throws,
        path=tuple(force.board.names[hex_] for hex_ in path),
        threats=tuple(key_of(force, enemy) for enemy in threats),
        interceptors=tuple(key_of(force, enemy) for enemy in stopped_by),
        then=() if takes or f.spent >> unit & 1 else tuple(prospects(after, unit)),
    )


def cost_of(f: Battle, unit: int, path: list[int]) -> int:
    """[AA-4.1] What a way costs, in half points; a whole move costs all there is."""
    if is_whole_move(f, unit, path[-1]) and len(path) == 1:
        return footing(f, unit)[1]
    price = f.force.ground.price[f.weather][f.force.arm[unit]]
    return sum([price[hex_] for hex_ in path])


def _cost(f: Battle, unit: int, path: list[int]) -> Trait:
    """[AA-4.1, AA-4.2, AA-4.3, AA-5.1] What a move costs of the points that a unit has left."""
    if is_whole_move(f, unit, path[-1]) and len(path) == 1:
        return Trait(Text("takes the whole move"), "AA-4.2" if f.open_water() >> path[-1] & 1 else "AA-5.1")
    paid, speed = cost_of(f, unit, path), footing(f, unit)[1]
    words = Text("costs {paid} of {speed}", paid=points(paid), speed=points(speed))
    return Trait(words, "AA-4.3" if f.force.air[unit] else "AA-4.1")


def prospects(f: Battle, unit: int) -> list[Prospect]:
    """[AA-7.1, AA-8.2] Whom a unit could attack from where it stands: its dice, its chances, and the answer."""
    if unit == f.force.v2 or f.is_swimming(unit):
        return []
    found = []
    for enemy in attackable(f, unit, 0):
        red = 0 if f.force.rockets[unit] else red_dice(f, unit, enemy)
        words = Text("attack {unit}: {fire}", unit=unit_words(f.force, enemy), fire=_fire(f, unit, red))
        if not f.force.rockets[unit] and returns_fire(f, enemy, unit):
            words = Text("{words}, answered with {fire}", words=words, fire=_fire(f, enemy, 0))
        found.append(Prospect(key_of(f.force, enemy), words, _summary(f, unit, enemy, red)))
    return found


def _fire(f: Battle, unit: int, red: int) -> Text:
    """[AA-8.2, AA-11.3] The dice of a unit, or its hits where these are fixed."""
    if f.force.fixed_hits[f.force.faction[unit]]:
        return Text("{n} hit", "{n} hits", n=fixed_hits(f, unit))
    return Text("{n} die", "{n} dice", n=dice_of(f, unit) + red)


def _summary(f: Battle, unit: int, target: int, red: int) -> Text:
    """[AA-8.5] How likely an attack damages a target, and how likely it destroys it."""
    odds = damage_odds(f, unit, target, red)
    borne = f.damage[target]
    hurt = sum((chance for done, chance in odds.items() if done), Fraction(0))
    gone = sum((chance for done, chance in odds.items() if borne + done >= FATAL), Fraction(0))
    return Text("damaged {hurt}, destroyed {gone}", hurt=percent(hurt), gone=percent(gone))


def _attack(f: Battle, unit: int, hex_: int, told: Forecast) -> Forecast:
    """[AA-8.1, AA-8.3] An attack: its dice and red dice, and the answer or why there is none."""
    target = f.at[hex_]
    if target == NONE:
        return told
    red = red_dice(f, unit, target)
    facts = [Trait(Text("attacks with {fire}", fire=_fire(f, unit, red)), "AA-8.2")]
    if red:
        facts.append(Trait(Text("{n} of them red, for support", n=red), "AA-8.3"))
    answer = silence(f, target, unit)
    threats: tuple[str, ...] = ()
    if answer == ANSWERS:
        facts.append(Trait(Text("answered with {fire}", fire=_fire(f, target, 0)), "AA-8.1"))
        facts.append(_risk(f, unit, target))
        threats = (key_of(f.force, target),)
    else:
        facts.append(SILENT[answer])
    return Forecast(told.title, tuple(facts), told.throws, threats=threats)


def _risk(f: Battle, unit: int, target: int) -> Trait:
    """[AA-8.6] What the answer may cost the attacker."""
    odds = damage_odds(f, target, unit, answers=True)
    gone = sum((chance for done, chance in odds.items() if f.damage[unit] + done >= FATAL), Fraction(0))
    if gone:
        return Trait(Text("{gone} to be destroyed by the answer", gone=percent(gone)), "AA-8.6")
    return Trait(Text("at most {n} damage from the answer", n=max(odds)), "AA-8.6")


def _shelling(f: Battle, unit: int, hex_: int, told: Forecast) -> Forecast:
    """[AA-11.1] Rockets: all ground units there, own ones included; nobody answers."""
    units = under_rockets(f, hex_)
    own = [other for other in units if f.force.team[other] == f.force.team[unit]]
    count = Text("{n} unit under the rockets", "{n} units under the rockets", n=len(units))
    facts = [Trait(Text("attacks with {fire}", fire=_fire(f, unit, 0)), "AA-8.2"), Trait(count, "AA-11.1")]
    if own:
        names = joined([unit_words(f.force, other) for other in own])
        facts.append(Trait(Text("hits its own side too: {units}", units=names), "AA-11.1"))
    return Forecast(told.title, tuple(facts), told.throws)


def _interception(f: Battle, unit: int, told: Forecast) -> Forecast:
    """[AA-6.1, AA-6.3] Stopping a mover: the unit is bound to attack it, and does not move in its next turn."""
    mover = f.pending()["mover"]
    facts = (
        Trait(Text("{unit} ends its move here", unit=unit_words(f.force, mover)), "AA-6.1"),
        Trait(Text("bound to attack it in its next turn, without moving"), "AA-6.3"),
    )
    mine = [one for one in prospects(f, unit) if one.key == key_of(f.force, mover)]
    return Forecast(told.title, facts, told.throws, then=tuple(mine))
