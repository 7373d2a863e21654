"""Chapter 5: sight, fire and its effect."""

from typing import Final

from drumhead.core.frames import GO_ON, KIND
from drumhead.core.i18n.text import Text
from drumhead.core.state import CHANCE
from drumhead.core.words.tally import Tally
from drumhead.games.travel_battle.army.force import OWN
from drumhead.games.travel_battle.engine.encoding import (
    AT_COMBAT,
    AT_EFFECT,
    AT_HIT,
    AT_RETREAT,
    BYTE,
    END_FIRE,
    ENDING_FIRE,
    FIRE,
    FIRST,
    RESERVE,
    SECOND,
    SIDE,
    step,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import APART
from drumhead.games.travel_battle.rules.boards import BIT, GRID, bits, spread
from drumhead.games.travel_battle.rules.combat import begin_combats

MIN_RANGE: Final = 2
MAX_RANGE: Final = 6
HORSE_MAX_RANGE: Final = 4
POINTS: Final = 16
POINTS_NEEDED: Final = 8
IN_RANGE: Final = [GRID.within(square, MAX_RANGE) & ~GRID.within(square, MIN_RANGE - 1) for square in range(GRID.count)]
IN_HORSE_RANGE: Final = [
    GRID.within(square, HORSE_MAX_RANGE) & ~GRID.within(square, MIN_RANGE - 1) for square in range(GRID.count)
]
# What a hit does, by the effect die.
NOTHING: Final = 0
TURNED: Final = 1
RETREATS: Final = 2
GONE: Final = 3

Lines = tuple[int, list[tuple[int, int]]]
_lines: Final[dict[int, Lines]] = {}


def lines_between(gun: int, target: int) -> Lines:
    """[TB-5.3] The sixteen sight lines: all squares they cross, and of each what it crosses and how many cross that."""
    key = gun << 8 | target
    found = _lines.get(key)
    if found is None:
        lines = GRID.lines(gun, target)
        all_crossed = 0
        for crossed, _ in lines:
            all_crossed |= crossed
        found = _lines[key] = all_crossed, lines
    return found


def blockers(f: Field, gun: int, target: int) -> int:
    """[TB-5.3, TB-3.7] The squares that stand in the way, if a line crosses them.

    Hills, buildings and woods do, but for the hills that gun and target stand on; so do pieces, those on low ground
    only if gun and target are low as well.
    """
    ground = f.ground
    if not ground.is_hill[gun] and not ground.is_hill[target]:
        return f.occupied() | ground.tall
    held = f.occupied() & ground.hill
    if f.force.far_sighted:
        return held
    return held | ground.tall & ~(ground.hills[gun] | ground.hills[target])


def in_the_way(f: Field, gun: int, target: int) -> list[int]:
    """[TB-5.3] The squares that bar lines of sight, those that bar most of them first."""
    all_crossed, lines = lines_between(gun, target)
    found = bits(blockers(f, gun, target) & all_crossed)
    bars = {square: sum([count for crossed, count in lines if crossed >> square & 1]) for square in found}
    return sorted(found, key=lambda square: -bars[square])


def visible_points(f: Field, gun: int, target: int) -> int:
    """[TB-5.3] How many of the sixteen points of the target square the gun sees."""
    all_crossed, lines = lines_between(gun, target)
    barred = blockers(f, gun, target) & all_crossed
    if not barred:
        return POINTS
    return sum([count for crossed, count in lines if not crossed & barred])


def sees(f: Field, gun: int, target: int) -> bool:
    """[TB-5.3] Returns whether at least half of the target square is visible."""
    return visible_points(f, gun, target) >= POINTS_NEEDED


def in_contact(f: Field, seat: int) -> int:
    """[TB-6.1] The squares of a seat's units that touch an enemy unit; brigadiers make no contact."""
    return spread(f.held[1 - seat]) & f.held[seat]


def guns_ready(f: Field) -> tuple[list[int], int]:
    """[TB-3.8, TB-5.1, TB-5.5, TB-7.1, TB-9.1] The guns that may fire, and the enemy's squares that may be fired at.

    They are not turned, have not fired, have not moved unless they are horse artillery, are not in contact, nor near
    a unit that is; and there is somebody in range.
    """
    seat = f.active
    enemy = f.held[1 - seat]
    found = []
    for gun in bits(f.force.guns & OWN[seat] & ~(f.turned & ~f.halted | f.fired | f.moved & ~f.force.horse_guns)):
        if f.square[gun] < RESERVE and enemy & fire_range(f, gun):
            found.append(gun)
    if not found:
        return found, 0
    fighting = in_contact(f, 1 - seat)
    if fighting:
        near = in_contact(f, seat)
        enemy &= ~fighting
        if f.force.guns_near_combat:
            fighting = near
        else:
            fighting = spread(near | fighting)
            if f.force.safe_guns:
                enemy &= ~(fighting & gun_squares(f, 1 - seat))
        found = [gun for gun in found if not fighting & BIT[f.square[gun]]]
    return found, enemy


def gun_squares(f: Field, seat: int) -> int:
    """The squares where guns of a seat stand."""
    found = 0
    for gun in (seat * SIDE + SIDE - 2, seat * SIDE + SIDE - 1):
        if f.square[gun] < RESERVE:
            found |= BIT[f.square[gun]]
    return found


def fire_range(f: Field, gun: int) -> int:
    """[TB-5.1, TB-9.1] The squares at a distance of 2 to 6, for horse artillery 2 to 4."""
    return (IN_HORSE_RANGE if f.force.horse_guns >> gun & 1 else IN_RANGE)[f.square[gun]]


def shots(f: Field) -> list[int]:
    """[TB-5.3, TB-5.4, TB-5.7] Each gun at each square with an enemy unit in range and sight and not in contact."""
    guns, targets = guns_ready(f)
    return [
        FIRE | gun << FIRST | target << SECOND
        for gun in guns
        for target in bits(targets & fire_range(f, gun))
        if sees(f, f.square[gun], target)
    ]


def step_fire(f: Field, frame: int) -> int:
    """[TB-2.1] The active seat fires while it can; then the combats begin."""
    f.options = shots(f)
    if f.options:
        f.options.append(ENDING_FIRE)
        return f.active
    f.stack[-1] = AT_COMBAT
    begin_combats(f)
    return GO_ON


def choose_fire(f: Field, action: int) -> None:
    """[TB-5.2] Fires a gun at a square, or ends the fire step."""
    if action & KIND == END_FIRE:
        f.stack[-1] = AT_COMBAT
        begin_combats(f)
        return
    gun, target = action >> FIRST & BYTE, action >> SECOND & BYTE
    f.fired |= 1 << gun
    f.stack.append(step(AT_HIT, gun, target))
    if f.events is not None:
        f.events.append(("fire", "TB-5.1", gun, target))


def step_shot(f: Field, frame: int) -> int:
    """[TB-5.2, TB-5.6] The die to hit, then the die for the effect."""
    return CHANCE


def needed(f: Field, gun: int, target: int, tally: list[Tally] | None = None) -> int:
    """[TB-5.2] The face that hits: the distance, one less against a square or two infantry in one square."""
    distance = APART[f.square[gun]][target]
    crowded = (f.paired | f.formed_squares) & BIT[target]
    if tally is not None and crowded:
        square = f.formed_squares & BIT[target]
        reason = (
            Text("on the die to hit: a square") if square else Text("on the die to hit: two infantry in one square")
        )
        tally.append(Tally(1, reason, "TB-5.2"))
    return distance - 1 if crowded else distance


def hit_sides(f: Field, gun: int) -> int:
    """[TB-9.1] The die to hit has six sides, for horse artillery four: fives and sixes are rolled again."""
    return 4 if f.force.horse_guns >> gun & 1 else 6


def throw_hit(f: Field, outcome: int) -> None:
    """[TB-5.2] A hit is followed by the die for its effect."""
    frame = f.stack.pop()
    gun, target = frame >> FIRST & BYTE, frame >> SECOND & BYTE
    hit = outcome >= needed(f, gun, target)
    if f.events is not None:
        f.events.append(("hit" if hit else "miss", "TB-5.2", gun, target, outcome, needed(f, gun, target)))
    if hit:
        f.stack.append(step(AT_EFFECT, gun, target))


def effect_of(f: Field, target: int, face: int) -> int:
    """[TB-5.6] What the effect die does, one less in a wood or building."""
    if f.ground.rough & BIT[target]:
        face -= 1
    return NOTHING if face <= 3 else face - 3


def throw_effect(f: Field, outcome: int) -> None:
    """[TB-5.6] Nothing, turned, retreat or removal, for all on the square."""
    target = f.stack.pop() >> SECOND & BYTE
    effect = effect_of(f, target, outcome)
    units = f.units_at(1 - f.active, target)
    if f.events is not None:
        f.events.append(("effect", "TB-5.6", target, outcome, effect))
    if effect == TURNED:
        for unit in units:
            if f.force.fire_halts:
                f.halt(unit, "TB-5.6")
            else:
                f.turn_round(unit, "TB-5.6")
    elif effect == RETREATS:
        for unit in reversed(units):
            f.stack.append(step(AT_RETREAT, unit))
    elif effect == GONE:
        for unit in units:
            f.remove(unit, "TB-5.6")
