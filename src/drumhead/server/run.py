"""Runs the server process: listens, opens a browser, collects garbage when idle, shuts down cleanly."""

import asyncio
import contextlib
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.context import Context
from drumhead.server.db.sqlite_file import lock, sqlite_file
from drumhead.server.db.store import Store, default_url
from drumhead.server.housekeeping import EXPIRE_DAYS
from drumhead.server.ops.health import configure_logging
from drumhead.server.ops.metrics import Metrics
from drumhead.server.ops.proxies import THIS_MACHINE, Proxies
from drumhead.server.ops.rate_limit import ADDRESS_RATE, Rate
from drumhead.server.ops.security import ANY_ADDRESS, LOOPBACK
from drumhead.server.ops.transport import LimitedConfig, cut_dead_connections

PING_SECONDS: Final = 40
"""How often a silent websocket is pinged; proxies cut connections that are silent for a minute."""
GC_IDLE_SECONDS: Final = 2.0
"""How long nothing must happen before garbage is collected."""
GC_MIN_OBJECTS: Final = 700
GC_MAX_OBJECTS: Final = 200_000
"""How many objects must have been made and not freed before it is collected even if somebody has to wait for it."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How to serve: the address to listen on, the database, the names of the server, limits, and how it ends."""

    host: str = "127.0.0.1"
    port: int = 0
    database: str = ""
    names: tuple[str, ...] = ()
    browser: bool = True
    a_minute: int = round(ADDRESS_RATE.per_second * 60)
    """Requests and connections that one address may make a minute; 0 means no limit."""
    private_hooks: bool = False
    proxies: tuple[str, ...] = THIS_MACHINE
    """Addresses and networks of the proxies whose `X-Forwarded-For` is believed."""
    expire_days: int = EXPIRE_DAYS
    """After how many days without an event an unfinished battle is deleted; 0 means never."""
    drain: int = 0
    """Seconds for which the server goes on after it was told to end, so that a proxy can send visitors elsewhere."""
    verbose: bool = False


def serve(options: ServeOptions, say: Callable[[str], None]) -> None:
    """Serves until it is interrupted; calls `say` with the address once it listens."""
    proxies = Proxies(options.proxies)
    listening = listen(options.host, options.port)
    address = f"http://{_url_host(options.host)}:{listening.getsockname()[1]}/"
    database = options.database or default_url()
    file = sqlite_file(database)
    held = lock(file, address) if file is not None else None
    store = Store(database)
    configure_logging(level=logging.INFO if options.verbose else logging.WARNING)
    rate = Rate(ADDRESS_RATE.burst, options.a_minute / 60)
    app = build(
        store,
        WorkerPool(),
        hosts=_hosts(options),
        rate=rate,
        proxies=proxies,
        private_hooks=options.private_hooks,
        expire_days=options.expire_days,
    )
    context = app.state.service.context
    server = _Server(server_config(app, context, proxies), context, options.drain)
    say(address)
    if options.browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if held is not None:
        held.close()


def server_config(app: Starlette, context: Context, proxies: Proxies) -> LimitedConfig:
    """How the application is served."""
    return LimitedConfig(
        app,
        context,
        proxies,
        log_config=None,
        proxy_headers=False,  # `ProxyMiddleware` does it
        access_log=False,  # links are secrets
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        server_header=False,
    )


async def collect_when_idle(metrics: Metrics) -> None:
    """Collects garbage only while nothing happens: a collection stops all battles, and playing leaves few cycles."""
    gc.freeze()
    gc.disable()
    before = 0
    while True:
        await asyncio.sleep(GC_IDLE_SECONDS)
        events = metrics.events
        if gc.get_count()[0] > (GC_MIN_OBJECTS if events == before else GC_MAX_OBJECTS):
            gc.collect()
        before = events


class _Server(uvicorn.Server):
    """A uvicorn server that announces its end before it stops."""

    def __init__(self, config: uvicorn.Config, context: Context, drain: int) -> None:
        super().__init__(config)
        self._context = context
        self._drain = drain
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to serve and to collect garbage when idle."""
        self._collecting = asyncio.create_task(collect_when_idle(self._context.metrics))
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drains the first time it is told to end; ends at once the second time, and cleanly both times."""
        if self._drain and not self._context.is_closing:
            self._context.is_closing = True
            asyncio.get_running_loop().call_later(self._drain, self._end)
        else:
            self._end()

    def _end(self) -> None:
        # The overridden method would raise the signal again at the end, and nothing would be cleaned up.
        self.force_exit = self.should_exit
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on an address; port 0 means a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        cut_dead_connections(listening)
        listening.bind((host, port))
        listening.listen(128)  # connections before the server is ready wait
    except OSError as error:
        listening.close()
        reason = Text("cannot listen on {host}:{port}: {error}", host=host, port=port, error=error.strerror)
        raise SetupError(reason) from None
    return listening


def _hosts(options: ServeOptions) -> tuple[str, ...]:
    """The names that requests may use for this server."""
    if options.host not in ("0.0.0.0", "::"):
        return (*LOOPBACK, options.host, *options.names)
    machine = socket.gethostname().lower()
    return (*LOOPBACK, *(options.names or (ANY_ADDRESS, machine, f"{machine}.local")))


def _url_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(address: str) -> None:
    """Opens a browser, if there is one."""
    with contextlib.suppress(OSError, webbrowser.Error):
        webbrowser.open(address)
