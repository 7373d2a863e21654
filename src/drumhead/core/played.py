"""What a match keeps of its past: the steps that were played and the streams its dice came from."""

from dataclasses import dataclass
from typing import Any, Final

from drumhead.core.dice import Dice
from drumhead.core.i18n.text import Said

CONCEDE: Final = "concede"
DRAW: Final = "draw"
FORFEITS: Final[dict[str, Said]] = {
    "out-of-time": "{side}: out of time",
    "gone-away": "{side}: gone for too long",
}
"""How a battle ends against a seat that does not decide: the notation, and the reason."""
ENDS: Final = (CONCEDE, DRAW, *FORFEITS)
"""The notations of steps that are no actions and end a battle."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a match: who decided, what, the faces if dice fell, and what was reported."""

    seat: int
    code: int
    notation: str
    events: tuple[tuple[Any, ...], ...] = ()
    faces: tuple[int, ...] | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """The throws of a match that came from one stream of dice: the number of the first, and the stream."""

    first: int
    dice: Dice
    seed: str = ""
    published: str = ""
    """The commitment as a file states it."""
