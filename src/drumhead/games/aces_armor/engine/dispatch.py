"""Pending steps: what happens when play reaches one, what may be decided there, and what a decision does."""

from collections.abc import Callable
from typing import Final

from drumhead.games.aces_armor.automa import phases
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules import (
    combat,
    declare,
    economy,
    interception,
    march,
    missions,
    movement,
    setup,
    turns,
    victory,
)

# What each pending step does when play reaches it, by its number in `codes`: it answers who decides, or goes on.
STEPS: Final[list[Callable[[Field, int], int]]] = [
    setup.step_pick,
    setup.step_lay,
    setup.step_throw,
    setup.step_turn,
    setup.step_throw,
    setup.step_place,
    missions.step_share_out,
    missions.step_hide,
    setup.step_throw,
    turns.step_weather,
    turns.step_turn_start,
    turns.step_brake,
    movement.step_move,
    march.step_walk,
    interception.step_intercept,
    declare.step_declare,
    combat.step_battles,
    combat.step_roll,
    combat.step_rockets,
    combat.step_launch,
    economy.step_income,
    economy.step_money,
    turns.step_turn_end,
    victory.step_end,
    turns.step_armies_drawn,
    setup.step_throw,
    phases.step,
    setup.step_throw,
    movement.step_way,
    economy.step_gift,
    movement.step_advance,
]


def _given(f: Field) -> list[int]:
    return f.options[:]


def _none(f: Field) -> list[int]:
    return []


def _never(f: Field, action: int) -> None:
    raise AssertionError("nothing is decided here")


# What may be decided at each step, and what a decision or a throw there does.
LISTS: Final[list[Callable[[Field], list[int]]]] = [
    _given,
    _given,
    _none,
    _given,
    _none,
    _given,
    _given,
    _given,
    _none,
    _none,
    _none,
    _given,
    movement.list_move,
    _none,
    _given,
    _given,
    _none,
    _none,
    _none,
    _none,
    _none,
    _given,
    _none,
    _none,
    _none,
    _none,
    _none,
    _none,
    _given,
    _given,
    _given,
]
CHOICES: Final[list[Callable[[Field, int], None]]] = [
    setup.choose_pick,
    setup.choose_lay,
    setup.throw_place,
    setup.choose_turn,
    setup.throw_number,
    setup.choose_place,
    missions.choose_share_out,
    missions.choose_hide,
    setup.throw_first,
    turns.throw_weather,
    _never,
    turns.choose_brake,
    movement.choose_move,
    _never,
    interception.choose_intercept,
    declare.choose_declare,
    _never,
    combat.throw_roll,
    combat.throw_rockets,
    combat.throw_launch,
    _never,
    economy.choose_money,
    _never,
    _never,
    turns.throw_armies,
    setup.throw_picks,
    phases.throw,
    setup.throw_automa,
    movement.choose_way,
    economy.choose_gift,
    movement.choose_advance,
]
