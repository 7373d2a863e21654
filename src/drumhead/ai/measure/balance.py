"""Balance of a game: equal opponents lead both sides of a pairing, with start and order swapped in pairs."""

from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.duel import play_out, wilson
from drumhead.core.game import Pairing


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a pairing for its first side."""

    one: str
    two: str
    wins: int
    losses: int
    draws: int

    @classmethod
    def of(cls, pairing: Pairing, results: list[float]) -> "Row":
        """Counts results of the first side: 1, 0 or -1 each."""
        wins, losses = sum(result > 0 for result in results), sum(result < 0 for result in results)
        return cls(pairing.one, pairing.two, wins, losses, len(results) - wins - losses)

    @property
    def games(self) -> int:
        """The number of battles."""
        return self.wins + self.losses + self.draws

    @property
    def share(self) -> float:
        """The first side's share of the points; a draw is half a point."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson)."""
        return wilson(self.share, self.games)

    def as_data(self) -> dict[str, Any]:
        """The row as JSON-compatible data."""
        low, high = self.interval
        return {**asdict(self), "share": round(self.share, 4), "interval": [round(low, 4), round(high, 4)]}


def play_pairing(pairing: Pairing, name: str, number: int, seed: int | str) -> float:
    """Plays one battle of a pairing with equal opponents; returns the result of its first side.

    Numbers 2k and 2k + 1 have the same set-up and the same dice, with sides and order swapped.
    """
    setup = pairing.setups[number // 2 % len(pairing.setups)]
    seats = [bot(name, f"{seed}/{number}/{seat}") for seat in range(setup.seats)]
    rng = Random(f"{seed}/{pairing.one}/{pairing.two}/{number // 2}")
    result, _, _ = play_out(setup, seats, rng, mirrored=number % 2 == 1)
    return result[pairing.seat]
