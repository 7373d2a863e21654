"""What an action costs its player in tokens, in a few words."""

from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.army.tiles import SKIRMISH
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    AT_ACTION,
    AT_CONTROL,
    AT_DOUBLE,
    AT_FOLLOW,
    AT_TURN,
    NONE,
    ORDERS,
    unpack,
)
from drumhead.games.pocket_battles.engine.state import Battle
from drumhead.games.pocket_battles.rules.riders import pair_cost


def cost_words(b: Battle, code: int) -> Text | None:
    """[PB-4.4, PB-6.7, PB-6.9, PB-9.25] Returns what an order, a pass or a reaction costs; None for other actions."""
    kind, unit, _, exciter, number = unpack(code)
    step = b.step_kind()
    if kind == encoding.PASS:
        return _tokens(1)
    if kind in (encoding.INTERCEPT, encoding.REACTION_SHOT):
        return Text("free: Skirmish") if b.profile[unit].traits & SKIRMISH else _tokens(b.order_cost(unit))
    if kind not in ORDERS or step in (AT_CONTROL, AT_FOLLOW):
        return Text("free") if kind in ORDERS else None
    if step not in (AT_TURN, AT_ACTION, AT_DOUBLE):
        return None
    cost = b.order_cost(unit)
    if kind in (encoding.CHARGE, encoding.CARRY_ON, encoding.SHOOT):
        galvanizer = b.force.rider(unit, number)
        if NONE not in (exciter, galvanizer):
            cost += pair_cost(b, exciter, galvanizer)
        elif exciter != NONE or galvanizer != NONE:
            cost += b.order_cost(exciter if exciter != NONE else galvanizer)
    return _tokens(cost)


def _tokens(cost: int) -> Text:
    return Text("{n} token", "{n} tokens", n=cost)
