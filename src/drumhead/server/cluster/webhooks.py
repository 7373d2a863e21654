"""Webhooks: a short POST to an address of a player who is not connected, when it is their turn."""

import asyncio
import contextlib
import ipaddress
import json
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Final
from urllib.parse import SplitResult, urlsplit

from drumhead.core.errors import IllegalAction
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text

LOG: Final = logging.getLogger("drumhead.server.cluster.webhooks")
MAX_URL_CHARACTERS: Final = 500
CALL_TIMEOUT_SECONDS: Final = 5.0
"""How long a call may take, from the name lookup to the status line."""
MAX_CALLS: Final = 32
"""How many calls may be under way; further ones are dropped rather than queued."""


class Webhooks:
    """Sends webhooks. Private addresses are called only if `private` is set."""

    def __init__(self, *, private: bool = False, count: Callable[[str], None] = lambda _: None) -> None:
        self._private = private
        self.count = count
        self._calls: set[asyncio.Task[None]] = set()

    def check(self, url: str) -> None:
        """Refuses an address that cannot be called."""
        try:
            parts = urlsplit(url)
            is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_url = False
        if not is_url or len(url) > MAX_URL_CHARACTERS or not url.isascii() or not url.isprintable() or " " in url:
            raise IllegalAction(Text("the address must begin with https:// or http://"))
        if parts.username is not None or parts.password is not None:
            raise IllegalAction(Text("the address must not contain a password"))
        with contextlib.suppress(ValueError):
            self._refuse_private(str(ipaddress.ip_address(parts.hostname or "")))

    def call(self, url: str, game: type[Game] | Game, seat: int, battle: str) -> None:
        """Starts a call; its body holds nothing that gives access to the battle."""
        if len(self._calls) >= MAX_CALLS:
            self.count("hooks_failed")
            return
        body = json.dumps({"type": "your-turn", "game": game.name, "seat": seat, "battle": battle}).encode()
        task = asyncio.create_task(self._send(url, body))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def close(self) -> None:
        """Cancels the calls that are under way."""
        for task in tuple(self._calls):
            task.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _send(self, url: str, body: bytes) -> None:
        self.count("hooks_called")
        try:
            async with asyncio.timeout(CALL_TIMEOUT_SECONDS):
                status = await self._post(urlsplit(url), body)
            if not 200 <= status < 300:
                raise OSError(f"answered {status}")
        except (OSError, ValueError, TimeoutError, IllegalAction, ssl.SSLError) as error:
            self.count("hooks_failed")
            LOG.info("webhook failed", extra={"reason": type(error).__name__})

    async def _post(self, to: SplitResult, body: bytes) -> int:
        """Posts once, follows no redirect, and returns the status."""
        secure = to.scheme == "https"
        host, port = to.hostname or "", to.port or (443 if secure else 80)
        address = await self._resolved(host, port)
        reader, writer = await asyncio.open_connection(
            address,
            port,
            limit=4096,
            ssl=ssl.create_default_context() if secure else None,
            server_hostname=host if secure else None,
        )
        try:
            path = (to.path or "/") + (f"?{to.query}" if to.query else "")
            head = f"POST {path} HTTP/1.1\r\nHost: {to.netloc}\r\nContent-Type: application/json\r\n"
            head += f"Content-Length: {len(body)}\r\nUser-Agent: drumhead\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
            return int((await reader.readline()).split()[1])
        except IndexError:
            raise ConnectionError from None  # the answer is not HTTP
        finally:
            writer.close()

    async def _resolved(self, host: str, port: int) -> str:
        """One address of a host. The call goes to this checked address, whatever the name resolves to later."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        for address in addresses:
            self._refuse_private(address)
        return addresses[0]

    def _refuse_private(self, address: str) -> None:
        known = ipaddress.ip_address(address.partition("%")[0])
        if not self._private and (not known.is_global or known.is_multicast):
            raise IllegalAction(Text("addresses in private networks are not called"))
