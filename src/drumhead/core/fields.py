"""The fields of a position, declared once: what is packed, and in which order.

    STORED = PositionFields("player round", lists="unused zone", rest="stack")

From it follow `pack` and `unpack`; a test compares it with what a copy copies. Fields that follow from stored ones are
rebuilt by the game after unpacking.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

NUMBER: Final = 0
LIST: Final = 1  # as long as in a new position
COUNTED: Final = 2  # its length stands before it
REST: Final = 3  # the last one, as long as what is left
ROWS: Final = 4  # parallel lists, see `PositionFields.rows`
SHAPES: Final = {"number": NUMBER, "list": LIST, "counted": COUNTED, "rest": REST, "rows": ROWS}


class PositionFields:
    """The stored fields of a position in the order in which they are packed.

    Declared as `name`, `name:list`, `name:counted`, `name:rest`, or `a+b+c:rows` for parallel lists of which only the
    entries are packed whose first value is not `blank`; the others keep the values of a new position.
    """

    __slots__ = ("_get", "_shapes", "blank", "names")

    def __init__(self, declared: str, blank: int = 0) -> None:
        words = [word.partition(":") for word in declared.split()]
        self._shapes = [(name, SHAPES[shape or "number"]) for name, _, shape in words]
        self.names = tuple([part for name, _ in self._shapes for part in name.split("+")])
        """Every stored field."""
        self.blank = blank
        self._get = attrgetter(*[name for name, shape in self._shapes if shape != ROWS])

    def numbers(self, position: Any) -> list[int]:
        """Returns all stored values as one list of numbers."""
        values = iter(self._get(position))
        out: list[int] = []
        for name, shape in self._shapes:
            if shape == NUMBER:
                out.append(next(values))
            elif shape == ROWS:
                out += self._rows(position, name)
            else:
                value: list[int] = next(values)
                if shape == COUNTED:
                    out.append(len(value))
                out += value
        return out

    def restore(self, position: Any, numbers: Sequence[int]) -> None:
        """Sets all stored fields of a new position from what `numbers` returned."""
        at = 0
        for name, shape in self._shapes:
            if shape == NUMBER:
                setattr(position, name, numbers[at])
                at += 1
            elif shape == ROWS:
                at = self._restore_rows(position, name, numbers, at)
            else:
                if shape == COUNTED:
                    count = numbers[at]
                    at += 1
                else:
                    count = len(getattr(position, name)) if shape == LIST else len(numbers) - at
                setattr(position, name, list(numbers[at : at + count]))
                at += count

    def _rows(self, position: Any, names: str) -> list[int]:
        columns: list[list[int]] = [getattr(position, name) for name in names.split("+")]
        blank = self.blank
        kept = [row for row, value in enumerate(columns[0]) if value != blank]
        out = [len(kept)]
        for row in kept:
            out.append(row)
            for column in columns:
                out.append(column[row])
        return out

    def _restore_rows(self, position: Any, names: str, numbers: Sequence[int], at: int) -> int:
        columns: list[list[int]] = [getattr(position, name) for name in names.split("+")]
        columns[0][:] = [self.blank] * len(columns[0])
        count = numbers[at]
        at += 1
        for _ in range(count):
            row = numbers[at]
            for place, column in enumerate(columns):
                column[row] = numbers[at + 1 + place]
            at += 1 + len(columns)
        return at
