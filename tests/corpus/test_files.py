"""Files that earlier builds wrote: each is read and comes to the same position, or says at which step it stops."""

import json
import zipfile
from functools import cache
from pathlib import Path

import pytest

from drumhead.core.files import record

ARCHIVES = sorted(Path(__file__).parent.glob("rules-*.zip"))
STOPPED: dict[str, int] = {}
"""The files that rules mended since stop, and how many of their steps still play."""


@cache
def expected(archive: Path) -> dict[str, dict[str, str | int]]:
    """What every file of an archive came to when it was written."""
    found: dict[str, dict[str, str | int]] = json.loads(text_of(archive, "expected.json"))
    return found


def text_of(archive: Path, name: str) -> str:
    """A file of an archive."""
    with zipfile.ZipFile(archive) as opened:
        return opened.read(name).decode()


def files() -> list[tuple[Path, str]]:
    """Every file of every archive."""
    return [(archive, name) for archive in ARCHIVES for name in expected(archive)]


@pytest.mark.slow
@pytest.mark.parametrize(("archive", "name"), files(), ids=lambda given: str(getattr(given, "stem", given)))
def test_a_file_of_an_earlier_build_comes_to_the_same_or_says_where_it_stops(archive: Path, name: str) -> None:
    came_to = expected(archive)[name]
    if f"{archive.stem}/{name}" in STOPPED:
        with pytest.raises(record.OldRules) as stopped:
            record.read(text_of(archive, name))
        assert len(stopped.value.match.steps) == STOPPED[f"{archive.stem}/{name}"] > 0
        return
    match = record.read(text_of(archive, name))
    assert len(match.steps) == came_to["steps"]
    assert (str(match.outcome) if match.outcome is not None else "") == came_to["result"]
    assert match.position == came_to["position"]
    assert record.write(record.read(record.write(match))) == record.write(match)


def test_every_game_has_files() -> None:
    assert {name.rsplit("-", 1)[0] for _, name in files()} == {"pocket-battles", "travel-battle", "aces-armor"}
