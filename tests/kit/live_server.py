"""A server in a thread of the test's process that listens on a port, as the program does."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from drumhead.server.app import build
from drumhead.server.cluster.workers import WorkerPool
from drumhead.server.context import Context
from drumhead.server.db.store import Store
from drumhead.server.ops.proxies import THIS_MACHINE, Proxies
from drumhead.server.ops.rate_limit import Rate
from drumhead.server.run import listen, server_config
from tests.kit.server import UNLIMITED


@dataclass(frozen=True)
class Live:
    """A running server: its port, and its context."""

    port: int
    context: Context

    def counted(self, name: str) -> int:
        return self.context.metrics.counted(name)


@contextmanager
def live_server(folder: Path, rate: Rate = UNLIMITED, proxies: tuple[str, ...] = THIS_MACHINE) -> Iterator[Live]:
    trusted = Proxies(proxies)
    store = Store(f"sqlite:///{folder / 'battles.sqlite3'}")
    app = build(store, WorkerPool(ThreadPoolExecutor(1)), rate=rate, proxies=trusted, seeded=True)
    context = app.state.service.context
    listening = listen("127.0.0.1", 0)
    running = uvicorn.Server(server_config(app, context, trusted))
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    try:
        while not running.started:
            time.sleep(0.01)
        yield Live(listening.getsockname()[1], context)
    finally:
        running.should_exit = True
        thread.join()
