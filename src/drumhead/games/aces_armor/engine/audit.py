"""What is true of every position that legal play can lead to."""

from itertools import pairwise

from drumhead.core.errors import BrokenPromise
from drumhead.core.frames import Frame
from drumhead.games.aces_armor.box.scenario import BULGE, SKIRMISH, V2
from drumhead.games.aces_armor.box.unit_types import FATAL, GERMANS, TANK, team_of
from drumhead.games.aces_armor.engine.encoding import (
    ABSENT,
    AT_ADVANCE,
    AT_ARMIES_DRAWN,
    AT_AUTOMA,
    AT_AUTOMA_DRAWN,
    AT_BATTLES,
    AT_BRAKE,
    AT_DECLARE,
    AT_END,
    AT_FIRST_ROLL,
    AT_INTERCEPT,
    AT_LAUNCH,
    AT_MONEY,
    AT_MOVE,
    AT_ROCKETS,
    AT_ROLL,
    AT_TURN_END,
    AT_WALK,
    FLAG_TEAM,
    NEUTRAL,
    NO_ARMY,
    NONE,
    NORMAL,
    RUINED,
    WAITING,
    bits,
    unpack_order,
)
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.rules.declare import farthest
from drumhead.games.aces_armor.rules.victory import MISSION_GOAL, is_at_sea
from drumhead.games.aces_armor.text.names import LETTERS, TEAM_NAMES, key_of

SETTING_UP = (AT_FIRST_ROLL, AT_AUTOMA_DRAWN)
"""What is pending below all else before the first turn."""


def audit(b: Battle) -> None:
    """Raises BrokenPromise where the position cannot have come from legal play."""
    _places(b)
    _marks(b)
    _arrows(b)
    _factories(b)
    _turn(b)
    _round(b)
    _orders(b)
    _goals(b)
    for frame in b.all_pending():
        _pending(b, frame)


def _promise(kept: object, broken: str) -> None:
    if not kept:
        raise BrokenPromise(broken)


def _bottom(b: Battle) -> int:
    """Returns the kind of the lowest pending step."""
    return b.all_pending()[0].number


def _places(b: Battle) -> None:
    """[AA-4.5, AA-4.2, AA-12.4] One unit to a hex, on the field, and on ground that it can have come to."""
    force = b.force
    held = [[0, 0], [0, 0]]
    for unit, hex_ in enumerate(b.place):
        if hex_ in (ABSENT, WAITING):
            continue
        key = key_of(force, unit)
        _promise(0 <= hex_ < force.ground.count and force.board.inside[hex_], f"{key} is off the field [AA-1.4]")
        if unit == force.v2 and b.tokens:
            _promise(b.tokens >> hex_ & 1, "the V2 is not among the grey tokens [AA-12.1]")
            continue
        _promise(b.at[hex_] == unit, f"{key} shares its hex [AA-4.5]")
        _promise(unit in b.roster[force.faction[unit]], f"{key} is not on its roster")
        held[force.air[unit]][force.team[unit]] |= 1 << hex_
        if force.ground.peaks >> hex_ & 1:
            _promise(force.arm[unit] != TANK, f"{key} is on a mountain [AA-12.4]")
        if force.ground.water >> hex_ & 1 and not force.has_weather:
            _promise(force.foot[unit] or force.air[unit], f"{key} is in water [AA-4.2]")
    _promise(held == [b.ground, b.air], "the sets of hexes are not those of the units")
    _promise(sum(unit != NONE for unit in b.at) == sum(map(len, b.roster)), "a hex holds a unit that is not there")
    on_token = b.tokens & (b.held(0) | b.held(1)) and b.step_kind() == AT_MOVE
    _promise(not on_token, "a unit stands on a token [AA-12.1]")


def _marks(b: Battle) -> None:
    """[AA-8.6, AA-9.3] Damage below six, marks on living units only, repairs in own factories."""
    force = b.force
    acted = b.moved | b.spent | b.struck | b.mending | b.intercepted
    for unit, hex_ in enumerate(b.place):
        sound = 0 <= b.damage[unit] < FATAL and b.experience[unit] >= 0 and 0 <= b.army[unit] <= NO_ARMY
        if hex_ == ABSENT:
            bare = not (b.damage[unit] or b.experience[unit]) and b.quarry[unit] == NONE and b.army[unit] == NO_ARMY
            sound = sound and bare
        if hex_ >= ABSENT and unit != force.v2:
            sound = sound and not acted >> unit & 1
        if not sound:
            raise BrokenPromise(f"{key_of(force, unit)} bears marks that it cannot have [AA-8.6]")
    for unit in bits(b.mending):
        own = b.place[unit] < ABSENT and b.is_own_factory(force.faction[unit], b.place[unit])
        _promise(own, f"{key_of(force, unit)} is repaired outside an own factory [AA-9.3]")


def _arrows(b: Battle) -> None:
    """[AA-6.1, AA-6.3] Arrows point from a unit that fights at distance 1 at an enemy beside it, and hold it there."""
    force = b.force
    for unit, enemy in enumerate(b.quarry):
        if enemy == NONE:
            continue
        key = key_of(b.force, unit)
        _promise(b.place[unit] < ABSENT and b.place[enemy] < ABSENT, f"the arrow of {key} points nowhere [AA-6.2]")
        _promise(force.team[unit] != force.team[enemy], f"{key} has intercepted a friend [AA-6.1]")
        able = force.near[unit] == 1 and (force.anti_air[unit] or not force.air[enemy])
        _promise(able, f"{key} cannot have intercepted {key_of(force, enemy)} [AA-6.1]")
        beside = force.board.distance[b.place[unit]][b.place[enemy]] == 1
        _promise(beside, f"the arrow of {key} points at {key_of(force, enemy)}, which is not beside it [AA-6.1]")
        if _bottom(b) == AT_TURN_END and force.faction[unit] in force.household[b.active]:
            _promise(b.moved >> unit & 1, f"{key} has intercepted and is not among the moved [AA-6.3]")


def _factories(b: Battle) -> None:
    """[AA-4.5, AA-5.3, AA-10.1, AA-12.1] Flags of factions that play; nobody inside a factory of others."""
    force = b.force
    for hex_, flag in zip(force.board.factories, b.flag, strict=True):
        name = force.board.names[hex_]
        _promise(flag in force.factions or flag in (NEUTRAL, RUINED), f"the flag on {name} is of nobody [AA-5.3]")
        _promise(flag != RUINED or force.mission == V2, f"the factory {name} cannot be in ruins [AA-12.1]")
        inside = b.at[hex_]
        if inside != NONE:
            own = FLAG_TEAM[flag] == force.team[inside]
            own = own or (flag == RUINED and not force.first_rulings)
            _promise(own, f"{key_of(force, inside)} is inside a factory that is not its team's [AA-4.5]")


def _goals(b: Battle) -> None:
    """[AA-10.1, AA-12.1, AA-12.3] Nobody plays on once a battle is won."""
    force = b.force
    if b.has_ended() or not b.turns:
        return
    held = [b.factories_of(team) for team in (0, 1)]
    if force.mission == SKIRMISH:
        _promise(max(held) < force.goal, "a team has won and plays on [AA-10.1]")
        for team in (0, 1):
            _promise(b.held(team), f"team {TEAM_NAMES[team]} has no units left and plays on [AA-10.1]")
    elif force.mission == V2:
        won = max(*held, b.flag.count(RUINED)) >= MISSION_GOAL
        _promise(not won, "a team has won and plays on [AA-12.1]")
        _promise(b.place[force.v2] != ABSENT, "there is no V2 [AA-12.1]")
    else:
        germans = [unit for faction in force.team_factions[GERMANS] for unit in b.roster[faction]]
        won = any(is_at_sea(b, unit) and (force.first_rulings or not _can_be_new(b, unit)) for unit in germans)
        _promise(not won, "a German tank is at the sea and plays on [AA-12.3]")
        tanks = any(force.arm[unit] == TANK for unit in germans)
        _promise(tanks or held[GERMANS], "Germany has neither a tank nor a factory and plays on [AA-12.3]")


def _can_be_new(b: Battle, unit: int) -> bool:
    """[AA-9.2, AA-12.3] Returns whether a unit may stand where it was bought."""
    return b.is_own_factory(b.force.faction[unit], b.place[unit])


def _round(b: Battle) -> None:
    """[AA-2.3, AA-3.1, AA-10.2] The turns go round from the one who began; before the first there is no round."""
    takers = b.force.takers
    under_way = _bottom(b) == AT_TURN_END
    if not b.turns:
        _promise(not (b.round or under_way), "in round 0, before the first turn, nobody takes a turn [AA-3.1]")
        return
    _promise(_bottom(b) not in SETTING_UP, "a turn has begun and the set-up is pending [AA-2.3]")
    _promise(b.first in takers, "nobody took the first turn [AA-2.3]")
    round_ = (b.turns - 1) // len(takers) + 1
    _promise(b.round == round_, f"turn {b.turns} is in round {round_}, not in round {b.round} [AA-2.3]")
    whose = takers[(takers.index(b.first) + b.turns - 1) % len(takers)]
    told = (
        f"turn {b.turns} is that of {LETTERS[whose]} if {LETTERS[b.first]} began, not of {LETTERS[b.active]} [AA-2.3]"
    )
    _promise(b.force.purse[b.active] == whose, told)


def _orders(b: Battle) -> None:
    """[AA-7.1, AA-7.2] Attacks declared are of the active side, one a unit, in range of it, at an enemy."""
    force = b.force
    units = [unpack_order(order)[0] for order in b.orders]
    _promise(len(set(units)) == len(units), "a unit attacks twice [AA-7.1]")
    to_come = any(frame.number in (AT_BATTLES, AT_END) for frame in b.all_pending())
    _promise(not units or to_come, "no battles are to come [AA-7.1]")
    for order in b.orders:
        unit, hex_ = unpack_order(order)
        key, name = key_of(force, unit), force.board.names[hex_]
        _promise(force.faction[unit] in force.household[b.active], "an order of another faction [AA-7.1]")
        if unit == force.v2:
            _promise(force.board.factory_at[hex_] >= 0, f"there is no factory on {name} [AA-12.1]")
        elif b.place[unit] < ABSENT:
            _promise(b.spent >> unit & 1, f"{key} has declared its attack and is not among the spent [AA-7.1]")
            away = force.board.distance[b.place[unit]][hex_]
            far = farthest(b, unit, b.place[unit])
            _promise(force.near[unit] <= away <= far, f"{name} is out of range of {key} [AA-7.2]")
        target = b.at[hex_]
        if target != NONE and not force.rockets[unit] and unit != force.v2:
            _promise(force.team[target] != force.team[unit], f"{key} attacks a friend on {name} [AA-7.1]")
            able = force.anti_air[unit] or not force.air[target]
            _promise(able, f"{key} has no anti-air and attacks an aircraft on {name} [AA-7.2]")


def _turn(b: Battle) -> None:
    """[AA-3.1, AA-9.4, AA-10.2, AA-12.2] Coins are not owed, rounds within the limit, weather where it is agreed."""
    force = b.force
    _promise(b.stack, "nothing is pending")
    _promise(all(coins >= 0 for coins in b.coins), "somebody has_attack_owed coins [AA-9.4]")
    _promise(b.active in force.factions, "the active faction takes no part [AA-1.2]")
    _promise(0 <= b.round <= (force.max_rounds or b.round), f"round {b.round} is past the last [AA-10.2]")
    _promise(b.weather == NORMAL or force.has_weather, "the weather does not change in this battle [AA-12.2]")
    _promise(not b.tokens or force.mission == V2, "there are grey tokens without a V2 [AA-12.1]")
    _promise(force.mission != BULGE or force.setup.map == "winter", "the Bulge is fought in winter [AA-12.3]")


def _pending(b: Battle, frame: Frame) -> None:
    """[AA-4.4, AA-6.1, AA-8.1, AA-11.1, AA-12.1] Moves and battles that are pending are of units that are there."""
    force, kind = b.force, frame.number
    if kind in (AT_AUTOMA, AT_ARMIES_DRAWN):
        _promise(force.automa != NONE, "the Automa does not play in this battle [AA-1.2]")
        _promise(not b.turns or force.is_automa(b.active), "it is not the Automa's turn [AA-3.1]")
    elif kind in (AT_BRAKE, AT_MOVE, AT_DECLARE, AT_MONEY):
        _promise(not force.is_automa(b.active), "the Automa's turn has no such phase [AA-13.3]")
    elif kind == AT_WALK:
        _walk(b, frame["unit"], frame["points"])
    elif kind == AT_ADVANCE:
        _advance(b, frame["unit"], frame["hex"], frame["points"])
    elif kind == AT_INTERCEPT:
        faction, mover = frame["faction"], frame["mover"]
        enemy = b.place[mover] < ABSENT and faction in force.factions and team_of(faction) != force.team[mover]
        _promise(enemy, "there is nobody to intercept [AA-6.1]")
    elif kind in (AT_ROLL, AT_ROCKETS, AT_LAUNCH):
        unit, target = frame["unit"], b.at[frame["hex"]]
        _promise(b.place[unit] < ABSENT or unit == force.v2, "an attacker is not on the map [AA-7.1]")
        _promise((kind == AT_ROCKETS) == bool(force.rockets[unit]), "only rockets are aimed at a hex [AA-11.1]")
        _promise((kind == AT_LAUNCH) == (unit == force.v2), "only the V2 is fired at a factory [AA-12.1]")
        if kind == AT_ROLL:
            _promise(target != NONE and force.team[target] != force.team[unit], "there is no enemy to fight [AA-8.1]")


def _walk(b: Battle, unit: int, points: int) -> None:
    """[AA-4.1, AA-4.4, AA-6.1] A unit on the move is on the map, and its way is one of neighbours."""
    force = b.force
    _promise(b.place[unit] < ABSENT, "a unit is on the move that is not on the map [AA-4.4]")
    way = [b.place[unit], *b.path]
    _promise(points <= force.speed[unit], "a unit has more points left than it began with [AA-4.1]")
    _promise(force.by_hex or not points, "an announced way leaves no points [AA-6.1]")
    _promise(all(force.board.distance[one][other] == 1 for one, other in pairwise(way)), "a path is torn [AA-4.4]")


def _advance(b: Battle, unit: int, hex_: int, points: int) -> None:
    """[AA-4.4, AA-4.5, AA-6.1] A unit under way has moved, and is on its hex or over a friend of the deciding side."""
    force = b.force
    _promise(force.by_hex, "moves are announced as a whole in this battle [AA-6.1]")
    _promise(b.place[unit] < ABSENT, "a unit is on the move that is not on the map [AA-4.4]")
    key = key_of(force, unit)
    _promise(force.faction[unit] == b.active and b.moved >> unit & 1, f"{key} is under way and has not moved [AA-4.4]")
    there = b.at[hex_]
    stands = there == unit or (there != NONE and force.team[there] == force.team[unit])
    _promise(stands, f"{key} is under way where it cannot be [AA-4.5]")
    _promise(points <= force.speed[unit], f"{key} has more points left than it began with [AA-4.1]")
    _promise(unit not in b.quarry, f"{key} was intercepted and goes on [AA-6.1]")
