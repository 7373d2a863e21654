"""Small endings solved exactly, and how near to perfect an opponent plays them."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.duel import sides_of
from drumhead.ai.levels import bot
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.text import Text

MOST: Final = 6000
"""How many positions are gone through to solve an ending; a larger one is left, and another drawn."""
NEAR: Final = 0.02
"""How much of the chance to win a good action may give away; where all give away less there is nothing to decide."""


class TooLargeError(Exception):
    """Says that an ending has too many positions, or no end."""


class Solver:
    """Knows what perfect play of both sides comes to, seen from one seat."""

    def __init__(self, seat: int, side: frozenset[int], most: int = MOST) -> None:
        self.seat = seat
        self.side = side
        self.most = most
        self.known: dict[bytes, float | None] = {}

    def chance(self, state: State) -> float:
        """The chance to win: the best or worst of all actions, or the expectation of a throw."""
        if state.player == OVER:
            return (1 + state.returns()[self.seat]) / 2
        packed = state.pack()
        if packed not in self.known:
            if len(self.known) >= self.most:
                raise TooLargeError
            self.known[packed] = None
            self.known[packed] = self._solved(state)
        found = self.known[packed]
        if found is None:
            raise TooLargeError
        return found

    def _solved(self, state: State) -> float:
        if state.player == CHANCE:
            return sum([odds * self.after(state, outcome) for outcome, odds in state.chances()])
        chances = [self.after(state, action) for action in state.legal()]
        return max(chances) if state.player in self.side else min(chances)

    def after(self, state: State, action: int) -> float:
        """The chance to win after an action or a throw."""
        then = state.clone()
        then.apply(action)
        return self.chance(then)


@dataclass(frozen=True, slots=True)
class Ending:
    """A solved ending: its position, the chance to win with each action, and which one an opponent picked."""

    position: str
    chances: dict[str, float]
    picked: str

    @property
    def loss(self) -> float:
        """How much of the chance to win was given away."""
        return max(self.chances.values()) - self.chances[self.picked]

    @property
    def is_near(self) -> bool:
        """Says whether the action is as good as the best, or nearly."""
        return self.loss <= NEAR

    def as_data(self) -> dict[str, Any]:
        """The ending as plain data."""
        chances = {notation: round(chance, 4) for notation, chance in self.chances.items()}
        return {"position": self.position, "picked": self.picked, "loss": round(self.loss, 4), "chances": chances}


def play_ending(kind: type[Game], level: str, number: int, seed: int | str) -> Ending:
    """Draws an ending in which it matters what is done, solves it, and lets an opponent decide."""
    rng = Random(f"{seed}/{number}")
    while True:
        drawn = kind.ending(rng)
        if drawn is None:
            raise SetupError(Text("{game} has no small endings", game=kind.name))
        game, state = drawn
        seat = state.player
        solver = Solver(seat, sides_of(game, seat))
        actions = state.legal()
        try:
            chances = [solver.after(state, action) for action in actions]
        except TooLargeError:
            continue
        if max(chances) - min(chances) > NEAR:
            break
    picked = bot(level, f"{seed}/{number}").pick(state.observe(seat), seat, sides_of(game, seat))
    notations = [game.action(state, action).notation for action in actions]
    return Ending(
        game.write_position(state),
        dict(zip(notations, chances, strict=True)),
        notations[actions.index(picked)],
    )
