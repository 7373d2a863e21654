"""Measures the battle page in a real browser: bytes loaded, time to the first picture, time to answer a click.

`python -m benchmarks.browser` prints every figure beside its limit. Pictures and messages are measured in processor
time; what a person sees is measured in wall-clock time, which other work on the machine makes longer.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright
from tests.kit.browser import Visit, Visits, running_server
from tests.web.chromium import find

from drumhead import CHANCE, OVER, Match, load
from drumhead.server.api import serialize

CLICKS = 15
BIGGEST: dict[str, dict[str, Any]] = {
    "pocket-battles": {"armies": ("orcs-80", "elves-80"), "size": 80},
    "travel-battle": {},
    "aces-armor": {"players": 4, "half": "whole"},
}
KILOBYTES, FIRST, ANSWERED, DRAWN = 300, 1.5, 100, 30
# From the click on the start page to the first frame with the picture of the battle, by the clock of the browser.
CLICKED = """() => addEventListener("click", () => sessionStorage.setItem("clicked", Date.now()), { capture: true })"""
SEEN = """new MutationObserver((_, seen) => {
    if (!document.querySelector("svg.dh")) return;
    seen.disconnect();
    requestAnimationFrame(() => (window.seen = Date.now() - Number(sessionStorage.getItem("clicked"))));
}).observe(document, { childList: true, subtree: true })"""
# From the click to the first frame after the list of choices has changed, and, where the click decided something, to
# the first frame in which that stands on the board; measured inside the page.
ANSWER = """() => new Promise((done) => {
    const begun = performance.now();
    const told = [];
    const [list, board] = ["choices", "board"].map((id) => document.getElementById(id));
    const seen = new MutationObserver((changes) => {
        const decided = changes.some(({ target }) => target === board);
        requestAnimationFrame(() => told.push(performance.now() - begun));
        if (decided || document.querySelector(".choice:not([data-old]), #commit")) {
            seen.disconnect();
            requestAnimationFrame(() => done(decided ? [told[0], told.at(-1)] : [told[0]]));
        }
    });
    for (const frame of [list, board, document.getElementById("odds")]) seen.observe(frame, { childList: true });
    document.querySelector(".choice").click();
})"""


def main() -> int:
    """Prints the figures."""
    say(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for game in BIGGEST:
        drawn(game)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        visits = Visits(browser, server.address)
        for game in BIGGEST:
            seen(visits.begin(), game)
        browser.close()
    return 0


def say(words: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def told(game: str, what: str, value: float, limit: float, unit: str) -> None:
    """Prints a figure beside its limit."""
    holds = "holds" if value < limit else "DOES NOT HOLD"
    say(f"{game}: {what}: {value:.{2 if limit < 10 else 0}f} {unit} (limit {limit:g}): {holds}")


def seen(visit: Visit, game: str) -> None:
    """A first battle in the browser, from the start page on, and some clicks."""
    visit.page.unroute("**/battles")  # what stands between page and server in a test
    visit.page.add_init_script(SEEN)
    page = visit.open()
    page.wait_for_load_state("networkidle")
    page.locator(f"article[data-game={game}] select[name=level]").select_option("recruit")
    page.evaluate(CLICKED)
    page.locator(f"article[data-game={game}] button.main").click()
    page.wait_for_selector("svg.dh")
    first: float = page.wait_for_function("window.seen").json_value()
    told(game, "the first battle is seen after", first / 1000, FIRST, "s")
    visit.wait()
    told(game, "weight until then, start page included", visit.bytes / 1000, KILOBYTES, "kB")
    answered = [clicked(visit) for _ in range(CLICKS)]
    told(game, "a click is answered on screen after", statistics.median(one[0] for one in answered), ANSWERED, "ms")
    decided = [one[1] for one in answered if len(one) > 1]
    told(game, "what was decided stands on the board after", statistics.median(decided), ANSWERED, "ms")
    visit.close()


def clicked(visit: Visit) -> list[float]:
    """The milliseconds until one choice is answered, and, if it decided something, until that is seen."""
    while visit.wait() != "choice":
        visit.commit()
    visit.forget()
    taken: list[float] = visit.page.evaluate(ANSWER)
    visit.wait()
    return taken


def drawn(game: str) -> None:
    """The time that the server needs for a picture and for a whole message, of the biggest board in a battle."""
    match, rng = Match(load(game, **BIGGEST[game]), seed=1), Random(1)
    picture, message = [0.0], [0.0]
    while match.to_act != OVER and len(match.steps) < 120:
        if match.to_act == CHANCE:
            match.roll()
            continue
        seat = match.to_act
        if len(match.steps) % 10 == 0:
            picture.append(best(lambda seat=seat: match.svg(seat)))  # type: ignore[misc]
            message.append(best(lambda seat=seat: view(match, seat)))  # type: ignore[misc]
        match.push(rng.choice(match.legal_actions))
    told(game, "the slowest of 12 pictures of its biggest board is drawn in", max(picture), DRAWN, "ms")
    say(f"{game}: picture, choices and all of the slowest message: {max(message):.0f} ms")


def view(match: Match, seat: int) -> object:
    """Returns the message that tells a seat the position and its choices."""
    return serialize.position(match, seat) | serialize.choices(match, seat)


def best(do: Callable[[], object]) -> float:
    """The milliseconds of the processor that something takes, the best of five."""
    taken = []
    for _ in range(5):
        begun = time.process_time()
        do()
        taken.append(time.process_time() - begun)
    return min(taken) * 1000


if __name__ == "__main__":
    sys.exit(main())
