"""What an action can do, with exact odds."""

from fractions import Fraction

from drumhead.core.actions import Chance, Odds
from drumhead.core.state import CHANCE
from drumhead.core.tally import Tally
from drumhead.core.text import Text
from drumhead.games.pocket_battles import codes
from drumhead.games.pocket_battles.chances import merged_rolls
from drumhead.games.pocket_battles.codes import AT_ROLL, CHARGED, EXCITED, RESERVE, SHOOTING, unpack
from drumhead.games.pocket_battles.engagement import engagement_dice
from drumhead.games.pocket_battles.names import Names
from drumhead.games.pocket_battles.rolls import count_hits, shares
from drumhead.games.pocket_battles.shooting import shooting_dice
from drumhead.games.pocket_battles.state import Battle
from drumhead.games.pocket_battles.tiles import BLOOD_LUST, TOUGH


def odds(b: Battle, names: Names, code: int) -> list[Odds]:
    """The throws an action leads to: its own at once, or after it one for each enemy a charge could meet."""
    after = b.clone()
    after.apply(code)
    kind, unit, *_ = unpack(code)
    flags = (CHARGED, CHARGED | EXCITED, 0, EXCITED)
    if kind in (codes.CARRY_ON, codes.SHOOT, codes.STRIKE, codes.REACTION_SHOT):
        flags = (0, EXCITED, CHARGED, CHARGED | EXCITED)
    if after.player == CHANCE and after.stack[-1] & 31 == AT_ROLL:
        return [_throw(after, names, flags)]
    if kind == codes.CHARGE:
        return [_throw(met, names, flags) for met in _meetings(after, unit)]
    if kind == codes.WAIT and after.stack[-1] & 31 == codes.AT_TARGET:
        return [_throw(met, names, flags) for met in _meetings(after, after.stack[-1] >> 5 & 127)]
    return []


def _meetings(after: Battle, charger: int) -> list[Battle]:
    """[PB-6.8] The positions in which the charger has met each of its targets, if nobody reacts."""
    waiting = after.clone()
    if waiting.stack[-1] & 31 == codes.AT_REACTION:
        waiting.apply(codes.WAITING)
    if waiting.stack[-1] & 31 != codes.AT_TARGET:
        return [waiting] if waiting.stack[-1] & 31 == AT_ROLL and waiting.stack[-1] >> 5 & 127 == charger else []
    out = []
    for choice in waiting.legal():
        met = waiting.clone()
        met.apply(choice)
        if met.stack[-1] & 31 == AT_ROLL and met.stack[-1] >> 5 & 127 == charger:
            out.append(met)
    return out


def _throw(f: Battle, names: Names, likely: tuple[int, ...]) -> Odds:
    """[PB-6.22] A throw with what its dice are for; `likely` are the flags of the roll, the likeliest first."""
    frame = f.stack[-1]
    unit, enemy, mode, dice = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & codes.MODE, frame >> 26
    tally: list[Tally] = []
    if f.profile[unit].traits & BLOOD_LUST:
        tally.append(Tally(dice, Text("chosen"), "PB-9.10"))
    else:
        count = shooting_dice if mode == SHOOTING else engagement_dice
        for flags in likely:
            if count(f, unit, flags) == dice:
                count(f, unit, flags, tally)
                break
    u, v = names.unit_words(unit), names.unit_words(enemy)
    title = Text("{u} at {v}, {n} die", "{u} at {v}, {n} dice", u=u, v=v, n=dice)
    if mode == SHOOTING and f.foes[enemy]:
        parties = len(shares(f, enemy, 1))
        title = Text("{title}; each of the {units} units in the engagement takes the hits", title=title, units=parties)
    return Odds(title, tuple(tally), tuple(_chances(f, frame)))


def _chances(f: Battle, frame: int) -> list[Chance]:
    """[PB-6.14] Hits, and what becomes of the target, each with its exact chance."""
    unit, enemy, mode = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & codes.MODE
    own = f.profile[unit]
    weights = merged_rolls(f)
    whole = sum(weight for _, weight in weights)
    left, own_left = f.points_left(enemy), f.points_left(unit)
    merged: dict[tuple[int, int], int] = {}
    for roll, weight in weights:
        hits = count_hits(own, mode, roll)
        hits += own.wounds_bonus if hits else 0
        if mode == SHOOTING and f.foes[enemy]:
            hits = shares(f, enemy, hits)[0][1]
        ones = roll & 31 if own.traits & BLOOD_LUST else 0
        after = f.clone()
        after.apply(roll)
        if after.zone[enemy] >= RESERVE:
            hits = left
        key = (0, own_left) if ones >= own_left else (min(hits, left), ones)
        merged[key] = merged.get(key, 0) + weight
    tough = bool(f.profile[enemy].traits & TOUGH)
    return [
        Chance(_effect(hits, ones, left, own_left, tough=tough), Fraction(weight, whole))
        for (hits, ones), weight in sorted(merged.items())
    ]


def _effect(hits: int, ones: int, left: int, own: int, *, tough: bool) -> Text:
    if ones and ones >= own:
        return Text("destroys itself")
    words = Text("{n} hit", "{n} hits", n=hits) if hits else Text("no hit")
    if hits >= left:
        words = Text("destroyed")
    if hits and tough:
        words = Text("{words}, before Tough", words=words)
    if ones:
        words = Text("{words}, {n} hit on itself", "{words}, {n} hits on itself", words=words, n=ones)
    return words
