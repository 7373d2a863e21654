"""Seeded battles and decisions are those that were written down."""

import json
from pathlib import Path

import pytest

from drumhead.core.registry import games
from tests.corpus.make_decisions import BATTLES, LEVELS, POSITIONS
from tests.test_builds import digest, picked

KNOWN = json.loads((Path(__file__).parent / "decisions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", games())
def test_seeded_battles_are_those_that_were_written_down(name: str) -> None:
    assert [digest(name, seed) for seed in range(BATTLES)] == KNOWN[name]["battles"]


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", games())
def test_every_level_decides_as_was_written_down(name: str, level: str) -> None:
    assert [picked(name, level, seed) for seed in range(POSITIONS)] == KNOWN[name][level]
