"""Every page: accessibility, layout on all screens, weight in bytes."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.kit.browser import PHONE, Visit, Visits

MAX_PAGE_BYTES = 300_000
SIZES = {"desktop": {}, "phone": PHONE}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
BOX = "(one) => one.getBoundingClientRect().toJSON()"
CUT = """() => [...document.querySelectorAll(".choice span, .bar select, .flag")].filter((one) => {
    const { height, width } = one.getBoundingClientRect();
    const line = parseFloat(getComputedStyle(one).fontSize) * 1.5;
    return width && (one.scrollWidth > one.clientWidth + 1 || height > 3 * line);
}).map((one) => one.outerHTML.slice(0, 100))"""
"""What does not fit where it stands."""


def serious(visit: Visit) -> list[str]:
    """What axe-core finds that hinders people seriously."""
    found = Axe().run(visit.page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["/", "/rules/pocket-battles", "/rules/travel-battle", "/dice", "/learn/aces-armor", "/nothing-here"]
)
def test_a_page_hinders_nobody(visits: Visits, path: str, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = visit.open(path)
    page.wait_for_load_state()
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    visit.faults = [fault for fault in visit.faults if "404" not in fault]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
def test_a_battle_hinders_nobody(visits: Visits, game: str, scheme: str, size: str) -> None:
    visit = visits.begin(color_scheme=scheme, **SIZES[size])
    page = visit.play(game)
    visit.wait()
    if (scheme, size) == ("light", "desktop"):
        assert serious(visit) == []
    visit.choose()
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_hint_hinders_nobody(visits: Visits, scheme: str) -> None:
    visit = visits.begin(color_scheme=scheme)
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator("#hint").click()
    expect(page.locator("#toast .hints li").first).to_contain_text("%")
    assert serious(visit) == []


@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_battle_fits_small_screens_in_italian(visits: Visits, size: dict[str, Any], game: str) -> None:
    visit = visits.begin(locale="it-IT", **size)
    page = visit.play(game)
    visit.wait()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    assert page.evaluate(CUT) == []
    board = page.locator("#board").evaluate(BOX)
    assert 0.4 * size["viewport"]["height"] < board["height"] < 0.75 * size["viewport"]["height"]
    page.locator(".history h2").scroll_into_view_if_needed()
    expect(page.locator(".history h2")).to_be_in_viewport()


@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
def test_a_first_battle_weighs_little_all_pages_included(visits: Visits, game: str) -> None:
    visit = visits.begin(fresh=True)
    visit.start(game)
    visit.wait()
    assert 20_000 < visit.bytes < MAX_PAGE_BYTES


def test_what_is_pressed_is_large_enough_for_a_finger(visits: Visits) -> None:
    visit = visits.begin(**PHONE)
    page = visit.play("pocket-battles")
    visit.wait()
    small = page.evaluate(
        """[...document.querySelectorAll("button, .button, summary, select")].filter((one) => {
            const { width, height } = one.getBoundingClientRect();
            return width && (height < 44 || width < 44) && !one.closest(".log, .history-head");
        }).map((one) => one.outerHTML.slice(0, 100))"""
    )
    assert small == []


def test_the_keyboard_reaches_everything_on_the_board(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    marks = page.locator(".marks .mark")
    assert marks.count() == page.locator(".choice").count()
    for index in range(marks.count()):
        expect(marks.nth(index)).to_have_attribute("tabindex", "0")
        assert marks.nth(index).get_attribute("aria-label")
    marks.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#path")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#path")).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/learn/pocket-battles", "/setup/pocket-battles"])
def test_nothing_can_be_pressed_before_the_scripts_have_run(visits: Visits, path: str) -> None:
    """What is pressed while the scripts are still on their way would be lost."""
    visit = visits.begin(java_script_enabled=False)
    page = visit.open(path)
    expect(page.locator("main button[type=submit], main button.main").first).to_be_visible()
    expect(page.locator("main button.main:enabled, main button[type=submit]:enabled")).to_have_count(0)
    visit.faults.clear()  # the browser notes every script that it does not let in
