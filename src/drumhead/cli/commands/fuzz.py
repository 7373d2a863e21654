"""`drumhead fuzz`: battles, random or of an opponent, with every promise of the engine checked."""

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

SHARE = 10
"""How many battles a worker plays before it reports."""


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "pocket-battles",
        "pocket-battles --games 10000 --workers 4",
        "travel-battle --games 5000 --whole",
        "travel-battle --games 500 --bot sergeant",
        "pocket-battles --seed 7 --json",
    )
    parser = commands.add("fuzz", "plays battles and checks every promise", examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--games", type=count(1), default=100, metavar="N", help="how many battles; default: 100")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed plays the same; default: 0")
    parser.add_argument("--start", type=count(0), default=0, metavar="K", help="the first battle's number; default: 0")
    parser.add_argument("--whole", action="store_true", help="every battle from its beginning, none from its thick")
    parser.add_argument("--bot", metavar="LEVEL", help="who plays all sides; default: the dice, as a recruit would")
    parser.add_argument(
        "--workers", type=count(1, 256), default=1, metavar="N", help="processes that play side by side; default: 1"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays and checks; a broken promise is raised with the number of its battle."""
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
            report = _side_by_side(arguments, game.name, progress)
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
    """What makes the players of a level; None is random play, from the thick of a battle as well."""
    if level is None:
        return None
    bot(level)  # refuses a level that is not known before anything is played
    return lambda seed: bot(level, seed).choose


def endings(game: type[Game], report: Report) -> list[Text]:
    """By which clause the battles ended, how many and what share of all, the most frequent first."""
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


def _side_by_side(arguments: argparse.Namespace, name: str, progress: Progress) -> Report:
    """Shares the battles out; which ones are played does not depend on the number of workers."""
    first, behind = arguments.start, arguments.start + arguments.games
    shares = [
        (name, start, min(SHARE, behind - start), arguments.seed, arguments.bot, arguments.whole)
        for start in range(first, behind, SHARE)
    ]
    total = Report()
    workers = min(arguments.workers, len(shares))
    with multiprocessing.get_context("spawn").Pool(workers, ignore_interrupts) as pool:
        for report in pool.imap_unordered(_play_share, shares):
            total += report
            progress.add(report.games)
    return total


def _play_share(share: tuple[str, int, int, int, str | None, bool]) -> Report:
    name, start, games, seed, level, whole = share
    return fuzz(game_type(name), games=games, seed=seed, start=start, player=player_of(level), whole=whole)
