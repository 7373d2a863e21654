"""Trusted proxies: whose word is taken for a visitor's address."""

import ipaddress
import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.server.ops.visitors import UNKNOWN

LOG: Final = logging.getLogger("drumhead.server.ops.proxies")
FORWARDED: Final = "x-forwarded-for"
THIS_MACHINE: Final = ("127.0.0.1", "::1")
"""The proxies that are trusted unless others are named."""


class Proxies:
    """The addresses and networks whose `X-Forwarded-For` is believed."""

    def __init__(self, names: Iterable[str]) -> None:
        try:
            self._networks = tuple(ipaddress.ip_network(name, strict=False) for name in names)
        except ValueError as error:
            raise SetupError(Text("a proxy is an address or a network: {error}", error=str(error))) from None
        self.trusts = lru_cache(4096)(self._trusts)
        """Returns whether an address is that of a trusted proxy."""

    def _trusts(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._networks)

    def visitor_address(self, forwarded: str) -> str:
        """The last address of an `X-Forwarded-For` that is not a proxy's; each proxy appends the one it saw."""
        address = UNKNOWN
        for hop in reversed(forwarded.split(",")):
            address = _without_port(hop.strip())
            if not self.trusts(address):
                break
        return address


NO_PROXIES: Final = Proxies(())


class ProxyMiddleware:
    """Replaces the address of a trusted proxy by that of the visitor for whom it asks."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self._proxies = proxies
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        if scope["type"] in ("http", "websocket"):
            forwarded = ",".join(Headers(scope=scope).getlist(FORWARDED))
            client = scope.get("client")
            if forwarded and client and self._proxies.trusts(client[0]):
                scope["client"] = (self._proxies.visitor_address(forwarded), 0)
            elif forwarded and not self._has_warned:
                self._has_warned = True  # all its visitors count as one
                LOG.warning("requests come through a proxy that is not trusted; if it is yours, name it with --proxy")
        await self.app(scope, receive, send)


def _without_port(hop: str) -> str:
    """The address in `192.0.2.7`, `192.0.2.7:4000`, `2001:db8::7` or `[2001:db8::7]:4000`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
