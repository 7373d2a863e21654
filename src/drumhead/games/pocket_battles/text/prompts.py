"""Who must do what, in a sentence."""

from drumhead.core.i18n.text import Text, joined
from drumhead.games.pocket_battles.engine import encoding
from drumhead.games.pocket_battles.engine.position import Field
from drumhead.games.pocket_battles.text.names import Names


def prompt(f: Field, names: Names) -> Text:
    """The question that is open."""
    frame = f.stack[-1]
    kind, first, second = frame & 31, frame >> 5 & 127, frame >> 12 & 127
    if kind == encoding.AT_INITIATIVE:
        return Text("both sides throw a die for the first place")
    if kind in (encoding.AT_ROLL, encoding.AT_REROLL):
        dice = frame >> 26 if kind == encoding.AT_ROLL else 1
        unit, enemy = names.unit_words(first), names.unit_words(second)
        return Text(
            "{unit} throws {n} die at {enemy}", "{unit} throws {n} dice at {enemy}", n=dice, unit=unit, enemy=enemy
        )
    if kind == encoding.AT_END:
        return Text("the battle is over")
    side = names.side(f.player)
    return Text("{side}: {question}", side=side, question=_question(f, names, kind, first, second))


def _question(f: Field, names: Names, kind: int, first: int, second: int) -> Text:
    if kind == encoding.AT_DEPLOYMENT:
        return Text("place a unit in a Front or Rear zone")
    if kind == encoding.AT_TURN:
        return Text("redeploy one unit for free, order a unit, or pass")
    if kind == encoding.AT_ACTION:
        return Text("order a unit, or pass")
    if kind == encoding.AT_CONTROL:
        return Text("choose what a unit does under the Control of {unit}", unit=names.unit_words(first))
    if kind == encoding.AT_DOUBLE:
        if second == 2:
            return Text("give the first order of the Double Order")
        return Text("give the second order of the Double Order, or be done")
    if kind == encoding.AT_REACTION:
        return _reaction(f, names.unit_words(first))
    if kind == encoding.AT_TARGET:
        return Text("choose whom {unit} charges", unit=names.unit_words(first))
    if kind in (encoding.AT_FIRST_STRIKE, encoding.AT_STRIKE_BACK):
        unit, enemy = names.unit_words(first), names.unit_words(second)
        if kind == encoding.AT_FIRST_STRIKE:
            return Text("strike first with {unit} at {enemy}, or hold", unit=unit, enemy=enemy)
        return Text("strike back with {unit} at {enemy}, or hold", unit=unit, enemy=enemy)
    if kind == encoding.AT_HARRY:
        return Text("strike {unit} as it leaves, or hold", unit=names.unit_words(first))
    if kind == encoding.AT_DICE:
        return Text("choose how many dice {unit} throws", unit=names.unit_words(first))
    if kind == encoding.AT_TOUGH:
        return Text(
            "{unit} is Tough: have one die that hit thrown again, or let it stand", unit=names.unit_words(second)
        )
    if kind == encoding.AT_SACRIFICE:
        return Text("sacrifice a troop of {unit} to cancel its hits, or suffer them", unit=names.unit_words(first))
    if kind == encoding.AT_ASSIGNMENT:
        return _assignment(f, names, first)
    if kind == encoding.AT_FOLLOW:
        return Text("{unit} charges again: name whom, as a Scout, or charge as usual", unit=names.unit_words(first))
    if kind == encoding.AT_LEADER:
        return Text("a Leader fell: choose the order token that leaves the game")
    return Text("give up wounded troops to regain their tokens, or be done")


def _reaction(f: Field, unit: Text) -> Text:
    """[PB-6.9] The reactions that are possible."""
    kinds = {option & 31 for option in f.options}
    if encoding.REACTION_SHOT not in kinds:
        return Text("react to the charge of {unit}: intercept or wait", unit=unit)
    if encoding.INTERCEPT not in kinds:
        return Text("react to the charge of {unit}: shoot or wait", unit=unit)
    return Text("react to the charge of {unit}: intercept, shoot or wait", unit=unit)


def _assignment(f: Field, names: Names, seat: int) -> Text:
    struck = [
        Text("{n} hit on {unit}", "{n} hits on {unit}", n=f.hits[unit] & 255, unit=names.unit_words(unit))
        for unit in range(f.force.first[seat], f.force.last[seat])
        if f.hits[unit]
    ]
    return Text("assign {hits}", hits=joined(struck))
