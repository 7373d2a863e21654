"""value.evaluate, value.threats: the weighed sum of features, fair to both teams, factories first."""

from random import Random

import pytest

from drumhead import CHANCE, OVER, load
from drumhead.games.aces_armor.game import AcesArmor
from drumhead.games.aces_armor.value.evaluate import FEATURES, WEIGHTS
from drumhead.games.aces_armor.value.threats import gain, nearness
from tests.games.aces_armor.draw import battle


def worth(picture: str, seat: int = 0) -> float:
    return battle(picture).state.evaluate(seat)


def test_the_value_is_the_weighed_sum_of_features_that_are_the_same_from_both_sides() -> None:
    rng = Random(5)
    for _ in range(4):
        game = AcesArmor.random(rng)
        state = game.start()
        other = max(range(game.seats), key=lambda seat: game.team_sign(0, seat))
        for _ in range(150):
            if state.player == OVER:
                break
            found = state.features(0)
            assert state.evaluate(0) == pytest.approx(WEIGHTS.of(found))
            if game.team_sign(0, other) > 0:
                assert found == pytest.approx([-amount for amount in state.features(other)])
            state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))


@pytest.mark.slow
def test_every_feature_is_seen_in_play() -> None:
    rng = Random(1)
    seen: set[str] = set()
    for options in ({"map": "winter"}, {"players": 4, "mission": "bulge"}, {"sets": "2"}):
        state = load("aces-armor", **options).start()
        for _ in range(1500):
            if state.player == OVER:
                break
            seen.update(name for name, amount in zip(FEATURES, state.features(0), strict=True) if amount)
            state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    assert set(FEATURES) - seen <= {"ripe to win", "wins now", "one short", "heroes", "veterans"}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("US-T1 . . .", "US-T1:d2 . . ."),
        ("US-I1 . F .", ". . F US-T1"),
        (". US-I1 F .", "US-I1 . F ."),
    ],
    ids=["unharmed", "infantry, which takes factories", "beside a factory"],
)
def test_what_is_better_is_worth_more(better: str, worse: str) -> None:
    rest = "\n    2 . . . .\n    3 . . . .\n    4 . . . G1-T1\n; turn US"
    assert worth(f"a b c d\n    1 {better}{rest}") > worth(f"a b c d\n    1 {worse}{rest}")


def test_a_factory_taken_is_worth_more_than_one_that_may_be_taken() -> None:
    match = battle("a b c d\n    1 US-I1 F . .\n    2 . . . .\n    3 . . . .\n    4 . . . G1-T1\n; turn US")
    before = match.state.evaluate(0)
    match.push("move US-I1 b1")
    assert match.state.evaluate(0) > before


def test_an_attack_that_is_answered_is_worth_less_and_red_dice_are_worth_more() -> None:
    force = AcesArmor.set_up().force
    tank, enemy = force.at_start[0][2], force.at_start[1][2]
    alone = gain(force, tank, 0, 0, enemy, 0, answered=False)
    assert gain(force, tank, 0, 3, enemy, 0, answered=False) > alone > gain(force, tank, 0, 0, enemy, 0, answered=True)


def test_infantry_is_nearest_to_a_factory_beside_it() -> None:
    ground = AcesArmor.set_up().force.ground
    for factory, table in zip(ground.board.factories, nearness(ground, 6), strict=True):
        assert {table[hex_] for hex_ in ground.next[factory] if hex_ >= 0} == {1.0}
        assert max(table) == 1.0
        assert min(table) < 0.5


def test_armies_that_begin_together_are_worth_more_than_scattered_ones() -> None:
    """Only where they are placed: once the battle has begun it does not matter any more."""
    game = load("aces-armor", map="winter")
    place = FEATURES.index("massed")
    found = []
    for tokens in ("111111", "112233"):
        rng, state, laid = Random(3), game.start(), 0
        while state.player == CHANCE or not state.turns_begun():
            seat = state.player
            if seat == CHANCE:
                state.apply(state.sample(rng))
                continue
            lays = [code for code in state.legal() if game.action(state, code).notation.startswith("lay ")]
            own = bool(lays) and seat == 0
            state.apply(lays[int(tokens[laid]) - 1] if own else state.legal()[0])
            laid += own
            share = state.features(0)[place]
        found.append(share)
        assert state.features(0)[place] == 0
    assert found[0] > found[1]
