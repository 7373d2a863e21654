"""[AA-3.1, AA-9.4, AA-13.11] What the phases of a turn share: ending them, taking turns within them, gifts."""

from drumhead.games.aces_armor.codes import GIVE, NONE, pack
from drumhead.games.aces_armor.field import Field


def end_part(f: Field) -> None:
    """[AA-3.1, AA-13.11] Ends the phase; in a shared turn only once both have ended it one after the other."""
    household = f.force.household[f.active]
    f.ended |= 1 << f.active
    if len(household) > 1:
        other = household[1] if f.active == household[0] else household[0]
        if not f.ended >> other & 1:
            f.tell("handed", "AA-13.11", f.active, other)
            f.active = other
            f.lists = [None] * f.force.units
            return
    f.stack.pop()
    f.ended = 0
    f.active = household[0]


def list_gifts(f: Field, out: list[int]) -> None:
    """[AA-9.4] Adds the gifts to the ally, of at least two coins, to a list."""
    if f.force.ally[f.active] != NONE and f.coins[f.active] > 1:
        out += [pack(GIVE, NONE, coins) for coins in range(2, f.coins[f.active] + 1)]


def give(f: Field, coins: int) -> None:
    """[AA-9.4] Gives coins to the ally; one of them goes to the bank."""
    ally = f.force.ally[f.active]
    f.coins[f.active] -= coins
    f.coins[ally] += coins - 1
    f.tell("gave", "AA-9.4", f.active, ally, coins, coins - 1)
