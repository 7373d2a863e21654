"""An opponent that maximises the expected value of the position after its action: one-ply expectimax.

Throws are expanded over their exact odds. Short replies are searched by iterative deepening (a quiescence extension)
while a budget of positions lasts.
"""

from dataclasses import dataclass
from typing import Final

from drumhead.ai.bots.bot import Bot
from drumhead.ai.search.evaluator import Evaluator, make_evaluator
from drumhead.core.compiled import native
from drumhead.core.state import CHANCE, OVER, State
from drumhead.core.weights import Weights


@native(native_class=False)
@dataclass(frozen=True, slots=True)
class GreedyConfig:
    """Limits of the one-ply search."""

    max_positions: int = 4000
    """Positions per decision and depth beyond 0; keeps the answer immediate."""
    short_reply_choices: int = 6
    """A reply with at most this many choices belongs to the same action and is searched."""
    reply_depth: int = 4
    """Short replies in a row that are searched if the budget allows."""
    throw_depth: int = 3
    """Throws in a row that are expanded."""
    max_outcomes: int = 40
    """Outcomes of one throw that are expanded, likeliest first."""
    tie_tolerance: float = 1e-9
    """Values closer than this are ties, broken by the seed."""


GREEDY: Final = GreedyConfig()


class GreedyBot(Bot):
    """Picks the action of the highest expected value."""

    def __init__(
        self,
        seed: int | str | None = None,
        *,
        deep: int = GREEDY.reply_depth,
        overlooks: float = 0.0,
        weights: str | Weights = "",
    ) -> None:
        super().__init__(seed, overlooks)
        self.deep = deep
        """Short replies in a row that are searched."""
        self.evaluate = make_evaluator(weights)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Returns the action of the highest expectation in a position sampled from those the seat holds possible."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        actions = self.considered(seen, actions)
        world = seen.guess(seat, self.rng)
        possible = set(world.legal())
        actions = [action for action in actions if action in possible] or actions
        values = dict.fromkeys(actions, 0.0)
        open_actions = actions
        for depth in range(self.deep + 1):
            lookahead = _Lookahead(seat, side, GREEDY.max_positions if depth else None, self.evaluate)
            try:
                deeper = {action: lookahead.action_value(world, action, depth) for action in open_actions}
            except BudgetExceeded:
                break
            values |= {action: value for action, (value, _) in deeper.items()}
            open_actions = [action for action, (_, is_exact) in deeper.items() if not is_exact]
        best = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value > best - GREEDY.tie_tolerance])


class BudgetExceeded(Exception):
    """The search needs more positions than its budget allows."""


class _Lookahead:
    """An expectimax search for one seat, limited in depth and in positions."""

    def __init__(self, seat: int, side: frozenset[int], max_positions: int | None, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.seat = seat
        self.side = side
        self.max_positions = max_positions
        self.positions = 0
        self.is_exact = True

    def action_value(self, state: State, action: int, depth: int) -> tuple[float, bool]:
        """The value of an action, and whether a greater depth would return the same."""
        self.is_exact = True
        return self.after(state, action, depth, GREEDY.throw_depth), self.is_exact

    def after(self, state: State, action: int, depth: int, throws: int) -> float:
        """The value of the position after an action or an outcome; raises BudgetExceeded."""
        self.positions += 1
        if self.max_positions is not None and self.positions > self.max_positions:
            raise BudgetExceeded
        then = state.clone()
        then.apply(action)
        return self.value(then, depth, throws)

    def value(self, state: State, depth: int, throws: int) -> float:
        """The expectation of a throw, the minimax value of a short reply, the evaluation of any other position."""
        player = state.player
        if player == OVER:
            return state.returns()[self.seat]
        if player == CHANCE and throws and not state.is_quiet():
            likely = sorted(state.chances(), key=lambda chance: -chance[1])[: GREEDY.max_outcomes]
            whole = sum(odds for _, odds in likely)
            return sum(odds * self.after(state, outcome, depth, throws - 1) for outcome, odds in likely) / whole
        if player >= 0 and not state.is_quiet():
            replies = state.legal()
            if len(replies) <= GREEDY.short_reply_choices:
                if depth:
                    values = [self.after(state, reply, depth - 1, throws) for reply in replies]
                    return max(values) if player in self.side else min(values)
                self.is_exact = False
        return self.evaluate(state, self.seat)


def one_step_value(state: State, seat: int, side: frozenset[int], action: int, evaluate: Evaluator) -> float:
    """Returns the expected value, for a seat, of the position after an action and the throws that follow at once."""
    return _Lookahead(seat, side, None, evaluate).action_value(state, action, 0)[0]
