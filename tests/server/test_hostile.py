"""Covers drumhead.server as a whole against hostile input: see tests/server/hostile.py."""

import pytest

from tests.server.hostile import Attacker, attacker, visit

MAX_PAUSE_SECONDS = 0.05
"""The longest pause of the event loop that one request may cause."""


@pytest.mark.slow
@pytest.mark.usefixtures("_at_leisure")
def test_nothing_that_is_sent_breaks_the_server_or_holds_it_up() -> None:
    with attacker() as attack:
        visit(attack, every=12)
    _print_worst(attack)
    assert attack.sent > 2000
    assert attack.strange == []
    assert attack.worst[0][0] <= MAX_PAUSE_SECONDS, attack.worst


def _print_worst(attack: Attacker) -> None:
    """Prints the figure: `pytest -s` shows it."""
    seconds, what = attack.worst[0]
    print(f"{attack.sent} sent; the loop was held up for {seconds * 1000:.1f} ms at worst, by {what}")
