"""Why the Automa does what it does, in sentences: orders, the priorities that narrowed a choice, lots."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from drumhead.core.i18n.text import Text, joined
from drumhead.games.aces_armor.automa.lists import ATTACK, MOVE, ORDERS, Priority
from drumhead.games.aces_armor.box.scenario import Force
from drumhead.games.aces_armor.text.names import FACTIONS, type_words, unit_words

MOVE_TO_ENEMY: Final = tuple(
    replace(priority, words=Text("nearest in points to the next enemy unit")) if priority.letter == "f" else priority
    for priority in MOVE
)
"""The movement priorities where the option measures f to the next enemy."""
WISHES: Final[dict[str, Text]] = {
    "infantry": Text("it has fewer than two infantry"),
    "tank": Text("it has infantry enough"),
    "artillery": Text("it has all its tanks"),
    "any": Text("it has all its tanks and artillery, so a lot is drawn"),
}


def order_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.4, AA-13.5] The order that a unit follows."""
    unit, name, number = fields
    order = next(order for order in ORDERS[name] if order.number == number)
    return Text("{u}, order {n}: {words}", u=unit_words(force, unit), n=number, words=order.words)


def target_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.6] The enemy that a unit has chosen, and by which attack priorities."""
    unit, target, letters, lots = fields
    told = {"u": unit_words(force, unit), "v": unit_words(force, target)}
    return _because(Text("{u} chooses {v}", **told), Text("attack priority"), ATTACK, letters, lots)


def hex_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.6] The hex that a unit goes to, and by which movement priorities."""
    unit, hex_, letters, lots = fields
    told = {"u": unit_words(force, unit), "q": force.board.names[hex_]}
    priorities = MOVE_TO_ENEMY if force.setup.near_enemy else MOVE
    return _because(Text("{u} goes to {q}", **told), Text("movement priority"), priorities, letters, lots)


def _because(what: Text, kind: Text, priorities: tuple[Priority, ...], letters: str, lots: int) -> Text:
    """What was chosen, with every priority that narrowed the choice, and the lot that ended it."""
    reasons = [
        Text("{kind} {letter}: {words}", kind=kind, letter=priority.letter, words=priority.words)
        for priority in priorities
        if priority.letter in letters
    ]
    if lots:
        reasons.append(Text("then by lot") if reasons else Text("by lot"))
    if not reasons:
        return Text("{what}: there is no other", what=what)
    return Text("{what}; {reasons}", what=what, reasons=joined(reasons, "; "))


def blast_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.8] The hex that rockets are aimed at, and how many enemies that damages."""
    unit, hex_, hurt, lots = fields
    told = {"u": unit_words(force, unit), "q": force.board.names[hex_], "n": hurt}
    what = Text("{u} aims at {q}, which damages 1 enemy", "{u} aims at {q}, which damages {n} enemies", **told)
    return Text("{what}; by lot", what=what) if lots else what


def bound_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.5, AA-6.3] A unit that has intercepted stays."""
    return Text("{u} has intercepted: it stays and attacks", u=unit_words(force, fields[0]))


def idle_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.5] A unit that can follow none of its orders."""
    return Text("{u} can follow none of its orders and stays", u=unit_words(force, fields[0]))


def again_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.5] A unit that was intercepted."""
    unit, hex_ = fields
    return Text("{u} was stopped on {q} and chooses again", u=unit_words(force, unit), q=force.board.names[hex_])


def held_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.5] A unit that was intercepted and has nobody to attack."""
    return Text("{u} has nobody to attack from there and stays", u=unit_words(force, fields[0]))


def saves_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.9] The Automa cannot pay for what its rule names."""
    faction, place, coins = fields
    told = {"s": FACTIONS[faction], "type": type_words(force, faction, place), "coins": coins}
    return Text("{s} saves for a {type}; coins: {coins}", **told)


def buys_words(force: Force, fields: list[Any]) -> Text:
    """[AA-13.9] What the Automa buys, and why."""
    faction, place, why = fields
    told = {"s": FACTIONS[faction], "type": type_words(force, faction, place), "why": WISHES[why]}
    return Text("{s} buys a {type}: {why}", **told)


AUTOMA: Final[dict[str, Callable[[Force, list[Any]], Text]]] = {
    "automa_order": order_words,
    "automa_target": target_words,
    "automa_hex": hex_words,
    "automa_blast": blast_words,
    "automa_bound": bound_words,
    "automa_idle": idle_words,
    "automa_again": again_words,
    "automa_held": held_words,
    "automa_saves": saves_words,
    "automa_buys": buys_words,
}
