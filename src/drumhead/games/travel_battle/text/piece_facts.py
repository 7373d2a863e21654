"""What a piece is and can do, with the clauses, from a view only."""

from typing import Final

from drumhead.core.actions import Trait
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.draw.view_words import View, unit_words

_ONE: Final = Trait(Text("moves 1 square"), "TB-3.1")
_TWO: Final = Trait(Text("moves 2 squares"), "TB-3.1")
_AGAIN: Final = Trait(Text("may re-roll one of its dice in a combat"), "TB-6.4")
_RIDES_DOWN: Final = Trait(Text("one die more when it attacks nothing but infantry out of square"), "TB-6.5")
_ON_FOOT: Final = (
    _ONE,
    Trait(Text("two of them may share a square"), "TB-1.6"),
    Trait(Text("may form square instead of moving"), "TB-4.1"),
    Trait(Text("one die more when it defends in a building"), "TB-6.5"),
    Trait(Text("one die more in square against nothing but cavalry"), "TB-6.5"),
    Trait(Text("one die more out of square when it attacks nothing but squares"), "TB-6.5"),
)
_GUN: Final = Trait(Text("in contact it fights like infantry out of square"), "TB-6.11")

_KINDS: Final[dict[str, tuple[Trait, ...]]] = {
    "infantry": (*_ON_FOOT, Trait(Text("rallies on {n} or more", n=4), "TB-6.10")),
    "guard": (*_ON_FOOT, _AGAIN, Trait(Text("rallies on {n} or more", n=3), "TB-6.10")),
    "heavy": (_TWO, _RIDES_DOWN, _AGAIN, Trait(Text("rallies on {n} or more", n=4), "TB-6.10")),
    "light": (_TWO, _RIDES_DOWN, Trait(Text("rallies on {n} or more", n=4), "TB-6.10")),
    "artillery": (
        _ONE,
        Trait(Text("fires at a distance of 2 to 6"), "TB-5.1"),
        Trait(Text("does not fire in a turn in which it moved"), "TB-3.8"),
        _GUN,
        Trait(Text("rallies on {n} or more", n=5), "TB-6.10"),
    ),
    "horse-artillery": (
        Trait(Text("moves 2 squares"), "TB-9.1"),
        Trait(Text("fires at a distance of 2 to 4, after it has moved too"), "TB-9.1"),
        _GUN,
        Trait(Text("rallies on {n} or more", n=5), "TB-6.10"),
    ),
    "brigadier": (
        _TWO,
        Trait(Text("commands the pieces of his brigade that touch him, and those that touch them"), "TB-3.3"),
        Trait(Text("gives way to an enemy who enters his square; is never captured or fought"), "TB-3.7"),
        Trait(Text("is never fired at"), "TB-5.7"),
    ),
}
"""What every kind of piece can do."""

_STATES: Final = {
    "turned": Trait(Text("turned: it does not move, fire, form square or start a combat"), "TB-7.1"),
    "in_square": Trait(Text("in square: it cannot move"), "TB-4.3"),
}
_HALTED: Final = Trait(Text("turned by fire: it does not move"), "TB-7.1")
_CUT_OFF: Final = Trait(Text("cut off: it cannot move and starts no combat"), "TB-3.4")


def traits(view: View, key: str) -> list[Trait]:
    """[TB-3.1, TB-6.4, TB-6.5] What holds for a piece as it stands, then what its kind can do."""
    unit = next((unit for unit in view["units"] if unit["key"] == key), None)
    if unit is None:
        return []
    found = [Trait(unit_words(unit))] + [trait for name, trait in _STATES.items() if unit[name]]
    if unit.get("halted"):
        found[1] = _HALTED
    if unit["where"] == "field" and not unit["in_command"]:
        found.append(_CUT_OFF)
    return [*found, *_KINDS[unit["kind"]]]
