"""Threads for work that would block the event loop; the interpreter switches back every few milliseconds."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from drumhead.core.i18n.text import Text
from drumhead.server.ops.rate_limit import RateLimited

Result = TypeVar("Result")


class ThreadRunner:
    """A few threads with a bounded queue. Every thread slows the event loop down, so there are few."""

    def __init__(self, name: str, threads: int, max_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._max_waiting = max_waiting
        self._waiting = 0

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Runs a call in the context of the caller: its language, and its access to local options."""
        if self._waiting >= self._max_waiting:
            raise RateLimited(Text("too many requests; wait a moment"))
        self._waiting += 1
        try:
            run = contextvars.copy_context().run
            return await asyncio.get_running_loop().run_in_executor(self._threads, run, call, *arguments)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the threads after the calls they are running."""
        self._threads.shutdown(wait=False, cancel_futures=True)
