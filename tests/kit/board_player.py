"""Plays on the battle page by pressing what is on the board, and nothing else: pieces, places, card and primary button.

The list of choices in the side panel is never touched. Every page runs with motion on; its timers and animations run
faster, so that a battle takes less time.
"""

from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

from tests.kit.browser import Visit

FASTER: Final = 8
"""How many times as fast timers and animations run."""
HURRY: Final = f"""(() => {{
    const {{ setTimeout, setInterval }} = window;
    window.setTimeout = (run, time = 0, ...rest) => setTimeout(run, time / {FASTER}, ...rest);
    window.setInterval = (run, time = 0, ...rest) => setInterval(run, time / {FASTER}, ...rest);
}})()"""
SETTLED: Final = """() => {
    const board = document.querySelector("#board");
    const gliding = document.getAnimations().filter(({ effect, playState }) =>
        playState === "running" && board.contains(effect?.target) && effect.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(gliding.map(({ finished }) => finished)).then(() => {});
}"""
READY: Final = """() => {
    if (document.querySelector("#curtain[open]")) return "curtain";
    if (document.querySelector("body.finished #postgame h2")) return "over";
    if (!document.body.classList.contains("deciding") || document.body.classList.contains("looking")) return "";
    const primary = document.querySelector("#primary");
    const isFresh = primary.dataset.role && primary.dataset.old !== primary.dataset.role + primary.textContent;
    const fresh = ":is(.marks .mark, #card:not([hidden]) button):not([data-old])";
    return isFresh || document.querySelector(fresh) ? "decide" : "";
}"""
FORGET: Final = """() => {
    for (const one of document.querySelectorAll(".marks .mark, #card button")) one.dataset.old = "";
    const primary = document.querySelector("#primary");
    primary.dataset.old = primary.dataset.role + primary.textContent;
}"""
THINGS: Final = """() => {
    const things = [];
    const add = (kind, element) => things.push({ kind, key: element.dataset.mark ?? element.textContent });
    for (const mark of document.querySelectorAll(".marks .mark")) add("mark", mark);
    for (const button of document.querySelectorAll("#card:not([hidden]) button")) add("card", button);
    const primary = document.querySelector("#primary");
    if (["commit", "end"].includes(primary.dataset.role)) add(primary.dataset.role, primary);
    return things;
}"""
SPOT: Final = """({ kind, index, key }) => {
    const found = { mark: ".marks .mark", card: "#card:not([hidden]) button" }[kind];
    const thing = found ? document.querySelectorAll(found)[index] : document.querySelector("#primary");
    if (!thing || (kind === "mark" && thing.dataset.mark !== key)) return null;
    thing.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = thing.getBoundingClientRect();
    const box = kind === "mark" ? document.querySelector("#board").getBoundingClientRect() : null;
    const spots = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.75], [0.25, 0.75], [0.75, 0.25]].map(
        ([x, y]) => [left + width * x, top + height * y]);
    return spots.find(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (box ? hit.closest("#board") : thing.contains(hit));
    }) ?? null;
}"""
LISTEN: Final = """(() => {
    window.asked = [];
    let isTold = false;
    const heard = new WeakSet();
    const { send } = WebSocket.prototype;
    const hear = ({ data }) => (isTold ||= JSON.parse(data).type === "view");
    WebSocket.prototype.send = function (message) {
        if (!isTold) window.asked.push(JSON.parse(message).type ?? "hello");
        if (!heard.has(this)) this.addEventListener("message", hear);
        heard.add(this);
        return send.call(this, message);
    };
    const begin = () => {
        window.asked = [];
        isTold = false;
    };
    addEventListener("click", begin, { capture: true });
})()"""
"""Notes what a page asks the server for, from a press until the server tells it a position."""
FAULTS: Final = (Path(__file__).parent / "page_faults.js").read_text(encoding="utf-8")


class BoardPlayer:
    """Somebody who plays a battle on the board alone."""

    def __init__(self, visit: Visit, rng: Random, *, touch: bool) -> None:
        self.visit = visit
        self.rng = rng
        self.touch = touch
        self.presses = 0

    @property
    def page(self) -> Page:
        return self.visit.page

    def hurry(self) -> None:
        """Lets time run faster on the pages that are opened from now on."""
        self.page.add_init_script(HURRY)
        session = self.visit.context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": FASTER})

    def listen(self) -> None:
        """Notes on the pages that are opened from now on what they ask the server for."""
        self.page.add_init_script(LISTEN)

    def asked(self) -> list[str]:
        """Returns the types of the messages that the page sent from the last press until a position came."""
        asked: list[str] = self.page.evaluate("asked")
        return asked

    def wait(self) -> str:
        """Waits until something can be decided; returns decide, curtain or over."""
        kind = str(self.page.wait_for_function(READY).json_value())
        self.page.evaluate(SETTLED)
        return kind

    def things(self) -> list[dict[str, Any]]:
        """Returns what could be pressed on the board now."""
        things: list[dict[str, Any]] = self.page.evaluate(THINGS)
        counts: dict[str, int] = {}
        for thing in things:
            thing["index"] = counts.get(thing["kind"], 0)
            counts[thing["kind"]] = thing["index"] + 1
        return things

    def spot(self, thing: dict[str, Any]) -> list[float] | None:
        """Returns where something on the board can be pressed; None if it has gone or lies under something."""
        spot: list[float] | None = self.page.evaluate(SPOT, thing)
        return spot

    def press(self, thing: dict[str, Any]) -> bool:
        """Presses something on the board; returns False if it has gone meanwhile or lies under something."""
        spot = self.spot(thing)
        if spot is None:
            return False
        self.page.evaluate(FORGET)
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*spot)
        self.presses += 1
        return True

    def pick(self) -> dict[str, Any]:
        """Returns what to press next, at random: a commit if there is one, the end of the phase now and then."""
        things = self.things()
        assert things, "nothing on the board leads on"
        commits = [thing for thing in things if thing["kind"] == "commit"]
        ends = [thing for thing in things if thing["kind"] == "end"]
        others = [thing for thing in things if thing["kind"] in ("mark", "card")]
        if commits and self.rng.random() < 0.8:
            return commits[0]
        if ends and (not others or self.rng.random() < 0.35):
            return ends[0]
        return self.rng.choice(others or commits)

    def step(self) -> None:
        """Presses one thing; what ends a phase and asks back, twice."""
        pick = self.pick()
        if self.press(pick) and pick["kind"] == "end" and self.page.locator("#primary.armed").count():
            self.press(pick)

    def faults(self) -> list[str]:
        """Returns what could not be seen, read or pressed on the page as it is now."""
        faults: list[str] = self.page.evaluate(FAULTS)
        return faults
