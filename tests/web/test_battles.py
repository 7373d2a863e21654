"""Battles on the page: whole ones by mouse, keyboard and touch; odds, reasons, undo, hints, animation."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from drumhead import CHANCE, Match, load
from drumhead.core.files.record import write
from tests.kit.browser import PHONE, Visit, Visits, number

SPOT = """(marks, chance) => {
    const mark = marks[Math.floor(chance * marks.length)];
    mark?.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = mark?.getBoundingClientRect() ?? {};
    const spot = [x + width / 2, y + height / 2];
    return mark && document.elementFromPoint(...spot)?.closest("svg.dh") ? spot : null;
}"""
"""The middle of something lit on the picture, unless a button lies there."""


def by_pointer(visit: Visit, rng: Random, *, touch: bool = False) -> None:
    """Plays with the pointer: on the picture where something is lit there, on the list otherwise."""
    page = visit.page
    while (kind := visit.wait()) != "over":
        spot = page.locator(".marks .mark").evaluate_all(SPOT, rng.random())
        visit.forget()
        if kind == "choice" and spot and rng.random() < 0.7:
            (page.touchscreen.tap if touch else page.mouse.click)(*spot)
            continue
        choices = page.locator(".choice" if kind == "choice" else "#commit")
        target = choices.nth(rng.randrange(choices.count()))
        if touch:
            target.tap()
        else:
            target.click()


def by_touch(visit: Visit, rng: Random) -> None:
    by_pointer(visit, rng, touch=True)


def by_keyboard(visit: Visit, rng: Random) -> None:
    """Plays with keys alone: on the picture with Tab's focus, arrows and Enter, on the list with digits."""
    page = visit.page
    while (kind := visit.wait()) != "over":
        count = page.locator(".choice").count()
        on_the_board = kind == "choice" and rng.random() < 0.3 and page.locator(".marks .mark").count()
        visit.forget()
        if on_the_board:
            page.locator(".marks .mark").first.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        elif kind == "choice":
            # What needs no piece, such as to end the phase, stands last: it keeps the battle short.
            page.keyboard.press(str(min(count, 9)) if rng.random() < 0.5 else "1")
        else:
            page.keyboard.press("Enter")


HANDS: dict[str, tuple[Callable[[Visit, Random], None], dict[str, Any]]] = {
    "mouse": (by_pointer, {}),
    "keyboard": (by_keyboard, {}),
    "touch": (by_touch, PHONE),
}
LIMIT = {"pocket-battles": "max_rounds", "travel-battle": "max_turns", "aces-armor": "max_rounds"}
"""The option after how many rounds a battle is judged."""
ROUNDS = {"mouse": 3, "keyboard": 1, "touch": 1}
"""How many are played by which hand: from the first placement to the judgement every battle is a whole one."""


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", LIMIT)
def test_a_whole_battle_is_played(visits: Visits, game: str, hand: str) -> None:
    play, device = HANDS[hand]
    visit = visits.begin(**device)
    limit: dict[str, Any] = {LIMIT[game]: ROUNDS[hand]}
    visit.play(game, **limit)
    play(visit, Random(1))
    expect(visit.page.locator("#postgame h2")).not_to_be_empty()


def nearly_won() -> str:
    """A battle that goes on by the first seat's decision and was decided not long afterwards, as a file."""
    match, rng = Match(load("pocket-battles"), seed=5), Random(5)
    while match.outcome is None:
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.push(rng.choice(match.legal_actions))
    step = len(match.steps) - 30
    while match.at(step).to_act != 0:
        step -= 1
    return write(match.at(step))


def test_a_battle_is_fought_until_an_army_is_beaten(visit: Visit) -> None:
    visit.play_on(nearly_won())
    by_pointer(visit, Random(1))
    expect(visit.page.locator("#postgame h2")).to_contain_text("win")


def test_the_odds_are_shown_before_dice_are_thrown_and_nothing_happens_until_it_is_confirmed(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    rng = Random(4)
    kind = visit.wait()
    while kind == "choice":
        kind = visit.choose(rng.randrange(page.locator(".choice").count()))
    assert kind == "commit"
    before = number(page)
    expect(page.locator("#odds .chances li").first).to_contain_text("%")
    expect(page.locator(".marks .arrow, .marks .chosen").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("#commit")).to_have_count(0)
    assert number(page) == before


def test_what_cannot_be_chosen_says_why_with_its_clause(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator(".choice").first.click()
    page.locator("#path").wait_for()
    page.locator("g.dh-zone-group[data-key$='engagement'] rect").first.click(position={"x": 60, "y": 20})
    toast = page.locator("#toast")
    expect(toast).to_be_visible()
    clause = toast.locator("a.cite").first
    expect(clause).to_have_text("PB-3.2")
    clause.click()
    expect(page.locator("#clause")).to_contain_text("PB-3.2")
    page.locator("#clause button").click()


def test_a_decision_can_be_taken_back(visit: Visit) -> None:
    page = visit.play("travel-battle", mode="device")
    visit.wait()
    expect(page.locator("#undo")).to_be_disabled()
    before = page.locator("#prompt").inner_text()
    page.locator(".choice").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    expect(page.locator("#log li").last).to_contain_text("wants board")
    page.locator("#undo").click()
    expect(page.locator("#prompt")).to_have_text(before)
    expect(page.locator("#log li")).to_have_count(0)


def test_a_hint_points_at_a_decision(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator("#hint").click()
    hints = page.locator("#toast .hints li")
    expect(hints.first).to_contain_text("place")
    expect(hints.first.locator("b")).to_contain_text("%")
    expect(page.locator(".marks .chosen").first).to_be_attached()
    before = number(page)
    visit.forget()
    hints.first.locator("button").click()
    visit.wait()
    assert number(page) != before


def test_giving_up_asks_first(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    visit.more("#concede")
    page.locator("#ask button[value=no]").click()
    expect(page.locator("#postgame")).to_be_hidden()
    visit.give_up()
    expect(page.locator("#postgame h2")).to_have_text("Elves win: Orcs concede")


GLIDES = """(() => {
    const animate = Element.prototype.animate;
    window.glided = [];
    Element.prototype.animate = function (...given) {
        window.glided.push(this.getAttribute("class"));
        return animate.apply(this, given);
    };
})()"""


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_moves_glide_for_those_who_like_it(visits: Visits, mode: str) -> None:
    visit = visits.begin(reduced_motion="no-preference", color_scheme=mode)
    visit.page.add_init_script(GLIDES)
    page = visit.play("pocket-battles")
    visit.wait()
    visit.choose()
    visit.choose()
    assert any("dh-unit" in kind for kind in page.evaluate("window.glided"))


def test_nothing_glides_for_those_who_do_not(visit: Visit) -> None:
    visit.page.add_init_script(GLIDES)
    page = visit.play("pocket-battles")
    visit.wait()
    visit.choose()
    visit.choose()
    assert page.evaluate("window.glided") == []
