"""value.goals: enemy squares that can be attacked together, and keeping out of the enemy's reach."""

from random import Random

from drumhead.ai.bots.greedy import Greedy
from drumhead.ai.bots.turn_plans import aiming, mover, walked
from drumhead.ai.search.evaluator import own_judgement
from drumhead.core.state import State
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.text.names import square_of
from drumhead.games.travel_battle.value.goals import ATTACK_WEIGHT, KEEP_AWAY, MAX_GOALS
from drumhead.games.travel_battle.value.midgames import random_scene
from tests.games.travel_battle.draw import battle

FRONT = """
    7  .   B4  .   B6  .   .   .
    6  .   .   .   .   .   .   .
    5  .   R6  R7  .   .   .   B7
    4  .   R1  R8  .   .   .   .
       c   d   e   f   g   h   i
    ; R1 leads R6 R7 R8; R2@a1 leads R9@a2; B1@t10 leads B4 B6 B7; B2@s10 leads B8@s9; turn R 5
"""


def walk(state: State, seat: int, greedy: Greedy) -> State:
    """Where a turn leads."""
    return walked(state.clone(), frozenset((seat,)), greedy, float("inf"))[0]


def test_aims_are_keeping_away_and_the_squares_that_two_dice_or_more_can_fall_upon_the_best_first() -> None:
    state = battle(FRONT).state
    # Guards throw again, so their square is the second; nobody reaches B7.
    assert state.aims(0) == [KEEP_AWAY, square_of("f7"), square_of("d7")]
    # Blue is not in command: it can fall upon nobody.
    assert state.aims(1) == [KEEP_AWAY]


def test_there_are_never_many_aims_and_squares_only_where_the_enemy_stands() -> None:
    rng = Random(5)
    most = 0
    for _ in range(60):
        state = random_scene(TravelBattle.random(rng).force, rng)
        for seat in (0, 1):
            first, *squares = state.aims(seat)
            assert first == KEEP_AWAY
            assert len(squares) <= MAX_GOALS
            assert all(state.held[1 - seat] >> square & 1 for square in squares)
            most = max(most, len(squares))
    assert most == MAX_GOALS


def test_an_aim_at_a_square_is_served_by_each_unit_beside_it() -> None:
    match = battle(FRONT)
    aim = square_of("d7")
    assert match.state.aimed(0, aim) == 0
    match.push("move R6 d6")
    assert match.state.aimed(0, aim) == ATTACK_WEIGHT
    match.push("move R7 e6")
    assert match.state.aimed(0, aim) == 2 * ATTACK_WEIGHT
    assert match.state.aimed(0, square_of("f7")) == ATTACK_WEIGHT


def test_keeping_away_costs_what_the_enemy_could_fall_upon() -> None:
    text = "open; R1@d4 leads R6@{}; R2@a1 leads R7@a2; B1@e8 leads B6@d7 B7@e7 B8@f8; B2@t10 leads B9@t9; turn R 5"
    near, far = (battle(text.format(square)).state for square in ("d5", "d3"))
    assert near.aimed(0, KEEP_AWAY) < 0
    assert far.aimed(0, KEEP_AWAY) == 0


def test_whoever_walks_a_turn_with_an_aim_falls_upon_that_square_or_stays_out_of_reach() -> None:
    state = battle(FRONT).state
    aim = square_of("d7")
    ever = walk(state, 0, mover("a", own_judgement))
    upon = walk(state, 0, mover("a", aiming(own_judgement, aim)))
    assert upon.aimed(0, aim) > ever.aimed(0, aim)
    text = (
        "open; R1@d3 leads R6@d4 R7@e4; R2@a1 leads R8@a2; B1@e9 leads B6@d7 B7@e8 B8@f7; B2@t10 leads B9@t9; turn R 5"
    )
    state = battle(text).state
    ever = walk(state, 0, mover("a", own_judgement))
    away = walk(state, 0, mover("a", aiming(own_judgement, KEEP_AWAY)))
    assert away.aimed(0, KEEP_AWAY) > ever.aimed(0, KEEP_AWAY)
