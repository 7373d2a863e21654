"""What an action would do, cost and risk: its way, who could strike, and what it could attack from there."""

from fractions import Fraction

from drumhead.core.actions import Odds, Trait
from drumhead.core.forecast import MAX_FACTS, Forecast, Prospect, percent
from drumhead.core.i18n.text import Text, joined
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import FIGHTING, pack, unpack
from drumhead.games.travel_battle.engine.outcomes import differences
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.rules.artillery import POINTS, hit_sides, needed, shots, visible_points
from drumhead.games.travel_battle.rules.boards import ALL, BIT, GRID, NEIGHBOURS, WIDE, bits, spread
from drumhead.games.travel_battle.rules.combat import assaults, begin_combats
from drumhead.games.travel_battle.rules.combat_dice import dice_of, rollers
from drumhead.games.travel_battle.rules.movement import commanded
from drumhead.games.travel_battle.text.actions import rich
from drumhead.games.travel_battle.text.forecast_reach import destinations, may_attack, moved_to, shot_at, strikers
from drumhead.games.travel_battle.text.names import KEYS, unit_words
from drumhead.games.travel_battle.text.odds import together


def forecast(b: Battle, code: int, throws: list[Odds]) -> Forecast:
    """The forecast of a legal action, with the throws that it leads to."""
    kind, unit, square = unpack(code)
    title, rolls = rich(b.force, code).words, tuple(throws)
    if kind == encoding.MOVE:
        return _move(b, title, unit, square)
    if kind in (encoding.FORM, encoding.UNFORM):
        return _formation(b, title, code)
    if kind == encoding.FIRE:
        return _shot(b, title, unit, square, rolls)
    if kind in (encoding.ATTACK, encoding.JOIN, encoding.FIGHT):
        return _combat(b, title, code, rolls)
    if kind == encoding.END_MOVEMENT:
        return Forecast(title, _unmoved(b), rolls)
    return Forecast(title, throws=rolls)


def later(b: Battle, code: int) -> Battle | None:
    """[TB-2.1, TB-5.1, TB-6.2] The position at a shot or an attack later in this turn, as all stand now.

    None for other actions, and where the turn has come so far.
    """
    if b.player != b.active or b.step_kind() not in (encoding.AT_MOVE, encoding.AT_FIRE):
        return None
    kind = unpack(code)[0]
    then = b.clone()
    if kind == encoding.FIRE and b.step_kind() == encoding.AT_MOVE:
        then.stack[-1] = encoding.AT_FIRE
        then.options = shots(then)
        return then
    if kind != encoding.ATTACK:
        return None
    then.stack[-1] = encoding.AT_COMBAT
    begin_combats(then)
    then.options = [pack(encoding.ATTACK, encoding.NONE, square) for square in assaults(then)]
    return then


def path_to(b: Battle, unit: int, to: int) -> list[int]:
    """[TB-3.1, TB-3.6] The squares of a shortest way of a piece to a square, the straightest if there are more."""
    walk = ALL & ~b.occupied() & b.passable(unit)
    here = b.square[unit]
    layers = [BIT[here]]
    seen = BIT[here]
    while not spread(layers[-1]) & BIT[to]:
        ring = spread(layers[-1]) & walk & ~seen
        assert ring, "no way leads there"
        seen |= ring
        layers.append(ring)
    across, up = to % WIDE - here % WIDE, to // WIDE - here // WIDE
    way = [to]
    for layer in reversed(layers[1:]):
        way.append(
            min(
                bits(layer & NEIGHBOURS[way[-1]]),
                key=lambda step: abs(across * (step // WIDE - here // WIDE) - up * (step % WIDE - here % WIDE)),
            )
        )
    return way[::-1]


def _move(b: Battle, title: Text, unit: int, to: int) -> Forecast:
    path = path_to(b, unit, to)
    after = moved_to(b, unit, to)
    facts = [_cost(len(path), _steps_left(b, unit))]
    if b.led[1 - SEAT[unit]] & BIT[to]:
        facts.append(Trait(Text("the enemy brigadier gives way"), "TB-3.7"))
    if after.force.guns >> unit & 1 and not after.force.horse_guns >> unit & 1:
        facts.append(Trait(Text("a gun that moves does not fire in this turn"), "TB-3.8"))
    threats = strikers(after, unit)
    facts += _standing(after, unit, threats)
    return Forecast(
        title,
        tuple(facts[:MAX_FACTS]),
        path=tuple(GRID.names[square] for square in path),
        threats=tuple(KEYS[enemy] for enemy in threats),
        then=tuple(prospects(after, unit)),
    )


def _cost(paid: int, steps: int) -> Trait:
    """[TB-3.1, TB-3.2] What a move takes of the squares that a piece may move."""
    if paid > steps:
        return Trait(Text("{paid} of {all} squares, the last by road", paid=paid, all=steps + 1), "TB-3.2")
    return Trait(Text("{paid} of {n} square", "{paid} of {n} squares", paid=paid, n=steps), "TB-3.1")


def _steps_left(b: Battle, unit: int) -> int:
    """[TB-3.1, TB-3.7] How many squares a piece may move now, without the road."""
    frame = b.pending()
    return int(frame["steps"]) if frame.number == encoding.AT_GO_ON else b.force.steps[unit]


def _standing(b: Battle, unit: int, threats: list[int]) -> list[Trait]:
    """[TB-3.3, TB-3.4, TB-6.1, TB-6.2] What follows from where a piece would stand."""
    found = []
    seat = SEAT[unit]
    if NEIGHBOURS[b.square[unit]] & b.held[1 - seat] and b.force.kind[unit] != encoding.BRIGADIER:
        if may_attack(b, unit):
            found.append(Trait(Text("in contact: enemies beside it must be attacked in this turn"), "TB-6.2"))
        else:
            found.append(Trait(Text("in contact, but it starts no combat"), "TB-3.4"))
    if not commanded(b, seat) >> unit & 1:
        found.append(Trait(Text("out of command in its next turn, as the others stand now"), "TB-3.3"))
    if threats:
        told = Text("{n} enemy could strike it next turn", "{n} enemies could strike it next turn", n=len(threats))
        found.append(Trait(told, "TB-6.1"))
    return found


def _formation(b: Battle, title: Text, code: int) -> Forecast:
    """[TB-4.1, TB-4.3] Forming or leaving square."""
    unit = unpack(code)[1]
    after = b.clone()
    after.apply(code)
    threats = strikers(after, unit)
    if unpack(code)[0] == encoding.FORM:
        facts = [Trait(Text("takes its move, and it does not move while in square"), "TB-4.3")]
    elif after.formed >> unit & 1:
        facts = [Trait(Text("takes its move; it is in square until the turn ends"), "TB-4.1")]
    else:
        facts = [Trait(Text("takes its move; it is out of square at once"), "TB-4.1")]
    facts += _standing(after, unit, threats)
    keys = tuple(KEYS[enemy] for enemy in threats)
    return Forecast(title, tuple(facts[:MAX_FACTS]), threats=keys, then=tuple(prospects(after, unit)))


def _unmoved(b: Battle) -> tuple[Trait, ...]:
    """[TB-2.1] The pieces that could still move."""
    first = b.active * encoding.SIDE
    left = [unit for unit in range(first, first + encoding.SIDE) if destinations(b, unit)]
    if not left:
        return (Trait(Text("every piece that can move has moved"), "TB-2.1"),)
    keys = ", ".join(KEYS[unit] for unit in left)
    told = Text("{n} piece could still move: {keys}", "{n} pieces could still move: {keys}", n=len(left), keys=keys)
    return (Trait(told, "TB-2.1"),)


def _shot(b: Battle, title: Text, gun: int, target: int, throws: tuple[Odds, ...]) -> Forecast:
    """[TB-5.1, TB-5.3, TB-5.6] A shot: how far, what it sees, whom it hits; nobody answers it."""
    units = b.units_at(1 - SEAT[gun], target)
    seen = visible_points(b, b.square[gun], target)
    facts = [
        Trait(
            Text(
                "{n} squares away, {need} or more hits",
                n=GRID.distance(b.square[gun], target),
                need=needed(b, gun, target),
            ),
            "TB-5.2",
        ),
        Trait(Text("sees {n} of {all} points of the square", n=seen, all=POINTS), "TB-5.3"),
    ]
    if len(units) > 1:
        told = joined([unit_words(b.force, unit) for unit in units], " and ")
        facts.append(Trait(Text("the effect is for all on the square: {units}", units=told), "TB-5.6"))
    facts.append(Trait(Text("fire is not answered"), "TB-5.1"))
    return Forecast(title, tuple(facts), throws, sight=(KEYS[gun], GRID.names[target]))


def _combat(b: Battle, title: Text, code: int, throws: tuple[Odds, ...]) -> Forecast:
    """[TB-6.2, TB-6.3, TB-6.4, TB-6.7] A combat with all who may be in it, or with those who have joined."""
    after = b.clone()
    after.apply(code)
    if after.step_kind() == encoding.AT_JOIN:
        after = together(after) if not after.attackers else _fought(after)
    defending, attacking = after.defenders(), bits(after.attackers)
    dice = sum(dice_of(after, unit, attacking) for unit in defending)
    facts = [Trait(Text("strikes back with {n} die", "strikes back with {n} dice", n=dice), "TB-6.3")]
    again = [unit for unit in defending if after.force.rerollers >> unit & 1]
    if again:
        told = joined([unit_words(b.force, unit) for unit in again])
        facts.append(Trait(Text("{units} may re-roll a die", units=told), "TB-6.4"))
    dear = joined([unit_words(b.force, unit) for unit in attacking])
    facts.append(Trait(Text("a defeat by 3 or more removes one of {units}", units=dear), "TB-6.7"))
    return Forecast(title, tuple(facts), throws, threats=tuple(KEYS[unit] for unit in defending))


def _fought(b: Battle) -> Battle:
    """[TB-6.2] The combat with those who have joined it."""
    then = b.clone()
    then.apply(FIGHTING)
    return then


def prospects(b: Battle, unit: int) -> list[Prospect]:
    """[TB-5.2, TB-6.2, TB-6.3] What a unit could attack or fire at from where it stands, in this turn."""
    found = []
    seat = SEAT[unit]
    if may_attack(b, unit):
        for target in bits(NEIGHBOURS[b.square[unit]] & b.held[1 - seat]):
            found += _attacks(b, unit, target)
    for target in bits(shot_at(b, unit)):
        sides, need = hit_sides(b, unit), needed(b, unit, target)
        hit = Fraction(min(sides, max(0, sides - need + 1)), sides)
        enemy = b.units_at(1 - seat, target)[0]
        words = Text("fire at {unit}", unit=unit_words(b.force, enemy))
        found.append(Prospect(KEYS[enemy], words, Text("hits {hit}", hit=percent(hit))))
    return found


def _attacks(b: Battle, unit: int, target: int) -> list[Prospect]:
    """[TB-6.2, TB-6.3] The combat against an enemy square with a unit alone, and with all others beside it."""
    enemy = b.units_at(1 - SEAT[unit], target)[0]
    mates = [
        mate
        for mate in b.living(SEAT[unit])
        if mate != unit and NEIGHBOURS[target] & BIT[b.square[mate]] and may_attack(b, mate)
    ]
    alone = Text("attack {unit} alone", unit=unit_words(b.force, enemy))
    found = [
        _fight(
            b, KEYS[enemy], alone if mates else Text("attack {unit}", unit=unit_words(b.force, enemy)), [unit], target
        )
    ]
    if mates:
        keys = ", ".join(KEYS[mate] for mate in mates)
        words = Text("attack {unit} with {keys}", unit=unit_words(b.force, enemy), keys=keys)
        found.append(_fight(b, KEYS[enemy], words, [unit, *mates], target))
    return found


def _fight(b: Battle, key: str, words: Text, units: list[int], target: int) -> Prospect:
    """[TB-6.3, TB-6.5] A combat with its dice and how likely each side wins, before re-rolls."""
    then = b.clone()
    then.target = target
    then.attackers = sum(1 << unit for unit in units)
    counts = [0, 0]
    for unit, count in rollers(then):
        counts[SEAT[unit] != then.active] += count
    ways = differences(*counts)
    whole = sum(ways.values())
    won = Fraction(sum(times for by, times in ways.items() if by > 0), whole)
    lost = Fraction(sum(times for by, times in ways.items() if by < 0), whole)
    told = Text("{words}: {n} to {m} dice", words=words, n=counts[0], m=counts[1])
    return Prospect(key, told, Text("won {won}, lost {lost}", won=percent(won), lost=percent(lost)))
