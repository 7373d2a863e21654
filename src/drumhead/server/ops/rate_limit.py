"""Rate limits: token buckets by name, for addresses and seats."""

import time
from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MAX_BUCKETS: Final = 20_000
"""How many buckets are kept; beyond that, full ones are dropped."""


class RateLimited(DrumheadError):
    """Too many requests in a short time."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a bucket, and how many tokens a second it gains; `per_second` 0 means no limit."""

    burst: float
    per_second: float


SEAT_RATE: Final = Rate(60, 15)
"""Messages of a seat; a quick player needs a tenth of it."""
ADDRESS_RATE: Final = Rate(240, 4)
"""Requests and connections of an address; a club may share one."""


class RateLimiter:
    """One token bucket for every name."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, tuple[float, float]] = {}
        """By name: the tokens left, and the monotonic time of the last request."""

    def check(self, name: str) -> None:
        """Takes a token of a name's bucket; raises `RateLimited` if it is empty."""
        rate = self._rate
        if not rate.per_second:
            return
        now = time.monotonic()
        full, then = self._buckets.get(name, (rate.burst, now))
        full = min(rate.burst, full + (now - then) * rate.per_second)
        self._buckets[name] = (max(full - 1, 0.0), now)
        if len(self._buckets) > MAX_BUCKETS:
            self._drop_full(now)
        if full < 1:
            raise RateLimited(Text("too many requests; wait a moment"))

    def _drop_full(self, now: float) -> None:
        refilled = now - self._rate.burst / self._rate.per_second
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket[1] > refilled}
