"""What can be pending, and what has to be true of the pieces and dice that wait for it."""

import re
from typing import Final

from drumhead.core.errors import BrokenPromise
from drumhead.games.travel_battle.army.force import FIGHTERS, LEADERS, OWN, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE, RESERVE
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.notation.frames import PENDING
from drumhead.games.travel_battle.rules.artillery import fire_range
from drumhead.games.travel_battle.rules.boards import BIT, GRID, bits
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.rules.combat_dice import best, rollers
from drumhead.games.travel_battle.rules.movement import ways_out
from drumhead.games.travel_battle.rules.retreats import BEHIND, CLEARING
from drumhead.games.travel_battle.text.names import KEYS

ORDER: Final = re.compile(
    "move( go-on| enter displace)?"
    "|fire( hit| effect|( retreat)+|( retreat)? rally)?"
    "|combat( join| result reroll reroll roll| result( reroll){1,2}( throw-again)?| suffer)?"
    "|combat( push)*( displace|( rally){1,2})?|combat retreat( push)*( displace| rally)?"
    "|turn-end|end|board|board-die|left-die|edge-die|edge|form|place-die|place|first-die"
)
"""How steps stand on one another, the lowest first."""
OF_A_PIECE: Final[dict[int, int]] = {
    encoding.AT_ENTER: -1,
    encoding.AT_GO_ON: -1,
    encoding.AT_DISPLACE: LEADERS,
    encoding.AT_HIT: FIGHTERS,
    encoding.AT_EFFECT: FIGHTERS,
    encoding.AT_THROW_AGAIN: FIGHTERS,
    encoding.AT_PUSH: FIGHTERS,
    encoding.AT_RETREAT: FIGHTERS,
    encoding.AT_RALLY: FIGHTERS,
}
"""The steps of a piece on the field, and the pieces that they can be of."""
IN_COMBAT: Final = (encoding.AT_JOIN, encoding.AT_RESULT, encoding.AT_SUFFER)


def audit_pending(f: Field) -> None:
    """[TB-2.1] Raises BrokenPromise where what is pending is out of order, or its pieces and dice are not there."""
    names = " ".join([PENDING[frame & 31][0] for frame in f.stack])
    if not ORDER.fullmatch(names):
        raise BrokenPromise(f"{names} cannot be pending", "TB-2.1")
    if f.stack[0] & 31 < encoding.AT_MOVE:
        _set_up(f, f.stack[0])
        return
    for frame in f.stack[1:]:
        _of_piece(f, frame)
    if f.stack[0] & 31 == encoding.AT_MOVE:
        _entering(f)
    if f.stack[0] & 31 == encoding.AT_COMBAT and len(f.stack) > 2 and f.stack[1] & 31 == encoding.AT_RETREAT:
        _mate_first(f)
    if len(f.stack) > 1 and f.stack[1] & 31 in IN_COMBAT:
        _combat(f)
    elif f.target != NONE or f.attackers or f.dice or f.rerolled:
        raise BrokenPromise("dice lie on the table, but nobody fights", "TB-6.3")


def _set_up(f: Field, frame: int) -> None:
    """[TB-1.3] The boards are chosen, then put side by side, then turned, each in its turn."""
    kind, seat = frame & 31, frame >> 5 & 255
    chosen = 2 - f.board.count(NONE)
    alike = f.board[0] == f.board[1]
    if kind == encoding.AT_BOARD:
        fits = chosen == seat and f.board[seat] == NONE and f.left == NONE
    elif kind in (encoding.AT_BOARD_DIE, encoding.AT_LEFT_DIE):
        fits = chosen == 2 and f.left == NONE and alike == (kind == encoding.AT_BOARD_DIE)
    elif kind in (encoding.AT_EDGE_DIE, encoding.AT_EDGE):
        fits = chosen == 2 and not alike and f.left != NONE and bool(f.edge[0]) == (seat == 1) and not f.edge[1]
    else:
        fits = chosen == 0 and f.left == NONE and f.edge == [0, 0]
    if not fits:
        raise BrokenPromise("the boards are not chosen and turned as far as they should be", "TB-1.3")
    if kind == encoding.AT_SPLIT and not f.force.pool & OWN[seat]:
        raise BrokenPromise("a side forms brigades that has them already", "TB-1.2")
    if kind == encoding.AT_SPLIT and seat == 1 and f.force.pool & OWN[0]:
        raise BrokenPromise("the first side has yet to form brigades", "TB-1.2")


def _of_piece(f: Field, frame: int) -> None:
    """[TB-3.7, TB-5.1, TB-6.9] What is pending concerns pieces that are there to do it."""
    kind, unit, b = frame & 31, frame >> 5 & 255, frame >> 13 & 255
    if kind not in OF_A_PIECE:
        return
    if f.square[unit] >= RESERVE or not OF_A_PIECE[kind] >> unit & 1:
        raise BrokenPromise(f"{KEYS[unit]} cannot have {PENDING[kind][0]} pending", "TB-2.1")
    if kind == encoding.AT_DISPLACE and not ways_out(f, unit, SEAT[f.stack[-2] >> 5 & 255]):
        raise BrokenPromise(f"{KEYS[unit]} cannot give way", "TB-3.7")
    if kind in (encoding.AT_HIT, encoding.AT_EFFECT):
        guns = f.force.guns & OWN[f.active] & f.fired
        if not guns >> unit & 1 or not f.held[1 - f.active] & fire_range(f, unit) & BIT[b]:
            raise BrokenPromise(f"{KEYS[unit]} cannot have fired at {GRID.names[b]}", "TB-5.1")
    if kind == encoding.AT_PUSH:
        cleared = frame >> 21 + CLEARING
        ways = [*BEHIND[SEAT[unit]][f.square[unit]], *[NONE] * 3] if cleared else [0]
        alone = b == NONE or (b != unit and f.square[b] == f.square[unit])
        if not alone or ways[max(0, cleared - 1)] == NONE:
            raise BrokenPromise(f"{KEYS[unit]} cannot be pushed back like that", "TB-6.9")


def _entering(f: Field) -> None:
    """[TB-3.7] An own unit enters the square of the brigadier who gives way."""
    for frame in f.stack[1:]:
        kind, unit, b = frame & 31, frame >> 5 & 255, frame >> 13 & 255
        if kind in (encoding.AT_ENTER, encoding.AT_GO_ON) and SEAT[unit] != f.active:
            raise BrokenPromise(f"{KEYS[unit]} moves in the other side's turn", "TB-2.1")
        if kind == encoding.AT_ENTER and (
            not f.led[1 - f.active] & BIT[b] or f.brigadier_at(b) != f.stack[-1] >> 5 & 255
        ):
            raise BrokenPromise(f"{KEYS[unit]} enters the square of no brigadier who gives way", "TB-3.7")


def _mate_first(f: Field) -> None:
    """[TB-6.8] Who waits to retreat still shares its square with the one that is pushed back before."""
    unit = f.stack[1] >> 5 & 255
    others = [frame >> 5 & 255 for frame in f.stack[2:]]
    others += [frame >> 13 & 255 for frame in f.stack[2:] if frame & 31 == encoding.AT_PUSH]
    if unit in others or f.square[others[0]] != f.square[unit]:
        raise BrokenPromise(f"{KEYS[unit]} cannot wait to retreat like that", "TB-6.8")


def _combat(f: Field) -> None:
    """[TB-6.1, TB-6.2] A combat has attackers who touch the square they attack, and defenders on it."""
    if f.target == NONE or not f.defenders():
        raise BrokenPromise("nobody is attacked", "TB-6.2")
    for unit in bits(f.attackers):
        if SEAT[unit] != f.active or not FIGHTERS >> unit & 1 or GRID.distance(f.square[unit], f.target) != 1:
            raise BrokenPromise(f"{KEYS[unit]} does not touch what it attacks", "TB-6.1")
    if f.stack[1] & 31 == encoding.AT_JOIN:
        if f.dice or f.rerolled or f.attackers & ~assaults(f).get(f.target, 0) or f.target not in assaults(f):
            raise BrokenPromise(f"{GRID.names[f.target]} cannot be attacked like that", "TB-6.2")
        return
    if not f.attackers:
        raise BrokenPromise("nobody attacks", "TB-6.2")
    _dice(f)
    if f.stack[1] & 31 == encoding.AT_SUFFER:
        by = best(f, bits(f.attackers)) - best(f, f.defenders())
        loser = f.active if by < 0 else 1 - f.active
        if not by or f.stack[1] >> 5 != loser | abs(by) << 8:
            raise BrokenPromise("the dice do not say who suffers that", "TB-6.6")


def _dice(f: Field) -> None:
    """[TB-6.3, TB-6.4] All dice of the combat lie on the table, but for one that is thrown again, or none does yet."""
    top = f.stack[-1]
    kind, lifted, slot = top & 31, top >> 5 & 255, top >> 13 & 255
    both = dict(rollers(f))
    if f.rerolled & ~f.force.rerollers or any(unit not in both for unit in bits(f.rerolled)):
        raise BrokenPromise("a unit has re-rolled that may not", "TB-6.4")
    if kind == encoding.AT_THROW_AGAIN and (lifted not in both or slot >= both[lifted] or not f.rerolled >> lifted & 1):
        raise BrokenPromise(f"{KEYS[lifted]} cannot throw that die again", "TB-6.4")
    seats = [frame >> 5 & 255 for frame in f.stack if frame & 31 == encoding.AT_REROLL]
    if seats not in ([], [f.active], [f.active, 1 - f.active]):
        raise BrokenPromise("the defender decides first whether to re-roll", "TB-6.4")
    rest = f.dice
    for unit, count in both.items():
        for die in range(count):
            face = f.dice >> unit * 8 + die * 4 & 15
            rest &= ~(15 << unit * 8 + die * 4)
            up = kind == encoding.AT_ROLL or (kind == encoding.AT_THROW_AGAIN and (unit, die) == (lifted, slot))
            if face > 6 or (face == 0) != up:
                raise BrokenPromise(f"{KEYS[unit]} has not the dice that it must have", "TB-6.3")
    if rest:
        raise BrokenPromise("dice lie on the table that nobody threw", "TB-6.3")
