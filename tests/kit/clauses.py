"""What tests of all games share."""

from collections.abc import Callable
from time import process_time

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Marks a test as the proof of these clauses."""
    return pytest.mark.clause(*ids)


def best_of_seven(work: Callable[[], object]) -> float:
    """The least processor time that a piece of work took."""
    times = []
    for _ in range(7):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def half_a_million_additions() -> None:
    """A yardstick for times: about what a picture may take."""
    total = 0
    for number in range(500_000):
        total += number
