"""The actions of a player's last turn, for the command `again`."""

from collections.abc import Iterator

from drumhead.core.actions import Action
from drumhead.core.match import Match


def last_turn(match: Match) -> Iterator[tuple[Action, int]]:
    """The actions of the seat to act in its last turn, each with the action that repeats it now.

    Its reactions in the other side's turn are left out.
    """
    game, seat = match.game, match.to_act
    own: dict[int, list[int]] = {}
    for number, step in enumerate(match.steps):
        before = match.state_before(number)
        if step.seat == seat and seat >= 0 and game.again(before, step.code, before) is not None:
            own.setdefault(game.turn_of(before), []).append(number)
    own.pop(game.turn_of(match.state), None)
    for number in own[max(own)] if own else ():
        before, code = match.state_before(number), match.steps[number].code
        repeated = game.again(before, code, match.state)
        if repeated is not None:
            yield game.action(before, code), repeated
