"""The moves of every piece as they were last listed: from one move to the next few of them change."""

from drumhead.core.compiled import native
from drumhead.games.travel_battle.engine.encoding import PIECES


@native(serializable=True)
class MoveCache:
    """The moves of every piece of the side on turn, and how far away what they depend on may be.

    What is kept for a piece holds as long as no square within `ranges` of its own has changed, and no square beside an
    enemy brigadier: that decides whether he can give way, to pieces anywhere. A position keeps the squares that have
    changed since in `changed_squares`; `list_move` alone reads and refreshes the cache. Copies of a position share it
    until one of them lists moves.
    """

    __slots__ = ("moves", "ranges")

    def __init__(self) -> None:
        self.moves: list[list[int] | None] = [None] * PIECES
        """None where nothing is kept."""
        self.ranges: list[int] = [0] * PIECES
        """In squares."""

    def copy(self) -> "MoveCache":
        """Returns a copy that can be changed without this one."""
        copy = MoveCache.__new__(MoveCache)
        copy.moves = self.moves[:]
        copy.ranges = self.ranges[:]
        return copy
