"""Takes screenshots of every page, in both themes, on a desktop and on a phone; of battles on a tablet as well.

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
from tests.web.test_guided_battles import begin, follow

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
README = {
    "guide-pocket-battles-desktop-light": "guide.jpg",
    "postgame-desktop-light": "after.jpg",
    "travel-battle-phone-dark": "phone.jpg",
}
"""The three that the README shows."""
SIZES: dict[str, dict[str, Any]] = {"desktop": {"viewport": {"width": 1280, "height": 860}}, "phone": PHONE}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "is_mobile": True, "has_touch": True}
STEPS = {"pocket-battles": 22, "travel-battle": 45, "aces-armor": 30}
"""How many choices make a battle some way on."""


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
        expect(page.locator("#dice.shown")).to_have_count(0)

    return play


def decide(visit: Visit, page: Page, rng: Random) -> bool:
    """Makes one choice; says whether the battle goes on."""
    kind = visit.wait()
    if kind == "commit":
        visit.commit()
    elif kind == "choice":
        visit.choose(rng.randrange(page.locator(".choice").count()))
    return kind != "over"


def odds(visit: Visit) -> None:
    """The odds of an action before it is done."""
    page = visit.play("pocket-battles", level="recruit")
    rng = Random(4)
    while visit.wait() == "choice":
        visit.choose(rng.randrange(page.locator(".choice").count()))
    expect(page.locator("#dice.shown")).to_have_count(0)


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
        expect(visit.page.locator("#dice.shown")).to_have_count(0)

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


def remote_players(visit: Visit) -> None:
    """A battle with a remote player who is there and has written something."""
    page = visit.open()
    page.locator("article[data-game=travel-battle] button[value=far]").click()
    page.wait_for_selector("#remote-players:not([hidden])")
    token = page.evaluate("Object.values(Object.values(JSON.parse(localStorage.getItem('invited')))[0])[0]")
    there = visit.context.new_page()
    there.goto(f"{visit.address}/table#{token}")
    page.locator("#who .there").wait_for()
    there.locator("#chat-text").fill("Good luck, and mind the hill.")
    there.locator("#chat-form button").click()
    page.locator("#chat-lines li").first.wait_for()
    page.locator("#remote-players").scroll_into_view_if_needed()


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
    "odds": odds,
    "curtain": curtain,
    "postgame": postgame,
}
BATTLES = ("pocket-battles", "travel-battle", "aces-armor")


def shots() -> Iterator[tuple[str, Callable[[Visit], None], dict[str, Any]]]:
    """All pictures: their names, their scenes, and how they are looked at."""
    for scene, play in SCENES.items():
        sizes = SIZES | ({"tablet": TABLET} if scene in BATTLES else {})
        for size, given in sizes.items():
            for scheme in ("light", "dark"):
                yield f"{scene}-{size}-{scheme}", play, given | {"color_scheme": scheme}
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
