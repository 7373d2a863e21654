"""Chapter 10, and how the missions of chapter 12 are won."""

from typing import Final

from drumhead.core.state import OVER
from drumhead.games.aces_armor.box.scenario import BULGE, SKIRMISH, V2
from drumhead.games.aces_armor.box.unit_types import ALLIES, GERMANS, TANK
from drumhead.games.aces_armor.engine.encoding import (
    DRAW,
    EMPTY_FACTORIES,
    EMPTY_LEVEL,
    FACTORIES,
    HELD_OUT,
    LEVEL,
    MORE_COST,
    MORE_FACTORIES,
    NO_TANK,
    NO_UNITS,
    OCCUPIED_FIVE,
    RUINED,
    SHORE,
    V2_DESTROYED,
    V2_FACTORIES,
)
from drumhead.games.aces_armor.engine.position import Field

MISSION_GOAL: Final = 5
"""[AA-12.1] How many factories, destroyed or occupied, win with the V2 about."""


def check_factories(f: Field, team: int) -> bool:
    """[AA-10.1, AA-12.1, AA-12.3] Returns whether a team that took a factory has won by it."""
    mission = f.force.mission
    if mission == BULGE:
        return check_tanks(f)
    held = f.factories_of(team)
    if mission == SKIRMISH and held >= f.force.goal:
        f.end(team, FACTORIES, "AA-10.1")
        return True
    if mission == V2 and held >= MISSION_GOAL:
        f.end(team, OCCUPIED_FIVE, "AA-12.1")
        return True
    return False


def check_units(f: Field) -> bool:
    """[AA-10.1, AA-12.3] Returns whether the loss of units has decided the battle; if nobody has any it is judged."""
    if f.force.mission == BULGE:
        return check_tanks(f)
    if f.force.mission != SKIRMISH:
        return False
    gone = [not (f.ground[team] or f.air[team]) for team in (0, 1)]
    if gone[0] and gone[1]:
        judge(f, empty=True)
    elif gone[0] or gone[1]:
        f.end(ALLIES if gone[GERMANS] else GERMANS, NO_UNITS, "AA-10.1")
    return gone[0] or gone[1]


def check_tanks(f: Field) -> bool:
    """[AA-12.3] Without a tank and without a factory Germany can no longer reach the sea."""
    arm = f.force.arm
    tanks = any(arm[unit] == TANK for faction in f.force.team_factions[GERMANS] for unit in f.roster[faction])
    if tanks or f.factories_of(GERMANS):
        return False
    f.end(ALLIES, NO_TANK, "AA-12.3")
    return True


def check_shore(f: Field, unit: int) -> bool:
    """[AA-12.3] Returns whether a unit is a German tank that has come to the sea, which wins the battle."""
    if not is_at_sea(f, unit):
        return False
    f.end(GERMANS, SHORE, "AA-12.3")
    return True


def is_at_sea(f: Field, unit: int) -> bool:
    """[AA-12.3] Returns whether a unit is a German tank on land beside the sea, in the Bulge."""
    force = f.force
    return (
        force.mission == BULGE
        and force.arm[unit] == TANK
        and force.team[unit] == GERMANS
        and bool(force.ground.shore >> f.place[unit] & 1)
    )


def lose_v2(f: Field) -> None:
    """[AA-12.1] The V2 is destroyed."""
    f.end(ALLIES, V2_DESTROYED, "AA-12.1")


def check_ruins(f: Field) -> bool:
    """[AA-12.1] Returns whether the V2 has destroyed enough factories."""
    if f.flag.count(RUINED) < MISSION_GOAL:
        return False
    f.end(GERMANS, V2_FACTORIES, "AA-12.1")
    return True


def judge(f: Field, *, empty: bool = False) -> None:
    """[AA-10.2, AA-12.3] More factories win, then more unit cost on the map; in the Bulge the Allies have held out.

    It comes to this after the last round, or when nobody has a unit left [AA-10.1].
    """
    if f.force.mission == BULGE:
        f.end(ALLIES, HELD_OUT, "AA-12.3")
        return
    factories = [f.factories_of(team) for team in (0, 1)]
    cost = [
        sum([f.force.cost[unit] for faction in f.force.team_factions[team] for unit in f.roster[faction]])
        for team in (0, 1)
    ]
    for counted, reason in ((factories, EMPTY_FACTORIES if empty else MORE_FACTORIES), (cost, MORE_COST)):
        if counted[0] != counted[1]:
            f.end(0 if counted[0] > counted[1] else 1, reason, "AA-10.2")
            return
    f.end(DRAW, EMPTY_LEVEL if empty else LEVEL, "AA-10.2")


def step_end(f: Field, frame: int) -> int:
    """Nothing more is decided."""
    return OVER
