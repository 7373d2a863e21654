"""The clock that players may agree on: how much time each seat has used, and whether it runs."""

import re
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from drumhead.core.errors import IllegalAction
from drumhead.core.i18n.text import Text

MIN_SECONDS: Final = 10
MAX_SECONDS: Final = 7 * 24 * 3600
"""The least and the most time that terms may give a seat."""
TERMS_REFUSAL: Final = Text("a clock is seconds and an increment, such as 900+10")
_TERMS: Final = re.compile(r"([0-9]{1,6})\+([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for every seat, an increment for every completed turn, and how much each seat has used.

    The clock runs against one seat while at least one player is connected. A seat that runs out of time does not lose
    by itself: another may claim the battle.
    """

    seconds: int
    increment: int
    spent: tuple[float, ...]
    turn: int = -1
    """The seat that the clock runs against; -1 before the first."""
    since: float | None = None
    """The Unix time up to which `spent` counts; None while the clock is stopped."""
    is_paused: bool = False
    """Whether the players agreed to pause; otherwise a stopped clock starts when a player comes back."""
    holders: tuple[int, ...] = ()
    """The seats that hold up the dice: the clock runs against them instead of `turn`."""

    @classmethod
    def from_terms(cls, terms: str, seats: int) -> "Clock":
        """A clock by its terms, such as `900+10`: seconds for each seat, and for each turn."""
        found = _TERMS.fullmatch(terms)
        if found is None or not MIN_SECONDS <= int(found[1]) <= MAX_SECONDS:
            raise IllegalAction(TERMS_REFUSAL)
        return cls(int(found[1]), int(found[2]), (0.0,) * seats)

    @property
    def terms(self) -> str:
        """What the players agreed on, such as `900+10`."""
        return f"{self.seconds}+{self.increment}"

    def at(self, now: float) -> "Clock":
        """The clock at a later Unix time."""
        if self.since is None:
            return self
        used = max(0.0, now - self.since)
        charged = self.holders or (self.turn,)
        spent = tuple(time + used * (seat in charged) for seat, time in enumerate(self.spent))
        return replace(self, spent=spent, since=now)

    def held_up_by(self, seats: tuple[int, ...]) -> "Clock":
        """The clock while some seats hold up the dice; nobody gets an increment for that."""
        return replace(self, holders=seats)

    def stopped(self, *, paused: bool = False) -> "Clock":
        """The clock, standing still."""
        return replace(self, since=None, is_paused=paused)

    def started(self, now: float) -> "Clock":
        """The clock, running from now on; time before now is charged to nobody."""
        return replace(self, since=now, is_paused=False)

    def switched_to(self, seat: int) -> "Clock":
        """The clock running against a seat; the one that has completed its turn gets the increment."""
        if seat == self.turn or seat < 0:
            return self
        spent = tuple(time - self.increment * (other == self.turn) for other, time in enumerate(self.spent))
        return replace(self, spent=spent, turn=seat)

    def left(self, seat: int, now: float) -> float:
        """The seconds that a seat has left; negative when it is out of time."""
        return self.seconds - self.at(now).spent[seat]

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Clock":
        """A clock from what `to_data` returned."""
        return cls(**{**data, "spent": tuple(data["spent"]), "holders": tuple(data.get("holders", ()))})

    def to_data(self) -> dict[str, Any]:
        """The whole clock as JSON-compatible data."""
        return asdict(self)

    def to_message(self, now: float) -> dict[str, Any]:
        """The clock as clients are sent it."""
        left = [round(self.left(seat, now), 1) for seat in range(len(self.spent))]
        runs = (self.holders or (self.turn,))[0] if self.since is not None else None
        return {"terms": self.terms, "left": left, "runs": runs, "paused": self.is_paused}
