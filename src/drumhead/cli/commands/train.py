"""`drumhead train`: fits the evaluation weights of a game by self-play."""

import argparse
import difflib
import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

from drumhead.ai.bots.levels import bot
from drumhead.ai.measure.spsa import Trial, gradient, play_trial, step
from drumhead.ai.measure.train import TRAIN, Sample, fit, log_loss, play_sample
from drumhead.cli.measure.resumable import Series
from drumhead.cli.support.files import check_place
from drumhead.cli.support.parser import Commands, count, positive
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.seating import add_options, options_of, options_shown
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type
from drumhead.core.weights import Weights, load_weights, packaged_weights

VALIDATION_PERIOD = 5
"""Every fifth battle is kept for validation."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles --games 2000 --workers 2",
        "travel-battle --keep battles.jsonl   # resumes where it was stopped",
        "aces-armor --option mode=versus --near weights.toml --pull 0.3 --hold strikes --hold threats",
        "aces-armor --by duels --level captain:sims=4 --option mode=solo --option difficulty=hard --games 100",
    )
    words = "fits the evaluation weights of a game by self-play"
    parser = commands.add("train", words, examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    add_options(parser)
    parser.add_argument("--games", type=count(10), default=1000, metavar="N", help="number of battles; default: 1000")
    parser.add_argument(
        "--level", default="sergeant", metavar="LEVEL", help="the opponent that plays; default: sergeant"
    )
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the battles; default: 0")
    parser.add_argument("--workers", type=count(1, 256), default=1, metavar="N", help="worker processes; default: 1")
    parser.add_argument(
        "--by",
        choices=("results", "duels"),
        default="results",
        help="fit to the results of battles, or follow duels between perturbed weights; default: results",
    )
    parser.add_argument("--near", type=Path, metavar="FILE", help="weights to start from; a fit stays near them")
    parser.add_argument(
        "--pull",
        type=positive,
        metavar="X",
        help=f"strength of the penalty towards them; default: {TRAIN.penalty}",
    )
    parser.add_argument(
        "--hold",
        action="append",
        default=[],
        metavar="FEATURE",
        help="keep the weight of a feature at its start; may be repeated",
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the battles in this file and resume from it")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the weights to this file; default: print them")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays the battles that are not kept yet, fits and validates the weights, and writes them."""
    game = game_type(arguments.game)
    if not game.features:
        raise SetupError(Text("{game} has no features to weigh", game=game.name))
    bot(arguments.level)
    if arguments.out:
        check_place(arguments.out, force=True)
    options = options_of(game, arguments)
    if arguments.by == "duels":
        if arguments.pull is not None or arguments.hold:
            raise SetupError(Text("--pull and --hold belong to a fit to results; duels move weights by a step"))
        return _tune_by_duels(game, arguments, options)
    near = load_weights(arguments.near, game.features).values if arguments.near else ()
    pull = TRAIN.penalty if arguments.pull is None else arguments.pull
    hold = _held(game, arguments)
    head = {"game": game.name, "level": arguments.level, "seed": arguments.seed, "features": list(game.features)}
    head |= options_shown(options)
    series = Series(head, _play, (game.name, arguments.level, arguments.seed, options), _line, _read)
    samples = series.go_on(arguments.games, arguments.keep, arguments.workers)
    learned = [sample for sample in samples if sample.number % VALIDATION_PERIOD]
    unseen = [sample for sample in samples if not sample.number % VALIDATION_PERIOD]
    with Progress(TRAIN.epochs, "epochs") as progress:
        values = fit(learned, prior=near, penalty=pull, frozen=hold, after=progress.add)
    found = {
        "command": _command(game, arguments, options)
        + (f" --near {arguments.near} --pull {pull:g}" if arguments.near else "")
        + "".join(f" --hold {shlex.quote(name)}" for name in arguments.hold),
        "rules": game.rules,
        "battles": len(samples),
        "positions": sum(len(sample.positions) for sample in samples),
        "log_loss_learned": round(log_loss(values, learned), 4),
        "log_loss_unseen": round(log_loss(values, unseen), 4),
    }
    words = (
        f"{len(samples)} battles, {found['positions']} positions: log-loss {found['log_loss_unseen']} on battles "
        f"not learned from, {found['log_loss_learned']} on the others; a guess of one half has 0.6931"
    )
    return _tell(Weights(game.features, tuple(values), found), words, arguments)


def _held(game: type[Game], arguments: argparse.Namespace) -> list[int]:
    """The indices of the features of `--hold`; raises SetupError."""
    if arguments.hold and not arguments.near:
        raise SetupError(Text("--hold needs --near: the weights at which to hold"))
    for name in arguments.hold:
        if name not in game.features:
            near = difflib.get_close_matches(name, game.features, 1, 0)[0]
            raise SetupError(Text("there is no feature {name}; did you mean {near}?", name=repr(name), near=near))
    return [game.features.index(name) for name in arguments.hold]


def _tune_by_duels(game: type[Game], arguments: argparse.Namespace, options: dict[str, Any]) -> int:
    """Plays the trials that are not kept yet, and moves the weights along the gradient of the score."""
    if arguments.near:
        begun = load_weights(arguments.near, game.features)
    else:
        begun = packaged_weights(game.__module__.rpartition(".")[0], game.features)
    head = {"game": game.name, "level": arguments.level, "seed": arguments.seed, "strays_from": list(begun.values)}
    head |= options_shown(options)
    series = Series(head, _try, (game.name, arguments.level, begun, arguments.seed, options), _trial_line, _read_trial)
    trials = series.go_on(arguments.games, arguments.keep, arguments.workers)
    found, error = gradient(trials)
    run = {
        "command": f"{_command(game, arguments, options)} --by duels"
        + (f" --near {arguments.near}" if arguments.near else ""),
        "rules": game.rules,
        "battles": 2 * len(trials),
        "strayed_from": [float(f"{weight:.6g}") for weight in begun.values],
        "clear": sum(abs(gain) > 2 * error for gain in found),
    }
    words = (
        f"{2 * len(trials)} battles: the gradient of {run['clear']} of {len(found)} weights is significant (more than "
        f"two standard errors of {error:.3f}); check by a duel what the step is worth"
    )
    return _tell(replace(step(trials, begun), run=run), words, arguments)


def _command(game: type[Game], arguments: argparse.Namespace, options: dict[str, Any]) -> str:
    """The command that repeats the run."""
    told = f"drumhead train {game.name} --games {arguments.games} --level {arguments.level} --seed {arguments.seed}"
    return told + "".join(f" --option {name}={value}" for name, value in options.items())


def _tell(weights: Weights, words: str, arguments: argparse.Namespace) -> int:
    """Writes the weights to `--out` and prints a summary; prints the weights without it."""
    if arguments.out:
        arguments.out.write_text(weights.write(), encoding="utf-8")
    if arguments.json:
        print(json.dumps({**weights.run, "weights": dict(zip(weights.names, weights.values, strict=True))}, indent=2))
    else:
        print(words if arguments.out else weights.write(), end="\n" if arguments.out else "")
    return 0


def _try(name: str, level: str, weights: Weights, seed: str, options: dict[str, Any], number: int) -> Trial:
    return play_trial(game_type(name), level, weights, number, seed, options)


def _trial_line(trial: Trial) -> str:
    return json.dumps([trial.number, trial.result, trial.direction], separators=(",", ":"))


def _read_trial(data: list[Any]) -> Trial:
    number, result, direction = data
    return Trial(number, result, tuple(direction))


def _play(name: str, level: str, seed: str, options: dict[str, Any], number: int) -> Sample:
    return play_sample(game_type(name), level, number, seed, options)


def _line(sample: Sample) -> str:
    return json.dumps([sample.number, sample.result, sample.positions], separators=(",", ":"))


def _read(data: list[Any]) -> Sample:
    number, result, rows = data
    return Sample(number, result, tuple([tuple(row) for row in rows]))
