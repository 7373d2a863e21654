"""Chapters 3 and 4: where a piece may go from where it stands, past the pieces of the moment."""

from typing import Any, Final

from drumhead.games.travel_battle.engine.encoding import FORM, MOVE, PIECES, RESERVE, SIDE, UNFORM, pack
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.boards import ALL, BIT, DEEP, GRID, NEIGHBOURS, WIDE, WITHIN_3, spread


def _offsets(row: int, wide: int) -> list[tuple[int, ...]]:
    """By the bits of a row of a window, where they lie from its middle."""
    half = wide // 2
    return [
        tuple([(row - half) * WIDE + file - half for file in range(wide) if bits_of >> file & 1])
        for bits_of in range(1 << wide)
    ]


def ready(kind: int) -> list[list[Any]]:
    """The actions of a kind by piece and square: the same ints in every list, which compiled code takes as they are."""
    return [[kind | unit << 5 | square << 13 for square in range(GRID.count)] for unit in range(PIECES)]


def _apart(square: int) -> list[int]:
    """How many steps a square is from each: the larger of the differences of files and of ranks."""
    files = [abs(square % WIDE - file) for file in range(WIDE)]
    ranks = [abs(square // WIDE - rank) for rank in range(DEEP)]
    return [file if file > rank else rank for rank in ranks for file in files]


NEAR_ROWS: Final = [_offsets(row, 5) for row in range(5)]
FAR_ROWS: Final = [_offsets(row, 7) for row in range(7)]
THREE_ROWS: Final = (1 << 3 * WIDE) - 1
MOVES: Final = ready(MOVE)
FORMED: Final = [[pack(FORM, unit)] for unit in range(PIECES)]
UNFORMED: Final = [[pack(UNFORM, unit)] for unit in range(PIECES)]
APART: Final = [_apart(square) for square in range(GRID.count)]
"""How many steps every square is from every other."""
FAR: Final = [99] * GRID.count
NOTHING: Final[list[int]] = []


def joinable(f: Field, seat: int) -> int:
    """[TB-1.6] The squares where one more infantry unit of the seat may stand beside one that is there."""
    return f.foot[seat] & ~(f.paired | f.formed_squares | f.ground.rough)


def yielding(f: Field, seat: int, free: int) -> int:
    """[TB-3.7] The squares of a seat's brigadiers who could give way over free ground."""
    out = 0
    for place in f.square[seat * SIDE : seat * SIDE + 3]:
        if place < RESERVE and NEIGHBOURS[place] & free:
            out |= BIT[place]
    return out


def yielding_far(f: Field, seat: int, free: int) -> int:
    """[TB-3.7] Those of them who could do so even when a piece from farther away has come up beside them."""
    out = 0
    for place in f.square[seat * SIDE : seat * SIDE + 3]:
        if place < RESERVE:
            ways = NEIGHBOURS[place] & free
            if ways & ways - 1:
                out |= BIT[place]
    return out


class MoveLister:
    """Lists the moves of a seat's pieces: it knows the squares that they may pass and end on."""

    __slots__ = ()

    def moves(self, f: Field, unit: int, place: int) -> list[int]:
        """[TB-3.1, TB-3.2, TB-3.5, TB-3.6] Every move of a unit in command; in square it has none [TB-4.3].

        A step leads to a neighbouring free square; infantry may end beside another; the road gives one square more.
        """
        raise NotImplementedError


class MoveLister200(MoveLister):
    """Lists moves with bitsets that are each one number of 200 bits."""

    __slots__ = ("enemy_led", "entered", "entered_far", "free", "land", "land_far", "passable")

    def __init__(self, f: Field, seat: int) -> None:
        self.free: int = ALL ^ f.occupied()
        self.passable: int = self.free & f.ground.passable[f.force.closed]
        self.land: int = self.free | joinable(f, seat)
        """Where infantry may end: beside another too."""
        self.entered: int = self.passable
        """Where others may end."""
        self.land_far: int = self.land
        self.entered_far: int = self.passable
        """The same for squares that are not beside their own: fewer brigadiers give way there."""
        self.enemy_led: int = f.led[1 - seat]
        """Brigadiers of whom it is not yet known whether they give way."""

    def moves(self, f: Field, unit: int, place: int) -> list[int]:
        """[TB-3.1, TB-3.2, TB-3.5, TB-3.6] Every move of a unit in command."""
        if f.formed >> unit & 1:
            return UNFORMED[unit]
        if self.enemy_led and self.enemy_led & WITHIN_3[place]:
            self.ask(f)
        near, on_road = NEIGHBOURS[place], f.ground.on_road[place]
        walk, land, far = self.passable, self.entered, self.entered_far
        if f.force.foot >> unit & 1:
            walk, land, far = self.free, self.land, self.land_far
        one = near & walk
        if f.force.slow >> unit & 1:
            to = near & land
            if on_road:
                to |= spread(one) & far & f.ground.road & ~BIT[place]
            return forming(f, unit, place) + near_moves(unit, place, to)
        two = spread(one)
        to = (near & land | two & far) & ~BIT[place]
        if not on_road:
            return near_moves(unit, place, to)
        return far_moves(unit, place, to | spread(one | two & walk) & far & f.ground.road & ~BIT[place])

    def ask(self, f: Field) -> None:
        """[TB-3.7] Finds out which enemy brigadiers give way."""
        self.enemy_led = 0
        ousted = yielding(f, 1 - f.active, self.passable)
        self.land |= ousted
        self.entered |= ousted & f.ground.passable[f.force.closed]
        ousted = yielding_far(f, 1 - f.active, self.passable)
        self.land_far |= ousted
        self.entered_far |= ousted & f.ground.passable[f.force.closed]


def forming(f: Field, unit: int, place: int) -> list[int]:
    """[TB-4.1] Forming square or giving it up, where a unit may."""
    if not f.force.foot >> unit & 1:
        return NOTHING
    if f.formed >> unit & 1:
        return UNFORMED[unit]
    if f.ground.is_rough[place] or (f.paired and f.paired & BIT[place]):
        return NOTHING
    return FORMED[unit]


def near_moves(unit: int, place: int, to: int) -> list[int]:
    """The moves of a piece to squares that are all within two of its own."""
    window = to << 42 >> place
    # Short numbers, of three rows and of two: the rows are taken out of these sooner.
    near, beyond = window & THREE_ROWS, window >> 60
    moves = MOVES[unit]
    one, two, three, four, five = NEAR_ROWS
    return [
        moves[place + offset]
        for offset in one[near & 31]
        + two[near >> 20 & 31]
        + three[near >> 40 & 31]
        + four[beyond & 31]
        + five[beyond >> 20 & 31]
    ]


def far_moves(unit: int, place: int, to: int) -> list[int]:
    """The moves of a piece to squares that are all within three of its own."""
    window = to << 63 >> place
    near, middle, beyond = window & THREE_ROWS, window >> 60 & THREE_ROWS, window >> 120
    moves = MOVES[unit]
    one, two, three, four, five, six, seven = FAR_ROWS
    return [
        moves[place + offset]
        for offset in one[near & 127]
        + two[near >> 20 & 127]
        + three[near >> 40 & 127]
        + four[middle & 127]
        + five[middle >> 20 & 127]
        + six[middle >> 40 & 127]
        + seven[beyond & 127]
    ]
