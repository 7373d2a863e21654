"""What sides, pieces, squares and boards are called, in notation and in sentences."""

from typing import Final

from drumhead.core.errors import NotationError
from drumhead.core.i18n.text import Text
from drumhead.games.travel_battle.army.force import Force
from drumhead.games.travel_battle.engine.encoding import (
    ABSENT,
    ARTILLERY,
    BRIGADIER,
    GUARD,
    HEAVY,
    HORSE_ARTILLERY,
    INFANTRY,
    LIGHT,
    PIECES,
    REMOVED,
    RESERVE,
    SIDE,
)
from drumhead.games.travel_battle.rules.boards import BOARDS, GRID, bits

LETTERS: Final = ("R", "B")
SIDES: Final = (Text("Red"), Text("Blue"))
KEYS: Final = [f"{LETTERS[unit // SIDE]}{unit % SIDE + 1}" for unit in range(PIECES)]
UNITS: Final = {key: unit for unit, key in enumerate(KEYS)}
KIND_NAMES: Final[dict[int, str]] = {
    BRIGADIER: "brigadier",
    GUARD: "guard",
    INFANTRY: "infantry",
    HEAVY: "heavy",
    LIGHT: "light",
    ARTILLERY: "artillery",
    HORSE_ARTILLERY: "horse-artillery",
}
KIND_WORDS: Final[dict[int, Text]] = {
    BRIGADIER: Text("brigadier"),
    GUARD: Text("guards"),
    INFANTRY: Text("infantry"),
    HEAVY: Text("heavy cavalry"),
    LIGHT: Text("light cavalry"),
    ARTILLERY: Text("artillery"),
    HORSE_ARTILLERY: Text("horse artillery"),
}
OFF_FIELD: Final[dict[int, str]] = {RESERVE: "reserve", REMOVED: "removed", ABSENT: "absent"}


def unit_of(key: str) -> int:
    """The piece of a key."""
    unit = UNITS.get(key.upper())
    if unit is None:
        raise NotationError(
            "there is no piece {key!r}; they are {red} to {last_red} and {blue} to {last_blue}",
            key=key,
            red=KEYS[0],
            last_red=KEYS[SIDE - 1],
            blue=KEYS[SIDE],
            last_blue=KEYS[-1],
        )
    return unit


def seat_of(letter: str) -> int:
    """The seat of a letter."""
    if letter not in LETTERS:
        raise NotationError(
            "there is no side {letter!r}; they are {first} and {second}",
            letter=letter,
            first=LETTERS[0],
            second=LETTERS[1],
        )
    return LETTERS.index(letter)


def square_of(name: str) -> int:
    """The square of a name."""
    square = GRID.read(name)
    if square < 0:
        raise NotationError(
            "there is no square {name!r}; they run from {first} to {last}",
            name=name,
            first=GRID.names[0],
            last=GRID.names[-1],
        )
    return square


def board_of(name: str) -> int:
    """The board of a name."""
    if name.upper() not in BOARDS:
        raise NotationError(
            "there is no board {name!r}; they are {first} and {second}", name=name, first=BOARDS[0], second=BOARDS[1]
        )
    return BOARDS.index(name.upper())


def square_name(square: int) -> str:
    """The name of a square, or where a piece is that stands on none."""
    return GRID.names[square] if square < RESERVE else OFF_FIELD[square]


def square_keys(square: int) -> tuple[str, ...]:
    """The key of a square in the picture; nothing for a place off the field."""
    return (GRID.names[square],) if square < RESERVE else ()


def unit_words(force: Force, unit: int) -> Text:
    """A piece in a sentence: its key and what it is."""
    return Text("{key} ({kind})", key=KEYS[unit], kind=KIND_WORDS[force.kind[unit]])


def units_words(force: Force, units: int) -> Text:
    """Several pieces in a sentence."""
    told = [unit_words(force, unit) for unit in bits(units)]
    names = [f"u{number}" for number in range(len(told))]
    return Text(", ".join(f"{{{name}}}" for name in names), **dict(zip(names, told, strict=True)))
