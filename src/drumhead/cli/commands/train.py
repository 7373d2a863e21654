"""`drumhead train`: plays a game against itself and fits what its features are worth."""

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
from drumhead.cli.support.parser import Commands, above_nothing, count
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.seating import add_options, options_of, options_shown
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type
from drumhead.core.weights import Weights, load_weights, packaged_weights

HELD_BACK = 5
"""One battle in so many is not learned from but kept to check what was learned."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles --games 2000 --workers 2",
        "travel-battle --keep battles.jsonl   # stop it and start it again: it goes on",
        "aces-armor --option mode=versus --near weights.toml --pull 0.3 --hold strikes --hold threats",
        "aces-armor --by duels --level captain:sims=4 --option mode=solo --option difficulty=hard --games 100",
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
    parser.add_argument(
        "--by",
        choices=("results", "duels"),
        default="results",
        help="fit to who won, or move where duels between weights that stray gain; default: results",
    )
    parser.add_argument("--near", type=Path, metavar="FILE", help="weights to stay near, or to stray from")
    parser.add_argument(
        "--pull",
        type=above_nothing,
        metavar="X",
        help=f"how strongly they are held there; default: {TRAIN.penalty}",
    )
    parser.add_argument(
        "--hold",
        action="append",
        default=[],
        metavar="FEATURE",
        help="leave the weight of a feature there altogether; may be given several times",
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
    learned = [sample for sample in samples if sample.number % HELD_BACK]
    unseen = [sample for sample in samples if not sample.number % HELD_BACK]
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
        f"not learned from, {found['log_loss_learned']} on the others; chance alone has 0.6931"
    )
    return _tell(Weights(game.features, tuple(values), found), words, arguments)


def _held(game: type[Game], arguments: argparse.Namespace) -> list[int]:
    """The features whose weights are held, by their place."""
    if arguments.hold and not arguments.near:
        raise SetupError(Text("--hold needs --near: the weights at which to hold"))
    for name in arguments.hold:
        if name not in game.features:
            near = difflib.get_close_matches(name, game.features, 1, 0)[0]
            raise SetupError(Text("there is no feature {name}; did you mean {near}?", name=repr(name), near=near))
    return [game.features.index(name) for name in arguments.hold]


def _tune_by_duels(game: type[Game], arguments: argparse.Namespace, options: dict[str, Any]) -> int:
    """Plays the trials that are not yet kept, and moves the weights to where straying gained."""
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
        f"{2 * len(trials)} battles: {run['clear']} of {len(found)} weights gain or lose clearly by straying (by more "
        f"than two standard errors of {error:.3f}); check by a duel what the step is worth"
    )
    return _tell(replace(step(trials, begun), run=run), words, arguments)


def _command(game: type[Game], arguments: argparse.Namespace, options: dict[str, Any]) -> str:
    """The command that finds the same again."""
    told = f"drumhead train {game.name} --games {arguments.games} --level {arguments.level} --seed {arguments.seed}"
    return told + "".join(f" --option {name}={value}" for name, value in options.items())


def _tell(weights: Weights, words: str, arguments: argparse.Namespace) -> int:
    """Writes the weights where they are wanted, or says in words how they were found."""
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
