"""An opponent that plays anything the rules allow."""

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class RandomBot(Bot):
    """Picks any legal action."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks any legal action, each as likely as another."""
        actions = seen.legal()
        return actions[int(self.rng.random() * len(actions))]
