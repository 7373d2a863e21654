"""Security middleware: allowed hosts, same-origin requests, response headers, no local options."""

import ipaddress
from collections.abc import Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drumhead.core.local_options import untrusted

ANY_ADDRESS: Final = "*"
"""Stands for every IP address among the hosts: a foreign page reaches this server by a name, never by an address."""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture on its own contains its style."""
HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityMiddleware:
    """Refuses unknown hosts and cross-origin requests, sets headers, and closes local options for all visitors."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers 403."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if not self._names_this_server(headers) or (changes and self._is_cross_origin(headers)):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("wrong host or origin", 403)(scope, receive, send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                is_picture = answer.get("content-type", "").startswith("image/svg")
                answer["Content-Security-Policy"] = PICTURE_POLICY if is_picture else POLICY
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
            await send(message)

        with untrusted():
            await self.app(scope, receive, with_policy if scope["type"] == "http" else send)

    def _names_this_server(self, headers: Headers) -> bool:
        """Returns whether the Host header names this server: any other domain may resolve to it, too."""
        address = _split(f"//{headers.get('host', '')}")
        if address is None or address.hostname is None:
            return False
        return address.hostname in self.hosts or (ANY_ADDRESS in self.hosts and _is_address(address.hostname))

    def _is_cross_origin(self, headers: Headers) -> bool:
        """Returns whether a page of another origin asks; programs send no Origin header."""
        origin = headers.get("origin")
        if origin is None:
            return False
        address = _split(origin)
        return address is None or address.netloc != headers.get("host", "")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split(address: str) -> SplitResult | None:
    """The parts of an address; None if it is malformed."""
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  raises ValueError if malformed
    except ValueError:
        return None
    return parts
