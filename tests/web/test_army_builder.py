"""Army builder of Pocket Battles: by mouse, keyboard and touch, with legal and illegal lists."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import MAX_PAGE_BYTES, SIZES, serious

BUILDER = "/build/pocket-battles"
LINE = "name: Green Tide | size: 50 | ORC06 | ORC05 ORC29"


def opened(visit: Visit, text: str = "") -> Page:
    """The builder, with an army given as a link or without one."""
    page = visit.open(f"{BUILDER}#force={quote(text)}" if text else BUILDER)
    page.wait_for_selector("body[data-ready]")
    return page


def tile(page: Page, id: str, where: str = "#tiles") -> Locator:
    return page.locator(f"{where} [data-tile={id}]")


def units(page: Page) -> list[list[str]]:
    """The units on the page, tile by tile."""
    found: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll("#units .unit:not(.fresh)")].map((unit) =>
            [...unit.querySelectorAll("[data-tile]")].map((tile) => tile.dataset.tile))"""
    )
    return found


def turn_to(page: Page, army: str) -> None:
    page.locator("#armies button", has_text=army).click()


def test_an_army_is_built_by_clicks_and_judged_as_it_grows(visit: Visit) -> None:
    page = opened(visit)
    expect(page.locator("#verdict")).to_contain_text("an army needs at least one unit")
    turn_to(page, "Orcs")
    tile(page, "ORC05").click()
    expect(page.locator("#info")).to_contain_text("Fanatic")
    page.get_by_role("button", name="As a new unit").click()
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    tile(page, "ORC29").click()
    page.get_by_role("button", name="Add to unit 1").click()
    expect(page.locator("#points")).to_have_text("5 of 50 points")
    assert units(page) == [["ORC05", "ORC29"]]
    expect(tile(page, "ORC29")).to_have_count(0)


def test_a_tile_that_may_not_join_stays_where_it_is_and_says_why(visit: Visit) -> None:
    page = opened(visit, LINE)
    page.locator("[data-unit='0'] .wanted").click()
    expect(tile(page, "ORC09")).to_have_class("tile  is-barred")
    tile(page, "ORC09").click()
    expect(page.locator("#info .why")).to_contain_text("unit 1: Troll (ORC06) must stand alone")
    page.get_by_role("button", name="Add to unit 1").click()
    expect(page.locator("#info .why")).to_contain_text("must stand alone")
    assert units(page) == [["ORC06"], ["ORC05", "ORC29"]]
    page.locator("#info .why a").click()
    expect(page.locator("#clause")).to_contain_text("PB-1.5")


def test_the_top_tile_is_chosen_and_tiles_go_back_into_the_box(visit: Visit) -> None:
    page = opened(visit, LINE)
    tile(page, "ORC29", "#units").click()
    page.get_by_role("button", name="Put on top").click()
    expect(page.locator("[data-unit='1'] .on-top")).to_have_count(1)
    expect(page.locator("[data-unit='1'] [data-tile]").first).to_have_attribute("data-tile", "ORC29")
    tile(page, "ORC05", "#units").click()
    page.get_by_role("button", name="Take out").click()
    expect(page.locator("[data-unit='1'] .why")).to_contain_text("is Auxiliary and must join another troop")
    expect(page.locator("#verdict .cite")).to_have_text("PB-1.5")
    expect(tile(page, "ORC05")).to_be_visible()
    expect(page.locator("#link")).to_be_disabled()


def test_tiles_are_dragged_to_units_from_unit_to_unit_and_back(visit: Visit) -> None:
    page = opened(visit, "size: 50 | ORC05 | ORC18 ORC28")
    tile(page, "ORC29").drag_to(page.locator("[data-unit='0']"))
    expect(tile(page, "ORC29", "[data-unit='0']")).to_be_visible()
    tile(page, "ORC28", "#units").drag_to(page.locator("[data-unit='2']"))
    expect(tile(page, "ORC28", "[data-unit='2']")).to_be_visible()
    assert units(page) == [["ORC05", "ORC29"], ["ORC18"], ["ORC28"]]
    tile(page, "ORC29", "#units").drag_to(tile(page, "ORC05", "#units"))
    expect(page.locator("[data-unit='0'] [data-tile]").first).to_have_attribute("data-tile", "ORC29")
    tile(page, "ORC18", "#units").drag_to(page.locator("#tiles"))
    expect(tile(page, "ORC18")).to_be_visible()
    assert units(page) == [["ORC29", "ORC05"], ["ORC28"]]
    tile(page, "ORC28", "#units").drag_to(page.locator("[data-unit='0']"))
    expect(page.locator("#info .why")).to_contain_text("Fanatic (ORC05) must stand alone")
    assert units(page) == [["ORC29", "ORC05"], ["ORC28"]]


def test_an_army_is_built_by_keyboard_alone(visit: Visit) -> None:
    page = opened(visit)
    page.locator("#armies button", has_text="Orcs").focus()
    page.keyboard.press("Enter")
    tile(page, "ORC18").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#units .unit:not(.fresh)")).to_have_count(1)
    tile(page, "ORC28").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(tile(page, "ORC28", "#units")).to_be_visible()
    tile(page, "ORC28", "#units").focus()
    page.keyboard.press("t")
    expect(page.locator("#units [data-tile]").first).to_have_attribute("data-tile", "ORC28")
    page.keyboard.press("Delete")
    expect(page.locator("#units [data-tile]")).to_have_count(1)
    assert units(page) == [["ORC18"]]


def test_an_army_is_built_by_touch_on_a_phone(visits: Visits) -> None:
    visit = visits.begin(**PHONE)
    page = opened(visit)
    page.locator("#armies button", has_text="Orcs").tap()
    tile(page, "ORC06").tap()
    expect(page.locator("#info")).to_contain_text("Slow: cannot use the free redeployment")
    page.get_by_role("button", name="As a new unit").tap()
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    tile(page, "ORC08").tap()
    page.get_by_role("button", name="Add to unit 1").tap()
    expect(page.locator("#info .why")).to_contain_text("must stand alone")
    assert units(page) == [["ORC06"]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_words_of_a_trait_are_shown_while_the_pointer_rests(visit: Visit) -> None:
    page = opened(visit, LINE)
    tile(page, "ORC06", "#units").hover()
    expect(page.locator("#info")).to_contain_text("Regenerate: its wounds heal when the round ends")
    page.mouse.move(2, 2)
    expect(page.locator("#info")).not_to_contain_text("Regenerate")


def test_an_army_is_kept_and_taken_up_again(visit: Visit) -> None:
    page = opened(visit, LINE)
    page.locator("#keep").click()
    expect(page.locator("#said")).to_have_text("Saved in this browser as “Green Tide”.")
    page.locator("#clear").click()
    expect(page.locator("#units .unit:not(.fresh)")).to_have_count(0)
    page.locator("#others summary").click()
    page.locator("#kept button", has_text="Green Tide").click()
    expect(page.locator("#units .unit:not(.fresh)")).to_have_count(2)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert units(page) == [["ORC06"], ["ORC05", "ORC29"]]
    page.locator("#others summary").click()
    page.get_by_role("button", name="Forget Green Tide").click()
    expect(page.locator("#kept")).to_be_hidden()


def test_an_army_without_a_name_is_not_kept(visit: Visit) -> None:
    page = opened(visit, "size: 50 | ORC06")
    page.locator("#keep").click()
    expect(page.locator("#said")).to_have_text("Give it a name first.")
    expect(page.locator("#name")).to_be_focused()


def test_an_army_goes_out_as_text_link_and_file_and_comes_back(visits: Visits, folder: Path) -> None:
    visit = visits.begin(permissions=["clipboard-read", "clipboard-write"])
    page = opened(visit, LINE)
    page.locator("#copy").click()
    expect(page.locator("#said")).to_have_text("Copied as text.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == "name: Green Tide\nsize: 50\nORC06\nORC05 ORC29\n"
    page.locator("#link").click()
    expect(page.locator("#said")).to_have_text("Copied as a link.")
    link = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename == "Green-Tide.txt"
    download.value.save_as(folder / "army.txt")
    assert (folder / "army.txt").read_text() == text
    other = visits.begin()
    other.page.goto(link)
    other.page.wait_for_selector("body[data-ready]")
    assert units(other.page) == [["ORC06"], ["ORC05", "ORC29"]]
    expect(other.page.locator("#name")).to_have_value("Green Tide")
    third = opened(visits.begin())
    third.locator("#others summary").click()
    third.locator("#file").set_input_files(folder / "army.txt")
    expect(third.locator("#name")).to_have_value("Green Tide")
    fourth = opened(visits.begin())
    fourth.locator("#others summary").click()
    fourth.locator("#text").fill(link)
    fourth.locator("#read").click()
    expect(fourth.locator("#name")).to_have_value("Green Tide")


def test_ready_and_random_armies_are_taken_and_what_lay_there_comes_back(visit: Visit) -> None:
    page = opened(visit, LINE)
    page.locator("#others summary").click()
    page.locator("#ready").select_option("elves-80")
    expect(page.locator("#size")).to_have_value("80")
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    page.locator("#lot").select_option("celts")
    expect(page.locator("#name")).to_have_value("")
    expect(page.locator("#verdict")).to_have_text("This army may fight.")
    expect(page.locator("#points")).to_contain_text("of 80 points")
    page.get_by_role("button", name="Restore the previous one").click()
    expect(page.locator("#units [data-tile]").first).to_have_attribute("data-tile", "ELV01")


@pytest.mark.parametrize(
    ("text", "words", "clause", "left"),
    [
        ("size: 50 | ORC06 ORC99 | ORC05 ORC29", "there is no tile ORC99", "PB-1.4", [["ORC06"], ["ORC05", "ORC29"]]),
        ("size: 55 | ORC06", "a battle size is a multiple of 10", "PB-1.2", [["ORC06"]]),
        ("hello", "there is no tile hello", "PB-1.1", []),
    ],
)
def test_a_list_with_faults_is_mended_not_lost(
    visit: Visit, text: str, words: str, clause: str, left: list[list[str]]
) -> None:
    page = opened(visit, text)
    expect(page.locator("#notice")).to_contain_text(words)
    expect(page.locator("#notice .cite").first).to_have_text(clause)
    assert units(page) == left


def test_an_illegal_army_in_a_link_lies_open_to_be_mended(visit: Visit) -> None:
    page = opened(visit, "size: 20 | ORC06 ORC05 | ORC08 | CEL01")
    expect(page.locator("#verdict .cite")).to_be_visible()
    expect(page.locator("[data-unit='0'] .why")).to_contain_text("must stand alone")
    expect(page.locator("#mixed")).to_be_checked()
    expect(page.locator("#keep")).to_be_disabled()
    tile(page, "ORC05", "#units").click()
    page.get_by_role("button", name="As a new unit").click()
    tile(page, "CEL01", "#units").click()
    page.get_by_role("button", name="Take out").click()
    expect(page.locator("#verdict")).to_have_text("This army may fight.")


def test_a_damaged_link_changes_nothing_of_the_draft(visit: Visit) -> None:
    page = opened(visit, LINE)
    expect(page.locator("#units .unit:not(.fresh)")).to_have_count(2)
    visit.open("/")
    page = visit.open(f"{BUILDER}#force=name%3A%2")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#notice")).to_contain_text("This link is damaged")
    assert units(page) == [["ORC06"], ["ORC05", "ORC29"]]


def test_a_link_over_a_draft_can_be_gone_back_from(visit: Visit) -> None:
    opened(visit, LINE)
    visit.open("/")
    page = opened(visit, "size: 50 | ELV01")
    assert units(page) == [["ELV01"]]
    page.get_by_role("button", name="Restore the previous one").click()
    expect(page.locator("#name")).to_have_value("Green Tide")


def test_nothing_is_lost_when_the_table_does_not_answer(visit: Visit) -> None:
    page = opened(visit, LINE)
    visit.context.set_offline(offline=True)
    tile(page, "ORC29", "#units").click()
    page.get_by_role("button", name="Take out").click()
    expect(page.locator("#notice")).to_contain_text("The server does not answer")
    visit.context.set_offline(offline=False)
    page.locator("#size").select_option("60")
    expect(page.locator("#points")).to_have_text("10 of 60 points")
    assert units(page) == [["ORC06"], ["ORC05"]]
    visit.faults.clear()  # the browser notes that nobody answered


def test_the_builder_speaks_italian(visits: Visits) -> None:
    page = opened(visits.begin(locale="it-IT"), LINE)
    expect(page.locator("h1")).to_have_text("Componi un esercito")
    expect(page.locator("#verdict")).to_have_text("Questo esercito può combattere.")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_builder_hinders_nobody(visits: Visits, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = opened(visit, "size: 50 | ORC06 ORC05 | ORC18 ORC28 | ORC29")
    tile(page, "ORC28", "#units").click()
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visit.bytes < MAX_PAGE_BYTES
