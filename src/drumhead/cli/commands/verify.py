"""`drumhead verify`: recomputes every throw of a saved battle."""

import argparse
import json
from pathlib import Path

from drumhead.cli.support.own_data import add_data, data_of
from drumhead.cli.support.parser import Commands
from drumhead.core.files.record import load_file
from drumhead.core.files.record import verify as check


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("evening.drum", "evening.drum --json")
    parser = commands.add("verify", "replays a saved battle and verifies its dice", examples, json=True)
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file")
    add_data(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replays a game file and prints how many throws were verified."""
    match = load_file(arguments.file, **data_of(arguments))
    proof = check(match)
    if arguments.json:
        data = {
            "game": match.game.name,
            "steps": len(match.steps),
            "verified": proof.checked,
            "by_hand": proof.by_hand,
            "sealed": proof.sealed,
            "outcome": str(match.outcome) if match.outcome is not None else None,
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(f"{arguments.file}: {len(match.steps)} steps are legal, {proof}")
    return 0
