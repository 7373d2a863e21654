"""`drumhead games`: the games and their options."""

import argparse
import json
from typing import Any

from drumhead.cli.support.parser import Commands
from drumhead.cli.table.screen import Screen
from drumhead.core.game import Game, Option
from drumhead.core.i18n.text import Text
from drumhead.core.registry import game_type, games


def add(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add(
        "games", "lists the games, or the options of one", ("", "pocket-battles", "--json"), json=True
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="game whose options are listed; default: all games, without options"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the games, or the options of one."""
    chosen = [game_type(arguments.game)] if arguments.game else list(games().values())
    if arguments.json:
        print(json.dumps([_as_data(game) for game in chosen], indent=2, ensure_ascii=False))
        return 0
    screen = Screen()
    for game in chosen:
        screen.say(Text("{name}  {title}: {summary}", name=game.name, title=game.title, summary=game.summary))
        for option in game.options if arguments.game else ():
            words = Text(
                "{name}={default}  {words} ({values}) [{clause}]",
                name=option.name,
                default=_value(option.default),
                words=option.words,
                values=_values(option),
                clause=option.clause,
            )
            plain = Text("{name}={default}  {words} [{clause}]", **{**words.values, "words": option.words})
            screen.say(words if _values(option) else plain, indent="  ")
    return 0


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _values(option: Option) -> str:
    if option.choices:
        return " or ".join(map(_value, option.choices))
    if isinstance(option.default, bool):
        return "on or off"
    return f"{option.least} to {option.most}" if option.least is not None else ""


def _as_data(game: type[Game]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": str(game.title),
        "summary": str(game.summary),
        "rules": game.rules,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "words": str(option.words),
                "values": list(option.choices) or None,
                "least": option.least,
                "most": option.most,
                "clause": option.clause,
            }
            for option in game.options
        ],
    }
