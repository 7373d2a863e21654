"""What all refusals share: the position, the names, and how a sentence is put."""

from collections.abc import Sequence

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.text.names import Names


class Refusals:
    """Finds the first rule that stands in the way of an action; the action is known not to be legal."""

    def __init__(self, f: Field, names: Names) -> None:
        self.f = f
        self.names = names

    def is_own(self, unit: int) -> bool:
        """Returns whether a number is a unit of the deciding seat."""
        return unit < len(self.f.zone) and self.f.force.seat[unit] == self.f.player

    def unit(self, unit: int) -> Text:
        """Returns a unit in a sentence, whatever the number stands for."""
        return self.names.unit_words(unit) if unit < len(self.names.keys) else Text("that unit")

    def units(self, units: Sequence[int]) -> Text:
        """Returns several units in a sentence."""
        return joined([self.unit(unit) for unit in units])

    def keys(self, units: Sequence[int]) -> tuple[str, ...]:
        """Returns the keys of units in the picture."""
        return tuple(self.names.keys[unit] for unit in units)

    def say(self, template: str, unit: int, clause: str) -> Refusal:
        """Returns a refusal whose sentence may name one unit."""
        return Refusal(Text(template, unit=self.unit(unit)), clause)
