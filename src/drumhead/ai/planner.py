"""An opponent for turns of many moves: it plays promising first moves out to the end of the turn, and of the reply.

Turns are played out by a quick hand that takes every move that helps, best first. What the dice give on the way is
taken off again, so that a few such turns tell one first move from another: luck is the value after a throw less the
mean of all that it could have brought.
"""

import math
import time
from random import Random
from typing import Final

from drumhead.ai.bot import Bot
from drumhead.core.state import CHANCE, OVER, State

FEW: Final = 6
"""A decision with no more choices than this is weighed anew each time; of more, moves are taken in a row."""
LIKELIEST: Final = 16
"""How many outcomes of one throw are weighed; the likeliest."""
STEPS: Final = 120
"""How many decisions and throws are played out at most."""
TRUST: Final = 1.0
"""How many turns played out the first sight of a move is worth."""
IDLE: Final = 0.03
"""What ending a phase may cost at first sight, when no move is left that helps."""
BREATH: Final = 0.01
"""How long before the limit it stops, in seconds."""


class _TimeUpError(Exception):
    """Says that there is no time left."""


class Choice:
    """A first move: how good it looks, what turns that began with it came to, and how many were played."""

    __slots__ = ("action", "look", "played", "total")

    def __init__(self, action: int, look: float) -> None:
        self.action = action
        self.look = look
        self.total = 0.0
        self.played = 0

    def worth(self) -> float:
        """What the move is worth, by first sight and by the turns played out."""
        return (TRUST * self.look + self.total) / (TRUST + self.played)


class Planner(Bot):
    """Plays out whole turns and the replies to them; drops the weaker half of the first moves until one is left."""

    def __init__(
        self,
        seed: int | str | None = None,
        *,
        think: float = 0.3,
        sims: int | None = None,
        width: int = 8,
        turns: int = 2,
    ) -> None:
        super().__init__(seed)
        self.think = think
        self.sims = sims
        self.width = width
        """How many first moves are played out."""
        self.turns = turns
        """How many turns are played out, the own one included."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks the first move after which the turns played out come to most."""
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        choices = self.weigh(seen, seat, side)
        return max(choices, key=Choice.worth).action

    def weigh(self, seen: State, seat: int, side: frozenset[int]) -> list[Choice]:
        """The first moves that were played out, those played most often last."""
        limit = math.inf if self.sims else time.perf_counter() + self.think - BREATH
        rng = Random(self.rng.random())
        world = seen.guess(seat, rng)
        possible = set(world.legal())
        hand = Hand(seat, side, limit)
        try:
            looks = hand.looks(world, [action for action in seen.legal() if action in possible])
        except _TimeUpError:
            return [Choice(seen.legal()[0], 0.0)]
        row = [action for _, action in looks]
        live = self._promising(looks, row)
        dropped: list[Choice] = []
        rounds = max(1, (self.sims or 0) // (len(live) * max(1, (len(live) - 1).bit_length())))
        played = 0
        while len(live) > 1 and time.perf_counter() < limit:
            begun = time.perf_counter()
            for _ in range(rounds):
                luck = rng.random()
                for choice in live:
                    if self.sims and played >= self.sims:
                        return dropped + live
                    played += 1
                    try:
                        choice.total += hand.play(
                            seen.guess(seat, Random(luck)), choice.action, row, self.turns, Random(luck)
                        )
                    except _TimeUpError:
                        return dropped + live
                    choice.played += 1
            if not self.sims and self._has_time(begun, limit, len(live)):
                continue
            live.sort(key=Choice.worth)
            half = len(live) // 2
            dropped += live[:half]
            live = live[half:]
        return dropped + live

    def _promising(self, looks: list[tuple[float, int]], row: list[int]) -> list[Choice]:
        """The first moves that look best, and the one that ends the phase."""
        chosen = looks[: self.width]
        return [Choice(action, look) for look, action in chosen]

    def _has_time(self, begun: float, limit: float, live: int) -> bool:
        """Says whether another round for all leaves time for the rounds in which fewer are left."""
        now = time.perf_counter()
        return (limit - now) > (now - begun) * (live.bit_length() + 1)


class Hand:
    """The quick hand that plays turns out for all seats, and the eye that judges where they end for one."""

    def __init__(self, seat: int, side: frozenset[int], limit: float) -> None:
        self.seat = seat
        self.side = side
        self.limit = limit
        self.row: list[int] = []
        """The moves that helped at first sight, the best last."""
        self.owner = (0, 0)
        """Whose turn the row was made for."""

    def value(self, state: State, seat: int) -> float:
        """What a position is worth to a seat."""
        return state.returns()[seat] if state.player == OVER else state.evaluate(seat)

    def after(self, state: State, action: int) -> State:
        """The position after an action."""
        if time.perf_counter() > self.limit:
            raise _TimeUpError
        then = state.clone()
        then.apply(action)
        return then

    def looks(self, state: State, actions: list[int]) -> list[tuple[float, int]]:
        """How good actions look to the seat that decides, the best first."""
        seat = state.player
        found = [(self.value(self.after(state, action), seat), action) for action in actions]
        found.sort(key=lambda look: -look[0])
        return found

    def play(self, state: State, action: int, row: list[int], turns: int, rng: Random) -> float:
        """What a position comes to after an action and so many turns, luck taken off."""
        self.owner = (state.turns_begun(), state.player)
        self.row = row[::-1]
        until = state.turns_begun() + turns
        luck = 0.0
        state.apply(action)
        for _ in range(STEPS):
            if state.player == OVER or state.turns_begun() >= until:
                break
            if state.player == CHANCE:
                state, gift = self.throw(state, rng)
                luck += gift
            else:
                state = self.decide(state)
        return self.value(state, self.seat) - luck

    def throw(self, state: State, rng: Random) -> tuple[State, float]:
        """The position after a throw, and by how much it is better for the own seat than throws are on average."""
        likely = state.chances()
        if len(likely) == 1:
            return self.after(state, likely[0][0]), 0.0
        if len(likely) > LIKELIEST:
            likely = sorted(likely, key=lambda chance: -chance[1])[:LIKELIEST]
        whole = sum([odds for _, odds in likely])
        drawn = rng.random() * whole
        mean = 0.0
        chosen: State | None = None
        given = 0.0
        for outcome, odds in likely:
            then = self.after(state, outcome)
            value = self.value(then, self.seat)
            mean += odds / whole * value
            if drawn >= 0.0:
                chosen, given = then, value
            drawn -= odds
        assert chosen is not None
        return chosen, given - mean

    def decide(self, state: State) -> State:
        """The position after what the quick hand decides: the next move of its row that still helps."""
        actions = state.legal()
        if len(actions) == 1:
            return self.after(state, actions[0])
        seat = state.player
        if len(actions) <= FEW:
            return self.best(state, actions)
        if self.owner != (state.turns_begun(), seat):
            self.owner = (state.turns_begun(), seat)
            self.row = []
            return self.line_up(state, actions)
        now = state.evaluate(seat)
        possible = set(actions)
        while self.row:
            action = self.row.pop()
            if action in possible:
                then = self.after(state, action)
                if self.value(then, seat) > now:
                    return then
        idle = self.after(state, actions[0])
        if self.value(idle, seat) >= now - IDLE:
            return idle
        return self.line_up(state, actions)

    def best(self, state: State, actions: list[int]) -> State:
        """The position after the best of a few actions."""
        seat = state.player
        thens = [self.after(state, action) for action in actions]
        values = [self.value(then, seat) for then in thens]
        return thens[values.index(max(values))]

    def line_up(self, state: State, actions: list[int]) -> State:
        """Lines the moves up that help, and makes the first."""
        looks = self.looks(state, actions)
        now = state.evaluate(state.player)
        self.row = [action for look, action in looks[1:] if look > now][::-1]
        return self.after(state, looks[0][1])
