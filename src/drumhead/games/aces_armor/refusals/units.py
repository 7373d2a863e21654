"""Why a unit cannot be commanded at all: each function returns a refusal, or None where it finds nothing wrong."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine.encoding import ABSENT, NO_ARMY, NONE
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.text.names import unit_words


def not_yours(f: Field, unit: int, clause: str) -> Refusal | None:
    """[AA-1.1] Whether a unit is another's, or not on the map."""
    if f.force.faction[unit] != f.active:
        return Refusal(Text("{unit} is not yours to command now", unit=unit_words(f.force, unit)), "AA-1.1")
    if f.place[unit] >= ABSENT and unit != f.force.v2:
        return Refusal(Text("{unit} is not on the map", unit=unit_words(f.force, unit)), clause)
    return None


def resting(f: Field, unit: int) -> Refusal | None:
    """[AA-2.4] Whether a unit's army does not act in this turn, and the unit has_attack_owed no attack."""
    army = f.army[unit]
    if f.quarry[unit] == NONE and army != NO_ARMY and not f.armies >> army & 1:
        told = {"unit": unit_words(f.force, unit), "n": army + 1}
        return Refusal(Text("{unit} is of army {n}, which does not act in this turn", **told), "AA-2.4")
    return None
