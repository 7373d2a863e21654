"""Marks tests by what they need, so that `make test-quick` can leave the slow ones out."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a browser or a PostgreSQL server; `slow` is written at the test itself."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if "postgres" in getattr(item, "fixturenames", ()) or "[postgresql" in item.name:
            item.add_marker(pytest.mark.postgres)
