"""Invitations in the browser: a seat is taken once, by one device, whose player sees others and shuts them out."""

from playwright.sync_api import expect

from tests.kit.browser import Visit, Visits
from tests.web.test_remote_players import invitation, open_panel


def invited(visits: Visits, game: str = "travel-battle") -> tuple[Visit, str]:
    """Begins a battle against a guest; returns whoever began it, and where the guest is invited to."""
    here = visits.begin()
    page = here.open()
    page.locator(f"article[data-game={game}] .ways-button").click()
    page.locator(f"article[data-game={game}] button[value=far]").click()
    expect(page.locator("#invitation")).to_be_visible()
    return here, invitation(here)


def storage(visit: Visit) -> str:
    """Everything that a browser has stored."""
    return str(visit.page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })"))


def test_a_guest_takes_the_seat_with_a_key_that_no_other_browser_has(visits: Visits) -> None:
    here, link = invited(visits)
    assert link.startswith("/join/travel-battle#")
    there, late = visits.begin(), visits.begin()
    page = there.open(link)
    expect(page.locator("h1")).to_have_text("You are invited to TravelBattle")
    expect(page.locator("#who")).to_have_text("You play Blue, against player Red.")
    expect(here.page.locator("#who")).to_contain_text("has not joined yet")
    page.locator("#name").fill("Berta")
    page.locator("#sit-down").click()
    page.wait_for_selector("svg.dh")
    expect(here.page.locator("#invitation")).to_have_count(0)
    expect(here.page.locator("#who .there")).to_have_text("Berta (Blue) is here")
    assert page.locator("#welcome").count() == 0
    key = page.url.partition("#")[2]
    assert len(key) == 24
    assert key not in storage(here) + here.page.url
    expect(late.open(link).locator("#error")).to_contain_text("this invitation has been used")
    expect(late.page.locator("#sit-down")).to_be_hidden()
    late.faults.clear()  # the browser notes the refusal
    there.open(link)
    there.page.wait_for_url(f"**/table#{key}")
    there.open()
    expect(there.page.locator("#battles a")).to_have_attribute("href", f"/table#{key}")


def test_a_second_device_is_shown_to_the_player_who_renews_the_link(visits: Visits) -> None:
    here, link = invited(visits)
    there, other = visits.begin(), visits.begin()
    there.open(link).locator("#sit-down").click()
    there.page.wait_for_selector("svg.dh")
    mine = here.page.url.partition("/table")[2]
    other.open(f"/table{mine}").wait_for_selector("svg.dh")
    page = here.page
    expect(page.locator("#other-device")).to_contain_text("Your seat is open on another device, too.")
    assert there.page.locator("#other-device").count() == 0
    open_panel(here)
    expect(page.locator("#devices")).to_contain_text("your seat has been open: 2.")
    page.locator("#renew").click()
    page.locator("#ask button[value=yes]").click()
    expect(other.page.locator("#prompt")).to_have_text("The player of this seat has replaced this link by another.")
    page.wait_for_url(lambda address: address.partition("/table")[2] != mine)
    page.wait_for_selector("svg.dh")
    expect(page.locator("#who .there")).to_be_visible()
    assert page.locator("#other-device").count() == 0
    open_panel(here)
    expect(page.locator("#devices")).to_contain_text("your seat has been open: 1.")
    here.open()
    expect(page.locator("#battles li")).to_have_count(1)
    other.faults.clear()  # the browser notes the refusal


def test_a_seat_link_that_an_earlier_version_gave_to_a_guest_works(visits: Visits) -> None:
    here, there = visits.begin(), visits.begin()
    page = here.play("travel-battle", "device")
    own, guest = page.url.partition("#")[2].partition("!")[0].split("~")
    watch = page.url.partition("!")[2]
    here.open()
    page.evaluate(
        "([own, guest]) => localStorage.setItem('invited', JSON.stringify({ [own]: { 1: guest } }))", [own, guest]
    )
    here.open(f"/table#{own}!{watch}")
    page.locator("#who button", has_text="Invite").wait_for(state="attached")
    there.open(f"/table#{guest}")
    there.page.locator("#sit-down").click()
    expect(page.locator("#who .there")).to_be_visible()
