"""Covers drumhead.server.session.steady_clock: setting the system's clock costs nobody a battle."""

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from drumhead.server import housekeeping
from drumhead.server.session import steady_clock
from tests.kit.server import server
from tests.server.test_offers_and_clock import table, until_turn_passes


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Sets the system's clock forward by some seconds, or back."""
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + seconds)


@pytest.mark.parametrize("seconds", [7_200, -86_400])
def test_a_clock_that_jumps_decides_no_battle(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    with table(client, patience=3_600) as (first, second):
        for seat in (first, second):
            seat.say("offer", what="clock 900+0")
        while first.view["clock"] is None:
            first.hear()
        second.hear_until(proposals=[])
        set_clock(monkeypatch, seconds)
        assert second.answer("claim")["words"] == "your opponent still has time left"
        until_turn_passes(first, second)
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
