"""Worker processes of commands."""

import signal


def ignore_interrupts() -> None:
    """Makes a worker process ignore ctrl-C, which its parent answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
