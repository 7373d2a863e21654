"""`drumhead verify`: recomputes every throw of a saved battle."""

import argparse
import json
from pathlib import Path

from drumhead.cli.support.own_data import add_data, data_of
from drumhead.cli.support.parser import Commands
from drumhead.core.files.kept import verify_kept
from drumhead.core.files.record import load_file
from drumhead.core.files.record import verify as check


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("evening.drum", "evening.drum --json", "evening.drum --seal 5e1f… --nonce 09ab…")
    parser = commands.add("verify", "replays a saved battle and verifies its dice", examples, json=True)
    parser.add_argument("file", metavar="FILE", type=Path, help="a game file")
    kept = "fails for throws whose dice are not under {what} that you kept; may be given several times"
    parser.add_argument("--seal", action="append", default=[], help=kept.format(what="a seal"))
    parser.add_argument("--nonce", action="append", default=[], help=kept.format(what="a nonce of yours"))
    add_data(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replays a game file and prints how many throws were verified."""
    match = load_file(arguments.file, **data_of(arguments))
    kept = arguments.seal or arguments.nonce
    proof = verify_kept(match, arguments.seal, arguments.nonce) if kept else check(match)
    if arguments.json:
        data = {
            "game": match.game.name,
            "steps": len(match.steps),
            "verified": proof.checked,
            "by_hand": proof.by_hand,
            "sealed": proof.sealed,
            "kept": bool(kept),
            "outcome": str(match.outcome) if match.outcome is not None else None,
        }
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(
            f"{arguments.file}: {len(match.steps)} steps are legal, {proof}{', all as you kept them' if kept else ''}"
        )
    return 0
