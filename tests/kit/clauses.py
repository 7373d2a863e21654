"""What tests of all games share."""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Marks a test as the proof of these clauses."""
    return pytest.mark.clause(*ids)
