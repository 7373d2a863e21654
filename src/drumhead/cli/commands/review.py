"""`drumhead review`: the chances of a battle step by step, its turning points, and the luck of the dice."""

import argparse
import json
from pathlib import Path

from drumhead.ai.study.review import Moment, review, side_names
from drumhead.ai.study.review_graph import draw_review
from drumhead.ai.study.review_moments import luck_words
from drumhead.cli.support.files import check_place, write_file
from drumhead.cli.support.language import add_language
from drumhead.cli.support.own_data import add_data, data_of
from drumhead.cli.support.parser import Commands, count
from drumhead.cli.support.progress import Progress
from drumhead.cli.table.screen import BOLD, Screen
from drumhead.core.files.record import load_file
from drumhead.core.i18n.catalogue import translator
from drumhead.core.i18n.text import Text, use_language
from drumhead.core.match import Match
from drumhead.core.state import CHANCE

EXAMPLES = ("evening.drum", "evening.drum --svg chances.svg", "evening.drum --looks 20 --json")


def add(commands: Commands) -> None:
    """Adds the command."""
    words = "shows the chance to win after every step of a battle, its turning points and the luck"
    parser = commands.add("review", words, EXAMPLES, json=True)
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file")
    add_data(parser)
    parser.add_argument("--svg", type=Path, metavar="OUT", help="draw the chances into this file")
    parser.add_argument("--force", action="store_true", help="overwrite an existing picture")
    parser.add_argument(
        "--looks", type=count(0, 10_000), metavar="N", help="simulations per position; default: what suits the game"
    )
    parser.add_argument("--plain", action="store_true", help="plain text, for screen readers and pipes")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Reviews a game file and prints the result."""
    match = load_file(arguments.file, **data_of(arguments))
    if arguments.svg is not None:
        check_place(arguments.svg, force=arguments.force)
    with use_language(translator(arguments.lang, match.game.package)):
        return _tell(match, arguments)


def _tell(match: Match, arguments: argparse.Namespace) -> int:
    with Progress(len(match.steps) + 1, "steps") as progress:
        found = review(match, looks=arguments.looks, after=progress.add)
    game = match.game
    one, other = side_names(game)
    sides = (str(one), str(other))
    screen = Screen(plain=arguments.plain)
    if arguments.svg is not None:
        heading = Text("{title}: {one} against {other}", title=game.title, one=sides[0], other=sides[1])
        write_file(arguments.svg, draw_review(found, sides, heading), force=arguments.force)
    if arguments.json:
        print(json.dumps({"game": game.name, "sides": list(sides), **found.as_data()}, indent=2))
        return 0
    screen.say(Text("{side} began with {chance}", side=sides[0], chance=f"{found.first:.0%}"), style=BOLD)
    for moment in found.moments:
        screen.say(_told(match, moment))
    screen.say()
    screen.say(Text("Turning points:"), style=BOLD)
    for mark, moment in enumerate(found.turning_points, 1):
        screen.say(Text("({mark}) {told}", mark=mark, told=_told(match, moment)), indent="  ")
    if not found.turning_points:
        screen.say(Text("none: it was decided step by step"), indent="  ")
    screen.say(luck_words(sides[0], found.luck))
    if arguments.svg is not None:
        screen.say(Text("the picture is in {path}", path=arguments.svg))
    return 0


def _told(match: Match, moment: Moment) -> Text:
    """A step in words, with the chance after it and how much it changed."""
    who = Text("dice") if moment.seat == CHANCE else match.game.seat_name(moment.seat)
    done = match.words(moment.number - 1)
    return Text(
        "{n}. {chance} ({change}) {who}: {done}",
        n=moment.number,
        chance=f"{moment.chance:.0%}",
        change=f"{moment.change * 100:+.0f}",
        who=who,
        done=str(done).removeprefix("throw ") if moment.seat == CHANCE else done,
    )
