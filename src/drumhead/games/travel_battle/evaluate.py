"""What a position is worth to a seat: named features, weighed by what self-play taught.

Most of it hangs on one brigade at a time, and from one position to the next most brigades stay as they were: what was
once found out about a brigade is remembered.
"""

from functools import lru_cache
from typing import Final

from drumhead.core.weights import packaged_weights, value
from drumhead.games.travel_battle.artillery import in_contact
from drumhead.games.travel_battle.codes import AT_END, AT_FIRE, AT_MOVE, DRAW, RESERVE
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.force import Force
from drumhead.games.travel_battle.ground import BIT, GRID, WIDE, bits, spread
from drumhead.games.travel_battle.movement import PLACE_BIT, chain
from drumhead.games.travel_battle.prospects import BRIGADE, at_stake, combats, guns_with_targets, reach

KINDS: Final = ("guard infantry", "infantry", "heavy cavalry", "light cavalry", "artillery", "horse artillery")
OF_BRIGADE: Final = (*KINDS, "turned", "formed", "cut off", "astray", "strayed from", "in buildings")
REACH: Final = ("two dice in reach", "three dice in reach", "two dice of the other", "three dice of the other")
TURN: Final = ("turn", "guns ready", "combats", "combats of the other", "at stake", *REACH)
"""What hangs on whose turn it is, seen from the side whose it is."""
FEATURES: Final = (*TURN, "brigades", *OF_BRIGADE)

WEIGHTS: Final = packaged_weights("drumhead.games.travel_battle", FEATURES)
TURN_WEIGHTS: Final = WEIGHTS.values[: len(TURN)]
REACH_COUNTS: Final = any(TURN_WEIGHTS[-len(REACH) :])
"""Says whether what is in reach is worth anything; otherwise it is not looked for."""
BRIGADES: Final = WEIGHTS.values[len(TURN)]
BRIGADE_WEIGHTS: Final = WEIGHTS.values[len(TURN) + 1 :]

# Closing in is eagerness rather than advantage: what both sides are near to, the enemy, cannot be worth more to one
# than to the other. So it is no feature but a manner, and counts for the seat that asks alone.
EAGER: Final = 0.004  # for each square between a unit and the nearest enemy
LEADER_EAGER: Final = 0.0016
GUN_DISTANCE: Final = 3  # the distance at which a gun is near enough
APART: Final = [[GRID.distance(one, other) for other in range(GRID.count)] for one in range(GRID.count)]

Standing = tuple[float, int, float, float, tuple[float, ...]]
"""A brigade: what it is worth, who is in command, how much of it is lost, what one unit more would cost, features."""
Brigade = tuple[Force, int, tuple[int, ...], int, int, int, int]
"""What that hangs on: its number, where it is, who is turned and formed, whom it wants to come near to, buildings."""
MOST_STANDINGS: Final = 1 << 14
STANDINGS: Final[dict[Brigade, Standing]] = {}
Side = tuple[float, int, list[float], float, list[tuple[float, ...]]]
"""A side summed up: what it is worth, who is in command, what one more unit of each brigade would cost, how much of
its two worst brigades is lost, features of its brigades."""


def evaluate(f: Field, seat: int) -> float:
    """How good the position looks for the seat: -1 to 1."""
    frame = f.stack[-1]
    if frame & 31 == AT_END:
        winner = frame >> 5 & 255
        return 0.0 if winner == DRAW else 1.0 if winner == seat else -1.0
    own, enemy = sum_up(f, seat, f.held[1 - seat]), sum_up(f, 1 - seat, 0)
    turn = 0.0
    amounts = turn_features(f, (own, enemy) if seat == 0 else (enemy, own), REACH_COUNTS)
    for weight, amount in zip(TURN_WEIGHTS, amounts):  # noqa: B905  compiled code knows zip, but not in its strict form
        turn += weight * amount
    logit = own[0] - enemy[0] + BRIGADES * (enemy[3] - own[3]) + (turn if seat == f.active else -turn)
    return value(logit)


def features(f: Field, seat: int) -> list[float]:
    """The features of a position, each as what the seat has more than the other; all of `evaluate` but eagerness."""
    own, enemy = sum_up(f, seat, 0), sum_up(f, 1 - seat, 0)
    sign = 1.0 if seat == f.active else -1.0
    turn = turn_features(f, (own, enemy) if seat == 0 else (enemy, own), True)  # noqa: FBT003  the other has it by place
    mine, theirs = zip(*own[4], strict=True), zip(*enemy[4], strict=True)
    columns = [sum(one) - sum(other) for one, other in zip(mine, theirs, strict=True)]
    return [*[sign * amount for amount in turn], enemy[3] - own[3], *columns]


def eagerness(f: Field, seat: int) -> float:
    """What of the value of a position is the seat's wish to close in: nothing, or less."""
    return sum_up(f, seat, f.held[1 - seat])[0] - sum_up(f, seat, 0)[0]


def turn_features(f: Field, sides: tuple[Side, Side], in_reach: bool) -> list[float]:  # noqa: FBT001  a hot path
    """What the side whose turn it is may make of it, and what the other may in the next; what is in reach, if asked."""
    now = then = stake = 0.0
    dear, command = (sides[0][2], sides[1][2]), (sides[0][1], sides[1][1])
    if in_contact(f, 0):
        now, then = combats(f, dear, command)
        if f.fought & f.attackers:
            stake = at_stake(f, dear)
    moving = f.stack[0] & 31 == AT_MOVE
    guns = guns_with_targets(f) if moving or f.stack[0] & 31 == AT_FIRE else 0
    if not in_reach:
        return [1.0, float(guns), now, -then, stake]
    seat = f.active
    soon = reach(f, seat, f.command & ~(f.turned | f.moved)) if moving else (0, 0)
    later = reach(f, 1 - seat, command[1 - seat] & ~f.turned)
    ours, theirs = [float(soon[0]), float(soon[1])], [-float(later[0]), -float(later[1])]
    return [1.0, float(guns), now, -then, stake, *ours, *theirs]


def sum_up(f: Field, seat: int, foe: int) -> Side:
    """Adds up the brigades of a side; `foe` are the squares that it wants to come near to, if any."""
    force = f.force
    logit = 0.0
    linked = 0
    lost = 0.0
    least = 1.0
    dear = []
    amounts = []
    building = f.ground.building
    for number in range(seat * 3, seat * 3 + 3):
        places = force.places[number](f.square)
        members = force.members[number]
        key = (force, number, places, f.turned & members, f.formed & members, foe, building)
        one = STANDINGS.get(key) or standing(key)
        logit += one[0]
        linked |= one[1]
        lost += one[2]
        least = min(least, one[2])
        dear.append(one[3])
        amounts.append(one[4])
    return logit, linked, dear, lost - least, amounts


def standing(key: Brigade) -> Standing:
    """A brigade as it stands, which is remembered."""
    if len(STANDINGS) >= MOST_STANDINGS:
        STANDINGS.clear()
    found = STANDINGS[key] = _standing(*key)
    return found


def _standing(
    force: Force, number: int, places: tuple[int, ...], turned: int, formed: int, foe: int, building: int
) -> Standing:
    """A brigade as it stands; `places` are the squares of its brigadier, twice, and of its units."""
    units = force.units[number]
    if not units:
        return 0.0, 0, 0.0, 0.0, (0.0,) * len(OF_BRIGADE)
    home = places[0]
    brigade = 0
    for place in places[2:]:
        brigade |= PLACE_BIT[place]
    if home >= RESERVE:
        home = min(places[2:])
    linked = chain(home, brigade) if home < RESERVE else 0
    far = distances(foe)
    kinds = [0.0] * (len(KINDS) + 1)
    command = 0
    missing = WIDE
    here = cut_off = astray = housed = 0
    away = LEADER_EAGER * far[places[0]] if places[0] < RESERVE else 0.0
    for unit, place in zip(units, places[2:], strict=True):
        if place >= RESERVE:
            here += place == RESERVE
            continue
        here += 1
        kinds[force.kind[unit]] += 1
        if not force.guns >> unit & 1 or far[place] > GUN_DISTANCE:
            away += EAGER * far[place]
        if force.foot >> unit & 1 and building & BIT[place]:
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
    logit = sum([weight * amount for weight, amount in zip(BRIGADE_WEIGHTS, amounts, strict=True)]) - away
    total = len(units)
    gone = total - here
    return logit, command, gone * gone / (total * total), BRIGADE * (2 * gone + 1) / (total * total), amounts


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
