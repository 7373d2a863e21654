"""What of this machine a game file is read with: no file names it itself."""

import argparse


def add_data(parser: argparse.ArgumentParser) -> None:
    """Adds the argument that names it."""
    words = "the folder with mats and maps of your own that the battle was played with"
    parser.add_argument("--data", metavar="FOLDER", help=words)


def data_of(arguments: argparse.Namespace) -> dict[str, str]:
    """The local options that a file is read with."""
    return {"data": arguments.data} if arguments.data else {}
