"""[AA-13.10] Whom the Automa intercepts."""

from drumhead.games.aces_armor.automa.objectives import undefended_factories
from drumhead.games.aces_armor.box.scenario import ALL
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.combat_math import fixed_hits, suffered


def stoppers(f: Field, units: list[int], mover: int, *, has_way_left: bool) -> list[int]:
    """[AA-13.10] The units that the Automa intercepts with, of those that may: the best one, or by an option all."""
    if not f.force.setup.automa_intercepts:
        return []
    return chosen(f, units, mover, has_way_left=has_way_left)


def chosen(f: Field, units: list[int], mover: int, *, has_way_left: bool) -> list[int]:
    """[AA-13.10] The one that does most damage, the cheapest of these, and only if the mover could go on; or all."""
    able = [unit for unit in units if is_worth_stopping(f, unit, mover)]
    if f.force.setup.interceptors == ALL or not able:
        return able
    if not has_way_left:
        return []
    best = able[0]
    for unit in able[1:]:
        if _worth(f, unit, mover) > _worth(f, best, mover):
            best = unit
    return [best]


def _worth(f: Field, unit: int, mover: int) -> tuple[int, int]:
    return suffered(f, mover, fixed_hits(f, unit), defends=True), -f.force.cost[unit]


def is_worth_stopping(f: Field, unit: int, mover: int) -> bool:
    """[AA-13.10] Returns whether a unit that may intercept does."""
    if not suffered(f, mover, fixed_hits(f, unit), defends=True):
        return False
    if not f.force.foot[unit]:
        return True
    return not f.force.ground.around[f.place[unit]] & undefended_factories(f, f.force.team[unit])
