"""Decisions that no event tells, in sentences for the log; and the turn that a step belongs to."""

from typing import Final

from drumhead.core.i18n.text import Text, Translatable
from drumhead.core.summaries import Heading, Told
from drumhead.games.aces_armor.engine import encoding
from drumhead.games.aces_armor.engine.encoding import MARCH, mover_of, unpack
from drumhead.games.aces_armor.engine.position import Field
from drumhead.games.aces_armor.rules.movement import path_of
from drumhead.games.aces_armor.text.names import SUBJECTS, key_of, unit_words
from drumhead.games.aces_armor.text.prompts import asked_faction

# Sentences: s is the faction, u the unit that is let pass.
ALWAYS: Final[dict[int, Translatable]] = {
    encoding.END_MOVEMENT: "{s} ends its movement",
    encoding.END_DECLARING: "{s} has declared all its attacks",
    encoding.LET_PASS: "{s} lets {u} pass",
}
"""Decisions that no event ever tells."""
QUIET: Final[dict[int, Translatable]] = {
    encoding.PICK: "{s} picks a unit in secret",
    encoding.LAY: "{s} lays a unit on a start token, face down",
    encoding.HIDE: "{s} hides the V2",
    encoding.TURN: "{s} turns a start token over",
    encoding.END_MONEY: "{s} ends its turn",
    encoding.KEEP: "{s} keeps its coins",
    encoding.HALT: "{s} halts a unit",
}
"""Decisions that events tell, but not to everybody, or not at once."""


def told(f: Field, code: int, *, has_events: bool) -> Told:
    """Returns a decision in a sentence without its secrets, where no event of its step tells it."""
    kind = encoding.MOVE if code & MARCH else unpack(code)[0]
    if has_events and kind not in ALWAYS:
        return Told(Text(""))
    told: dict[str, object] = {"s": SUBJECTS[asked_faction(f)]}
    if kind == encoding.LET_PASS:
        mover = f.pending()["mover"]
        return Told(Text(ALWAYS[kind], u=unit_words(f.force, mover), **told), (key_of(f.force, mover),))
    if kind == encoding.MOVE:
        unit = mover_of(code)
        end = f.force.board.names[path_of(f, code)[-1] if code & MARCH else unpack(code)[2]]
        words = Text("{u} sets out for {q}", u=unit_words(f.force, unit), q=end)
        return Told(words, (key_of(f.force, unit), end))
    template = ALWAYS.get(kind) or QUIET.get(kind)
    return Told(Text(template, **told) if template else Text("{s} goes on", **told))


def heading(f: Field) -> Heading:
    """[AA-3.1] Returns the round and the faction whose turn it is; before that it is set-up."""
    if not f.round:
        return Heading(0, Text("Set-up"))
    return Heading(f.round, Text("Round {n} · {side}", n=f.round, side=SUBJECTS[f.active]))
