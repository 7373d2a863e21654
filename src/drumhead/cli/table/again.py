"""What a player did in the last turn, to be done again."""

from collections.abc import Iterator

from drumhead.core.actions import Action
from drumhead.core.match import Match


def last_turn(match: Match) -> Iterator[tuple[Action, int]]:
    """What the seat to act did in its last turn, each with what is the same when its turn comes to be done again.

    What it answered in the other side's turn is no turn of its own.
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
