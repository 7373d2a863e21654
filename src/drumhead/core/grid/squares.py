"""Square grids: numbers, bitsets, neighbours, distances and lines of sight."""

from functools import cache
from typing import Final

from drumhead.core.compiled import native

# The points of a square that a line of sight may aim at: the centres of a grid of 4 by 4, in eighths of its side.
POINTS: Final[tuple[int, ...]] = (1, 3, 5, 7)


@native(allow_interpreted_subclasses=True, serializable=True)
class Grid:
    """A field of squares, numbered row by row from the near left corner. A set of squares is an int, a bit a square."""

    def __init__(self, width: int, height: int) -> None:
        self.width: int = width
        self.height: int = height
        self.count: int = width * height
        self.all: int = (1 << self.count) - 1
        self.row = [((1 << width) - 1) << width * row for row in range(height)]
        """The squares of every row as a bitset."""
        first = sum(1 << width * row for row in range(height))
        self.not_first: int = self.all & ~first
        self.not_last: int = self.all & ~(first << width - 1)
        self.bit = [1 << square for square in range(self.count)]
        self.neighbours = [self.spread(bit) ^ bit for bit in self.bit]
        """The up to eight squares around every square as a bitset."""
        self.names = [f"{chr(ord('a') + square % width)}{square // width + 1}" for square in range(self.count)]
        self._numbers = {name: square for square, name in enumerate(self.names)}

    def spread(self, squares: int) -> int:
        """Returns the squares of a set and all their neighbours."""
        wide = squares | squares << 1 & self.not_first | squares >> 1 & self.not_last
        return (wide | wide << self.width | wide >> self.width) & self.all

    def within(self, square: int, steps: int) -> int:
        """Returns the squares at a distance of at most `steps`, the square itself included."""
        reached = 1 << square
        for _ in range(steps):
            reached = self.spread(reached)
        return reached

    def distance(self, one: int, other: int) -> int:
        """Returns the number of steps of a chess king: the larger of the differences of files and of ranks."""
        width = self.width
        files = one % width - other % width
        ranks = one // width - other // width
        return max(files, -files, ranks, -ranks)

    def read(self, name: str) -> int:
        """Returns the number of a square by its name, such as d3, or -1."""
        return self._numbers.get(name.lower(), -1)

    def lines(self, one: int, other: int) -> list[tuple[int, int]]:
        """Returns the sets of squares that the sixteen lines between two squares cross, each with how many lines do.

        A line runs from the centre of the first square to a point of a 4 by 4 grid in the second.
        """
        width = self.width
        ranks, files = other // width - one // width, other % width - one % width
        counted: dict[int, int] = {}
        for crossed in crossings(files, ranks):
            squares = 0
            for file, rank in crossed:
                squares |= 1 << one + rank * width + file
            counted[squares] = counted.get(squares, 0) + 1
        return sorted(counted.items())


@cache
def crossings(files: int, ranks: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Returns the offsets of the squares strictly between, for each of the sixteen lines to a square at this offset."""
    box = [
        (file, rank)
        for file in range(min(0, files), max(0, files) + 1)
        for rank in range(min(0, ranks), max(0, ranks) + 1)
        if (file, rank) not in ((0, 0), (files, ranks))
    ]
    return tuple(
        tuple(square for square in box if _crosses(8 * files + x - 4, 8 * ranks + y - 4, square))
        for x in POINTS
        for y in POINTS
    )


def _crosses(x: int, y: int, square: tuple[int, int]) -> bool:
    """Returns whether the line from the origin to (x, y), in eighths, goes through the inside of a square.

    The square at (0, 0) has the origin as its centre. Along each axis the line is inside between two fractions of its
    length; it crosses where both stretches overlap. x and y are odd, so no line runs along an edge.
    """
    file, rank = square
    low_x, high_x = sorted(((8 * file - 4) * (1 if x > 0 else -1), (8 * file + 4) * (1 if x > 0 else -1)))
    low_y, high_y = sorted(((8 * rank - 4) * (1 if y > 0 else -1), (8 * rank + 4) * (1 if y > 0 else -1)))
    long_x, long_y = abs(x), abs(y)
    starts_first = low_x * long_y < high_y * long_x and low_y * long_x < high_x * long_y
    return starts_first and high_x > 0 and high_y > 0 and low_x < long_x and low_y < long_y
