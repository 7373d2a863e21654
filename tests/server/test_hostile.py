"""Covers drumhead.server as a whole against hostile input: see tests/server/hostile.py."""

import pytest

from tests.server.hostile import Stranger, stranger, visit

MOST = 0.05
"""For so many seconds one request may hold the loop up."""


@pytest.mark.usefixtures("_at_leisure")
def test_nothing_that_is_sent_breaks_the_server_or_holds_it_up() -> None:
    with stranger() as guest:
        visit(guest, every=12)
    _tell(guest)
    assert guest.sent > 2000
    assert guest.strange == []
    assert guest.worst[0][0] <= MOST, guest.worst


def _tell(guest: Stranger) -> None:
    """Prints the figure: `pytest -s` shows it."""
    seconds, what = guest.worst[0]
    print(f"{guest.sent} sent; the loop was held up for {seconds * 1000:.1f} ms at worst, by {what}")  # noqa: T201
