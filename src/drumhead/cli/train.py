"""`drumhead train`: plays a game against itself and fits what its features are worth."""

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from drumhead.ai.levels import bot
from drumhead.ai.train import ROUNDS, Sample, fit, play_sample, surprise
from drumhead.cli.fuzz import ignore_interrupts
from drumhead.cli.parser import Commands, count
from drumhead.cli.progress import Progress
from drumhead.cli.seating import add_options, options_of
from drumhead.core.errors import RecordError, SetupError
from drumhead.core.library import game_type
from drumhead.core.text import Text
from drumhead.core.weights import Weights

HELD_BACK = 5
"""One battle in so many is not learned from but kept to check what was learned."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles --games 2000 --workers 2",
        "travel-battle --keep battles.jsonl   # stop it and start it again: it goes on",
    )
    words = "plays a game against itself and fits what the features of its positions are worth"
    parser = commands.add("train", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    add_options(parser)
    parser.add_argument("--games", type=count(10), default=1000, metavar="N", help="how many battles; default: 1000")
    parser.add_argument("--level", default="sergeant", metavar="LEVEL", help="who plays; default: sergeant")
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed finds the same; default: 0")
    parser.add_argument(
        "--workers", type=count(1, 256), default=1, metavar="N", help="processes that play side by side; default: 1"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the battles here, and go on from them")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the weights here; default: to the screen")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays what is not yet kept, fits, checks the fit on battles it has not seen, and writes the weights."""
    game = game_type(arguments.game)
    if not game.features:
        raise SetupError(Text("{game} has no features to weigh", game=game.name))
    bot(arguments.level)
    options = options_of(game, arguments)
    head = {"game": game.name, "level": arguments.level, "seed": arguments.seed, "features": list(game.features)}
    head |= {"options": {name: str(value) for name, value in sorted(options.items())}} if options else {}
    samples = _kept(arguments.keep, head) if arguments.keep else []
    done = {sample.number for sample in samples}
    numbers = [number for number in range(arguments.games) if number not in done]
    with Progress(arguments.games, "battles") as progress:
        progress.add(len(done))
        for sample in _played(arguments, game.name, numbers, options):
            samples.append(sample)
            if arguments.keep:
                with arguments.keep.open("a", encoding="utf-8") as file:
                    file.write(_line(sample) + "\n")
            progress.add()
    samples = sorted((sample for sample in samples if sample.number < arguments.games), key=lambda one: one.number)
    learned = [sample for sample in samples if sample.number % HELD_BACK]
    unseen = [sample for sample in samples if not sample.number % HELD_BACK]
    with Progress(ROUNDS, "rounds of fitting") as progress:
        values = fit(learned, after=progress.add)
    found = {
        "command": f"drumhead train {game.name} --games {arguments.games} --level {arguments.level} "
        f"--seed {arguments.seed}" + "".join(f" --option {name}={value}" for name, value in options.items()),
        "rules": game.rules,
        "battles": len(samples),
        "positions": sum(len(sample.positions) for sample in samples),
        "log_loss_learned": round(surprise(values, learned), 4),
        "log_loss_unseen": round(surprise(values, unseen), 4),
    }
    weights = Weights(game.features, tuple(values), found)
    if arguments.out:
        arguments.out.write_text(weights.write(), encoding="utf-8")
    if arguments.json:
        print(json.dumps({**found, "weights": dict(zip(weights.names, weights.values, strict=True))}, indent=2))
    elif arguments.out:
        print(
            f"{len(samples)} battles, {found['positions']} positions: log-loss {found['log_loss_unseen']} on battles "
            f"not learned from, {found['log_loss_learned']} on the others; chance alone has 0.6931"
        )
    else:
        print(weights.write(), end="")
    return 0


def _played(arguments: argparse.Namespace, name: str, numbers: list[int], options: dict[str, Any]) -> Iterator[Sample]:
    tasks = [(name, arguments.level, number, arguments.seed, options) for number in numbers]
    if arguments.workers == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(min(arguments.workers, len(tasks)), ignore_interrupts) as pool:
        yield from pool.imap_unordered(_play, tasks)


def _play(task: tuple[str, str, int, str, dict[str, Any]]) -> Sample:
    name, level, number, seed, options = task
    return play_sample(game_type(name), level, number, seed, options)


def _line(sample: Sample) -> str:
    rows = [[round(amount, 4) for amount in row] for row in sample.positions]
    return json.dumps([sample.number, sample.result, rows], separators=(",", ":"))


def _kept(path: Path, head: dict[str, object]) -> list[Sample]:
    """The battles a file holds; a new file is begun with what is being played."""
    if not path.exists():
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return []
    with path.open(encoding="utf-8") as file:
        lines = file.read().splitlines() or [""]
    try:
        begun = json.loads(lines[0])
    except ValueError:
        begun = None
    if begun != head:
        raise RecordError(Text("{path} holds battles of another training, or none: give another file", path=str(path)))
    samples = []
    for number, line in enumerate(lines[1:], 2):
        try:
            battle, result, rows = json.loads(line)
            samples.append(Sample(battle, result, tuple([tuple(row) for row in rows])))
        except (ValueError, TypeError):
            words = Text("{path} line {line} is no battle of a training", path=str(path), line=number)
            raise RecordError(words) from None
    return samples
