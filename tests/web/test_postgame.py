"""Postgame: how the chances changed, and the film of a battle."""

import re
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.kit.browser import PHONE, Visit, Visits


def played(visit: Visit) -> None:
    """A battle with a few steps, given up."""
    visit.play("pocket-battles")
    visit.wait()
    for _ in range(4):
        visit.choose()
    visit.give_up()


def test_the_chances_are_drawn_and_lead_into_the_past(visits: Visits) -> None:
    for given in ({}, PHONE):
        visit = visits.begin(**given)
        played(visit)
        page = visit.page
        page.get_by_role("button", name="How the chances changed").click()
        expect(page.locator(".chances-of svg polyline.dg-line")).to_be_visible()
        expect(page.locator(".chances-of")).to_contain_text("Winning chances given by the dice: Orcs")
        expect(page.locator(".chances-of svg")).to_contain_text("luck of Orcs")
        steps = page.locator("#slider").get_attribute("max")
        turn = page.locator(".turns button").last
        expect(turn).to_contain_text("%")
        page.locator("#slider").focus()
        page.keyboard.press("Home")
        expect(page.locator("#live")).to_be_visible()
        turn.click()
        expect(page.locator("#slider")).to_have_value(steps or "")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_point_of_the_graph_shows_the_battle_there(visit: Visit) -> None:
    played(visit)
    page = visit.page
    page.get_by_role("button", name="How the chances changed").click()
    point = page.locator(".chances-of circle.dg-throw").first
    step = point.get_attribute("data-step") or ""
    point.click()
    expect(page.locator("#slider")).to_have_value(step)
    expect(page.locator("#live")).to_be_visible()


def test_a_film_is_saved_that_shows_the_end_and_moves_for_those_who_like_it(visits: Visits, folder: Path) -> None:
    visit = visits.begin()
    played(visit)
    page = visit.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a film").click()
    expect(page.locator(".film")).to_contain_text(re.compile(r"one file of \d+ kB"))
    assert download.value.suggested_filename.endswith(".svg")
    path = folder / "film.svg"
    download.value.save_as(path)
    assert ElementTree.parse(path).getroot().get("class") == "dh"
    moving = "document.getAnimations().filter((one) => /^v[0-9]+$/.test(one.animationName)).length"
    seen = """[...document.querySelectorAll("text")].filter((one) => getComputedStyle(one).visibility === "visible")
        .map((one) => one.textContent).join("|")"""
    for motion in ("reduce", "no-preference"):
        page = visits.begin(reduced_motion=motion, address="file:").page
        page.goto(path.as_uri())
        assert bool(page.evaluate(moving)) == (motion == "no-preference")
        assert ("The battle is over" in page.evaluate(seen)) == (motion == "reduce")
        page.evaluate("document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 1e9; })")


def test_in_italian_the_chances_are_told_in_italian(visits: Visits) -> None:
    visit = visits.begin(locale="it-IT")
    played(visit)
    page = visit.page
    page.get_by_role("button", name="L'andamento delle probabilità").click()
    expect(page.locator(".chances-of")).to_contain_text("Probabilità di vittoria date dai dadi:")
    expect(page.locator(".chances-of svg")).to_contain_text("fortuna di")
