"""Measures the battle page in a real browser: bytes loaded, presses and time to a first battle, time to answer a press.

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
from tests.kit.board_player import BoardPlayer
from tests.kit.browser import Visit, Visits, number, running_server
from tests.web.chromium import find

from drumhead import CHANCE, OVER, Match, load
from drumhead.server.api import serialize

DECISIONS = 25
BIGGEST: dict[str, dict[str, Any]] = {
    "pocket-battles": {"armies": ("orcs-80", "elves-80"), "size": 80},
    "travel-battle": {},
    "aces-armor": {"players": 4, "half": "whole"},
}
KILOBYTES, FIRST, ANSWERED, DECIDED, DRAWN = 300, 1.5, 100, 150, 30
PRESSES_TO_BATTLE, PRESSES_TO_DECISION, ROUND_TRIPS = 2, 3, 1
REST_MS = 300
"""How long the pointer rests before it presses: what pointing alone shows has been asked for and answered by then."""
# From the click on the start page to the first frame with the picture of the battle, by the clock of the browser.
CLICKED = """() => addEventListener("click", () => sessionStorage.setItem("clicked", Date.now()), { capture: true })"""
SEEN = """new MutationObserver((_, seen) => {
    if (!document.querySelector("svg.dh")) return;
    seen.disconnect();
    requestAnimationFrame(() => (window.seen = Date.now() - Number(sessionStorage.getItem("clicked"))));
}).observe(document, { childList: true, subtree: true })"""
# From a press to the end of the first frame that answers it, and, where the press decided something, to the end of the
# first frame with the next position's picture; measured inside the page, from the time stamp of the browser's event.
PRESSED = """() => {
    const told = (window.told = {});
    const painted = (then) => requestAnimationFrame(() => scheduler.postTask(then, { priority: "user-blocking" }));
    const watch = ({ timeStamp }) => {
        const since = (what) => painted(() => (told[what] ??= performance.now() - timeStamp));
        const answer = new MutationObserver(() => {
            answer.disconnect();
            since("answered");
        });
        const frames = ["board", "card", "choices", "primary"].map((id) => document.getElementById(id));
        for (const frame of frames) answer.observe(frame, { childList: true, subtree: true });
        // The next position changes what the picture is made of; marks lie beside it.
        const position = new MutationObserver((changes) => {
            if (!changes.some(({ target }) => target.nodeName === "svg" && target.classList.contains("dh"))) return;
            position.disconnect();
            since("decided");
        });
        position.observe(document.querySelector("#board .canvas"), { childList: true, subtree: true });
    };
    addEventListener("click", watch, { capture: true, once: true });
}"""


class Presses:
    """What came of presses on the board: milliseconds until they were answered, and what the page sent for them."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.decided: list[float] = []
        self.round_trips: list[int] = []


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
            first_battle(visits.begin(fresh=True), game)
            presses(visits.begin(fresh=True), game)
        browser.close()
    say(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")
    return 0


def say(words: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def told(game: str, what: str, value: float, limit: float, unit: str) -> None:
    """Prints a figure beside its limit."""
    holds = "holds" if value <= limit else "DOES NOT HOLD"
    decimals = 2 if limit < 10 and isinstance(value, float) else 0
    say(f"{game}: {what}: {value:.{decimals}f} {unit} (limit {limit:g}): {holds}")


def told_times(game: str, what: str, times: list[float], limit: float) -> None:
    """Prints the median and the 95th percentile of times beside their limit."""
    told(game, f"{what}, median of {len(times)}", statistics.median(times), limit, "ms")
    told(game, f"{what}, 95th percentile", statistics.quantiles(times, n=20, method="inclusive")[-1], limit, "ms")


def first_battle(visit: Visit, game: str) -> None:
    """A first battle in the browser, from the start page on, until its first decision is made."""
    visit.page.unroute("**/battles")  # what stands between page and server in a test
    visit.page.add_init_script(SEEN)
    page = visit.open()
    page.wait_for_load_state("networkidle")
    page.evaluate(CLICKED)
    page.locator(f"article[data-game={game}] button.main").click()
    page.wait_for_selector("svg.dh")
    first: float = page.wait_for_function("() => window.seen").json_value()
    told(game, "the first battle is seen after", first / 1000, FIRST, "s")
    told(game, "the first battle is seen after", 1, PRESSES_TO_BATTLE, "press")
    player = BoardPlayer(visit, Random(1), touch=False)
    player.wait()
    told(game, "weight until then, start page included", visit.bytes / 1000, KILOBYTES, "kB")
    before = number(page)
    while number(page) == before:
        assert player.press(player.things()[0])
        player.wait()
    told(game, "the first decision is made with", 1 + player.presses, PRESSES_TO_DECISION, "presses")
    visit.close()


def presses(visit: Visit, game: str) -> None:
    """Presses on the board against a recruit, at the speed that shows everything at once."""
    found, player = Presses(), BoardPlayer(visit, Random(1), touch=False)
    player.listen()
    while len(found.decided) < DECISIONS:
        visit.play(game, level="recruit")
        while len(found.decided) < DECISIONS and player.wait() == "decide":
            press(player, found)
    told_times(game, "a press is answered on screen after", found.answered, ANSWERED)
    told_times(game, "what was decided stands on the board after", found.decided, DECIDED)
    told(game, "a decision and its position take, at most", max(found.round_trips), ROUND_TRIPS, "message")
    visit.close()


def press(player: BoardPlayer, found: Presses) -> None:
    """Presses one thing, once the pointer has rested on it, and notes what came of it."""
    thing = player.pick()
    spot = player.spot(thing)
    if spot is None:
        return
    page = player.page
    page.mouse.move(*spot)
    page.wait_for_timeout(REST_MS)
    page.evaluate(PRESSED)
    player.press(thing)
    player.wait()
    page.wait_for_function("() => told.answered")
    taken: dict[str, float] = page.evaluate("told")
    found.answered.append(taken["answered"])
    if "decided" in taken:
        found.decided.append(taken["decided"])
        found.round_trips.append(len(player.asked()))


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
