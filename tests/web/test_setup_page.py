"""Set-up page: who fights, with which forces, under which options."""

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import MAX_PAGE_BYTES, SIZES, serious

LINE = "name: Green Tide | size: 50 | ORC06 | ORC05 ORC29"


def set_up(visit: Visit, game: str) -> Page:
    page = visit.open(f"/setup/{game}")
    page.locator("#begin:enabled").wait_for()
    return page


def choose(page: Page, option: str, words: str) -> None:
    """Chooses by clicking on what is written."""
    page.locator(f"[data-option={option}] .chip", has=page.get_by_text(words, exact=True)).click()


def begin(page: Page) -> None:
    page.locator("#begin").click()
    page.wait_for_selector("svg.dh, #curtain[open]")


def keep(page: Page, game: str, name: str, text: str) -> None:
    """Keeps a force in the browser, as the builder does."""
    page.evaluate(
        "([key, force]) => localStorage.setItem(key, JSON.stringify([force]))",
        [f"forces:{game}", {"name": name, "text": text}],
    )


def test_a_battle_begins_with_what_was_chosen(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    page.locator("[data-seat='0']").select_option("recruit")
    page.locator("[data-seat='1']").select_option("person")
    page.locator(".force select").nth(0).select_option("ready:celts-80")
    expect(page.locator("#problem")).to_contain_text("agree on a size")
    expect(page.locator("#problem .cite")).to_have_text("PB-1.2")
    expect(page.locator("#begin")).to_be_disabled()
    page.locator(".force select").nth(1).select_option("ready:romans-80")
    expect(page.locator("#begin")).to_be_enabled()
    begin(page)
    expect(page.locator(".flag.side-0")).to_contain_text("Celts")
    expect(page.locator(".flag.side-0")).to_contain_text("recruit")
    expect(page.locator(".flag.side-1")).to_contain_text("you")


def test_kept_and_random_armies_are_brought_from_the_list(visit: Visit) -> None:
    page = visit.open()
    keep(page, "pocket-battles", "Green Tide", LINE)
    page.locator(".ways-button").first.click()
    page.get_by_role("link", name="Set up a battle").first.click()
    page.locator("#begin:enabled").wait_for()
    visit.open("/setup/pocket-battles")
    page.locator(".force select").nth(1).select_option("kept:Green Tide")
    expect(page.locator(".side-name").nth(1)).to_have_text("Side 2: Orcs B")
    page.locator(".force select").nth(0).select_option("lot:elves")
    expect(page.locator(".side-name").nth(0)).to_have_text("Side 1: Elves")
    assert "ELV" not in page.locator("main").inner_text()
    begin(page)
    expect(page.locator(".flag.side-0")).to_contain_text("Elves")


def test_an_army_is_built_for_the_battle_and_brought_into_it(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    page.locator(".force .build").nth(0).click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("h1")).to_have_text("Build an army · Orcs")
    page.locator("#units [data-tile=ORC29]").click()
    page.get_by_role("button", name="Put on top").click()
    expect(page.locator("#units [data-tile=ORC05]")).to_be_visible()
    page.locator("#use").click()
    page.locator("#begin:enabled").wait_for()
    expect(page.locator(".force select").nth(0)).to_have_value("built")
    begin(page)
    visit.wait()
    expect(page.locator("[data-key='O3/ORC29']")).to_have_count(1)


def test_what_was_agreed_holds_in_the_builder(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    page.locator("[name=size]").fill("60")
    page.locator("[name=size]").blur()
    page.wait_for_timeout(300)
    page.locator(".force .build").nth(1).click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#size")).to_have_value("60")
    expect(page.locator("#size")).to_be_disabled()
    expect(page.locator("#mixed")).to_be_disabled()
    expect(page.locator("#points")).to_have_text("50 of 60 points")
    page.go_back()
    page.locator("#begin:enabled").wait_for()
    expect(page.locator("[name=size]")).to_have_value("60")


def test_two_on_one_device_build_in_secret_behind_a_curtain(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    page.locator("[data-seat='1']").select_option("person")
    for side, word in ((0, "Orcs"), (1, "Elves")):
        page.locator(".force .build").nth(side).click()
        expect(page.locator("#curtain h2")).to_have_text(word)
        assert page.locator("#units [data-tile]").count() == 0
        page.keyboard.press("Escape")
        expect(page.locator("#curtain[open]")).to_be_visible()
        page.locator("#curtain button").click()
        page.wait_for_selector("body[data-ready]")
        assert page.locator("#units [data-tile]").count() > 6
        page.locator("#use").click()
        page.locator("#begin:enabled").wait_for()
        assert "ORC" not in page.content()
        assert "ELV" not in page.content()
    begin(page)
    expect(page.locator("#curtain[open]")).to_be_visible()


def test_no_curtain_against_the_computer(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    page.locator(".force .build").nth(0).click()
    page.wait_for_selector("body[data-ready]")
    assert page.locator("#curtain[open]").count() == 0


def test_a_damaged_army_of_the_browser_is_told_and_can_be_changed(visit: Visit) -> None:
    page = visit.open()
    keep(page, "pocket-battles", "Old", "size: 50 | ORC06 | OLD07")
    set_up(visit, "pocket-battles")
    page.locator(".force select").nth(0).select_option("kept:Old")
    expect(page.locator("#problem")).to_contain_text("there is no tile OLD07")
    page.locator(".force .build").nth(0).click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#notice")).to_contain_text("there is no tile OLD07")
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    page.locator("#use").click()
    page.locator("#begin:enabled").wait_for()


# Aces & Armor: two to four sides, the Automa, missions.


def test_four_sides_sit_down_and_any_of_them_may_be_yours(visit: Visit) -> None:
    page = set_up(visit, "aces-armor")
    choose(page, "players", "four")
    expect(page.locator("[data-seat]")).to_have_count(4)
    choose(page, "mission", "the Bulge")
    expect(page.locator("#begin")).to_be_enabled()
    for seat, who in enumerate(("recruit", "recruit", "person", "recruit")):
        page.locator(f"[data-seat='{seat}']").select_option(who)
    begin(page)
    expect(page.locator(".flag")).to_have_count(4)
    expect(page.locator(".flag.side-2")).to_contain_text("Soviet Union")
    expect(page.locator(".flag.side-2")).to_contain_text("you")
    visit.wait()
    expect(page.locator("#prompt")).to_contain_text("Soviet Union")


def test_a_choice_that_does_not_fit_says_why_and_changes_nothing(visit: Visit) -> None:
    page = set_up(visit, "aces-armor")
    choose(page, "mission", "the V2")
    expect(page.locator("[data-option=mission] .why")).to_contain_text("takes four factions")
    expect(page.locator("[data-option=mission] .why .cite")).to_have_text("AA-12.1")
    expect(page.locator("[name=mission][value=skirmish]")).to_be_checked()
    page.locator("[data-option=mission] .why .cite").click()
    expect(page.locator("#clause")).to_contain_text("AA-12.1")


def test_alone_against_the_automa_with_its_difficulty(visit: Visit) -> None:
    page = set_up(visit, "aces-armor")
    expect(page.locator("[data-option=difficulty]")).to_be_hidden()
    choose(page, "mode", "alone against the Automa")
    expect(page.locator("[data-option=difficulty]")).to_be_visible()
    expect(page.locator("[data-seat]")).to_have_count(1)
    choose(page, "difficulty", "hard")
    choose(page, "factions", "Soviet Union")
    expect(page.locator(".seats span").first).to_have_text("Soviet Union")
    choose(page, "map", "winter")
    choose(page, "half", "the right half")
    begin(page)
    visit.wait()
    expect(page.locator("#prompt")).to_contain_text("Soviet Union")


def test_the_map_is_seen_before_it_is_chosen(visit: Visit) -> None:
    page = set_up(visit, "aces-armor")
    before = page.locator("#preview svg").inner_html()
    choose(page, "half", "the right half")
    expect(page.locator("body")).to_have_attribute("data-arranged", "2")
    right = page.locator("#preview svg").inner_html()
    assert right != before
    choose(page, "map", "winter")
    expect(page.locator("body")).to_have_attribute("data-arranged", "3")
    assert page.locator("#preview svg").inner_html() != right


def test_points_on_which_tables_differ_stand_apart(visit: Visit) -> None:
    page = set_up(visit, "pocket-battles")
    expect(page.locator("[data-option=edition]")).to_be_visible()
    expect(page.locator("[data-option=tough]")).to_be_hidden()
    page.get_by_text("Where tables differ").click()
    choose(page, "tough", "the target")
    expect(page.locator("body")).to_have_attribute("data-arranged", "2")
    page.reload()
    expect(page.locator("[name=tough][value=aimed]")).to_be_checked()
    expect(page.locator("[data-option=tough]"), "a choice of one's own is seen").to_be_visible()


def test_options_are_chosen_by_keyboard(visit: Visit) -> None:
    page = set_up(visit, "aces-armor")
    page.locator("[name=mode]").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=mode][value=coop]")).to_be_checked()
    expect(page.locator("[data-seat]")).to_have_count(2)
    expect(page.locator("[name=mode][value=coop]")).to_be_focused()


def test_a_battle_is_set_up_on_a_phone_by_touch(visits: Visits) -> None:
    visit = visits.begin(locale="it-IT", **PHONE)
    page = set_up(visit, "aces-armor")
    page.locator("[data-option=players] .chip", has_text="quattro").tap()
    expect(page.locator("[data-seat]")).to_have_count(4)
    page.locator("#begin").tap()
    visit.wait()
    expect(page.locator("#prompt")).to_contain_text("Stati Uniti")
    last, menu = page.locator(".flag").last.bounding_box(), page.locator("#language").bounding_box()
    assert last is not None
    assert menu is not None
    assert last["x"] + last["width"] <= menu["x"], "the sides lie over the menus"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
def test_setting_up_hinders_nobody(visits: Visits, game: str, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = set_up(visit, game)
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visit.bytes < MAX_PAGE_BYTES
