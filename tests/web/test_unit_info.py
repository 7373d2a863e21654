"""Unit info: what a piece is and can do, with links to the clauses."""

import re

from playwright.sync_api import Page, expect

from tests.kit.browser import PHONE, Visit, Visits

CLAUSE = re.compile(r"^(PB|TB|AA)-\d+\.\d+$")


def opens_the_clause(page: Page, where: str) -> None:
    """A link to a clause opens it, and leads to it in the rules."""
    link = page.locator(f"{where} .cite").last
    expect(link).to_have_text(CLAUSE)
    clause = link.inner_text()
    expect(link).to_have_attribute("href", re.compile(rf"^/rules/[a-z-]+#{clause}$"))
    link.click()
    expect(page.locator("#clause[open] h2")).to_contain_text(f"{clause} · ")
    page.locator("#clause button").click()


def test_a_unit_of_pocket_battles_tells_its_traits_while_the_pointer_rests_on_it(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator(".board [data-key^='O1/']").first.hover()
    expect(page.locator("#unit-info")).to_contain_text("Troll ORC06 (")
    expect(page.locator("#unit-info")).to_contain_text("Regenerate: its wounds heal when the round ends PB-9.22")
    opens_the_clause(page, "#unit-info")


def test_an_enemy_piece_tells_what_it_can_do_beside_why_it_cannot_be_chosen(visit: Visit) -> None:
    page = visit.play("travel-battle", mode="device")
    visit.wait()
    while "place a brigade" not in page.locator("#prompt").inner_text():
        visit.choose()
    enemy = "B1" if "Red" in page.locator("#prompt").inner_text() else "R1"
    page.locator(f".board [data-key={enemy}]").click()
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#unit-info")).to_contain_text("is never fired at")
    opens_the_clause(page, "#unit-info")
    page.set_viewport_size(PHONE["viewport"])
    page.locator(f".board [data-key={enemy}]").click()
    opens_the_clause(page, "#unit-info")


def test_a_unit_of_aces_and_armor_tells_its_mat_and_the_curtain_hides_it(visit: Visit) -> None:
    page = visit.play("aces-armor", mode="device")
    if visit.wait() == "curtain":
        page.locator("#curtain button").click()
    visit.wait()
    page.locator(".board [data-key=US-T1]").hover()
    expect(page.locator("#unit-info")).to_contain_text("M4 Sherman")
    opens_the_clause(page, "#unit-info")
    page.mouse.move(2, 2)
    while visit.choose() != "curtain":
        pass
    expect(page.locator("#unit-info")).to_be_hidden()
    expect(page.locator("#unit-info p")).to_have_count(0)


def test_a_focused_piece_is_told_of_in_italian_and_after_the_end(visits: Visits) -> None:
    visit = visits.begin(locale="it-IT")
    page = visit.open()
    page.locator("article[data-game=pocket-battles] button.main").click()
    visit.wait()
    page.locator(".board .mark").first.focus()
    expect(page.locator("#unit-info")).to_contain_text("Ferite guariscono")
    visit.give_up()
    page.locator("#unit-info").evaluate("(one) => one.replaceChildren()")
    page.locator(".board [data-key=O1]").first.hover()
    expect(page.locator("#unit-info")).to_contain_text("Ferite guariscono")


def test_a_finger_taps_a_piece_and_reads_what_it_is(visits: Visits) -> None:
    visit = visits.begin(**PHONE)
    page = visit.play("aces-armor")
    visit.wait()
    page.locator(".board [data-key=US-T1]").tap()
    expect(page.locator("#unit-info")).to_contain_text("M4 Sherman")
    opens_the_clause(page, "#unit-info")
