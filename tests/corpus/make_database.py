"""Makes a database of running battles with the build at hand: `python -m tests.corpus.make_database OUT.zip`."""

import json
import sqlite3
import sys
import tempfile
import zipfile
from pathlib import Path
from random import Random
from typing import Any

from tests.kit.server import begin, server, sitting

BATTLES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("pocket-battles", ("person", "person"), {}),
    ("pocket-battles", ("person", "sergeant"), {"armies": ["celts-50", "romans-50"]}),
    ("travel-battle", ("person", "person"), {}),
    ("travel-battle", ("person", "sergeant"), {"brigades": ["all-round"], "guns_near_combat": True}),
    ("aces-armor", ("person", "person"), {}),
    ("aces-armor", ("person",), {"mode": "solo"}),
    ("aces-armor", ("person",) * 4, {"players": 4, "mission": "v2", "v2": "germany-1"}),
]
STEPS = 40


def play(client: Any, number: int) -> dict[str, Any]:
    """Begins a battle, plays some steps of it at random, and returns its links and where it stands."""
    game, seats, options = BATTLES[number]
    links = begin(client, *seats, game=game, options=options, seed=str(number))
    rng = Random(number)
    tokens = [token for token in links["seats"] if token is not None]
    step = 0
    while step < STEPS:
        for token in tokens:
            with sitting(client, token) as one:
                while one.view.get("to_act", -1) == -1:
                    one.hear()
                if one.view["to_act"] == one.table["seat"]:
                    one.act(rng.choice(one.choices()))
        with sitting(client, links["watch"]) as spectator:
            step = spectator.view["step"]
    with sitting(client, tokens[0]) as one:
        while one.view.get("to_act", -1) == -1 or (len(tokens) == 1 and one.view["to_act"] != one.table["seat"]):
            one.hear()
        return {"links": links, "game": game, "step": one.view["step"], "to_act": one.view["to_act"]}


def main(out: Path) -> None:
    """Writes the database as SQL, and what its links lead to."""
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder)) as client:
            battles = [play(client, number) for number in range(len(BATTLES))]
        with sqlite3.connect(Path(folder) / "battles.sqlite3") as database:
            dump = "\n".join(database.iterdump())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("battles.sql", dump)
        archive.writestr("battles.json", json.dumps(battles, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
