"""How a battle is told beside its picture: how the sides stand, tables to look up, dice, decisions, headings."""

from dataclasses import dataclass

from drumhead.core.i18n.text import Text


@dataclass(frozen=True, slots=True)
class SideStatus:
    """How a side stands, in a few short facts, and how near it is to its goal, from 0 to 1."""

    seat: int
    name: str
    words: tuple[Text, ...]
    share: float
    turn: bool


@dataclass(frozen=True, slots=True)
class Table:
    """What players look up: a title, the heads of the columns, and rows of cells."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice of one throw that belong together: those of one unit, or of one side, with what they did."""

    seat: int
    """Whose dice they are; `CHANCE` where they are nobody's."""
    key: str
    """The unit that throws them, by its `data-key`; empty where no unit does."""
    words: Text
    """Whose dice they are, and what they are thrown for."""
    faces: tuple[int, ...]
    sides: tuple[int, ...]
    hits: tuple[bool | None, ...]
    """For each die whether it counts as a hit or success; None where there is nothing to hit."""
    caption: Text
    """What the dice amount to, or what they need."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a seat decided, as a sentence; empty where the events of the step tell it."""

    words: Text
    keys: tuple[str, ...] = ()
    """The pieces and places that it speaks of, by their `data-key` in the picture."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The turn that a step belongs to. Steps in a row with equal headings belong to one turn."""

    number: int
    """The number of the turn or round; 0 before the first."""
    words: Text
