"""Our opponents against OpenSpiel's MCTSBot with random rollouts, at equal time.

    pip install '.[benchmark]'
    python benchmarks/openspiel.py pocket-battles --games 40 --level general:sims=100

After every decision the peer's number of simulations is set anew, so that it has had as much processor time for each of
its decisions as ours had; both times are printed. Where something is hidden, the peer is given a guess, as ours is.
"""

import argparse
import time
from collections.abc import Sequence
from random import Random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.cpu_clock import CpuClock, TimedBot
from drumhead.ai.measure.duel import Battle, Score, ended_by
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER, State

FIRST_GUESS = 20
"""How many simulations the peer makes before its speed is known."""


class PeerType:
    """What the peer asks of a kind of game."""

    reward_model = pyspiel.GameType.RewardModel.TERMINAL
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL


class PeerGame:
    """A game as OpenSpiel's search knows one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def get_type(self) -> type[PeerType]:
        """The kind of game: turns, and points at the end."""
        return PeerType

    def max_utility(self) -> float:
        """The return of a victory."""
        return 1.0

    def num_players(self) -> int:
        """The number of seats."""
        return self.seats


class PeerState:
    """A position as OpenSpiel's search knows one."""

    def __init__(self, state: State) -> None:
        self.state = state

    def current_player(self) -> int:
        """The seat to act."""
        player = self.state.player
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def is_chance_node(self) -> bool:
        """Returns whether dice are to be thrown."""
        return self.state.player == CHANCE

    def is_terminal(self) -> bool:
        """Returns whether the battle is over."""
        return self.state.player == OVER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, or the outcomes of a throw."""
        if self.state.player == CHANCE:
            return [outcome for outcome, _ in self.state.chances()]
        return self.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a throw with their probabilities."""
        return self.state.chances()

    def apply_action(self, action: int) -> None:
        """Applies an action or an outcome."""
        self.state.apply(int(action))

    def clone(self) -> "PeerState":
        """An independent copy."""
        return PeerState(self.state.clone())

    def returns(self) -> list[float]:
        """The return of each seat."""
        return self.state.returns()


class Peer(Bot):
    """OpenSpiel's MCTSBot in one of our seats."""

    def __init__(self, seed: str, game: Game, ours: CpuClock, own: CpuClock, speed: list[float]) -> None:
        super().__init__(seed)
        random = np.random.RandomState(self.rng.randrange(2**32))
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        self.search = mcts.MCTSBot(PeerGame(game.seats), 2.0, FIRST_GUESS, evaluator, random_state=random)
        self.ours, self.own, self.speed = ours, own, speed

    def pick(self, seen: State, seat: int, side: frozenset[int]) -> int:
        """Picks what the peer picks, within the time that ours has used on average."""
        spent, made = self.speed
        if made and self.ours.decisions:
            # What it owes or has in hand is evened out with its next decision.
            owed = self.ours.mean * (self.own.decisions + 1) - self.own.seconds
            self.search.max_simulations = max(2, round(owed * made / spent))
        begin = time.process_time()
        action = int(self.search.step(PeerState(seen.guess(seat, self.rng))))
        took = time.process_time() - begin
        self.own.add(took)
        self.speed[0] += took
        self.speed[1] += self.search.max_simulations
        return action if action in seen.legal() else seen.legal()[0]


def play(
    kind: type[Game], level: str, number: int, seed: str, clocks: tuple[CpuClock, CpuClock], speed: list[float]
) -> Battle:
    """Plays one battle; numbers 2k and 2k + 1 have the same set-up and the sides swapped. Lone choices do not count."""
    rng = Random(f"{seed}/{number // 2}")
    game = kind.drawn(rng)
    ours, peer = TimedBot(bot(level, f"{seed}/{number}"), clocks[0]), Peer(f"{seed}/{number}", game, *clocks, speed)
    mine = number % 2
    state = game.start()
    decisions = 0
    while state.player != OVER:
        seat = state.player
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        actions = state.legal()
        if len(actions) == 1:
            state.apply(actions[0])
            continue
        state.apply((ours if seat == mine else peer).pick(state.observe(seat), seat, game.side_of(seat)))
        decisions += 1
    ending = game.outcome(state)
    return Battle(number, state.returns()[mine], ending.clause if ending else "", decisions)


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the matches and prints the score and both times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="the game, such as pocket-battles")
    parser.add_argument("--games", type=int, default=40, help="how many matches; default: 40")
    parser.add_argument("--level", default="general", help="our opponent; default: general")
    parser.add_argument("--seed", default="0", help="the seed of set-ups and throws; default: 0")
    given = parser.parse_args(arguments)
    kind = game_type(given.game)
    clocks = (CpuClock(), CpuClock())
    speed = [0.0, 0.0]
    battles = []
    for number in range(given.games):
        battles.append(play(kind, given.level, number, given.seed, clocks, speed))
        score = Score(given.level, "MCTSBot", tuple(battles))
        print(f"{number + 1}: {score.wins} - {score.losses}", flush=True)
    print(score)
    print(f"ended by {ended_by(battles)}")
    print(
        f"processor seconds a decision: {clocks[0].mean:.4f} ours, {clocks[1].mean:.4f} the peer's "
        f"({speed[1] / max(1, clocks[1].decisions):.0f} simulations)"
    )


if __name__ == "__main__":
    main()
