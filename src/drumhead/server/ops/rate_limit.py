"""How often one may ask: so many times at once, and so many a second after that."""

import time
from dataclasses import dataclass
from typing import Final

from drumhead.core.errors import DrumheadError
from drumhead.core.i18n.text import Text

MAX_BUCKETS: Final = 20_000
"""How many seats and addresses are remembered; then those are forgotten that may do everything again."""


class TooFast(DrumheadError):
    """Somebody who asks too often."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second after that; nothing is limited at a rate of 0."""

    burst: float
    per_second: float


SEAT_RATE: Final = Rate(60, 15)
"""What a seat may say; a quick player needs a tenth of it."""
ADDRESS_RATE: Final = Rate(240, 4)
"""How often an address may come in; a club sits behind one."""


class RateLimiter:
    """Buckets that fill with time and are emptied by asking, one for every name."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, tuple[float, float]] = {}
        """By name: how full, and when that was."""

    def check(self, name: str) -> None:
        """Lets something be done once more, or refuses."""
        rate = self._rate
        if not rate.per_second:
            return
        now = time.monotonic()
        full, then = self._buckets.get(name, (rate.burst, now))
        full = min(rate.burst, full + (now - then) * rate.per_second)
        self._buckets[name] = (max(full - 1, 0.0), now)
        if len(self._buckets) > MAX_BUCKETS:
            self._forget(now)
        if full < 1:
            raise TooFast(Text("that is too fast; wait a moment"))

    def _forget(self, now: float) -> None:
        refilled = now - self._rate.burst / self._rate.per_second
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket[1] > refilled}
