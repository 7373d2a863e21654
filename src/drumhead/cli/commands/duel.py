"""`drumhead duel`: battles between two opponents, with a confidence interval of the score."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from drumhead.ai.bots.levels import bot, with_budget
from drumhead.ai.measure.duel import Battle, Score, ended_by, play_battle
from drumhead.cli.measure.resumable import Series
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.table.seating import add_options, add_thinking, options_of, options_shown
from drumhead.core.registry import game_type


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles sergeant recruit",
        "travel-battle captain sergeant --games 100 --workers 2",
        "pocket-battles general captain --save duel.jsonl   # resumes where it was stopped",
        "pocket-battles general:sims=400 captain:sims=40    # repeatable on any machine",
        "aces-armor sergeant automa --solo --option difficulty=standard",
    )
    words = "plays battles between two opponents, with sides swapped in pairs"
    parser = commands.add("duel", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("one", metavar="ONE", help="an opponent, such as captain, or general:sims=400 with settings")
    parser.add_argument("two", metavar="TWO", help="the other opponent")
    add_options(parser)
    add_thinking(parser)
    parser.add_argument("--games", type=count(2), default=100, metavar="N", help="number of battles; default: 100")
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the battles; default: 0")
    parser.add_argument("--workers", type=count(1, 256), default=1, metavar="N", help="worker processes; default: 1")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the results in this file and resume from it")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays the battles that the file lacks, and prints the score."""
    game = game_type(arguments.game)
    arguments.one, arguments.two = (
        with_budget(name, think=arguments.think, sims=arguments.sims) for name in (arguments.one, arguments.two)
    )
    for name in (arguments.one, arguments.two):
        bot(name)
    options = options_of(game, arguments)
    head = {
        "game": game.name,
        "one": arguments.one,
        "two": arguments.two,
        "seed": arguments.seed,
        **options_shown(options),
    }
    given = (game.name, arguments.one, arguments.two, arguments.seed, options)
    series = Series(head, _play, given, _line, _read)
    battles = series.go_on(arguments.games, arguments.save, arguments.workers)
    score = Score(arguments.one, arguments.two, tuple(battles))
    if arguments.json:
        print(json.dumps({**head, **score.as_data(), "ended_by": ended_by(battles)}, indent=2))
    else:
        print(score)
        print("ended by " + ", ".join(f"{clause}: {number}" for clause, number in ended_by(battles).items()))
        print("thought {:.2f} s and {:.2f} s a battle, in processor time".format(*score.thought))
    return 0


def _play(name: str, one: str, two: str, seed: str, options: dict[str, Any], number: int) -> Battle:
    return play_battle(game_type(name), one, two, number, seed, options)


def _line(battle: Battle) -> str:
    return json.dumps(asdict(battle))


def _read(data: dict[str, Any]) -> Battle:
    return Battle(**data)
