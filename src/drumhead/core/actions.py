"""Actions, events, odds and outcomes as people read them: words with the clause behind them."""

from dataclasses import dataclass, field
from fractions import Fraction

from drumhead.core.i18n.text import Text
from drumhead.core.state import OVER
from drumhead.core.words.tally import Tally


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to an action."""

    key: str
    """What the choice is called on the wire; that of a piece or a place is its `data-key` in the picture."""
    words: Text


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the seat to act."""

    code: int
    """What `State.apply` takes."""
    notation: str
    """What `Match.push` and game files take; English in every language."""
    words: Text
    """One sentence for people."""
    clause: str
    """The rule that allows it."""
    steps: tuple[Step, ...]
    """The choices that lead to it: as a rule a unit, what it does, and a target."""

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    kind: str
    """What sort of event it is, for pictures and logs."""
    words: Text
    clause: str
    data: dict[str, object] = field(default_factory=dict)
    """The same as plain data."""
    keys: tuple[str, ...] = ()
    """The pieces and places that it speaks of, by their `data-key` in the picture."""

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal, or a key of the picture cannot be chosen, and by which clause."""

    words: Text
    clause: str
    keys: tuple[str, ...] = ()
    """The pieces and places that stand in the way, by their `data-key` in the picture."""
    sight: tuple[str, str] | None = None
    """The two ends of a line of sight that is blocked."""

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Trait:
    """Something to know of a piece; the clause is empty where it is no rule but the condition of the piece."""

    words: Text
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.words} [{self.clause}]" if self.clause else str(self.words)


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that a throw can do, with its exact probability."""

    words: Text
    probability: Fraction

    def __str__(self) -> str:
        return f"{float(self.probability):6.1%}  {self.words}"


@dataclass(frozen=True, slots=True)
class Odds:
    """A throw that an action can lead to."""

    title: Text
    tally: tuple[Tally, ...]
    """What the number of dice, or what is needed, is made of."""
    chances: tuple[Chance, ...]
    """What the throw can do, the best for the side that asks last; the probabilities add up to 1."""

    def __str__(self) -> str:
        lines = [str(self.title)]
        lines += [f"  {part}" for part in self.tally]
        lines += [f"  {chance}" for chance in self.chances]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    winner: int
    """A seat, `OVER` for a draw, or the number after the last seat for an opponent that the rules play."""
    reason: Text
    clause: str
    returns: tuple[float, ...]
    """+1, 0 or -1 for every seat; on a side of several seats all get the same."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return self.winner == OVER

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit on the time to decide."""

    stretch: str
    """What the time is for: decisions with the same name share it."""
    seconds: int
    notation: str
    """The action that is played when the time runs out."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they fell."""

    faces: tuple[int, ...]
    """The faces, each from 1, in the order of `State.throw`."""

    def __str__(self) -> str:
        return " ".join(map(str, self.faces))
