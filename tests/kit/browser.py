"""A server for the length of some tests, and visits to its pages with a browser."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, expect

from drumhead.ai.bots.levels import bot
from drumhead.core.game import Game
from drumhead.core.state import State
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.db.store import Store
from drumhead.server.ops.rate_limit import Rate
from drumhead.server.session.ports import Job, Opponent

PAGE_TIMEOUT_MS = 60_000
"""How long a page may take for anything. No test waits for time to pass, only for what it looks for."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SEED = 1815
PEOPLE: dict[str, object] = {"computer": [0], "device": "all", "watch": []}
"""The seats of people, by how a battle is played."""
READY = """() => {
    const commit = "#primary[data-role=commit]";
    const kinds = { curtain: "#curtain[open]", over: "#postgame h2", commit, choice: ".choice" };
    return Object.keys(kinds).find((kind) => document.querySelector(`:is(${kinds[kind]}):not([data-old])`)) || "";
}"""
FORGET = "() => document.querySelectorAll('.choice').forEach((one) => (one.dataset.old = ''))"
expect.set_options(timeout=PAGE_TIMEOUT_MS)


class DeterministicWorkers(WorkerPool):
    """Opponents that always decide the same in the same position, so that a battle can be repeated."""

    async def pick(self, game: Game, state: State, opponent: Opponent, job: Job) -> int:
        seen, side = state.observe(state.player), game.side_of(state.player)
        return await self.run(job, lambda: bot(opponent.level, seen.pack().hex()).pick(seen, state.player, side))


class ServerThread:
    """A server in a thread, with its database in a folder."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        store = Store(f"sqlite:///{folder / 'battles.sqlite3'}")
        self.executor = ThreadPoolExecutor(1)
        """Where opponents think."""
        self.app = build(store, DeterministicWorkers(self.executor), seeded=True, rate=Rate(0, 0))
        config = uvicorn.Config(self.app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.socket.close()


@contextmanager
def running_server(folder: Path, port: int = 0) -> Iterator[ServerThread]:
    """Runs a server for the length of a block."""
    server = ServerThread(folder, port)
    yield server
    server.close()


class Visit:
    """A page that somebody visits; collects its errors and counts its bytes."""

    def __init__(self, context: BrowserContext, address: str, speed: str = "") -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        if speed:
            stored = json.dumps(json.dumps({"speed": speed, "sound": False}))
            store = f"localStorage.setItem('preferences', {stored})"
            self.page.add_init_script(f"if (location.protocol === 'http:') {store}")
        self.page.set_default_timeout(PAGE_TIMEOUT_MS)
        self.page.route("**/battles", self._seed)
        self.faults: list[str] = []
        self.bytes = 0
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("requestfailed", self._failed)
        self.page.on("requestfinished", self._weighed)
        self._weighed_files: set[str] = set()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # given up by a page that is left
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"a request to another host: {request.url}")

    def _weighed(self, request: Request) -> None:
        """Counts what a browser would fetch: static files once, for their addresses let it keep them for good.

        Playwright turns the cache off where a page's requests are rewritten, as they are here for the seed.
        """
        if request.url.startswith(("data:", "blob:")) or request.url in self._weighed_files:
            return
        if "/static/" in request.url:
            self._weighed_files.add(request.url)
        sizes = request.sizes()
        self.bytes += sizes["responseBodySize"] + sizes["responseHeadersSize"]

    def _seed(self, route: Route) -> None:
        """Gives every battle the same dice."""
        asked: Any = route.request.post_data_json
        route.continue_(post_data={**asked, "seed": SEED})

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def play(self, game: str, mode: str = "computer", level: str = "recruit", **options: object) -> Page:
        """Begins a battle and opens its link."""
        seats = {"people": PEOPLE[mode], "level": level}
        return self._sit_down("/battles", {"game": game, "seats": seats, "options": options, "seed": SEED})

    def play_on(self, record: str) -> Page:
        """Continues a battle from a game file, in the first seat against a recruit, and opens its link."""
        return self._sit_down("/battles/open", {"record": record, "seats": {"people": [0], "level": "recruit"}})

    def _sit_down(self, path: str, asked: dict[str, object]) -> Page:
        answer = self.context.request.post(self.address + path, data=asked, headers={"origin": self.address})
        assert answer.ok, answer.text()
        links = answer.json()
        own = [token for token in links["seats"] if token]
        page = self.open(f"/table#{'~'.join(own)}!{links['watch']}" if own else f"/table#{links['watch']}")
        page.wait_for_selector("svg.dh, #curtain[open]")
        return page

    def start(self, game: str, mode: str = "computer", level: str = "recruit") -> Page:
        """Begins a battle from the start page."""
        page = self.open()
        box = page.locator(f"article[data-game={game}]")
        box.locator(".ways-button").click()
        box.locator("select[name=level]").select_option(level)
        box.locator(f"button[value={mode}]").click()
        page.wait_for_selector("svg.dh, #curtain[open]")
        return page

    def wait(self) -> str:
        """Waits until there is something to do; returns what: choice, commit, over or curtain."""
        return str(self.page.wait_for_function(READY).json_value())

    def forget(self) -> None:
        """Marks what can be chosen now as old: the next wait is for something new."""
        self.page.evaluate(FORGET)

    def choose(self, choice: int = 0) -> str:
        """Takes a choice of the list, waits for the result and returns what to do next."""
        self.forget()
        self.page.locator(".choice").nth(choice).click()
        return self.wait()

    def commit(self) -> str:
        """Commits what was chosen, waits for the result and returns what to do next."""
        self.forget()
        self.page.locator("#primary[data-role=commit]").click()
        return self.wait()

    def more(self, button: str) -> None:
        """Presses a button of the menu."""
        self.page.locator("#more > summary").click()
        self.page.locator(button).click()

    def give_up(self) -> None:
        """Ends the battle."""
        self.wait()
        self.more("#concede")
        self.page.locator("#ask button[value=yes]").click()
        self.page.locator("#postgame h2").wait_for()

    def close(self) -> None:
        self.context.close()
        assert not self.faults, "\n".join(self.faults)

    def leave(self) -> None:
        """Closes all pages and clears the storage, so that another test may use the browser."""
        self.page.goto("about:blank")
        session = self.context.new_cdp_session(self.page)
        kept = {"origin": self.address, "storageTypes": "local_storage,cookies,indexeddb"}
        session.send("Storage.clearDataForOrigin", kept)
        for page in self.context.pages:
            page.close()


class Visits:
    """All visits of a test.

    Browser contexts are reused with empty storage but with cached files; a `fresh` one is never reused.
    """

    def __init__(self, browser: Browser, address: str, free: dict[str, list[BrowserContext]] | None = None) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Visit] = []
        self._free = free if free is not None else {}
        self._kinds: list[str] = []

    def begin(self, *, address: str = "", fresh: bool = False, **given: Any) -> Visit:
        given.setdefault("viewport", {"width": 1280, "height": 860})
        given.setdefault("reduced_motion", "reduce")
        given.setdefault("locale", "en-GB")
        kind = "" if fresh or address else repr(sorted(given.items()))
        free = self._free.get(kind, [])
        context = free.pop() if free else self.browser.new_context(**given)
        self._kinds.append(kind)
        speed = "instant" if given["reduced_motion"] == "reduce" else ""
        self.all.append(Visit(context, address or self.address, speed))
        return self.all[-1]

    def close(self) -> None:
        for visit, kind in zip(self.all, self._kinds, strict=True):
            if kind:
                visit.leave()
                self._free.setdefault(kind, []).append(visit.context)
            else:
                visit.context.close()
        faults = [fault for visit in self.all for fault in visit.faults]
        assert not faults, "\n".join(faults)


def number(page: Page) -> str:
    """The number of the position that the page shows."""
    return page.locator("body").get_attribute("data-number") or ""
