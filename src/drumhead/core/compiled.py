"""What the compiler of the fast build is told about classes and numbers, and which build runs; see setup.py."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64
    from mypy_extensions import mypyc_attr as native
else:
    i64 = int

    def native(**traits):
        """Returns a decorator that leaves the class as it is: pure Python needs no traits."""
        return lambda kind: kind


def is_compiled() -> bool:
    """Returns whether positions run as compiled code."""
    path = sys.modules["drumhead.core.state"].__file__
    return path is not None and not path.endswith(".py")


__all__ = ["i64", "is_compiled", "native"]
