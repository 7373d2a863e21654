"""Throws: which dice, what faces amount to, and how likely, merged by what they do."""

from bisect import bisect
from functools import cache
from itertools import accumulate
from math import comb
from random import Random
from typing import Final

from drumhead.games.aces_armor.automa import phases
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat import dice_in_battle, under_rockets
from drumhead.games.aces_armor.rules.combat_math import dice_of, hit_number, suffered
from drumhead.games.aces_armor.rules.setup import DRAWS, numbers_left, rolling

FACES: Final = 12
LAUNCH_FAILS: Final = 3
"""[AA-12.1] The highest face with which the V2 misses."""
ANSWER_SHIFT: Final = 6
"""The hits that answer stand above those of the attacker."""


@cache
def ways(dice: int, hit: int) -> list[int]:
    """[AA-8.4] In how many ways some dice show 0, 1, 2 ... hits."""
    return [comb(dice, hits) * hit**hits * (FACES - hit) ** (dice - hits) for hits in range(dice + 1)]


@cache
def ladder(dice: int, hit: int) -> list[float]:
    """The chance of at most 0, 1, 2 ... hits, but for the last, which is certain."""
    return [total / FACES**dice for total in accumulate(ways(dice, hit))][:-1]


def battle(f: Field) -> tuple[int, int, int, int]:
    """The attacker's dice and hit number, and the defender's, in the battle that is pending."""
    frame = f.stack[-1]
    unit, hex_ = frame >> 5 & 255, frame >> 13 & 511
    if frame & 31 == encoding.AT_ROCKETS:
        return dice_of(f, unit), hit_number(f, unit), 0, 0
    target = f.at[hex_]
    dice, red, answer = dice_in_battle(f, unit, target)
    return dice + red, hit_number(f, unit), answer, hit_number(f, target)


def one_die(f: Field) -> int:
    """The sides of the single die at any throw but a battle's and those for the first place."""
    frame = f.stack[-1]
    kind = frame & 31
    if kind == encoding.AT_NUMBER:
        return len(numbers_left(f, frame >> 5 & 255))
    if kind == encoding.AT_ARMIES_DRAWN:
        return encoding.TOKENS
    if kind == encoding.AT_PICKS_DRAWN:
        return len(DRAWS)
    if kind == encoding.AT_AUTOMA_DRAWN:
        return len(f.force.candidates)
    return FACES


def sides(f: Field) -> tuple[int, ...]:
    """The dice to be thrown, each by its number of sides; what is drawn from a heap is a die with as many sides."""
    kind = f.stack[-1] & 31
    if kind in (encoding.AT_ROLL, encoding.AT_ROCKETS):
        dice, _, answer, _ = battle(f)
        return (FACES,) * (dice + answer)
    if kind in (encoding.AT_PLACE_ROLL, encoding.AT_FIRST_ROLL):
        return (FACES,) * len(rolling(f))
    if kind == encoding.AT_AUTOMA:
        return phases.sides(f)
    return (one_die(f),)


def outcome(f: Field, faces: tuple[int, ...]) -> int:
    """Returns what faces amount to: hits, who is highest, the weather, or the face itself."""
    kind = f.stack[-1] & 31
    if kind in (encoding.AT_ROLL, encoding.AT_ROCKETS):
        dice, hit, _, answer_hit = battle(f)
        hits = sum([face <= hit for face in faces[:dice]])
        return hits | sum([face <= answer_hit for face in faces[dice:]]) << ANSWER_SHIFT
    if kind in (encoding.AT_PLACE_ROLL, encoding.AT_FIRST_ROLL):
        best = max(faces)
        return sum([1 << place for place, face in zip(rolling(f), faces, strict=True) if face == best])
    if kind == encoding.AT_WEATHER:
        return (faces[0] - 1) // 2
    if kind == encoding.AT_LAUNCH:
        return int(faces[0] > LAUNCH_FAILS)
    return faces[0]


def sample(f: Field, rng: Random) -> int:
    """Returns a random outcome of the pending throw; a battle takes one number for each side, not one for each die."""
    kind = f.stack[-1] & 31
    random = rng.random
    if kind in (encoding.AT_ROLL, encoding.AT_ROCKETS):
        dice, hit, answer, answer_hit = battle(f)
        hits = bisect(ladder(dice, hit), random()) if dice else 0
        return hits | bisect(ladder(answer, answer_hit), random()) << ANSWER_SHIFT if answer else hits
    return outcome(f, tuple([int(random() * count) + 1 for count in sides(f)]))


def merged(f: Field) -> list[tuple[int, int]]:
    """Returns one outcome for each different effect, with the number of ways that lead to it."""
    kind = f.stack[-1] & 31
    if kind in (encoding.AT_ROLL, encoding.AT_ROCKETS):
        return merged_battle(f)
    if kind in (encoding.AT_PLACE_ROLL, encoding.AT_FIRST_ROLL):
        return merged_first(rolling(f))
    if kind == encoding.AT_WEATHER:
        return [(weather, 2) for weather in range(6)]
    if kind == encoding.AT_LAUNCH:
        return [(0, LAUNCH_FAILS), (1, FACES - LAUNCH_FAILS)]
    return [(face, 1) for face in range(1, sides(f)[0] + 1)]


def merged_first(places: list[int]) -> list[tuple[int, int]]:
    """[AA-2.2, AA-2.3] Every set of players that may share the highest die."""
    found = []
    for chosen in range(1, 1 << len(places)):
        others = len(places) - chosen.bit_count()
        count = sum([(face - 1) ** others for face in range(1, FACES + 1)])
        found.append((sum([1 << place for index, place in enumerate(places) if chosen >> index & 1]), count))
    return sorted(found)


def merged_battle(f: Field) -> list[tuple[int, int]]:
    """[AA-8.5] The throws of a battle by the damage that they do on both sides; each stands for its fewest hits."""
    dice, hit, answer, answer_hit = battle(f)
    counted: dict[int, int] = {}
    for hits, count in enumerate(ways(dice, hit) if dice else [1]):
        for back, more in enumerate(ways(answer, answer_hit) if answer else [1]):
            merged_to = merge(f, hits | back << ANSWER_SHIFT)
            counted[merged_to] = counted.get(merged_to, 0) + count * more
    return sorted(counted.items())


def merge(f: Field, thrown: int) -> int:
    """[AA-8.5, AA-11.1] The outcome of `merged` that has the same effect: the fewest hits that do the same to all."""
    frame = f.stack[-1]
    kind, unit, hex_ = frame & 31, frame >> 5 & 255, frame >> 13 & 511
    if kind == encoding.AT_ROCKETS:
        return max([fewest(f, other, thrown, defends=True) for other in under_rockets(f, hex_)], default=0)
    if kind != encoding.AT_ROLL:
        return thrown
    hits, back = thrown & (1 << ANSWER_SHIFT) - 1, thrown >> ANSWER_SHIFT
    return fewest(f, f.at[hex_], hits, defends=True) | fewest(f, unit, back, defends=False) << ANSWER_SHIFT


def fewest(f: Field, unit: int, hits: int, *, defends: bool) -> int:
    """[AA-8.5] The fewest hits that do a unit the same damage."""
    wanted = suffered(f, unit, hits, defends=defends)
    while hits and suffered(f, unit, hits - 1, defends=defends) == wanted:
        hits -= 1
    return hits
