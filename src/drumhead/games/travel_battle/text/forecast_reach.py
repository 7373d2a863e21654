"""Where a piece may go and whom it may strike, now or if its side began a turn: for forecasts and overlays."""

from typing import Final

from drumhead.core.forecast import NO_REACH, Reach
from drumhead.core.frames import KIND
from drumhead.games.travel_battle.army.force import FIGHTERS, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import AT_COMBAT, AT_FIRE, AT_MOVE, MOVE, RESERVE, unpack
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.reach.moves import APART, MoveLister200
from drumhead.games.travel_battle.rules.artillery import fire_range, guns_ready, sees
from drumhead.games.travel_battle.rules.boards import BIT, GRID, NEIGHBOURS, bits
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.rules.movement import reach as reach_on
from drumhead.games.travel_battle.rules.movement import steps_to, ways_out
from drumhead.games.travel_battle.rules.turns import start_turn
from drumhead.games.travel_battle.text.names import KEYS, UNITS

TO_SQUARE: Final = (encoding.PLACE, MOVE, encoding.DISPLACE, encoding.PUSH, encoding.RETREAT)
"""The actions that put a piece on a square."""
MAX_STRIDE: Final = 4
"""The farthest that a unit can strike without fire: two squares, one more by road, and the one beside it."""


def turn_begun(b: Battle, seat: int) -> Battle:
    """[TB-2.1] The position as if a seat began its turn now."""
    then = b.clone()
    then.stack = []
    then.clear_combat()
    start_turn(then, seat)
    then.player = seat
    return then


def moved_to(b: Battle, unit: int, square: int) -> Battle:
    """[TB-3.1, TB-3.7] The position after a move of a piece; a brigadier in its way takes his first way out."""
    then = b.clone()
    if then.led[1 - SEAT[unit]] & BIT[square]:
        leader = then.brigadier_at(square)
        ways = ways_out(then, leader, SEAT[unit])
        then.put(leader, bits(ways)[0])
    then.put(unit, square)
    then.moved |= 1 << unit
    return then


def may_attack(b: Battle, unit: int) -> bool:
    """[TB-3.4, TB-7.1] Returns whether a unit of the side on turn may start a combat."""
    return bool(FIGHTERS & b.command & ~b.fully_turned() & ~b.fought & 1 << unit)


def destinations(b: Battle, unit: int) -> int:
    """[TB-3.1] The squares that a piece of the side on turn may move to, if it has not moved."""
    place = b.square[unit]
    if place >= RESERVE or (b.moved | b.turned) >> unit & 1 or not b.command >> unit & 1:
        return 0
    found = 0
    for code in MoveLister200(b, SEAT[unit]).moves(b, unit, place):
        if code & KIND == MOVE:
            found |= BIT[unpack(code)[2]]
    return found


def beyond(b: Battle, unit: int, square: int) -> int:
    """[TB-3.7] Where a piece may go on to when it has made an enemy brigadier give way, whichever way he takes."""
    left = b.force.steps[unit] - steps_to(b, unit, square)
    on_road = b.ground.on_road[b.square[unit]]
    if left < 0 or (left == 0 and not on_road):
        return 0
    leader, found = b.brigadier_at(square), 0
    for way in bits(ways_out(b, leader, SEAT[unit])):
        then = b.clone()
        then.put(leader, way)
        then.put(unit, square)
        found |= reach_on(then, unit, left, on_road=on_road)
    return found


def stands(b: Battle, unit: int) -> int:
    """[TB-3.1, TB-3.7] The squares where a piece of the side on turn may end its movement, its own included."""
    to = destinations(b, unit)
    found = to | BIT[b.square[unit]]
    for square in bits(to & b.led[1 - SEAT[unit]]):
        found |= beyond(b, unit, square)
    return found


def shot_at(b: Battle, gun: int) -> int:
    """[TB-5.1, TB-5.3, TB-5.5] The squares that a gun of the side on turn may fire at from where it stands."""
    if not b.force.guns >> gun & 1:
        return 0
    guns, targets = guns_ready(b)
    if gun not in guns:
        return 0
    here = b.square[gun]
    return sum([BIT[target] for target in bits(targets & fire_range(b, gun)) if sees(b, here, target)])


def struck_from(b: Battle, unit: int, ends: int) -> int:
    """[TB-5.1, TB-6.1, TB-9.1] The enemy squares that a unit may fire at or attack if it ends on one of some squares.

    Guns but horse artillery fire from where they stand; the other pieces are where they are now.
    """
    enemy = b.held[1 - SEAT[unit]]
    found = shot_at(b, unit)
    if may_attack(b, unit):
        for square in bits(ends):
            found |= NEIGHBOURS[square] & enemy
    if b.force.horse_guns >> unit & 1:
        for square in bits(ends & ~BIT[b.square[unit]]):
            found |= shot_at(moved_to(b, unit, square), unit)
    return found


def strikers(b: Battle, unit: int) -> list[int]:
    """[TB-5.1, TB-6.1] The enemies that could attack a unit where it stands, or fire at it, if their turn began now.

    Other pieces are taken to stay where they are.
    """
    if not FIGHTERS >> unit & 1 or b.square[unit] >= RESERVE:
        return []
    there = b.square[unit]
    then = turn_begun(b, 1 - SEAT[unit])
    found = []
    for enemy in then.living(1 - SEAT[unit]):
        if APART[then.square[enemy]][there] <= MAX_STRIDE and may_attack(then, enemy):
            if NEIGHBOURS[there] & stands(then, enemy):
                found.append(enemy)
                continue
        if then.force.guns >> enemy & 1 and fires_at(then, enemy, there):
            found.append(enemy)
    return found


def fires_at(b: Battle, gun: int, square: int) -> bool:
    """[TB-5.1, TB-9.1] Returns whether a gun may fire at a square, horse artillery also after a move."""
    if shot_at(b, gun) & BIT[square]:
        return True
    if not b.force.horse_guns >> gun & 1:
        return False
    return any(shot_at(moved_to(b, gun, end), gun) & BIT[square] for end in bits(destinations(b, gun)))


def reach(b: Battle, key: str) -> Reach:
    """[TB-2.1, TB-3.1, TB-5.1, TB-6.2] Where a piece may go and whom it may strike; see `Game.reach`."""
    unit = UNITS.get(key)
    if unit is None:
        return NO_REACH
    seat = SEAT[unit]
    to = 0
    if b.player == seat:
        for code in b.legal():
            kind, who, square = unpack(code)
            if kind in TO_SQUARE and who == unit:
                to |= BIT[square]
    step = b.turn_step()
    if b.square[unit] >= RESERVE or b.ended() or step < AT_MOVE:
        return Reach(_names(to))
    if b.active != seat:
        b = turn_begun(b, seat)
        to, step = to or destinations(b, unit), AT_MOVE
    if step == AT_MOVE:
        struck = struck_from(b, unit, stands(b, unit))
    else:
        struck = sum([BIT[square] for square, team in _assaults(b, step).items() if team >> unit & 1])
        struck |= shot_at(b, unit) if step == AT_FIRE else 0
    threat = {GRID.names[square]: len(strikers(moved_to(b, unit, square), unit)) for square in bits(to)}
    return Reach(_names(to), tuple(_pieces(b, 1 - seat, struck)), threat)


def _assaults(b: Battle, step: int) -> dict[int, int]:
    """[TB-6.2] Who may be attacked by whom in the combat step that goes on or comes."""
    if step == AT_COMBAT:
        return assaults(b)
    then = b.clone()
    then.able = then.command & FIGHTERS & ~then.fully_turned()
    return assaults(then)


def _names(squares: int) -> tuple[str, ...]:
    return tuple(GRID.names[square] for square in bits(squares))


def _pieces(b: Battle, seat: int, squares: int) -> list[str]:
    """The keys of a seat's units on some squares."""
    return [KEYS[unit] for unit in b.living(seat) if squares & BIT[b.square[unit]]]
