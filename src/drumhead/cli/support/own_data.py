"""The local data folder that a game file is read with; game files never name it."""

import argparse


def add_data(parser: argparse.ArgumentParser) -> None:
    """Adds `--data` to a command."""
    words = "folder of your own mats and maps that the battle was played with"
    parser.add_argument("--data", metavar="FOLDER", help=words)


def data_of(arguments: argparse.Namespace) -> dict[str, str]:
    """The local options of the command line, for `load_file`."""
    return {"data": arguments.data} if arguments.data else {}
