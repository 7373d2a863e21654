"""`drumhead bench`: how fast random battles are played, beside python-chess, and by either build of the engine."""

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
from drumhead.cli.measure.random_play import CHUNK, Battles, bench_setups
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.support.progress import Progress
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.registry import game_type, games


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("pocket-battles", "pocket-battles --slices 40 --json", "pocket-battles --pure")
    words = "measures decisions a second in random battles, beside random chess or beside pure Python"
    parser = commands.add("bench", words, examples, json=True)
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game; default: all of them")
    parser.add_argument("--slices", type=count(1, 10_000), default=20, metavar="N", help="slices of time; default: 20")
    parser.add_argument(
        "--length", type=count(10, 60_000), default=250, metavar="MS", help="milliseconds a slice; default: 250"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the random play; default: 0")
    parser.add_argument(
        "--pure", action="store_true", help="measure pure Python in turns with this build, in play and in search"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measures."""
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
    """What was measured: decisions a second of the game and of chess, slice by slice."""

    game: str
    ours: list[float]
    chess: list[float]

    @property
    def ratio(self) -> float:
        """The median over the slices of how many times as fast as chess."""
        return statistics.median(our / their for our, their in zip(self.ours, self.chess, strict=True))

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
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
    """The python-chess library, or one clear sentence."""
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
    """Plays both in turns, a slice of time each, so that a busy machine slows both alike."""
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
    """Random games of chess, one after the other; before every move it is asked whether the game is over."""

    def __init__(self, chess: Any, rng: Random) -> None:
        self.chess = chess
        self.rng = rng
        self.board = chess.Board()

    def play(self, seconds: float) -> float:
        """Plays for a time and returns moves a second of the processor's time."""
        board, random = self.board, self.rng.random
        decisions = 0
        begin = now = time.process_time()
        while now - begin < seconds:
            for _ in range(CHUNK):
                if board.is_game_over():
                    board = self.chess.Board()
                moves = list(board.legal_moves)
                board.push(moves[int(random() * len(moves))])
            decisions += CHUNK
            now = time.process_time()
        self.board = board
        return decisions / (now - begin)
