"""`drumhead train`: plays a game against itself and fits what its features are worth."""

import argparse
import json
from pathlib import Path
from typing import Any

from drumhead.ai.levels import bot
from drumhead.ai.train import PULL, ROUNDS, Sample, fit, play_sample, surprise
from drumhead.cli.parser import Commands, above_nothing, count
from drumhead.cli.progress import Progress
from drumhead.cli.seating import add_options, options_of
from drumhead.cli.series import Series
from drumhead.core.errors import SetupError
from drumhead.core.library import game_type
from drumhead.core.text import Text
from drumhead.core.weights import Weights, load_weights

HELD_BACK = 5
"""One battle in so many is not learned from but kept to check what was learned."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles --games 2000 --workers 2",
        "travel-battle --keep battles.jsonl   # stop it and start it again: it goes on",
        "aces-armor --option mode=versus --near weights.toml --pull 0.3",
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
    parser.add_argument("--near", type=Path, metavar="FILE", help="weights to stay near where the battles say little")
    parser.add_argument(
        "--pull",
        type=above_nothing,
        default=PULL,
        metavar="X",
        help=f"how strongly they are held there; default: {PULL}",
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
    near = load_weights(arguments.near, game.features).values if arguments.near else ()
    head = {"game": game.name, "level": arguments.level, "seed": arguments.seed, "features": list(game.features)}
    head |= {"options": {name: str(value) for name, value in sorted(options.items())}} if options else {}
    series = Series(head, _play, (game.name, arguments.level, arguments.seed, options), _line, _read)
    kept = series.go_on(arguments.games, arguments.keep, arguments.workers)
    samples = [sample for sample in kept if sample.number < arguments.games]
    learned = [sample for sample in samples if sample.number % HELD_BACK]
    unseen = [sample for sample in samples if not sample.number % HELD_BACK]
    with Progress(ROUNDS, "rounds of fitting") as progress:
        values = fit(learned, near=near, pull=arguments.pull, after=progress.add)
    found = {
        "command": f"drumhead train {game.name} --games {arguments.games} --level {arguments.level} "
        f"--seed {arguments.seed}"
        + "".join(f" --option {name}={value}" for name, value in options.items())
        + (f" --near {arguments.near} --pull {arguments.pull:g}" if arguments.near else ""),
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


def _play(name: str, level: str, seed: str, options: dict[str, Any], number: int) -> Sample:
    return play_sample(game_type(name), level, number, seed, options)


def _line(sample: Sample) -> str:
    return json.dumps([sample.number, sample.result, sample.positions], separators=(",", ":"))


def _read(data: list[Any]) -> Sample:
    number, result, rows = data
    return Sample(number, result, tuple([tuple(row) for row in rows]))
