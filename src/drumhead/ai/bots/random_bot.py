"""An opponent that plays uniformly random legal actions."""

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class RandomBot(Bot):
    """Picks every legal action with equal probability."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns a random legal action."""
        actions = seen.legal()
        return actions[int(self.rng.random() * len(actions))]
