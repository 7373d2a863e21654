"""The numbers of `data/planning.toml`: what draws pieces, and what a loss costs."""

from typing import Final

from drumhead.core.weights import packaged_numbers

FILE: Final = "planning.toml"


def planning(table: str) -> dict[str, float]:
    """Returns the numbers of a table, by name."""
    return packaged_numbers("drumhead.games.travel_battle", FILE, table)
