"""`drumhead limits`: whether an opponent keeps its time, and how much it keeps in mind."""

import argparse
import json
import sys
import time
from random import Random
from typing import Any

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.bots.random_bot import RandomBot
from drumhead.cli.support.parser import Commands, above_nothing, count
from drumhead.cli.support.progress import Progress
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("pocket-battles", "pocket-battles --think 20 --decisions 3", "travel-battle --level captain --json")
    words = "measures how long an opponent thinks beyond its limit, and how much memory it takes"
    parser = commands.add("limits", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--level", default="general", metavar="LEVEL", help="who thinks; default: general")
    parser.add_argument("--think", type=above_nothing, default=0.5, metavar="SECONDS", help="its limit; default: 0.5")
    parser.add_argument("--decisions", type=count(1), default=20, metavar="N", help="how many; default: 20")
    parser.add_argument("--seed", default="0", metavar="S", help="the seed of the battles; default: 0")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Lets it think, and says how it kept its limits."""
    game = game_type(arguments.game)
    thinker = bot(arguments.level, arguments.seed, think=arguments.think)
    with Progress(arguments.decisions, "decisions") as progress:
        spent, looks, kept = measure(game, thinker, arguments.decisions, Random(arguments.seed), progress)
    found: dict[str, Any] = {
        "game": game.name,
        "level": arguments.level,
        "limit_seconds": arguments.think,
        "decisions": len(spent),
        "mean_seconds": round(sum(spent) / len(spent), 4),
        "worst_seconds": round(max(spent), 4),
        "over_milliseconds": round(max(0.0, (max(spent) - arguments.think) * 1000), 1),
        "mean_looks": round(sum(looks) / len(looks), 1),
        "positions_in_mind": kept,
        "memory_megabytes": round(peak_memory() / 1e6),
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(
            f"{game.name}: {found['decisions']} decisions of {arguments.level} with {arguments.think:g} s each: "
            f"{found['mean_seconds']:.3f} s on average, {found['worst_seconds']:.3f} s at worst, "
            f"{found['over_milliseconds']:g} ms too long, {found['mean_looks']:g} looks on average; "
            f"{kept} positions in mind, {found['memory_megabytes']} MB"
        )
    return 0


def measure(
    kind: type[Game], thinker: Bot, decisions: int, rng: Random, progress: Progress
) -> tuple[list[float], list[int], int]:
    """The seconds and looks of each decision in battles against a careless opponent, and the most positions in mind."""
    spent: list[float] = []
    looks: list[int] = []
    kept = 0
    while len(spent) < decisions:
        game = kind.drawn(rng)
        state = game.start()
        careless = RandomBot(str(rng.random()))
        while state.player != OVER and len(spent) < decisions:
            seat = state.player
            if seat == CHANCE:
                state.apply(state.sample(rng))
            elif seat == 0 and len(state.legal()) > 1:
                seen = state.observe(seat)
                begin = time.perf_counter()
                action = thinker.pick(seen, seat, game.side_of(seat))
                spent.append(time.perf_counter() - begin)
                looks.append(thinker.simulations)
                kept = max(kept, thinker.positions)
                progress.add()
                state.apply(action)
            else:
                state.apply(careless.pick(state, seat, game.side_of(seat)))
    return spent, looks, kept


def peak_memory() -> int:
    """The most memory that this process has had, in bytes; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415  not every system has it

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
