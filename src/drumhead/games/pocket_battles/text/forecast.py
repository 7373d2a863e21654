"""What an order would do, cost and risk: tokens, who may react, who strikes back, and what it could attack then."""

from fractions import Fraction

from drumhead.core.actions import Odds, Trait
from drumhead.core.forecast import MAX_FACTS, Forecast, Prospect, percent
from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.army.tiles import FIRST_STRIKE
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import AT_REACTION, CHARGED, ENGAGED, NONE, bits, unpack
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.rules.charge import reactions
from drumhead.games.pocket_battles.rules.engagement import engagement_dice
from drumhead.games.pocket_battles.rules.shooting import shooting_dice
from drumhead.games.pocket_battles.rules.shooting_into_engagements import engagement_shares
from drumhead.games.pocket_battles.text.costs import cost_words
from drumhead.games.pocket_battles.text.forecast_reach import attacked_by, strikers, turn_begun, zone_key
from drumhead.games.pocket_battles.text.names import Names


def forecast(b: Battle, names: Names, code: int, title: Text, throws: list[Odds]) -> Forecast:
    """The forecast of a legal action, with its words and the throws that it leads to."""
    kind, unit, zone, _, _ = unpack(code)
    cost = cost_words(b, code)
    facts = [] if cost is None else [Trait(Text("cost: {cost}", cost=cost), "PB-4.4")]
    if kind in (encoding.REDEPLOY, encoding.MOVE):
        return _move(b, names, code, title, facts if kind == encoding.MOVE else [])
    told = Forecast(title, tuple(facts), tuple(throws))
    if kind in (encoding.CHARGE, encoding.CARRY_ON):
        return _attack(b, names, code, told)
    if kind == encoding.SHOOT:
        return _shot(b, names, unit, zone, told)
    if kind == encoding.LEAVE:
        return _leave(b, names, unit, told)
    if kind == encoding.INTERCEPT:
        return _interception(b, names, unit, told)
    return told


def _move(b: Battle, names: Names, code: int, title: Text, facts: list[Trait]) -> Forecast:
    """[PB-5.1, PB-5.2, PB-6.1] A move or a redeployment: who could attack the unit there, and whom it could."""
    kind, unit, zone, _, _ = unpack(code)
    seat = b.force.seat[unit]
    after = b.clone()
    after.apply(code)
    if kind == encoding.REDEPLOY:
        facts.append(Trait(Text("free, once in a turn; an order follows"), "PB-5.1"))
        if not any(unpack(order)[1] == unit for order in after.legal()):
            facts.append(Trait(Text("no order for it in this turn"), "PB-5.2"))
    threats = strikers(after, unit)
    if threats:
        told = Text("{n} enemy could attack it next turn", "{n} enemies could attack it next turn", n=len(threats))
        facts.append(Trait(told, "PB-6.8"))
    return Forecast(
        title,
        tuple(facts[:MAX_FACTS]),
        path=(zone_key(names, seat, zone),),
        threats=tuple(names.keys[enemy] for enemy in threats),
        then=tuple(prospects(turn_begun(after, seat), names, unit)),
    )


def prospects(b: Battle, names: Names, unit: int) -> list[Prospect]:
    """[PB-6.8, PB-6.14, PB-7.2] Whom a unit could attack from where it stands with its next order, and its dice."""
    found: dict[tuple[int, int], Prospect] = {}
    own = b.profile[unit]
    for code in b.legal():
        kind, who, _, exciter, number = unpack(code)
        if who != unit or exciter != NONE or kind not in (encoding.SHOOT, encoding.CHARGE):
            continue
        if number != encoding.NO_GALVANIZER:
            continue
        shoots = kind == encoding.SHOOT
        dice = shooting_dice(b, unit, 0) if shoots else engagement_dice(b, unit, CHARGED)
        printed = own.shoot if shoots else own.engage
        faces = [face for face in range(1, 7) if printed[face]]
        for enemy in bits(attacked_by(b, code)):
            verb = Text("shoot at {unit}", unit=names.unit_words(enemy)) if shoots else _charge(names, enemy)
            words = Text("{verb}: {n} die", "{verb}: {n} dice", verb=verb, n=dice)
            hit = percent(1 - Fraction(6 - len(faces), 6) ** dice)
            chance = Text("hits {hit}, on {faces}", hit=hit, faces=" ".join(map(str, faces)))
            found.setdefault((kind, enemy), Prospect(names.keys[enemy], words, chance))
    return list(found.values())


def _charge(names: Names, enemy: int) -> Text:
    return Text("charge {unit}", unit=names.unit_words(enemy))


def _attack(b: Battle, names: Names, code: int, told: Forecast) -> Forecast:
    """[PB-6.8, PB-6.9, PB-6.14, PB-6.16, PB-9.13] A charge or an engagement: who may react, and who strikes back."""
    kind, unit, _, _, _ = unpack(code)
    enemies = bits(attacked_by(b, code))
    facts = list(told.facts)
    after = b.clone()
    after.apply(code)
    reacting: dict[int, None] = {}
    if kind == encoding.CHARGE and after.step_kind() == AT_REACTION:
        for answer in reactions(after, unit)[1:]:
            reacting[unpack(answer)[1]] = None
        facts.append(Trait(Text("may react: {units}", units=_units(names, list(reacting))), "PB-6.9"))
    strikes = [enemy for enemy in enemies if b.profile[enemy].can_engage]
    facts += _strike_backs(b, names, strikes, charged=kind == encoding.CHARGE)
    sector = b.zone[unit] // 3
    path = (f"{zone_key(names, 0, sector * 3 + ENGAGED)}",) if kind == encoding.CHARGE else ()
    return Forecast(
        told.title,
        tuple(facts[:MAX_FACTS]),
        told.throws,
        path=path,
        threats=tuple(names.keys[enemy] for enemy in strikes),
        interceptors=tuple(names.keys[enemy] for enemy in reacting),
    )


def _strike_backs(b: Battle, names: Names, enemies: list[int], *, charged: bool) -> list[Trait]:
    """[PB-6.16, PB-9.13] The dice of those who may strike back, or strike first at a charger."""
    found = []
    by_dice: dict[tuple[int, bool], list[int]] = {}
    for enemy in enemies:
        first = charged and bool(b.profile[enemy].traits & FIRST_STRIKE)
        by_dice.setdefault((engagement_dice(b, enemy, 0), first), []).append(enemy)
    for (dice, first), units in by_dice.items():
        told = {"units": _units(names, units), "n": dice}
        if first:
            words = Text("{units} may strike first: {n} die", "{units} may strike first: {n} dice", **told)
        else:
            words = Text("{units} may strike back: {n} die", "{units} may strike back: {n} dice", **told)
        found.append(Trait(words, "PB-9.13" if first else "PB-6.16"))
    return found


def _units(names: Names, units: list[int]) -> Text:
    return joined([names.unit_words(unit) for unit in units])


def _shot(b: Battle, names: Names, unit: int, target: int, told: Forecast) -> Forecast:
    """[PB-6.5, PB-7.4] A shot: nobody strikes back; into an engagement it hits own units as well."""
    facts = [*told.facts, Trait(Text("nobody strikes back at a shot"), "PB-6.5")]
    if b.foes[target]:
        own = [member for member, _ in engagement_shares(b, target, 1) if b.force.seat[member] == b.force.seat[unit]]
        facts.append(Trait(Text("hits its own side too: {units}", units=_units(names, own)), "PB-7.4"))
    return Forecast(told.title, tuple(facts), told.throws, sight=(names.keys[unit], names.keys[target]))


def _leave(b: Battle, names: Names, unit: int, told: Forecast) -> Forecast:
    """[PB-6.4, PB-6.12] Leaving: every enemy in contact may strike first."""
    strikes = [enemy for enemy in bits(b.foes[unit]) if b.profile[enemy].can_engage]
    facts = list(told.facts)
    for enemy in strikes:
        dice = engagement_dice(b, enemy, 0)
        words = {"unit": names.unit_words(enemy), "n": dice}
        struck = Text(
            "{unit} may strike before it goes: {n} die", "{unit} may strike before it goes: {n} dice", **words
        )
        facts.append(Trait(struck, "PB-6.12"))
    path = (zone_key(names, b.force.seat[unit], b.zone[unit] // 3 * 3 + encoding.FRONT),)
    keys = tuple(names.keys[enemy] for enemy in strikes)
    return Forecast(told.title, tuple(facts[:MAX_FACTS]), told.throws, path, keys)


def _interception(b: Battle, names: Names, unit: int, told: Forecast) -> Forecast:
    """[PB-6.9] Meeting a charger: it strikes first, with the dice of its charge."""
    charger = b.pending()["charger"]
    dice = engagement_dice(b, charger, CHARGED)
    words = {"unit": names.unit_words(charger), "n": dice}
    struck = Text("{unit} strikes first: {n} die", "{unit} strikes first: {n} dice", **words)
    path = (zone_key(names, 0, b.zone[charger]),)
    return Forecast(told.title, (*told.facts, Trait(struck, "PB-6.9")), told.throws, path, (names.keys[charger],))
