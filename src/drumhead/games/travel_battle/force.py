"""What does not change during a battle: the pieces, their brigades, and the options."""

from typing import Final

from drumhead.core.native import native
from drumhead.games.travel_battle.brigades import Brigades
from drumhead.games.travel_battle.codes import (
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
ASTRAY: Final = 6
"""The brigade of a unit that is not part of the battle."""


@native(allow_interpreted_subclasses=True, serializable=True)
class Force:
    """Both armies in their brigades, and the options of the battle. Shared by all its positions."""

    def __init__(
        self,
        kind: list[int],
        brigade: list[int],
        *,
        horse_artillery: bool = False,
        buildings: str = "any",
        guns_near_combat: bool = False,
        max_turns: int = 80,
    ) -> None:
        """[TB-1.1, TB-3.1] What each piece is: its kind, its brigade, how far it moves."""
        self.kind: list[int] = kind
        self.brigade: list[int] = brigade
        """The brigade of every piece: 0 to 2 of seat 0, 3 to 5 of seat 1, ASTRAY for a piece that takes no part."""
        self.horse_artillery: bool = horse_artillery
        self.closed: int = 1 if buildings == "infantry" else 0
        """Whether buildings are closed to all but infantry."""
        self.guns_near_combat: bool = guns_near_combat
        self.max_turns: int = max_turns
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
    def of_brigades(
        cls,
        splits: tuple[Brigades, Brigades],
        *,
        horse_artillery: bool,
        buildings: str,
        guns_near_combat: bool,
        max_turns: int,
    ) -> "Force":
        """[TB-1.2] The force that two splits make; units of a kind are numbered brigade by brigade."""
        kind: list[int] = []
        brigade: list[int] = []
        for seat, split in enumerate(splits):
            units = [(BRIGADIER, number) for number in range(3)]
            units += [(kind, number) for number in range(3) for kind in split.kinds(number)]
            units.sort(key=lambda unit: (min(unit[0], ARTILLERY), unit[1]))
            kind += [kind for kind, _ in units]
            brigade += [seat * 3 + number for _, number in units]
        return cls(
            kind,
            brigade,
            horse_artillery=horse_artillery,
            buildings=buildings,
            guns_near_combat=guns_near_combat,
            max_turns=max_turns,
        )

    def like(self, kind: list[int], brigade: list[int]) -> "Force":
        """Other pieces under the same options."""
        return Force(
            kind,
            brigade,
            horse_artillery=self.horse_artillery,
            buildings="infantry" if self.closed else "any",
            guns_near_combat=self.guns_near_combat,
            max_turns=self.max_turns,
        )


def _those(kind: list[int], wanted: tuple[int, ...]) -> int:
    return sum(1 << unit for unit, own in enumerate(kind) if own in wanted)
