"""What can be pending, and what has to be true of the pieces and dice that wait for it."""

from typing import Final

from drumhead.core.errors import BrokenPromise
from drumhead.core.frames import Frame
from drumhead.games.travel_battle.army.force import FIGHTERS, LEADERS, OWN, SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE, RESERVE
from drumhead.games.travel_battle.engine.frames import ORDER
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.rules.artillery import fire_range
from drumhead.games.travel_battle.rules.boards import BIT, GRID, bits
from drumhead.games.travel_battle.rules.combat import assaults
from drumhead.games.travel_battle.rules.combat_dice import best, rollers
from drumhead.games.travel_battle.rules.movement import ways_out
from drumhead.games.travel_battle.rules.retreats import BEHIND, CLEARING
from drumhead.games.travel_battle.text.names import KEYS

NOT_OF_FIGHTERS: Final[dict[int, int]] = {encoding.AT_ENTER: -1, encoding.AT_GO_ON: -1, encoding.AT_DISPLACE: LEADERS}
"""The steps of a piece that need not be a fighting unit, with the pieces that they can be of."""
IN_COMBAT: Final = (encoding.AT_JOIN, encoding.AT_RESULT, encoding.AT_SUFFER)


def audit_pending(f: Field) -> None:
    """[TB-2.1] Raises BrokenPromise where what is pending is out of order, or its pieces and dice are not there."""
    turn_step, *others = f.all_pending()
    names = " ".join([frame.kind.name for frame in (turn_step, *others)])
    if not ORDER.fullmatch(names):
        raise BrokenPromise(f"{names} cannot be pending", "TB-2.1")
    if turn_step.number < encoding.AT_MOVE:
        _set_up(f, turn_step)
        return
    for frame in others:
        _of_piece(f, frame)
    if turn_step.number == encoding.AT_MOVE:
        _entering(f, others)
    if turn_step.number == encoding.AT_COMBAT and len(others) > 1 and others[0].number == encoding.AT_RETREAT:
        _mate_first(f, others)
    if others and others[0].number in IN_COMBAT:
        _combat(f, others)
    elif f.target != NONE or f.attackers or f.dice or f.rerolled:
        raise BrokenPromise("dice lie on the table, but nobody fights", "TB-6.3")


def _set_up(f: Field, frame: Frame) -> None:
    """[TB-1.3] The boards are chosen, then put side by side, then turned, each in its turn."""
    kind = frame.number
    seat = next((value for field, value in frame.items() if field.name == "seat"), 0)
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


def _of_piece(f: Field, frame: Frame) -> None:
    """[TB-3.7, TB-5.1, TB-6.9] What is pending concerns pieces that are there to do it."""
    kind = frame.number
    if all(field.name != "unit" for field in frame.kind.fields):
        return
    unit = frame["unit"]
    if f.square[unit] >= RESERVE or not NOT_OF_FIGHTERS.get(kind, FIGHTERS) >> unit & 1:
        raise BrokenPromise(f"{KEYS[unit]} cannot have {frame.kind.name} pending", "TB-2.1")
    if kind == encoding.AT_DISPLACE and not ways_out(f, unit, SEAT[f.all_pending()[-2]["unit"]]):
        raise BrokenPromise(f"{KEYS[unit]} cannot give way", "TB-3.7")
    if kind in (encoding.AT_HIT, encoding.AT_EFFECT):
        guns, square = f.force.guns & OWN[f.active] & f.fired, frame["square"]
        if not guns >> unit & 1 or not f.held[1 - f.active] & fire_range(f, unit) & BIT[square]:
            raise BrokenPromise(f"{KEYS[unit]} cannot have fired at {GRID.names[square]}", "TB-5.1")
    if kind == encoding.AT_PUSH:
        mate, cleared = frame["mate"], frame["flags"] >> CLEARING
        ways = [*BEHIND[SEAT[unit]][f.square[unit]], *[NONE] * 3] if cleared else [0]
        alone = mate == NONE or (mate != unit and f.square[mate] == f.square[unit])
        if not alone or ways[max(0, cleared - 1)] == NONE:
            raise BrokenPromise(f"{KEYS[unit]} cannot be pushed back like that", "TB-6.9")


def _entering(f: Field, pending: list[Frame]) -> None:
    """[TB-3.7] An own unit enters the square of the brigadier who gives way."""
    for frame in pending:
        if frame.number in (encoding.AT_ENTER, encoding.AT_GO_ON) and SEAT[frame["unit"]] != f.active:
            raise BrokenPromise(f"{KEYS[frame['unit']]} moves in the other side's turn", "TB-2.1")
        if frame.number == encoding.AT_ENTER:
            square = frame["square"]
            if not f.led[1 - f.active] & BIT[square] or f.brigadier_at(square) != pending[-1]["unit"]:
                raise BrokenPromise(f"{KEYS[frame['unit']]} enters the square of no brigadier who gives way", "TB-3.7")


def _mate_first(f: Field, pending: list[Frame]) -> None:
    """[TB-6.8] Who waits to retreat still shares its square with the one that is pushed back before."""
    waits, *before = pending
    unit = waits["unit"]
    others = [frame["unit"] for frame in before]
    others += [frame["mate"] for frame in before if frame.number == encoding.AT_PUSH]
    if unit in others or f.square[others[0]] != f.square[unit]:
        raise BrokenPromise(f"{KEYS[unit]} cannot wait to retreat like that", "TB-6.8")


def _combat(f: Field, pending: list[Frame]) -> None:
    """[TB-6.1, TB-6.2] A combat has attackers who touch the square they attack, and defenders on it."""
    if f.target == NONE or not f.defenders():
        raise BrokenPromise("nobody is attacked", "TB-6.2")
    for unit in bits(f.attackers):
        if SEAT[unit] != f.active or not FIGHTERS >> unit & 1 or GRID.distance(f.square[unit], f.target) != 1:
            raise BrokenPromise(f"{KEYS[unit]} does not touch what it attacks", "TB-6.1")
    if pending[0].number == encoding.AT_JOIN:
        if f.dice or f.rerolled or f.attackers & ~assaults(f).get(f.target, 0) or f.target not in assaults(f):
            raise BrokenPromise(f"{GRID.names[f.target]} cannot be attacked like that", "TB-6.2")
        return
    if not f.attackers:
        raise BrokenPromise("nobody attacks", "TB-6.2")
    _dice(f, pending)
    if pending[0].number == encoding.AT_SUFFER:
        by = best(f, bits(f.attackers)) - best(f, f.defenders())
        loser = f.active if by < 0 else 1 - f.active
        if not by or (pending[0]["seat"], pending[0]["difference"]) != (loser, abs(by)):
            raise BrokenPromise("the dice do not say who suffers that", "TB-6.6")


def _dice(f: Field, pending: list[Frame]) -> None:
    """[TB-6.3, TB-6.4] All dice of the combat lie on the table, but for one that is thrown again, or none does yet."""
    kind = pending[-1].number
    again = pending[-1] if kind == encoding.AT_THROW_AGAIN else None
    both = dict(rollers(f))
    if f.rerolled & ~f.force.rerollers or any(unit not in both for unit in bits(f.rerolled)):
        raise BrokenPromise("a unit has re-rolled that may not", "TB-6.4")
    lifted = (again["unit"], again["die"]) if again is not None else (NONE, 0)
    if again is not None:
        unit, die = lifted
        if unit not in both or die >= both[unit] or not f.rerolled >> unit & 1:
            raise BrokenPromise(f"{KEYS[unit]} cannot throw that die again", "TB-6.4")
    seats = [frame["seat"] for frame in pending if frame.number == encoding.AT_REROLL]
    if seats not in ([], [f.active], [f.active, 1 - f.active]):
        raise BrokenPromise("the defender decides first whether to re-roll", "TB-6.4")
    rest = f.dice
    for unit, count in both.items():
        for die in range(count):
            face = f.dice >> unit * 8 + die * 4 & 15
            rest &= ~(15 << unit * 8 + die * 4)
            if face > 6 or (face == 0) != (kind == encoding.AT_ROLL or (unit, die) == lifted):
                raise BrokenPromise(f"{KEYS[unit]} has not the dice that it must have", "TB-6.3")
    if rest:
        raise BrokenPromise("dice lie on the table that nobody threw", "TB-6.3")
