"""Chapter 13: the Automa. Where its rules leave something to chance, a lot is drawn: a throw like any other."""

from collections.abc import Callable
from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE
from drumhead.games.aces_armor.automa.purchases import step_buys, throw_buys
from drumhead.games.aces_armor.automa.turn import step_acts, throw_acts
from drumhead.games.aces_armor.box.unit_types import PLACES
from drumhead.games.aces_armor.engine.encoding import AT_AUTOMA, AUTOMA_PLACES, TOKENS, WAITING
from drumhead.games.aces_armor.engine.encoding import step as pending
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.setup import hexes_for, place_unit


def step(f: Field, frame: int) -> int:
    """What the Automa does when play reaches its step: CHANCE where something is drawn, else GO_ON."""
    return STEPS[frame >> 5 & 255](f, frame)


def sides(f: Field) -> tuple[int, ...]:
    """The lot by which the Automa draws, as a die with one side for each."""
    if not f.options:
        step(f, f.stack[-1])  # whoever looks on has not worked it out
    return (len(f.options),)


def throw(f: Field, outcome: int) -> None:
    """What was drawn: the face of the die, from 1."""
    if not f.options:
        step(f, f.stack[-1])
    THROWS[f.stack[-1] >> 5 & 255](f, outcome)


def step_places(f: Field, frame: int) -> int:
    """[AA-13.2] At its first and second token 2 units are drawn from the cup, of two sets 4; at the third the rest."""
    token, drawn = frame >> 13 & 511, frame >> 31 & 255
    units = f.force.at_start[f.force.automa]
    cup = [
        unit for unit in range(f.force.first[f.force.automa], f.force.last[f.force.automa]) if f.place[unit] == WAITING
    ]
    number = len(cup) + drawn if token == TOKENS - 1 else 2 * (len(units) // PLACES)
    if drawn == number or not cup:
        f.stack.pop()
        return GO_ON
    f.options = cup
    if len(cup) > 1:
        return CHANCE
    throw_places(f, 1)
    return GO_ON


def throw_places(f: Field, outcome: int) -> None:
    """[AA-13.2] The unit that was drawn stands on the number, or clockwise from the top in the first ring with land."""
    frame = f.stack[-1]
    token, start, drawn = frame >> 13 & 511, frame >> 22 & 511, frame >> 31 & 255
    unit = f.options[outcome - 1]
    f.army[unit] = token
    place_unit(f, unit, hexes_for(f, unit, start)[0])
    f.stack[-1] = pending(AT_AUTOMA, AUTOMA_PLACES, token, start, drawn + 1)


STEPS: Final[tuple[Callable[[Field, int], int], ...]] = (step_places, step_acts, step_buys)
THROWS: Final[tuple[Callable[[Field, int], None], ...]] = (throw_places, throw_acts, throw_buys)
