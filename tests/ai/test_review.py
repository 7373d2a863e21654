"""Covers drumhead.ai.study.review_moments and review_dice."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from drumhead import CHANCE, OVER, Match, load, review
from drumhead.ai.study import review_dice
from drumhead.ai.study.review import Moment, Review, only_draws
from drumhead.ai.study.review_dice import count_dice, hit_chances
from drumhead.ai.study.review_moments import (
    MIN_GAIN,
    better_action,
    kind_of,
    luck_words,
    moment_words,
    notable,
    own_chance,
    reveals,
    to_improve,
)

GAMES = ("pocket-battles", "travel-battle", "aces-armor")


def battle(game: str, steps: int, seed: int = 7) -> Match:
    """A battle of so many steps, played anyhow."""
    match, rng = Match(load(game), seed=seed), Random(seed)
    while match.to_act != OVER and len(match.steps) < steps:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_dice_are_counted_once_and_expected_hits_are_those_of_all_throws(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = battle(game, 150)
    counts = count_dice(match)
    thrown = hits = 0
    expected = Fraction(0)
    for number, step in enumerate(match.steps):
        before = match.state_before(number)
        if step.faces is None or match.game.is_draw(before):
            continue
        groups = match.game.dice(before, step.faces)
        thrown += sum(len(group.faces) for group in groups if group.seat >= 0)
        hits += sum(hit is True for group in groups if group.seat >= 0 for hit in group.hits)
        sides = before.throw()
        if len(sides) > 4:
            continue
        throws = list(product(*(range(1, most + 1) for most in sides)))
        slow = [sum(hit is True for group in match.game.dice(before, faces) for hit in group.hits) for faces in throws]
        assert sum(hit_chances(match.game, before, step.faces)) == Fraction(sum(slow), len(throws))
        expected += Fraction(sum(slow), len(throws))
    assert sum(count.dice for count in counts.values()) == thrown > 0
    assert sum(count.hits for count in counts.values()) == hits
    assert sum(count.expected_hits for count in counts.values()) >= 0
    for count in counts.values():
        assert count.expected_faces == Fraction(7, 2) * count.dice or game == "aces-armor"
        assert count.hits <= count.aimed <= count.dice


def test_dice_that_count_each_on_its_own_are_valued_alike_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    match = battle("pocket-battles", 150)
    throws = [
        (match.state_before(number), step.faces)
        for number, step in enumerate(match.steps)
        if step.faces is not None and len(step.faces) == 2 and not match.game.is_draw(match.state_before(number))
    ]
    throws = throws[1:]  # the first throw is one die against the other
    listed = [hit_chances(match.game, before, faces) for before, faces in throws]
    monkeypatch.setattr(review_dice, "MAX_THROWS_LISTED", 0)
    assert [hit_chances(match.game, before, faces) for before, faces in throws] == listed


def test_moments_stand_in_order_and_luck_is_the_sum_of_the_throws() -> None:
    match = battle("pocket-battles", 80)
    found = review(match, looks=0)
    numbers = [moment.number for moment in notable(found)]
    assert numbers == sorted(set(numbers))
    throws = [moment.change for moment in found.moments if moment.seat == CHANCE]
    assert found.luck == pytest.approx(sum(throws))
    assert all(abs(moment.change) >= 0.05 for moment in notable(found))


@pytest.mark.parametrize(
    ("seat", "notation", "change", "kind"),
    [
        (0, "move", -0.2, "blunder"),
        (0, "move", -0.1, "mistake"),
        (0, "move", 0.1, "strong"),
        (1, "move", 0.2, "blunder"),
        (1, "move", -0.2, "strong"),
        (CHANCE, "throw 1", 0.2, "luck"),
        (0, "concede", -0.5, "end"),
    ],
)
def test_a_moment_is_called_by_what_it_meant_to_who_decided(seat: int, notation: str, change: float, kind: str) -> None:
    assert kind_of(Moment(1, seat, notation, 0.5, change), frozenset({0})) == kind


def test_what_a_decision_reveals_is_luck() -> None:
    shown = Moment(1, 0, "move", 0.5, 0.2)
    assert kind_of(shown, frozenset({0}), reveals=True) == "luck"
    match = battle("pocket-battles", 40)
    number = next(
        number for number, step in enumerate(match.steps, 1) if any(match.game.is_reveal(raw) for raw in step.events)
    )
    assert [reveals(match, one) for one in (number - 1, number, number + 1)] == [False, True, False]


def test_turning_a_token_over_changes_nothing_and_the_lot_is_luck() -> None:
    match = battle("aces-armor", 32)
    found = review(match, looks=0)
    turned = [number for number, step in enumerate(match.steps) if step.notation.startswith("turn ")]
    assert turned
    for number in turned:
        assert only_draws(match, number)
        assert found.moments[number].change == 0
        assert found.moments[number + 1].seat == CHANCE
    placed = [number for number, step in enumerate(match.steps) if step.notation.startswith("place ")]
    assert not any(only_draws(match, number) for number in placed)


def test_a_moment_tells_the_decision_and_not_only_that_the_turn_is_over() -> None:
    match = battle("aces-armor", 60)
    number = next(number for number, step in enumerate(match.steps, 1) if step.notation == "end-declaring")
    assert str(moment_words(match, number)) == "the United States has declared all its attacks"
    moved = next(number for number, step in enumerate(match.steps, 1) if step.notation.startswith("move "))
    assert "moves from" in str(moment_words(match, moved))


def test_the_better_action_is_legal_and_better_than_what_was_played() -> None:
    match = battle("pocket-battles", 120, seed=5)
    found = review(match, looks=4)
    lost = to_improve(match, found)
    assert lost
    named = [(before, code, better_action(match.game, before, code, 0.05)) for _, before, code in lost]
    told = [(before, code, better) for before, code, better in named if better is not None]
    assert told
    for before, code, better in told:
        assert better.action.code in before.legal()
        gain = own_chance(match.game, before, better.action.code) - own_chance(match.game, before, code)
        assert better.gain == pytest.approx(gain)
        assert gain >= MIN_GAIN


@pytest.mark.parametrize(
    ("luck", "words"),
    [
        (-0.12, "Orcs: the dice took about 12 % off the winning chances."),
        (0.12, "Orcs: the dice added about 12 % to the winning chances."),
        (0.001, "The dice favoured neither side."),
        (1.2, "Orcs: the dice were worth more than a whole battle."),
    ],
)
def test_luck_is_told_in_a_plain_sentence(luck: float, words: str) -> None:
    assert str(luck_words("Orcs", luck)) == words


def test_a_battle_without_sharp_steps_has_no_moments() -> None:
    assert notable(Review(0.5, (Moment(1, 0, "move", 0.51, 0.01),))) == []
