"""Why an action is not legal here: the first rule that stands in its way."""

from collections.abc import Callable

from drumhead.core.actions import Refusal
from drumhead.core.errors import SetupError
from drumhead.games.travel_battle.army.brigades import check_brigades, is_packed, unpack_brigades
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import NONE, PIECES, pack, unpack
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.refusals.combat import FightAsker
from drumhead.games.travel_battle.rules.boards import GRID
from drumhead.games.travel_battle.text.actions import ALONE, ON_UNIT, VERBS

# Which actions are decided at which step.
FITTING: dict[int, tuple[int, ...]] = {
    encoding.AT_BOARD: (encoding.BOARD,),
    encoding.AT_EDGE: (encoding.EDGE,),
    encoding.AT_SPLIT: (encoding.SPLIT,),
    encoding.AT_PLACE: (encoding.PLACE,),
    encoding.AT_MOVE: (encoding.END_MOVEMENT, encoding.MOVE, encoding.FORM, encoding.UNFORM),
    encoding.AT_GO_ON: (encoding.MOVE, encoding.HALT),
    encoding.AT_DISPLACE: (encoding.DISPLACE,),
    encoding.AT_FIRE: (encoding.FIRE, encoding.END_FIRE),
    encoding.AT_COMBAT: (encoding.ATTACK, encoding.END_COMBAT),
    encoding.AT_JOIN: (encoding.JOIN, encoding.FIGHT, encoding.END_COMBAT),
    encoding.AT_REROLL: (encoding.REROLL, encoding.STAND),
    encoding.AT_SUFFER: (encoding.SUFFER,),
    encoding.AT_PUSH: (encoding.PUSH,),
    encoding.AT_RETREAT: (encoding.RETREAT,),
}


def why(f: Field, code: int) -> Refusal:
    """The reason and the clause that make an action illegal."""
    kind, unit, target = unpack(code)
    if not is_sound(code) or kind not in FITTING.get(f.stack[-1] & 31, ()):
        return FightAsker(f, unit, target).other()
    if kind == encoding.SPLIT:
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
    if kind == encoding.SPLIT:
        return is_packed(code >> 5)
    if code != pack(kind, unit, target) or kind not in VERBS:
        return False
    if kind in (encoding.BOARD, encoding.EDGE):
        return target == NONE
    if (unit >= PIECES) != (kind in ALONE or kind == encoding.ATTACK):
        return False
    if kind in ALONE or kind in ON_UNIT:
        return target == NONE
    return target <= 6 if kind == encoding.REROLL else target < GRID.count


ASKED: dict[int, Callable[[FightAsker], Refusal]] = {
    encoding.END_MOVEMENT: FightAsker.other,
    encoding.END_FIRE: FightAsker.other,
    encoding.END_COMBAT: FightAsker.end_combat,
    encoding.BOARD: FightAsker.board,
    encoding.EDGE: FightAsker.edge,
    encoding.PLACE: FightAsker.place,
    encoding.MOVE: FightAsker.move,
    encoding.FORM: FightAsker.form,
    encoding.UNFORM: FightAsker.unform,
    encoding.HALT: FightAsker.halt,
    encoding.DISPLACE: FightAsker.displace,
    encoding.FIRE: FightAsker.fire,
    encoding.ATTACK: FightAsker.attack,
    encoding.JOIN: FightAsker.join,
    encoding.FIGHT: FightAsker.fight,
    encoding.REROLL: FightAsker.reroll,
    encoding.STAND: FightAsker.other,
    encoding.SUFFER: FightAsker.suffer,
    encoding.PUSH: FightAsker.push,
    encoding.RETREAT: FightAsker.retreat,
}
