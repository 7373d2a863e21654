"""A process that runs the sources as pure Python, to compare a compiled build with them."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import drumhead

SCRIPT: Final = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

def sources(folder):
    if not folder.startswith(sys.argv[1]):
        raise ImportError
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))

sys.path_hooks.insert(0, sources)
from drumhead.cli.measure.pure_process import answer
answer()
"""
"""Imports the modules of this package from their sources, even if compiled ones are beside them."""


class Pure:
    """Calls functions in the other process; arguments and results are JSON-compatible."""

    def __enter__(self) -> "Pure":
        command = [sys.executable, "-c", SCRIPT, str(Path(drumhead.__file__).parent)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.communicate()

    def call(self, module: str, function: str, *arguments: object) -> Any:
        """Calls a function of a module there and returns its result."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([module, function, *arguments]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def answer() -> None:
    """Serves calls, one per line of the standard input, until it ends."""
    for line in sys.stdin:
        module, function, *arguments = json.loads(line)
        found = getattr(importlib.import_module(module), function)(*arguments)
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
