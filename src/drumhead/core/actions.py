"""Actions, events and outcomes as people read them."""

from dataclasses import dataclass, field
from fractions import Fraction

from drumhead.core.i18n.text import Text
from drumhead.core.state import OVER
from drumhead.core.tally import Tally


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to an action: a key that pictures mark as well, and words."""

    key: str
    words: Text


@dataclass(frozen=True, slots=True)
class Action:
    """An action with its notation, its sentence, its clause and the steps (unit, verb, target) that lead to it."""

    code: int
    notation: str
    words: Text
    clause: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its sentence, its clause, and the same as plain data for pictures."""

    kind: str
    words: Text
    clause: str
    data: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal, and by which clause."""

    words: Text
    clause: str

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Trait:
    """Something to know of a piece, and the clause that says it; empty where it is no rule but how the piece stands."""

    words: Text
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]" if self.clause else str(self.words)


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing a throw can do, with its exact probability."""

    words: Text
    probability: Fraction

    def __str__(self) -> str:
        return f"{float(self.probability):6.1%}  {self.words}"


@dataclass(frozen=True, slots=True)
class Odds:
    """A throw an action can lead to: what it is, what its dice are made of, and what they can do."""

    title: Text
    tally: tuple[Tally, ...]
    chances: tuple[Chance, ...]

    def __str__(self) -> str:
        lines = [str(self.title)]
        lines += [f"  {part}" for part in self.tally]
        lines += [f"  {chance}" for chance in self.chances]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `returns` has +1, 0 or -1 for every seat.

    `winner` is a seat, `OVER` for a draw, or the number after the last seat for an opponent that the rules play.
    """

    winner: int
    reason: Text
    clause: str
    returns: tuple[float, ...]

    @property
    def is_draw(self) -> bool:
        """Says whether nobody won."""
        return self.winner == OVER

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit on the time to decide: what it is for, how long, and the action that is played when it runs out."""

    stretch: str
    seconds: int
    notation: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they fell, in order."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.faces))
