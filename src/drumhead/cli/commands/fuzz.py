"""`drumhead fuzz`: plays battles and checks every invariant of the engine."""

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable

from drumhead.ai.bots.levels import bot
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.support.processes import ignore_interrupts
from drumhead.cli.support.progress import Progress
from drumhead.core.fuzz import Chooser, Report, fuzz
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type

BATCH_BATTLES = 10
"""Battles that a worker plays before it reports."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles",
        "pocket-battles --games 10000 --workers 4",
        "travel-battle --games 5000 --whole",
        "travel-battle --games 500 --bot sergeant",
        "pocket-battles --seed 7 --json",
    )
    parser = commands.add("fuzz", "plays battles and checks every invariant of the engine", examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--games", type=count(1), default=100, metavar="N", help="number of battles; default: 100")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the battles; default: 0")
    parser.add_argument("--start", type=count(0), default=0, metavar="K", help="number of the first battle; default: 0")
    parser.add_argument("--whole", action="store_true", help="start every battle at its beginning, none in its middle")
    parser.add_argument("--bot", metavar="LEVEL", help="opponent that plays all sides; default: random play")
    parser.add_argument("--workers", type=count(1, 256), default=1, metavar="N", help="worker processes; default: 1")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays and checks; raises BrokenPromise with the number of the battle."""
    game = game_type(arguments.game)
    player = player_of(arguments.bot)
    begun = time.monotonic()
    with Progress(arguments.games, "battles") as progress:
        if arguments.workers == 1:
            report = fuzz(
                game,
                games=arguments.games,
                seed=arguments.seed,
                start=arguments.start,
                after=lambda _: progress.add(),
                player=player,
                whole=arguments.whole,
            )
        else:
            report = _in_workers(arguments, game.name, progress)
    if arguments.json:
        data = {
            "game": game.name,
            "seed": arguments.seed,
            "bot": arguments.bot,
            "whole": arguments.whole or arguments.bot is not None,
            "games": report.games,
            "decisions": report.decisions,
            "throws": report.throws,
            "endings": dict(report.endings.most_common()),
            "seconds": round(time.monotonic() - begun, 1),
        }
        print(json.dumps(data, indent=2))
    else:
        print(report)
        for line in endings(game, report):
            print(line)
    return 0


def player_of(level: str | None) -> Callable[[str], Chooser] | None:
    """A maker of players of a level by seed; None is random play, which may start in the middle of a battle."""
    if level is None:
        return None
    bot(level)  # refuses an unknown level before anything is played
    return lambda seed: bot(level, seed).choose


def endings(game: type[Game], report: Report) -> list[Text]:
    """A line for each clause that ended battles, with number and share, most frequent first."""
    clauses = game.clauses().clauses
    return [
        Text(
            "  {share:6.1%} ended by {clause} {title} ({n})",
            share=n / report.games,
            clause=clause,
            title=clauses[clause].title,
            n=n,
        )
        for clause, n in report.endings.most_common()
    ]


def _in_workers(arguments: argparse.Namespace, name: str, progress: Progress) -> Report:
    """Plays the battles in worker processes; which ones are played does not depend on their number."""
    first, behind = arguments.start, arguments.start + arguments.games
    batches = [
        (name, start, min(BATCH_BATTLES, behind - start), arguments.seed, arguments.bot, arguments.whole)
        for start in range(first, behind, BATCH_BATTLES)
    ]
    total = Report()
    workers = min(arguments.workers, len(batches))
    with multiprocessing.get_context("spawn").Pool(workers, ignore_interrupts) as pool:
        for report in pool.imap_unordered(_play_batch, batches):
            total += report
            progress.add(report.games)
    return total


def _play_batch(batch: tuple[str, int, int, int, str | None, bool]) -> Report:
    name, start, games, seed, level, whole = batch
    return fuzz(game_type(name), games=games, seed=seed, start=start, player=player_of(level), whole=whole)
