"""An opponent for turns of many moves: it plays promising first moves out to the end of the turn, and of the reply.

Turns are played out by a quick hand that takes every move that helps, best first. What the dice give on the way is
taken off again, so that a few such turns tell one first move from another: luck is the value after a throw less the
mean of all that it could have brought.
"""

import math
import time
from collections.abc import Callable
from random import Random
from typing import Final

from drumhead.ai.bots.time_budget import BudgetedBot
from drumhead.ai.search.evaluator import Evaluator
from drumhead.ai.search.solver import Solver, TooLargeError
from drumhead.core.state import CHANCE, OVER, PRIOR_ONLY, State

FEW: Final = 6
"""A decision with no more choices than this is weighed anew each time; of more, moves are taken in a row."""
DEEP: Final = 2
"""How many throws and short replies in a row are looked through at first sight."""
LIKELIEST: Final = 16
"""How many outcomes of one throw are weighed; the likeliest."""
TURNS: Final = 2
"""How many turns are played out, the own one included."""
STEPS: Final = 120
"""How many decisions and throws are played out at most."""
HASTE: Final = 0.08
"""How much better ending a phase must be than other moves, when each was played out once.

The more first sight is trusted, the less: then it is seldom by mere chance that ending looks better.
"""
IDLE: Final = 0.03
"""What ending a phase may cost at first sight, when no move is left that helps."""
SOLVED: Final = 400
"""How many positions are gone through for each turn that may be played out, to solve an ending exactly."""
MOST: Final = 20_000
"""How many at most."""
WIDEST: Final = 32
NARROWEST: Final = 4
"""How many first moves are played out at most, and at least if there are so many.

What looks best at first sight often is not after the reply, and one turn played out tells a good deal: rather many
first moves once than few of them often.
"""
DIGITS: Final = 9
"""To how many places looks are compared."""
NEVER: Final = -1
"""The turn of a row that is not lined up yet."""


class TimeUpError(Exception):
    """Says that there is no time left."""


class Choice:
    """A first move: how good it looks, what turns that began with it came to, and how many were played."""

    __slots__ = ("action", "doubt", "look", "played", "total", "trust")

    def __init__(self, action: int, look: float, trust: float = 1.0, doubt: float = 0.0) -> None:
        self.action = action
        self.look = look
        self.trust = trust
        """How many turns played out the first sight is worth."""
        self.doubt = doubt
        """How much better than others it must be when it was played out once; less, the oftener it was."""
        self.total = 0.0
        self.played = 0

    def add(self, total: float, played: int = 1) -> None:
        """Notes what one turn came to, or several in all."""
        self.total += total
        self.played += played

    def mean(self) -> float:
        """What the move comes to, by first sight and by the turns played out."""
        return (self.trust * self.look + self.total) / (self.trust + self.played)

    def worth(self) -> float:
        """What the move is worth: what it comes to, less what is held against it."""
        return self.mean() - self.doubt / math.sqrt(1 + self.played)

    def trusted(self) -> tuple[int, float]:
        """How often the move was played out, which is oftener the better it is, and its worth."""
        return self.played, self.worth()


class TurnSearchBot(BudgetedBot):
    """Plays out whole turns and the replies to them; drops the weaker half of the first moves until one is left."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks the first move after which the turns played out come to most."""
        self.looked = 0
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        return self.first_move(seen, seat, side, self.minded(seen, actions), self.until())

    def first_move(self, seen: State, seat: int, side: frozenset[int], actions: list[int], limit: float) -> int:
        """The best first move that is found in time, alone or with others."""
        if self.workers == 1:
            return self.weigh(seen, seat, side, actions, limit)[0].action
        return self._together(seen, seat, side, actions, limit - time.perf_counter())

    def _together(self, seen: State, seat: int, side: frozenset[int], actions: list[int], seconds: float) -> int:
        """Picks the first move that is worth most to several workers; one that a worker dropped counts by its worth."""
        found: dict[int, Choice] = {}
        for choices in self.side_by_side(planned, seen, seat, side, actions, seconds):
            for action, look, total, played in choices:
                found.setdefault(action, Choice(action, look, seen.prior_weight())).add(total, played)
        return max(found.values(), key=Choice.trusted).action

    def weigh(self, seen: State, seat: int, side: frozenset[int], actions: list[int], limit: float) -> list[Choice]:
        """The first moves that were played out, the best first: those that stayed in longest, then by their worth."""
        rng = Random(self.rng.random())
        world = seen.guess(seat, rng)
        possible = set(world.legal())
        weighed = [action for action in actions if action in possible] or actions
        trust = seen.prior_weight()
        if trust == PRIOR_ONLY:  # among equals luck decides, such as where to set up
            weighed = rng.sample(weighed, len(weighed))
        hand = RolloutPolicy(seat, limit, self.judge, self.sims)
        looks = hand.looks(world, weighed)
        legal = seen.legal()
        row = helpful(looks, hand.value(world, seat)) if len(legal) > FEW else []
        best = looks[: FEW if trust == PRIOR_ONLY else self.width(len(looks))]
        live = [Choice(action, look, trust, doubt(action, legal) / trust) for look, action in best]
        if len(live) == 1:
            return live

        def play(choice: Choice, luck: float) -> float:
            return hand.play(seen.guess(seat, Random(luck)), choice.action, row, Random(luck))

        def solve() -> list[Choice]:
            return self._solved(seen, seat, side, actions, limit)

        return self.narrow(live, hand, rng, play, solve)

    def narrow(
        self,
        live: list[Choice],
        hand: "RolloutPolicy",
        rng: Random,
        play: Callable[[Choice, float], float],
        solve: Callable[[], list[Choice]],
    ) -> list[Choice]:
        """Plays choices out and drops the weaker half of them, until one is left or the time is up; the best first.

        A single one is played out once. If all that were played out at first saw the end of the battle, it is solved,
        where that can be done. Otherwise the first stays the best where first sight decides.
        """
        dropped: list[Choice] = []
        sure = live[0].trust == PRIOR_ONLY
        try:
            while len(live) > 1 or not hand.played:
                begun = time.perf_counter()
                first = not hand.played
                for _ in range(1 if sure else hand.rounds(len(live))):
                    luck = rng.random()
                    for choice in live:
                        choice.add(play(choice, luck))
                if first and hand.ended == hand.played:
                    solved = solve()
                    if solved:
                        return solved
                if sure:
                    break
                if hand.sims is None and _has_time(begun, hand.limit, len(live)):
                    continue
                live.sort(key=Choice.worth, reverse=True)
                half = (len(live) + 1) // 2
                dropped = live[half:] + dropped
                live = live[:half]
        except TimeUpError:
            live.sort(key=Choice.worth, reverse=True)
        self.looked += hand.played
        return live + dropped

    def _solved(self, seen: State, seat: int, side: frozenset[int], actions: list[int], limit: float) -> list[Choice]:
        """All first moves by what they are exactly worth, where the end is so near that it can be found out."""
        world = seen.guess(seat, Random(0))
        now = time.perf_counter()
        most = MOST if self.sims is None else min(MOST, SOLVED * self.sims)
        solver = Solver(seat, side, most, now + (limit - now) / 2)
        try:
            choices = [Choice(action, 2 * solver.after(world, action) - 1) for action in actions]
        except TooLargeError:
            return []
        return sorted(choices, key=Choice.worth, reverse=True)

    def width(self, actions: int) -> int:
        """How many first moves are played out: the more turns may be, the more of them."""
        return min(actions, WIDEST if self.sims is None else max(NARROWEST, min(WIDEST, self.sims // 2)))


def _has_time(begun: float, limit: float, live: int) -> bool:
    """Says whether another round for all leaves as much time for each of the rounds in which fewer are left."""
    now = time.perf_counter()
    return limit - now > (now - begun) * (live.bit_length() + 1)


def doubt(action: int, actions: list[int]) -> float:
    """How much is held against one of all actions: something against ending a phase, since that takes all others away.

    At every move of a turn it could be ended too soon by mere chance; other moves can still be made after one another.
    """
    return HASTE if len(actions) > FEW and action == actions[0] else 0.0


def first_sight(look: tuple[float, int]) -> float:
    """What looks are sorted by, the best first; what differs by rounding alone keeps its order."""
    return -round(look[0], DIGITS)


def helpful(looks: list[tuple[float, int]], now: float) -> list[int]:
    """The best action and all that look better than what is now, the best last."""
    return [action for place, (look, action) in enumerate(looks) if look > now or place == 0][::-1]


def likeliest(state: State) -> list[tuple[int, float]]:
    """The likeliest outcomes of a throw, with their odds made whole."""
    likely = state.chances()
    if len(likely) > LIKELIEST:
        likely = sorted(likely, key=lambda chance: -chance[1])[:LIKELIEST]
    whole = sum([odds for _, odds in likely])
    return [(outcome, odds / whole) for outcome, odds in likely]


class RolloutPolicy:
    """The quick hand that plays turns out for all seats, and the eye that judges where they end for one."""

    def __init__(self, seat: int, limit: float, judge: Evaluator, sims: int | None = None) -> None:
        self.seat = seat
        self.limit = limit
        self.hurried = limit < math.inf
        self.judge = judge
        self.sims = sims
        """How many turns it may play out; None: as many as the time allows."""
        self.played = 0
        self.ended = 0
        """How many turns were played out, and how many of them to the end of the battle."""
        self.rows: dict[tuple[int, int, int], list[int]] = {}
        """By the first move, the turn and the seat: the moves that helped when they were first lined up, the best last.

        What one first move is answered with is much the same whenever it is played out, so it is not sought anew.
        """
        self.row: list[int] = []
        """What is left of the row of the turn that is being played out."""
        self.owner = (0, 0, 0)
        """The first move, the turn and the seat that the row is of."""
        self.pull = 0.0
        """What drew the own pieces where the turn that was played out last ended: no chance to win."""

    def rounds(self, live: int) -> int:
        """How often each of so many choices is played out before the weaker half is dropped."""
        if self.sims is None or live == 1:
            return 1
        return max(1, (self.sims - self.played) // ((live - 1).bit_length() * live))

    def value(self, state: State, seat: int) -> float:
        """What a position is worth to a seat."""
        return state.returns()[seat] if state.player == OVER else self.judge(state, seat)

    def after(self, state: State, action: int) -> State:
        """The position after an action."""
        if self.hurried and time.perf_counter() > self.limit:
            raise TimeUpError
        then = state.clone()
        then.apply(action)
        return then

    def sight(self, state: State, seat: int, deep: int = DEEP) -> float:
        """What a position is worth to a seat at first sight: throws and short replies half done are looked through."""
        if not deep or state.player == OVER or state.is_quiet():
            return self.value(state, seat)
        if state.player == CHANCE:
            thens = [(self.after(state, outcome), odds) for outcome, odds in likeliest(state)]
            return sum([odds * self.sight(then, seat, deep - 1) for then, odds in thens])
        replies = state.legal()
        if len(replies) > FEW:
            return self.value(state, seat)
        return self.sight(self.best(state, replies, deep - 1), seat, deep - 1)

    def looks(self, state: State, actions: list[int]) -> list[tuple[float, int]]:
        """How good actions look to the seat that decides, the best first; when the time is up, of some."""
        seat = state.player
        found: list[tuple[float, int]] = []
        for action in actions:
            try:
                found.append((self.sight(self.after(state, action), seat), action))
            except TimeUpError:
                break
        found.sort(key=first_sight)
        return found or [(0.0, actions[0])]

    def play(self, state: State, action: int, row: list[int], rng: Random) -> float:
        """What a position comes to after an action, the turn and the reply, or the set-up, with luck taken off.

        Where no row is given, moves are lined up when there are many to choose from.
        """
        begun = state.turns_begun()
        self.owner = (action, begun if row else NEVER, state.player)
        self.row = row.copy()
        state.apply(action)
        return self.play_on(state, begun + TURNS if begun else 1, rng)

    def play_on(self, state: State, until: int, rng: Random) -> float:
        """What a position comes to by the time that so many turns have begun, with luck taken off."""
        luck = 0.0
        for _ in range(STEPS):
            if state.player == OVER or state.turns_begun() >= until:
                break
            if state.player == CHANCE:
                state, gift = self.throw(state, rng)
                luck += gift
            else:
                state = self.decide(state)
        self.played += 1
        self.ended += state.player == OVER
        self.pull = 0.0 if state.player == OVER else state.planning_bias(self.seat)
        return self.value(state, self.seat) - luck

    def throw(self, state: State, rng: Random) -> tuple[State, float]:
        """The position after a throw, and by how much it is better for the own seat than throws are on average."""
        drawn = rng.random()
        mean = given = 0.0
        chosen = state
        for outcome, odds in likeliest(state):
            then = self.after(state, outcome)
            value = self.value(then, self.seat)
            mean += odds * value
            if drawn >= 0.0:
                chosen, given = then, value
            drawn -= odds
        return chosen, given - mean

    def decide(self, state: State) -> State:
        """The position after what the quick hand decides: the next move of its row that still helps."""
        actions = state.legal()
        if len(actions) == 1:
            return self.after(state, actions[0])
        seat = state.player
        if len(actions) <= FEW:
            return self.best(state, actions, DEEP)
        owner = (self.owner[0], state.turns_begun(), seat)
        if self.owner != owner:
            self.owner = owner
            if owner not in self.rows:
                return self.line_up(state, actions)
            self.row = self.rows[owner].copy()
        now = self.value(state, seat)
        possible = set(actions) if self.row else set()
        for index in range(len(self.row) - 1, -1, -1):
            if self.row[index] in possible:
                then = self.after(state, self.row.pop(index))
                if self.sight(then, seat) > now:
                    return then
        idle = self.after(state, actions[0])
        if self.sight(idle, seat) >= now - IDLE:
            return idle
        return self.line_up(state, actions)

    def best(self, state: State, actions: list[int], deep: int) -> State:
        """The position after the best of a few actions."""
        seat = state.player
        thens = [self.after(state, action) for action in actions]
        values = [self.sight(then, seat, deep) for then in thens]
        return thens[values.index(max(values))]

    def line_up(self, state: State, actions: list[int]) -> State:
        """Lines the moves up that help, and makes the first."""
        looks = self.looks(state, actions)
        row = helpful(looks, self.value(state, state.player))
        self.rows[self.owner] = row + self.rows.get(self.owner, [])
        self.row = row[:-1]
        return self.after(state, looks[0][1])


def planned(
    planner: TurnSearchBot, seen: State, seat: int, side: frozenset[int], actions: list[int], seconds: float
) -> list[tuple[int, float, float, int]]:
    """What one of several workers finds: first moves, how they look, what turns came to, and how many were played."""
    choices = planner.weigh(seen, seat, side, actions, time.perf_counter() + seconds)
    return [(choice.action, choice.look, choice.total, choice.played) for choice in choices]
