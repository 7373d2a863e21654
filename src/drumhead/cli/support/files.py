"""Output files: written completely or not at all, and never over an existing file by accident."""

import errno
import os
from pathlib import Path

from drumhead.core.errors import SetupError
from drumhead.core.files.replace import replace_file
from drumhead.core.i18n.text import Text


def check_place(path: Path, *, force: bool = False) -> None:
    """Raises SetupError if no file can be written at a path, or if one exists without `force`; writes nothing."""
    if path.is_dir():
        why = errno.EISDIR
    elif not path.parent.is_dir():
        why = errno.ENOENT
    elif path.exists() and not force:
        raise SetupError(Text("{path} is already there; --force overwrites it", path=path))
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        why = errno.EACCES
    else:
        return
    raise SetupError(Text("{path} cannot be written: {why}", path=path, why=os.strerror(why)))


def write_file(path: Path, text: str, *, force: bool = False) -> None:
    """Writes a file as a whole; raises SetupError, also if one exists and `force` is not set."""
    check_place(path, force=force)
    try:
        replace_file(path, text)
    except OSError as error:
        raise SetupError(Text("{path} cannot be written: {why}", path=path, why=error.strerror)) from None
