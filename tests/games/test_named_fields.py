"""games/*: frames and actions are taken apart by bits only in engine, rules, reach and automa; elsewhere by name."""

import re
from pathlib import Path

import pytest

from drumhead.core.registry import games

SOURCES = Path(__file__).parents[2] / "src" / "drumhead" / "games"
PACKED = ("engine", "rules", "reach", "automa")
"""The folders whose modules may read packed numbers, for speed."""
SHIFT = re.compile(r"& ?31\b|>> ?(5|12|13|19|21|22|26|29|31)\b")
"""The mask of a kind, and the shifts of the fields of frames and actions in the three games."""


def shifts(source: str) -> list[int]:
    """The numbers of the lines that take a packed number apart."""
    return [number for number, line in enumerate(source.splitlines(), 1) if SHIFT.search(line)]


@pytest.mark.parametrize("name", games())
def test_packed_numbers_are_read_by_name_outside_the_engine(name: str) -> None:
    folder = SOURCES / name.replace("-", "_")
    modules = [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).parts[0] not in PACKED]
    assert modules
    found = [f"{path.relative_to(folder)}:{line}" for path in modules for line in shifts(path.read_text("utf-8"))]
    assert not found, f"use State.pending, unpack or a function of engine: {', '.join(found)}"


@pytest.mark.parametrize("line", ["kind = frame & 31", "a = code >>12 & 127", "f.stack[-1] >> 5", "x >> 31"])
def test_the_check_finds_a_shift(line: str) -> None:
    assert shifts(f"f = 1\n{line}\n") == [2]


@pytest.mark.parametrize("line", ["alive >> troop & 1", "hits & 255", "value >> 50", "width & 310"])
def test_the_check_leaves_other_bits_alone(line: str) -> None:
    assert not shifts(line)
