"""Results of long computations, kept in memory as bytes: reviews and films of finished battles."""

from collections import OrderedDict
from typing import Final

MAX_BYTES: Final = 16_000_000
"""How many bytes are kept; beyond that, what was not used for longest is dropped."""


class ResultCache:
    """Implements `session.ports.Results`. It is empty after a restart, and each server process has its own."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.bytes = 0
        """How many bytes are kept."""
        self._max_bytes = max_bytes
        self._results: OrderedDict[str, bytes] = OrderedDict()
        """The most recently used is last."""

    def get(self, key: str) -> bytes | None:
        """What was stored under a key, if it is still there."""
        found = self._results.get(key)
        if found is not None:
            self._results.move_to_end(key)
        return found

    def put(self, key: str, result: bytes) -> None:
        """Stores a result and drops the oldest ones that there is no room for."""
        self.bytes += len(result) - len(self._results.pop(key, b""))
        self._results[key] = result
        while self.bytes > self._max_bytes:
            self.bytes -= len(self._results.popitem(last=False)[1])
