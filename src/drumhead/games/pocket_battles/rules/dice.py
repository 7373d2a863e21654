"""A roll from the throw to its hits, in order: Blood Lust, Tough, +X Wounds, divided shots, Sacrifice, Disband."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.pocket_battles.army.force import Profile
from drumhead.games.pocket_battles.army.tiles import BLOOD_LUST, DISBAND, SACRIFICE, TOUGH
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ASSIGNMENT,
    AT_CHASE,
    AT_DICE,
    AT_DISBAND,
    AT_FINAL_ROLL,
    AT_REROLL,
    AT_ROLL,
    AT_SACRIFICE,
    AT_SCORE,
    AT_TOUGH,
    CANCEL_HITS,
    DICE,
    MODE,
    REROLL,
    RESERVE,
    SHOOTING,
    STAND,
    SUFFER,
    pack,
)
from drumhead.games.pocket_battles.engine.position import Field, changed
from drumhead.games.pocket_battles.rules.shooting_into_engagements import (
    engagement_shares,
    is_shot_into_engagement,
)

NO_UNITS: Final[list[int]] = []
ONE_TO_SIX: Final = [pack(DICE, number) for number in range(1, 7)]


def begin_roll(f: Field, unit: int, enemy: int, mode: int, dice: int) -> None:
    """[PB-9.10] Makes ready to throw; the owner of a Blood Lust unit chooses how many dice.

    `mode` holds the flags of the attack as well, so that the dice can be explained.
    """
    body = unit << 5 | enemy << 12 | mode << 19
    if f.profile[unit].traits & BLOOD_LUST:
        f.stack.append(AT_DICE | body)
    else:
        f.stack.append(AT_ROLL | body | dice << 26)


def step_dice(f: Field, frame: int) -> int:
    """[PB-9.10] The owner chooses 1 to 6 dice."""
    f.options = ONE_TO_SIX
    return f.force.seat[frame >> 5 & 127]


def choose_dice(f: Field, action: int) -> None:
    """[PB-9.10] Throws as many dice as chosen, whatever else would add to them."""
    frame = f.stack.pop()
    f.stack.append(frame - AT_DICE + AT_ROLL | (action >> 5 & 127) << 26)


def step_roll(f: Field, frame: int) -> int:
    """[PB-6.14, PB-6.22] The dice are thrown for all to see."""
    return CHANCE


def matches(f: Field, unit: int, mode: int) -> tuple[int, ...]:
    """[PB-6.14, PB-7.2] Returns the printed dice of a unit's living troops, counted by face."""
    own = f.profile[unit]
    return own.shoot if mode == SHOOTING else own.engage


def count_hits(own: Profile, mode: int, roll: int) -> int:
    """[PB-6.14] Each rolled die scores a hit for every equal printed die."""
    known = own.hit_counts[mode]
    hits = known.get(roll, -1)
    if hits < 0:
        hits = known[roll] = _count_hits(roll, own.shoot if mode == SHOOTING else own.engage)
    return hits


def _count_hits(roll: int, printed: tuple[int, ...]) -> int:
    hits = 0
    face = 1
    while roll:
        hits += (roll & 31) * printed[face]
        roll >>= 5
        face += 1
    return hits


def throw_roll(f: Field, outcome: int) -> None:
    """[PB-6.14] The dice lie; a Tough target may have one thrown again."""
    frame = f.stack.pop()
    unit, enemy, mode = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & MODE
    f.roll = outcome
    if f.events is not None:
        f.events.append(("roll", "PB-7.2" if mode == SHOOTING else "PB-6.14", unit, enemy, mode, outcome))
    tough = NO_UNITS
    if f.profile[enemy].traits & TOUGH or is_shot_into_engagement(f, enemy, mode):
        tough = tough_units(f, enemy, mode)
    if tough:
        f.stack.append(AT_FINAL_ROLL | unit << 5 | enemy << 12 | mode << 19)
        f.stack += [AT_TOUGH | unit << 5 | other << 12 | mode << 19 for other in tough]
    else:
        count(f, unit, enemy, mode)


def tough_units(f: Field, enemy: int, mode: int) -> list[int]:
    """[PB-6.14, PB-9.27] Returns the Tough units that a roll would hit, the one aimed at last: the stack asks it first.

    A shot into an engagement hits its comrades in contact too; units of the shooter's own side have no opponent to ask.
    """
    own = f.profile[enemy]
    if not is_shot_into_engagement(f, enemy, mode) or f.force.terms.tough_aimed:
        return [enemy] if own.traits & TOUGH else []
    found = [
        unit
        for unit, _ in reversed(engagement_shares(f, enemy, 1))
        if unit != enemy and f.force.seat[unit] == own.seat and f.profile[unit].traits & TOUGH
    ]
    if own.traits & TOUGH:
        found.append(enemy)
    return found


def step_tough(f: Field, frame: int) -> int:
    """[PB-9.27] The owner of a Tough unit that is hit may have one die that hit thrown again."""
    printed = matches(f, frame >> 5 & 127, frame >> 19 & MODE)
    faces = [face for face in range(1, 7) if f.roll >> face * 5 - 5 & 31 and printed[face]]
    if not faces:
        f.stack.pop()
        return GO_ON
    f.options = [pack(STAND)]
    f.options += [pack(REROLL, face) for face in faces]
    return f.force.seat[frame >> 12 & 127]


def choose_tough(f: Field, action: int) -> None:
    """[PB-9.27] Takes one die that hit off the table to be thrown again, once a roll."""
    frame = f.stack.pop()
    if action & 31 == STAND:
        return
    face = action >> 5 & 127
    f.roll -= 1 << face * 5 - 5
    f.stack.append(frame - AT_TOUGH + AT_REROLL)
    if f.events is not None:
        f.events.append(("tough", "PB-9.27", frame >> 12 & 127, face))


def throw_again(f: Field, outcome: int) -> None:
    """[PB-9.27] The die thrown again lies with the others."""
    frame = f.stack.pop()
    f.roll += outcome
    if f.events is not None:
        unit, enemy, mode = frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & MODE
        f.events.append(("reroll", "PB-9.27", unit, enemy, mode, outcome))


def step_final_roll(f: Field, frame: int) -> int:
    """[PB-9.27] The roll is final."""
    f.stack.pop()
    count(f, frame >> 5 & 127, frame >> 12 & 127, frame >> 19 & MODE)
    return GO_ON


def count(f: Field, unit: int, enemy: int, mode: int) -> None:
    """[PB-6.14, PB-9.10] Counts the hits; each 1 of a Blood Lust unit strikes itself, assigned first."""
    own = f.profile[unit]
    roll = f.roll
    f.roll = 0
    hits = count_hits(own, mode, roll)
    if hits == 0 and f.events is not None:
        f.events.append(("miss", "PB-6.14", unit, enemy))
    if own.traits & BLOOD_LUST and roll & 31:
        ones = roll & 31
        if f.events is not None:
            f.events.append(("blood_lust", "PB-9.10", unit, ones))
        if hits:
            f.stack.append(AT_SCORE | unit << 5 | enemy << 12 | mode << 19 | hits << 26)
        strike(f, unit, ones)
    elif hits:
        score(f, unit, enemy, mode, hits)


def step_score(f: Field, frame: int) -> int:
    """[PB-9.10] A Blood Lust unit that destroyed itself scores nothing."""
    f.stack.pop()
    unit = frame >> 5 & 127
    if f.zone[unit] < RESERVE:
        score(f, unit, frame >> 12 & 127, frame >> 19 & MODE, frame >> 26)
    return GO_ON


def score(f: Field, unit: int, enemy: int, mode: int, hits: int) -> None:
    """[PB-7.4, PB-9.8, PB-9.11] Adds +X Wounds and lays the hits on the enemy, or divides them in an engagement."""
    own = f.profile[unit]
    if f.events is not None:
        f.events.append(("score", "PB-9.8" if own.wounds_bonus else "PB-6.14", unit, enemy, hits, own.wounds_bonus))
    hits += own.wounds_bonus
    if own.traits & DISBAND:
        f.stack.append(AT_DISBAND | unit << 5 | enemy << 12)
    if is_shot_into_engagement(f, enemy, mode):
        divide_hits(f, enemy, hits)
    else:
        strike(f, enemy, hits)


def strike(f: Field, unit: int, hits: int) -> None:
    """[PB-6.15] Lays hits on one unit for its owner to assign."""
    hit(f, unit, hits)
    f.stack.append(AT_ASSIGNMENT | f.force.seat[unit] << 5)
    ask_sacrifice(f, unit)


def divide_hits(f: Field, enemy: int, hits: int) -> None:
    """[PB-7.4, PB-7.5] Gives every unit of an engagement its share; the active seat assigns last."""
    struck = engagement_shares(f, enemy, hits)
    if f.events is not None:
        f.events.append(("divide", "PB-7.4", enemy, len(struck), struck[0][1]))
    for unit, share in struck:
        hit(f, unit, share)
    f.stack.append(AT_ASSIGNMENT | f.active << 5)
    f.stack.append(AT_ASSIGNMENT | 1 - f.active << 5)
    for seat in (f.active, 1 - f.active):
        for unit, _ in struck:
            if f.force.seat[unit] == seat:
                ask_sacrifice(f, unit)


def hit(f: Field, unit: int, hits: int) -> None:
    """[PB-6.15] Lays hits on a unit for its owner to assign."""
    f.hits = changed(f.hits, unit, hits if hits < 255 else 255)
    if f.events is not None:
        f.events.append(("hit", "PB-6.15", unit, hits))


def ask_sacrifice(f: Field, unit: int) -> None:
    """[PB-9.23] Asks before the assignment whether a Sacrifice troop takes all."""
    if f.profile[unit].traits & SACRIFICE and sacrifices(f, unit):
        f.stack.append(AT_SACRIFICE | unit << 5)


def sacrifices(f: Field, unit: int) -> list[int]:
    """[PB-9.23] Returns the troops of a unit that may be sacrificed: each must leave others for whom it is done."""
    alive = f.alive[unit]
    found: list[int] = []
    for troop, bits in enumerate(f.force.bits[unit]):
        if bits & SACRIFICE and alive >> troop & 1:
            if f.force.terms.first_rulings or f.force.profile(unit, alive & ~(1 << troop)).wp > 0:
                found.append(troop)
    return found


def step_sacrifice(f: Field, frame: int) -> int:
    """[PB-9.23] The owner decides whether to sacrifice."""
    unit = frame >> 5 & 127
    f.options = [pack(SUFFER)]
    f.options += [pack(CANCEL_HITS, unit, troop) for troop in sacrifices(f, unit)]
    if len(f.options) > 1:
        return f.force.seat[unit]
    f.stack.pop()
    return GO_ON


def choose_sacrifice(f: Field, action: int) -> None:
    """[PB-9.23] The Sacrifice troop goes and all hits of the roll on its unit with it: they trigger nothing."""
    f.stack.pop()
    if action & 31 == SUFFER:
        return
    unit, troop = action >> 5 & 127, action >> 12 & 127
    f.hits = changed(f.hits, unit, 0)
    f.stack[:] = [frame for frame in f.stack if frame & 31 not in (AT_DISBAND, AT_CHASE) or frame >> 12 & 127 != unit]
    if f.events is not None:
        f.events.append(("cancel", "PB-9.23", unit, troop))
    f.eliminate(unit, troop, "PB-9.23")


def hit_limit(f: Field, unit: int) -> int:
    """[PB-6.21] Returns the hits on a unit beyond which more change nothing: rolls are merged by it for exact odds."""
    return f.points_left(unit)


def traits_after_roll(f: Field, struck: list[int], enemy: int, mode: int) -> list[str]:
    """[PB-9.23, PB-9.27] Returns the traits by which those who are hit may yet change it, in the order they are asked.

    `struck` are the units that a roll at `enemy` hits.
    """
    traits: list[str] = []
    if tough_units(f, enemy, mode):
        traits.append("Tough")
    for unit in struck:
        if f.profile[unit].traits & SACRIFICE and sacrifices(f, unit):
            traits.append("Sacrifice")
            break
    return traits


def step_disband(f: Field, frame: int) -> int:
    """[PB-9.11] A hit that did not destroy spends one unused token of the opponent, as a pass does."""
    f.stack.pop()
    enemy = frame >> 12 & 127
    seat = f.force.seat[enemy]
    if f.zone[enemy] < RESERVE and f.unused[seat] > 0:
        f.unused[seat] -= 1
        if f.force.terms.first_rulings:
            f.set_aside = changed(f.set_aside, seat, f.set_aside[seat] + 1)
        else:
            f.passed = changed(f.passed, seat, f.passed[seat] + 1)
        if f.events is not None:
            f.events.append(("disband", "PB-9.11", frame >> 5 & 127, enemy))
    return GO_ON
