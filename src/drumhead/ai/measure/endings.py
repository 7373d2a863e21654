"""Small endings solved exactly, and how near to perfect an opponent plays them."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import sides_of
from drumhead.ai.search.solver import Solver, TooLargeError
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.playout import wander
from drumhead.core.state import CHANCE, OVER

MOST: Final = 6000
"""How many positions are gone through to solve an ending; a larger one is left, and another drawn."""
STRAY: Final = 6
"""How many decisions are played at random before the one that is asked for, at most."""
NEAR: Final = 0.02
"""How much of the chance to win a good action may give away; where all give away less there is nothing to decide."""


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
        wander(state, rng, rng.randint(0, STRAY))
        while state.player == CHANCE:
            state.apply(state.sample(rng))
        seat = state.player
        actions = state.legal() if seat != OVER else []
        if len(actions) < 2:
            continue
        solver = Solver(seat, sides_of(game, seat), MOST)
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
