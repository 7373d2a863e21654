"""The time that battles go by: Unix time that never jumps while the server runs.

Clocks, claims and codes compare times. When the system's clock is set, nobody may lose a battle over it, so only its
value at the start of the process counts; from then on time is measured.
"""

import time
from typing import Final


def _elapsed() -> float:
    """Seconds since some moment, with those that the machine slept where the system tells them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


_START: Final = time.time() - _elapsed()


def now() -> float:
    """The Unix time."""
    return _START + _elapsed()


def offset() -> float:
    """How many seconds the system's clock has been set forward since the start; negative for back."""
    return time.time() - now()
