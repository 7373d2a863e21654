"""`drumhead duel`: matches between any two opponents."""

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from drumhead.ai.duel import Battle, Score, ended_by, play_battle
from drumhead.ai.levels import bot, told
from drumhead.cli.fuzz import ignore_interrupts
from drumhead.cli.parser import Commands, count
from drumhead.cli.progress import Progress
from drumhead.cli.seating import add_options, add_thinking, options_of
from drumhead.core.errors import RecordError
from drumhead.core.library import game_type
from drumhead.core.text import Text


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles sergeant recruit",
        "travel-battle captain sergeant --games 100 --workers 2",
        "pocket-battles general captain --save duel.jsonl   # goes on where it was stopped",
        "pocket-battles general:sims=400 captain:sims=40    # the same again on any machine",
        "aces-armor sergeant automa --solo --option difficulty=standard",
    )
    words = "plays matches between two opponents, sides swapped in pairs"
    parser = commands.add("duel", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("one", metavar="ONE", help="an opponent, such as captain, or general:sims=400 with settings")
    parser.add_argument("two", metavar="TWO", help="the other opponent")
    add_options(parser)
    add_thinking(parser)
    parser.add_argument("--games", type=count(2), default=100, metavar="N", help="how many battles; default: 100")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed plays the same; default: 0")
    parser.add_argument(
        "--workers", type=count(1, 256), default=1, metavar="N", help="processes that play side by side; default: 1"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the results here, and go on from them")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays what is not yet in the file, and says what it came to."""
    game = game_type(arguments.game)
    arguments.one, arguments.two = (
        told(name, think=arguments.think, sims=arguments.sims) for name in (arguments.one, arguments.two)
    )
    for name in (arguments.one, arguments.two):
        bot(name)
    options = options_of(game, arguments)
    head = {"game": game.name, "one": arguments.one, "two": arguments.two, "seed": arguments.seed, **_shown(options)}
    battles = _saved(arguments.save, head) if arguments.save else []
    done = {battle.number for battle in battles}
    open_numbers = [number for number in range(arguments.games) if number not in done]
    with Progress(arguments.games, "battles") as progress:
        progress.add(len(done))
        for battle in _played(arguments, game.name, options, open_numbers):
            battles.append(battle)
            if arguments.save:
                with arguments.save.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(battle)) + "\n")
            progress.add()
    battles.sort(key=lambda battle: battle.number)
    score = Score(arguments.one, arguments.two, tuple(battles))
    if arguments.json:
        print(json.dumps({**head, **score.as_data(), "ended_by": ended_by(battles)}, indent=2))
    else:
        print(score)
        print("ended by " + ", ".join(f"{clause}: {number}" for clause, number in ended_by(battles).items()))
    return 0


def _shown(options: dict[str, Any]) -> dict[str, Any]:
    """The options as a file keeps them; nothing where there are none."""
    return {"options": {name: str(value) for name, value in sorted(options.items())}} if options else {}


def _played(arguments: argparse.Namespace, name: str, options: dict[str, Any], numbers: list[int]) -> Iterator[Battle]:
    tasks = [(name, arguments.one, arguments.two, number, arguments.seed, options) for number in numbers]
    if arguments.workers == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(min(arguments.workers, len(tasks)), ignore_interrupts) as pool:
        yield from pool.imap_unordered(_play, tasks)


def _play(task: tuple[str, str, str, int, str, dict[str, Any]]) -> Battle:
    name, one, two, number, seed, options = task
    return play_battle(game_type(name), one, two, number, seed, options)


def _saved(path: Path, head: dict[str, Any]) -> list[Battle]:
    """The battles a file holds; a new file is begun with what is being played."""
    if not path.exists():
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    try:
        begun = json.loads(first)
    except ValueError:
        begun = None
    if begun != head:
        raise RecordError(Text("{path} holds another duel, or none: give another file", path=str(path)))
    battles = []
    for number, line in enumerate(lines, 2):
        try:
            battles.append(Battle(**json.loads(line)))
        except (ValueError, TypeError):
            raise RecordError(Text("{path} line {line} is no result of a duel", path=str(path), line=number)) from None
    return battles
