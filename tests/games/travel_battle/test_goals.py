"""Covers drumhead.games.travel_battle.value.goals: squares to attack together, and keeping out of reach."""

from random import Random

from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.turn_plans import make_planner, plan_turn, with_goal
from drumhead.ai.search.evaluator import game_evaluation
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


def end_of_turn(state: State, seat: int, greedy: GreedyBot) -> State:
    """Where a turn leads."""
    return plan_turn(state.clone(), frozenset((seat,)), greedy, float("inf"))[0]


def test_goals_are_keeping_away_and_the_squares_that_two_dice_or_more_can_fall_upon_the_best_first() -> None:
    state = battle(FRONT).state
    # Guards throw again, so their square is the second; nobody reaches B7.
    assert state.turn_goals(0) == [KEEP_AWAY, square_of("f7"), square_of("d7")]
    # Blue is not in command: it can fall upon nobody.
    assert state.turn_goals(1) == [KEEP_AWAY]


def test_there_are_never_many_goals_and_squares_only_where_the_enemy_stands() -> None:
    rng = Random(5)
    most = 0
    for _ in range(60):
        state = random_scene(TravelBattle.random(rng).force, rng)
        for seat in (0, 1):
            first, *squares = state.turn_goals(seat)
            assert first == KEEP_AWAY
            assert len(squares) <= MAX_GOALS
            assert all(state.held[1 - seat] >> square & 1 for square in squares)
            most = max(most, len(squares))
    assert most == MAX_GOALS


def test_the_goal_of_a_square_is_served_by_each_unit_beside_it() -> None:
    match = battle(FRONT)
    goal = square_of("d7")
    assert match.state.goal_value(0, goal) == 0
    match.push("move R6 d6")
    assert match.state.goal_value(0, goal) == ATTACK_WEIGHT
    match.push("move R7 e6")
    assert match.state.goal_value(0, goal) == 2 * ATTACK_WEIGHT
    assert match.state.goal_value(0, square_of("f7")) == ATTACK_WEIGHT


def test_keeping_away_costs_what_the_enemy_could_fall_upon() -> None:
    text = "open; R1@d4 leads R6@{}; R2@a1 leads R7@a2; B1@e8 leads B6@d7 B7@e7 B8@f8; B2@t10 leads B9@t9; turn R 5"
    near, far = (battle(text.format(square)).state for square in ("d5", "d3"))
    assert near.goal_value(0, KEEP_AWAY) < 0
    assert far.goal_value(0, KEEP_AWAY) == 0


def test_a_plan_with_a_goal_attacks_that_square_or_stays_out_of_reach() -> None:
    state = battle(FRONT).state
    goal = square_of("d7")
    default = end_of_turn(state, 0, make_planner("a", game_evaluation))
    upon = end_of_turn(state, 0, make_planner("a", with_goal(game_evaluation, goal)))
    assert upon.goal_value(0, goal) > default.goal_value(0, goal)
    text = (
        "open; R1@d3 leads R6@d4 R7@e4; R2@a1 leads R8@a2; B1@e9 leads B6@d7 B7@e8 B8@f7; B2@t10 leads B9@t9; turn R 5"
    )
    state = battle(text).state
    default = end_of_turn(state, 0, make_planner("a", game_evaluation))
    away = end_of_turn(state, 0, make_planner("a", with_goal(game_evaluation, KEEP_AWAY)))
    assert away.goal_value(0, KEEP_AWAY) > default.goal_value(0, KEEP_AWAY)
