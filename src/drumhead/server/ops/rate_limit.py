"""Rate limits: token buckets by name, for addresses and seats."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MAX_BUCKETS: Final = 20_000
"""How many buckets are kept; beyond that, those that were not used for longest are dropped."""


class RateLimited(DrumheadError):
    """Too many requests in a short time."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a bucket, and how many tokens a second it gains; `per_second` 0 means no limit."""

    burst: float
    per_second: float


SEAT_RATE: Final = Rate(60, 15)
"""Messages of a seat, or of the spectators of a battle at one address; a quick player needs a tenth of it."""
MESSAGE_RATE: Final = Rate(200, 40)
"""Messages of a visitor on all its websockets: each may cost some milliseconds of the event loop."""
ADDRESS_RATE: Final = Rate(240, 4)
"""Requests and connections of an address; a club may share one."""
PAGE_RATE: Final = Rate(2000, 50)
"""What an address may fetch: a static file costs 1, a page `PAGE_COST`. A first visit costs about 120."""
PAGE_COST: Final = 5
BEGIN_RATE: Final = Rate(60, 1 / 15)
"""Battles that an address may begin: each of them stays on the disk."""
DISK_RATE: Final = Rate(10_000_000, 2_000)
"""Bytes that an address may store: events, chat, battles, transfer codes. An action takes about 150."""


class RateLimiter:
    """One token bucket for every name."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By name: the tokens left, and the monotonic time of the last request; the last one used is last."""

    def check(self, name: str, cost: float = 1.0) -> None:
        """Takes tokens of a name's bucket; raises `RateLimited` if it has too few."""
        rate = self._rate
        if not rate.per_second:
            return
        now = time.monotonic()
        full, then = self._buckets.pop(name, (rate.burst, now))
        full = min(rate.burst, full + (now - then) * rate.per_second)
        is_enough = full >= cost
        self._buckets[name] = (full - cost if is_enough else full, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        if not is_enough:
            raise RateLimited(Text("too many requests; wait a moment"))
