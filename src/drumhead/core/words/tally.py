"""Sums that can name their parts."""

from typing import NamedTuple

from drumhead.core.i18n.text import Text


class Tally(NamedTuple):
    """One part of a sum, such as a die more: how much, why, and by which clause."""

    amount: int
    reason: Text
    clause: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.reason} [{self.clause}]"


def total(parts: list[Tally]) -> int:
    """Returns the sum of the parts."""
    return sum(part.amount for part in parts)
