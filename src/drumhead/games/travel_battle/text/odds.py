"""What an action can do, with exact odds."""

from fractions import Fraction

from drumhead.core.actions import Chance, Odds
from drumhead.core.i18n.text import Text, joined
from drumhead.core.state import CHANCE
from drumhead.core.words.tally import Tally
from drumhead.games.travel_battle.army.force import RALLY, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import FIGHTING, STANDING, unpack
from drumhead.games.travel_battle.engine.outcomes import differences, may_reroll
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.rules.artillery import GONE, NOTHING, RETREATS, TURNED, effect_of, hit_sides, needed
from drumhead.games.travel_battle.rules.boards import BIT, GRID, bits
from drumhead.games.travel_battle.rules.combat_dice import best, dice_of, participants, rollers
from drumhead.games.travel_battle.text.names import KEYS, unit_words, units_words

EFFECT_WORDS = {
    NOTHING: Text("hit without effect"),
    TURNED: Text("turned"),
    RETREATS: Text("retreats and has to rally"),
    GONE: Text("removed"),
}
HALTED = Text("turned, cannot move in its next turn")
RESULT_WORDS = {
    3: Text("won by 3 or more: an enemy is removed"),
    2: Text("won by 2: an enemy retreats"),
    1: Text("won by 1: an enemy is pushed back"),
    0: Text("a tie"),
    -1: Text("lost by 1: an attacker is pushed back"),
    -2: Text("lost by 2: an attacker retreats"),
    -3: Text("lost by 3 or more: an attacker is removed"),
}


DEFENCE_WORDS = {
    3: Text("won by 3 or more: an attacker is removed"),
    2: Text("won by 2: an attacker retreats"),
    1: Text("won by 1: an attacker is pushed back"),
    0: Text("a tie"),
    -1: Text("lost by 1: a defender is pushed back"),
    -2: Text("lost by 2: a defender retreats"),
    -3: Text("lost by 3 or more: a defender is removed"),
}
"""The same as the defender sees it."""
MERGED_WORDS = {
    **RESULT_WORDS,
    1: Text("won by 1 or 2: an enemy is pushed back or retreats"),
    -1: Text("lost by 1 or 2: an attacker is pushed back or retreats"),
}
MERGED_DEFENCE_WORDS = {
    **DEFENCE_WORDS,
    1: Text("won by 1 or 2: an attacker is pushed back or retreats"),
    -1: Text("lost by 1 or 2: a defender is pushed back or retreats"),
}
"""The results where those in which somebody gives ground are told as one."""
MAX_RESULTS = 5
"""Of more results, those in which somebody gives ground are told as one: a throw has no more than a page can show."""


NO_THROW = frozenset(
    {
        encoding.BOARD,
        encoding.EDGE,
        encoding.SPLIT,
        encoding.PLACE,
        encoding.MOVE,
        encoding.FORM,
        encoding.UNFORM,
        encoding.HALT,
    }
)
"""The actions that never lead to a throw of the battle."""
THROW = frozenset({encoding.FIRE, encoding.ATTACK, encoding.JOIN, encoding.FIGHT, encoding.REROLL, encoding.STAND})
"""The actions that always do."""
BATTLE_THROWS = frozenset(
    {encoding.AT_HIT, encoding.AT_EFFECT, encoding.AT_ROLL, encoding.AT_THROW_AGAIN, encoding.AT_RALLY}
)


def throws_dice(b: Battle, code: int) -> bool:
    """Returns whether `odds` has a throw for an action."""
    kind = unpack(code)[0]
    if kind in NO_THROW or kind in THROW:
        return kind in THROW
    after = b.clone()
    after.apply(code)
    return after.step_kind() in (encoding.AT_JOIN, *BATTLE_THROWS)


def odds(b: Battle, code: int) -> list[Odds]:
    """The throw an action leads to, or those it may lead to when more is to be decided about a combat."""
    if code == STANDING:
        return [standing(b)]
    after = b.clone()
    after.apply(code)
    if after.player == CHANCE:
        return throw_odds(after)
    if after.step_kind() != encoding.AT_JOIN:
        return []
    if after.attackers:
        after.apply(FIGHTING)
        return throw_odds(after)
    return [combat(together(after)), *_alone(after)]


def together(b: Battle) -> Battle:
    """[TB-6.2] The combat with all who can be in it together."""
    whole = b.clone()
    while whole.step_kind() == encoding.AT_JOIN:
        whole.apply(whole.legal()[0])
    return whole


def _alone(b: Battle) -> list[Odds]:
    """[TB-6.2] The combat with one attacker; those with the same odds are one entry."""
    found: dict[tuple[Chance, ...], tuple[int, Battle]] = {}
    for choice in b.legal():
        alone = b.clone()
        alone.apply(choice)
        if alone.step_kind() == encoding.AT_JOIN:
            alone.apply(FIGHTING)
        chances = combat(alone).chances
        units, first = found.get(chances, (0, alone))
        found[chances] = units | 1 << unpack(choice)[1], first
    return [combat(alone, units) for units, alone in found.values()]


def throw_odds(b: Battle) -> list[Odds]:
    """The odds of the throw that is pending, if it is one of the battle."""
    frame = b.pending()
    if frame.number == encoding.AT_HIT:
        return [shot(b, frame["unit"], frame["square"])]
    if frame.number == encoding.AT_EFFECT:
        square = frame["square"]
        title = Text("the effect on {q}", q=GRID.names[square])
        return [Odds(title, _cover(b, square), _effects(b, square, Fraction(1)))]
    if frame.number == encoding.AT_ROLL:
        return [combat(b)]
    if frame.number == encoding.AT_THROW_AGAIN:
        return [second_throw(b, frame["unit"])]
    if frame.number == encoding.AT_RALLY:
        return [rally(b, frame["unit"])]
    return []


def shot(f: Field, gun: int, target: int) -> Odds:
    """[TB-5.2, TB-5.6] A miss, and what a hit does."""
    tally: list[Tally] = []
    need = needed(f, gun, target, tally)
    sides = hit_sides(f, gun)
    hit = Fraction(min(sides, max(0, sides - need + 1)), sides)
    chances = [Chance(Text("misses"), 1 - hit)] if hit < 1 else []
    title = Text(
        "{gun} at {q}, {far} squares away: {n} or more hits, {hit}",
        gun=unit_words(f.force, gun),
        q=GRID.names[target],
        far=GRID.distance(f.square[gun], target),
        n=need,
        hit=hit,
    )
    return Odds(title, (*tally, *_cover(f, target)), (*chances, *_effects(f, target, hit)))


def _cover(f: Field, target: int) -> tuple[Tally, ...]:
    if f.ground.rough & BIT[target]:
        return (Tally(-1, Text("on the effect die: wood or building"), "TB-5.6"),)
    return ()


def _effects(f: Field, target: int, hit: Fraction) -> tuple[Chance, ...]:
    ways: dict[int, int] = {}
    for face in range(1, 7):
        effect = effect_of(f, target, face)
        ways[effect] = ways.get(effect, 0) + 1
    words = {**EFFECT_WORDS, TURNED: HALTED} if f.force.fire_halts else EFFECT_WORDS
    return tuple(Chance(words[effect], hit * Fraction(count, 6)) for effect, count in sorted(ways.items()) if hit)


def combat(f: Field, alone: int = 0) -> Odds:
    """[TB-6.3, TB-6.5, TB-6.7] How a combat can end, before re-rolls; the same for each of several alone."""
    tally: list[Tally] = []
    attacking, defending = bits(f.attackers), f.defenders()
    for unit, enemies in [(unit, defending) for unit in attacking] + [(unit, attacking) for unit in defending]:
        parts: list[Tally] = []
        dice_of(f, unit, enemies, parts)
        tally += [
            Tally(part.amount, Text("{key}: {reason}", key=KEYS[unit], reason=part.reason), part.clause)
            for part in parts
        ]
    dice = rollers(f)
    counts = [sum(count for unit, count in dice if (SEAT[unit] == f.active) == own) for own in (True, False)]
    ways: dict[int, int] = {}
    for difference, times in differences(counts[0], counts[1]).items():
        result = max(-3, min(3, difference))
        ways[result] = ways.get(result, 0) + times
    title = Text(
        "{attackers} against {q}: {n} to {m} dice",
        attackers=units_words(f.force, f.attackers),
        q=GRID.names[f.target],
        n=counts[0],
        m=counts[1],
    )
    if alone:
        title = Text(
            "{units} alone against {q}: {n} to {m} dice",
            units=joined([unit_words(f.force, unit) for unit in bits(alone)], " or "),
            q=GRID.names[f.target],
            n=counts[0],
            m=counts[1],
        )
        tally = tally if alone == f.attackers else []
    if any(f.force.rerollers >> unit & 1 for unit, _ in dice):
        title = Text("{title}, before re-rolls", title=title)
    return Odds(title, tuple(tally), tuple(_results(ways, attacks=True)))


def _results(ways: dict[int, int], *, attacks: bool) -> list[Chance]:
    """The results of a side, from the worst to the best for it."""
    words = RESULT_WORDS if attacks else DEFENCE_WORDS
    if len(ways) > MAX_RESULTS:
        words = MERGED_WORDS if attacks else MERGED_DEFENCE_WORDS
        merged: dict[int, int] = {}
        for result, times in ways.items():
            kept = {2: 1, -2: -1}.get(result, result)
            merged[kept] = merged.get(kept, 0) + times
        ways = merged
    whole = sum(ways.values())
    return [Chance(words[result], Fraction(times, whole)) for result, times in sorted(ways.items())]


def standing(f: Field) -> Odds:
    """[TB-6.4, TB-6.6] What the dice on the table come to, as the side that lets them stand sees it."""
    seat = f.player
    own, enemy = best(f, participants(f, seat)), best(f, participants(f, 1 - seat))
    words = RESULT_WORDS if seat == f.active else DEFENCE_WORDS
    title = Text("the dice as they lie: {n} to {m}", n=own, m=enemy)
    if seat != f.active and any(may_reroll(f, unit) for unit in participants(f, f.active)):
        title = Text("{title}, before re-rolls of the other side", title=title)
    return Odds(title, (), (Chance(words[max(-3, min(3, own - enemy))], Fraction(1)),))


def second_throw(f: Field, unit: int) -> Odds:
    """[TB-6.4] What a die thrown again makes of the combat for its side, if nothing else is re-rolled."""
    seat = SEAT[unit]
    own, enemy = best(f, participants(f, seat)), best(f, participants(f, 1 - seat))
    ways: dict[int, int] = {}
    for face in range(1, 7):
        result = max(-3, min(3, max(own, face) - enemy))
        ways[result] = ways.get(result, 0) + 1
    title = Text("{unit} throws a die again", unit=unit_words(f.force, unit))
    return Odds(title, (), tuple(_results(ways, attacks=seat == f.active)))


def rally(f: Field, unit: int) -> Odds:
    """[TB-6.10] Whether a unit rallies."""
    need = RALLY[f.force.kind[unit]]
    stays = Fraction(7 - need, 6)
    title = Text("{unit} rallies on {n} or more", unit=unit_words(f.force, unit), n=need)
    return Odds(title, (), (Chance(Text("removed"), 1 - stays), Chance(Text("stays, turned"), stays)))
