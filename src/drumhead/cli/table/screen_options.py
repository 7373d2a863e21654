"""The options of commands that open the terminal table: `--plain`, `--width`, `--lang`."""

import argparse

from drumhead.cli.support.language import add_language
from drumhead.cli.support.parser import count
from drumhead.cli.table.screen import NARROWEST


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a screen to a command."""
    parser.add_argument("--plain", action="store_true", help="plain text, for screen readers and pipes")
    parser.add_argument(
        "--width", type=count(NARROWEST), metavar="N", help="columns of text; default: those of the terminal"
    )
    add_language(parser)
