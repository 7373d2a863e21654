"""Hex grids with flat tops: numbers, neighbours, distances, rings and names."""

from typing import Final

from drumhead.core.compiled import native

# The six ways out of a hex, clockwise from the top, as steps of column and of slanted row.
WAYS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
MOST_COLUMNS: Final = 26


@native(allow_interpreted_subclasses=True, serializable=True)
class Grid:
    """A field of hexes with a flat top, numbered row by row from the top left; every second column is half a hex lower.

    A hex is named by its column and its row: a1 is the top left one, b1 lies to its lower right.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width: int = width
        self.height: int = height
        self.count: int = width * height
        self.all: int = (1 << self.count) - 1
        self.bit = [1 << hex_ for hex_ in range(self.count)]
        self.neighbours = [self._ring(hex_, 1) for hex_ in range(self.count)]
        """The up to six hexes around every hex, clockwise from the one above."""
        self.around = [sum(self.bit[near] for near in nears) for nears in self.neighbours]
        """The hexes around every hex as a bitset."""
        self.distance = [[self._apart(one, other) for other in range(self.count)] for one in range(self.count)]
        """The number of steps between two hexes."""
        self.names = [f"{chr(ord('a') + hex_ % width)}{hex_ // width + 1}" for hex_ in range(self.count)]
        self._numbers = {name: hex_ for hex_, name in enumerate(self.names)}

    def place(self, hex_: int) -> tuple[int, int]:
        """Returns the column and the row of a hex, from 0."""
        return hex_ % self.width, hex_ // self.width

    def ring(self, hex_: int, steps: int) -> list[int]:
        """Returns the hexes at a distance of exactly `steps`, clockwise from the one straight above."""
        return self._ring(hex_, steps) if steps else [hex_]

    def within(self, hex_: int, steps: int) -> list[int]:
        """Returns the hexes at a distance of at most `steps`, ring by ring, the hex itself first."""
        return [found for far in range(steps + 1) for found in self.ring(hex_, far)]

    def read(self, name: str) -> int:
        """Returns the number of a hex by its name, such as d3, or -1."""
        return self._numbers.get(name.lower(), -1)

    def _ring(self, hex_: int, steps: int) -> list[int]:
        column, slant = self._slanted(hex_)
        slant -= steps
        found = []
        for way in range(6):
            step_column, step_slant = WAYS[(way + 2) % 6]  # from the top a ring first goes down to the right
            for _ in range(steps):
                row = slant + (column >> 1)
                if 0 <= column < self.width and 0 <= row < self.height:
                    found.append(row * self.width + column)
                column, slant = column + step_column, slant + step_slant
        return found

    def _slanted(self, hex_: int) -> tuple[int, int]:
        """Returns axial coordinates, in which the six neighbours of every hex have the same offsets."""
        column, row = self.place(hex_)
        return column, row - (column >> 1)

    def _apart(self, one: int, other: int) -> int:
        column, slant = self._slanted(one)
        to_column, to_slant = self._slanted(other)
        across, along = to_column - column, to_slant - slant
        return max(abs(across), abs(along), abs(across + along))
