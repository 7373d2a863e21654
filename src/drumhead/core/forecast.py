"""What can be told of a choice before it is made: forecasts at the target, the reach of a piece, and plans."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from drumhead.core.actions import Odds, Trait
from drumhead.core.i18n.text import Text


@dataclass(frozen=True, slots=True)
class Prospect:
    """An enemy that a piece could attack from where an action leads it: its key, the attack in words, its chance."""

    key: str
    words: Text
    chance: Text

    def __str__(self) -> str:
        return f"{self.words}: {self.chance}"


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an action would do, cost and risk, as the seat to act can know it. Keys are those of the picture."""

    title: Text
    facts: tuple[Trait, ...] = ()
    """At most `MAX_FACTS` short lines, each with its clause: what it costs, what may happen, what is lost."""
    throws: tuple[Odds, ...] = ()
    """The throws that it can lead to, as `Game.odds` returns them."""
    path: tuple[str, ...] = ()
    """The places that the piece enters, in order."""
    threats: tuple[str, ...] = ()
    """The enemy pieces that strike back at once or, after a move, could strike it in their next turn."""
    interceptors: tuple[str, ...] = ()
    """The enemy pieces that may stop it on its way."""
    sight: tuple[str, str] | None = None
    """The two ends of the line of sight that a shot needs."""
    then: tuple[Prospect, ...] = ()
    """Whom the piece could attack from where it would stand."""

    def __str__(self) -> str:
        lines = [str(self.title), *(f"  {fact}" for fact in self.facts)]
        lines += [f"  {line}" for throw in self.throws for line in str(throw).splitlines()]
        return "\n".join([*lines, *(f"  {prospect}" for prospect in self.then)])


MAX_FACTS = 5
"""The most facts of a forecast."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a piece may go and whom it may attack, by the keys of the picture."""

    places: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    threat: Mapping[str, int] = field(default_factory=dict)
    """For every place, how many enemies could strike the piece there in their next turn."""


NO_REACH = Reach()


@dataclass(frozen=True, slots=True)
class Plan:
    """Several actions of one seat that are played one after the other, under one name."""

    words: Text
    actions: tuple[str, ...]
    """Their notations; each is legal once those before it were played."""


def percent(chance: Fraction) -> Text:
    """A chance as people read it; what is possible is never 0%, what is not sure never 100%."""
    whole = round(float(chance) * 100)
    if 0 < chance < 1:
        whole = min(99, max(1, whole))
    return Text("{n}%", n=whole)
