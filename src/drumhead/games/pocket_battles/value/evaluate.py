"""What a position is worth to a seat: named features, weighed by what self-play taught."""

from typing import Final

from drumhead.core.weights import packaged_weights, value
from drumhead.games.pocket_battles.army.force import Profile
from drumhead.games.pocket_battles.army.tiles import TRAIT_BITS
from drumhead.games.pocket_battles.engine.encoding import AT_END, ENGAGED, FRONT, REAR, RESERVE, ROW
from drumhead.games.pocket_battles.engine.position import Field

# What a side has beside its units; what a unit adds in any row; what it adds in a Rear, a Front, an Engagement Zone;
# its traits. All but the turn are counted for a hundred deployment points on the field.
SIDE: Final = ("points", "nearly half", "tokens", "passed", "wounds", "hits", "orders", "outnumbered")
UNIT: Final = ("unit", "wound points", "black dice", "white dice", "black by bonus", "white by bonus", "wounds bonus")
ROWS: Final = tuple([f"{dice} in {row}" for row in ("Rear", "Front", "Contact") for dice in ("unit", "black", "white")])
TRAITS: Final = tuple(TRAIT_BITS)
FEATURES: Final = ("turn", *SIDE, *UNIT, *ROWS, *TRAITS)

WEIGHTS: Final = packaged_weights("drumhead.games.pocket_battles", FEATURES)
TURN: Final = WEIGHTS.values[0]
POINTS: Final = WEIGHTS.values[1]
NEARLY: Final = WEIGHTS.values[2]
TOKENS: Final = WEIGHTS.values[3]
PASSED: Final = WEIGHTS.values[4]
WOUNDS: Final = WEIGHTS.values[5]
HITS: Final = WEIGHTS.values[6]
ORDERS: Final = WEIGHTS.values[7]
OUTNUMBERED: Final = WEIGHTS.values[8]
UNIT_WEIGHTS: Final = WEIGHTS.values[1 + len(SIDE) :]


def evaluate(f: Field, seat: int) -> float:
    """Returns the estimated value of the position for the seat, -1 to 1."""
    if f.step_kind() == AT_END:
        return 1.0 if f.pending()["winner"] == seat else -1.0
    logit = (side(f, seat) - side(f, 1 - seat)) * scale(f)
    return value(logit + (TURN if f.active == seat else -TURN))


def scale(f: Field) -> float:
    """Returns the factor that makes the features of small and large battles comparable."""
    return 200 / (f.force.fielded[0] + f.force.fielded[1] + 1)


def side(f: Field, seat: int) -> float:
    """Returns what a seat has on the field and at hand, weighed."""
    first, last = f.force.first[seat], f.force.last[seat]
    points = f.score(seat)
    logit = POINTS * points + TOKENS * f.unused[seat] + PASSED * f.passed[seat] + ORDERS * sum(f.orders[first:last])
    short = f.force.fielded[1 - seat] - 2 * points
    logit += NEARLY * (points if short < 12 else 0)
    for unit in range(first, last):
        row = ROW[f.zone[unit]]
        if row > ENGAGED:
            continue
        own = f.profile[unit]
        logit += (own.value_by_row or weigh(own))[row]
        if f.wounds[unit]:
            logit += WOUNDS * (own.wp - f.points_left(unit))
        if f.hits[unit]:
            logit += HITS * (f.hits[unit] & 255)
        if row == ENGAGED:
            logit += OUTNUMBERED * (f.foes[unit].bit_count() - 1)
    return logit


def weigh(own: Profile) -> list[float]:
    """Returns what a unit adds in each row, remembered with its profile."""
    rows = [
        sum([weight * amount for weight, amount in zip(UNIT_WEIGHTS, unit_features(own, row), strict=True)])
        for row in (REAR, FRONT, ENGAGED)
    ]
    own.value_by_row = rows
    return rows


def unit_features(own: Profile, row: int) -> list[float]:
    """Returns the features of a unit in a row."""
    black, white = float(sum(own.engage)), float(sum(own.shoot))
    rows = [0.0] * len(ROWS)
    rows[row * 3 : row * 3 + 3] = [1.0, black, white]
    traits = [1.0 if own.traits & bit else 0.0 for bit in TRAIT_BITS.values()]
    bonuses = [black * own.engagement_bonus, white * own.shooting_bonus, float(own.wounds_bonus)]
    return [1.0, float(own.wp), black, white, *bonuses, *rows, *traits]


def features(f: Field, seat: int) -> list[float]:
    """Returns the features of a position, each as the seat's lead over the other; `evaluate` is the fast path."""
    own, other = side_features(f, seat), side_features(f, 1 - seat)
    factor = scale(f)
    turn = 1.0 if f.active == seat else -1.0
    return [turn, *[(mine - theirs) * factor for mine, theirs in zip(own, other, strict=True)]]


def side_features(f: Field, seat: int) -> list[float]:
    """Returns what a seat has, feature by feature."""
    units = [unit for unit in range(f.force.first[seat], f.force.last[seat]) if f.zone[unit] < RESERVE]
    points = f.score(seat)
    of_side = [
        float(points),
        float(points if f.force.fielded[1 - seat] - 2 * points < 12 else 0),
        float(f.unused[seat]),
        float(f.passed[seat]),
        float(sum(f.profile[unit].wp - f.points_left(unit) for unit in units)),
        float(sum(f.hits[unit] & 255 for unit in units)),
        float(sum(f.orders[unit] for unit in units)),
        float(sum(f.foes[unit].bit_count() - 1 for unit in units if ROW[f.zone[unit]] == ENGAGED)),
    ]
    columns = zip(*[unit_features(f.profile[unit], ROW[f.zone[unit]]) for unit in units], strict=True)
    of_units = [sum(column) for column in columns] or [0.0] * (len(FEATURES) - 1 - len(SIDE))
    return [*of_side, *of_units]
