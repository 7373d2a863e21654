"""Chapters 2, 7 and 8: the turn from its start to its end, and victory."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import OVER
from drumhead.games.travel_battle.army.force import OWN
from drumhead.games.travel_battle.engine.encoding import (
    AT_MOVE,
    DRAW,
    LEVEL,
    MORE_BRIGADES,
    MORE_UNITS,
    STALE,
)
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.reach.move_cache import MoveCache
from drumhead.games.travel_battle.rules.boards import bits
from drumhead.games.travel_battle.rules.movement import commanded

TURNS_WITHOUT_LOSS: Final = 40
"""After this number of turns without a loss a battle without a last turn is judged."""


def start_turn(f: Field, seat: int) -> None:
    """[TB-2.1, TB-3.3] Begins a turn: command is checked once, now."""
    f.turn += 1
    f.active = seat
    f.moved = f.fired = f.fled = f.fought = f.shifted = f.came_from = f.able = 0
    f.command = commanded(f, seat)
    f.move_cache, f.shares_move_cache = MoveCache(), False
    f.changed_squares = []
    f.stack.append(AT_MOVE)
    if f.events is not None:
        f.events.append(("turn", "TB-2.1", f.turn, seat))


def step_turn_end(f: Field, frame: int) -> int:
    """[TB-2.1, TB-7.1, TB-8.2] Units turned before this turn turn back; after the last turn the battle is judged."""
    back = f.turned & OWN[f.active] & ~f.turned_now
    f.turned &= ~back
    f.halted &= ~back
    f.turned_now = 0
    for unit in bits(f.reforming):
        f.unform(unit)
        if f.events is not None:
            f.events.append(("unform", "TB-4.1", unit))
    if f.events is not None:
        for unit in bits(back):
            f.events.append(("turn_back", "TB-7.1", unit))
    if f.force.max_turns:
        last, shift = f.turn >= f.force.max_turns, 0
    else:
        last, shift = f.turn - f.last_loss >= TURNS_WITHOUT_LOSS, STALE
    if last:
        judge(f, shift)
    else:
        f.stack.pop()
        start_turn(f, 1 - f.active)
    return GO_ON


def judge(f: Field, shift: int) -> None:
    """[TB-8.2] More enemy brigades eliminated wins, then more enemy units removed; else it is a draw."""
    for lost, reason in ((f.lost_brigades, MORE_BRIGADES), (f.removed, MORE_UNITS)):
        if lost[0] != lost[1]:
            f.end(0 if lost[1] > lost[0] else 1, reason + shift)
            return
    f.end(DRAW, LEVEL + shift)


def step_end(f: Field, frame: int) -> int:
    """Nothing more is decided."""
    return OVER
