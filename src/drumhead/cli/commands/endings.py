"""`drumhead endings`: how well an opponent plays small endings that can be solved exactly."""

import argparse
import json

from drumhead.ai.bots.levels import with_budget
from drumhead.ai.measure.endings import TOLERANCE, play_ending
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.seating import add_thinking
from drumhead.core.registry import game_type


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("pocket-battles", "pocket-battles --level sergeant", "pocket-battles --sims 400 --json")
    words = "measures how well an opponent plays small endings that are solved exactly"
    parser = commands.add("endings", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--level", default="general", metavar="LEVEL", help="the opponent; default: general")
    add_thinking(parser)
    parser.add_argument("--positions", type=count(1), default=100, metavar="N", help="number of endings; default: 100")
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the endings; default: 0")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays the endings and prints how many were played well."""
    game = game_type(arguments.game)
    level = with_budget(arguments.level, think=arguments.think, sims=arguments.sims)
    found = []
    with Progress(arguments.positions, "endings") as progress:
        for number in range(arguments.positions):
            found.append(play_ending(game, level, number, arguments.seed))
            progress.add()
    near = sum(ending.is_good for ending in found)
    mean = sum(ending.loss for ending in found) / len(found)
    if arguments.json:
        data = {"game": game.name, "level": level, "endings": len(found), "near": near, "mean_loss": round(mean, 5)}
        print(json.dumps({**data, "missed": [ending.as_data() for ending in found if not ending.is_good]}, indent=2))
        return 0
    worst = max(ending.loss for ending in found)
    print(
        f"{game.name}: {level} gave away no more than {TOLERANCE} of the chance to win in {near} of "
        f"{len(found)} endings ({near / len(found):.0%}), {mean:.4f} on average, {worst:.4f} at worst"
    )
    return 0
