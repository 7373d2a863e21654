"""Chapter 13: the Automa."""

from drumhead.games.aces_armor.codes import AUTOMA_PLACES, GO_ON, NONE, WAITING
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.setup import hexes_for, place_unit


def step(f: Field, frame: int) -> int:
    """What the Automa does when play reaches its step: it answers CHANCE where something is drawn, else goes on."""
    phase, token, start = frame >> 5 & 255, frame >> 13 & 511, frame >> 22 & 511
    f.stack.pop()
    if phase == AUTOMA_PLACES:
        waiting = [unit for unit in f.force.at_start[f.force.automa] if f.place[unit] == WAITING]
        for unit in waiting if token == 2 else waiting[: 4 if len(waiting) > 9 else 2]:
            f.army[unit] = token
            place_unit(f, unit, hexes_for(f, unit, start)[0])
    return GO_ON


def sides(f: Field) -> tuple[int, ...]:
    """The dice by which the Automa draws, each by its number of sides."""
    return (NONE,)


def throw(f: Field, outcome: int) -> None:
    """What was drawn: the face of the die, from 1."""
