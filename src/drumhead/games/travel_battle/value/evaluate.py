"""What a position is worth to a seat: named features, weighed by what self-play taught.

Most of it depends on one brigade at a time, and from one position to the next most brigades stay as they were: the
value of a brigade is cached, in the position while none of it moves, and by where it stands.
"""

from functools import lru_cache
from typing import Final

from drumhead.core.weights import packaged_weights, value
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.engine.encoding import (
    AT_END,
    AT_FIRE,
    AT_MOVE,
    AT_PLACE_DIE,
    AT_SPLIT,
    DRAW,
    PIECES,
    RESERVE,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.moves import APART
from drumhead.games.travel_battle.rules.artillery import in_contact
from drumhead.games.travel_battle.rules.boards import BIT, GRID, WIDE, Ground, bits, spread
from drumhead.games.travel_battle.rules.movement import PLACE_BIT, chain
from drumhead.games.travel_battle.value.brigade_cache import BrigadeValue
from drumhead.games.travel_battle.value.planning import planning
from drumhead.games.travel_battle.value.threats import (
    BRIGADE,
    at_stake,
    combats,
    guns_with_targets,
    in_command,
    targets_in_reach,
)

KINDS: Final = ("guard infantry", "infantry", "heavy cavalry", "light cavalry", "artillery", "horse artillery")
OF_BRIGADE: Final = (*KINDS, "turned", "formed", "cut off", "astray", "strayed from", "in buildings")
REACH: Final = ("two dice in reach", "three dice in reach", "two dice of the other", "three dice of the other")
TURN: Final = ("turn", "guns ready", "combats", "combats of the other", "at stake", *REACH)
"""What depends on whose turn it is, seen from the side whose it is."""
FEATURES: Final = (*TURN, "brigades", *OF_BRIGADE)

WEIGHTS: Final = packaged_weights("drumhead.games.travel_battle", FEATURES)
TURN_WEIGHTS: Final = WEIGHTS.values[: len(TURN)]
REACH_COUNTS: Final = any(TURN_WEIGHTS[-len(REACH) :])
"""Whether what is in reach is worth anything; otherwise it is not looked for."""
BRIGADES: Final = WEIGHTS.values[len(TURN)]
BRIGADE_WEIGHTS: Final = WEIGHTS.values[len(TURN) + 1 :]

# Closing in is eagerness rather than advantage: what both sides are near to, the enemy, cannot be worth more to one
# than to the other. So it is no feature but a planning bias, and counts for the seat that asks alone.
_DISTANCE: Final = planning("distance")
DISTANCE_WEIGHT: Final = _DISTANCE["unit"]  # for each square between a unit and the nearest enemy
LEADER_DISTANCE_WEIGHT: Final = _DISTANCE["brigadier"]
GUN_DISTANCE: Final = 3  # the distance at which a gun is near enough

UNPLACED: Final[tuple[int, ...]] = (AT_SPLIT, AT_PLACE_DIE)
"""While nothing stands on the field, no split is better than another: luck picks one."""

BrigadeValues = list[dict[int, BrigadeValue]]
"""What is known of one battle: the values of every brigade, by where it stands and who of it is turned or formed."""
BRIGADE_VALUES: Final[dict[tuple[Force, Ground], BrigadeValues]] = {}
MAX_BATTLES: Final = 4
MAX_VALUES_PER_BRIGADE: Final = 1 << 11


def evaluate(f: Field, seat: int) -> float:
    """How good the position looks for the seat: -1 to 1."""
    kind = f.step_kind()
    if kind == AT_END:
        winner = f.pending()["winner"]
        return 0.0 if winner == DRAW else 1.0 if winner == seat else -1.0
    if kind in UNPLACED:
        return 0.0
    sides = brigades(f, 0), brigades(f, 1)
    logit = strength(sides[seat]) - strength(sides[1 - seat]) - _eager(f, seat, sides[seat])
    turn = 0.0
    amounts = turn_features(f, sides)
    if REACH_COUNTS:
        amounts += reach_features(f, sides)
    for weight, amount in zip(TURN_WEIGHTS, amounts):  # noqa: B905  compiled code knows zip, but not in its strict form
        turn += weight * amount
    return value(logit + turn if seat == f.active else logit - turn)


def strength(side: list[BrigadeValue]) -> float:
    """What a side is worth by its brigades: each for itself, and by how much of its two worst is lost."""
    one, two, three = side
    return one.worth + two.worth + three.worth - BRIGADES * worst(side)


def worst(side: list[BrigadeValue]) -> float:
    """How much of the two worst brigades of a side is lost; without both it has lost the battle."""
    one, two, three = side[0].lost, side[1].lost, side[2].lost
    if one < two:
        return two + (one if three < one else three)
    return one + (two if three < two else three)


def features(f: Field, seat: int) -> list[float]:
    """The features of a position, each as what the seat has more than the other; all of `evaluate` but eagerness."""
    sides = brigades(f, 0), brigades(f, 1)
    own, enemy = sides[seat], sides[1 - seat]
    sign = 1.0 if seat == f.active else -1.0
    turn = turn_features(f, sides) + reach_features(f, sides)
    mine, theirs = (zip(*[brigade.amounts for brigade in side], strict=True) for side in (own, enemy))
    columns = [sum(one) - sum(other) for one, other in zip(mine, theirs, strict=True)]
    return [*[sign * amount for amount in turn], worst(enemy) - worst(own), *columns]


def eagerness(f: Field, seat: int) -> float:
    """What of the value of a position is the seat's wish to close in: nothing, or less."""
    return -_eager(f, seat, brigades(f, seat))


def _eager(f: Field, seat: int, side: list[BrigadeValue]) -> float:
    """Returns what its distance from the enemy costs a side, as log-odds."""
    foe = f.held[1 - seat]
    away = 0.0
    number = seat * 3
    for brigade in side:
        if brigade.away[0] != foe:
            brigade.away = (foe, _away(f, number, distances(foe)))
        away += brigade.away[1]
        number += 1
    return away


def _away(f: Field, number: int, far: bytes) -> float:
    """Returns what its distances from the enemy cost a brigade, as log-odds."""
    square, guns = f.square, f.force.guns
    place = square[f.force.leader[number]]
    away = LEADER_DISTANCE_WEIGHT * far[place] if place < RESERVE else 0.0
    for unit in f.force.units[number]:
        place = square[unit]
        if place < RESERVE and (far[place] > GUN_DISTANCE or not guns >> unit & 1):
            away += DISTANCE_WEIGHT * far[place]
    return away


def turn_features(f: Field, sides: tuple[list[BrigadeValue], list[BrigadeValue]]) -> list[float]:
    """Returns what the side whose turn it is may make of it where all stand, and what the other may in the next."""
    now = then = stake = 0.0
    if in_contact(f, 0):
        now, then = combats(f, sides)
        if f.fought & f.attackers:
            stake = at_stake(f, sides)
    guns = guns_with_targets(f) if f.turn_step() in (AT_MOVE, AT_FIRE) else 0
    return [1.0, float(guns), now, -then, stake]


def reach_features(f: Field, sides: tuple[list[BrigadeValue], list[BrigadeValue]]) -> list[float]:
    """Returns what moves of the side whose turn it is could attack, and in the next turn those of the other."""
    seat = f.active
    soon = (0, 0)
    if f.turn_step() == AT_MOVE:
        soon = targets_in_reach(f, seat, f.command & ~(f.turned | f.moved))
    later = targets_in_reach(f, 1 - seat, in_command(sides[1 - seat]) & ~f.turned)
    return [float(soon[0]), float(soon[1]), -float(later[0]), -float(later[1])]


def brigades(f: Field, seat: int) -> list[BrigadeValue]:
    """Returns the values of a side's brigades as they stand; those that stayed so are not worked out again."""
    found = []
    members, turned, formed = f.force.members, f.turned, f.formed
    for number in range(seat * 3, seat * 3 + 3):
        own = members[number]
        known = f.brigade_cache[number]
        if known is None or known.turned != turned & own or known.formed != formed & own:
            known = f.brigade_cache[number] = _known_value(f, number)
        found.append(known)
    return found


def _known_value(f: Field, number: int) -> BrigadeValue:
    """Returns the value of a brigade as it stands, from the cache if it is there."""
    force, square = f.force, f.square
    values = (BRIGADE_VALUES.get((force, f.ground)) or _new_values(force, f.ground))[number]
    key = (f.turned & force.members[number]) << PIECES | f.formed & force.members[number]
    key = key << 8 | square[force.leader[number]]
    for unit in force.units[number]:
        key = key << 8 | square[unit]
    found = values.get(key)
    if found is None:
        if len(values) >= MAX_VALUES_PER_BRIGADE:
            values.clear()
        found = values[key] = _computed_value(f, number)
    return found


def _new_values(force: Force, ground: Ground) -> BrigadeValues:
    """Returns an empty cache, for a battle of which nothing is known yet."""
    if len(BRIGADE_VALUES) >= MAX_BATTLES:
        BRIGADE_VALUES.clear()
    values: BrigadeValues = [{} for _ in range(6)]
    BRIGADE_VALUES[force, ground] = values
    return values


def _computed_value(f: Field, number: int) -> BrigadeValue:
    """Returns the value of a brigade, worked out."""
    force = f.force
    turned, formed = f.turned & force.members[number], f.formed & force.members[number]
    units = force.units[number]
    if not units:
        return BrigadeValue(turned, formed, 0.0, 0, 0.0, 0.0, (0.0,) * len(OF_BRIGADE))
    places = [f.square[unit] for unit in units]
    home = f.square[force.leader[number]]
    brigade = 0
    for place in places:
        brigade |= PLACE_BIT[place]
    if home >= RESERVE:
        home = min(places)
    linked = chain(home, brigade) if home < RESERVE else 0
    kinds = [0.0] * (len(KINDS) + 1)
    command = 0
    missing = WIDE
    here = cut_off = astray = housed = 0
    for unit, place in zip(units, places, strict=True):
        if place > RESERVE:
            continue
        here += 1
        kinds[force.kind[unit]] += 1
        if place == RESERVE:
            continue
        if force.foot >> unit & 1 and f.ground.building & BIT[place]:
            housed += 1
        if linked & BIT[place]:
            command |= 1 << unit
        else:
            apart = APART[place][home]
            cut_off += 1
            astray += apart
            missing = min(missing, apart)
    amounts = (
        *kinds[1:],
        -float(turned.bit_count()),
        -float(formed.bit_count()),
        -float(cut_off),
        -float(astray),
        -float(missing) if missing < WIDE else 0.0,
        float(housed),
    )
    worth = sum([weight * amount for weight, amount in zip(BRIGADE_WEIGHTS, amounts, strict=True)])
    total = len(units)
    gone = total - here
    dear = BRIGADE * (2 * gone + 1) / (total * total)
    return BrigadeValue(turned, formed, worth, command, gone * gone / (total * total), dear, amounts)


@lru_cache(maxsize=1 << 10)
def distances(squares: int) -> bytes:
    """How far every square is from the nearest of these; 0 where there is none."""
    out = bytearray(GRID.count)
    reached, steps = squares, 0
    while reached:
        steps += 1
        wider = spread(reached)
        ring = wider & ~reached
        if not ring:
            break
        for square in bits(ring):
            out[square] = steps
        reached = wider
    return bytes(out)
