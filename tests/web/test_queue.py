"""What the battle page tells beside the battle: how many computations come before, and that rules have changed."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from drumhead.core.registry import game_type
from drumhead.server.cluster import job_queue, workers
from tests.kit.browser import ServerThread, Visits, running_server


@contextmanager
def held_up(server: ServerThread) -> Iterator[None]:
    """Lets no computation end before the block does."""
    go_on = threading.Event()
    server.executor.submit(go_on.wait)
    try:
        yield
    finally:
        go_on.set()


def test_who_waits_sees_the_queue_until_the_turn_has_come(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "REPORT_SECONDS", 0.01)
    monkeypatch.setattr(workers, "REPORT_SECONDS", 0.01)
    with running_server(tmp_path) as server:
        visits = Visits(browser, server.address)
        first, second = visits.begin(), visits.begin()
        pages = [visit.play("travel-battle", "device") for visit in (first, second)]
        for page in pages:
            page.wait_for_selector("#hint:not([aria-disabled=true])")
        page, line = pages[1], pages[1].locator("#queue")
        with held_up(server):
            pages[0].locator("#hint").click()
            page.wait_for_timeout(200)  # that one comes first
            page.locator("#hint").click()
            expect(line).to_have_text("The server is busy. One computation comes before your hint.")
        expect(line).to_be_hidden()
        expect(page.locator("#toast .hints")).to_be_visible()
        second.give_up()
        with held_up(server):
            pages[0].locator("#hint").click()
            page.wait_for_timeout(200)
            page.get_by_role("button", name="Save as a film").click()
            film = page.locator("#postgame .film")
            expect(film).to_have_text("The server is busy. One computation comes before the film.")
            page.get_by_role("button", name="How the chances changed").click()
            expect(line).to_have_text("The server is busy. 2 computations come before the review.")
        expect(line).to_be_hidden()
        expect(film).to_contain_text("Saved: one file of")
        visits.close()


def test_the_review_page_shows_the_queue(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "REPORT_SECONDS", 0.01)
    monkeypatch.setattr(workers, "REPORT_SECONDS", 0.01)
    with running_server(tmp_path) as server:
        visits = Visits(browser, server.address)
        first, second = visits.begin(), visits.begin()
        other = first.play("travel-battle", "device")
        page = second.play("travel-battle", "device")
        second.give_up()
        with held_up(server):
            other.locator("#hint").click()
            other.wait_for_timeout(200)
            page.get_by_role("link", name="Review the battle").click()
            words = "The server is busy. One computation comes before the review."
            expect(page.locator("#progress")).to_have_text(words)
        expect(page.locator("#graph svg").first).to_be_visible()
        visits.close()


def test_players_see_that_the_rules_have_changed(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_server(tmp_path) as server:
        visits = Visits(browser, server.address)
        page = visits.begin().play("travel-battle")
        expect(page.locator("#notice")).to_be_hidden()
        address = page.url
        page.goto("about:blank")
        registry = server.app.state.service.registry
        while registry.sessions:
            page.wait_for_timeout(20)
        monkeypatch.setattr(game_type("travel-battle"), "rules", "99")
        page.goto(address)
        expect(page.locator("#notice")).to_contain_text("It goes on from this position under the new rules.")
        visits.close()
