"""Writes what seeded battles and opponents come to: `python -m tests.corpus.make_decisions OUT.json`.

A change that is to change nothing leaves the file as it is; one that changes rules or opponents writes it anew.
"""

import json
import sys
from pathlib import Path

from drumhead.core.registry import games
from tests.test_builds import digest, picked

BATTLES = 4
POSITIONS = 3
LEVELS = ("recruit", "sergeant", "captain:sims=8", "general:sims=12")


def decisions() -> dict[str, dict[str, list[str | int]]]:
    """By game: the hashes of random battles, and what each level decides in some positions."""
    return {
        name: {
            "battles": [digest(name, seed) for seed in range(BATTLES)],
            **{level: [picked(name, level, seed) for seed in range(POSITIONS)] for level in LEVELS},
        }
        for name in games()
    }


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(decisions(), indent=1) + "\n", encoding="utf-8")
