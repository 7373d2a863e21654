"""Wrong use: bad files and links, two tabs, the back button, decisions while the connection is lost."""

from pathlib import Path

from playwright.sync_api import expect

from drumhead import Match, load
from drumhead.core.files.record import write
from tests.kit.browser import ServerThread, Visit, Visits, number, running_server


def begun() -> str:
    """The game file of a battle that has just begun."""
    match = Match(load("travel-battle"), seed=1)
    match.push("board A")
    return write(match)


GOOD = begun()
DAMAGED = {
    "an image": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "of another game": GOOD.replace("travel-battle", "chess"),
    "cut short": GOOD.rstrip().removesuffix("*"),
    "empty": "",
    "changed by hand": GOOD.replace("R board", "R fly"),
}


def test_a_file_that_cannot_be_opened_says_why_and_the_next_one_opens(visit: Visit, folder: Path) -> None:
    page = visit.play("pocket-battles")
    visit.wait()
    visit.open()
    said = set()
    path = folder / "battle.drum"
    for text in DAMAGED.values():
        path.write_text(text, encoding="utf-8")
        page.locator("#open input[type=file]").set_input_files(path)
        with page.expect_response("**/battles/open") as answer:
            page.locator("#open button").click()
        assert answer.value.status == 422
        expect(page.locator("#error")).to_contain_text(answer.value.json()["words"])
        said.add(page.locator("#error").inner_text())
    assert len(said) == len(DAMAGED)
    expect(page.locator("#battles a")).to_have_count(1)
    visit.faults.clear()  # the browser notes the refusals
    path.write_text(GOOD, encoding="utf-8")
    page.locator("#open input[type=file]").set_input_files(path)
    page.locator("#open select[name=who]").select_option("all")
    page.locator("#open button").click()
    page.wait_for_selector("svg.dh")
    assert visit.wait() == "choice"


def test_a_link_of_another_table_leads_back_and_the_own_battles_are_there(visits: Visits, folder: Path) -> None:
    with running_server(folder) as other:
        visit = visits.begin(address=other.address)
        page = visit.play("pocket-battles")
        visit.wait()
        link = page.url.partition("#")[2]
    visit.faults = [fault for fault in visit.faults if "WebSocket" not in fault]
    page.goto("about:blank")
    here = visits.begin()
    here.play("travel-battle")
    here.wait()
    here.page.goto("about:blank")
    here.open(f"/table#{link}")
    expect(here.page.locator("#prompt")).to_contain_text("leads to no battle")
    here.page.get_by_role("link", name="To the start page").click()
    here.page.locator("#battles a", has_text="Travel").first.click()
    assert here.wait() == "choice"


def test_two_tabs_of_one_seat_never_play_against_each_other(visits: Visits) -> None:
    one = visits.begin()
    page = one.play("pocket-battles")
    one.wait()
    other = visits.begin()
    other.page.goto(page.url)
    other.wait()
    other.choose()  # a unit is chosen here, and then played there
    expect(other.page.locator("#path")).to_be_visible()
    before = number(page)
    one.choose()
    one.choose()
    expect(other.page.locator("body")).not_to_have_attribute("data-number", before)
    expect(other.page.locator("body")).to_have_attribute("data-number", number(page))
    expect(other.page.locator("#path")).to_be_hidden()
    other.wait()
    other.choose()
    other.choose()
    expect(page.locator("body")).to_have_attribute("data-number", number(other.page))


def test_the_back_button_leaves_a_battle_and_the_forward_button_finds_it(visit: Visit) -> None:
    page = visit.start("pocket-battles")
    visit.wait()
    visit.choose()
    visit.choose()
    before = number(page)
    page.go_back()
    expect(page.locator("#battles a")).to_have_count(1)
    page.go_forward()
    visit.wait()
    expect(page.locator("body")).to_have_attribute("data-number", before)
    page.reload()
    visit.wait()
    expect(page.locator("body")).to_have_attribute("data-number", before)


def test_what_is_decided_while_the_connection_is_lost_is_asked_again(visits: Visits, folder: Path) -> None:
    with running_server(folder) as first:
        visit = visits.begin(address=first.address)
        page = visit.play("travel-battle", mode="device")
        visit.wait()
        before = number(page)
    expect(page.locator("#toast")).to_contain_text("Connection lost. The battle is safe")
    visit.forget()
    page.locator(".choice").first.click()
    second = ServerThread(folder, first.port)
    visit.wait()
    expect(page.locator("body")).to_have_attribute("data-number", before)
    visit.choose()
    expect(page.locator("body")).not_to_have_attribute("data-number", before)
    page.goto("about:blank")
    second.close()
    visit.faults = [fault for fault in visit.faults if "WebSocket connection" not in fault]
