"""Rolls merged by what they do, so that odds are exact and few."""

from drumhead.games.pocket_battles.army.tiles import BLOOD_LUST
from drumhead.games.pocket_battles.engine.encoding import AT_REROLL, AT_TOUGH, MODE
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.rules.dice import count_hits, hit_limit, matches, tough_units
from drumhead.games.pocket_battles.rules.shooting_into_engagements import (
    engagement_shares,
    is_shot_into_engagement,
)


def merged_rolls(f: Field) -> list[tuple[int, int]]:
    """One roll for each different effect, with how many ways lead to it."""
    frame = f.stack[-1]
    dice = 1 if frame & 31 == AT_REROLL else frame >> 26
    faces = face_groups(f, frame)
    rolls: dict[int, int] = {0: 1}
    for _ in range(dice):
        grown: dict[int, int] = {}
        for roll, ways in rolls.items():
            for face, times in faces:
                longer = roll + (1 << face * 5 - 5)
                grown[longer] = grown.get(longer, 0) + ways * times
        rolls = grown
    merged: dict[int, tuple[int, int]] = {}
    for roll, ways in rolls.items():
        effect = roll_effect(f, frame, roll)
        kept, before = merged.get(effect, (roll, 0))
        merged[effect] = (min(kept, roll), before + ways)
    return sorted(merged.values())


def merged_roll(f: Field, roll: int) -> int:
    """Returns the roll of `merged_rolls` that does the same as this one."""
    frame = f.stack[-1]
    wanted = roll_effect(f, frame, roll)
    for other, _ in merged_rolls(f):
        if roll_effect(f, frame, other) == wanted:
            return other
    raise AssertionError("every roll has an effect")


def face_groups(f: Field, frame: int) -> list[tuple[int, int]]:
    """Returns the faces that differ in what they match: the lowest of each kind, and how many are like it."""
    unit, mode = frame >> 5 & 127, frame >> 19 & MODE
    printed = matches(f, unit, mode)
    lust = f.profile[unit].traits & BLOOD_LUST
    groups: dict[int, tuple[int, int]] = {}
    for face in range(1, 7):
        kind = -1 if face == 1 and lust else printed[face]
        first, times = groups.get(kind, (face, 0))
        groups[kind] = (first, times + 1)
    return sorted(groups.values())


def may_be_picked(f: Field, frame: int) -> bool:
    """[PB-9.27] Returns whether a Tough unit may pick a die of the roll, now or after another one has."""
    if frame & 31 == AT_REROLL:
        return f.stack[-2] & 31 == AT_TOUGH
    return len(tough_units(f, frame >> 12 & 127, frame >> 19 & MODE)) > 0


def roll_effect(f: Field, frame: int, roll: int) -> int:
    """Returns a number that rolls of one effect share: the hits that count, the 1s, and the dice Tough may pick."""
    unit, enemy, mode = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & MODE
    own = f.profile[unit]
    printed = matches(f, unit, mode)
    lying = roll + f.roll
    ones = lying & 31 if own.traits & BLOOD_LUST else 0
    if may_be_picked(f, frame):
        effect = ones
        for face in range(1, 7):
            effect += (lying >> face * 5 - 5 & 31) << printed[face] * 6 if printed[face] else 0
        return effect
    if ones and ones >= f.points_left(unit):
        return -1
    hits = count_hits(own, mode, lying)
    hits += own.wounds_bonus if hits else 0
    if is_shot_into_engagement(f, enemy, mode):
        struck = engagement_shares(f, enemy, hits)
        hits = min(struck[0][1], max([hit_limit(f, member) for member, _ in struck]))
    else:
        hits = min(hits, hit_limit(f, enemy))
    return hits << 6 | ones
