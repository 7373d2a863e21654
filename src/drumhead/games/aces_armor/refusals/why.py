"""Why an action is not legal here: the first rule that stands in its way."""

from collections.abc import Callable
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import MARCH, TIME_OUT, mover_of, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals import combat, economy, movement, setup
from drumhead.games.aces_armor.rules.movement import path_of
from drumhead.games.aces_armor.text.action_kinds import ACTIONS
from drumhead.games.aces_armor.text.actions import is_sound
from drumhead.games.aces_armor.text.prompts import prompt

USUAL_CLAUSE: Final = "AA-3.1"
"""The clause that is cited where the pending step is decided by nobody."""


def why(f: Field, code: int) -> Refusal:
    """Returns the reason and the clause that make an action illegal."""
    if code == TIME_OUT:
        if not f.force.setup.clock:
            return Refusal(Text("no clock runs in this battle"), "AA-11.4")
        return Refusal(Text("the clock stands while others decide, fight or pay"), "AA-11.4")
    asked = f.pending().kind
    if not is_sound(f, code):
        return Refusal(
            Text("that is no action of this battle; {prompt}", prompt=prompt(f)), asked.clause or USUAL_CLAUSE
        )
    kind, first, second, _ = (encoding.MOVE, 0, 0, 0) if code & MARCH else unpack(code)
    if kind not in asked.actions:
        return Refusal(Text("not now; {prompt}", prompt=prompt(f)), asked.clause or USUAL_CLAUSE)
    refusal = _why_not_move(f, code) if kind == encoding.MOVE else REASONS[kind](f, first, second)
    return refusal or Refusal(
        Text("the rules do not offer that here; {prompt}", prompt=prompt(f)), ACTIONS.kinds[kind].clause
    )


def _why_not_move(f: Field, code: int) -> Refusal | None:
    """[AA-4.4] First whether the unit may move at all, then where it may go."""
    unit = mover_of(code)
    if f.step_kind() == encoding.AT_WAY:
        return Refusal(Text("that is none of the ways to choose from; {prompt}", prompt=prompt(f)), "AA-6.1")
    refusal = movement.unable_to_move(f, unit)
    if refusal is not None:
        return refusal
    judge = movement.MoveJudge(f, unit)
    return judge.along(path_of(f, code)) if code & MARCH else judge.to(unpack(code)[2])


def _always_legal(f: Field, first: int, second: int) -> Refusal | None:
    """Nothing is ever wrong with going on."""
    return None


REASONS: Final[dict[int, Callable[[Field, int, int], Refusal | None]]] = {
    encoding.END_MOVEMENT: _always_legal,
    encoding.END_DECLARING: combat.end_declaring,
    encoding.END_MONEY: _always_legal,
    encoding.LET_PASS: _always_legal,
    encoding.PICK: setup.pick,
    encoding.LAY: setup.lay,
    encoding.TURN: setup.turn,
    encoding.PLACE: setup.place,
    encoding.USE: setup.use,
    encoding.INTERCEPT: combat.intercept,
    encoding.ATTACK: combat.attack,
    encoding.BUY: economy.buy,
    encoding.REPAIR: economy.repair,
    encoding.GIVE: economy.give,
    encoding.ASK: economy.ask,
    encoding.KEEP: _always_legal,
    encoding.HALT: movement.halt,
    encoding.TOKEN: setup.token,
    encoding.HIDE: setup.hide,
    encoding.ASSIGN: setup.assign,
}
"""The rules that bar each kind of action, where the pending step takes it."""
