"""Makes a corpus of game files with the build at hand: `python -m tests.corpus.make tests/corpus/rules-1.zip`.

Files made by an earlier build are never made again: they prove that this build still reads them.
"""

import io
import json
import sys
import zipfile
from pathlib import Path
from random import Random

from drumhead import OVER, Match, bot, load
from drumhead.core.files import record
from drumhead.core.game import Game
from drumhead.core.registry import game_type

BATTLES = {"pocket-battles": 16, "travel-battle": 12, "aces-armor": 20}
"""How many battles of each game: the first with the usual options, the others with any."""
DATE = (2026, 11, 18, 0, 0, 0)


def set_up(name: str, number: int) -> Game:
    """The set-up of a battle; the first of each game is the usual one, so that its decisions can be repeated."""
    return load(name) if number == 0 else game_type(name).random(Random(number))


def played(name: str, number: int) -> Match:
    """A battle between an opponent that weighs and one that does not, to its end or broken off on the way."""
    rng = Random(f"{name} {number}")
    match = Match(set_up(name, number), seed=number)
    sergeants = [bot("sergeant", seed=seat) for seat in range(match.game.seats)]
    last = 100_000 if number % 2 else rng.choice((3, 12, 60, 200))
    while match.to_act != OVER and len(match.steps) < last:
        match.settle()
        if match.to_act == OVER:
            break
        if rng.random() < 0.5:
            match.push(sergeants[match.to_act].choose(match))
        else:
            match.push(rng.choice(match.legal_actions))
    return match


def main(out: Path) -> None:
    """Writes the files, and beside them what each comes to."""
    expected = {}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, battles in BATTLES.items():
            for number in range(battles):
                match = played(name, number)
                file = f"{name}-{number:02}.drum"
                archive.writestr(zipfile.ZipInfo(file, DATE), record.write(match), zipfile.ZIP_DEFLATED)
                expected[file] = {
                    "steps": len(match.steps),
                    "position": match.position,
                    "result": str(match.outcome) if match.outcome is not None else "",
                }
        archive.writestr(zipfile.ZipInfo("expected.json", DATE), json.dumps(expected, indent=1), zipfile.ZIP_DEFLATED)
    out.write_bytes(packed.getvalue())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
