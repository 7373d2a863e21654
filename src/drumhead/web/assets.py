"""The files of the client: where a page finds them, and which of them it needs at once."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

FOREVER: Final = "public, max-age=31536000, immutable"
_IMPORTED: Final = re.compile(r'\b(?:from|import) "\./([\w-]+\.js)"')


@cache
def root() -> str:
    """The folder that pages name: another one after every change, so a browser keeps what it has and mixes nothing."""
    folder = files("drumhead.web") / "static"
    told = hashlib.sha256()
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        told.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"/static/{told.hexdigest()[:12]}"


@cache
def modules(script: str) -> tuple[str, ...]:
    """A script with all that it imports: a page that names them at once does not fetch them one after the other."""
    found = {script: None}
    queue = [script]
    while queue:
        text = (files("drumhead.web") / "static" / queue.pop(0)).read_text(encoding="utf-8")
        fresh = [name for name in _IMPORTED.findall(text) if name not in found]
        found |= dict.fromkeys(fresh)
        queue += fresh
    return tuple(found)


def route() -> Mount:
    """Where the files are served; what an older page asks for it gets as it is now."""
    return Mount("/static/{version}", _Kept(packages=[("drumhead.web", "static")]))


class _Kept(StaticFiles):
    """Files that a browser keeps: whatever changes has another address."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        response = super().file_response(*given, **named)
        response.headers["Cache-Control"] = FOREVER
        return response
