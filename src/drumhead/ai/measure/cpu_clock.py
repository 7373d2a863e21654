"""Processor time of an opponent's decisions; time in worker processes is not counted."""

import time

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class CpuClock:
    """Processor seconds and number of decisions."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def add(self, seconds: float) -> None:
        """Counts a decision."""
        self.seconds += seconds
        self.decisions += 1

    @property
    def mean(self) -> float:
        """Seconds per decision."""
        return self.seconds / max(1, self.decisions)


class TimedBot(Bot):
    """Wraps an opponent and counts its time."""

    def __init__(self, bot: Bot, clock: CpuClock) -> None:
        super().__init__(0)
        self.bot = bot
        self.clock = clock

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the pick of the wrapped opponent."""
        begin = time.process_time()
        action = self.bot.pick(seen, seat, side)
        self.clock.add(time.process_time() - begin)
        return action
