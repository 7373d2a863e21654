"""Files: written whole or not at all, and never over another by accident."""

import contextlib
import os
from pathlib import Path

from drumhead.core.errors import SetupError
from drumhead.core.text import Text


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """Writes a file; without force refuses to overwrite one."""
    if path.exists() and not force:
        raise SetupError(Text("{path} is already there; --force overwrites it", path=path))
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise SetupError(Text("{path} cannot be written: {why}", path=path, why=error.strerror)) from None
