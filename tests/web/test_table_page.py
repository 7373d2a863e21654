"""Table page: curtain, replay, files, rematch, spectators, languages, a lost connection."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from drumhead import read
from tests.kit.board_player import BoardPlayer
from tests.kit.browser import ServerThread, Visit, Visits, running_server

TOASTS = """() => {
    window.toasts = [];
    const toast = document.querySelector("#toast");
    new MutationObserver(() => toast.hidden || window.toasts.push(toast.innerText)).observe(toast, { childList: true });
}"""
IS_SETTING_UP = """() => {
    const prompt = document.querySelector("#prompt").innerText;
    const isSettingUp = /place|lay your|choose a board|form (a|your) brigade|split/.test(prompt);
    return isSettingUp || !document.querySelector("body.deciding");
}"""


def test_a_curtain_falls_between_the_seats_while_there_are_secrets(visit: Visit) -> None:
    page = visit.start("pocket-battles", mode="device")
    if visit.wait() == "curtain":
        page.locator("#curtain button").click()
    first = page.locator("#prompt").inner_text().split(":")[0]
    page.locator(".choice").first.click()
    page.locator("#path").wait_for()
    page.locator(".choice").first.click()
    expect(page.locator("#curtain[open]")).to_be_visible()
    assert page.locator("#board svg.dh").count() == 0
    assert page.locator("#log li").count() == 0
    expect(page.locator("#curtain h2")).not_to_contain_text(first)
    page.keyboard.press("Escape")
    expect(page.locator("#curtain[open]")).to_be_visible()
    page.locator("#curtain button").click()
    expect(page.locator("#prompt")).not_to_contain_text(first)
    expect(page.locator("#board svg.dh")).to_be_visible()
    expect(page.locator("#log li")).not_to_have_count(0)


def test_no_curtain_where_nothing_is_hidden(visit: Visit) -> None:
    page = visit.play("travel-battle", mode="device")
    visit.wait()
    page.locator(".choice").first.click()
    expect(page.locator("#prompt")).to_contain_text("Blue")
    assert visit.wait() == "choice"


def test_a_finished_battle_is_walked_through_with_the_slider(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    for _ in range(4):
        visit.choose()
    visit.give_up()
    last = page.locator("#board svg.dh").get_attribute("aria-label") or ""
    steps = int(page.locator("#slider").get_attribute("max") or 0)
    assert steps > 3
    page.locator("#slider").focus()
    page.keyboard.press("Home")
    expect(page.locator("#live")).to_be_visible()
    expect(page.locator("#board svg.dh")).to_have_attribute("aria-label", re.compile("Deployment"))
    for width in (1280, 820, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert BoardPlayer(visit, Random(1), touch=False).faults() == []
    page.locator("#live").click()
    expect(page.locator("#board svg.dh")).to_have_attribute("aria-label", last)


def test_a_battle_is_saved_opened_again_and_its_dice_are_proved(visit: Visit, folder: Path) -> None:
    page = visit.play("travel-battle")
    visit.wait()
    with page.expect_download() as download:
        visit.more("#save")
    path = folder / "evening.drum"
    download.value.save_as(path)
    match = read(path)
    assert match.game.name == "travel-battle"
    visit.open()
    page.locator("#open input[type=file]").set_input_files(path)
    page.locator("#open select[name=who]").select_option("0")
    page.locator("#open button").click()
    page.wait_for_selector("svg.dh")
    visit.give_up()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator(".proof")).to_contain_text("All match.")


def test_the_page_checks_its_dice_at_the_end_also_after_a_save_that_renewed_them(visit: Visit) -> None:
    asked = {"game": "pocket-battles", "seats": ["person", "person"]}
    links = visit.page.request.post(f"{visit.address}/battles", data=asked).json()
    page = visit.open(f"/table#{'~'.join(links['seats'])}!{links['watch']}")
    assert visit.wait() == "curtain"
    page.locator("#curtain button").click()
    seal = page.locator("#seal").text_content() or ""
    with page.expect_download():
        visit.more("#save")
    expect(page.locator("#seal")).not_to_have_text(seal)
    visit.wait()
    visit.give_up()
    expect(page.locator(".kept-dice")).to_contain_text("they are those that were sealed")


def test_a_file_that_lacks_what_the_computer_hides_says_so(visit: Visit, folder: Path) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    with page.expect_download() as download:
        visit.more("#save")
    expect(page.locator("#toast")).to_contain_text("nobody can play on from it")
    path = folder / "early.drum"
    download.value.save_as(path)
    visit.open()
    page.locator("#open input[type=file]").set_input_files(path)
    page.locator("#open button").click()
    expect(page.locator("#error")).to_contain_text("nobody can play on from it")
    visit.faults.clear()  # the browser notes the refusal


def test_a_damaged_file_is_refused_on_the_spot(visit: Visit, folder: Path) -> None:
    page = visit.open()
    path = folder / "photo.drum"
    path.write_text("not a battle")
    page.locator("#open input[type=file]").set_input_files(path)
    page.locator("#open button").click()
    expect(page.locator("#error")).to_contain_text("This is not a saved battle")
    visit.faults.clear()  # the browser notes the refusal


@pytest.mark.parametrize(
    ("game", "piece"), [("pocket-battles", "dh-plate-0"), ("travel-battle", "dh-plate-0"), ("aces-armor", "dh-army-0")]
)
def test_a_side_has_the_colour_of_its_pieces(visit: Visit, game: str, piece: str) -> None:
    page = visit.play(game)
    visit.wait()
    fill = page.locator(f".board .{piece}").first.evaluate("(one) => getComputedStyle(one).fill")
    expect(page.locator(".flag.side-0")).to_have_css("background-color", fill)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", ["pocket-battles", "travel-battle", "aces-armor"])
def test_the_computer_deploys_at_one_press(visits: Visits, game: str, motion: str) -> None:
    visit = visits.begin(reduced_motion=motion)
    page = visit.play(game)
    visit.wait()
    page.evaluate(TOASTS)
    page.get_by_role("button", name="Deploy for me").click()
    while page.evaluate(IS_SETTING_UP):
        if page.locator("#film-skip").is_visible():
            page.keyboard.press("s")
        page.wait_for_timeout(20)
    assert page.evaluate("window.toasts") == []
    expect(page.locator("#deploy")).to_be_hidden()


def test_again_with_sides_swapped(visit: Visit) -> None:
    page = visit.play("pocket-battles")
    expect(page.locator(".flag.side-0")).to_contain_text("you")
    visit.give_up()
    page.get_by_role("button", name="Play again, sides swapped").click()
    expect(page.locator(".flag.side-1")).to_contain_text("you")
    visit.wait()


def test_two_computers_are_watched_at_the_pace_one_likes(visit: Visit) -> None:
    page = visit.start("pocket-battles", mode="watch")
    expect(page.locator("#log li")).not_to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    step = page.locator("#slider").get_attribute("max") or ""
    page.get_by_role("button", name="Fast").click()
    expect(page.locator("#slider")).not_to_have_attribute("max", step)
    assert page.locator("#hint").is_hidden()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")


def test_a_second_tab_shows_the_same_battle_and_follows(visits: Visits) -> None:
    visit = visits.begin()
    page = visit.play("pocket-battles", mode="computer")
    visit.wait()
    second = visits.begin()
    second.page.goto(page.url)
    second.wait()
    expect(second.page.locator("#prompt")).to_have_text(page.locator("#prompt").inner_text())
    before = page.locator("body").get_attribute("data-number") or ""
    page.locator(".choice").first.click()
    page.locator("#path").wait_for()
    page.locator(".choice").first.click()
    expect(second.page.locator("body")).not_to_have_attribute("data-number", before)


def test_the_watching_link_shows_no_choices(visits: Visits) -> None:
    visit = visits.begin()
    page = visit.play("travel-battle", mode="device")
    visit.wait()
    spectator = visits.begin()
    spectator.open(f"/table#{page.url.rpartition('!')[2]}")
    spectator.page.wait_for_selector("svg.dh")
    expect(spectator.page.locator("#prompt")).to_have_text(page.locator("#prompt").inner_text())
    assert spectator.page.locator(".choice").count() == 0


def test_a_link_that_leads_nowhere_says_so_and_leads_back(visit: Visit) -> None:
    page = visit.open("/table#nobody")
    expect(page.locator("#prompt")).to_contain_text("leads to no battle")
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator("h1")).to_contain_text("small battles")


def test_battles_are_remembered_and_can_be_gone_back_to(visit: Visit) -> None:
    page = visit.start("pocket-battles")
    visit.wait()
    link = page.url
    page.go_back()
    page.locator("#battles a").first.click()
    page.wait_for_selector("svg.dh")
    assert page.url == link
    visit.open()
    page.locator("#battles button").first.click()
    expect(page.locator("#mine")).to_be_hidden()


def test_italian_is_chosen_by_the_browser_and_by_hand(visits: Visits) -> None:
    visit = visits.begin(locale="it-IT")
    page = visit.open()
    expect(page.locator("h1")).to_have_text("Il tavolo per le piccole battaglie")
    page.locator("article[data-game=pocket-battles] button.main").click()
    visit.wait()
    expect(page.locator("#undo")).to_contain_text("Annulla mossa")
    page.locator("#language").select_option("en")
    expect(page.locator("#undo")).to_contain_text("Take back")
    visit.wait()


def test_the_theme_is_chosen_and_stored(visit: Visit) -> None:
    page = visit.open()
    day = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.locator("#theme").select_option("dark")
    night = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert day != night
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == night


def test_rules_are_searched_and_linked(visit: Visit) -> None:
    page = visit.open("/rules/pocket-battles")
    everything = page.locator(".rule:visible").count()
    page.locator("#search").fill("shooting engagement")
    some = page.locator(".rule:visible").count()
    assert 0 < some < everything
    expect(page.locator("#found")).to_have_text(f"clauses: {some}")
    page.locator("#search").fill("")
    page.locator("#rulings").check()
    assert 0 < page.locator(".rule:visible").count() < everything
    visit.open("/rules/pocket-battles#PB-7.4")
    expect(page.locator("[id='PB-7.4']")).to_be_in_viewport()


def test_a_lost_connection_is_restored_and_no_battle_is_lost(visits: Visits, folder: Path) -> None:
    with running_server(folder) as first:
        visit = visits.begin(address=first.address)
        page = visit.play("travel-battle", mode="device")
        visit.wait()
        page.locator(".choice").first.click()
        expect(page.locator("#prompt")).to_contain_text("Blue")
        prompt = page.locator("#prompt").inner_text()
    expect(page.locator("#toast")).to_contain_text("Connection lost")
    second = ServerThread(folder, first.port)
    expect(page.locator("#toast")).to_be_hidden()
    expect(page.locator("#prompt")).to_have_text(prompt)
    before = page.locator("body").get_attribute("data-number") or ""
    visit.wait()
    page.locator(".choice").first.click()
    expect(page.locator("body")).not_to_have_attribute("data-number", before)
    page.goto("about:blank")
    second.close()
    visit.faults = [fault for fault in visit.faults if "WebSocket connection" not in fault]
