"""`drumhead position`: draws a written position and lists its legal actions."""

import argparse
import json
import sys
from pathlib import Path

from drumhead.cli.support.files import write_file
from drumhead.cli.support.parser import Commands
from drumhead.cli.table.screen import Screen
from drumhead.cli.table.seating import add_options, set_up
from drumhead.core.i18n.text import Text
from drumhead.core.match import Match

EXAMPLES = (
    'pocket-battles "$(cat position.txt)"',
    "pocket-battles - < position.txt",
    "pocket-battles --armies romans-50 celts-50 TEXT --svg battle.svg",
)


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add("position", "draws a written position and lists its legal actions", EXAMPLES, json=True)
    parser.add_argument("game", metavar="GAME", help="the game; drumhead games lists them")
    parser.add_argument(
        "text",
        metavar="TEXT",
        help="position as the command position of the table prints it; - reads the standard input",
    )
    add_options(parser)
    parser.add_argument("--svg", type=Path, metavar="OUT", help="write a picture as well")
    parser.add_argument("--force", action="store_true", help="overwrite an existing picture")
    parser.add_argument("--plain", action="store_true", help="plain text, for screen readers and pipes")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draws the position and lists its actions."""
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    match = Match.from_position(set_up(arguments), " ".join(text.split()))
    if arguments.svg is not None:
        write_file(arguments.svg, match.svg(max(match.to_act, 0)), force=arguments.force)
    if arguments.json:
        data = {
            "position": match.position,
            "to_act": match.to_act,
            "prompt": str(match.prompt),
            "actions": [
                {"notation": action.notation, "words": str(action.words), "clause": action.clause}
                for action in match.legal_actions
            ],
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return 0
    screen = Screen(plain=arguments.plain)
    screen.draw(match.text(match.to_act if match.to_act >= 0 else None, width=screen.width, plain=screen.plain))
    for action in match.legal_actions:
        words = Text("{notation}: {words} [{clause}]", notation=action, words=action.words, clause=action.clause)
        screen.say(words, indent="  ")
    if arguments.svg is not None:
        screen.say(Text("the picture is in {path}", path=arguments.svg))
    return 0
