"""An opponent that a game's own rules describe, such as the Automa of Aces & Armor."""

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class RulesBot(Bot):
    """Plays what `State.advise` returns, in any seat."""

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self.name = name

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the advice of the game; raises SetupError in a game that has no opponent of this name."""
        return seen.advise(self.name, self.rng)
