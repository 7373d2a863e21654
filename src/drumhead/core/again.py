"""The actions of a player's last turn that can be repeated now."""

from collections.abc import Iterator

from drumhead.core.actions import Action
from drumhead.core.match import Match


def last_turn(match: Match) -> Iterator[tuple[Action, int]]:
    """The actions of the seat to act in its last turn, each with the action that repeats it now.

    Its reactions in the other side's turn are left out.
    """
    game = match.game
    for number in _repeated_steps(match):
        before, code = match.state_before(number), match.steps[number].code
        repeated = game.again(before, code, match.state)
        if repeated is not None:
            yield game.action(before, code), repeated


def _repeated_steps(match: Match) -> list[int]:
    """The steps of the last turn of the seat to act that a game may repeat, found from the end."""
    game, seat = match.game, match.to_act
    now, turn = game.turn_of(match.state), None
    found: list[int] = []
    if seat < 0 or not now:
        return found
    for number in range(len(match.steps) - 1, -1, -1):
        step, before = match.steps[number], match.state_before(number)
        then = game.turn_of(before)
        if turn is not None and then != turn:
            break
        if step.seat == seat and then != now and game.again(before, step.code, before) is not None:
            turn = then
            found.append(number)
        elif turn is None and then < now - MAX_TURNS_BACK:
            break
    return found[::-1]


MAX_TURNS_BACK = 8
"""How many turns are looked through for one in which the seat did something that can be repeated."""


def can_repeat(match: Match) -> bool:
    """Returns whether some action of the seat's last turn can be repeated now."""
    legal = match.legal_actions.codes
    return any(code in legal for _, code in last_turn(match))


def repeated(match: Match) -> list[str]:
    """The notations of the actions that repeat the last turn and are legal one after the other, in order."""
    then, found = match.at(len(match.steps)), []
    for _, code in last_turn(match):
        if then.to_act != match.to_act:
            break
        if code in then.state.legal():
            found.append(then.game.action(then.state, code).notation)
            then.push(code)
    return found
