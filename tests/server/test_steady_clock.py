"""Covers drumhead.server.session.steady_clock: setting the system's clock costs nobody a battle."""

import time
from pathlib import Path
from typing import Final

import pytest
from starlette.testclient import TestClient

from drumhead.server import housekeeping
from drumhead.server.session import steady_clock
from tests.kit.server import server
from tests.server.test_offers_and_clock import play, table

TRUE_TIME: Final = time.time


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Sets the system's clock to a time that is some seconds ahead of the true one, or behind."""
    monkeypatch.setattr(time, "time", lambda: TRUE_TIME() + seconds)


@pytest.mark.parametrize("jumps", [[7_200], [-86_400, 0]], ids=["forward", "back and forth"])
def test_a_clock_that_jumps_decides_no_battle(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, jumps: list[int]
) -> None:
    with table(client, patience=1) as (first, second):
        for seat in (first, second):
            seat.say("offer", what="clock 900+0")
        while first.view["clock"] is None:
            first.hear()
        second.hear_until(proposals=[])
        for seconds in jumps:
            set_clock(monkeypatch, seconds)
            acting, waiting = (first, second) if first.view["actions"] else (second, first)
            assert waiting.answer("claim")["words"] == "your opponent still has time left"
            play(acting, waiting)
        assert second.view["clock"]["left"] == pytest.approx([900, 900], abs=20)


def test_a_clock_that_jumps_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(housekeeping, "POLL_SECONDS", 0.02)
    with server(tmp_path):
        set_clock(monkeypatch, 7_200)
        time.sleep(0.3)
    jumps = [record for record in caplog.records if "clock" in record.message]
    assert [round(record.seconds) for record in jumps] == [7_200]  # type: ignore[attr-defined]


def test_time_goes_on() -> None:
    first = steady_clock.now()
    time.sleep(0.05)
    assert 0.04 < steady_clock.now() - first < 5
    assert abs(steady_clock.offset()) < 5
