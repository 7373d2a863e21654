"""Visitors: whoever shares an address, and how much of the server each of them may hold at once."""

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from drumhead.core.i18n.text import Text
from drumhead.server.ops.rate_limit import RateLimited

IPV6_PREFIX: Final = 64
"""With IPv6 a visitor has a whole network of this prefix length, so that it is counted as one."""
UNKNOWN: Final = "unknown"
"""The visitor of a request whose address is missing or malformed."""
MAX_CONNECTIONS: Final = 256
"""TCP connections of a visitor, as far as they do not come through a trusted proxy."""
MAX_SEATED: Final = 100
"""Websockets of a visitor; a club may share an address."""
MAX_BATTLES: Final = 32
"""Different battles that the websockets of a visitor may be connected to: each of them is kept in memory."""
MAX_QUEUED_BYTES: Final = 16_000_000
"""What may wait to be sent on all websockets of a visitor."""


@lru_cache(4096)
def visitor_of(host: str) -> str:
    """The visitor at an address: the address itself, or its network if it is IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))


CURRENT_VISITOR: Final[ContextVar[str]] = ContextVar("visitor", default="")
"""The visitor whose request or connection is being served; empty for what the server does by itself."""


class Quota:
    """How much of something all visitors hold, and how much one of them may hold; 0 means no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @property
    def held(self) -> int:
        """What all visitors hold together."""
        return self._held.total()

    def take(self, visitor: str, amount: int = 1) -> bool:
        """Takes an amount for a visitor, or returns False if that is more than it may hold."""
        if self._most and self._held[visitor] + amount > self._most:
            return False
        self._held[visitor] += amount
        return True

    def give_back(self, visitor: str, amount: int = 1) -> None:
        """Gives back what was taken."""
        self._held[visitor] -= amount
        if not self._held[visitor]:
            del self._held[visitor]


class Visitors:
    """What every visitor holds: websockets, battles in memory, bytes waiting to be sent."""

    def __init__(self, *, limited: bool = True) -> None:
        self.connections = Quota(MAX_CONNECTIONS if limited else 0)
        self.queued_bytes = Quota(MAX_QUEUED_BYTES if limited else 0)
        self._seated = Quota(MAX_SEATED if limited else 0)
        self._battles = Quota(MAX_BATTLES if limited else 0)
        self._in_battle: Counter[tuple[str, str]] = Counter()
        """By visitor and battle: the websockets."""

    @contextmanager
    def seated(self, visitor: str) -> Iterator[None]:
        """A block in which a visitor has one more websocket; refused if it has too many."""
        if not self._seated.take(visitor):
            raise RateLimited(Text("too many connections from your address; close some of them"))
        try:
            yield
        finally:
            self._seated.give_back(visitor)

    @contextmanager
    def in_battle(self, visitor: str, battle: str) -> Iterator[None]:
        """A block in which a visitor is connected to a battle; refused if it is connected to too many others."""
        key = visitor, battle
        if not self._in_battle[key] and not self._battles.take(visitor):
            del self._in_battle[key]
            raise RateLimited(Text("too many battles are open at your address; close some of them"))
        self._in_battle[key] += 1
        try:
            yield
        finally:
            self._in_battle[key] -= 1
            if not self._in_battle[key]:
                del self._in_battle[key]
                self._battles.give_back(visitor)
