"""Why a unit cannot be pushed back or retreat like that."""

from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text, joined
from drumhead.games.travel_battle.engine.encoding import PUSH, RETREAT, unpack
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.boards import GRID


def push(question: Question) -> Refusal:
    """[TB-6.9] Straight back first, else a rear diagonal that is open."""
    pushed = question.f.pending()
    if question.unit not in (pushed["unit"], pushed["mate"]):
        return question.say("{unit} is not being pushed back", "TB-6.9")
    return question.say("{unit} cannot be pushed to {square}", "TB-6.9")


def retreat(question: Question) -> Refusal:
    """[TB-6.10] The nearest free edge square to the brigadier's file."""
    if question.unit != question.f.pending()["unit"]:
        return question.say("{unit} does not retreat", "TB-6.10")
    names = joined([Text(GRID.names[unpack(action)[2]]) for action in question.f.options], " or ")
    return question.say(
        "{unit} retreats to the free edge square nearest its brigadier: {names}", "TB-6.10", names=names
    )


REASONS: Final[Reasons] = {
    PUSH: push,
    RETREAT: retreat,
}
