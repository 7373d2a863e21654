"""Why an action is not legal here: the first rule that stands in its way."""

from collections.abc import Callable
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor.box.unit_types import PLACES
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import MARCH, NO_HEX, NONE, TIME_OUT, TOKENS, pack, unmarch, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.refusals.combat import Asker
from drumhead.games.aces_armor.refusals.movement import MoveAsker
from drumhead.games.aces_armor.rules.movement import path_of
from drumhead.games.aces_armor.text.actions import ALONE, ON_UNIT, VERBS
from drumhead.games.aces_armor.text.prompts import prompt

# Which actions are decided at which step, and the clause of the step.
FITTING: Final[dict[int, tuple[tuple[int, ...], str]]] = {
    encoding.AT_PICK: ((encoding.PICK,), "AA-1.3"),
    encoding.AT_LAY: ((encoding.LAY,), "AA-2.1"),
    encoding.AT_TURN: ((encoding.TURN,), "AA-2.2"),
    encoding.AT_PLACE: ((encoding.PLACE,), "AA-2.2"),
    encoding.AT_SHARE_OUT: ((encoding.ASSIGN,), "AA-12.3"),
    encoding.AT_HIDE: ((encoding.HIDE, encoding.TOKEN), "AA-12.1"),
    encoding.AT_BRAKE: ((encoding.USE,), "AA-2.4"),
    encoding.AT_MOVE: ((encoding.END_MOVEMENT, encoding.MOVE, encoding.GIVE), "AA-3.1"),
    encoding.AT_WAY: ((encoding.MOVE,), "AA-6.1"),
    encoding.AT_ADVANCE: ((encoding.MOVE, encoding.HALT), "AA-4.4"),
    encoding.AT_INTERCEPT: ((encoding.INTERCEPT, encoding.LET_PASS), "AA-6.1"),
    encoding.AT_DECLARE: ((encoding.END_DECLARING, encoding.ATTACK, encoding.GIVE), "AA-3.1"),
    encoding.AT_MONEY: ((encoding.END_MONEY, encoding.BUY, encoding.REPAIR, encoding.GIVE, encoding.ASK), "AA-3.1"),
    encoding.AT_GIFT: ((encoding.GIVE, encoding.KEEP), "AA-9.4"),
}


def why(f: Field, code: int) -> Refusal:
    """The reason and the clause that make an action illegal."""
    kind = encoding.MOVE if code & MARCH and code != TIME_OUT else code & 31
    fitting, clause = FITTING.get(f.stack[-1] & 31, ((), "AA-3.1"))
    if code == TIME_OUT:
        if not f.force.setup.clock:
            return Refusal(Text("no clock runs in this battle"), "AA-11.4")
        return Refusal(Text("the clock stands while others decide, fight or pay"), "AA-11.4")
    if not is_sound(f, code):
        return Refusal(Text("that is no action of this battle; {prompt}", prompt=prompt(f)), clause)
    if kind not in fitting:
        return Refusal(Text("that is not to be decided now; {prompt}", prompt=prompt(f)), clause)
    if kind == encoding.MOVE:
        return _why_not_move(f, code)
    _, a, b, _ = unpack(code)
    refusal = ASKED[kind](Asker(f), a, b)
    return refusal or Refusal(Text("the rules do not offer that here; {prompt}", prompt=prompt(f)), VERBS[kind][2])


def is_sound(f: Field, code: int) -> bool:
    """Says whether a number is an action at all, legal or not."""
    if code < 0:
        return False
    if code & MARCH:
        unit, ways = unmarch(code)
        fits = code == encoding.march(unit, ways) and all(way < 6 for way in ways)
        return (
            fits and bool(ways) and unit < f.force.units and f.place[unit] < encoding.ABSENT and bool(path_of(f, code))
        )
    kind, a, b, way = unpack(code)
    if code != pack(kind, a, b, way) or kind not in VERBS or (way and kind != encoding.MOVE):
        return False
    if kind in ALONE:
        return a == NONE and b == NO_HEX
    if kind in (encoding.TURN, encoding.USE, encoding.GIVE):
        return a == NONE and b < {encoding.TURN: TOKENS, encoding.USE: 8, encoding.GIVE: NO_HEX}[kind]
    if kind in (encoding.TOKEN, encoding.HIDE):
        return a == NONE and _is_hex(f, b)
    if kind in (encoding.PICK, encoding.BUY):
        return a < PLACES and (b == NO_HEX) == (kind == encoding.PICK) and (kind == encoding.PICK or _is_hex(f, b))
    if kind == encoding.ASSIGN:
        return a in f.force.factions and _is_hex(f, b)
    if a >= f.force.units:
        return False
    if kind in ON_UNIT:
        return b == NO_HEX
    return b < TOKENS if kind == encoding.LAY else _is_hex(f, b)


def _is_hex(f: Field, hex_: int) -> bool:
    return hex_ < f.force.ground.count and bool(f.force.board.inside[hex_])


def _why_not_move(f: Field, code: int) -> Refusal:
    """[AA-4.4] First whether the unit may move at all, then where it may go."""
    unit = code & 255 if code & MARCH else code >> 5 & 255
    if f.stack[-1] & 31 == encoding.AT_WAY:
        return Refusal(Text("that is none of the ways to choose from; {prompt}", prompt=prompt(f)), "AA-6.1")
    going_on = f.stack[-1] & 31 == encoding.AT_ADVANCE
    refusal = Asker(f).not_under_way(unit) if going_on else Asker(f).unable_to_move(unit)
    if refusal is not None:
        return refusal
    asker = MoveAsker(f, unit)
    return asker.along(path_of(f, code)) if code & MARCH else asker.to(code >> 13 & 511)


ASKED: Final[dict[int, Callable[[Asker, int, int], Refusal | None]]] = {
    encoding.END_MOVEMENT: Asker.ending,
    encoding.END_DECLARING: Asker.end_declaring,
    encoding.END_MONEY: Asker.ending,
    encoding.LET_PASS: Asker.ending,
    encoding.PICK: Asker.pick,
    encoding.LAY: Asker.lay,
    encoding.TURN: Asker.turn,
    encoding.PLACE: Asker.place,
    encoding.USE: Asker.use,
    encoding.INTERCEPT: Asker.intercept,
    encoding.ATTACK: Asker.attack,
    encoding.BUY: Asker.buy,
    encoding.REPAIR: Asker.repair,
    encoding.GIVE: Asker.give,
    encoding.ASK: Asker.ask,
    encoding.KEEP: Asker.ending,
    encoding.HALT: Asker.halt,
    encoding.TOKEN: Asker.token,
    encoding.HIDE: Asker.hide,
    encoding.ASSIGN: Asker.assign,
}
