"""`drumhead balance`: measures whether the sides of a game are equally strong."""

import argparse
import json
from pathlib import Path

from drumhead.ai.bots.levels import DEFAULT_LEVEL, bot
from drumhead.ai.measure.balance import Row, play_pairing
from drumhead.cli.support.parser import PROGRAM, Commands, count
from drumhead.cli.support.progress import Progress
from drumhead.core.errors import SetupError
from drumhead.core.game import Game
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("aces-armor", "aces-armor --bot automa --games 400", "aces-armor --write docs/balance-aces-armor.md")
    parser = commands.add("balance", "measures whether the sides of a game are equally strong", examples, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument("--bot", metavar="NAME", help="opponent that leads both sides; default: the game's own")
    parser.add_argument("--games", type=count(2), default=400, metavar="N", help="battles per pairing; default: 400")
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the battles; default: 0")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table as a Markdown page to this file")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Plays every pairing and prints the table."""
    game = game_type(arguments.game)
    pairings = game.pairings()
    if not pairings:
        raise SetupError(Text("{game} has no sides that are meant to be worth the same", game=game.name))
    name = arguments.bot or next(iter(game.advisers), DEFAULT_LEVEL)
    bot(name)
    rows = []
    with Progress(arguments.games * len(pairings), "battles") as progress:
        for pairing in pairings:
            results = []
            for number in range(arguments.games):
                results.append(play_pairing(pairing, name, number, arguments.seed))
                progress.add()
            rows.append(Row.of(pairing, results))
    if arguments.json:
        print(json.dumps([row.as_data() for row in rows], indent=2))
    else:
        print(table(rows))
    if arguments.write:
        arguments.write.write_text(page(game, name, arguments.seed, rows), encoding="utf-8")
    return 0


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| sides                  | battles | won - lost | drawn | share of the first | 95 %             |",
        "|------------------------|---------|------------|-------|--------------------|------------------|",
    ]
    for row in rows:
        low, high = row.interval
        sides, won = f"{row.one} - {row.two}", f"{row.wins} - {row.losses}"
        lines.append(
            f"| {sides:22} | {row.games:7} | {won:10} | {row.draws:5} | {row.share:18.1%} | {low:6.1%} to {high:6.1%} |"
        )
    return "\n".join(lines)


def page(game: type[Game], name: str, seed: str, rows: list[Row]) -> str:
    """The table as a page of the documentation, with the data it is of and the command that repeats it."""
    battles = rows[0].games
    return "\n".join(
        [
            f"# The balance of {game.title}",
            "",
            f"Equal opponents ({name}) lead both sides of every pairing. Battles are played in pairs with the same",
            "set-up and the same dice, but with sides and order swapped: who begins, and who has which starts.",
            "",
            table(rows),
            "",
            f"Data: `{game.data_digest()}`. To play it again:",
            "",
            "```",
            f"{PROGRAM} balance {game.name} --bot {name} --games {battles} --seed {seed} --write FILE",
            "```",
            "",
        ]
    )
