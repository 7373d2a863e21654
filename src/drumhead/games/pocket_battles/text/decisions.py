"""Decisions that no event tells, in sentences for the log; and the turn that a step belongs to."""

from typing import Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.summaries import Heading, Told
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.encoding import AT_DEPLOYMENT, AT_INITIATIVE, unpack
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.text.action_kinds import ACTIONS
from drumhead.games.pocket_battles.text.names import Names

# Sentences, the second for a side whose name is a plural: s is the side, u the unit, n a number.
DECISIONS: Final[dict[int, tuple[Translatable, Translatable]]] = {
    encoding.STAND: ("{s} lets the roll stand", "{s} let the roll stand"),
    encoding.SUFFER: ("{s} takes the hits", "{s} take the hits"),
    encoding.DONE: ("{s} is done", "{s} are done"),
}
OF_UNIT: Final[dict[int, Translatable]] = {
    encoding.TARGET: "{u} is the target of the charge",
    encoding.STRIKE: "{u} will strike",
    encoding.FORFEIT: "{u} gives up an order token",
    encoding.LOSE: "{u} is lost first, with its tokens",
}


def told(f: Field, names: Names, code: int, *, has_events: bool) -> Told:
    """Returns a decision in a sentence, where no event of its step tells it."""
    kind, first = unpack(code)[:2]
    if kind in DECISIONS:
        seat = f.player
        return Told(Text(*DECISIONS[kind], s=names.side(seat), n=names.verb_number(seat)))
    if has_events:
        return Told(Text(""))
    if kind == encoding.DICE:
        unit = f.pending()["unit"]
        words = Text("{u} will throw {n} die", "{u} will throw {n} dice", u=names.unit_words(unit), n=first)
        return Told(words, (names.keys[unit],))
    if "unit" not in ACTIONS.kinds[kind].takes and "enemy" not in ACTIONS.kinds[kind].takes:
        return Told(Text("{s}: {words}", s=names.side(f.player), words=ACTIONS.kinds[kind].words))
    template = OF_UNIT.get(kind)
    words = Text(template, u=names.unit_words(first)) if template else _ordered(names, kind, first)
    return Told(words, (names.keys[first],))


def _ordered(names: Names, kind: int, unit: int) -> Text:
    return Text("{u}: {words}", u=names.unit_words(unit), words=ACTIONS.kinds[kind].words)


def heading(f: Field, names: Names) -> Heading:
    """[PB-4.1] Returns the round and the side whose turn it is; deployment has no turns."""
    if f.step_kind() in (AT_INITIATIVE, AT_DEPLOYMENT) or not f.round:
        return Heading(0, Text("Deployment"))
    return Heading(f.round, Text("Round {n} · {side}", n=f.round, side=names.side(f.active)))
