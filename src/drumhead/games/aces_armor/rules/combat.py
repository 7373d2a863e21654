"""Chapter 8, and the Katyusha and the V2: attacks are fought in the order in which they were declared."""

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.box.unit_types import FATAL
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_LAUNCH,
    AT_ROCKETS,
    AT_ROLL,
    NONE,
    RUINED,
    bits,
    step,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import (
    by_table,
    dice_of,
    fixed_hits,
    is_in_forest,
    red_dice,
    returns_fire,
    silence,
    suffered,
)
from drumhead.games.aces_armor.rules.victory import check_ruins, check_units, lose_v2


def step_battles(f: Field, frame: int) -> int:
    """[AA-7.1, AA-8.1] Fights the next attack declared; one whose attacker or target is gone is lost."""
    if not f.orders:
        f.stack.pop()
        return GO_ON
    order = f.orders[0]
    f.orders = f.orders[1:]
    unit, hex_ = order & 255, order >> 8
    if is_void(f, unit, hex_):
        f.tell("void", "AA-7.1", unit, hex_)
    else:
        engage(f, unit, hex_)
    return GO_ON


def is_void(f: Field, unit: int, hex_: int) -> bool:
    """[AA-7.1, AA-11.1] Returns whether an attack has lost its attacker or its target; rockets never lose their hex."""
    force = f.force
    if unit == force.v2:
        return f.flag[force.board.factory_at[hex_]] == RUINED
    return f.place[unit] >= ABSENT or not (force.rockets[unit] or f.at[hex_] != NONE)


def engage(f: Field, unit: int, hex_: int) -> None:
    """[AA-8.1, AA-11.1, AA-12.1] Begins an attack on a hex."""
    if unit == f.force.v2:
        f.stack.append(step(AT_LAUNCH, unit, hex_))
        return
    if f.force.rockets[unit]:
        f.stack.append(step(AT_ROCKETS, unit, hex_))
        f.tell("rockets", "AA-11.1", unit, hex_, dice_of(f, unit))
        return
    f.stack.append(step(AT_ROLL, unit, hex_))
    if f.events is not None:
        target = f.at[hex_]
        dice, red, answer = dice_in_battle(f, unit, target)
        quiet = silence(f, target, unit)
        fixed = f.force.fixed_hits
        hits = fixed_hits(f, unit) if fixed[f.force.faction[unit]] else 0
        back = fixed_hits(f, target) if fixed[f.force.faction[target]] and not quiet else 0
        f.events.append(("battle", "AA-8.2", unit, target, dice, red, answer, hits, back, quiet))


def dice_in_battle(f: Field, unit: int, target: int) -> tuple[int, int, int]:
    """[AA-8.2] The attacker's dice, its red dice, and the defender's."""
    answer = dice_of(f, target) if returns_fire(f, target, unit) else 0
    return dice_of(f, unit), red_dice(f, unit, target), answer


def step_roll(f: Field, frame: int) -> int:
    """[AA-8.6, AA-11.3] Both sides throw at once; where all hits are fixed nothing is thrown."""
    unit, target = frame >> 5 & 255, f.at[frame >> 13 & 511]
    force = f.force
    if not force.fixed_hits[force.faction[unit]]:
        return CHANCE
    if not force.fixed_hits[force.faction[target]] and returns_fire(f, target, unit):
        return CHANCE
    throw_roll(f, 0)
    return GO_ON


def throw_roll(f: Field, outcome: int) -> None:
    """[AA-8.4, AA-8.6] Counts the hits of both sides and lets both suffer at once."""
    frame = f.stack.pop()
    unit, target = frame >> 5 & 255, f.at[frame >> 13 & 511]
    fixed = f.force.fixed_hits
    faction = f.force.faction
    answers = returns_fire(f, target, unit)
    hits = fixed_hits(f, unit) if fixed[faction[unit]] else outcome & 63
    back = 0
    if answers:
        back = fixed_hits(f, target) if fixed[faction[target]] else outcome >> 6 & 63
    if f.events is not None:
        thrown = not (fixed[faction[unit]] and (fixed[faction[target]] or not answers))
        name, clause = ("hits", "AA-8.4") if thrown else ("fixed_hits", "AA-11.3" if f.force.diceless else "AA-13.7")
        f.events.append((name, clause, unit, target, hits, back if answers else NONE))
    f.struck |= 1 << target
    done = suffered(f, target, hits, defends=True)
    taken = suffered(f, unit, back, defends=False) if answers else 0
    wound(f, target, done, unit, hits, defends=True)
    wound(f, unit, taken, target, back, defends=False)
    lessons = [lesson(f, unit, target, done), lesson(f, target, unit, taken)]
    bury(f, [(target, unit), (unit, target)], lessons)


def wound(f: Field, unit: int, damage: int, by: int, hits: int, *, defends: bool) -> None:
    """[AA-8.5] Marks damage on a unit."""
    if damage:
        f.damage[unit] += damage
        if f.events is not None:
            forest = int(is_in_forest(f, unit, defends=defends))
            full = by_table(f, unit, hits, defends=defends)
            f.events.append(("damaged", "AA-8.5", unit, damage, f.damage[unit], by, forest, full))


def lesson(f: Field, unit: int, enemy: int, damage: int) -> tuple[int, int]:
    """[AA-8.7] A point for damaging an enemy, two in all for destroying it; the destroyed gain nothing."""
    learns = damage and f.damage[unit] < FATAL and unit != f.force.v2
    return unit, (2 if f.damage[enemy] >= FATAL else 1) if learns else 0


def gain(f: Field, unit: int, points: int) -> None:
    """[AA-8.7] Adds to a unit's experience."""
    f.experience[unit] += points
    f.tell("experience", "AA-8.7", unit, points, f.experience[unit])


def bury(f: Field, pairs: list[tuple[int, int]], lessons: list[tuple[int, int]]) -> None:
    """[AA-8.6, AA-8.7, AA-10.1, AA-12.1] Takes off units with six damage, each with who did it, and asks who has won.

    What was learned from it is told after the loss that taught it.
    """
    fallen = [(unit, by) for unit, by in pairs if f.damage[unit] >= FATAL]
    for unit, by in fallen:
        f.tell("destroyed", "AA-8.6", unit, f.place[unit], by)
    for unit, points in lessons:
        if points:
            gain(f, unit, points)
    for unit, _ in fallen:
        f.take_off(unit)
    if any(unit == f.force.v2 for unit, _ in fallen):
        lose_v2(f)
    elif fallen:
        check_units(f)


def step_rockets(f: Field, frame: int) -> int:
    """[AA-11.1, AA-11.3] One roll for all that the rockets hit."""
    unit = frame >> 5 & 255
    if not f.force.fixed_hits[f.force.faction[unit]]:
        return CHANCE
    throw_rockets(f, 0)
    return GO_ON


def under_rockets(f: Field, hex_: int) -> list[int]:
    """[AA-11.1] The ground units on a hex and around it, friend or foe, by hex."""
    area = f.force.ground.around[hex_] | 1 << hex_
    return [f.at[near] for near in bits(area & (f.ground[0] | f.ground[1]))]


def throw_rockets(f: Field, outcome: int) -> None:
    """[AA-11.1] Every ground unit there takes the hits on its own row; only enemies teach the Katyusha anything."""
    frame = f.stack.pop()
    unit, hex_ = frame >> 5 & 255, frame >> 13 & 511
    force = f.force
    hits = fixed_hits(f, unit) if force.fixed_hits[force.faction[unit]] else outcome
    f.tell("rocket_hits", "AA-11.1", unit, hex_, hits)
    hurt = 0
    units = under_rockets(f, hex_)
    for other in units:
        damage = suffered(f, other, hits, defends=True)
        wound(f, other, damage, unit, hits, defends=True)
        if force.team[other] != force.team[unit]:
            f.struck |= 1 << other
            if damage:
                hurt = max(hurt, 2 if f.damage[other] >= FATAL else 1)
    bury(f, [(other, unit) for other in units], [(unit, hurt)])


def step_launch(f: Field, frame: int) -> int:
    """[AA-12.1] A die is thrown for the rocket."""
    return CHANCE


def throw_launch(f: Field, outcome: int) -> None:
    """[AA-12.1] A die above 3 destroys the factory and the unit inside."""
    frame = f.stack.pop()
    unit, hex_ = frame >> 5 & 255, frame >> 13 & 511
    f.tell("launched", "AA-12.1", unit, hex_, outcome)
    if not outcome:
        return
    f.flag[f.force.board.factory_at[hex_]] = RUINED
    f.clear_caches()
    inside = f.at[hex_]
    if inside != NONE:
        f.tell("destroyed", "AA-12.1", inside, hex_, unit)
        f.take_off(inside)
    check_ruins(f)
