"""Work that would hold the loop up, done in a thread; the loop has the interpreter back every few milliseconds."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from drumhead.core.i18n.text import Text
from drumhead.server.ops.rate_limit import TooFast

Result = TypeVar("Result")


class ThreadRunner:
    """A few threads, and how much may wait for them; each of them slows the loop down, so they are few."""

    def __init__(self, name: str, threads: int, max_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._max_waiting = max_waiting
        self._waiting = 0

    async def run(self, call: Callable[..., Result], *arguments: object) -> Result:
        """Does something in the context of whoever asks: its language, and what is closed to strangers."""
        if self._waiting >= self._max_waiting:
            raise TooFast(Text("that is too fast; wait a moment"))
        self._waiting += 1
        try:
            run = contextvars.copy_context().run
            return await asyncio.get_running_loop().run_in_executor(self._threads, run, call, *arguments)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the threads once they have done what they are at."""
        self._threads.shutdown(wait=False, cancel_futures=True)
