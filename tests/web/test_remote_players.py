"""Remote players: chat, clock, proposals, handing a seat over, transfer to another device, whole battles."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from drumhead.core.dice import Dice
from tests.kit.browser import FORGET, READY, Visit, Visits
from tests.server.test_run import serving

CHOOSE = f"""([found, where]) => {{
    const choices = [...document.querySelectorAll(found)];
    ({FORGET})();
    choices[Math.floor(where * choices.length)].click();
}}"""


def invite(visits: Visits, game: str) -> tuple[Visit, Visit]:
    """Begins a battle with a remote player, who comes by the link that is copied for them."""
    here, there = visits.begin(), visits.begin()
    page = here.open()
    page.locator(f"article[data-game={game}] .ways-button").click()
    page.locator(f"article[data-game={game}] button[value=far]").click()
    page.wait_for_selector("#remote-players:not([hidden])")
    expect(page.locator("#invitation")).to_be_visible()
    there.open(invitation(here))
    there.page.locator("#sit-down").click()
    expect(page.locator("#who .there")).to_be_visible()
    expect(page.locator("#invitation")).to_have_count(0)
    return here, there


def invitation(visit: Visit) -> str:
    """The address to which the first guest is invited."""
    link = visit.page.locator("#invitation input[readonly]").input_value()
    return link.removeprefix(visit.address)


def open_panel(visit: Visit) -> None:
    """Opens the panel with chat and offers, unless it is open."""
    if not visit.page.locator("#company:popover-open").count():
        visit.page.locator("#company-open").click()


def press(visit: Visit, words: str) -> None:
    """Presses a button of the panel."""
    open_panel(visit)
    if not visit.page.locator("#terms[open]").count():
        visit.page.locator("#terms summary").click()
    visit.page.locator("#company").get_by_role("button", name=words, exact=True).click()


def test_other_players_are_seen_and_heard_and_can_be_muted(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    expect(here.page.locator("#sides small:not(.figures)")).to_have_text(["you"])
    open_panel(there)
    there.page.locator("#chat-text").fill("good <b>luck</b>")
    there.page.keyboard.press("Enter")
    expect(here.page.locator("#last-said")).to_have_text("Player Blue: good <b>luck</b>")
    expect(here.page.locator("#company-open")).to_have_text("Chat and offers (1 new)")
    open_panel(here)
    expect(here.page.locator("#company-open")).to_have_text("Chat and offers")
    expect(here.page.locator("#chat-lines li")).to_contain_text("good <b>luck</b>")
    here.page.locator("#mutes button", has_text="Mute").click()
    expect(here.page.locator("#chat-lines li")).to_have_count(0)
    here.page.locator("#mutes button", has_text="Unmute").click()
    expect(here.page.locator("#chat-lines li")).to_have_count(1)
    there.page.goto("about:blank")
    expect(here.page.locator("#who .away")).to_be_visible()


def test_a_clock_is_proposed_and_agreed_on(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    press(here, "Propose a clock")
    expect(here.page.locator("#proposed")).to_contain_text(
        "You propose a clock: 15 minutes each, 10 seconds more per decision. Waiting for an answer."
    )
    expect(there.page.locator("#proposed")).to_contain_text(
        "Player Red proposes a clock: 15 minutes each, 10 seconds more per decision."
    )
    there.page.locator("#proposed button", has_text="Agree").click()
    for visit in (here, there):
        expect(visit.page.locator("#clock .runs")).to_contain_text("14:5")
    press(here, "Propose a pause")
    there.page.locator("#proposed button", has_text="Agree").click()
    press(here, "Resume")
    expect(there.page.locator("#clock .runs")).to_be_visible()


def test_a_seat_is_handed_to_the_computer_and_taken_back(visit: Visit) -> None:
    page = visit.play("travel-battle")
    page.locator("#more > summary").click()
    page.locator("#hand-over").click()
    expect(page.locator("#sides small").first).to_have_text("sergeant")
    page.locator("#more > summary").click()
    page.locator("#hand-over").click()
    expect(page.locator("#sides small").first).to_have_text("you")


def test_my_battles_go_to_another_device_by_a_code(visits: Visits) -> None:
    here, there = visits.begin(), visits.begin()
    here.play("travel-battle")
    page = here.open()
    page.locator("#move").click()
    code = page.locator("#moved strong").inner_text()
    other = there.open()
    other.locator("#code").fill(code)
    other.locator("#fetch button").click()
    expect(other.locator("#battles li")).to_have_count(1)
    other.locator("#battles a").click()
    other.wait_for_selector("svg.dh")


@pytest.mark.parametrize(
    ("game", "options"),
    [("pocket-battles", {"max_rounds": 1}), ("travel-battle", {"max_turns": 1}), ("aces-armor", {"max_rounds": 1})],
    ids=["pocket-battles", "travel-battle", "aces-armor"],
)
def test_two_browsers_play_a_whole_battle_and_the_server_is_killed_in_the_middle(
    browser: Browser, tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    rng = Random(1)
    with serving(tmp_path) as (program, address):
        port = address.rstrip("/").rpartition(":")[2]
        visits = Visits(browser, address.rstrip("/"))
        players = set_up_remote_battle(visits, game, **options)
        assert all(decide(players, rng) for _ in range(24))
        program.kill()
        program.wait()
    with serving(tmp_path, "--port", port):
        for visit in players:
            visit.page.wait_for_selector("body:not(.cut)")
        while decide(players, rng):
            pass
        ends = [visit.page.locator("#postgame .reason").inner_text() for visit in players]
        assert ends[0] == ends[1]
        page = players[0].page
        for visit in players:
            expect(visit.page.locator(".kept-dice")).to_contain_text("they are those that were sealed")
        page.locator("#postgame button", has_text="Check the dice").click()
        expect(page.locator(".proof strong")).to_contain_text("All match")
        for visit in players:
            visit.faults.clear()  # a line that is cut is told in the console
        visits.close()


def set_up_remote_battle(visits: Visits, game: str, **options: object) -> tuple[Visit, Visit]:
    """Begins a battle on the set-up page against a remote player, who comes by the link for them."""
    here, there = visits.begin(), visits.begin()
    page = here.open(f"/setup/{game}")
    page.locator("#begin:enabled").wait_for()
    page.locator("[data-seat='1']").select_option("guest")
    page.locator("#idle-hours").select_option("24")
    for name, value in options.items():
        page.locator(f"[name={name}]").fill(str(value))
    page.locator("#begin").click()
    there.open(invitation(here))
    there.page.locator("#sit-down").click()
    expect(page.locator("#who .there")).to_be_visible()
    expect(page.locator("#claim-terms")).to_have_text("If a player makes no move for 1 day, you can claim the win.")
    return here, there


def decide(players: tuple[Visit, Visit], rng: Random) -> bool:
    """Lets whoever has to decide choose something; says whether the battle goes on."""
    while True:
        for visit in players:
            ready = visit.page.evaluate(READY)
            if ready == "over":
                for other in players:
                    other.page.locator("#postgame h2").wait_for()
                return False
            if ready in ("commit", "choice"):
                visit.page.evaluate(
                    CHOOSE, ["#primary[data-role=commit]" if ready == "commit" else ".choice", rng.random()]
                )
                return True
        players[0].page.wait_for_timeout(10)


def test_both_come_to_the_same_battle_again_each_by_an_own_link(visits: Visits) -> None:
    here, there = invite(visits, "pocket-battles")
    while not (deciding := [visit for visit in (here, there) if visit.page.evaluate(READY)]):
        here.page.wait_for_timeout(10)
    deciding[0].give_up()
    for visit in (here, there):
        visit.page.locator("#postgame h2").wait_for()
        expect(visit.page.locator("#again")).to_have_text("Play again, sides swapped")
    here.page.locator("#again").click()
    expect(here.page.locator(".flag.side-1")).to_contain_text("you")
    expect(there.page.locator("#again-by")).to_contain_text("rematch begun")
    there.page.get_by_role("button", name="Join the new battle").click()
    expect(there.page.locator(".flag.side-0")).to_contain_text("you")
    expect(here.page.locator("#who .there")).to_be_visible()
    seals = {visit.page.locator("#seal").text_content() for visit in (here, there)}
    assert len(seals) == 1
    assert here.page.url.split("!")[0] != there.page.url.split("!")[0]


def test_a_call_is_asked_for_and_the_clock_is_set(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    page = here.page
    open_panel(here)
    page.locator("#terms summary").click()
    page.locator("#clock-minutes").fill("3")
    page.get_by_role("button", name="Propose a clock").click()
    there.page.locator("#proposed button", has_text="Agree").click()
    expect(page.locator("#clock .runs")).to_contain_text("2:5")
    open_panel(here)
    page.locator("#advanced summary").click()
    page.locator("#hook").fill("http://127.0.0.1/inside")
    page.locator("#call button").click()
    expect(page.locator("#toast")).to_be_visible()
    page.locator("#hook").fill("https://example.com/turn")
    page.locator("#call button").click()
    page.wait_for_selector("#advanced[data-calls=true]")


def test_who_is_away_can_be_claimed_against_once_it_is_time(visits: Visits) -> None:
    here, there = invite(visits, "travel-battle")
    while here.page.locator("body.deciding").count() + there.page.locator("body.deciding").count() == 0:
        here.page.wait_for_timeout(10)
    acting, other = (here, there) if here.page.locator("body.deciding").count() else (there, here)
    acting.page.goto("about:blank")
    expect(other.page.locator("#who")).to_contain_text("was last here a moment ago")
    press(other, "Claim the win")
    expect(other.page.locator("#toast")).to_contain_text("has time left")


def test_the_page_about_the_dice_computes_what_the_table_threw(visit: Visit) -> None:
    dice = Dice(bytes(range(32)), ("abcdef01", "23456789"))
    page = visit.open(f"/dice#secret={dice.secret.hex()}&nonces=abcdef01+23456789&number=8")
    page.locator("#dice").fill("6 20 6 10")
    page.locator("#throw button").click()
    told = page.locator("#computed dd")
    expect(told.nth(1)).to_have_text(" ".join(map(str, dice.throw(7, (6, 20, 6, 10)))))
    expect(told.nth(0)).to_have_text(dice.commitment)
    page.locator("#language").select_option("it")
    expect(page.locator("h1")).to_contain_text("nessuno può prevedere")


def test_the_page_says_whom_the_dice_wait_for_until_all_have_bound_them(visits: Visits) -> None:
    here = visits.begin()
    request = {"game": "pocket-battles", "seats": ["person", "person"]}
    links = here.page.request.post(f"{here.address}/battles", data=request).json()
    here.open(f"/table#{links['seats'][0]}!{links['watch']}")
    here.page.wait_for_selector("svg.dh")
    if here.page.locator("#sit-down").count():
        here.page.locator("#sit-down").click()
    open_panel(here)
    expect(here.page.locator("#proposed")).to_contain_text("The dice wait for the number of")
    expect(here.page.locator("#joint-seal")).to_have_text("once everybody has joined")
    there = visits.begin()
    there.open(f"/table#{links['seats'][1]}")
    expect(here.page.locator("#proposed")).not_to_contain_text("The dice wait")
    expect(here.page.locator("#joint-seal")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    joint = here.page.locator("#joint-seal").text_content() or ""
    expect(there.page.locator("#joint-seal")).to_have_text(joint)


def test_the_seal_is_shown_while_the_battle_lasts(visit: Visit) -> None:
    page = visit.play("travel-battle")
    page.locator("#more > summary").click()
    page.locator("#sealed summary").click()
    expect(page.locator("#seal")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    assert page.locator("#sealed a").get_attribute("href") == "/dice"
