"""Counters and durations in the text format of Prometheus."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

BUCKETS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""The upper bounds of the histogram, in seconds."""
COUNTERS: Final = {
    "battles_begun": "Battles begun.",
    "battles_expired": "Battles that were abandoned and deleted.",
    "battles_continued": "Battles that went on under other rules, because theirs are not known any more.",
    "changes": "Changes of battles that were stored.",
    "conversations": "Connections opened.",
    "messages": "Messages received.",
    "fetches": "Pages and files fetched.",
    "refusals": "Messages and requests refused.",
    "slow_requests": "Connections cut because a request did not come whole in time.",
    "slow_readers": "Connections cut because the client did not read.",
    "connections_refused": "Connections cut because their visitor, or all together, had too many.",
    "database_failures": "Failed calls to the database.",
    "nonces_substituted": "Streams of dice in which a nonce did not come in time.",
    "hooks_called": "Webhooks called.",
    "hooks_failed": "Webhooks that failed.",
}


class Metrics:
    """The metrics of one process, since it started."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}

    def count(self, name: str) -> None:
        """Adds one to a counter."""
        self._counts[name] += 1

    def counted(self, name: str) -> int:
        """The value of a counter."""
        return self._counts[name]

    @property
    def events(self) -> int:
        """The sum of all counters: nothing happens while it stays the same."""
        return self._counts.total()

    def record_duration(self, name: str, seconds: float) -> None:
        """Adds a duration to a histogram."""
        row = self._buckets.setdefault(name, [0] * (len(BUCKETS) + 1))
        row[sum(seconds > bound for bound in BUCKETS)] += 1
        self._seconds[name] = self._seconds.get(name, 0.0) + seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics, and gauges with their current values, in the format of Prometheus."""
        lines: list[str] = []
        for name, words in COUNTERS.items():
            lines += [f"# HELP drumhead_{name}_total {words}", f"# TYPE drumhead_{name}_total counter"]
            lines.append(f"drumhead_{name}_total {self._counts[name]}")
        for name, value in gauges.items():
            lines += [f"# TYPE drumhead_{name} gauge", f"drumhead_{name} {value:g}"]
        for name, row in self._buckets.items():
            lines += self._histogram(f"drumhead_{name}_seconds", row, self._seconds[name])
        return "\n".join(lines) + "\n"

    @staticmethod
    def _histogram(name: str, row: list[int], seconds: float) -> list[str]:
        bounds = [*(f"{bound:g}" for bound in BUCKETS), "+Inf"]
        lines = [f"# TYPE {name} histogram"]
        lines += [f'{name}_bucket{{le="{bound}"}} {sum(row[: index + 1])}' for index, bound in enumerate(bounds)]
        return [*lines, f"{name}_sum {seconds:.6f}", f"{name}_count {sum(row)}"]
