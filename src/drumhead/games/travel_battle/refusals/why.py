"""Why an action is not legal here: the first rule that stands in its way."""

from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.errors import SetupError
from drumhead.games.travel_battle.army.brigades import check_brigades, is_packed, unpack_brigades
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE, PIECES, pack, unpack, unpack_split
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.refusals import artillery, combat, movement, retreats, setup
from drumhead.games.travel_battle.refusals.question import Question, Reasons
from drumhead.games.travel_battle.rules.boards import GRID
from drumhead.games.travel_battle.text.action_kinds import ACTIONS, ALONE, ON_UNIT

REASONS: Final[Reasons] = {
    **setup.REASONS,
    **movement.REASONS,
    **artillery.REASONS,
    **combat.REASONS,
    **retreats.REASONS,
}
"""All but those of actions that are legal wherever they are asked for, and of splits."""


def why(f: Field, code: int) -> Refusal:
    """Returns the reason and the clause that make an action illegal."""
    kind, unit, target = unpack(code)
    question = Question(f, unit, target)
    if not is_sound(code) or kind not in f.pending().kind.actions:
        return question.other()
    if kind == encoding.SPLIT:
        return split(f, code)
    return REASONS.get(kind, Question.other)(question)


def split(f: Field, code: int) -> Refusal:
    """[TB-1.1, TB-1.2, TB-9.1] Which clause a split breaks."""
    try:
        check_brigades(unpack_brigades(unpack_split(code)), horse_artillery=f.force.horse_artillery)
    except SetupError as error:
        return Refusal(error.reason, error.clause)
    raise AssertionError


def is_sound(code: int) -> bool:
    """Returns whether a number is an action at all, legal or not."""
    kind, unit, target = unpack(code)
    if kind == encoding.SPLIT:
        return is_packed(unpack_split(code))
    if code != pack(kind, unit, target) or kind not in ACTIONS.kinds:
        return False
    if kind in (encoding.BOARD, encoding.EDGE):
        return target == NONE
    if (unit >= PIECES) != (kind in ALONE or kind == encoding.ATTACK):
        return False
    if kind in ALONE or kind in ON_UNIT:
        return target == NONE
    return target <= 6 if kind == encoding.REROLL else target < GRID.count
