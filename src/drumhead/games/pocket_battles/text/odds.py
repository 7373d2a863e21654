"""The throws that an action leads to, with exact odds."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from drumhead.core.actions import Chance, Odds
from drumhead.core.frames import Frame
from drumhead.core.i18n.text import Text, joined
from drumhead.core.state import CHANCE
from drumhead.core.words.tally import Tally
from drumhead.games.pocket_battles.army.tiles import BLOOD_LUST
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    AT_DICE,
    AT_FIRST_STRIKE,
    AT_REACTION,
    AT_ROLL,
    AT_STRIKE_BACK,
    AT_TARGET,
    HOLDING,
    MODE,
    RESERVE,
    WAITING,
    count_of,
    flags_of,
    is_shooting,
    pack,
    unpack,
)
from drumhead.games.pocket_battles.engine.outcomes import merged_rolls
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.rules.dice import count_hits, traits_after_roll
from drumhead.games.pocket_battles.rules.engagement import engagement_tally
from drumhead.games.pocket_battles.rules.shooting import shooting_tally
from drumhead.games.pocket_battles.rules.shooting_into_engagements import (
    engagement_shares,
    is_shot_into_engagement,
)
from drumhead.games.pocket_battles.text.names import Names

BEGIN: Final = (
    encoding.CHARGE,
    encoding.CARRY_ON,
    encoding.SHOOT,
    encoding.WAIT,
    encoding.INTERCEPT,
    encoding.REACTION_SHOT,
    encoding.TARGET,
    encoding.STRIKE,
    encoding.HOLD,
)
"""What may lead to a throw after another decision: how many dice, or whether to strike first."""
ATTACKS: Final = (encoding.CHARGE, encoding.CARRY_ON, encoding.WAIT, encoding.INTERCEPT, encoding.TARGET)
"""What the enemy may strike back at."""


def odds(b: Battle, names: Names, code: int) -> list[Odds]:
    """Returns the throws an action leads to: its own at once, or after it one for each enemy a charge could meet."""
    after = b.clone()
    after.apply(code)
    kind = unpack(code)[0]
    step = after.step_kind()
    if kind not in BEGIN:
        return [_throw(after, names)] if after.player == CHANCE and step == AT_ROLL else []
    if step == AT_REACTION and kind == encoding.CHARGE:
        note = Text("if nobody reacts")
        return [throw for met in _meetings(after) for throw in _throws(met, names, kind, note)]
    if step == AT_TARGET:
        return [throw for met in _meetings(after) for throw in _throws(met, names, kind, None)]
    return _throws(after, names, kind, None)


def _meetings(after: Battle) -> list[Battle]:
    """[PB-6.8] Returns the positions in which the charger has met each of its targets, if nobody reacts."""
    waiting = after.clone()
    if waiting.step_kind() == AT_REACTION:
        waiting.apply(WAITING)
    if waiting.step_kind() != AT_TARGET:
        return [waiting]
    out = []
    for choice in waiting.legal():
        met = waiting.clone()
        met.apply(choice)
        out.append(met)
    return out


def _throws(f: Battle, names: Names, kind: int, note: Text | None) -> list[Odds]:
    """[PB-6.16, PB-9.10, PB-9.13] Returns what is thrown now, for each number of dice to choose, and in answer."""
    step = f.step_kind()
    if step == AT_FIRST_STRIKE and kind in ATTACKS:
        unit = f.pending()["unit"]
        first, held = f.clone(), f.clone()
        first.apply(pack(encoding.STRIKE, unit))
        held.apply(HOLDING)
        return [
            *_rolls(first, names, _noted(note, Text("striking first, if it chooses to"))),
            *_rolls(held, names, _noted(note, Text("if it has lost nobody by then"))),
        ]
    found = _rolls(f, names, note)
    if found and kind in ATTACKS:
        found += _answers(f, names, note)
    return found


def _noted(one: Text | None, other: Text) -> Text:
    return other if one is None else Text("{one}; {other}", one=one, other=other)


def _rolls(f: Battle, names: Names, note: Text | None) -> list[Odds]:
    """Returns the throw that is pending, or those that its owner may choose from."""
    step = f.step_kind()
    if step == AT_ROLL:
        return [_throw(f, names, note)]
    if step != AT_DICE:
        return []
    out = []
    for choice in f.legal():
        chosen = f.clone()
        chosen.apply(choice)
        out.append(_throw(chosen, names, note))
    return out


def _answers(f: Battle, names: Names, note: Text | None) -> list[Odds]:
    """[PB-6.16] Returns the strike back at an attack, with all troops that live before it: the worst first."""
    frames = [index for index, frame in enumerate(f.all_pending()) if frame.number == AT_STRIKE_BACK]
    if not frames:
        return []
    back = f.clone()
    del back.stack[frames[-1] + 1 :]
    back.resume()
    if back.stack[-1] != f.stack[frames[-1]]:
        return []
    back.apply(pack(encoding.STRIKE, back.pending()["unit"]))
    found = _rolls(back, names, _noted(note, Text("striking back, if it has lost nobody by then")))
    return [replace(throw, chances=throw.chances[::-1]) for throw in found]


def _throw(f: Battle, names: Names, note: Text | None = None) -> Odds:
    """[PB-6.22] Returns a throw with what its dice are for."""
    frame = f.pending()
    unit, enemy, dice = frame["unit"], frame["enemy"], frame["dice"]
    shooting = is_shooting(frame["mode"])
    if f.profile[unit].traits & BLOOD_LUST:
        tally = [Tally(dice, Text("chosen"), "PB-9.10")]
    else:
        tally_of = shooting_tally if shooting else engagement_tally
        tally = tally_of(f, unit, flags_of(frame["mode"]))
    u, v = names.unit_words(unit), names.unit_words(enemy)
    title = Text("{u} at {v}, {n} die", "{u} at {v}, {n} dice", u=u, v=v, n=dice)
    if is_shot_into_engagement(f, enemy, frame["mode"] & MODE):
        members = [member for member, _ in engagement_shares(f, enemy, 1)]
        own, theirs = (
            joined([Text("{key}", key=names.keys[member]) for member in members if f.force.seat[member] == seat])
            for seat in (f.force.seat[unit], f.force.seat[enemy])
        )
        title = Text(
            "{title}; the hits are divided, rounded up, among {theirs} of the enemy and {own} of its own side",
            title=title,
            theirs=theirs,
            own=own,
        )
    if note is not None:
        title = Text("{title}; {note}", title=title, note=note)
    return Odds(title, tuple(tally), tuple(_chances(f, names, frame)))


def _chances(f: Battle, names: Names, frame: Frame) -> list[Chance]:
    """[PB-6.14, PB-7.4] Hits, and what becomes of those they fall on, each with its exact chance."""
    unit, enemy, mode = frame["unit"], frame["enemy"], frame["mode"] & MODE
    own = f.profile[unit]
    weights = merged_rolls(f)
    whole = sum(weight for _, weight in weights)
    own_left = f.points_left(unit)
    divided = is_shot_into_engagement(f, enemy, mode)
    struck = [member for member, _ in engagement_shares(f, enemy, 1)] if divided else [enemy]
    left = max(f.points_left(member) for member in struck)
    merged: dict[tuple[int, tuple[int, ...], int], int] = {}
    for roll, weight in weights:
        hits = count_hits(own, mode, roll)
        hits += own.wounds_bonus if hits else 0
        if divided:
            hits = engagement_shares(f, enemy, hits)[0][1]
        ones = count_of(roll, 1) if own.traits & BLOOD_LUST else 0
        after = f.clone()
        after.apply(roll)
        gone = tuple(
            member for member in struck if hits >= f.points_left(member) or (hits and after.zone[member] >= RESERVE)
        )
        key = min(hits, left) if divided or not gone else left, gone, ones
        key = (0, (), own_left) if ones >= own_left else key
        merged[key] = merged.get(key, 0) + weight
    before = _spared_by(f, struck, enemy, mode)
    return [
        Chance(_effect(names, key, own_left, before, divided=divided), Fraction(weight, whole))
        for key, weight in sorted(merged.items())
    ]


def _spared_by(f: Battle, struck: list[int], enemy: int, mode: int) -> Text | None:
    """[PB-9.23, PB-9.27] Returns that traits of those who are hit may yet change the outcome, or None."""
    traits = [Text("{trait}", trait=trait) for trait in traits_after_roll(f, struck, enemy, mode)]
    return Text("before {traits}", traits=joined(traits, " and ")) if traits else None


def _effect(
    names: Names, key: tuple[int, tuple[int, ...], int], own: int, before: Text | None, *, divided: bool
) -> Text:
    hits, gone, ones = key
    if ones and ones >= own:
        return Text("destroys itself")
    words = Text("{n} hit", "{n} hits", n=hits) if hits else Text("no hit")
    if divided and hits:
        words = Text("{n} hit each", "{n} hits each", n=hits)
        if gone:
            keys = joined([Text("{key}", key=names.keys[member]) for member in gone], " and ")
            words = Text("{words} destroying {units}", words=words, units=keys)
    elif gone:
        words = Text("destroyed")
    if hits and before is not None:
        words = Text("{words} {before}", words=words, before=before)
    if ones:
        words = Text("{words} and {n} hit on itself", "{words} and {n} hits on itself", words=words, n=ones)
    return words


NO_THROW: Final = frozenset(
    {
        encoding.PLACE,
        encoding.REDEPLOY,
        encoding.MOVE,
        encoding.PASS,
        encoding.LEAVE,
        encoding.USE_HEAL,
        encoding.USE_CONTROL,
        encoding.USE_DOUBLE_ORDER,
    }
)
"""The actions that no throw follows at once."""


def throws_dice(b: Battle, code: int) -> bool:
    """Returns whether `odds` has a throw for an action, without working out its chances."""
    kind, unit, _, _, _ = unpack(code)
    if kind in NO_THROW:
        return False
    if kind == encoding.SHOOT or (kind in (encoding.CHARGE, encoding.CARRY_ON) and b.profile[unit].can_engage):
        return True
    after = b.clone()
    after.apply(code)
    step = after.step_kind()
    if kind not in BEGIN:
        return after.player == CHANCE and step == AT_ROLL
    waits = step == AT_TARGET or (step == AT_REACTION and kind == encoding.CHARGE)
    return any(_is_thrown(met, kind) for met in (_meetings(after) if waits else [after]))


def _is_thrown(f: Battle, kind: int) -> bool:
    """Returns whether dice are thrown now, or after a unit has struck first or held."""
    step = f.step_kind()
    return step in (AT_ROLL, AT_DICE) or (step == AT_FIRST_STRIKE and kind in ATTACKS)
