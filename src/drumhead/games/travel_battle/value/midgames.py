"""Positions from the thick of a battle, drawn at random: for fuzzing and studies, where random play would seldom go."""

from random import Random
from typing import Final

from drumhead.games.travel_battle.army.brigades import random_brigades
from drumhead.games.travel_battle.army.force import FIGHTERS, OWN, SEAT, Force
from drumhead.games.travel_battle.engine.encoding import REMOVED, RESERVE
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.reach.moves import joinable
from drumhead.games.travel_battle.rules.boards import ALL, BIT, GRID, bits, ground_of, layout_code, spread
from drumhead.games.travel_battle.rules.turns import TURNS_WITHOUT_LOSS, start_turn

LOST: Final = 0.25  # how many of the units are gone
ASTRAY: Final = 0.1  # how many stand apart from their brigade
TURNED: Final = 0.15
HALTED: Final = 0.3  # how many of those by fire
FORMED: Final = 0.15
LAST_TURNS: Final = 12  # random play would soon part those who fight


def random_scene(force: Force, rng: Random) -> Battle:
    """[TB-1.3, TB-1.6, TB-3.5] A battle under way: brigades in knots close together, some losses, some units turned."""
    for seat in (0, 1):
        if force.pool & OWN[seat]:
            force = force.formed(seat, random_brigades(rng, horse_artillery=force.horse_artillery))
    left = rng.randrange(2)
    b = Battle(force)
    b.set_ground(ground_of(layout_code((left, rng.randrange(4)), (1 - left, rng.randrange(4)))))
    middle = rng.randrange(3, 17)
    for brigade in rng.sample(range(6), 6):
        near = GRID.within(rng.randrange(10) * 20 + max(0, min(19, middle + rng.randrange(-5, 6))), 2)
        for unit in [force.leader[brigade], *bits(force.members[brigade])]:
            near = _stand(b, unit, near, rng)
    for brigade in range(6):
        units = bits(force.members[brigade])
        for unit in rng.sample(units, len(units))[1:]:
            if rng.random() < LOST:
                b.put(unit, REMOVED)
    for unit in bits(FIGHTERS):
        square = b.square[unit]
        if square < RESERVE and rng.random() < TURNED:
            b.turned |= 1 << unit
        fits = force.foot >> unit & 1 and square < RESERVE and not (b.paired | b.ground.rough) & BIT[square]
        if fits and rng.random() < FORMED:
            b.form(unit)
    b.count_losses()
    for unit in bits(b.turned):
        if force.fire_halts and rng.random() < HALTED:
            b.halted |= 1 << unit
    b.turn = max(0, (force.max_turns or rng.randint(1, 99)) - rng.randint(1, LAST_TURNS))
    if not force.max_turns:
        b.last_loss = max(0, b.turn - rng.randrange(TURNS_WITHOUT_LOSS))
    b.stack.clear()
    start_turn(b, rng.randrange(2))
    b.resume()
    return b


def _stand(b: Battle, unit: int, near: int, rng: Random) -> int:
    """Puts a piece on a square that it may stand on, beside its brigade as a rule, and returns what is near it then."""
    free = ALL & ~b.occupied()
    if b.force.foot >> unit & 1:
        free |= joinable(b, SEAT[unit])
    free &= b.passable(unit)
    close = free & near if rng.random() > ASTRAY else free
    square = rng.choice(bits(close or free))
    b.put(unit, square)
    return spread(BIT[square]) | near & spread(b.held[SEAT[unit]] | b.led[SEAT[unit]])
