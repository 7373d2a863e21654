"""Tables that fill themselves: what was worked out once is looked up ever after."""

from collections.abc import Callable
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Table(dict[int, Entry], Generic[Entry]):
    """What a function gives for a number, remembered; entries are shared, and not to be changed."""

    def __init__(self, work_out: Callable[[int], Entry]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, number: int) -> Entry:
        found = self[number] = self.work_out(number)
        return found
