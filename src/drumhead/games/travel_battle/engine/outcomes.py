"""Throws merged by what they do, so that odds are exact and few."""

from functools import cache
from itertools import product
from typing import Final

from drumhead.core.frames import KIND
from drumhead.games.travel_battle.army.force import RALLY, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import BYTE, FIRST, SECOND
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.artillery import effect_of, hit_sides, needed
from drumhead.games.travel_battle.rules.combat_dice import best, faces_of, participants, rollers

TWO_DICE: Final[tuple[int, ...]] = (1 | 1 << 3, 1 | 2 << 3, 2 | 1 << 3)
"""A tie, and a higher die for the second and for the first seat."""


def sides(f: Field) -> tuple[int, ...]:
    """The dice to be thrown, each by its number of sides."""
    frame = f.stack[-1]
    kind = frame & KIND
    if kind == encoding.AT_ROLL:
        return (6,) * sum([count for _, count in rollers(f)])
    if kind in (encoding.AT_PLACE_DIE, encoding.AT_FIRST_DIE):
        return (6, 6)
    if kind == encoding.AT_HIT:
        return (hit_sides(f, frame >> FIRST & BYTE),)
    return (6,)


def die_effect(f: Field, face: int) -> int:
    """A number that is equal for faces of a single die that do the same."""
    frame = f.stack[-1]
    kind, a, b = frame & KIND, frame >> FIRST & BYTE, frame >> SECOND & BYTE
    if kind in (encoding.AT_BOARD_DIE, encoding.AT_LEFT_DIE):
        return int(face > 3)
    if kind == encoding.AT_EDGE_DIE:
        return min(face, 5)
    if kind == encoding.AT_HIT:
        return int(face >= needed(f, a, b))
    if kind == encoding.AT_EFFECT:
        return effect_of(f, b, face)
    if kind == encoding.AT_RALLY:
        return int(face >= RALLY[f.force.kind[a]])
    return second_throw(f, a, face)


def second_throw(f: Field, unit: int, face: int) -> int:
    """[TB-6.4] A re-rolled die counts only beyond the dice of its side that stand for good."""
    seat = SEAT[unit]
    standing = 0
    for other in participants(f, seat):
        if not may_reroll(f, other):
            standing = max([standing, *faces_of(f, other)])
    own = max(standing, face)
    deciding = participants(f, seat) + (participants(f, f.active) if seat != f.active else [])
    if any(may_reroll(f, other) for other in deciding):
        return own
    return max(-3, min(3, own - best(f, participants(f, 1 - seat))))


def may_reroll(f: Field, unit: int) -> bool:
    """[TB-6.4] Returns whether a unit has a re-roll left in this combat."""
    return bool(f.force.rerollers >> unit & ~f.rerolled >> unit & 1)


def merged(f: Field) -> list[tuple[int, int]]:
    """One outcome for each different effect, with how many ways lead to it."""
    kind = f.stack[-1] & KIND
    if kind == encoding.AT_ROLL:
        return merged_combat(f)
    if kind in (encoding.AT_PLACE_DIE, encoding.AT_FIRST_DIE):
        return [(TWO_DICE[0], 6), (TWO_DICE[1], 15), (TWO_DICE[2], 15)]
    groups: dict[int, tuple[int, int]] = {}
    for face in range(1, sides(f)[0] + 1):
        effect = die_effect(f, face)
        first, ways = groups.get(effect, (face, 0))
        groups[effect] = (first, ways + 1)
    return sorted(groups.values())


def merge(f: Field, outcome: int) -> int:
    """The outcome of `merged` that has the same effect."""
    kind = f.stack[-1] & KIND
    if kind == encoding.AT_ROLL:
        return merge_combat(f, outcome)
    if kind in (encoding.AT_PLACE_DIE, encoding.AT_FIRST_DIE):
        one, other = outcome & 7, outcome >> 3 & 7
        return TWO_DICE[0 if one == other else 1 if one < other else 2]
    wanted = die_effect(f, outcome)
    return next(face for face in range(1, 7) if die_effect(f, face) == wanted)


# A combat: of the dice of a side that cannot be re-rolled only the best counts. A die of a re-rolling unit that does
# not beat it might as well show a 1, and units that throw as many dice are alike.

DicePool = tuple[int, tuple[int, ...]]
"""The dice of a side: how many cannot be re-rolled, and how many each re-rolling unit has."""
DiceResult = tuple[int, tuple[tuple[int, ...], ...]]
"""What they show: the best of the former, and the dice of each of the latter in falling order."""


def dice_pool(f: Field, units: list[tuple[int, int]]) -> DicePool:
    """The dice of a side as they count."""
    return (
        sum([count for unit, count in units if not f.force.rerollers >> unit & 1]),
        tuple([count for unit, count in units if f.force.rerollers >> unit & 1]),
    )


def canonical(result: DiceResult) -> DiceResult:
    """[TB-6.3, TB-6.4] Returns the simplest result with the same effect."""
    standing, loose = result
    lowered = [tuple(sorted([1 if face <= standing else face for face in dice], reverse=True)) for dice in loose]
    out = []
    alike: dict[int, list[tuple[int, ...]]] = {}
    for dice in sorted(lowered, reverse=True):
        alike.setdefault(len(dice), []).append(dice)
    for dice in lowered:
        out.append(alike[len(dice)].pop(0))
    return standing, tuple(out)


@cache
def dice_results(of: DicePool) -> list[tuple[DiceResult, int]]:
    """All results of a side's dice that differ in effect, with how many ways lead to each."""
    fixed, loose = of
    standing = [(top, top**fixed - (top - 1) ** fixed) for top in range(1, 7)] if fixed else [(0, 1)]
    one: list[tuple[tuple[int, ...], int]] = [((face,), 1) for face in range(1, 7)]
    two: list[tuple[tuple[int, ...], int]] = [
        ((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
    ]
    counted: dict[DiceResult, int] = {}
    for top, ways in standing:
        for combination in product(*[one if count == 1 else two for count in loose]):
            times = ways
            for _, more in combination:
                times *= more
            result = canonical((top, tuple([dice for dice, _ in combination])))
            counted[result] = counted.get(result, 0) + times
    return sorted(counted.items())


def result_faces(f: Field, units: list[tuple[int, int]], result: DiceResult) -> list[int]:
    """Returns the faces, in the order of the throw, that show a result."""
    standing, loose = result
    queue = list(loose)
    faces: list[int] = []
    shown = False
    for unit, count in units:
        if f.force.rerollers >> unit & 1:
            faces += queue.pop(0)
        else:
            faces += [1 if shown else standing, *[1] * (count - 1)]
            shown = True
    return faces


def pack_faces(faces: list[int]) -> int:
    """Faces as one outcome, 3 bits each."""
    outcome = 0
    for face in reversed(faces):
        outcome = outcome << 3 | face
    return outcome


def sides_of(f: Field) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The attackers and the defenders, each with their dice."""
    both = rollers(f)
    count = f.attackers.bit_count()
    return both[:count], both[count:]


def merged_combat(f: Field) -> list[tuple[int, int]]:
    """[TB-6.6, TB-6.7] All throws of a combat that differ in effect; without re-rolls only the difference counts."""
    attack, defence = sides_of(f)
    own, other = dice_pool(f, attack), dice_pool(f, defence)
    if own[1] or other[1]:
        return [
            (pack_faces(result_faces(f, attack, one) + result_faces(f, defence, two)), ways * more)
            for one, ways in dice_results(own)
            for two, more in dice_results(other)
        ]
    counted: dict[int, int] = {}
    for (high, _), ways in dice_results(own):
        for (low, _), more in dice_results(other):
            difference = max(-3, min(3, high - low))
            counted[difference] = counted.get(difference, 0) + ways * more
    return [(pack_difference(f, attack, defence, key), ways) for key, ways in sorted(counted.items())]


def pack_difference(f: Field, attack: list[tuple[int, int]], defence: list[tuple[int, int]], difference: int) -> int:
    """Returns the simplest throw with that difference, from the attacker's side."""
    high, low = (1 + difference, 1) if difference > 0 else (1, 1 - difference)
    return pack_faces(result_faces(f, attack, (high, ())) + result_faces(f, defence, (low, ())))


def merge_combat(f: Field, outcome: int) -> int:
    """[TB-6.6, TB-6.7] The throw of `merged_combat` with the same effect."""
    attack, defence = sides_of(f)
    results: list[DiceResult] = []
    for units in (attack, defence):
        standing = 0
        loose: list[tuple[int, ...]] = []
        for unit, count in units:
            faces = [outcome >> 3 * die & 7 for die in range(count)]
            outcome >>= 3 * count
            if f.force.rerollers >> unit & 1:
                loose.append(tuple(faces))
            else:
                standing = max([standing, *faces])
        results.append(canonical((standing, tuple(loose))))
    one, two = results
    if not one[1] and not two[1]:
        return pack_difference(f, attack, defence, max(-3, min(3, one[0] - two[0])))
    return pack_faces(result_faces(f, attack, one) + result_faces(f, defence, two))


def best_dice(dice: int) -> list[int]:
    """[TB-6.3] Returns in how many ways the best of n dice shows each face from 1 to 6."""
    return [top**dice - (top - 1) ** dice for top in range(1, 7)]


def differences(attack: int, defence: int) -> dict[int, int]:
    """[TB-6.7] Returns in how many ways the best dice of two sides differ by each amount, from -5 to 5."""
    counted: dict[int, int] = {}
    for high, ways in enumerate(best_dice(attack)):
        for low, more in enumerate(best_dice(defence)):
            counted[high - low] = counted.get(high - low, 0) + ways * more
    return counted
