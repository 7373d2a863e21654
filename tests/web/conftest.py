from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.kit.browser import Visit, Visits, running_server
from tests.web.chromium import find

FAILURES = Path(__file__).parents[2] / "build" / "failures"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def free() -> dict[str, list[BrowserContext]]:
    """Browsers that nobody uses now, by how they were asked for."""
    return {}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("server")) as server:
        yield server.address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keeps what the pages looked like when a test failed."""
    report = yield
    visits = getattr(item, "funcargs", {}).get("visits")
    if report.when == "call" and report.failed and visits:
        FAILURES.mkdir(parents=True, exist_ok=True)
        for index, visit in enumerate(visits.all):
            visit.page.screenshot(path=FAILURES / f"{item.name}-{index}.png")
    return report


@pytest.fixture
def visits(browser: Browser, address: str, free: dict[str, list[BrowserContext]]) -> Iterator[Visits]:
    """Opens pages as different people would; each must end without an error and without a strange request."""
    visits = Visits(browser, address, free)
    yield visits
    visits.close()


@pytest.fixture
def visit(visits: Visits) -> Visit:
    """A person at a desk."""
    return visits.begin()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
