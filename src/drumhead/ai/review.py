"""Goes through a battle that was played: who stood how, when it turned, and what the dice gave."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from drumhead.ai.duel import sides_of
from drumhead.ai.judge import unmoved_judgement
from drumhead.ai.tree import Tree
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import CHANCE, OVER, State

LOOKS: Final = 4
"""How far each position is looked into."""
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


def review(match: Match, *, looks: int = LOOKS, after: Callable[[], None] = lambda: None) -> Review:
    """Judges every position of a match.

    A throw is judged before it falls by all it could have done, so that what it changes is luck and nothing else.
    """
    side = sides_of(match.game, 0)
    chances = []
    for state in positions(match):
        chances.append(chance_of(state, side, looks))
        after()
    return reviewed(match, chances)


def positions(match: Match) -> list[State]:
    """The positions of a match that are judged: the one before every step, and the last."""
    return [match.state_before(number) for number in range(len(match.steps))] + [match.state]


def reviewed(match: Match, chances: Sequence[float]) -> Review:
    """A match by the first side's chance in each of its positions; how it was ended by the players is certain."""
    if match.ending is not None:
        chances = [*chances[:-1], (1 + match.ending.returns[0]) / 2]
    moments = [
        Moment(number, step.seat, step.notation, chances[number], chances[number] - chances[number - 1])
        for number, step in enumerate(match.steps, 1)
    ]
    return Review(chances[0], tuple(moments))


def rival(game: Game) -> int:
    """The first seat of the other side than the first seat's."""
    return next(seat for seat in range(game.seats) if game.team_sign(0, seat) > 0)


def chance_of(state: State, side: frozenset[int], looks: int) -> float:
    """The chance of a side to win from a position, as far as it is looked into; what it is drawn to is no chance."""
    if state.player == OVER:
        return (1 + state.returns()[0]) / 2
    if state.player == CHANCE:
        return chance_before(state, side, looks)
    tree = Tree(state.clone(), 0, side, unmoved_judgement)
    for _ in range(looks):
        tree.look()
    return (1 + tree.root.value) / 2


def chance_before(state: State, side: frozenset[int], looks: int) -> float:
    """The chance of a side to win before a throw falls; one only made again, as at a tie, counts nothing."""
    packed = state.pack()
    whole = chance = 0.0
    for outcome, odds in state.chances():
        then = state.clone()
        then.apply(outcome)
        if then.pack() != packed:
            whole += odds
            chance += odds * chance_of(then, side, looks)
    return chance / whole
