from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.chromium import find
from tests.web.house import Visit, Visits, standing


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with standing(tmp_path_factory.mktemp("house")) as house:
        yield house.address


@pytest.fixture
def visits(browser: Browser, address: str) -> Iterator[Visits]:
    """Opens pages as different people would; each must end without an error and without a strange request."""
    visits = Visits(browser, address)
    yield visits
    visits.close()


@pytest.fixture
def visit(visits: Visits) -> Visit:
    """A person at a desk."""
    return visits.begin()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
