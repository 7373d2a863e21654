"""How well an opponent plays small endings that can be solved exactly."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.bots.levels import bot
from drumhead.ai.search.solver import Solver, TooLargeError
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.playout import play_randomly
from drumhead.core.state import CHANCE, OVER

MAX_POSITIONS: Final = 6000
"""Positions of an ending at most; for a larger one another is drawn."""
MAX_RANDOM_DECISIONS: Final = 6
"""Random decisions before the one that is asked for, at most."""
TOLERANCE: Final = 0.02
"""The chance to win that a good action may lose; an ending where no action loses more is not asked."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A solved ending: its position, the chance to win by action, and the action that an opponent picked."""

    position: str
    chances: dict[str, float]
    picked: str

    @property
    def loss(self) -> float:
        """The chance to win that the pick lost against the best action."""
        return max(self.chances.values()) - self.chances[self.picked]

    @property
    def is_good(self) -> bool:
        """Returns whether the pick lost no more than TOLERANCE."""
        return self.loss <= TOLERANCE

    def as_data(self) -> dict[str, Any]:
        """The ending as JSON-compatible data."""
        chances = {notation: round(chance, 4) for notation, chance in self.chances.items()}
        return {"position": self.position, "picked": self.picked, "loss": round(self.loss, 4), "chances": chances}


def play_ending(kind: type[Game], level: str, number: int, seed: int | str) -> Ending:
    """Draws an ending in which actions differ, solves it, and lets an opponent decide."""
    rng = Random(f"{seed}/{number}")
    while True:
        drawn = kind.ending(rng)
        if drawn is None:
            raise SetupError(Text("{game} has no small endings", game=kind.name))
        game, state = drawn
        play_randomly(state, rng, rng.randint(0, MAX_RANDOM_DECISIONS))
        while state.player == CHANCE:
            state.apply(state.sample(rng))
        seat = state.player
        actions = state.legal() if seat != OVER else []
        if len(actions) < 2:
            continue
        solver = Solver(seat, game.side_of(seat), MAX_POSITIONS)
        try:
            chances = [solver.after(state, action) for action in actions]
        except TooLargeError:
            continue
        if max(chances) - min(chances) > TOLERANCE:
            break
    picked = bot(level, f"{seed}/{number}").pick(state.observe(seat), seat, game.side_of(seat))
    notations = [game.action(state, action).notation for action in actions]
    return Ending(
        game.write_position(state),
        dict(zip(notations, chances, strict=True)),
        notations[actions.index(picked)],
    )
