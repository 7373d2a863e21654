"""Who may import whom: the packages keep to their table, and no modules import each other in a circle."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "drumhead"
ANYTHING = "*"
FOR_THE_COMPILER = {
    ("drumhead.core.compiled", "mypy_extensions.i64"),
    ("drumhead.core.compiled", "mypy_extensions.mypyc_attr"),
}
"""What stands for type checkers and the compiler alone, and is never imported when the program runs."""


def owner(module: str) -> str:
    """The package of the table that a module belongs to: `core`, `games.pocket_battles`, `cli`, or `` for the top."""
    parts = module.split(".")[1:]
    if not parts:
        return ""
    if parts[0] == "__main__":
        return "cli"  # the door to the command line
    return ".".join(parts[:2]) if parts[0] == "games" else parts[0]


def allowed(package: str) -> tuple[str, ...]:
    """The parts of drumhead that a package may import; `*` is every part but `cli`."""
    if package in ("core", "games"):
        return ("core",)
    if package.startswith("games."):
        return ("core", package)
    return {
        "ai": ("core", "ai"),
        "server": ("core", "games", "ai", "server", "web"),
        "web": ("core", "web"),
        "cli": (ANYTHING, "cli"),
    }.get(package, (ANYTHING,))


def stands_alone(package: str) -> bool:
    """Returns whether a package does with the standard library."""
    return package in ("core", "games", "ai") or package.startswith("games.")


def module_name(path: Path, root: Path) -> str:
    """The dotted name of a source file; a package is named by its folder."""
    parts = ("drumhead", *path.relative_to(root).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[str]:
    """Every name that a module imports, in full, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                up = parts[: len(parts) - node.level + is_package]
                base = ".".join([*up, *filter(None, [base])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def trespasses(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """The imports of a module that the table does not allow."""
    package = owner(module)
    may = allowed(package)
    found = []
    for name in imports(source, module, is_package=is_package):
        top, _, part = name.partition(".")
        if top != "drumhead":
            fine = not stands_alone(package) or top in sys.stdlib_module_names or (module, name) in FOR_THE_COMPILER
        elif part == "cli" or part.startswith("cli."):
            fine = "cli" in may
        else:
            fine = ANYTHING in may or any(part == known or part.startswith(f"{known}.") for known in may)
        if not fine:
            found.append(f"{module} imports {name}")
    return found


def modules_under(root: Path) -> dict[str, list[str]]:
    """Every module below a folder of sources, with all names that it imports."""
    return {
        module: list(imports(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py"))
        for path in root.rglob("*.py")
        for module in [module_name(path, root)]
    }


def import_graph(modules: dict[str, list[str]]) -> dict[str, set[str]]:
    """For every module the other ones that it imports: by their own name, or a name in them."""
    graph: dict[str, set[str]] = {}
    for module, names in modules.items():
        found = {name if name in modules else name.rpartition(".")[0] for name in names}
        graph[module] = (found & modules.keys()) - {module}
    return graph


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other in a circle (strongly connected components), sorted."""
    reach: dict[str, set[str]] = {}
    for module, imported in graph.items():
        waiting, seen = list(imported), set()
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += graph[other]
        reach[module] = seen
    groups = {tuple(sorted(other for other in reach[module] if module in reach[other])) for module in graph}
    return sorted(list(group) for group in groups if group)


def part_of(graph: dict[str, set[str]], package: str) -> dict[str, set[str]]:
    """The modules of one package, and what they import of it."""
    own = {module for module in graph if module == package or module.startswith(f"{package}.")}
    return {module: graph[module] & own for module in own}


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = cycles(import_graph(modules_under(PACKAGE)))
    assert not found, "\n".join(" <-> ".join(group) for group in found)


@pytest.mark.parametrize(
    "late",
    [
        "from drumhead.core import match",
        "import drumhead.core.match",
        "def save():\n    from drumhead.core.match import Match",
        "if TYPE_CHECKING:\n    from .match import Match",
    ],
)
def test_a_circle_of_imports_is_found(late: str) -> None:
    sources = {
        "drumhead.core.match": "from drumhead.core.game import Game",
        "drumhead.core.game": "from drumhead.core import record",
        "drumhead.core.record": late,
        "drumhead.core.dice": "from drumhead.core.match import Match",
    }
    graph = import_graph({module: list(imports(source, module)) for module, source in sources.items()})
    assert cycles(graph) == [["drumhead.core.game", "drumhead.core.match", "drumhead.core.record"]]
    del graph["drumhead.core.record"]
    assert cycles(part_of(graph, "drumhead.core")) == []


def test_every_package_imports_only_what_the_table_allows() -> None:
    found = [
        trespass
        for path in sorted(PACKAGE.rglob("*.py"))
        for trespass in trespasses(
            path.read_text(encoding="utf-8"), module_name(path, PACKAGE), is_package=path.name == "__init__.py"
        )
    ]
    assert not found, "\n".join(found)


def test_what_stands_for_the_compiler_is_not_imported() -> None:
    code = "import sys, drumhead.core.compiled; sys.exit('mypy_extensions' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.match", "import numpy"),
        ("core.match", "from drumhead.games import pocket_battles"),
        ("core.match", "from drumhead import ai"),
        ("core.match", "import drumhead"),
        ("core.match", "from ..games.pocket_battles import tiles"),
        ("core.match", "def late():\n    import drumhead.cli"),
        ("core.match", "if TYPE_CHECKING:\n    from drumhead.server.app import App"),
        ("games.pocket_battles.state", "from drumhead.games.travel_battle import state"),
        ("games.pocket_battles.state", "from drumhead.games import travel_battle"),
        ("games.pocket_battles.state", "from drumhead.games.pocket_battles_too import state"),
        ("games.pocket_battles.state", "from ..travel_battle.state import Square"),
        ("games.pocket_battles.state", "from drumhead.ai import search"),
        ("games.pocket_battles.state", "import attrs"),
        ("ai.search", "from drumhead.games.pocket_battles import GAME"),
        ("ai.search", "import torch"),
        ("server.app", "from drumhead.cli import main"),
        ("server.app", "from drumhead import cli"),
        ("server.app", "from drumhead.lab import duel"),
        ("lab.duel", "from drumhead.cli.words import table"),
        ("", "from drumhead.cli import main"),
    ],
)
def test_an_import_outside_the_table_is_found(module: str, source: str) -> None:
    assert trespasses(source, f"drumhead.{module}".rstrip("."))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.match", "import ast, os.path\nfrom collections.abc import Iterator\nfrom drumhead.core import state"),
        ("core.match", "from .state import State\nfrom . import dice"),
        (
            "games.pocket_battles.state",
            "from drumhead.core.state import State\nfrom drumhead.games import pocket_battles",
        ),
        (
            "games.pocket_battles.state",
            "from .tiles import Tile\nfrom drumhead.games.pocket_battles.army.tiles import tiles",
        ),
        ("ai.search", "from drumhead.core.state import State\nfrom drumhead.ai.bots.greedy import Greedy"),
        (
            "server.app",
            "import starlette\nfrom drumhead.games.pocket_battles import GAME\nfrom drumhead.ai import levels",
        ),
        ("cli.play", "from drumhead.cli.words import table\nimport drumhead"),
        ("__main__", "from drumhead.cli import main"),
        ("", "from drumhead.core.match import Match\nfrom drumhead.ai import bot"),
    ],
)
def test_an_import_within_the_table_is_left_alone(module: str, source: str) -> None:
    assert trespasses(source, f"drumhead.{module}".rstrip(".")) == []


def test_a_relative_import_in_a_package_starts_at_the_package_itself() -> None:
    source = "from .state import State\nfrom ..core import dice"
    found = list(imports(source, "drumhead.ai", is_package=True))
    assert found == ["drumhead.ai.state.State", "drumhead.core.dice"]


def test_a_module_is_named_by_its_path() -> None:
    root = Path("src/drumhead")
    assert module_name(root / "__init__.py", root) == "drumhead"
    assert module_name(root / "core" / "__init__.py", root) == "drumhead.core"
    assert (
        module_name(root / "games" / "pocket_battles" / "army" / "tiles.py", root)
        == "drumhead.games.pocket_battles.army.tiles"
    )
