"""Sets up positions drawn as pictures.

A picture is the top left corner of a map whose rest is standard ground, and then what else a position holds:

       a      b      c      d
    1  .      US-T1  =      f
    2  f:G1-I1:d2    .      F      ~
    ; turn US; flags c2:US; moved US-T1

A cell is ground (as on a map: `.f=H~sF^`), a unit with its marks, or both with a colon between. Columns b, d, f and so
on stand half a hex lower than their neighbours. What follows the picture is as in a written position.
"""

import re
from functools import lru_cache

from drumhead import CHANCE, Match
from drumhead.games.aces_armor.box.box import Components
from drumhead.games.aces_armor.box.files import Source, read_sources
from drumhead.games.aces_armor.engine import outcomes
from drumhead.games.aces_armor.engine.state import Battle
from drumhead.games.aces_armor.game import AcesArmor
from tests.kit.play import notations

WIDE, HIGH = 20, 12
GROUND = ".f=H~sF^"
STARTS = {
    1: "a10",
    2: "c10",
    3: "e10",
    4: "g10",
    5: "i10",
    6: "a11",
    7: "k10",
    8: "m10",
    9: "o10",
    10: "q10",
    11: "s10",
}
FACTORIES = ("a12", "c12", "e12", "g12", "i12", "k12", "m12", "o12", "q12", "s12")
"""Where factories are that a picture does not draw: at the bottom, five in each half."""


def battle(picture: str, **options: object) -> Match:
    """A match that begins from a picture."""
    ground, position = read(picture)
    game = AcesArmor.set_up(data=drawn(tuple(sorted(ground.items()))), **options)
    return Match.from_position(game, position, seed=1)


def read(picture: str) -> tuple[dict[str, str], str]:
    """The ground and the written position of a picture."""
    drawing, _, rest = picture.partition(";")
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    columns = lines[0]
    ground: dict[str, str] = {}
    units = []
    for row, *cells in lines[1:]:
        assert len(cells) == len(columns), f"row {row} has {len(cells)} cells"
        for column, cell in zip(columns, cells, strict=True):
            soil, unit = (cell[0], cell[2:]) if cell[0] in GROUND else (".", cell)
            ground[f"{column}{row}"] = soil
            if unit:
                key, colon, marks = unit.partition(":")
                units.append(f"{key}@{column}{row}{colon}{marks}")
    parts = [part.strip() for part in rest.split(";") if part.strip()]
    more = [part.removeprefix("units ") for part in parts if part.startswith("units ")]
    parts = [part for part in parts if not part.startswith("units ")]
    return ground, "; ".join([f"units {' '.join(units + more)}", *parts])


@lru_cache(maxsize=64)
def drawn(ground: tuple[tuple[str, str], ...]) -> Components:
    """The box with a summer map that has this ground."""
    letters = {f"{chr(97 + column)}{row}": "." for row in range(1, HIGH + 1) for column in range(WIDE)}
    letters.update(ground)
    for half in (FACTORIES[:5], FACTORIES[5:]):
        left = half[0] < "k"
        here = sum(letter == "F" for name, letter in letters.items() if (name[0] < "k") == left)
        letters.update(dict.fromkeys(half[: 5 - here], "F"))
    numbers = {name: str(number) for number, name in {**STARTS, 12: "k11"}.items()}
    lines = ["name: Test", "season: summer"]
    for row in range(1, HIGH + 1):
        for first in (0, 1):
            names = [f"{chr(97 + column)}{row}" for column in range(first, WIDE, 2)]
            lines.append(" ".join(letters[name] + numbers.get(name, "") for name in names))
    return Components({**read_sources(), "maps/summer.txt": Source("maps/summer.txt", tuple(lines))})


def play(match: Match, *steps: str) -> Match:
    """Plays steps: actions in notation, dice as `throw 4 2`, and battles by their hits as `hits 5 2`.

    Dice that are thrown while attacks are declared end the declaring.
    """
    for step in steps:
        verb, *numbers = step.split()
        if verb in ("throw", "hits") and match.to_act != CHANCE:
            match.push("end-declaring")
        if verb == "throw":
            match.roll(tuple(map(int, numbers)))
        elif verb == "hits":
            match.roll(faces(match, *map(int, numbers)))
        else:
            match.push(step)
    return match


def faces(match: Match, hits: int, back: int = 0) -> tuple[int, ...]:
    """Dice that show so many hits of the attacker and of the defender."""
    state = match.state
    assert isinstance(state, Battle)
    dice, _, answer, _ = outcomes.battle(state)
    assert hits <= dice, f"the attacker has {dice} dice"
    assert back <= answer, f"the defender has {answer} dice"
    return (1,) * hits + (12,) * (dice - hits) + (1,) * back + (12,) * (answer - back)


def where(match: Match, key: str) -> str:
    """Where a unit is and its marks, as they stand in the position: `d3:d2:x1`, or `gone`."""
    found = re.search(rf"\b{key}@([\w:]+)", match.position)
    return found[1] if found is not None else "gone"


def part(match: Match, name: str) -> str:
    """One part of the written position, such as `coins`; empty where it is left out."""
    for words in match.position.split(";"):
        head, _, rest = words.strip().partition(" ")
        if head == name:
            return rest
    return ""


def offers(match: Match, *verbs: str) -> str:
    """What the legal actions that begin with these words end with, in alphabetical order."""
    words = [notation.split() for notation in notations(match)]
    return " ".join(sorted(word[-1] for word in words if " ".join(word).startswith(verbs)))


def log(match: Match, since: int = -1) -> list[str]:
    """What is told of the last steps."""
    return [str(event) for event in match.log(since=since)]
