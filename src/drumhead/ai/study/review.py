"""Goes through a battle that was played: who stood how, when it turned, and what the dice gave."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from drumhead.ai.bots.turn_search import RolloutPolicy
from drumhead.ai.measure.duel import sides_of
from drumhead.ai.search.evaluator import unbiased_evaluation
from drumhead.ai.search.puct_tree import Tree
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text, joined
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, State

LOOKS: Final[dict[str, int]] = {"tree": 40, "turns": 4, "tempers": 0}
"""How far each position is looked into, by the way to look ahead that suits a game.

With fewer looks where turns are short, chances fall whenever somebody decides, however well; where turns are long, a
few looks more change little.
"""
TURNS: Final = 5
"""How many turning points are named."""
TURN: Final = 0.05
"""How much the chance to win must change at a turning point."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The battle after a step: the first side's chance to win, and how much the step changed it."""

    number: int
    seat: int
    """Who decided, or CHANCE for a throw."""
    notation: str
    chance: float
    change: float


@dataclass(frozen=True, slots=True)
class Review:
    """A battle as its chances ran, for the side of the first seat."""

    first: float
    """The chance to win at the beginning."""
    moments: tuple[Moment, ...]

    @property
    def luck(self) -> float:
        """What the dice gave the first side: the sum of the changes at throws; the other side got the opposite."""
        return sum(moment.change for moment in self.moments if moment.seat == CHANCE)

    def luck_of(self, side: frozenset[int]) -> float:
        """What the dice gave to the side of these seats."""
        return self.luck if 0 in side else -self.luck

    @property
    def turning_points(self) -> list[Moment]:
        """The steps that changed the chances most, in the order they came."""
        sharp = [moment for moment in self.moments if abs(moment.change) >= TURN]
        sharpest = sorted(sharp, key=lambda moment: -abs(moment.change))[:TURNS]
        return sorted(sharpest, key=lambda moment: moment.number)

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "first": round(self.first, 4),
            "luck": round(self.luck, 4),
            "turning_points": [moment.number for moment in self.turning_points],
            "moments": [
                {
                    "number": moment.number,
                    "seat": moment.seat,
                    "notation": moment.notation,
                    "chance": round(moment.chance, 4),
                    "change": round(moment.change, 4),
                }
                for moment in self.moments
            ],
        }


def review(match: Match, *, looks: int | None = None, after: Callable[[], None] = lambda: None) -> Review:
    """Judges every step of a match, looking as far ahead as suits its game, or as told."""
    side = sides_of(match.game, 0)
    verdicts = []
    for before, then in steps(match):
        verdicts.append(verdict(before, then, side, looks))
        after()
    return reviewed(match, verdicts)


def steps(match: Match) -> list[tuple[State, State | None]]:
    """The positions of a match, each with the next; alone the last, and one in which the players ended it."""
    positions = [match.state_before(number) for number in range(len(match.steps))] + [match.state]
    found: list[tuple[State, State | None]] = [*itertools.pairwise(positions), (match.state, None)]
    if match.ending is not None:
        found[-2] = (found[-2][0], None)
    return found


def verdict(before: State, then: State | None, side: frozenset[int], looks: int | None = None) -> float:
    """What is found out about a step: before a decision the chance of the side to win, at a throw what it gave."""
    if before.player == CHANCE and then is not None:
        return luck_of(before, then)
    return chance_of(before, side, LOOKS[before.search()] if looks is None else looks)


def reviewed(match: Match, verdicts: Sequence[float]) -> Review:
    """A match by the verdicts on its steps, and on its last position.

    The chance before a throw is the one after it without what the throw gave. How a battle was ended by its players is
    certain.
    """
    chances = [verdicts[-1] if match.ending is None else (1 + match.ending.returns[0]) / 2]
    for step, found in zip(reversed(match.steps), reversed(verdicts[:-1]), strict=True):
        chances.append(min(1.0, max(0.0, chances[-1] - found)) if step.seat == CHANCE else found)
    chances.reverse()
    moments = [
        Moment(number, step.seat, step.notation, chances[number], chances[number] - chances[number - 1])
        for number, step in enumerate(match.steps, 1)
    ]
    return Review(chances[0], tuple(moments))


def side_names(game: Game) -> tuple[Text, Text]:
    """What the two sides are called: all seats of the first seat's side, and all others, or whom the rules play."""
    home = sides_of(game, 0)
    away = [seat for seat in range(game.seats) if seat not in home] or [game.seats]
    one, other = (joined([game.seat_name(seat) for seat in seats], " and ") for seats in (sorted(home), away))
    return one, other


def chance_of(state: State, side: frozenset[int], looks: int) -> float:
    """The chance of a side to win from a position, as far as it is looked into; what it is drawn to is no chance."""
    if state.player in (OVER, CHANCE):
        return sight(state)
    tree = Tree(state.clone(), 0, side, unbiased_evaluation)
    for _ in range(looks):
        tree.look()
    return (1 + tree.root.value) / 2


def sight(state: State) -> float:
    """The chance of the first seat to win at first sight: only what is half done is looked through."""
    return (1 + RolloutPolicy(0, math.inf, unbiased_evaluation).sight(state, 0)) / 2


def luck_of(before: State, then: State) -> float:
    """What a throw gave: how it stands after it, less the mean of all that could have fallen, so nothing on average.

    At first sight, since throws may follow one another, and all that can come of them together is far too much. A
    throw only made again, as at a tie, counts nothing.
    """
    packed = before.pack()
    if then.pack() == packed:
        return 0.0
    whole = mean = 0.0
    for outcome, odds in before.chances():
        fallen = before.clone()
        fallen.apply(outcome)
        if fallen.pack() != packed:
            whole += odds
            mean += odds * sight(fallen)
    return sight(then) - mean / whole
