"""Two people far from each other, each with a browser of their own."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.server.test_serving import serving
from tests.web.house import Visit, Visits


def invite(visits: Visits, game: str) -> tuple[Visit, Visit]:
    """Begins a battle with someone far away; the other comes by the link that is copied for them."""
    here, there = visits.begin(), visits.begin()
    page = here.open()
    page.locator(f"article[data-game={game}] button[value=far]").click()
    page.wait_for_selector("#company:not([hidden])")
    expect(page.locator("#who .away")).to_be_visible()
    token = page.evaluate("Object.values(Object.values(JSON.parse(localStorage.getItem('invited')))[0])[0]")
    there.open(f"/table#{token}")
    expect(page.locator("#who .there")).to_be_visible()
    return here, there


def test_company_is_seen_and_heard_and_can_be_muted(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    there.page.locator("#words-to-say").fill("good <b>luck</b>")
    there.page.keyboard.press("Enter")
    expect(here.page.locator("#talk li")).to_contain_text("good <b>luck</b>")
    here.page.locator("#who button", has_text="Mute").click()
    expect(here.page.locator("#talk li")).to_have_count(0)
    here.page.locator("#who button", has_text="Hear again").click()
    expect(here.page.locator("#talk li")).to_have_count(1)
    there.page.goto("about:blank")
    expect(here.page.locator("#who .away")).to_be_visible()


def test_a_clock_is_proposed_and_agreed_on(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    here.page.locator("#proposed button", has_text="Propose a clock").click()
    there.page.locator("#proposed button", has_text="Agree").click()
    for visit in (here, there):
        expect(visit.page.locator("#clock .runs")).to_contain_text("14:5")
    here.page.locator("#proposed button", has_text="Propose a pause").click()
    there.page.locator("#proposed button", has_text="Agree").click()
    here.page.locator("#proposed button", has_text="Go on").click()
    expect(there.page.locator("#clock .runs")).to_be_visible()


def test_a_seat_is_handed_to_the_computer_and_taken_back(visit: Visit) -> None:
    page = visit.play("travel-battle")
    page.locator("#more summary").click()
    page.locator("#hand-over").click()
    expect(page.locator("#sides small").first).to_have_text("sergeant")
    page.locator("#more summary").click()
    page.locator("#hand-over").click()
    expect(page.locator("#sides small").first).to_have_text("you")


def test_my_battles_go_to_another_device_by_a_code(visits: Visits) -> None:
    here, there = visits.begin(), visits.begin()
    here.play("travel-battle")
    page = here.open()
    page.locator("#move").click()
    code = page.locator("#moved strong").inner_text()
    other = there.open()
    other.locator("#code").fill(code)
    other.locator("#fetch button").click()
    expect(other.locator("#battles li")).to_have_count(1)
    other.locator("#battles a").click()
    other.wait_for_selector("svg.dh")


@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle"])
def test_two_browsers_play_a_battle_and_the_server_is_killed_in_the_middle(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    rng = Random(1)
    with serving(tmp_path) as (program, address):
        port = address.rstrip("/").rpartition(":")[2]
        visits = Visits(browser, address.rstrip("/"))
        players = invite(visits, game)
        play(players, rng, steps=15)
        program.kill()
        program.wait()
    with serving(tmp_path, "--port", port):
        for visit in players:
            visit.page.wait_for_selector("body:not(.cut)")
        play(players, rng, steps=15)
        for visit in players:
            visit.faults.clear()  # a line that is cut is told in the console
        acting = next(visit for visit in players if visit.page.locator("body.deciding").count())
        acting.page.locator("#more summary").click()
        acting.page.locator("#concede").click()
        acting.page.locator("#ask button[value=yes]").click()
        for visit in players:
            expect(visit.page.locator("#after h2")).to_be_visible()
        visits.close()


def play(players: tuple[Visit, Visit], rng: Random, *, steps: int) -> None:
    """Lets whoever is to decide choose from the list, so many times."""
    for _ in range(steps):
        for _ in range(400):
            acting = [visit for visit in players if visit.page.locator(".choice, #commit:visible").count()]
            if acting:
                break
            players[0].page.wait_for_timeout(25)
        page = acting[0].page
        chosen = page.locator("#commit:visible") if page.locator("#commit:visible").count() else page.locator(".choice")
        chosen.nth(rng.randrange(chosen.count())).click()
        page.wait_for_timeout(150)
