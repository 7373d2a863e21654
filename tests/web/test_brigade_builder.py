"""Brigade builder of TravelBattle: by mouse, keyboard and touch, with legal and illegal splits."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import MAX_PAGE_BYTES, SIZES, serious

WINGS = "name: Wings | 2I 1H 1L | 2G 2I 2A | 2I 1H 1L"


def opened(visit: Visit, text: str = "") -> Page:
    page = visit.open(f"/build/travel-battle{'#force=' + quote(text) if text else ''}")
    page.wait_for_selector("body[data-ready]")
    return page


def words(page: Page, brigade: int) -> str:
    return page.locator(f"[data-unit='{brigade}'] h2 small").inner_text()


def test_units_are_dragged_from_brigade_to_brigade(visit: Visit) -> None:
    page = opened(visit, WINGS)
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    page.locator("[data-drag='1.0']").drag_to(page.locator("[data-unit='0']"))
    expect(page.locator("[data-unit='0'] h2 small")).to_contain_text("1 guard infantry")
    assert words(page, 1) == "1 guard infantry, 2 infantry, 2 artillery"
    page.locator("[data-drag='2.0']").drag_to(page.locator(".pool"))
    expect(page.locator("#verdict")).to_contain_text("an army has 6 infantry, not 5")
    expect(page.locator("#verdict .cite")).to_have_text("TB-1.1")
    expect(page.locator("#use")).to_be_hidden()
    expect(page.locator("#keep")).to_be_disabled()
    page.locator("#pool [data-drag]").drag_to(page.locator("[data-unit='1']"))
    expect(page.locator("#verdict")).to_have_text("This army may fight.")


def test_an_army_is_split_by_keyboard_alone(visit: Visit) -> None:
    page = opened(visit)
    for brigade in (1, 2, 3):
        page.locator("#pool [data-drag='-1.0']").focus()
        page.keyboard.press(str(brigade))
        expect(page.locator(f"[data-unit='{brigade - 1}'] [data-drag]")).to_have_count(1)
    expect(page.locator("#pool [data-drag]")).to_have_count(11)
    page.locator("[data-drag='2.0']").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#pool [data-drag]")).to_have_count(12)


def test_an_army_is_split_by_touch_on_a_phone(visits: Visits) -> None:
    visit = visits.begin(**PHONE)
    page = opened(visit, WINGS)
    page.locator("[data-drag='0.0']").tap()
    page.get_by_role("button", name="To brigade 3").tap()
    expect(page.locator("[data-unit='2'] [data-drag]")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_guns_ride_only_with_cavalry(visit: Visit) -> None:
    page = opened(visit, "1H 1L 1A | 2G 6I 1A | 1H 1L")
    page.locator("#horse").check()
    page.locator("[data-drag='0.2']").click()
    page.get_by_role("button", name="Make it horse artillery").click()
    expect(page.locator("[data-unit='0'] h2 small")).to_contain_text("1 horse artillery")
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    page.locator("[data-drag='0.2']").drag_to(page.locator("[data-unit='1']"))
    expect(page.locator("#verdict")).to_contain_text("horse artillery among units that are not cavalry")
    expect(page.locator("#verdict .cite")).to_have_text("TB-9.1")


def test_a_preset_is_taken_and_a_random_split_is_drawn(visit: Visit) -> None:
    page = opened(visit)
    page.locator("#others summary").click()
    page.locator("#ready").select_option("two-wings")
    expect(page.locator("#name")).to_have_value("Two wings")
    page.locator("#lot").select_option("")
    expect(page.locator("#name")).to_have_value("")
    expect(page.locator("#verdict")).to_have_text("This army may fight.")


@pytest.mark.parametrize(
    ("text", "reason", "clause"),
    [
        ("2I 1H | 2G 9X | 2I", "there are no X units", "TB-1.1"),
        ("2I | 2G | 2I | 2A", "an army has three brigades, not 4", "TB-1.2"),
        ("hello", "hello is not a brigade", "TB-1.2"),
    ],
)
def test_a_split_with_faults_is_told_and_mended(visit: Visit, text: str, reason: str, clause: str) -> None:
    page = opened(visit, text)
    expect(page.locator("#notice")).to_contain_text(reason)
    expect(page.locator("#notice .cite").first).to_have_text(clause)


def test_a_split_is_made_for_the_battle_and_brought_into_it(visit: Visit) -> None:
    page = visit.open("/setup/travel-battle")
    page.locator("#begin:enabled").wait_for()
    page.locator("[data-seat='1']").select_option("person")
    page.locator(".force .build").nth(0).click()
    page.wait_for_selector("body[data-ready]")
    assert page.locator("#curtain[open]").count() == 0
    page.locator("[data-drag='0.0']").drag_to(page.locator("[data-unit='1']"))
    expect(page.locator("[data-unit='0'] [data-drag]")).to_have_count(4)
    page.locator("#use").click()
    page.locator("#begin:enabled").wait_for()
    expect(page.locator("#preview [data-key^=R][aria-label*='of brigade 1']")).to_have_count(5)
    page.locator("#begin").click()
    visit.wait()
    visit.more("#tables")
    strengths = page.locator("#tables-dialog table").first.locator("td:last-child")
    expect(strengths).to_have_text(["4 of 4", "6 of 6", "4 of 4"])


def test_the_splitting_speaks_italian(visits: Visits) -> None:
    page = opened(visits.begin(locale="it-IT"), WINGS)
    expect(page.locator("h1")).to_have_text("Forma le Brigate")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_splitting_hinders_nobody(visits: Visits, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = opened(visit, "2I 1H 1L | 2G 2I 2A | 1I 1H 1L")
    page.locator("[data-drag='0.0']").click()
    assert serious(visit) == []
    assert visit.bytes < MAX_PAGE_BYTES
