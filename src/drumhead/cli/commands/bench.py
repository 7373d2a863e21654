"""`drumhead bench`: the speed of random play beside python-chess, or of this build beside pure Python."""

import argparse
import importlib
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from drumhead.cli.measure.compare_builds import SEARCHES, Contrast, beside_pure, build
from drumhead.cli.measure.random_play import CHUNK_DECISIONS, Battles, bench_setups
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.support.progress import Progress
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.registry import game_type, games


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("pocket-battles", "pocket-battles --slices 40 --json", "pocket-battles --pure")
    words = "measures decisions per second in random play, beside python-chess or pure Python"
    parser = commands.add("bench", words, examples, json=True)
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game; default: all of them")
    parser.add_argument("--slices", type=count(1, 10_000), default=20, metavar="N", help="time slices; default: 20")
    parser.add_argument(
        "--length", type=count(10, 60_000), default=250, metavar="MS", help="milliseconds per slice; default: 250"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the random play; default: 0")
    parser.add_argument(
        "--pure", action="store_true", help="compare this build with pure Python, in play and in search"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measures the games and prints the figures."""
    chosen = [game_type(arguments.game)] if arguments.game else list(games().values())
    chess = None if arguments.pure else load_chess()
    slices, seconds, seed = arguments.slices, arguments.length / 1000, arguments.seed
    found: list[Speed | Contrast] = []
    with Progress(len(chosen) * (slices + (SEARCHES if arguments.pure else 0)), "slices") as progress:
        for kind in chosen:
            if arguments.pure:
                found.append(beside_pure(kind, slices=slices, seconds=seconds, seed=seed, after=progress.add))
            else:
                found.append(measure(kind, chess, slices=slices, seconds=seconds, seed=seed, after=progress.add))
    if arguments.json:
        print(json.dumps([measured.as_data() for measured in found], indent=2))
    else:
        for measured in found:
            print(measured)
    return 0


@dataclass(frozen=True, slots=True)
class Speed:
    """Decisions per second of a game and of chess, by slice."""

    game: str
    ours: list[float]
    chess: list[float]

    @property
    def ratio(self) -> float:
        """How many times as fast as chess: the median over the slices."""
        return statistics.median(our / their for our, their in zip(self.ours, self.chess, strict=True))

    def as_data(self) -> dict[str, Any]:
        """The figures as JSON-compatible data."""
        return {
            "game": self.game,
            "build": build(),
            "decisions_per_second": round(statistics.median(self.ours)),
            "chess_decisions_per_second": round(statistics.median(self.chess)),
            "ratio": round(self.ratio, 2),
            "slices": len(self.ours),
        }

    def __str__(self) -> str:
        ours, chess = statistics.median(self.ours), statistics.median(self.chess)
        return (
            f"{self.game}, {build()}: {ours:,.0f} decisions a second, {self.ratio:.2f} times as many as "
            f"python-chess ({chess:,.0f}); medians of {len(self.ours)} slices"
        )


def load_chess() -> Any:
    """The python-chess library; raises SetupError if it is not installed."""
    try:
        return importlib.import_module("chess")
    except ImportError:
        raise SetupError("bench compares with python-chess, which is for development only: pip install chess") from None


def measure(
    kind: type[Game],
    chess: Any,
    *,
    slices: int,
    seconds: float,
    seed: int = 0,
    after: Callable[[], None] = lambda: None,
) -> Speed:
    """Measures both in turns, so that other load on the machine slows both alike."""
    ours, theirs = Battles(bench_setups(kind, seed), Random(seed)), Chess(chess, Random(seed))
    ours.play(seconds / 5)
    theirs.play(seconds / 5)
    speed = Speed(kind.name, [], [])
    for _ in range(slices):
        speed.chess.append(theirs.play(seconds))
        speed.ours.append(ours.play(seconds))
        after()
    return speed


class Chess:
    """Random games of chess, one after another, with a check for the end before every move."""

    def __init__(self, chess: Any, rng: Random) -> None:
        self.chess = chess
        self.rng = rng
        self.board = chess.Board()

    def play(self, seconds: float) -> float:
        """Plays for some seconds of processor time; returns moves per second."""
        board, random = self.board, self.rng.random
        decisions = 0
        begin = now = time.process_time()
        while now - begin < seconds:
            for _ in range(CHUNK_DECISIONS):
                if board.is_game_over():
                    board = self.chess.Board()
                moves = list(board.legal_moves)
                board.push(moves[int(random() * len(moves))])
            decisions += CHUNK_DECISIONS
            now = time.process_time()
        self.board = board
        return decisions / (now - begin)
