"""Why an action is not legal here: the first rule that stands in its way."""

from collections.abc import Callable
from typing import Final

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.aces_armor import codes
from drumhead.games.aces_armor.actions import ALONE, ON_UNIT, VERBS
from drumhead.games.aces_armor.codes import MARCH, NO_HEX, NONE, TIME_OUT, TOKENS, pack, unmarch, unpack
from drumhead.games.aces_armor.field import Field
from drumhead.games.aces_armor.mats import PLACES
from drumhead.games.aces_armor.movement import path_of
from drumhead.games.aces_armor.prompts import prompt
from drumhead.games.aces_armor.reasons import Asker
from drumhead.games.aces_armor.ways import MoveAsker

# Which actions are decided at which step, and the clause of the step.
FITTING: Final[dict[int, tuple[tuple[int, ...], str]]] = {
    codes.AT_PICK: ((codes.PICK,), "AA-1.3"),
    codes.AT_LAY: ((codes.LAY,), "AA-2.1"),
    codes.AT_TURN: ((codes.TURN,), "AA-2.2"),
    codes.AT_PLACE: ((codes.PLACE,), "AA-2.2"),
    codes.AT_SHARE_OUT: ((codes.ASSIGN,), "AA-12.3"),
    codes.AT_HIDE: ((codes.HIDE, codes.TOKEN), "AA-12.1"),
    codes.AT_BRAKE: ((codes.USE,), "AA-2.4"),
    codes.AT_MOVE: ((codes.END_MOVEMENT, codes.MOVE, codes.GIVE), "AA-3.1"),
    codes.AT_WAY: ((codes.MOVE,), "AA-6.1"),
    codes.AT_ADVANCE: ((codes.MOVE, codes.HALT), "AA-4.4"),
    codes.AT_INTERCEPT: ((codes.INTERCEPT, codes.LET_PASS), "AA-6.1"),
    codes.AT_DECLARE: ((codes.END_DECLARING, codes.ATTACK, codes.GIVE), "AA-3.1"),
    codes.AT_MONEY: ((codes.END_MONEY, codes.BUY, codes.REPAIR, codes.GIVE, codes.ASK), "AA-3.1"),
    codes.AT_GIFT: ((codes.GIVE, codes.KEEP), "AA-9.4"),
}


def why(f: Field, code: int) -> Refusal:
    """The reason and the clause that make an action illegal."""
    kind = codes.MOVE if code & MARCH and code != TIME_OUT else code & 31
    fitting, clause = FITTING.get(f.stack[-1] & 31, ((), "AA-3.1"))
    if code == TIME_OUT:
        if not f.force.setup.clock:
            return Refusal(Text("no clock runs in this battle"), "AA-11.4")
        return Refusal(Text("the clock stands while others decide, fight or pay"), "AA-11.4")
    if not is_sound(f, code):
        return Refusal(Text("that is no action of this battle; {prompt}", prompt=prompt(f)), clause)
    if kind not in fitting:
        return Refusal(Text("that is not to be decided now; {prompt}", prompt=prompt(f)), clause)
    if kind == codes.MOVE:
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
        fits = code == codes.march(unit, ways) and all(way < 6 for way in ways)
        return fits and bool(ways) and unit < f.force.units and f.place[unit] < codes.ABSENT and bool(path_of(f, code))
    kind, a, b, way = unpack(code)
    if code != pack(kind, a, b, way) or kind not in VERBS or (way and kind != codes.MOVE):
        return False
    if kind in ALONE:
        return a == NONE and b == NO_HEX
    if kind in (codes.TURN, codes.USE, codes.GIVE):
        return a == NONE and b < {codes.TURN: TOKENS, codes.USE: 8, codes.GIVE: NO_HEX}[kind]
    if kind in (codes.TOKEN, codes.HIDE):
        return a == NONE and _is_hex(f, b)
    if kind in (codes.PICK, codes.BUY):
        return a < PLACES and (b == NO_HEX) == (kind == codes.PICK) and (kind == codes.PICK or _is_hex(f, b))
    if kind == codes.ASSIGN:
        return a in f.force.factions and _is_hex(f, b)
    if a >= f.force.units:
        return False
    if kind in ON_UNIT:
        return b == NO_HEX
    return b < TOKENS if kind == codes.LAY else _is_hex(f, b)


def _is_hex(f: Field, hex_: int) -> bool:
    return hex_ < f.force.ground.count and bool(f.force.board.inside[hex_])


def _why_not_move(f: Field, code: int) -> Refusal:
    """[AA-4.4] First whether the unit may move at all, then where it may go."""
    unit = code & 255 if code & MARCH else code >> 5 & 255
    if f.stack[-1] & 31 == codes.AT_WAY:
        return Refusal(Text("that is none of the ways to choose from; {prompt}", prompt=prompt(f)), "AA-6.1")
    going_on = f.stack[-1] & 31 == codes.AT_ADVANCE
    refusal = Asker(f).not_under_way(unit) if going_on else Asker(f).unable_to_move(unit)
    if refusal is not None:
        return refusal
    asker = MoveAsker(f, unit)
    return asker.along(path_of(f, code)) if code & MARCH else asker.to(code >> 13 & 511)


ASKED: Final[dict[int, Callable[[Asker, int, int], Refusal | None]]] = {
    codes.END_MOVEMENT: Asker.ending,
    codes.END_DECLARING: Asker.end_declaring,
    codes.END_MONEY: Asker.ending,
    codes.LET_PASS: Asker.ending,
    codes.PICK: Asker.pick,
    codes.LAY: Asker.lay,
    codes.TURN: Asker.turn,
    codes.PLACE: Asker.place,
    codes.USE: Asker.use,
    codes.INTERCEPT: Asker.intercept,
    codes.ATTACK: Asker.attack,
    codes.BUY: Asker.buy,
    codes.REPAIR: Asker.repair,
    codes.GIVE: Asker.give,
    codes.ASK: Asker.ask,
    codes.KEEP: Asker.ending,
    codes.HALT: Asker.halt,
    codes.TOKEN: Asker.token,
    codes.HIDE: Asker.hide,
    codes.ASSIGN: Asker.assign,
}
