"""The interface of an opponent: it is shown what its seat may see, and picks a legal action."""

from abc import ABC, abstractmethod
from random import Random

from drumhead.core.actions import Action
from drumhead.core.compiled import native
from drumhead.core.errors import IllegalAction
from drumhead.core.match import Match
from drumhead.core.state import State


@native(allow_interpreted_subclasses=True)
class Bot(ABC):
    """An opponent. Bots with equal seeds pick equal actions in equal positions."""

    def __init__(self, seed: int | str | None = None, overlooks: float = 0.0) -> None:
        self.rng = Random(seed)
        self.overlooks = overlooks
        """The probability, 0 to 1, that a group of actions is not considered."""
        self.time_share = 1.0
        """The share of its time, above 0 and at most 1, that it may use for the next decision."""

    @property
    def positions(self) -> int:
        """How many positions are kept in memory between decisions."""
        return 0

    @property
    def simulations(self) -> int:
        """How many tree simulations or rollouts the last decision took."""
        return 0

    def choose(self, match: Match) -> Action:
        """Picks an action for the seat to act; raises IllegalAction while dice are due or the battle is over."""
        seat = match.to_act
        if seat < 0:
            raise IllegalAction("no seat has to decide now")
        return match.game.action(match.state, self.pick(match.state.observe(seat), seat, match.game.side_of(seat)))

    def considered(self, seen: State, actions: list[int]) -> list[int]:
        """The actions that are not overlooked, drawn group by group; one random group if all are overlooked."""
        if not self.overlooks:
            return actions
        noticed = {0: True}
        groups = []
        for action in actions:
            group = seen.overlook_group(action)
            groups.append(group)
            if group not in noticed:
                noticed[group] = self.rng.random() >= self.overlooks
        found = [action for action, group in zip(actions, groups, strict=True) if noticed[group]]
        if found:
            return found
        only = self.rng.choice(groups)
        return [action for action, group in zip(actions, groups, strict=True) if group == only]

    @abstractmethod
    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks a legal action of an observed position; `side` are the seats that win together with this one."""
