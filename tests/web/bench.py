"""Measures the table in a real browser: weight of a first battle, time until it is seen, from a click to the screen."""

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from drumhead import Match, load
from tests.web.chromium import find
from tests.web.house import Visit, Visits, standing

CLICKS = 15
# From the click to the first frame after the list of choices has changed, measured inside the page.
ANSWER = """() => new Promise((done) => {
    const begun = performance.now();
    const seen = new MutationObserver(() => {
        seen.disconnect();
        requestAnimationFrame(() => done(performance.now() - begun));
    });
    seen.observe(document.getElementById("choices"), { childList: true });
    document.querySelector(".choice").click();
})"""


def main() -> int:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as folder, standing(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        visits = Visits(browser, house.address)
        for game in ("pocket-battles", "travel-battle"):
            visit = visits.begin()
            page = visit.open()
            page.wait_for_load_state("networkidle")
            begun = time.perf_counter()
            page.locator(f"article[data-game={game}] select[name=level]").select_option("recruit")
            page.locator(f"article[data-game={game}] button.main").click()
            page.wait_for_selector("svg.dh")
            seen = time.perf_counter() - begun
            visit.wait()
            sys.stdout.write(f"{game}: {visit.bytes / 1000:.0f} kB until the first battle, seen after {seen:.2f} s\n")
            answered = [clicked(visit) for _ in range(CLICKS)]
            middle, worst = statistics.median(answered), max(answered)
            sys.stdout.write(f"{game}: a click is answered on screen after {middle:.0f} ms (worst {worst:.0f} ms)\n")
            sys.stdout.write(f"{game}: a picture is drawn in {drawn(game):.1f} ms\n")
            visit.close()
        browser.close()
    return 0


def clicked(visit: Visit) -> float:
    """The milliseconds that one choice takes."""
    while visit.wait() != "choice":
        visit.page.locator("#commit").click()
    taken: float = visit.page.evaluate(ANSWER)
    visit.page.wait_for_timeout(100)
    return taken


def drawn(game: str) -> float:
    """The milliseconds that the server needs for a picture, the best of seven."""
    match = Match(load(game), seed=1)
    match.settle()
    taken = []
    for _ in range(7):
        begun = time.perf_counter()
        match.svg(0)
        taken.append(time.perf_counter() - begun)
    return min(taken) * 1000


if __name__ == "__main__":
    sys.exit(main())
