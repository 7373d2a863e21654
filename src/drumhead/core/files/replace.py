"""Replaces a file as a whole: a reader sees the old text or the new one, never half of it."""

import contextlib
import os
from pathlib import Path


def replace_file(path: Path, text: str) -> None:
    """Writes a file through a temporary one beside it; raises OSError and leaves the old file where that fails."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
