"""`drumhead limits`: whether an opponent keeps its time limit, and how much memory it takes."""

import argparse
import json
import sys
import time
from random import Random
from typing import Any

from drumhead.ai.bots.bot import Bot
from drumhead.ai.bots.levels import bot
from drumhead.ai.bots.random_bot import RandomBot
from drumhead.cli.support.parser import Commands, count, positive
from drumhead.cli.support.progress import Progress
from drumhead.core.game import Game
from drumhead.core.registry import game_type
from drumhead.core.state import CHANCE, OVER


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("pocket-battles", "pocket-battles --think 20 --decisions 3", "travel-battle --level captain --json")
    words = "measures whether an opponent keeps its time limit, and how much memory it takes"
    parser = commands.add("limits", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--level", default="general", metavar="LEVEL", help="the opponent; default: general")
    parser.add_argument(
        "--think", type=positive, default=0.5, metavar="SECONDS", help="its limit per decision; default: 0.5"
    )
    parser.add_argument("--decisions", type=count(1), default=20, metavar="N", help="number of decisions; default: 20")
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the battles; default: 0")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measures decisions and prints the figures."""
    game = game_type(arguments.game)
    player = bot(arguments.level, arguments.seed, think=arguments.think)
    with Progress(arguments.decisions, "decisions") as progress:
        spent, simulations, kept = measure(game, player, arguments.decisions, Random(arguments.seed), progress)
    found: dict[str, Any] = {
        "game": game.name,
        "level": arguments.level,
        "limit_seconds": arguments.think,
        "decisions": len(spent),
        "mean_seconds": round(sum(spent) / len(spent), 4),
        "worst_seconds": round(max(spent), 4),
        "over_milliseconds": round(max(0.0, (max(spent) - arguments.think) * 1000), 1),
        "mean_looks": round(sum(simulations) / len(simulations), 1),
        "positions_in_mind": kept,
        "memory_megabytes": round(peak_memory() / 1e6),
    }
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(
            f"{game.name}: {found['decisions']} decisions of {arguments.level} with {arguments.think:g} s each: "
            f"{found['mean_seconds']:.3f} s on average, {found['worst_seconds']:.3f} s at worst, "
            f"{found['over_milliseconds']:g} ms too long, {found['mean_looks']:g} simulations on average; "
            f"{kept} positions kept, {found['memory_megabytes']} MB"
        )
    return 0


def measure(
    kind: type[Game], player: Bot, decisions: int, rng: Random, progress: Progress
) -> tuple[list[float], list[int], int]:
    """Seconds and simulations of each decision in battles against random play, and the most positions kept."""
    spent: list[float] = []
    simulations: list[int] = []
    kept = 0
    while len(spent) < decisions:
        game = kind.drawn(rng)
        state = game.start()
        random_bot = RandomBot(str(rng.random()))
        while state.player != OVER and len(spent) < decisions:
            seat = state.player
            if seat == CHANCE:
                state.apply(state.sample(rng))
            elif seat == 0 and len(state.legal()) > 1:
                seen = state.observe(seat)
                begin = time.perf_counter()
                action = player.pick(seen, seat, game.side_of(seat))
                spent.append(time.perf_counter() - begin)
                simulations.append(player.simulations)
                kept = max(kept, player.positions)
                progress.add()
                state.apply(action)
            else:
                state.apply(random_bot.pick(state, seat, game.side_of(seat)))
    return spent, simulations, kept


def peak_memory() -> int:
    """The peak memory of this process in bytes; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415  not every system has it

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
