"""Drives the program as a person or a script would: types, reads what was printed, and types again."""

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import pytest

from drumhead.cli import main

CTRL_C, CTRL_D = "\x03", "\x04"


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Paper(io.StringIO):
    """A stream that may claim to be a terminal."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Typist:
    """A keyboard: answers each time it is asked, with the last page that was printed before its eyes."""

    def __init__(self, answer: Callable[[str], str | None], out: Paper, *, terminal: bool = False) -> None:
        self.answer = answer
        self.paper = out
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def readline(self) -> str:
        self.paper.seek(max(0, self.paper.seek(0, io.SEEK_END) - 8000))
        typed = self.answer(self.paper.read())
        if typed == CTRL_C:
            raise KeyboardInterrupt
        return "" if typed in (None, CTRL_D) else f"{typed}\n"

    def read(self) -> str:
        lines = []
        while line := self.readline():
            lines.append(line)
        return "".join(lines)


class Terminal:
    """Runs commands with their streams in hand."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch

    def run(
        self,
        command: str | list[str],
        typed: str | Iterable[str] | Callable[[str], str | None] = (),
        *,
        terminal: bool = False,
    ) -> Run:
        """Runs a command line; what is typed are lines, or a function of what was printed so far."""
        out, err = Paper(terminal=terminal), Paper(terminal=terminal)
        keys = Typist(typed if callable(typed) else _lines(typed), out, terminal=terminal)
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", keys)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(command.split() if isinstance(command, str) else command)
        return Run(code, out.getvalue(), err.getvalue())

    def refused(self, command: str | list[str], *words: str) -> str:
        """Runs a command that must be refused in one sentence with exit code 2; returns the sentence."""
        run = self.run(command)
        assert run.code == 2, run
        assert run.out == ""
        assert run.err.startswith("drumhead: ")
        assert run.err.count("\n") == 1, run.err
        assert run.err.endswith("\n")
        assert "Traceback" not in run.err
        for word in words:
            assert word in run.err, run.err
        return run.err


def _lines(typed: str | Iterable[str]) -> Callable[[str], str | None]:
    lines = iter(typed.splitlines() if isinstance(typed, str) else typed)
    return lambda _: next(lines, None)


def random_picks(seed: int = 0, most: int = 5000) -> Callable[[str], str | None]:
    """A player who always types a random one of the numbers offered, and Enter where there are none."""
    rng, left = Random(seed), iter(range(most))

    def answer(printed: str) -> str | None:
        if next(left, None) is None:
            return None
        offered = last_menu(printed)
        return str(rng.choice(offered)) if offered else ""

    return answer


def last_menu(printed: str) -> list[int]:
    """The numbers of the menu that stands before the last question."""
    block = re.split(r"\n> [^\n]*\n", printed[-6000:])[-1].rpartition("\n\n")[2]
    return sorted(int(number) for number in re.findall(r"(?:^ {1,2}| {3,})(\d+)  \S", block, re.M))


def spawned(arguments: list[str], typed: str = "", **options: str) -> "subprocess.CompletedProcess[str]":
    """Runs the program as a process of its own, through pipes, in a folder where it may leave files."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)), **options}
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [sys.executable, "-m", "drumhead", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env=environment,
            cwd=folder,
        )
