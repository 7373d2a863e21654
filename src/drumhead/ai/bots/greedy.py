"""An opponent that takes the action after which it stands best, by exact expectation."""

from typing import Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.search.evaluator import Evaluator, make_evaluator
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.weights import Weights

LOOKS: Final = 4000
"""How many positions it looks at for one decision at one depth; few enough to answer at once."""
FEW: Final = 6
"""A reply with no more choices than this belongs to the same action and is looked through."""
DEEP: Final = 4
"""How many such replies in a row are looked through, if there is time."""
THROWS: Final = 3
"""How many throws in a row are looked through."""
LIKELIEST: Final = 40
"""How many outcomes of one throw are looked at; the rest, if there is one, is left out."""
NEAR: Final = 1e-9


class GreedyBot(Bot):
    """Weighs every action by the expected value of where it leads: throws in full, short replies looked through."""

    def __init__(
        self, seed: int | str | None = None, *, deep: int = DEEP, overlooks: float = 0.0, weights: str | Weights = ""
    ) -> None:
        super().__init__(seed, overlooks)
        self.deep = deep
        self.judge = make_evaluator(weights)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks the action of the highest expectation in a world that the seat holds possible; the seed breaks ties."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        actions = self.minded(seen, actions)
        world = seen.guess(seat, self.rng)
        possible = set(world.legal())
        actions = [action for action in actions if action in possible] or actions
        values = dict.fromkeys(actions, 0.0)
        unsettled = actions
        for depth in range(self.deep + 1):
            lookout = _Lookout(seat, side, LOOKS if depth else None, self.judge)
            try:
                deeper = {action: lookout.look(world, action, depth) for action in unsettled}
            except BudgetExceeded:
                break
            values |= {action: value for action, (value, _) in deeper.items()}
            unsettled = [action for action, (_, settled) in deeper.items() if not settled]
        best = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value > best - NEAR])


class BudgetExceeded(Exception):
    """Says that there are too many positions to look at."""


class _Lookout:
    """Looks ahead for one seat."""

    def __init__(self, seat: int, side: frozenset[int], most: int | None, judge: Evaluator) -> None:
        self.judge = judge
        self.seat = seat
        self.side = side
        self.most = most
        self.looks = 0
        self.settled = True

    def look(self, state: State, action: int, depth: int) -> tuple[float, bool]:
        """The value of an action, and whether it would be the same at any greater depth."""
        self.settled = True
        return self.after(state, action, depth, THROWS), self.settled

    def after(self, state: State, action: int, depth: int, throws: int) -> float:
        """The value of the position after an action or a throw."""
        self.looks += 1
        if self.most is not None and self.looks > self.most:
            raise BudgetExceeded
        then = state.clone()
        then.apply(action)
        return self.value(then, depth, throws)

    def value(self, state: State, depth: int, throws: int) -> float:
        """The expectation over throws, the best or worst of a short reply, the plain value of anything else."""
        player = state.player
        if player == OVER:
            return state.returns()[self.seat]
        if player == CHANCE and throws and not state.is_quiet():
            likely = sorted(state.chances(), key=lambda chance: -chance[1])[:LIKELIEST]
            whole = sum(odds for _, odds in likely)
            return sum(odds * self.after(state, outcome, depth, throws - 1) for outcome, odds in likely) / whole
        if player >= 0 and not state.is_quiet():
            replies = state.legal()
            if len(replies) <= FEW:
                if depth:
                    values = [self.after(state, reply, depth - 1, throws) for reply in replies]
                    return max(values) if player in self.side else min(values)
                self.settled = False
        return self.judge(state, self.seat)
