"""An opponent for turns of many moves that compares whole turns, each walked with something else in mind.

Where first moves are compared, all turns end much the same: whatever comes first, the other moves that help follow. So
turns are walked move by move with an aim of the game's own; in several tempers, in which what draws the pieces counts
more, not at all or the other way round; and by whim, with some of the moves left out. Where they lead is played out to
the end of the reply, by players who look at every move anew. Then more whims are walked around the best of them.
"""

import math
import time
from random import Random
from typing import Final

from drumhead.ai.bots.greedy import GreedyBot
from drumhead.ai.bots.time_budget import BREATH
from drumhead.ai.bots.turn_search import FEW, TURNS, Choice, RolloutPolicy, TurnSearchBot
from drumhead.ai.search.evaluator import Evaluator
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
FEWEST: Final = 2
OFTEN: Final = 4
"""How many turns are compared at least, and how often each may be played out if there are more."""
ENOUGH: Final = 64
"""Where at least so many may be played out, whims are walked around the best turns too."""
SCOUTING: Final = 0.3
"""The share of them, and of the time, in which it is found out which are the best."""
EYES: Final = 3
"""How many of the best are walked around: with the same in mind, each as often as the others."""
MORE_WHIMS: Final = 24
PLAYED_FOR_A_WHIM: Final = 5
"""How many such turns are walked at most, and after how many played out each."""
BOLD: Final = 0.4
"""The share of moves overlooked in them."""
STRANGE: Final = 0.03
WARY: Final = 0.2
"""How much better a turn must be than the one as ever, when each was played out once; and where few are played out.

One turn played out differs from another by 0.14: with few of them, most that look better do so by mere chance.
"""
NEITHER: Final = -1
LATER: Final = 0.3
"""The share of a turn's time that is left for what is decided after the turn was planned: dice, combats, retreats."""
ONE_OF_MANY: Final = 0.5
"""The share of the time left in a turn that such a decision may take, and a plan made anew after others have acted."""
SHORTEST: Final = 0.01
"""The share of a turn's time that any decision may take."""

Orders = dict[bytes, int]
"""What to do in which position."""
NO_ORDERS: Final[Orders] = {}


class Turn:
    """A turn that was walked: where it leads, what is done in it, what it had in mind, and what it came to so far."""

    __slots__ = ("choice", "end", "judge", "orders", "pull")

    def __init__(self, end: State, orders: Orders, judge: Evaluator, doubt: float) -> None:
        self.end = end
        self.orders = orders
        self.judge = judge
        self.choice = Choice(NEITHER, 0.0, doubt=doubt)
        self.pull = 0.0
        """What drew the own pieces where it came to, in all."""

    def chance(self) -> float:
        """The chance to win with it: what it came to on average, without what drew the own pieces."""
        played = self.choice.played
        worth = min(1.0, max(-1.0, self.choice.total / played))
        return (1 + shifted(worth, -self.pull / played)) / 2


class TurnPlanBot(TurnSearchBot):
    """Compares turns that differ, and keeps to the best until dice fall; otherwise it compares first moves."""

    orders: Orders = NO_ORDERS
    """What is still to be done in the turn that it decided on."""
    known: Orders = NO_ORDERS
    """What players who play its turns out found best, and where."""
    turn: int = 0
    spent: float = 0.0
    """The turn that it decided in last, and how many seconds it has thought in it."""

    @property
    def positions(self) -> int:
        """How many positions it keeps in mind."""
        return len(self.known) + len(self.orders)

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what it decided on, or decides anew where there is much to do."""
        self.looked = 0
        actions = seen.legal()
        if len(actions) == 1:
            return actions[0]
        place = seen.pack()
        if place in self.orders:
            return self.orders[place]
        began = time.perf_counter()
        plans = len(actions) > FEW and seen.turns_begun() > 0
        limit = began + self.allowed(seen.turns_begun(), plans=plans)
        if plans:
            best = self.plans(seen, seat, side, limit)
            self.orders = best[0].orders if best else NO_ORDERS
        if place in self.orders:
            chosen = self.orders[place]
        else:
            chosen = self.first_move(seen, seat, side, self.minded(seen, actions), limit)
        self.spent += time.perf_counter() - began
        return chosen

    def allowed(self, turn: int, *, plans: bool) -> float:
        """How many seconds a decision may take: all that are made in one turn share the time of one."""
        if self.think is None:
            return math.inf
        if not turn:
            return self.think - BREATH
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        left = self.think - self.spent
        first = left - LATER * self.think if plans else 0.0
        return max(first, left * ONE_OF_MANY, SHORTEST * self.think) - BREATH

    def plans(self, seen: State, seat: int, side: frozenset[int], limit: float) -> list[Turn]:
        """The turns that were compared, the best first; none where nothing can be in mind, or where the end is near.

        Where the time is up before any was played out, the one as ever, as far as it was walked.
        """
        self.known = {}
        luck = str(self.rng.random())
        world = seen.guess(seat, Random(luck))
        movers = self._movers(luck, seen, seat)
        turns: dict[bytes, Turn] = {}
        breadth = len(movers) if self.sims is None else max(FEWEST, self.sims // OFTEN)
        self._walk(turns, movers[:breadth], world, side, limit)
        if self._has_few():
            best = self._ranked(list(turns.values()), seen, 1.0, limit)
        else:
            best = self._ranked(list(turns.values()), seen, SCOUTING, limit, SCOUTING)
            whims = self._more_whims(luck, best)
            if best and best[0].choice.played:
                kept = best[: (len(best) + 1) // 2] if whims else best
                best = self._ranked(kept + self._walk(turns, whims, world, side, limit), seen, 1 - SCOUTING, limit)
        return best

    def _has_few(self) -> bool:
        """Says whether few turns may be played out: then those walked at first are compared, and nothing more."""
        return self.sims is not None and self.sims < ENOUGH

    def _walk(
        self, turns: dict[bytes, Turn], movers: list[GreedyBot], world: State, side: frozenset[int], limit: float
    ) -> list[Turn]:
        """Walks turns, as far as there is time: those that lead where none led yet. There are two at least, if any."""
        new = []
        now = time.perf_counter()
        soon = now + (limit - now) * WALKS
        for greedy in movers:
            if turns and time.perf_counter() > (soon if len(turns) > 1 else limit):
                break
            end, orders = walked(world.clone(), side, greedy, limit)
            place = end.pack()
            if place not in turns:
                doubt = 0.0 if not turns else WARY if self._has_few() else STRANGE
                turns[place] = Turn(end, orders, greedy.judge, doubt)
                new.append(turns[place])
        return new

    def _ranked(self, turns: list[Turn], seen: State, share: float, limit: float, soon: float = 1.0) -> list[Turn]:
        """Turns by what they come to, the best first, in a share of what may be played out and of the time left.

        Those that stay in longest are the best. None, if the end is near.
        """
        if not turns:
            return []
        so_far = [(turn.choice.total, turn.choice.played, turn.choice.doubt) for turn in turns]
        until = seen.turns_begun() + TURNS
        seconds = (limit - time.perf_counter()) * soon
        position = [turn.end for turn in turns], so_far, self.known, seen.player, until, share, seconds
        results = [compared(self, *position)] if self.workers == 1 else self.side_by_side(compared, *position)
        if not any(results):
            return []
        often = [0] * len(turns)
        for result in results:
            for number, total, played, pull in result:
                turns[number].choice.add(total, played)
                turns[number].pull += pull
                often[number] += played
        ranks = [(-often[number], -turn.choice.worth(), number) for number, turn in enumerate(turns)]
        return [turns[number] for _, _, number in sorted(ranks)]

    def _movers(self, luck: str, seen: State, seat: int) -> list[GreedyBot]:
        """Those who walk turns: as ever, with a goal, in other tempers, by whim; none where no temper and no goal is."""
        judges = [self.judge] + [aiming(self.judge, goal) for goal in seen.turn_goals(seat)]
        judges += [tempered(self.judge, heed) for heed in HEED] if seen.planning_bias(seat) else []
        if len(judges) == 1:
            return []
        movers = [mover(luck, judge, self.overlooks) for judge in judges]
        return movers + [self._whimsical(f"{luck}/{whim}", self.judge, WHIM) for whim in range(WHIMS)]

    def _more_whims(self, luck: str, best: list[Turn]) -> list[GreedyBot]:
        """Those who walk by whim with in mind what the best turns had: the more turns were played out, the more."""
        eyes = list(dict.fromkeys([turn.judge for turn in best]))[:EYES]
        whims = min(MORE_WHIMS, sum([turn.choice.played for turn in best]) // PLAYED_FOR_A_WHIM)
        return [self._whimsical(f"{luck}/{whim}/more", eyes[whim % len(eyes)], BOLD) for whim in range(whims)]

    def _whimsical(self, luck: str, judge: Evaluator, whim: float) -> GreedyBot:
        """One who overlooks a share of the moves besides those that it overlooks as ever."""
        return mover(luck, judge, 1 - (1 - self.overlooks) * (1 - whim))


class GreedyRolloutPolicy(RolloutPolicy):
    """Plays turns out like the quick hand, but looks at every move anew, once in each position."""

    def __init__(self, seat: int, limit: float, judge: Evaluator, seed: str, sims: int | None, known: Orders) -> None:
        super().__init__(seat, limit, judge, sims)
        self.greedy = mover(seed, judge)
        self.known = known
        """What was found best where: until dice fall otherwise, turns played out go through the same positions."""

    def decide(self, state: State) -> State:
        """The position after the move that looks best."""
        place = state.pack()
        action = self.known.get(place)
        if action is None:
            action = self.known[place] = self.greedy.pick(state, state.player, frozenset((state.player,)))
        return self.after(state, action)


def mover(seed: str, judge: Evaluator, overlooks: float = 0.0) -> GreedyBot:
    """One who makes the move that looks best by a judgement."""
    greedy = GreedyBot(seed, deep=0, overlooks=overlooks)
    greedy.judge = judge
    return greedy


def tempered(judge: Evaluator, heed: float) -> Evaluator:
    """A judgement that heeds what draws the pieces so much, where 1 is as ever."""

    def moved_judgement(state: State, seat: int) -> float:
        return shifted(judge(state, seat), (heed - 1) * state.planning_bias(seat))

    return moved_judgement


def aiming(judge: Evaluator, goal: int) -> Evaluator:
    """A judgement that serves a goal."""

    def moved_judgement(state: State, seat: int) -> float:
        return shifted(judge(state, seat), state.goal_value(seat, goal))

    return moved_judgement


def walked(state: State, side: frozenset[int], greedy: GreedyBot, limit: float) -> tuple[State, Orders]:
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
    strategist: TurnPlanBot,
    ends: list[State],
    so_far: list[tuple[float, int, float]],
    known: Orders,
    seat: int,
    until: int,
    share: float,
    seconds: float,
) -> list[tuple[int, float, int, float]]:
    """What turns that lead to these positions come to besides what they came to so far, and how often each is played.

    And what drew the own pieces where they ended. None of them, if the end is so near that it had better be solved.
    """
    rng = Random(strategist.rng.random())
    limit = time.perf_counter() + seconds
    sims = None if strategist.sims is None else int(strategist.sims * share)
    hand = GreedyRolloutPolicy(seat, limit, strategist.judge, str(rng.random()), sims, known)
    live = []
    for number, (total, played, doubt) in enumerate(so_far):
        live.append(Choice(number, 0.0, doubt=doubt))
        live[-1].add(total, played)

    pulls = [0.0] * len(ends)

    def play(choice: Choice, luck: float) -> float:
        came_to = hand.play_on(ends[choice.action].clone(), until, Random(luck))
        pulls[choice.action] += hand.pull
        return came_to

    def neither() -> list[Choice]:
        return [Choice(NEITHER, 0.0)]

    found = [choice for choice in strategist.narrow(live, hand, rng, play, neither) if choice.action != NEITHER]
    return [
        (
            choice.action,
            choice.total - so_far[choice.action][0],
            choice.played - so_far[choice.action][1],
            pulls[choice.action],
        )
        for choice in found
    ]
