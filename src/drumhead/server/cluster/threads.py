"""Work that would hold the loop up, done in a thread; the loop has the interpreter back every few milliseconds."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from drumhead.core.i18n.text import Text
from drumhead.server.ops.rate_limit import TooFast

Result = TypeVar("Result")


class Apart:
    """A few threads, and how much may wait for them; each of them slows the loop down, so they are few."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = most
        self._asked = 0

    async def do(self, call: Callable[..., Result], *given: object) -> Result:
        """Does something in the context of whoever asks: its language, and what is closed to strangers."""
        if self._asked >= self._most:
            raise TooFast(Text("that is too fast; wait a moment"))
        self._asked += 1
        try:
            run = contextvars.copy_context().run
            return await asyncio.get_running_loop().run_in_executor(self._threads, run, call, *given)
        finally:
            self._asked -= 1

    def close(self) -> None:
        """Ends the threads once they have done what they are at."""
        self._threads.shutdown(wait=False, cancel_futures=True)
