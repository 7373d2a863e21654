"""What does not change once brigades are formed: the pieces, their brigades, and the options."""

from typing import Any, Final

from drumhead.core.compiled import native
from drumhead.games.travel_battle.army.brigades import Brigades
from drumhead.games.travel_battle.engine.encoding import (
    ARTILLERY,
    BRIGADIER,
    GUARD,
    HEAVY,
    HORSE_ARTILLERY,
    INFANTRY,
    LIGHT,
    PIECES,
    SIDE,
)

# The pieces of a side by kind, in the order of their numbers.
LINE_UP: Final[tuple[int, ...]] = (
    (BRIGADIER,) * 3 + (GUARD,) * 2 + (INFANTRY,) * 6 + (HEAVY,) * 2 + (LIGHT,) * 2 + (ARTILLERY,) * 2
)
RALLY: Final[tuple[int, ...]] = (0, 3, 4, 4, 4, 5, 5)
"""[TB-6.10] The die that rallies each kind."""
OWN: Final[tuple[int, ...]] = ((1 << SIDE) - 1, ((1 << SIDE) - 1) << SIDE)
"""The pieces of each side, one bit each."""
SEAT: Final[tuple[int, ...]] = (0,) * SIDE + (1,) * SIDE
LEADERS: Final = 7 | 7 << SIDE
"""All brigadiers, one bit each."""
FIGHTERS: Final = (OWN[0] | OWN[1]) & ~LEADERS
NOT_PLAYING: Final = 6
"""The brigade of a unit that is not part of the battle."""
POOL: Final = 7
"""The brigade of a unit whose owner has yet to form brigades."""
MAX_KNOWN_FORCES: Final = 64


@native(allow_interpreted_subclasses=True, serializable=True)
class Force:
    """Both armies in their brigades, and the options of the battle. Shared by all its positions."""

    def __init__(self, kind: list[int], brigade: list[int], chosen: dict[str, Any]) -> None:
        """[TB-1.1, TB-3.1] What each piece is: its kind, its brigade, how far it moves; and what was agreed."""
        self.kind: list[int] = kind
        self.brigade: list[int] = brigade
        """The brigade of every piece: 0 to 2 of seat 0, 3 to 5 of seat 1, POOL before brigades are formed, NOT_PLAYING
        for a piece that takes no part."""
        self.chosen: dict[str, Any] = chosen
        self.horse_artillery: bool = chosen["horse_artillery"]
        self.closed: int = 1 if chosen["buildings"] == "infantry" else 0
        """Whether buildings are closed to all but infantry."""
        self.guns_near_combat: bool = chosen["guns_near_combat"]
        self.safe_guns: bool = chosen["safe_guns"]
        """Whether guns beside a fight are not fired at."""
        self.fire_halts: bool = chosen["fire_stops"] == "movement"
        """Whether a unit that is turned by fire loses its movement and nothing else."""
        self.slow_to_reform: bool = chosen["leaving_square"] == "turn"
        """Whether a unit that leaves square is in it until its turn ends."""
        self.max_turns: int = chosen["max_turns"]
        self.far_sighted: bool = chosen["sight"] == "heights"
        """Whether gun and target on a hill see over hills, buildings and woods."""
        self.stamp: bytes = bytes([own << 3 | number for own, number in zip(kind, brigade)])  # noqa: B905  compiled code
        """What tells it from other forces under the same options."""
        self.forces_by_stamp: dict[bytes, Force] = {}
        """Other forces under the same options, by their stamps."""
        self.pool: int = _of_brigade(brigade, POOL)
        """The units whose owners have yet to form brigades."""
        self.foot: int = _those(kind, (GUARD, INFANTRY))
        self.cavalry: int = _those(kind, (HEAVY, LIGHT))
        self.guns: int = _those(kind, (ARTILLERY, HORSE_ARTILLERY))
        self.horse_guns: int = _those(kind, (HORSE_ARTILLERY,))
        self.rerollers: int = _those(kind, (GUARD, HEAVY))
        self.slow: int = self.foot | _those(kind, (ARTILLERY,))
        """Those that move one square."""
        self.steps: list[int] = [1 if self.slow >> unit & 1 else 2 for unit in range(PIECES)]
        self.members: list[int] = [
            sum(1 << unit for unit in range(PIECES) if brigade[unit] == number and kind[unit] != BRIGADIER)
            for number in range(6)
        ]
        """The fighting units of every brigade, one bit each."""
        self.units: list[list[int]] = [
            [unit for unit in range(PIECES) if members >> unit & 1] for members in self.members
        ]
        """The same as lists."""
        self.leader: list[int] = [number // 3 * SIDE + number % 3 for number in range(6)]
        """The brigadier of every brigade."""

    @classmethod
    def of_brigades(cls, splits: tuple[Brigades | None, Brigades | None], chosen: dict[str, Any]) -> "Force":
        """[TB-1.2] The force that two splits make; units of a kind are numbered brigade by brigade.

        A side that has yet to form brigades has its units in the pool.
        """
        kind: list[int] = []
        brigade: list[int] = []
        for seat, split in enumerate(splits):
            if split is None:
                kind += LINE_UP
                brigade += [seat * 3 + number for number in range(3)] + [POOL] * (SIDE - 3)
            else:
                line_up, numbers = lined_up(split, seat)
                kind += line_up
                brigade += numbers
        return cls(kind, brigade, chosen)

    def with_pieces(self, kind: list[int], brigade: list[int]) -> "Force":
        """Returns a force of other pieces under the same options; one object for the same pieces while it is cached."""
        return self.of_stamp(bytes([own << 3 | number for own, number in zip(kind, brigade)]))  # noqa: B905  compiled code

    def of_stamp(self, stamp: bytes) -> "Force":
        """The force of a stamp, under the same options."""
        if stamp == self.stamp:
            return self
        found = self.forces_by_stamp.get(stamp)
        if found is None:
            found = Force([byte >> 3 for byte in stamp], [byte & 7 for byte in stamp], self.chosen)
            if len(self.forces_by_stamp) >= MAX_KNOWN_FORCES:
                self.forces_by_stamp.clear()
            found.forces_by_stamp = self.forces_by_stamp
            self.forces_by_stamp[self.stamp] = self
            self.forces_by_stamp[stamp] = found
        return found

    def formed(self, seat: int, split: Brigades) -> "Force":
        """[TB-1.2] The force after a side has formed its brigades."""
        line_up, numbers = lined_up(split, seat)
        first = seat * SIDE
        kind = self.kind[:first] + line_up + self.kind[first + SIDE :]
        return self.with_pieces(kind, self.brigade[:first] + numbers + self.brigade[first + SIDE :])


def lined_up(split: Brigades, seat: int) -> tuple[list[int], list[int]]:
    """[TB-1.2] The kinds of a side's pieces in the order of their numbers, and the brigade of each."""
    units = [(BRIGADIER, number) for number in range(3)]
    units += [(kind, number) for number in range(3) for kind in split.kinds(number)]
    units.sort(key=lambda unit: (min(unit[0], ARTILLERY), unit[1]))
    return [kind for kind, _ in units], [seat * 3 + number for _, number in units]


def _of_brigade(brigade: list[int], number: int) -> int:
    return sum(1 << unit for unit, own in enumerate(brigade) if own == number)


def _those(kind: list[int], wanted: tuple[int, ...]) -> int:
    return sum(1 << unit for unit, own in enumerate(kind) if own in wanted)
