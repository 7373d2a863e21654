"""How much processor time an opponent takes; what processes of its own take is not counted."""

import time

from drumhead.ai.bots.bot import Bot
from drumhead.core.state import State


class CpuClock:
    """Processor time, by decisions."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def add(self, seconds: float) -> None:
        """Counts a decision."""
        self.seconds += seconds
        self.decisions += 1

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(1, self.decisions)


class TimedBot(Bot):
    """An opponent whose time is counted."""

    def __init__(self, bot: Bot, clock: CpuClock) -> None:
        super().__init__(0)
        self.bot = bot
        self.clock = clock

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what it picks."""
        begin = time.process_time()
        action = self.bot.pick(seen, seat, side)
        self.clock.add(time.process_time() - begin)
        return action
