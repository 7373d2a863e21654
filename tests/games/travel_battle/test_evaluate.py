"""value.evaluate, value.brigade_cache: the same from both sides, cached rightly, as a commander would judge."""

import math
from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, analyse, bot, load
from drumhead.ai.study.review import chance_of
from drumhead.games.travel_battle.engine.encoding import AT_ROLL, PIECES, RESERVE, SIDE
from drumhead.games.travel_battle.engine.state import Battle
from drumhead.games.travel_battle.game import TravelBattle
from drumhead.games.travel_battle.rules.boards import GRID, OPEN_GROUND, WIDE, bits, ground_of
from drumhead.games.travel_battle.rules.turns import start_turn
from drumhead.games.travel_battle.value.evaluate import BRIGADE_VALUES, DISTANCE_WEIGHT, FEATURES, WEIGHTS, distances
from drumhead.games.travel_battle.value.midgames import random_scene
from tests.games.travel_battle.draw import battle
from tests.kit.play import play

FAR = "B1@r10 leads B4@r9 B6@s9; B2@t10 leads B7@t9"


def worth(text: str, seat: int = 0) -> float:
    """What a written position is worth to a seat."""
    return battle(text).state.evaluate(seat)


def scenes(seed: int, count: int) -> list[Battle]:
    """Positions from the thick of random battles, some steps on."""
    rng = Random(seed)
    found = []
    for _ in range(count):
        state = random_scene(TravelBattle.random(rng).force, rng)
        for _ in range(rng.randrange(40)):
            if state.player != OVER:
                state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
        found.append(state)
    return found


def test_a_position_is_worth_between_a_lost_and_a_won_battle() -> None:
    for state in scenes(1, 150):
        for seat in (0, 1):
            value = state.evaluate(seat)
            assert value == state.returns()[seat] if state.player == OVER else -1 < value < 1


def test_the_value_is_the_weighed_sum_of_the_features_less_the_wish_to_close_in() -> None:
    most = DISTANCE_WEIGHT * WIDE * SIDE
    for state in scenes(6, 80):
        if state.player == OVER:
            continue
        assert state.features(0) == pytest.approx([-amount for amount in state.features(1)])
        for seat in (0, 1):
            logits = [2 * math.atanh(value) for value in (WEIGHTS.of(state.features(seat)), state.evaluate(seat))]
            assert logits[0] - logits[1] >= -1e-9
            assert logits[0] - logits[1] < most


def test_every_feature_is_seen_in_play() -> None:
    seen = {
        name
        for state in scenes(7, 150)
        for name, amount in zip(FEATURES, state.features(0), strict=True)
        if state.player != OVER and amount
    }
    assert seen == set(FEATURES)


def test_what_is_remembered_of_a_brigade_is_what_would_be_found_out() -> None:
    """Two seats look at every position of some battles, and again at a copy of which nothing is remembered."""
    rng = Random(2)
    for state in scenes(2, 40):
        for _ in range(25):
            if state.player == OVER:
                break
            values = [state.evaluate(seat) for seat in (0, 1)]
            BRIGADE_VALUES.clear()
            distances.cache_clear()
            fresh = state.unpack(state.pack())
            assert values == [fresh.evaluate(seat) for seat in (0, 1)]
            state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))


def test_looking_at_a_position_does_not_change_it() -> None:
    for state in scenes(3, 40):
        packed = state.pack()
        state.evaluate(0)
        assert state.pack() == packed


def turned_about(state: Battle) -> Battle:
    """The battle with sides and edges exchanged, on open ground."""
    other = Battle(state.force)
    other.set_ground(ground_of(OPEN_GROUND))
    for unit in range(PIECES):
        square = state.square[unit]
        other.put((unit + SIDE) % PIECES, square if square >= RESERVE else GRID.count - 1 - square)
    for unit in bits(state.turned):
        other.turned |= 1 << (unit + SIDE) % PIECES
    for unit in bits(state.halted):
        other.halted |= 1 << (unit + SIDE) % PIECES
    for unit in bits(state.formed):
        other.form((unit + SIDE) % PIECES)
    other.count_losses()
    other.stack.clear()
    other.turn = state.turn - 1
    start_turn(other, 1 - state.active)
    other.resume()
    return other


def test_both_sides_judge_alike() -> None:
    game = load("travel-battle", brigades="all-round")
    assert isinstance(game, TravelBattle)
    rng = Random(4)
    for _ in range(60):
        state = random_scene(game.force, rng)
        state.set_ground(ground_of(OPEN_GROUND))
        about = turned_about(state)
        for seat in (0, 1):
            assert state.evaluate(seat) == pytest.approx(about.evaluate(1 - seat))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (f"open; R1@d1 leads R6@d2 R7@e2; {FAR}", f"open; R1@d1 leads R6@d2 R7@removed; {FAR}"),
        (f"open; R1@d1 leads R6@d2 R7@e2; {FAR}", f"open; R1@d1 leads R6@d2 R7@g2; {FAR}"),
        (f"open; R1@d1 leads R6@d3 R7@d2; {FAR}", f"open; R1@d1 leads R6@d2 R7@c2; {FAR}"),
        (f"open; R1@d1 leads R6@d2 R7@e2; {FAR}", f"open; R1@d1 leads R6@d2:turned R7@e2; {FAR}"),
        (f"open; R1@d1 leads R6@d2 R7@e2; {FAR}", f"open; R1@d1 leads R6@d2:square R7@e2; {FAR}"),
    ],
    ids=["a unit more", "in command", "nearer to the enemy", "not turned", "not in square without need"],
)
def test_what_is_better_is_worth_more(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


def test_the_last_units_of_a_brigade_are_dear() -> None:
    whole = "open; R1@d1 leads R6@d2 R7@d3 R8@d4; R2@h1 leads R9@h2 R10@h3 R11@h4; {far}"
    spread_out = whole.replace("R8@d4", "R8@removed").replace("R11@h4", "R11@removed")
    concentrated = whole.replace("R7@d3 R8@d4", "R7@removed R8@removed")
    assert worth(spread_out.format(far=FAR)) > worth(concentrated.format(far=FAR))


def test_an_attack_by_two_is_worth_more_than_one_by_one() -> None:
    foe = "B1@t10 leads B6@e6 B7@t9"
    two = worth(f"open; R1@d4 leads R6@d5 R7@e5; {foe}")
    one = worth(f"open; R1@d4 leads R6@c4 R7@e5; {foe}")
    none = worth(f"open; R1@d4 leads R6@c4 R7@e4; {foe}")
    assert two > one > none


def test_a_square_is_wanted_where_cavalry_threatens() -> None:
    riders = "B1@e7 leads B12@e6 B14@f6"
    formed = worth(f"open; R1@e4 leads R6@e5:square; {riders}; turn B 2")
    ranked = worth(f"open; R1@e4 leads R6@e5; {riders}; turn B 2")
    assert formed > ranked


def test_the_dice_on_the_table_count() -> None:
    match = battle("open; R1@d4 leads R4@e5; B1@t10 leads B4@e6")
    match.push("end-movement")
    assert match.state.step_kind() == AT_ROLL  # type: ignore[attr-defined]
    values = []
    for faces in ((6, 1), (6, 5), (3, 3), (5, 6), (1, 6)):
        thrown = Match(match.game, state=match.state)
        play(thrown, f"throw {faces[0]} {faces[1]}")
        values.append(thrown.state.evaluate(0))
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_a_gun_that_can_fire_is_worth_more_than_one_that_has_moved() -> None:
    ready = worth("open; R1@d1 leads R16@d2; B1@t10 leads B6@d6")
    moved = worth("open; R1@d1 leads R16@d2; B1@t10 leads B6@d6; moved R16")
    assert ready > moved


@pytest.mark.slow
def test_chances_shown_while_the_armies_are_placed_and_march_are_about_even() -> None:
    match = Match(load("travel-battle"), seed=1)
    match.settle()
    sergeants = [bot("sergeant:overlooks=0", seat) for seat in (0, 1)]
    told: list[float] = []
    judged: list[float] = []
    while match.state.turns_begun() < 2:
        told.append(chance_of(match.state, frozenset((0,)), 1))
        told += [hint.chance for hint in analyse(match, sims=1)]
        judged.append(match.state.evaluate(match.to_act))
        match.push(sergeants[match.to_act].choose(match))
        match.settle()
    assert min(told) > 0.45
    assert max(told) < 0.55
    assert min(judged) < -0.3, "whoever decides does not want to close in"
