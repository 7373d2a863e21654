"""What Pocket Battles adds to the command line: `drumhead armies`.

A command answers in words and as plain data; the command line prints one or the other.
"""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from drumhead.core.errors import SetupError
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.lists import Army, read_army, ready_armies, ready_army, summary, write_army
from drumhead.games.pocket_battles.army.random_army import random_army
from drumhead.games.pocket_battles.army.tiles import ARMY_NAMES, Tile

Answer = tuple[str, Any]

EXAMPLES: Final = (
    "",
    "orcs-50",
    "check my-army.txt",
    "muster romans --size 80 --seed 7 > my-army.txt",
    "muster elves orcs --size 60",
)


def add_commands(add: Callable[..., ArgumentParser]) -> None:
    """Adds the commands of the game."""
    parser = add("armies", "lists, shows, checks and musters the armies of Pocket Battles", EXAMPLES, json=True)
    parser.add_argument(
        "words",
        nargs="*",
        metavar="NAME | check FILE | muster ARMY [ARMY]",
        help="a ready army to show, a list to check, or an army to muster at random",
    )
    parser.add_argument("--size", type=_size, metavar="N", help="the size of the battle; default for muster: 50")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed musters the same army")
    parser.add_argument("--mixed", action="store_true", help="a list may draw on two armies")
    parser.set_defaults(answer=answer)


def answer(arguments: Namespace) -> Answer:
    """Returns the answer to `drumhead armies`: a list of armies, an army, a verdict or a random army."""
    words: list[str] = arguments.words
    if not words:
        return list_armies()
    if words[0] == "check":
        return check(words[1:], arguments.size, mixed=arguments.mixed)
    if words[0] == "muster":
        return write_random_army(words[1:], arguments.size or 50, arguments.seed)
    if len(words) > 1:
        raise SetupError(Text("armies shows one army, not {n}; check and muster come first", n=len(words)))
    return show(ready_army(words[0]))


def list_armies() -> Answer:
    """Returns the ready armies, a line each."""
    ready = ready_armies()
    wide = max(map(len, ready))
    lines = [f"{name:<{wide}}  {summary(army)}" for name, army in ready.items()]
    return "\n".join(lines), [{"id": name, **as_data(army)} for name, army in ready.items()]


def check(files: list[str], size: int | None, *, mixed: bool) -> Answer:
    """[PB-1.8] Returns what a legal list holds; refuses an illegal one with the clause."""
    if len(files) != 1:
        raise SetupError("armies check takes one file")
    try:
        text = Path(files[0]).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SetupError(Text("{file} is not an army list: it is not text", file=files[0])) from None
    army = read_army(text, size=size, mixed=mixed)
    words, data = show(army)
    legal = Text("{file} is a legal army", file=files[0])
    return f"{legal}\n{words}", data


def write_random_army(armies: list[str], size: int, seed: int | None) -> Answer:
    """Returns a random army, written as a list that can be kept and edited."""
    if not 1 <= len(armies) <= 2:
        raise SetupError(Text("armies muster takes one army or two: {names}", names=", ".join(ARMY_NAMES)), "PB-1.1")
    names = [name.lower() for name in armies]
    army = random_army(names[0] if len(names) == 1 else (names[0], names[1]), size, Random(seed))
    lines = []
    for line, unit in zip(write_army(army).splitlines()[-len(army.units) :], army.units, strict=True):
        lines.append((line, ", ".join(tile.name for tile in unit)))
    wide = max(len(line) for line, _ in lines)
    text = "\n".join([f"size: {size}", *(f"{line:<{wide}}  # {names}" for line, names in lines)])
    return text, as_data(army)


def show(army: Army) -> Answer:
    """Returns an army, unit by unit and troop by troop."""
    lines = [f"{army.name}: {summary(army)}" if army.name else str(summary(army))]
    for number, unit in enumerate(army.units, 1):
        lines.append(str(Text("unit {number}", number=number)))
        lines += [f"  {troop_words(tile)}" for tile in unit]
    return "\n".join(lines), as_data(army)


def troop_words(tile: Tile) -> str:
    """Returns a troop in a line: id, name, cost, dice, wound points, formation value, traits."""
    parts = [f"{tile.id} {tile.name:<16} {tile.dp:2}DP"]
    parts += [f"E:{'-'.join(map(str, tile.engagement))}"] if tile.engagement else []
    parts += [f"S:{'-'.join(map(str, tile.shooting))}"] if tile.shooting else []
    parts += [f"{tile.wp}WP"]
    parts += [f"FV{tile.fv}"] if tile.fv else []
    parts += [", ".join(tile.traits)] if tile.traits else []
    return " ".join(parts)


def as_data(army: Army) -> dict[str, Any]:
    """Returns an army as plain data."""
    return {
        "name": army.name or None,
        "armies": list(army.armies),
        "size": army.size,
        "points": army.dp,
        "units": [[tile.id for tile in unit] for unit in army.units],
    }


def _size(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a battle size")
    return int(text)
