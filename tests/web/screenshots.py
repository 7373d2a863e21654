"""Takes screenshots of every page, in both themes, on a desktop and on a phone; of battles on a tablet as well.

Some are taken with motion on: the dice in their tray, and the other side's turn.

`python -m tests.web.screenshots FOLDER [NAME ...]` writes them all, or those whose names begin with NAME;
those that the README shows go to the pictures of the documentation as well.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect, sync_playwright

from tests.kit.browser import PHONE, Visit, Visits, running_server
from tests.web.chromium import find
from tests.web.test_battles import before_a_throw, by_pointer, nearly_won, until_a_throw
from tests.web.test_guided_battles import begin, follow

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
README = {
    "guide-pocket-battles-desktop-light": "guide.jpg",
    "postgame-desktop-light": "after.jpg",
    "travel-battle-phone-dark": "phone.jpg",
}
"""The three that the README shows."""
SIZES: dict[str, dict[str, Any]] = {"desktop": {"viewport": {"width": 1440, "height": 900}}, "phone": PHONE}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "is_mobile": True, "has_touch": True}
STEPS = {"pocket-battles": 22, "travel-battle": 45, "aces-armor": 30}
"""How many choices make a battle some way on."""
SPEED = """(speed) => {
    const select = document.querySelector("#speed");
    select.value = speed;
    select.dispatchEvent(new Event("change"));
}"""
AT_ONCE = """if (location.protocol === "http:")
    localStorage.setItem("preferences", JSON.stringify({ speed: "instant", sound: false }));"""
RESTED = "() => document.querySelector('#dice:not([hidden]) .die:not(.tumbling)') || document.querySelector('.choice')"
OTHERS_TURN = """() => !document.querySelector("#film-controls").hidden
    && [...document.querySelectorAll("#log .turn")].at(-1)?.textContent.includes("Blue")"""


def start(visit: Visit) -> None:
    visit.open().wait_for_load_state("networkidle")


def setup_page(game: str) -> Callable[[Visit], None]:
    """The set-up page of a game."""

    def wait(visit: Visit) -> None:
        visit.open(f"/setup/{game}").locator("#begin:enabled").wait_for()

    return wait


def building(game: str, force: str) -> Callable[[Visit], None]:
    """A force being built, one of its pieces chosen."""

    def open_builder(visit: Visit) -> None:
        page = visit.open(f"/build/{game}#force={quote(force)}")
        page.wait_for_selector("body[data-ready]")
        page.locator("#units button[data-drag]").nth(2).click()
        page.evaluate("scrollTo(0, 0)")

    return open_builder


def rules(visit: Visit) -> None:
    visit.open("/rules/pocket-battles#PB-6.9")


def battle(game: str) -> Callable[[Visit], None]:
    """A battle some way on, with a piece chosen."""

    def play(visit: Visit) -> None:
        page = visit.play(game, level="sergeant")
        rng = Random(6)
        for _ in range(STEPS[game]):
            if not decide(visit, page, rng):
                return
        while visit.wait() == "commit":
            page.keyboard.press("Escape")
        if page.locator(".choice").count() > 1:
            visit.choose(1)

    return play


def decide(visit: Visit, page: Page, rng: Random) -> bool:
    """Makes one choice; says whether the battle goes on."""
    kind = visit.wait()
    if kind == "commit":
        visit.commit()
    elif kind == "choice":
        visit.choose(rng.randrange(page.locator(".choice").count()))
    return kind != "over"


def card(game: str) -> Callable[[Visit], None]:
    """The forecast of an action beside its target."""

    def play(visit: Visit) -> None:
        page = visit.play_on(before_a_throw(game))
        until_a_throw(visit, Random(4))
        expect(page.locator("#card")).to_be_visible()

    return play


def dice_tray(visit: Visit) -> None:
    """Dice that hit, in their tray."""
    visit.page.add_init_script(AT_ONCE)
    page = visit.play_on(before_a_throw("pocket-battles"))
    rng = Random(4)
    while True:
        until_a_throw(visit, rng)
        page.evaluate(SPEED, "slow")
        visit.forget()
        page.locator("#primary[data-role=commit]").click()
        page.wait_for_function(RESTED)
        if page.locator("#dice:not([hidden]) .die.hit").count():
            return
        page.evaluate(SPEED, "instant")
        if page.locator("#dice").is_visible():
            page.locator("#dice").click()


def film(visit: Visit) -> None:
    """The other side's turn, paused."""
    visit.page.add_init_script(AT_ONCE)
    page = visit.play("travel-battle")
    rng = Random(6)
    for _ in range(STEPS["travel-battle"]):
        decide(visit, page, rng)
    while visit.wait() and not page.locator("#primary[data-role=end]").count():
        decide(visit, page, rng)
    page.evaluate(SPEED, "slow")
    while page.locator("#film-controls").is_hidden():
        page.keyboard.press("e")
    page.wait_for_function(OTHERS_TURN)
    page.locator("#film-pause").click()


def victory(visit: Visit) -> None:
    visit.play_on(nearly_won())
    by_pointer(visit, Random(1), touch=bool(visit.page.evaluate("navigator.maxTouchPoints")))


def review(visit: Visit) -> None:
    """The review of a battle."""
    page = visit.play("pocket-battles")
    rng = Random(6)
    for _ in range(40):
        if not decide(visit, page, rng):
            break
    else:
        visit.give_up()
    page.get_by_role("link", name="Review the battle").click()
    page.locator("#graph .line").first.wait_for()
    page.locator("#moments li").first.wait_for()


def tables(visit: Visit) -> None:
    """What players look up."""
    visit.play("aces-armor")
    visit.wait()
    visit.more("#tables")
    visit.page.locator("#tables-dialog table").first.wait_for()


def menu(visit: Visit) -> None:
    """The menu of a battle."""
    visit.play("pocket-battles")
    visit.wait()
    visit.page.locator("#more > summary").click()


def waiting(visit: Visit) -> None:
    """The start page with battles that wait for somebody."""
    visit.play("travel-battle")
    visit.wait()
    visit.play("aces-armor")
    visit.wait()
    visit.play("pocket-battles")
    visit.give_up()
    page = visit.open()
    expect(page.locator("#battles time")).to_have_count(3)
    page.wait_for_load_state("networkidle")


def curtain(visit: Visit) -> None:
    page = visit.play("pocket-battles", mode="device")
    page.locator("#curtain[open]").wait_for()


def postgame(visit: Visit) -> None:
    """How the chances of a battle changed."""
    page = visit.play("pocket-battles")
    rng = Random(6)
    for _ in range(60):
        if not decide(visit, page, rng):
            break
    else:
        visit.give_up()
    page.get_by_role("button", name="How the chances changed").click()
    page.locator(".chances-of svg").scroll_into_view_if_needed()


def learn(visit: Visit) -> None:
    visit.open("/learn/aces-armor").wait_for_load_state("networkidle")


def guide(game: str) -> Callable[[Visit], None]:
    """A guided battle at its third lesson."""

    def play(visit: Visit) -> None:
        begin(visit, game)
        for _ in range(2):
            follow(visit)

    return play


def four(visit: Visit) -> None:
    """A battle of four sides, at its beginning."""
    page = visit.open("/setup/aces-armor")
    page.locator("#begin:enabled").wait_for()
    page.locator("[data-option=players] .chip").nth(2).click()
    page.locator("[data-seat='3']").wait_for()
    page.locator("#begin").click()
    visit.wait()


def hint(visit: Visit) -> None:
    """A hint."""
    page = visit.play("pocket-battles")
    visit.wait()
    page.locator("#hint").click()
    page.locator("#toast .hints li").first.wait_for()


def invitation(visit: Visit) -> None:
    """The link for a friend."""
    page = visit.open()
    page.locator("article[data-game=travel-battle] .ways-button").click()
    page.locator("article[data-game=travel-battle] button[value=far]").click()
    page.locator("#invitation .qr:not([hidden])").wait_for()


def remote_players(visit: Visit) -> None:
    """A battle with a remote player who is there and has written something."""
    invitation(visit)
    page = visit.page
    link = page.locator("#invitation input[readonly]").input_value()
    browser = visit.context.browser
    assert browser
    there = browser.new_page()
    there.goto(link)
    there.locator("#sit-down").click()
    page.locator("#who .there").wait_for()
    there.locator("#company-open").click()
    there.locator("#chat-text").fill("Good luck, and mind the hill.")
    there.locator("#chat-form button").click()
    page.locator("#last-said").wait_for()
    page.locator("#company-open").click()
    page.locator("#chat-lines li").first.wait_for()
    there.close()


def device_transfer(visit: Visit) -> None:
    """The code that carries battles to another device."""
    visit.play("travel-battle")
    visit.wait()
    page = visit.open()
    page.locator("#move").click()
    page.locator("#moved strong").wait_for()
    page.locator(".moving").scroll_into_view_if_needed()


def dice(visit: Visit) -> None:
    visit.open("/dice").wait_for_load_state("networkidle")


def missing(visit: Visit) -> None:
    visit.open("/nothing-here")
    visit.faults.clear()


SCENES: dict[str, Callable[[Visit], None]] = {
    "start": start,
    "rules": rules,
    "setup-pocket-battles": setup_page("pocket-battles"),
    "setup-aces-armor": setup_page("aces-armor"),
    "army": building("pocket-battles", "orcs-80"),
    "brigades": building("travel-battle", "two-wings"),
    "pocket-battles": battle("pocket-battles"),
    "travel-battle": battle("travel-battle"),
    "aces-armor": battle("aces-armor"),
    "learn": learn,
    "guide-pocket-battles": guide("pocket-battles"),
    "guide-travel-battle": guide("travel-battle"),
    "guide-aces-armor": guide("aces-armor"),
    "four-sides": four,
    "hint": hint,
    "remote-players": remote_players,
    "device-transfer": device_transfer,
    "dice": dice,
    "missing": missing,
    "card-pocket-battles": card("pocket-battles"),
    "card-travel-battle": card("travel-battle"),
    "card-aces-armor": card("aces-armor"),
    "dice-tray": dice_tray,
    "film": film,
    "victory": victory,
    "review": review,
    "invitation": invitation,
    "tables": tables,
    "menu": menu,
    "waiting": waiting,
    "curtain": curtain,
    "postgame": postgame,
}
BATTLES = ("pocket-battles", "travel-battle", "aces-armor")
ON_TABLETS = (*BATTLES, "card-pocket-battles", "dice-tray", "review")
MOVING = ("dice-tray", "film")
"""What is looked at with motion on."""


def shots() -> Iterator[tuple[str, Callable[[Visit], None], dict[str, Any]]]:
    """All pictures: their names, their scenes, and how they are looked at."""
    for scene, play in SCENES.items():
        sizes = SIZES | ({"tablet": TABLET} if scene in ON_TABLETS else {})
        motion = {"reduced_motion": "no-preference"} if scene in MOVING else {}
        for size, given in sizes.items():
            for scheme in ("light", "dark"):
                yield f"{scene}-{size}-{scheme}", play, given | motion | {"color_scheme": scheme}
    for scene in ("start", *BATTLES):
        for size, given in SIZES.items():
            yield f"{scene}-{size}-italian", SCENES[scene], given | {"locale": "it-IT"}


def main(arguments: list[str]) -> int:
    """Takes the screenshots."""
    folder = Path(arguments[0] if arguments else "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        visits = Visits(browser, server.address)
        for name, play, given in shots():
            if arguments[1:] and not any(name.startswith(wanted) for wanted in arguments[1:]):
                continue
            visit = visits.begin(**given)
            play(visit)
            path = folder / f"{name}.png"
            visit.page.screenshot(path=path)
            if name in README:
                visit.page.screenshot(path=PICTURES / README[name], type="jpeg", quality=80)
            sys.stdout.write(f"{path}\n")
            sys.stdout.flush()
            visit.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
