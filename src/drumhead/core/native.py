"""What the compiler of the fast build is told about a class; in pure Python it means nothing."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as native
else:

    def native(**traits):
        """Leaves a class as it is."""
        return lambda kind: kind


__all__ = ["native"]
