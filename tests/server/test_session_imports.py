"""Covers drumhead.server.session: what the package imports, so that another host can run a session.

Neither the package nor any module of `server` or `core` that it reaches may import a transport, a database, threads or
processes. `ai` is left out: its search can spread over processes, if it is told to.
"""

import ast
from collections.abc import Iterable

import pytest

from tests.test_imports import PACKAGE, import_graph, imports, module_name, modules_under

SESSION = "drumhead.server.session"
FORBIDDEN = frozenset(
    {
        "concurrent",
        "http",
        "jinja2",
        "multiprocessing",
        "psycopg",
        "select",
        "selectors",
        "signal",
        "socket",
        "socketserver",
        "sqlalchemy",
        "sqlite3",
        "ssl",
        "starlette",
        "subprocess",
        "threading",
        "urllib.request",
        "uvicorn",
        "websockets",
    }
)
"""What a session must not need: transports, databases, threads, processes."""
PURE_SERVER_MODULES = frozenset(
    {"drumhead.server.errors", "drumhead.server.lobby.seats", "drumhead.server.api.serialize"}
)
"""The modules of the server outside of the package that it may import; none of them does I/O."""
ALLOWED_ASYNCIO = frozenset({"CancelledError", "Lock", "Task", "create_task", "sleep"})
"""What a session uses of asyncio: an event loop of any host has it."""


def reached(graph: dict[str, set[str]], start: Iterable[str]) -> set[str]:
    """All modules that some modules import, directly or through others, and themselves."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph[module]
    return found


def is_forbidden(name: str) -> bool:
    return any(name == top or name.startswith(f"{top}.") for top in FORBIDDEN)


def forbidden_imports(source: str, module: str) -> list[str]:
    """The forbidden imports of a module, wherever they stand."""
    return [f"{module} imports {name}" for name in imports(source, module) if is_forbidden(name)]


def asyncio_names(source: str) -> set[str]:
    """The names of asyncio that a module uses."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "asyncio"
    }


def session_modules() -> set[str]:
    return {module_name(path, PACKAGE) for path in (PACKAGE / "server" / "session").glob("*.py")}


def source_of(module: str) -> str:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_session_reaches_no_transport_database_thread_or_process() -> None:
    graph = import_graph(modules_under(PACKAGE))
    found = [
        trespass
        for module in sorted(reached(graph, session_modules()))
        if not module.startswith("drumhead.ai.")
        for trespass in forbidden_imports(source_of(module), module)
    ]
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_a_session_imports_only_pure_modules_of_the_server() -> None:
    graph = import_graph(modules_under(PACKAGE))
    own = session_modules()
    outside = {other for module in own for other in graph[module] if other.startswith("drumhead.server")} - own
    assert outside <= PURE_SERVER_MODULES


def test_a_session_uses_asyncio_for_locks_tasks_and_sleep_only() -> None:
    for module in session_modules():
        assert asyncio_names(source_of(module)) <= ALLOWED_ASYNCIO, module


@pytest.mark.parametrize(
    "source",
    [
        "import socket",
        "from concurrent.futures import ThreadPoolExecutor",
        "def late():\n    import threading",
        "if TYPE_CHECKING:\n    from sqlalchemy.engine import Engine",
        "from starlette.websockets import WebSocket",
        "from urllib.request import urlopen",
    ],
)
def test_a_forbidden_import_is_found(source: str) -> None:
    assert forbidden_imports(source, f"{SESSION}.session")


def test_a_forbidden_import_is_found_behind_another_module() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": set()}
    assert reached(graph, ["a"]) == {"a", "b", "c"}
    assert asyncio_names("asyncio.to_thread(call)\nasyncio.Lock()") == {"to_thread", "Lock"}
