"""An opponent that a game's own rules describe, in any seat."""

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class RulesBot(Bot):
    """Asks the position what an opponent of the game's own would decide."""

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        super().__init__(seed)
        self.name = name

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what the game advises; games that do not know the name refuse."""
        return seen.advise(self.name, self.rng)
