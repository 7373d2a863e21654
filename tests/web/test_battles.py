"""Battles on the page: whole ones by mouse, keyboard and touch; odds, reasons, undo, hints, animation."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import playwright.sync_api
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from drumhead import CHANCE, OVER, Match, load
from drumhead.core.files.record import write
from tests.kit.board_player import FORGET, BoardPlayer
from tests.kit.browser import PHONE, SEED, Visit, Visits, number

SPOT = """(marks, chance) => {
    const mark = marks[Math.floor(chance * marks.length)];
    mark?.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = mark?.getBoundingClientRect() ?? {};
    const spot = [x + width / 2, y + height / 2];
    return mark && document.elementFromPoint(...spot)?.closest("svg.dh") ? spot : null;
}"""
"""The middle of something lit on the picture, unless a button lies there."""
MOST_TABS = 80
FORECAST_MS = 3000
"""Where no chances are told within this time, nothing is thrown."""
SHARE = 0.5
"""As many of the actions throw dice where the battle is taken up."""
NAMES = "(buttons) => buttons.map((button) => button.getAttribute('aria-label') || button.innerText)"


def by_pointer(visit: Visit, rng: Random, *, touch: bool = False) -> None:
    """Plays with the pointer: on the picture where something is lit there, on the list otherwise."""
    page = visit.page
    while (kind := visit.wait()) != "over":
        spot = page.locator(".marks .mark").evaluate_all(SPOT, rng.random())
        visit.forget()
        if kind == "choice" and spot and rng.random() < 0.7:
            (page.touchscreen.tap if touch else page.mouse.click)(*spot)
            continue
        choices = page.locator(".choice" if kind == "choice" else "#primary[data-role=commit]")
        target = choices.nth(rng.randrange(choices.count()))
        if touch:
            target.tap()
        else:
            target.click()


def by_touch(visit: Visit, rng: Random) -> None:
    by_pointer(visit, rng, touch=True)


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the focus is on what is looked for."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def begin_by_keyboard(visit: Visit, game: str, options: dict[str, Any]) -> None:
    """Begins a battle against a recruit from the start page, with keys alone."""

    def limit(route: Route) -> None:
        asked: Any = route.request.post_data_json
        seats = {**asked["seats"], "level": "recruit"}
        route.continue_(post_data={**asked, "seats": seats, "options": options, "seed": SEED})

    visit.page.route("**/battles", limit)
    page = visit.open()
    page.wait_for_load_state()
    tab_to(page, f"article[data-game={game}] button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector("svg.dh")


def by_keyboard(visit: Visit, rng: Random) -> None:
    """Plays with keys alone: Tab, arrows and Enter on the board, digits on the list, E to end a phase."""
    page = visit.page
    while (kind := visit.wait()) != "over":
        count = page.locator(".choice").count()
        marks, ends = page.locator(".marks .mark").count(), page.locator("#primary[data-role=end]").count()
        visit.forget()
        if kind == "commit":
            expect(page.locator("#primary")).to_be_focused()
            page.keyboard.press("Enter")
        elif ends and rng.random() < 0.5:
            page.keyboard.press("e")
            if page.locator("#primary.armed").count():
                page.keyboard.press("E")
        elif marks and rng.random() < 0.3:
            tab_to(page, ".marks .mark")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(str(rng.randint(1, min(count, 9))))


HANDS: dict[str, tuple[Callable[[Visit, Random], None], dict[str, Any]]] = {
    "mouse": (by_pointer, {}),
    "touch": (by_touch, PHONE),
}
LIMIT = {"pocket-battles": "max_rounds", "travel-battle": "max_turns", "aces-armor": "max_rounds"}
"""The option after how many rounds a battle is judged."""
POINTED = [*((game, "mouse", 2) for game in LIMIT), ("pocket-battles", "touch", 1)]
"""How many rounds are played by which hand. Battles on the board alone are played by test_table_geometry.py."""


@pytest.mark.parametrize(("game", "hand", "rounds"), POINTED)
def test_a_whole_battle_is_played_on_board_and_list(visits: Visits, game: str, hand: str, rounds: int) -> None:
    play, device = HANDS[hand]
    visit = visits.begin(**device)
    limit: dict[str, Any] = {LIMIT[game]: rounds}
    visit.play(game, **limit)
    play(visit, Random(1))
    expect(visit.page.locator("#postgame h2")).not_to_be_empty()


@pytest.mark.parametrize("game", LIMIT)
def test_a_whole_battle_is_played_by_keyboard_alone(visit: Visit, game: str) -> None:
    begin_by_keyboard(visit, game, {LIMIT[game]: 1})
    by_keyboard(visit, Random(1))
    expect(visit.page.locator("#postgame h2")).not_to_be_empty()


@pytest.mark.parametrize("game", LIMIT)
def test_a_whole_battle_is_played_by_roles_and_names_alone(visit: Visit, game: str) -> None:
    """Everything is found as a screen reader finds it: by its role and its name."""
    limit: dict[str, Any] = {LIMIT[game]: 1}
    page, player = visit.play(game, **limit), BoardPlayer(visit, Random(1), touch=False)
    battlefield = page.get_by_role("region", name="The battlefield")
    while player.wait() != "over":
        found = [(battlefield, name) for name in names_in(battlefield)]
        primary = names_in(page.get_by_role("main"))[-1]  # the primary button stands last
        if primary == "Do it" or (primary != "Choose on the board" and (not found or player.rng.random() < 0.3)):
            found = [(page.get_by_role("main"), primary)]
        frame, name = player.rng.choice(found)
        assert name, "a button has no name"
        page.evaluate(FORGET)
        frame.get_by_role("button", name=name, exact=True).first.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Victory|Defeat|draw"))).to_be_visible()


def names_in(frame: Locator) -> list[str]:
    """Returns the names of the buttons that a screen reader finds somewhere."""
    names: list[str] = frame.get_by_role("button").evaluate_all(NAMES)
    return names


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


def before_a_throw(game: str) -> str:
    """A battle in which the first seat decides, mostly between throws, as a file."""
    for seed in range(20):
        match, rng = Match(load(game), seed=seed), Random(seed)
        while match.to_act != OVER:
            if match.to_act == CHANCE:
                match.roll()
                continue
            actions = match.legal_actions
            if match.to_act == 0 and sum(bool(match.odds(action)) for action in actions) >= SHARE * len(actions):
                return write(match)
            match.push(rng.choice(actions))
    raise AssertionError(f"no such position of {game} was found")


def until_a_throw(visit: Visit, rng: Random) -> None:
    """Chooses at random, and commits what throws no dice, until something chosen throws some."""
    page = visit.page
    while (kind := visit.wait()) != "over":
        if kind == "choice":
            visit.choose(rng.randrange(page.locator(".choice").count()))
            continue
        try:
            page.locator("#card .chances li").first.wait_for(timeout=FORECAST_MS)
            return
        except playwright.sync_api.TimeoutError:
            visit.commit()


def test_a_battle_is_fought_until_an_army_is_beaten(visit: Visit) -> None:
    visit.play_on(nearly_won())
    by_pointer(visit, Random(1))
    expect(visit.page.locator("#postgame .reason")).to_contain_text("win")


def test_the_odds_are_shown_before_dice_are_thrown_and_nothing_happens_until_it_is_confirmed(visit: Visit) -> None:
    page = visit.play_on(before_a_throw("pocket-battles"))
    until_a_throw(visit, Random(4))
    before = number(page)
    expect(page.locator("#card .chances li").first).to_contain_text("%")
    expect(page.locator(".marks .arrow, .marks .chosen").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("#primary[data-role=commit]")).to_have_count(0)
    assert number(page) == before


def test_what_cannot_be_chosen_says_why_with_its_clause(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator(".choice").first.click()
    page.locator("#path").wait_for()
    page.locator("g.dh-zone-group[data-key='E.left-rear'] rect").first.click(position={"x": 60, "y": 20})
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
    expect(page.locator("#postgame h2")).to_have_text("Defeat")
    expect(page.locator("#postgame .reason")).to_contain_text("Elves win: Orcs concede")


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
