"""Runs the program with typed input: at a terminal, in a pipe, or as a process."""

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
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Output(io.StringIO):
    """An output stream that may report to be a terminal."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Input:
    """An input stream: each line is an answer to the last 8,000 characters of output."""

    def __init__(self, answer: Callable[[str], str | None], out: Output, *, terminal: bool = False) -> None:
        self.answer = answer
        self.out = out
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def readline(self) -> str:
        self.out.seek(max(0, self.out.seek(0, io.SEEK_END) - 8000))
        typed = self.answer(self.out.read())
        if typed == CTRL_C:
            raise KeyboardInterrupt
        return "" if typed in (None, CTRL_D) else f"{typed}\n"

    def read(self) -> str:
        lines = []
        while line := self.readline():
            lines.append(line)
        return "".join(lines)


class Terminal:
    """Runs commands in this process with their streams replaced."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch

    def run(
        self,
        command: str | list[str],
        typed: str | Iterable[str] | Callable[[str], str | None] = (),
        *,
        terminal: bool = False,
    ) -> Run:
        """Runs a command line; `typed` is lines, or a function of the output so far that returns the next line."""
        out, err = Output(terminal=terminal), Output(terminal=terminal)
        keys = Input(typed if callable(typed) else _lines(typed), out, terminal=terminal)
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", keys)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main(command.split() if isinstance(command, str) else command)
        return Run(code, out.getvalue(), err.getvalue())

    def refused(self, command: str | list[str], *words: str) -> str:
        """Runs a command, checks that it is refused in one sentence with exit code 2, and returns the sentence."""
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
    """Input that picks a random number of the menu, and Enter where there is none."""
    rng, left = Random(seed), iter(range(most))

    def answer(printed: str) -> str | None:
        if next(left, None) is None:
            return None
        offered = last_menu(printed)
        return str(rng.choice(offered)) if offered else ""

    return answer


def last_menu(printed: str) -> list[int]:
    """The numbers of the menu before the last question."""
    block = re.split(r"\n> [^\n]*\n", printed[-6000:])[-1].rpartition("\n\n")[2]
    return sorted(int(number) for number in re.findall(r"(?:^ {1,2}| {3,})(\d+)  \S", block, re.M))


def spawned(arguments: list[str], typed: str = "", **options: str) -> "subprocess.CompletedProcess[str]":
    """Runs the program as a process, through pipes, in a temporary folder."""
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
