"""A server that stands for the length of some tests, and people who visit it with a browser."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from drumhead.server.app import build
from drumhead.server.store import Store
from drumhead.server.thinkers import Thinkers

PATIENCE = 30_000
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
READY = ".choice, #commit, #after h2, #curtain[open]"


class House:
    """A server in a thread, on a folder."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        app = build(Store(f"sqlite:///{folder / 'battles.sqlite3'}"), Thinkers(ThreadPoolExecutor(1)))
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
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
def standing(folder: Path, port: int = 0) -> Iterator[House]:
    """A server while a block lasts."""
    house = House(folder, port)
    yield house
    house.close()


class Visit:
    """A person with a page."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.bytes = 0
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("requestfailed", self._failed)
        self.page.on("requestfinished", self._weighed)

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
        if not request.url.startswith(("data:", "blob:")):
            sizes = request.sizes()
            self.bytes += sizes["responseBodySize"] + sizes["responseHeadersSize"]

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def play(self, game: str, mode: str = "computer", level: str = "recruit", **options: object) -> Page:
        """Begins a battle from the start page, or with options against the computer from the page where they are set."""
        if options:
            return self._set_up(game, level, options)
        page = self.open()
        box = page.locator(f"article[data-game={game}]")
        box.locator("select[name=level]").select_option(level)
        box.locator(f"button[value={mode}]").click()
        page.wait_for_selector("svg.dh, #curtain[open]")
        return page

    def _set_up(self, game: str, level: str, options: dict[str, object]) -> Page:
        page = self.open(f"/setup/{game}")
        page.locator("#begin:enabled").wait_for()
        page.locator("[data-seat='1']").select_option(level)
        for name, value in options.items():
            page.locator(f"[name={name}]").fill(str(value))
        page.locator("#begin").click()
        page.wait_for_selector("svg.dh, #curtain[open]")
        return page

    def wait(self) -> str:
        """Waits until there is something to do; says what: choice, commit, over or curtain."""
        self.page.wait_for_selector(READY)
        for kind, selector in (("curtain", "#curtain[open]"), ("over", "#after h2"), ("commit", "#commit")):
            if self.page.locator(selector).count():
                return kind
        return "choice"

    def close(self) -> None:
        self.context.close()
        assert not self.faults, "\n".join(self.faults)


class Visits:
    """Everybody who visits during a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Visit] = []

    def begin(self, *, address: str = "", **given: Any) -> Visit:
        given.setdefault("viewport", {"width": 1280, "height": 860})
        given.setdefault("reduced_motion", "reduce")
        given.setdefault("locale", "en-GB")
        self.all.append(Visit(self.browser.new_context(**given), address or self.address))
        return self.all[-1]

    def close(self) -> None:
        for visit in self.all:
            visit.close()


def settle(page: Page, number: str) -> None:
    """Waits until a decision has been answered."""
    expect(page.locator("body")).not_to_have_attribute("data-number", number)


def number(page: Page) -> str:
    return page.locator("body").get_attribute("data-number") or ""


def pick(rng: Random, count: int) -> int:
    return rng.randrange(count)
