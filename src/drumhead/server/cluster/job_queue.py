"""The order in which a worker process computes: whoever has used it least goes first, people before studies.

Every computation has a rank, in seconds: what its visitor has lately used, and a handicap for what is less urgent than
a move that a person waits for. The handicap wears off while the computation waits, so that nothing waits for ever.
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drumhead.server.session.ports import Job, Priority

HANDICAP_SECONDS: Final = {
    Priority.MOVE: 0.0,
    Priority.HINT: 2.0,
    Priority.WATCHED: 15.0,
    Priority.UNATTENDED: 20.0,
    Priority.STUDY: 30.0,
}
"""By how many seconds of use a computation stands behind a move."""
HALF_LIFE_SECONDS: Final = 60.0
"""After how long half of what a visitor has used is forgotten."""
MAX_NAMES: Final = 10_000
"""How many visitors and battles are counted; beyond that, those that have used next to nothing are dropped."""
MIN_COUNTED_SECONDS: Final = 0.01
FULL_BUDGET_LOAD: Final = 2
"""With so many computations waiting, every one still gets its whole time."""
MIN_BUDGET_SHARE: Final = 0.1
"""The least share of its time that a computation gets, however many wait."""
REPORT_SECONDS: Final = 1.0
"""After how long somebody who waits is told how many come before, and how often that is told anew."""


class Usage:
    """The seconds that each visitor and each battle has lately used; old use counts less and less."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}
        """By name: seconds, and the monotonic time at which they were right."""

    def of(self, name: str, now: float) -> float:
        """The seconds that a name has used."""
        seconds, then = self._used.get(name, (0.0, now))
        return seconds * math.exp2((then - now) / HALF_LIFE_SECONDS)

    def add(self, name: str, seconds: float, now: float) -> None:
        """Adds to what a name has used."""
        self._used[name] = (self.of(name, now) + seconds, now)
        if len(self._used) > MAX_NAMES:
            self._used = {one: used for one, used in self._used.items() if self.of(one, now) > MIN_COUNTED_SECONDS}


@dataclass(eq=False, slots=True)
class _Waiting:
    """A computation that waits, since when, and how many before it were last reported."""

    job: Job
    since: float
    granted: asyncio.Future[None]
    reported: int = 0


class JobQueue:
    """Lets one computation at a time into a process, and decides which is next."""

    def __init__(self, usage: Usage, record_wait: Callable[[float], None]) -> None:
        self._usage = usage
        self._record_wait = record_wait
        self._waiting: list[_Waiting] = []
        self._is_busy = False

    @property
    def length(self) -> int:
        """The number of computations that run or wait."""
        return len(self._waiting) + self._is_busy

    async def enter(self, job: Job) -> float:
        """Waits for the turn of a job; returns the share of its time that it may use. `leave` ends the turn."""
        now = time.monotonic()
        if self._is_busy:
            entry = _Waiting(job, now, asyncio.get_running_loop().create_future())
            self._waiting.append(entry)
            try:
                await entry.granted
            except asyncio.CancelledError:
                job.report(0)
                if entry in self._waiting:
                    self._waiting.remove(entry)
                else:
                    self.leave(job, 0.0)  # its turn had come at the same moment
                raise
        self._is_busy = True
        self._record_wait(time.monotonic() - now)
        job.report(0)
        return self._budget_share(job)

    def leave(self, job: Job, seconds: float) -> None:
        """Ends the turn of a job that took some seconds, and lets the next one in."""
        now = time.monotonic()
        if seconds:
            self._usage.add(f"visitor {job.visitor}", seconds, now)
            self._usage.add(f"battle {job.battle}", seconds, now)
        self._is_busy = bool(self._waiting)  # stays taken until the next one has gone on
        if self._waiting:
            following = min(self._waiting, key=lambda entry: self._rank(entry, now))
            self._waiting.remove(following)
            following.granted.set_result(None)

    def report(self) -> None:
        """Tells those who have waited for a while how many come before them."""
        now = time.monotonic()
        for ahead, entry in enumerate(sorted(self._waiting, key=lambda entry: self._rank(entry, now)), 1):
            if now - entry.since >= REPORT_SECONDS and ahead != entry.reported:
                entry.reported = ahead
                entry.job.report(ahead)

    def _rank(self, entry: _Waiting, now: float) -> tuple[float, float, float]:
        """The computation with the lowest rank is next: by visitor and urgency, then by battle, then by age."""
        job = entry.job
        handicap = max(0.0, HANDICAP_SECONDS[job.priority] - (now - entry.since))
        used = self._usage.of(f"visitor {job.visitor}", now)
        return used + handicap, self._usage.of(f"battle {job.battle}", now), entry.since

    def _budget_share(self, job: Job) -> float:
        """The share of its time that a job may use: less where many people wait, or many computations of its visitor.

        A visitor with many computations counts once for the others, and in full for these.
        """
        urgent = [entry.job.visitor for entry in self._waiting if entry.job.priority <= job.priority]
        load = len(set(urgent) - {job.visitor}) + urgent.count(job.visitor)
        return max(MIN_BUDGET_SHARE, min(1.0, FULL_BUDGET_LOAD / load)) if load else 1.0
