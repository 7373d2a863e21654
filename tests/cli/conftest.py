"""Fixtures of the tests of the command line."""

from pathlib import Path

import pytest

from tests.kit.terminal import Terminal, random_picks


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """A terminal in a folder of its own, without the colours and the language of the machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Terminal(monkeypatch)


@pytest.fixture
def evening(terminal: Terminal, tmp_path: Path) -> Path:
    """The record of a whole battle."""
    pick = random_picks(3)

    def answer(printed: str) -> str | None:
        return "evening.drum" if "Keep the record?" in printed else pick(printed)

    run = terminal.run("play pocket-battles --seed 11 --against recruit", answer)
    assert run.code == 0
    return tmp_path / "evening.drum"
