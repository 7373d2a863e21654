"""[AA-3.1, AA-9.4, AA-13.11] What the phases of a turn share: ending them, taking turns within them, gifts."""

from typing import Final

from drumhead.games.aces_armor.engine.encoding import GIVE, NONE, pack
from drumhead.games.aces_armor.engine.position import Field

LEAST_GIFT: Final = 2
"""[AA-9.4] Of a smaller gift nothing would arrive."""


def end_part(f: Field, *, told: bool = False) -> None:
    """[AA-3.1, AA-13.11] Ends the phase; in a shared turn only once both have ended it one after the other.

    That the partner goes on is told where somebody has decided it.
    """
    household = f.force.household[f.active]
    f.ended |= 1 << f.active
    if len(household) > 1:
        other = household[1] if f.active == household[0] else household[0]
        if not f.ended >> other & 1:
            if told:
                f.tell("handed", "AA-13.11", f.active, other)
            f.active = other
            f.lists = [None] * f.force.units
            f.goals = [-1] * f.force.units  # the partner's units have moved: where they stand nobody is stopped
            return
    f.stack.pop()
    f.ended = 0
    f.active = household[0]


def list_gifts(f: Field, faction: int, out: list[int]) -> None:
    """[AA-9.4] Adds the gifts of a faction to its ally, of at least two coins, to a list."""
    if can_give(f, faction):
        out += [pack(GIVE, NONE, coins) for coins in range(LEAST_GIFT, f.coins[faction] + 1)]


def can_give(f: Field, faction: int) -> bool:
    """[AA-9.4] Says whether a faction has an ally and coins enough for a gift of which something arrives."""
    return f.force.ally[faction] != NONE and f.coins[faction] >= LEAST_GIFT


def give(f: Field, faction: int, coins: int) -> None:
    """[AA-9.4] A faction gives coins to its ally; one of them goes to the bank."""
    ally = f.force.ally[faction]
    f.coins[faction] -= coins
    f.coins[ally] += coins - 1
    f.tell("gave", "AA-9.4", faction, ally, coins, coins - 1)
