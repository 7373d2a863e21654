"""The fields of a position are declared once (engine/position.py): packing and copies keep to the declaration."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from drumhead import CHANCE, OVER, load
from drumhead.core.registry import games

POSITIONS = {name: import_module(f"{game.package}.engine.position") for name, game in games().items()}
SHARED = {"force", "events"}
"""The scenario, which never changes, and what happened, which a copy does not have."""


def played(name: str, steps: int) -> Any:
    """A position after some random steps."""
    rng = Random(steps)
    state = load(name).start()
    for _ in range(steps):
        if state.player == OVER:
            break
        state.apply(state.sample(rng) if state.player == CHANCE else rng.choice(state.legal()))
    return state


def attributes(state: Any) -> set[str]:
    """Every attribute that holds data."""
    return {name for name in dir(state) if not name.startswith("_") and not callable(getattr(state, name))}


@pytest.mark.parametrize("name", games())
def test_every_attribute_of_a_position_is_declared(name: str) -> None:
    module = POSITIONS[name]
    declared = {*module.STORED.names, *module.DERIVED, *module.CACHES, *SHARED}
    assert attributes(played(name, 40)) == declared


@pytest.mark.parametrize("steps", [0, 7, 40, 150])
@pytest.mark.parametrize("name", games())
def test_a_copy_has_every_field(name: str, steps: int) -> None:
    state = played(name, steps)
    copy = state.clone()
    for field in attributes(state) - {"events"}:
        assert getattr(copy, field) == getattr(state, field), f"clone leaves {field} behind"


@pytest.mark.parametrize("steps", [0, 7, 40, 150])
@pytest.mark.parametrize("name", games())
def test_unpacking_restores_every_stored_and_derived_field(name: str, steps: int) -> None:
    module, state = POSITIONS[name], played(name, steps)
    copy = state.unpack(state.pack())
    for field in (*module.STORED.names, *module.DERIVED):
        assert getattr(copy, field) == getattr(state, field), f"unpack does not restore {field}"
