"""Compiles what play spends its time in where DRUMHEAD_COMPILE=1 asks for it; all else is in pyproject.toml."""

import ast
import os
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError, PlatformError

SOURCES = Path("src/drumhead")
BASE = (
    "core/state.py",
    "core/frames.py",
    "core/fields.py",
    "core/playout.py",
    "core/weights.py",
    "core/grid/hexes.py",
    "core/grid/squares.py",
)
ROOTS = ("games/*/engine/state.py", "ai/bots/levels.py")
"""Where play spends its time: positions, and the opponents of all levels."""
NEEDED = ["mypy>=2.4"] if os.environ.get("DRUMHEAD_COMPILE") == "1" else []
COMMANDS = {"build", "build_ext", "bdist_wheel", "editable_wheel"}
"""What compiles; a build also asks for names and needs, which takes no time then."""
WHOLE = ["-flto=auto", "-fno-semantic-interposition"]
"""Where the compiler can, it looks at all modules together: small functions of one are then part of another.

For that it must know that nobody puts another function in the place of one of ours when the program is loaded.
"""


def hot_modules() -> list[str]:
    """The files to compile: the base, the roots and what these import from their own game or package.

    Modules that define dataclasses stay as they are: they hold words and data files, not play.
    """
    todo = [path for root in ROOTS for path in SOURCES.glob(root)]
    found = {SOURCES / path for path in BASE}
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += neighbours(path)
    return sorted(str(path) for path in found if is_plain(path))


def is_plain(path: Path) -> bool:
    """Returns whether a module defines no dataclass, or has told the compiler so."""
    text = path.read_text(encoding="utf-8")
    return text.count("@dataclass") == text.count("@native(native_class=False)")


def neighbours(path: Path) -> list[Path]:
    """The modules of the same game, or of the same package, that a module imports, in whatever folder they are."""
    parts = path.relative_to("src").parts
    home = ".".join(parts[: 3 if parts[1] == "games" else 2])
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None and f"{node.module}.".startswith(f"{home}."):
            named = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            files = [Path("src", *name.split(".")).with_suffix(".py") for name in named]
            found += [file for file in files if file.is_file()]
    return found


def extensions() -> list[Extension]:
    """The compiled modules; none where something that is needed to make them is missing."""
    if not NEEDED or not COMMANDS & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify  # noqa: PLC0415  needed, and there, only where something is compiled
    except ImportError:
        return stay_pure("mypy is not installed")
    if not can_compile([]):
        return stay_pure("there is no C compiler, or the headers of Python are missing")
    compiled = mypycify(hot_modules(), multi_file=True, group_name="drumhead")
    if can_compile(WHOLE):
        for extension in compiled:
            extension.extra_compile_args += WHOLE
            extension.extra_link_args += WHOLE
    return compiled


def can_compile(flags: list[str]) -> bool:
    """Returns whether a C program that includes Python's headers can be compiled and linked here, with some flags."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_trial(void) { return NULL; }\n", encoding="utf-8")
        trial = Extension("trial", [str(source)], extra_compile_args=flags, extra_link_args=flags)
        command = build_ext(Distribution({"ext_modules": [trial]}))
        command.build_lib = command.build_temp = folder
        command.ensure_finalized()
        try:
            command.run()
        except (CompileError, LinkError, PlatformError):
            return False
    return True


def stay_pure(reason: str) -> list[Extension]:
    """Says why nothing is compiled."""
    sys.stderr.write(f"drumhead: {reason}; installing in pure Python, which plays the same battles more slowly\n")
    return []


if __name__ == "__main__":
    setup(ext_modules=extensions(), setup_requires=NEEDED)
