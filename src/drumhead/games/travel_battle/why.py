"""Why an action is not legal here: the first rule that stands in its way."""

from collections.abc import Callable

from drumhead.core.actions import Refusal
from drumhead.core.errors import SetupError
from drumhead.games.travel_battle import codes
from drumhead.games.travel_battle.actions import ALONE, ON_UNIT, VERBS
from drumhead.games.travel_battle.brigades import check_brigades, is_packed, unpack_brigades
from drumhead.games.travel_battle.codes import NONE, PIECES, pack, unpack
from drumhead.games.travel_battle.field import Field
from drumhead.games.travel_battle.ground import GRID
from drumhead.games.travel_battle.refusals import FightAsker

# Which actions are decided at which step.
FITTING: dict[int, tuple[int, ...]] = {
    codes.AT_BOARD: (codes.BOARD,),
    codes.AT_EDGE: (codes.EDGE,),
    codes.AT_SPLIT: (codes.SPLIT,),
    codes.AT_PLACE: (codes.PLACE,),
    codes.AT_MOVE: (codes.END_MOVEMENT, codes.MOVE, codes.FORM, codes.UNFORM),
    codes.AT_GO_ON: (codes.MOVE, codes.HALT),
    codes.AT_DISPLACE: (codes.DISPLACE,),
    codes.AT_FIRE: (codes.FIRE, codes.END_FIRE),
    codes.AT_COMBAT: (codes.ATTACK, codes.END_COMBAT),
    codes.AT_JOIN: (codes.JOIN, codes.FIGHT, codes.END_COMBAT),
    codes.AT_REROLL: (codes.REROLL, codes.STAND),
    codes.AT_SUFFER: (codes.SUFFER,),
    codes.AT_PUSH: (codes.PUSH,),
    codes.AT_RETREAT: (codes.RETREAT,),
}


def why(f: Field, code: int) -> Refusal:
    """The reason and the clause that make an action illegal."""
    kind, unit, target = unpack(code)
    if not is_sound(code) or kind not in FITTING.get(f.stack[-1] & 31, ()):
        return FightAsker(f, unit, target).other()
    if kind == codes.SPLIT:
        return split(f, code)
    return ASKED[kind](FightAsker(f, unit, target))


def split(f: Field, code: int) -> Refusal:
    """[TB-1.1, TB-1.2, TB-9.1] Which clause a split breaks."""
    try:
        check_brigades(unpack_brigades(code >> 5), horse_artillery=f.force.horse_artillery)
    except SetupError as error:
        return Refusal(error.reason, error.clause)
    raise AssertionError


def is_sound(code: int) -> bool:
    """Says whether a number is an action at all, legal or not."""
    kind, unit, target = unpack(code)
    if kind == codes.SPLIT:
        return is_packed(code >> 5)
    if code != pack(kind, unit, target) or kind not in VERBS:
        return False
    if kind in (codes.BOARD, codes.EDGE):
        return target == NONE
    if (unit >= PIECES) != (kind in ALONE or kind == codes.ATTACK):
        return False
    if kind in ALONE or kind in ON_UNIT:
        return target == NONE
    return target <= 6 if kind == codes.REROLL else target < GRID.count


ASKED: dict[int, Callable[[FightAsker], Refusal]] = {
    codes.END_MOVEMENT: FightAsker.other,
    codes.END_FIRE: FightAsker.other,
    codes.END_COMBAT: FightAsker.end_combat,
    codes.BOARD: FightAsker.board,
    codes.EDGE: FightAsker.edge,
    codes.PLACE: FightAsker.place,
    codes.MOVE: FightAsker.move,
    codes.FORM: FightAsker.form,
    codes.UNFORM: FightAsker.unform,
    codes.HALT: FightAsker.halt,
    codes.DISPLACE: FightAsker.displace,
    codes.FIRE: FightAsker.fire,
    codes.ATTACK: FightAsker.attack,
    codes.JOIN: FightAsker.join,
    codes.FIGHT: FightAsker.fight,
    codes.REROLL: FightAsker.reroll,
    codes.STAND: FightAsker.other,
    codes.SUFFER: FightAsker.suffer,
    codes.PUSH: FightAsker.push,
    codes.RETREAT: FightAsker.retreat,
}
