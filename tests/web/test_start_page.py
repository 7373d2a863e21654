"""The start page: one action for each game, further ways into a battle, and the battles of this browser."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit.browser import PHONE, Visit, Visits
from tests.web.test_pages import serious

GAMES = ("pocket-battles", "travel-battle", "aces-armor")


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_begins_with_one_press_and_is_decided_with_the_next(visit: Visit, game: str) -> None:
    page = visit.open()
    page.locator(f"article[data-game={game}]").get_by_role("button", name="Play").click()
    page.wait_for_selector("svg.dh, #curtain[open]")
    assert visit.wait() in ("choice", "commit")
    expect(page.locator(".flag.side-0")).to_contain_text("you")
    expect(page.locator(".flag.side-1")).to_contain_text("sergeant")


def test_the_level_that_was_used_last_is_used_again_game_by_game(visit: Visit) -> None:
    page = visit.open()
    box = page.locator("article[data-game=travel-battle]")
    expect(box.locator(".ways")).to_be_hidden()
    box.get_by_role("button", name="More").click()
    box.locator("select[name=level]").select_option("recruit")
    expect(box.locator(".against-words")).to_have_text("against the computer: recruit")
    expect(box.locator(".level-words")).to_contain_text("plays by the rules")
    page.reload()
    expect(box.locator(".against-words")).to_have_text("against the computer: recruit")
    other = page.locator("article[data-game=pocket-battles] .against-words")
    expect(other).to_have_text("against the computer: sergeant")
    box.get_by_role("button", name="Play").click()
    expect(page.locator(".flag.side-1")).to_contain_text("recruit")


def test_further_ways_lead_to_the_set_up_the_builder_and_the_rules(visit: Visit) -> None:
    page = visit.open()
    box = page.locator("article[data-game=travel-battle]")
    opener = box.locator(".ways-button")
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    for name, path in {"Set up": "/setup/", "Form brigades": "/build/", "Read the rules": "/rules/"}.items():
        assert box.get_by_role("link", name=name).get_attribute("href") == f"{path}travel-battle"
    for name in ("Invite a friend", "Two on this device", "Watch two computers"):
        expect(box.get_by_role("button", name=name)).to_be_enabled()
    opener.click()
    expect(box.locator(".ways")).to_be_hidden()


def test_battles_tell_opponent_turn_last_event_and_age_those_that_wait_for_me_first(visit: Visit) -> None:
    visit.play("travel-battle")
    visit.wait()
    visit.play("pocket-battles")
    visit.give_up()
    page = visit.open()
    entries = page.locator("#battles li")
    expect(entries.nth(0)).to_contain_text("TravelBattle")
    expect(entries.nth(0)).to_contain_text("against computer (recruit)")
    expect(entries.nth(0).locator(".state")).to_have_text("your turn")
    expect(entries.nth(0)).to_have_class("mine")
    expect(entries.nth(0).locator("time")).to_have_text("a moment ago")
    expect(entries.nth(1).locator(".state")).to_have_text("You lost: Elves win: Orcs concede")
    entries.nth(0).locator("a").click()
    page.wait_for_selector("svg.dh")


def test_a_battle_is_removed_at_once_and_the_removal_undone(visit: Visit) -> None:
    visit.play("travel-battle")
    visit.play("pocket-battles")
    page = visit.open()
    names = page.locator("#battles strong")
    expect(page.locator("#battles time")).to_have_count(2)
    before = names.all_inner_texts()
    page.get_by_role("button", name="Remove from the list: TravelBattle").click()
    expect(names).to_have_count(1)
    expect(page.locator("#toast")).to_contain_text("TravelBattle was removed from the list.")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(names).to_have_text(before)
    expect(page.locator("#toast")).to_be_hidden()
    page.reload()
    expect(names).to_have_text(before)


def test_a_battle_of_another_server_stays_in_the_list_and_says_so(visit: Visit) -> None:
    page = visit.open()
    lost = [{"hash": "nothing!here", "title": "Old", "words": "A against B", "guided": ""}]
    page.evaluate("(lost) => localStorage.setItem('battles', JSON.stringify(lost))", lost)
    page.reload()
    expect(page.locator("#battles .state")).to_have_text("This battle is no longer on this server.")


def test_many_battles_are_asked_for_in_parts_and_shown_on_demand(visit: Visit) -> None:
    visit.play("travel-battle")
    page = visit.open()
    page.evaluate(
        """() => {
            const [battle] = JSON.parse(localStorage.getItem("battles"));
            const [own] = battle.hash.split("!");
            const many = Array.from({ length: 14 }, (_, n) => ({ ...battle, hash: `${own}!${n}` }));
            localStorage.setItem("battles", JSON.stringify(many));
        }"""
    )
    page.reload()
    expect(page.locator("#battles li")).to_have_count(6)
    page.get_by_role("button", name="Show all 14 battles").click()
    expect(page.locator("#battles time")).to_have_count(14)


def test_a_file_that_is_no_battle_is_refused_in_plain_words(visit: Visit) -> None:
    page = visit.open()
    page.locator("#open input[type=file]").set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"milk, eggs"}
    )
    page.locator("#open button").click()
    expect(page.locator("#error")).to_contain_text("This is not a saved battle")
    visit.faults.clear()  # the browser notes the refusal


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [{"viewport": {"width": 1280, "height": 720}}, PHONE], ids=["desktop", "phone"])
def test_a_start_page_with_battles_hinders_nobody_in_italian(visits: Visits, size: dict[str, Any], scheme: str) -> None:
    visit = visits.begin(color_scheme=scheme, locale="it-IT", **size)
    visit.play("travel-battle")
    visit.wait()
    page = visit.open()
    expect(page.locator("#battles .state")).to_have_text("tocca a te")
    page.locator(".ways-button").first.click()
    page.locator("#battles button").first.click()
    assert serious(visit) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
