"""Numbers that are none: written positions and actions of every game refuse them in a sentence (core.words.numbers)."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from drumhead import OVER, Match, load
from drumhead.core.errors import DrumheadError, NotationError
from drumhead.core.registry import games
from drumhead.core.words.numbers import whole_number

ODD = ("²", "٣", "9" * 5000)
"""A digit that is no number, a digit of another script, and more digits than Python reads."""


def with_odd_numbers(text: str) -> Iterator[str]:
    """Yields the text with one of its numbers replaced by an odd one."""
    for found in re.finditer(r"\d+", text):
        for odd in ODD:
            yield text[: found.start()] + odd + text[found.end() :]


def positions(name: str) -> Iterator[Match]:
    """Yields one match at several steps of a random battle."""
    match, rng = Match(load(name), seed=1), Random(3)
    for step in range(100):
        match.settle()
        if match.to_act == OVER:
            return
        match.push(rng.choice(list(match.legal_actions)).code)
        if step % 33 == 7:
            yield match


@pytest.mark.parametrize("name", games())
def test_a_position_with_an_odd_number_is_refused_or_read(name: str) -> None:
    refused = 0
    for match in positions(name):
        for text in with_odd_numbers(match.position):
            try:
                match.game.read_position(text)
            except DrumheadError:
                refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("pocket-battles", "dice 3"),
        ("travel-battle", "edge 3"),
        ("travel-battle", "reroll R4 3"),
        ("aces-armor", "give 3"),
    ],
)
def test_an_action_with_an_odd_number_is_refused(name: str, action: str) -> None:
    game = load(name)
    for odd in ODD:
        with pytest.raises(NotationError, match="number"):
            game.parse(game.start(), action.replace("3", odd))


@pytest.mark.parametrize(
    ("word", "number"),
    [("0", 0), ("7", 7), ("007", 7), ("10", 10), ("11", None), ("-1", None), ("", None), ("1.0", None)],
)
def test_a_whole_number_is_read_within_its_bounds(word: str, number: int | None) -> None:
    assert whole_number(word, 0, 10) == number


@pytest.mark.parametrize("word", ODD)
def test_odd_numbers_are_none(word: str) -> None:
    assert whole_number(word, 0, 10**9) is None
