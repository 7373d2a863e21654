"""Decisions that no event tells, in sentences for the log; and the turn that a step belongs to."""

from typing import Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.summaries import Heading, Told
from drumhead.games.travel_battle.army.force import SEAT
from drumhead.games.travel_battle.engine import encoding
from drumhead.games.travel_battle.engine.encoding import unpack
from drumhead.games.travel_battle.engine.position import Field
from drumhead.games.travel_battle.text.action_kinds import ALONE
from drumhead.games.travel_battle.text.names import KEYS, SIDES, square_keys, square_name, unit_words

# Sentences: s is the side, u the unit, q a square, t the square that is attacked.
ALWAYS: Final[dict[int, Translatable]] = {
    encoding.END_MOVEMENT: "{s} ends its movement",
    encoding.END_FIRE: "{s} ends its fire",
    encoding.END_COMBAT: "{s} ends its combats",
    encoding.STAND: "{s} lets the dice stand",
    encoding.JOIN: "{u} joins the attack on {t}",
    encoding.HALT: "{u} halts",
}
"""Decisions that no event ever tells."""
QUIET: Final[dict[int, Translatable]] = {
    encoding.ATTACK: "{s} attacks {q}",
    encoding.FIGHT: "{s} fights for {t}",
    encoding.MOVE: "{u} comes to {q}",
    encoding.PUSH: "{u} is pushed back towards {q}",
    encoding.RETREAT: "{u} retreats towards {q}",
    encoding.DISPLACE: "{u} gives way to {q}",
    encoding.SUFFER: "{u} suffers the result",
}
"""Decisions that events tell, but not at once where another decision comes first."""


def told(f: Field, code: int, *, has_events: bool) -> Told:
    """Returns a decision in a sentence, where no event of its step tells it."""
    kind, unit, square = unpack(code)
    template = ALWAYS.get(kind) or ("" if has_events else QUIET.get(kind, ""))
    if not template:
        return Told(Text(""))
    told: dict[str, object] = {"s": SIDES[f.player], "t": square_name(f.target) if "{t}" in template else ""}
    keys: tuple[str, ...] = ()
    if kind not in ALONE and unit < len(SEAT):
        told["u"], keys = unit_words(f.force, unit), (KEYS[unit],)
    if "{q}" in template:
        told["q"], keys = square_name(square), (*keys, *square_keys(square))
    return Told(Text(template, **told), keys)


def heading(f: Field) -> Heading:
    """[TB-2.1] Returns the turn and the side that takes it; placing the pieces is no turn."""
    if not f.turn:
        return Heading(0, Text("Set-up"))
    return Heading(f.turn, Text("Turn {n} · {side}", n=f.turn, side=SIDES[f.active]))
