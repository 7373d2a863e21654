"""What a position is worth to a seat: named features, weighed by what self-play taught."""

from typing import Final

from drumhead.core.weights import packaged_weights, value
from drumhead.games.aces_armor.box.scenario import BULGE, SKIRMISH, V2
from drumhead.games.aces_armor.box.unit_types import FATAL, GERMANS, TANK, team_of
from drumhead.games.aces_armor.engine.encoding import (
    AT_DECLARE,
    AT_MOVE,
    DRAW,
    RUINED,
    WAITING,
)
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.victory import MISSION_GOAL
from drumhead.games.aces_armor.value.threats import claims, ordered, ripe, strikes

KINDS: Final = ("infantry", "special infantry", "tanks", "guns", "fighters", "bombers")
"""What units cost, by their place on the mat."""
UNITS: Final = (*KINDS, "damage", "crippled", "veterans", "heroes", "forest", "nearness", "massed")
FACTORIES: Final = ("factories", "one short", "coins", "claims", "claims on enemies", "ripe", "ripe to win", "mission")
TURN: Final = ("turn", "ripe now", "wins now", "strikes", "strikes after moving", "threats")
"""What hangs on whose turn it is: his part of it, and what the others threaten."""
FEATURES: Final = (*TURN, *FACTORIES, *UNITS)

WEIGHTS: Final = packaged_weights("drumhead.games.aces_armor", FEATURES)
CRIPPLED_DAMAGE: Final = 3
MASSED_HEXES: Final = 3
"""Units at most this far apart begin the battle together."""


def evaluate(f: Field, seat: int) -> float:
    """[AA-10.1, AA-10.2] How good the position looks for the seat: -1 to 1; certain once the battle is over."""
    if f.has_ended():
        winner, _ = f.ended_by()
        return 0.0 if winner == DRAW else 1.0 if winner == f.force.team_of_seat(seat) else -1.0
    weights = WEIGHTS.values
    logit = 0.0
    for index, amount in enumerate(features(f, seat)):
        logit += weights[index] * amount
    return value(logit)


def features(f: Field, seat: int) -> list[float]:
    """The features of a position, each as what the seat's team has more than the other."""
    team = f.force.team_of_seat(seat)
    sign = 1.0 if team_of(f.active) == team else -1.0
    found = [sign * amount for amount in turn_features(f)]
    theirs = side_features(f, 1 - team)
    for index, mine in enumerate(side_features(f, team)):
        found.append(mine - theirs[index])
    return found


def turn_features(f: Field) -> list[float]:
    """What the team whose turn it is has of that, and what the other threatens to do in its own."""
    team = team_of(f.active)
    stack = f.stack
    acting = f.is_automa_acting()
    now = later = 0.0
    soon = 0
    if acting or AT_DECLARE in stack:
        now, later = strikes(f, team, f.spent)
    if acting or AT_MOVE in stack:
        soon = ripe(f, team, f.moved)
    wins = float(soon > 0 and f.factories_of(team) + soon >= goal(f))
    threats, more = strikes(f, 1 - team, 0)
    return [1.0, float(soon), wins, now + ordered(f), later, -threats - more]


def goal(f: Field) -> int:
    """[AA-10.1, AA-12.1] How many factories win at once; more than there are where that does not win."""
    mission = f.force.mission
    return f.force.goal if mission == SKIRMISH else MISSION_GOAL if mission == V2 else len(f.flag) + 1


def side_features(f: Field, team: int) -> list[float]:
    """What a team has, feature by feature."""
    held = f.factories_of(team)
    neutral, hostile = claims(f, team)
    soon = ripe(f, team, 0)
    wins = goal(f)
    return [
        float(held),
        float(held == wins - 1),
        float(sum([f.coins[faction] for faction in f.force.team_factions[team]])),
        neutral,
        hostile,
        float(soon),
        float(soon > 0 and held + soon >= wins),
        mission(f, team),
        *unit_features(f, team),
    ]


def mission(f: Field, team: int) -> float:
    """[AA-12.1, AA-12.3] What a team has of its mission: factories in ruins, a tank's way to the sea."""
    if team != GERMANS or f.force.mission == SKIRMISH:
        return 0.0
    if f.force.mission == V2:
        damage = f.damage[f.force.v2] / FATAL
        return f.flag.count(RUINED) - damage
    assert f.force.mission == BULGE
    tanks = [unit for faction in f.force.team_factions[team] for unit in f.roster[faction] if f.force.arm[unit] == TANK]
    distance = f.force.board.distance
    shore = [hex_ for hex_ in f.force.board.hexes if f.force.ground.shore >> hex_ & 1]
    nearest = min([distance[f.place[tank]][hex_] for tank in tanks for hex_ in shore], default=99)
    return 4 / (4 + nearest)


def unit_features(f: Field, team: int) -> list[float]:
    """What the units of a team add up to; what is not yet placed counts as unharmed."""
    force, damage, experience, place = f.force, f.damage, f.experience, f.place
    forest, distance = force.ground.is_forest, force.board.distance
    out = [0.0] * len(UNITS)
    enemies = [f.place[unit] for faction in force.team_factions[1 - team] for unit in f.roster[faction]]
    for faction in force.team_factions[team]:
        units = f.roster[faction]
        if not f.round:
            waiting = [unit for unit in range(force.first[faction], force.last[faction]) if place[unit] == WAITING]
            for unit in waiting:
                out[force.place_of(unit)] += force.cost[unit]
        for unit in units:
            if unit == force.v2:
                continue
            cost = force.cost[unit]
            out[force.place_of(unit)] += cost
            hurt = damage[unit]
            if hurt:
                out[6] -= cost * hurt / FATAL
                if hurt >= CRIPPLED_DAMAGE:
                    out[7] -= cost
            points = experience[unit]
            if points > 2:
                out[8 if points < 5 else 9] += cost
            if not force.air[unit] and forest[place[unit]]:
                out[10] += cost
            if enemies and not force.foot[unit]:
                row = distance[place[unit]]
                nearest = row[enemies[0]]
                for hex_ in enemies:
                    if row[hex_] < nearest:  # noqa: PLR1730  calling `min` for each takes longer
                        nearest = row[hex_]
                out[11] += cost / (2 + nearest)
    if not f.round:
        out[12] = massed(f, team)
    return out


def massed(f: Field, team: int) -> float:
    """[AA-2.1] How many of a team's pairs of units stand together where the armies were placed, as a share."""
    distance = f.force.board.distance
    places = [f.place[unit] for faction in f.force.team_factions[team] for unit in f.roster[faction]]
    pairs = [distance[hex_][other] for index, hex_ in enumerate(places) for other in places[:index]]
    return sum([apart <= MASSED_HEXES for apart in pairs]) / len(pairs) if pairs else 0.0
