"""Why a board, an edge or a place for a piece is refused: the first rule that stands in its way."""

from typing import Final

from drumhead.core.actions import Refusal
from drumhead.games.travel_battle.engine.encoding import ANY, BOARD, EDGE, PLACE, RESERVE
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.boards import BIT
from drumhead.games.travel_battle.rules.setup import ZONE


def board(question: Question) -> Refusal:
    """[TB-1.3] There are two boards."""
    return question.say("there is no such board", "TB-1.3")


def edge(question: Question) -> Refusal:
    """[TB-1.3] A board has four edges."""
    return question.say("a board has the edges 1 to 4", "TB-1.3")


def place(question: Question) -> Refusal:
    """[TB-1.4, TB-1.6, TB-3.5] An own piece of the brigade in turn, in the first two rows, where it may stand."""
    f = question.f
    if refusal := question.own():
        return refusal
    if f.square[question.unit] != RESERVE:
        return question.say("{unit} has been placed already", "TB-1.4")
    brigade = f.pending()["brigade"]
    if brigade not in (ANY, f.force.brigade[question.unit] % 3):
        return question.say("brigade {number} is to be placed whole first", "TB-1.4", number=brigade + 1)
    if not ZONE[f.player] & BIT[question.target]:
        return question.say("{unit} is placed in your first two rows", "TB-1.4")
    return question.terrain() or question.occupied()


REASONS: Final[Reasons] = {
    BOARD: board,
    EDGE: edge,
    PLACE: place,
}
