"""Numbers that can say what they are made of."""

from typing import NamedTuple

from drumhead.core.i18n.text import Text


class Tally(NamedTuple):
    """One part of a number: how much, why, and by which clause."""

    amount: int
    reason: Text
    clause: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.reason} [{self.clause}]"


def total(parts: list[Tally]) -> int:
    """Adds up the parts."""
    return sum(part.amount for part in parts)
