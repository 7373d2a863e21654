"""Guided battles, played through in the browser."""

import pytest
from playwright.sync_api import expect

from drumhead.core.registry import games
from drumhead.server.session.guide import guide_of
from tests.kit.browser import PHONE, Visit, Visits

GAMES = tuple(games())
UNCOVERED = """(guide) => {
    const { left, top } = guide.firstElementChild.getBoundingClientRect();
    return guide.contains(document.elementFromPoint(left + 2, top + 2));
}"""
LOCALES = {"en": "en-GB", "it": "it-IT"}


def begin(visit: Visit, game: str) -> None:
    """Goes from the start page to the guide."""
    page = visit.open()
    page.locator(f"article[data-game={game}] a[href='/learn/{game}']").click()
    page.locator("#begin").click()
    page.wait_for_selector("#guide p")
    visit.wait()


def follow(visit: Visit) -> str:
    """Makes the decision that the guide asks for, choice by choice; says what comes then."""
    page = visit.page
    kind = visit.wait()
    lesson = page.locator("#guide").get_attribute("data-lesson")
    while kind in ("choice", "commit") and page.locator("#guide").get_attribute("data-lesson") == lesson:
        if kind == "commit":
            kind = visit.commit()
        else:
            visit.forget()
            page.locator(".choice.wanted").first.click()
            kind = visit.wait()
    return kind


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_a_guided_battle_is_played_through(visits: Visits, game: str, language: str) -> None:
    visit = visits.begin(locale=LOCALES[language], **(PHONE if language == "it" else {}))
    begin(visit, game)
    page = visit.page
    lessons = guide_of(games()[game]).lessons
    told = lessons[:-1] if language == "en" else lessons[:3]
    for lesson in told:
        expect(page.locator("#guide")).to_contain_text(lesson.words[language])
        expect(page.locator("#guide a.cite").first).to_have_text(lesson.clauses[0])
        visit.wait()
        assert page.locator("#guide").evaluate(UNCOVERED), "the board lies over the lesson"
        kind = follow(visit)
    if told == lessons[:-1]:
        assert kind == "over"
    expect(page.locator("#guide")).to_contain_text(lessons[len(told)].words[language])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_guide_points_and_the_action_is_played_on_the_board(visit: Visit) -> None:
    begin(visit, "pocket-battles")
    page = visit.page
    assert page.locator(".marks .point").count() == 2
    for key in ("O1", "O.centre-front"):
        visit.forget()
        page.locator(f"#board [data-key='{key}'] rect").first.click(position={"x": 12, "y": 12}, force=True)
        visit.wait()
    expect(page.locator("#guide")).to_have_attribute("data-lesson", "2")


def test_another_decision_is_turned_down_in_a_friendly_way(visit: Visit) -> None:
    begin(visit, "travel-battle")
    page = visit.page
    page.locator(".choice", has_text="End movement").or_(page.locator(".choice").last).first.click()
    expect(page.locator("#toast")).to_contain_text("A legal move, but")
    expect(page.locator("#guide")).to_have_attribute("data-lesson", "1")
    assert visit.wait() == "choice"


def test_a_guided_battle_is_left_and_taken_up(visit: Visit) -> None:
    begin(visit, "pocket-battles")
    page = visit.page
    follow(visit)
    visit.open("/learn/pocket-battles")
    page.locator("#go-on").click()
    page.wait_for_selector("#guide p")
    expect(page.locator("#guide")).to_have_attribute("data-lesson", "2")
    visit.wait()
