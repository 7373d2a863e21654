"""The dice of a battle as they fell, beside what was to be expected of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import State

MAX_THROWS_LISTED: Final = 1296
"""Up to how many different throws are all looked at; of more dice each is turned while the others stay as they fell."""


@dataclass(slots=True)
class DiceCount:
    """The dice of a side: how many, their faces, and how many of those that could hit did, each beside the mean."""

    dice: int = 0
    faces: int = 0
    expected_faces: Fraction = Fraction(0)
    aimed: int = 0
    """How many dice could hit."""
    hits: int = 0
    expected_hits: Fraction = Fraction(0)

    def add(self, other: "DiceCount") -> None:
        """Adds the dice of another throw."""
        self.dice += other.dice
        self.faces += other.faces
        self.expected_faces += other.expected_faces
        self.aimed += other.aimed
        self.hits += other.hits
        self.expected_hits += other.expected_hits


def count_dice(match: Match) -> dict[int, DiceCount]:
    """The dice of every seat that threw any; lots that are drawn do not count."""
    found: dict[int, DiceCount] = {}
    for number, step in enumerate(match.steps):
        before = match.state_before(number)
        if step.faces is not None and not match.game.is_draw(before):
            for seat, count in count_throw(match.game, before, step.faces).items():
                found.setdefault(seat, DiceCount()).add(count)
    return found


def count_throw(game: Game, before: State, faces: Sequence[int]) -> dict[int, DiceCount]:
    """The dice of one throw by seat; those of nobody are left out."""
    chances = hit_chances(game, before, faces)
    found: dict[int, DiceCount] = {}
    first = 0
    for group in game.dice(before, faces):
        own = chances[first : first + len(group.faces)]
        first += len(group.faces)
        if group.seat < 0:
            continue
        aimed = [chance for chance, hit in zip(own, group.hits, strict=True) if hit is not None]
        count = DiceCount(
            len(group.faces),
            sum(group.faces),
            sum((Fraction(1 + sides, 2) for sides in group.sides), Fraction(0)),
            len(aimed),
            sum(hit is True for hit in group.hits),
            sum(aimed, Fraction(0)),
        )
        found.setdefault(group.seat, DiceCount()).add(count)
    return found


def hit_chances(game: Game, before: State, faces: Sequence[int]) -> list[Fraction]:
    """For each die of a throw the probability that it hits."""
    sides = before.throw()
    if all(hit is None for hit in _hits(game, before, faces)):
        return [Fraction(0)] * len(sides)
    if math.prod(sides) <= MAX_THROWS_LISTED:
        throws = [_hits(game, before, thrown) for thrown in product(*(range(1, most + 1) for most in sides))]
        return [Fraction(sum(hits[die] is True for hits in throws), len(throws)) for die in range(len(sides))]
    return [
        Fraction(sum(_hits(game, before, _turned(faces, die, face))[die] is True for face in range(1, most + 1)), most)
        for die, most in enumerate(sides)
    ]


def _turned(faces: Sequence[int], die: int, face: int) -> list[int]:
    return [*faces[:die], face, *faces[die + 1 :]]


def _hits(game: Game, before: State, faces: Sequence[int]) -> list[bool | None]:
    return [hit for group in game.dice(before, faces) for hit in group.hits]
