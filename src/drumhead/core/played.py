"""What a match keeps of its past: the steps that were played and the streams its dice came from."""

from dataclasses import dataclass
from typing import Any, Final

from drumhead.core.dice import Dice
from drumhead.core.i18n.text import Translatable

CONCEDE: Final = "concede"
DRAW: Final = "draw"
FORFEITS: Final[dict[str, Translatable]] = {
    "out-of-time": "{side}: out of time",
    "gone-away": "{side}: gone for too long",
}
"""How a battle ends against a seat that does not decide: the notation, and the reason."""
ENDS: Final = (CONCEDE, DRAW, *FORFEITS)
"""The notations of steps that are no actions and end a battle."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a match: a decision, a throw, or how the players ended it."""

    seat: int
    """Who decided; `CHANCE` for a throw."""
    code: int
    """What was given to `State.apply`; 0 where the players ended the match."""
    notation: str
    """The decision as it was written, `throw 4 5`, or `concede`, `draw`, `out-of-time`, `gone-away`."""
    events: tuple[tuple[Any, ...], ...] = ()
    """What `State.apply` reported; `Match.log` puts it into words."""
    faces: tuple[int, ...] | None = None
    """The dice of a throw, in order; None for a decision."""
    by_hand: bool = False
    """Whether the dice were thrown at a real table and typed in."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The throws of a match that came from one stream of dice."""

    first: int
    """The number of the first such throw in the match, from 0."""
    dice: Dice
    seed: str = ""
    """The seed, where the stream has one."""
    published: str = ""
    """The commitment as a file states it; empty where it was not read from a file."""
