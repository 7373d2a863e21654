"""Invitations in the browser: a seat is taken once, by one device, whose player sees others and shuts them out."""

from playwright.sync_api import expect

from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import serious
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


def test_a_guest_brings_a_secret_army_and_the_battle_begins(visits: Visits) -> None:
    here, there = visits.begin(), visits.begin(**PHONE)
    page = here.open("/setup/pocket-battles")
    page.locator("#begin:enabled").wait_for()
    page.locator("[data-seat='1']").select_option("guest")
    expect(page.locator(".force select").nth(1)).to_have_value("own")
    expect(page.locator(".force .build").nth(1)).to_be_hidden()
    page.locator(".force select").nth(0).select_option("ready:celts-80")
    expect(page.locator(".side-name").nth(1)).to_have_text("Side 2")
    page.locator("#begin:enabled").click()
    expect(page.locator("#prompt")).to_have_text("The battle begins once every side has chosen what it brings.")
    expect(page.locator("#invitation")).to_be_visible()
    link = invitation(here)
    page.locator("#invitation button", has_text="Close").click()
    expect(page.locator("#choices li")).to_contain_text(["Side 1 has chosen", "Side 2 has not chosen yet"])
    here.open()
    expect(page.locator("#battles .state")).to_contain_text("once every side has chosen")
    page.locator("#battles a").click()
    guest = there.open(link)
    expect(guest.locator("#brings")).to_have_text("What you bring")
    assert "Celts" not in " ".join(guest.locator("#join > :not(#forces)").all_inner_texts())
    assert serious(there) == []
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = guest.locator("#forces option[value^='ready:']").all_inner_texts()
    assert sizes
    assert all("80" in words for words in sizes)
    guest.locator("#forces .build").click()
    guest.wait_for_selector("body[data-ready]")
    guest.locator("#use").click()
    guest.wait_for_url("**/join/pocket-battles#*")
    expect(guest.locator("#forces select")).to_have_value("built")
    guest.locator("#forces select").select_option("ready:romans-80")
    guest.locator("#sit-down").click()
    for visit in (here, there):
        visit.page.wait_for_selector("svg.dh")
        expect(visit.page.locator(".flag.side-0")).to_contain_text("Celts")
        expect(visit.page.locator(".flag.side-1")).to_contain_text("Romans")
    expect(page.locator("#invitation")).to_have_count(0)
    assert "ROM" not in storage(here)


def test_an_army_that_does_not_fit_is_refused_on_the_page_of_the_invitation(visits: Visits) -> None:
    here, there = visits.begin(), visits.begin()
    page = here.open("/setup/pocket-battles")
    page.locator("#begin:enabled").wait_for()
    page.locator("[data-seat='1']").select_option("guest")
    page.locator("#begin:enabled").click()
    expect(page.locator("#invitation")).to_be_visible()
    there.open()
    there.page.evaluate(
        "localStorage.setItem('forces:pocket-battles', JSON.stringify([{ name: 'Big', text: 'celts-80' }]))"
    )
    guest = there.open(invitation(here))
    guest.locator("#forces select").select_option("kept:Big")
    guest.locator("#sit-down").click()
    expect(guest.locator("#error")).to_contain_text("more than its size of 50")
    guest.locator("#forces select").select_option(index=0)
    guest.locator("#sit-down").click()
    guest.wait_for_selector("svg.dh")
    there.faults.clear()  # the browser notes the refusal


def test_an_open_choice_of_both_armies_is_told_before_the_guest_sits_down(visits: Visits) -> None:
    _, link = invited(visits, "pocket-battles")
    guest = visits.begin().open(link)
    expect(guest.locator("#known")).to_contain_text("was chosen by whoever invites you")
    assert not guest.locator("#forces").is_visible()
