"""What an opponent is: someone who is shown what its seat may see, and picks an action."""

from abc import ABC, abstractmethod
from random import Random

from drumhead.core.actions import Action
from drumhead.core.compiled import native
from drumhead.core.errors import IllegalAction
from drumhead.core.match import Match
from drumhead.core.state import State


@native(allow_interpreted_subclasses=True)
class Bot(ABC):
    """An opponent. The same seed makes it pick the same in the same positions."""

    def __init__(self, seed: int | str | None = None, overlooks: float = 0.0) -> None:
        self.rng = Random(seed)
        self.overlooks = overlooks
        """How much of what it could do does not come to its mind, as a share."""

    @property
    def positions(self) -> int:
        """How many positions it keeps in mind."""
        return 0

    @property
    def looks(self) -> int:
        """How often it looked ahead, or how many turns it played out, for its last decision."""
        return 0

    def choose(self, match: Match) -> Action:
        """Picks an action for the seat to act, from what that seat sees and nothing else."""
        seat = match.to_act
        if seat < 0:
            raise IllegalAction("no seat has to decide now")
        side = frozenset(other for other in range(match.game.seats) if match.game.team_sign(seat, other) < 0)
        return match.game.action(match.state, self.pick(match.state.observe(seat), seat, side))

    def minded(self, seen: State, actions: list[int]) -> list[int]:
        """The actions that it does not overlook, group by group; one group at random if it overlooks them all."""
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
        """Picks one of the legal actions of an observed position; `side` are the seats that win with this one."""
