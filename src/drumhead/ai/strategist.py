"""An opponent for turns of many moves that compares whole turns, each walked with something else in mind.

Where first moves are compared, all turns end much the same: whatever comes first, the other moves that help follow. So
turns are walked move by move in several tempers, in which what draws the pieces counts more, not at all or the other
way round; with an aim of the game's own; and by whim, with some of the moves left out. Where they lead is played out to
the end of the reply, by players who look at every move anew.
"""

import time
from random import Random
from typing import Final

from drumhead.ai.greedy import Greedy
from drumhead.ai.judge import Judge
from drumhead.ai.planner import FEW, TURNS, Choice, Hand, Planner
from drumhead.core.state import State
from drumhead.core.weights import shifted

HEED: Final[tuple[float, ...]] = (3.0, 0.0, -1.0)
"""The tempers: how much what draws the pieces is heeded, where 1 is as ever."""
WHIMS: Final = 6
"""How many turns are walked as ever, but with some of the moves overlooked, each time others."""
WHIM: Final = 0.25
"""The share of moves overlooked then."""
WALKS: Final = 0.25
"""The share of the time in which turns are walked, if there are two by then."""
STRANGE: Final = 0.03
"""How much better a turn must be than the one as ever, when each was played out once."""
NEITHER: Final = -1

Orders = dict[bytes, int]
"""What to do in which position."""
NO_ORDERS: Final[Orders] = {}


class Strategist(Planner):
    """Compares turns that differ, and keeps to the best until dice fall; otherwise it compares first moves."""

    orders: Orders = NO_ORDERS
    """What is still to be done in the turn that it decided on."""

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what it decided on, or decides anew where there is much to do."""
        self.looked = 0
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        limit = self.until()
        place = seen.pack()
        if place not in self.orders and len(actions) > FEW and seen.turns_begun():
            self.orders = self._decide(seen, seat, side, limit)
        if place in self.orders:
            return self.orders[place]
        return self.first_move(seen, seat, side, self.minded(actions), limit)

    def _decide(self, seen: State, seat: int, side: frozenset[int], limit: float) -> Orders:
        """What to do in the turn that comes to most; nothing where all turns are the same, or where the end is near.

        Where the time is up before any was played out, the one as ever, as far as it was walked.
        """
        turns = self._walked(seen, seat, side, limit)
        if len(turns) <= 1 and time.perf_counter() < limit:
            return NO_ORDERS
        position = [state for state, _ in turns], seat, seen.turns_begun() + TURNS, limit - time.perf_counter()
        results = [compared(self, *position)] if self.workers == 1 else self.side_by_side(compared, *position)
        choices = [_choice(number) for number in range(len(turns))]
        for result in results:
            for number, total, played in result:
                choices[number].add(total, played)
        return turns[max(choices, key=Choice.trusted).action][1] if any(results) else NO_ORDERS

    def _walked(self, seen: State, seat: int, side: frozenset[int], limit: float) -> list[tuple[State, Orders]]:
        """The turns that differ, as far as there is time: where they lead, and what is done; first the one as ever."""
        found: dict[bytes, tuple[State, Orders]] = {}
        now = time.perf_counter()
        soon = now + (limit - now) * WALKS
        luck = str(self.rng.random())
        movers = self._movers(luck, seen, seat)
        for greedy in movers[: self.width(len(movers))]:
            if found and time.perf_counter() > (soon if len(found) > 1 else limit):
                break
            state, orders = walked(seen.guess(seat, Random(luck)), side, greedy, limit)
            found.setdefault(state.pack(), (state, orders))
        return list(found.values())

    def _movers(self, luck: str, seen: State, seat: int) -> list[Greedy]:
        """Those who walk turns: as ever, in other tempers, with an aim, by whim; none where no temper and no aim is."""
        judges = [tempered(self.judge, heed) for heed in HEED] if seen.manner(seat) else []
        judges += [aiming(self.judge, aim) for aim in seen.aims(seat)]
        if not judges:
            return []
        judges.insert(0, self.judge)
        movers = [mover(luck, judge, self.overlooks) for judge in judges]
        overlooks = 1 - (1 - self.overlooks) * (1 - WHIM)
        return movers + [mover(f"{luck}/{whim}", self.judge, overlooks) for whim in range(WHIMS)]


class CarefulHand(Hand):
    """Plays turns out like the quick hand, but looks at every move anew, once in each position."""

    def __init__(self, seat: int, limit: float, judge: Judge, seed: str) -> None:
        super().__init__(seat, limit, judge)
        self.greedy = mover(seed, judge)
        self.known: Orders = {}
        """What was found best where: until dice fall otherwise, turns played out go through the same positions."""

    def decide(self, state: State) -> State:
        """The position after the move that looks best."""
        place = state.pack()
        action = self.known.get(place)
        if action is None:
            action = self.known[place] = self.greedy.pick(state, state.player, frozenset((state.player,)))
        return self.after(state, action)


def mover(seed: str, judge: Judge, overlooks: float = 0.0) -> Greedy:
    """One who makes the move that looks best by a judgement."""
    greedy = Greedy(seed, deep=0, overlooks=overlooks)
    greedy.judge = judge
    return greedy


def tempered(judge: Judge, heed: float) -> Judge:
    """A judgement that heeds what draws the pieces so much, where 1 is as ever."""

    def moved_judgement(state: State, seat: int) -> float:
        return shifted(judge(state, seat), (heed - 1) * state.manner(seat))

    return moved_judgement


def aiming(judge: Judge, aim: int) -> Judge:
    """A judgement that serves an aim."""

    def moved_judgement(state: State, seat: int) -> float:
        return shifted(judge(state, seat), state.aimed(seat, aim))

    return moved_judgement


def walked(state: State, side: frozenset[int], greedy: Greedy, limit: float) -> tuple[State, Orders]:
    """Goes one move after the other until dice fall, the turn is over or time is up: where to, and what is done."""
    seat, turn = state.player, state.turns_begun()
    orders: Orders = {}
    while state.player == seat and state.turns_begun() == turn:
        action = greedy.pick(state, seat, side)
        orders[state.pack()] = action
        state.apply(action)
        if time.perf_counter() > limit:
            break
    return state, orders


def compared(
    strategist: Strategist, ends: list[State], seat: int, until: int, seconds: float
) -> list[tuple[int, float, int]]:
    """What turns come to that lead to these positions: which, in all, and how often each was played out.

    None of them, if the end is so near that the battle had better be solved.
    """
    rng = Random(strategist.rng.random())
    hand = CarefulHand(seat, time.perf_counter() + seconds, strategist.judge, str(rng.random()))

    def play(choice: Choice, luck: float) -> float:
        return hand.play_on(ends[choice.action].clone(), until, Random(luck))

    def neither() -> list[Choice]:
        return [_choice(NEITHER)]

    choices = strategist.narrow([_choice(number) for number in range(len(ends))], hand, rng, play, neither)
    return [(choice.action, choice.total, choice.played) for choice in choices if choice.action != NEITHER]


def _choice(number: int) -> Choice:
    return Choice(number, 0.0, doubt=STRANGE if number else 0.0)
