"""Chapters 3, 4 and 8: deployment, rounds and turns, recovery and victory."""

from typing import Final

from drumhead.core.frames import GO_ON
from drumhead.core.state import CHANCE, OVER
from drumhead.games.pocket_battles.army.tiles import REGENERATE
from drumhead.games.pocket_battles.engine.encoding import (
    AT_DEPLOYMENT,
    AT_END,
    AT_LEADER,
    AT_RECOVERY,
    AT_ROUND_END,
    AT_TURN,
    AT_VICTORY,
    DONE,
    GIVE_UP,
    PLACEMENTS,
    RESERVE,
    pack,
    step,
)
from drumhead.games.pocket_battles.engine.position import Field, changed

# Why a battle ended.
HALF: Final = 0
HIGHER: Final = 1
TIE: Final = 2
NO_TOKENS: Final = 3
LAST_ROUND: Final = 4
LULL: Final = 5

LONGEST_LULL: Final = 20
"""The rounds without a loss after which a battle without a last round is judged."""


def step_initiative(f: Field, frame: int) -> int:
    """[PB-3.1] Both throw a die for the first place."""
    return CHANCE


def throw_initiative(f: Field, outcome: int) -> None:
    """[PB-3.1] The higher die is Player 1; a tie is thrown again."""
    if outcome == 2:
        if f.events is not None:
            f.events.append(("tie", "PB-3.1"))
        return
    f.first_seat = outcome
    f.active = outcome
    f.stack[-1] = step(AT_DEPLOYMENT, outcome)
    if f.events is not None:
        f.events.append(("player_one", "PB-3.1", outcome))


def step_deployment(f: Field, frame: int) -> int:
    """[PB-3.3] When one seat has placed all, the other places the rest; then all is revealed and round 1 begins."""
    seat = frame >> 5 & 127
    for side in (seat, 1 - seat):
        if RESERVE in f.zone[f.force.first[side] : f.force.last[side]]:
            f.stack[-1] = AT_DEPLOYMENT | side << 5
            return side
    if f.events is not None:
        f.events.append(("reveal", "PB-3.3"))
    start_round(f)
    return GO_ON


def list_deployment(f: Field) -> list[int]:
    """[PB-2.1, PB-2.3, PB-3.2] Returns a placement of each unplaced unit in each own Front and Rear."""
    seat = f.player
    out: list[int] = []
    for lists in f.order_lists[f.force.first[seat] : f.force.last[seat]]:
        out += lists[PLACEMENTS]
    return out


def choose_deployment(f: Field, action: int) -> None:
    """[PB-3.2] Places one unit as a stack; the other seat is next."""
    unit, zone = action >> 5 & 127, action >> 12 & 127
    f.put(unit, zone)
    f.stack[-1] = AT_DEPLOYMENT | 1 - f.player << 5
    if f.events is not None:
        f.events.append(("place", "PB-3.2", unit, zone))


def start_round(f: Field) -> None:
    """[PB-4.1] Player 1 begins the odd rounds, Player 2 the even ones."""
    f.round += 1
    first = beginner(f)
    if f.events is not None:
        f.events.append(("round", "PB-4.1", f.round, first))
    next_turn(f, first)


def beginner(f: Field) -> int:
    """[PB-4.1] Returns the seat that begins the round."""
    return f.first_seat if f.round % 2 == 1 else 1 - f.first_seat


def next_turn(f: Field, seat: int) -> None:
    """[PB-4.3] A seat without an unused token or a unit takes no turn; when neither can, the round ends.

    The next turn takes the place of the pending step that led to it.
    """
    if not can_take_turn(f, seat):
        seat = 1 - seat
        if not can_take_turn(f, seat):
            f.stack[-1] = AT_ROUND_END
            return
        if f.events is not None:
            f.events.append(("no_turn", "PB-4.3", 1 - seat))
    f.active = seat
    f.redeployed = -1
    in_zone = f.units_in_zone[seat]
    f.in_contact_at_turn_start = in_zone[2] | in_zone[5] | in_zone[8]
    f.stack[-1] = AT_TURN | seat << 5


def can_take_turn(f: Field, seat: int) -> bool:
    """[PB-4.3] Returns whether a seat has an unused token and a unit: it has lost fewer points than it fielded."""
    return f.unused[seat] > 0 and f.destroyed[seat] < f.force.fielded[seat]


def step_turn(f: Field, frame: int) -> int:
    """[PB-4.2] The active seat decides."""
    return frame >> 5 & 127


def step_turn_end(f: Field, frame: int) -> int:
    """[PB-4.1] The turn passes to the other seat."""
    end_turn(f)
    return GO_ON


def end_turn(f: Field) -> None:
    """[PB-4.1] The turn passes to the other seat."""
    f.opening = 0
    next_turn(f, 1 - f.active)


def step_round_end(f: Field, frame: int) -> int:
    """[PB-4.6, PB-4.7, PB-9.22] Tokens return, but for those on wounded troops; then Regenerate, then recovery."""
    f.redeployed = -1
    f.in_contact_at_turn_start = 0
    for seat in (0, 1):
        first, last = f.force.first[seat], f.force.last[seat]
        tokens = f.passed[seat] + f.set_aside[seat] + sum(f.orders[first:last])
        f.passed = changed(f.passed, seat, 0)
        f.set_aside = changed(f.set_aside, seat, 0)
        f.orders[first:last] = [0] * (last - first)
        if f.events is not None:
            f.events.append(("tokens_back", "PB-4.6", seat, tokens))
        f.gain(seat, tokens)
        if any(f.wounds[first:last]):
            for unit in range(first, last):
                if f.wounds[unit] and f.profile[unit].traits & REGENERATE:
                    regenerate(f, unit)
    first = beginner(f)
    f.stack[-1] = AT_VICTORY
    f.stack.append(step(AT_RECOVERY, 1 - first))
    f.stack.append(step(AT_RECOVERY, first))
    return GO_ON


def regenerate(f: Field, unit: int) -> None:
    """[PB-9.22] All wound tokens on the Regenerate troop return."""
    for troop, bits in enumerate(f.force.bits[unit]):
        wounds = f.wounds_on(unit, troop)
        if wounds and bits & REGENERATE:
            f.wounds = changed(f.wounds, unit, f.wounds[unit] - (wounds << troop * 4))
            if f.events is not None:
                f.events.append(("regenerate", "PB-9.22", unit, troop))
            f.gain(f.force.seat[unit], wounds)


def step_recovery(f: Field, frame: int) -> int:
    """[PB-4.6] A seat with wounded troops decides whether to give some up; one without is passed over."""
    seat = frame >> 5 & 127
    if any(f.wounds[f.force.first[seat] : f.force.last[seat]]):
        return seat
    f.stack.pop()
    return GO_ON


def list_recovery(f: Field) -> list[int]:
    """[PB-4.6] Returns the choices: to be done, or to give up any own troop that bears wound tokens."""
    seat = f.player
    out = [pack(DONE)]
    for unit in range(f.force.first[seat], f.force.last[seat]):
        if f.wounds[unit]:
            for troop in range(len(f.force.units[unit])):
                if f.wounds_on(unit, troop):
                    out.append(pack(GIVE_UP, unit, troop))
    return out


def choose_recovery(f: Field, action: int) -> None:
    """[PB-4.6] Gives a wounded troop up, or is done; its tokens are regained at once, it counts as eliminated."""
    if action & 31 == DONE:
        f.stack.pop()
        return
    unit, troop = action >> 5 & 127, action >> 12 & 127
    wounds = f.wounds_on(unit, troop)
    f.wounds = changed(f.wounds, unit, f.wounds[unit] - (wounds << troop * 4))
    f.gain(f.player, wounds)
    f.eliminate(unit, troop, "PB-4.6")
    f.stack.append(AT_LEADER)


def step_victory(f: Field, frame: int) -> int:
    """[PB-8.2, PB-8.3, PB-8.4] Ends the battle when half an army is destroyed, or neither side can go on."""
    fielded = f.force.fielded
    reached = [f.score(seat) * 2 >= fielded[1 - seat] for seat in (0, 1)]
    if reached[0] != reached[1]:
        end(f, 0 if reached[0] else 1, HALF)
    elif reached[0]:
        judge(f, HIGHER)
    elif f.unused[0] == 0 and f.unused[1] == 0:
        judge(f, NO_TOKENS)
    elif f.force.max_rounds and f.round >= f.force.max_rounds:
        judge(f, LAST_ROUND)
    elif not f.force.max_rounds and f.round - f.last_loss_round >= LONGEST_LULL:
        judge(f, LULL)
    else:
        start_round(f)
    return GO_ON


def judge(f: Field, reason: int) -> None:
    """[PB-8.3] The higher destroyed total wins; Player 2 when they are equal."""
    difference = f.score(0) - f.score(1)
    if difference == 0:
        end(f, 1 - f.first_seat, TIE if reason == HIGHER else reason)
    else:
        end(f, 0 if difference > 0 else 1, reason)


def end(f: Field, winner: int, reason: int) -> None:
    """Ends the battle."""
    if f.events is not None:
        f.events.append(("totals", "PB-8.2", 0, f.score(0), 1, f.score(1)))
    f.stack[-1] = step(AT_END, winner, reason)
    if f.events is not None:
        f.events.append(("end", "PB-8.2" if reason == HALF else "PB-8.4" if reason > TIE else "PB-8.3", winner, reason))


def step_end(f: Field, frame: int) -> int:
    """Nothing more is decided."""
    return OVER
