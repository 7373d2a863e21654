"""reach.moves60 and reach.bitset60: moves listed as compiled play does, against reach.moves, in either build."""

from random import Random

import pytest

from drumhead import CHANCE, OVER
from drumhead.games.travel_battle.engine.encoding import AT_MOVE, RESERVE, SIDE
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.reach.bitset60 import bitset60, spread60
from drumhead.games.travel_battle.reach.moves import MoveLister200
from drumhead.games.travel_battle.reach.moves60 import MoveLister60, add_moves
from drumhead.games.travel_battle.rules.boards import bits, spread
from drumhead.games.travel_battle.value.midgames import random_scene
from tests.kit.clauses import clause


def test_bitsets_of_60_bits_spread_as_long_numbers_do() -> None:
    rng = Random(5)
    for _ in range(300):
        squares = sum(1 << square for square in rng.sample(range(200), rng.randrange(30)))
        listed: list[int] = []
        add_moves(spread60(bitset60(squares)), list(range(200)), listed)
        assert listed == bits(spread(squares))


@pytest.mark.parametrize("seed", range(6))
@clause("TB-3.1", "TB-3.2", "TB-3.5", "TB-3.7")
def test_moves_by_bitsets_of_60_bits_are_those_of_long_numbers(seed: int) -> None:
    rng = Random(seed)
    game = TravelBattle.random(rng)
    state = random_scene(game.force, rng) if seed % 2 else game.start()
    assert isinstance(state, Battle)
    compared = 0
    while state.player != OVER:
        if state.player == CHANCE:
            state.apply(state.sample(rng))
            continue
        if state.step_kind() == AT_MOVE:
            compared += compare(state, rng)
        state.apply(rng.choice(state.legal()))
    assert compared > 100


def compare(state: Battle, rng: Random) -> int:
    """Compares the moves of every piece on the field; how many moves there are."""
    seat = state.active
    long, short = MoveLister200(state, seat), MoveLister60(state, seat)
    units = [unit for unit in range(seat * SIDE, seat * SIDE + SIDE) if state.square[unit] < RESERVE]
    rng.shuffle(units)
    found = 0
    for unit in units:
        moves = long.moves(state, unit, state.square[unit])
        assert short.moves(state, unit, state.square[unit]) == moves
        found += len(moves)
    return found
