"""The static files of the client: the address at which they are served, and the modules that a page preloads."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

CACHE_CONTROL: Final = "public, max-age=31536000, immutable"
_IMPORT: Final = re.compile(r'\b(?:from|import) "(\.{1,2}/[\w./-]+\.js)"')


@cache
def root() -> str:
    """Returns the address of the folder that pages name.

    It contains a hash of all files, so a browser may keep them for good and never mixes two versions.
    """
    digest = hashlib.sha256()
    for name, content in sorted(_contents(_static_folder())):
        digest.update(name.encode() + b"\0" + content)
    return f"/static/{digest.hexdigest()[:12]}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """Returns a script and every module it imports, directly or not, as paths inside the static folder.

    A page that preloads all of them does not fetch them one after the other.
    """
    found = {script: None}
    queue = [script]
    while queue:
        name = queue.pop(0)
        text = _static_folder().joinpath(*name.split("/")).read_text(encoding="utf-8")
        imported = [normpath(join(dirname(name), path)) for path in _IMPORT.findall(text)]
        fresh = [path for path in dict.fromkeys(imported) if path not in found]
        found |= dict.fromkeys(fresh)
        queue += fresh
    return tuple(found)


def route() -> Mount:
    """Returns the route of the files. Any version in the address is served the current files."""
    return Mount("/static/{version}", _ImmutableFiles(packages=[("drumhead.web", "static")]))


def _static_folder() -> Traversable:
    return files("drumhead.web") / "static"


def _contents(folder: Traversable, prefix: str = "") -> list[tuple[str, bytes]]:
    """Returns the path and the content of every file in a folder and its sub-folders."""
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _contents(entry, f"{prefix}{entry.name}/")
        else:
            found.append((prefix + entry.name, entry.read_bytes()))
    return found


class _ImmutableFiles(StaticFiles):
    """Files that a browser need never ask for again: a changed file has a new address."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = CACHE_CONTROL
        return response
