"""Why an action is not legal here: the first rule that stands in its way."""

from drumhead.core.actions import Refusal
from drumhead.core.i18n.text import Text
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import (
    ORDERS,
    unpack,
)
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.refusals.answers import AnswerRefusals
from drumhead.games.pocket_battles.refusals.orders import OrderRefusals
from drumhead.games.pocket_battles.text.names import Names
from drumhead.games.pocket_battles.text.prompts import prompt


def why(f: Field, names: Names, code: int) -> Refusal:
    """Returns the reason and the clause that make an action illegal; it must not be legal."""
    kind, a, b, c, d = unpack(code)
    asked = f.pending().kind
    if kind not in asked.actions:
        late = asked.number == encoding.AT_TARGET and kind in (encoding.INTERCEPT, encoding.REACTION_SHOT)
        clause = "PB-6.8" if late else asked.clause or "PB-4.2"
        return Refusal(Text("that is not what is asked; {prompt}", prompt=prompt(f, names)), clause)
    orders = OrderRefusals(f, names)
    if kind == encoding.PLACE:
        return orders.place(a, b)
    if kind == encoding.REDEPLOY:
        return orders.redeploy(a, b)
    if asked.number == encoding.AT_FOLLOW:
        return orders.follow(a)
    if kind in ORDERS:
        return orders.order(kind, a) or orders.act(kind, a, b, c, d)
    return AnswerRefusals(f, names).answer(kind, a, b, c)
