"""Review of a played battle: the chance to win after every step, its turning points, and the luck of the dice."""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from drumhead.ai.bots.levels import SEARCHES
from drumhead.ai.bots.turn_search import RolloutPolicy
from drumhead.ai.search.evaluator import unbiased_evaluation
from drumhead.ai.search.puct_tree import PuctTree
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text, joined
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, State

MAX_TURNING_POINTS: Final = 5
MIN_TURNING_POINT_CHANGE: Final = 0.05
"""How much the chance to win must change at a turning point."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of the battle: the first side's chance to win after it, and how much the step changed that."""

    number: int
    seat: int
    """Who decided, or CHANCE for a throw."""
    notation: str
    chance: float
    change: float


@dataclass(frozen=True, slots=True)
class Review:
    """The chances of a battle, for the side of the first seat."""

    first: float
    """The chance to win at the beginning."""
    moments: tuple[Moment, ...]

    @property
    def luck(self) -> float:
        """The sum of the changes at throws for the first side; the other side has the opposite."""
        return sum(moment.change for moment in self.moments if moment.seat == CHANCE)

    def luck_of(self, side: frozenset[int]) -> float:
        """The luck of the side of these seats."""
        return self.luck if 0 in side else -self.luck

    @property
    def turning_points(self) -> list[Moment]:
        """The steps that changed the chances most, in the order of play."""
        sharp = [moment for moment in self.moments if abs(moment.change) >= MIN_TURNING_POINT_CHANGE]
        sharpest = sorted(sharp, key=lambda moment: -abs(moment.change))[:MAX_TURNING_POINTS]
        return sorted(sharpest, key=lambda moment: moment.number)

    def as_data(self) -> dict[str, Any]:
        """The review as JSON-compatible data."""
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
    """Reviews every step of a match.

    `looks` is the number of tree simulations per position; None is what suits the game. `after` is called after each.
    """
    side = match.game.side_of(0)
    verdicts = []
    for before, then in steps(match):
        verdicts.append(verdict(before, then, side, looks))
        after()
    return reviewed(match, verdicts)


def steps(match: Match) -> list[tuple[State, State | None]]:
    """The positions of a match with their successors; None after the last, and where the players ended the battle."""
    positions = [match.state_before(number) for number in range(len(match.steps))] + [match.state]
    found: list[tuple[State, State | None]] = [*itertools.pairwise(positions), (match.state, None)]
    if match.ending is not None:
        found[-2] = (found[-2][0], None)
    return found


def verdict(before: State, then: State | None, side: frozenset[int], looks: int | None = None) -> float:
    """The chance of the side to win before a decision, or the luck of a throw."""
    if before.player == CHANCE and then is not None:
        return luck_of(before, then)
    return chance_of(before, side, SEARCHES[before.search()].review_simulations if looks is None else looks)


def reviewed(match: Match, verdicts: Sequence[float]) -> Review:
    """The review of a match by the verdicts on its steps and on its last position.

    The chance before a throw is the one after it less the luck of the throw. A decision that only draws a lot, such as
    turning a token over, changes nothing: all is the luck of the lot. Where the players ended the battle, the last
    chance is its result.
    """
    chances = [verdicts[-1] if match.ending is None else (1 + match.ending.returns[0]) / 2]
    for step, found in zip(reversed(match.steps), reversed(verdicts[:-1]), strict=True):
        chances.append(min(1.0, max(0.0, chances[-1] - found)) if step.seat == CHANCE else found)
    chances.reverse()
    for number in range(len(match.steps)):
        if only_draws(match, number):
            chances[number + 1] = chances[number]
    moments = [
        Moment(number, step.seat, step.notation, chances[number], chances[number] - chances[number - 1])
        for number, step in enumerate(match.steps, 1)
    ]
    return Review(chances[0], tuple(moments))


def only_draws(match: Match, number: int) -> bool:
    """Returns whether a decision, counted from 0, does nothing but draw a lot, which the next step is."""
    if match.steps[number].seat == CHANCE or number + 1 == len(match.steps):
        return False
    events = match.events_of(number)
    return match.game.is_draw(match.state_before(number + 1)) and all(event.kind == "dice" for event in events)


def side_names(game: Game) -> tuple[Text, Text]:
    """The names of the first seat's side and of the other, which may be an opponent that the rules play."""
    home = game.side_of(0)
    away = [seat for seat in range(game.seats) if seat not in home] or [game.seats]
    one, other = (joined([game.seat_name(seat) for seat in seats], " and ") for seats in (sorted(home), away))
    return one, other


def chance_of(state: State, side: frozenset[int], simulations: int) -> float:
    """The chance of the first seat's side to win, by a tree of some simulations; without the planning bias."""
    if state.player in (OVER, CHANCE):
        return quiescent_chance(state)
    tree = PuctTree(state.clone(), 0, side, unbiased_evaluation)
    for _ in range(simulations):
        tree.simulate()
    return (1 + tree.root.value) / 2


def quiescent_chance(state: State) -> float:
    """The chance of the first seat to win by evaluation, after throws and short replies that are due."""
    return (1 + RolloutPolicy(0, math.inf, unbiased_evaluation).quiescent_value(state, 0)) / 2


def luck_of(before: State, then: State) -> float:
    """The luck of a throw: the chance after it less the mean over all its outcomes, so 0 on average.

    Chances are quiescent ones: a search of throws that follow one another would take too long. A throw that is only
    repeated, as at a tie, has no luck.
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
            mean += odds * quiescent_chance(fallen)
    return quiescent_chance(then) - mean / whole
